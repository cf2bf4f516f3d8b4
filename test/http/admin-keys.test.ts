import { expect, test } from 'bun:test'
import { pull } from '../support/http.ts'
import { startService } from '../support/service.ts'
import { hireStaff, historyOf } from '../support/staff.ts'

test("a key's limit counts from its next request on, and its change is in the history without its hash (contract §7)", async () => {
  await using service = await startService({ requestsPerMinute: null })
  const { admin } = await hireStaff(service)
  const { alfa, bravo } = service
  const path = `/v1/admin/hotels/alfa/keys/${alfa.keyId}`
  const answer = await admin.call('PATCH', path, { body: { requestsPerMinute: 2 } })

  expect(answer.body).toMatchObject({ id: alfa.keyId, requestsPerMinute: 2 })
  expect((await alfa.call('GET', '/limits')).body.requests.perMinute).toBe(2)
  await pull(alfa, '2027-04-01')
  expect(await pull(alfa, '2027-04-01')).toBeProblem(429, 'rate_limited')

  const [entry] = await historyOf(admin, `?entity=api_key&id=${alfa.keyId}`)
  expect(entry).toMatchObject({
    before: { requestsPerMinute: null },
    after: { requestsPerMinute: 2 },
  })
  expect(JSON.stringify(entry)).not.toContain('hash')
  // Bravo's key is none of Alfa's.
  const other = `/v1/admin/hotels/alfa/keys/${bravo.keyId}`
  expect(await admin.call('PATCH', other, { body: { requestsPerMinute: 9 } })).toBeProblem(
    404,
    'not_found',
  )
  expect(await admin.call('PATCH', path, { body: { requestsPerMinute: 0 } })).toBeProblem(
    422,
    'validation_failed',
  )
})

test("null takes a key's own limit away again; what is neither null nor a limit is refused as a limit (contract §5, §7)", async () => {
  await using service = await startService({ requestsPerMinute: 600 })
  const { admin } = await hireStaff(service)
  const { alfa } = service
  const change = (requestsPerMinute: unknown) =>
    admin.call('PATCH', `/v1/admin/hotels/alfa/keys/${alfa.keyId}`, { body: { requestsPerMinute } })

  expect((await change(null)).body).toMatchObject({ id: alfa.keyId, requestsPerMinute: null })
  expect((await alfa.call('GET', '/limits')).body.requests.perMinute).toBe(60)
  for (const [wrong, code, message, values] of [
    [0, 'out_of_range', 'Must be 1 to 100000.', { min: 1, max: 100_000 }],
    ['2', 'wrong_type', 'Must be an integer.'],
    [undefined, 'required', 'This field is required.'],
  ]) {
    const answer = await change(wrong)
    expect(answer).toBeProblem(422, 'validation_failed')
    expect(answer.body.errors).toEqual([{ path: '/requestsPerMinute', code, message, values }])
  }
})
