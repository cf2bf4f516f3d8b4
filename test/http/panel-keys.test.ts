import { expect, test } from 'bun:test'
import { startService } from '../support/service.ts'
import { hireStaff, historyOf } from '../support/staff.ts'

const KEYS = '/v1/panel/api-keys'

test('a key made in the panel opens the partner interface of that hotel; its secret is shown this once (specification §5)', async () => {
  await using service = await startService()
  const { manager, admin } = await hireStaff(service)
  const made = await manager.call('POST', KEYS, { body: { name: 'Channel manager' } })

  expect(made.status).toBe(201)
  expect(made.headers.get('cache-control')).toBe('no-store')
  const { secret, ...key } = made.body
  expect(secret).toStartWith(key.prefix)
  expect(key).toMatchObject({ name: 'Channel manager', requestsPerMinute: null, revokedAt: null })
  const headers = { authorization: `Bearer ${secret}` }
  const { body } = await service.call('GET', '/v1/partner/hotel', { headers })
  expect(body.slug).toBe('alfa')

  const list = await manager.call('GET', KEYS)
  expect(list.body.items.map(({ name }: { name: string }) => name)).toEqual([
    'alfa key',
    'Channel manager',
  ])
  const told = list.text + JSON.stringify(await historyOf(admin, `?entity=api_key&id=${key.id}`))
  expect(told).not.toContain(secret.slice(key.prefix.length))
  expect(told).not.toContain('hash')
})

test('a revoked key is refused from the next request on and stays in the list; who revoked it is told (contract §8)', async () => {
  await using service = await startService()
  const { manager, admin } = await hireStaff(service)
  const { secret, id } = (await manager.call('POST', KEYS, { body: { name: 'A' } })).body
  const headers = { authorization: `Bearer ${secret}` }
  expect((await service.call('GET', '/v1/partner/hotel', { headers })).status).toBe(200)

  const gone = await manager.call('DELETE', `${KEYS}/${id}`)

  expect([gone.status, gone.text]).toEqual([204, ''])
  expect(await service.call('GET', '/v1/partner/hotel', { headers })).toBeProblem(
    401,
    'unauthenticated',
  )
  const { items } = (await manager.call('GET', KEYS)).body
  expect(items.at(-1).revokedAt).toBe('2027-03-10T09:00:00.000Z')
  expect(await manager.call('DELETE', `${KEYS}/${id}`)).toBeProblem(404, 'not_found')
  expect(await historyOf(admin, `?entity=api_key&id=${id}`)).toMatchObject([
    { actor: { id: manager.user.id }, before: { revokedAtMs: null } },
    { actor: { id: manager.user.id }, before: null },
  ])
})

test('the list tells how many requests of a key passed in the last minute; refused ones are not counted (issue 5 §5)', async () => {
  await using service = await startService()
  const { manager, admin } = await hireStaff(service)
  const { secret, id } = (await manager.call('POST', KEYS, { body: { name: 'A' } })).body
  const headers = { authorization: `Bearer ${secret}` }
  const limit = { body: { requestsPerMinute: 3 } }
  await admin.call('PATCH', `/v1/admin/hotels/alfa/keys/${id}`, limit)
  const pull = async () => (await service.call('GET', '/v1/partner/hotel', { headers })).status
  const used = async () =>
    (await manager.call('GET', KEYS)).body.items.map(
      ({ requestsLastMinute }: { requestsLastMinute: number }) => requestsLastMinute,
    )
  expect(await used()).toEqual([0, 0])

  expect([await pull(), await pull(), await pull(), await pull()]).toEqual([200, 200, 200, 429])
  expect(await used()).toEqual([0, 3])

  service.clock.advance(90_000)
  expect([await pull(), await used()]).toEqual([200, [0, 1 + 2]])
  service.clock.advance(120_000)
  expect(await used()).toEqual([0, 0])
})

test('a hotel has at most 5 active keys, however many are asked for at once; a revoked one makes room (contract §5)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const make = () => manager.call('POST', KEYS, { body: { name: 'One more' } })

  const answers = await Promise.all(Array.from({ length: 8 }, make))

  expect(answers.filter(({ status }) => status === 201)).toHaveLength(4)
  const refused = await make()
  expect(refused).toBeProblem(422, 'validation_failed')
  expect(refused.body.errors).toMatchObject([{ path: '', code: 'too_many' }])
  await manager.call('DELETE', `${KEYS}/${service.alfa.keyId}`)
  expect((await make()).status).toBe(201)
})

test('Bravo neither sees nor revokes a key of Alfa', async () => {
  await using service = await startService()
  const { bravoManager, chief } = await hireStaff(service)
  const { keyId } = service.alfa
  expect((await bravoManager.call('GET', KEYS)).text).not.toContain(keyId)
  expect(await bravoManager.call('DELETE', `${KEYS}/${keyId}`)).toBeProblem(404, 'not_found')
  // Nor does who manages both, while asking about Bravo.
  const path = `${KEYS}/${keyId}?hotel=bravo`
  expect(await chief.call('DELETE', path)).toBeProblem(404, 'not_found')
  expect((await service.alfa.call('GET', '/hotel')).status).toBe(200)
})

test('a key may expire, in the future and at a real instant', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const make = (expiresAt: string) =>
    manager.call('POST', KEYS, { body: { name: 'Short', expiresAt } })

  const { body } = await make('2027-03-10T12:30:00+03:00')
  expect(body.expiresAt).toBe('2027-03-10T09:30:00.000Z')
  const headers = { authorization: `Bearer ${body.secret}` }
  expect((await service.call('GET', '/v1/partner/hotel', { headers })).status).toBe(200)
  service.clock.advance(30 * 60_000)
  expect(await service.call('GET', '/v1/partner/hotel', { headers })).toBeProblem(
    401,
    'unauthenticated',
  )
  for (const wrong of ['2027-03-10T09:30:00Z', '2027-13-01T00:00:00Z', 'tomorrow']) {
    const answer = await make(wrong)
    expect(answer).toBeProblem(422, 'validation_failed')
    expect(answer.body.errors[0].path).toBe('/expiresAt')
  }
  const [flaw] = (await make('2027-03-11')).body.errors
  expect(flaw.message).toStartWith('Must be an instant (RFC 3339)')
})
