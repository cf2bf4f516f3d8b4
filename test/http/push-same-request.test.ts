import { expect, test } from 'bun:test'
import { gzipSync } from 'bun'
import { withAnotherKey } from '../support/api-keys.ts'
import { pull } from '../support/http.ts'
import { BAD, DATE, GOOD, isReplayed, KEY, leftOf, send } from '../support/push-key.ts'
import { count } from '../support/retention.ts'
import { startService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

test('the same request is the same JSON value: white space and order of fields do not matter, gzip neither (contract-counts)', async () => {
  await using service = await startService()
  const { alfa } = service
  const first = await send(alfa, [GOOD, { ...GOOD, available: 3 }])
  const body = { updates: [GOOD, { ...GOOD, available: 3 }] }
  const turned = `{ "updates" : [ {"priceCents":1.29e4, "available":4.0,"date":"2027-04-01","roomCode":"\\u0044BL"},
    {"available":3,"roomCode":"DBL","date":"2027-04-01","priceCents":12900}]\n}`
  const gzip = { ...KEY, 'content-encoding': 'gzip' }

  for (const init of [
    { raw: JSON.stringify(body, null, 2), headers: KEY },
    { raw: turned, headers: KEY },
    { raw: gzipSync(JSON.stringify(body)), headers: gzip },
    { raw: gzipSync(turned), headers: gzip },
  ]) {
    const again = await alfa.call('PUT', '/availability', init)
    expect([again.text, isReplayed(again)]).toEqual([first.text, 'true'])
  }
  const named = await alfa.call('PUT', '/availability?mode=partial&dryRun=false&onStale=correct', {
    body,
    headers: KEY,
  })
  expect([named.text, isReplayed(named)]).toEqual([first.text, 'true'])
})

test('another request under the same key is 409 and changes nothing (contract-counts)', async () => {
  await using service = await startService()
  const { alfa } = service
  const two = [GOOD, { ...GOOD, available: 3 }]
  await send(alfa, two)
  const before = await pull(alfa, DATE)

  const others: [unknown, string][] = [
    [{ updates: two.toReversed() }, ''],
    [{ updates: [GOOD] }, ''],
    [{ updates: two, currency: 'EUR' }, ''],
    [{ updates: [GOOD, { ...GOOD, available: 3, closed: false }] }, ''],
    [{ updates: two }, '?mode=atomic'],
    [{ updates: two }, '?onStale=refuse'],
    // Looked up before anything else of the body: what it says wrong is not the matter.
    [{ updates: [BAD] }, ''],
    [{ updates: [] }, ''],
    [{ updates: two, currency: 'TRY' }, ''],
    ['nonsense', ''],
    [null, ''],
  ]
  for (const [body, query] of others) {
    const answer = await alfa.call('PUT', `/availability${query}`, { body, headers: KEY })
    expect(answer).toBeProblem(409, 'idempotency_conflict')
    expect(isReplayed(answer)).toBeNull()
  }
  expect((await pull(alfa, DATE)).text).toBe(before.text)
  expect(await count(service, 'push')).toBe(1)
  const read = { headers: KEY, raw: '{"updates"' }
  expect(await alfa.call('PUT', '/availability', read)).toBeProblem(400, 'malformed_json')
})

test('numbers that are none to the service are told apart, so that none is answered for another (contract-counts)', async () => {
  await using service = await startService()
  const { alfa } = service
  const raw = (price: string) =>
    `{"updates":[${JSON.stringify(GOOD)},{"roomCode":"DBL","date":"${DATE}","available":1,"priceCents":${price}}]}`

  const first = await alfa.call('PUT', '/availability', { raw: raw('1e999'), headers: KEY })
  expect(first.status).toBe(207)
  for (const price of ['null', '-1e999', '"Infinity"'])
    expect(await alfa.call('PUT', '/availability', { raw: raw(price), headers: KEY })).toBeProblem(
      409,
      'idempotency_conflict',
    )
})

test('an Idempotency-Key is its API key’s own: another key of the hotel and another hotel push anew (contract-counts)', async () => {
  await using service = await startService()
  const { alfa, bravo } = service
  const second = await withAnotherKey(service, alfa)
  const first = await send(alfa, [GOOD])

  const pushes = [await send(second, [GOOD]), await send(bravo, [GOOD])]
  for (const answer of pushes) {
    expect([answer.status, isReplayed(answer)]).toEqual([200, null])
    expect(answer.body.pushId).not.toBe(first.body.pushId)
  }
  expect(await send(second, [{ ...GOOD, available: 2 }])).toBeProblem(409, 'idempotency_conflict')
  expect((await send(alfa, [GOOD])).text).toBe(first.text)
  expect((await send(bravo, [GOOD])).text).toBe(pushes[1]!.text)
})

test('a key has the form that bookings take, also of a dry run; in the panel a push has none (contract §3)', async () => {
  await using service = await startService()
  const { alfa } = service
  const { manager } = await hireStaff(service)
  const wrong = { errors: [{ path: 'header:Idempotency-Key', code: 'wrong_format' }] }

  for (const key of ['', 'two words', 'x'.repeat(256), 'é'])
    for (const query of ['', '?dryRun=true']) {
      const answer = await send(alfa, [GOOD], query, { 'idempotency-key': key })
      expect(answer).toBeProblem(422, 'validation_failed')
      expect(answer.body).toMatchObject(wrong)
    }
  for (const key of ['x'.repeat(255), '"8e03978e-40d5-43dd-bc93-6894a57f9324"'])
    expect((await send(alfa, [GOOD], '', { 'idempotency-key': key })).status).toBe(200)

  const init = { body: { updates: [{ ...GOOD, available: 1 }] }, headers: KEY }
  const refused = await manager.call('PUT', '/v1/panel/availability', init)
  expect(refused).toBeProblem(422, 'validation_failed')
  expect(refused.body.errors).toMatchObject([
    { path: 'header:Idempotency-Key', code: 'unknown_field' },
  ])
  expect(await leftOf(alfa)).toBe(4)
})
