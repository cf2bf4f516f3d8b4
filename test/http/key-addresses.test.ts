import { expect, test } from 'bun:test'
import { withAnotherKey } from '../support/api-keys.ts'
import { pull } from '../support/http.ts'
import { type Settings, startService, type TestHotel } from '../support/service.ts'
import { hireStaff, historyOf } from '../support/staff.ts'

const KEYS = '/v1/panel/api-keys'
const NETWORKS = ['203.0.113.0/24', '2001:db8::/48']

/** A service behind a proxy, and a key of Alfa that is taken from some networks. */
async function guarded(settings: Settings = {}, allowedIps: string[] = NETWORKS) {
  const service = await startService({ trustedProxies: 1, ...settings })
  const key = await withAnotherKey(service, service.alfa, { allowedIps, requestsPerMinute: null })
  return {
    service,
    key,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}

const from = (key: TestHotel, address: string, path = '/hotel') =>
  key.call('GET', path, { headers: { 'x-forwarded-for': address } })

test.each([
  ['203.0.113.1', 200],
  ['::ffff:203.0.113.1', 200],
  ['203.0.113.1:4711', 200],
  ['[2001:db8::1]:4711', 200],
  ['203.0.114.1', 403],
  ['2001:db8:1::1', 403],
  ['203.0.113.1.evil.example.com', 403],
  ['unknown', 403],
  // Whatever the client wrote itself stands before what the proxy wrote.
  ['203.0.113.1, 198.51.100.1', 403],
])('a key of two networks from %s: %d (contract §8)', async (address, status) => {
  await using scene = await guarded()

  const answer = await from(scene.key, address)
  expect(answer.status).toBe(status)
  if (status === 403) expect(answer).toBeProblem(403, 'address_not_allowed')
})

test('another address takes no token of the key, is told nothing of it, and leaves no last use (contract §7, §8)', async () => {
  await using scene = await guarded()
  const { key, service } = scene
  for (let i = 0; i < 30; i++)
    expect(await from(key, '198.51.100.1')).toBeProblem(403, 'address_not_allowed')

  const refused = await from(key, '198.51.100.1')
  expect(refused.body.detail).toContain('198.51.100.1')
  expect(refused.text).not.toContain('203.0.113')
  for (const path of ['/hotel', '/nowhere'])
    expect((await from(key, '198.51.100.2', path)).headers.get('ratelimit')).toBeNull()
  expect(service.context.keyUses.has(key.keyId)).toBe(false)
  expect((await from(key, '203.0.113.1', '/nowhere')).headers.get('ratelimit')).toContain('r=60;')
  expect((await from(key, '203.0.113.1')).headers.get('ratelimit')).toContain('r=59;')
})

test('refused addresses are limited as refused credentials are, and the good one passes meanwhile (contract §7)', async () => {
  await using scene = await guarded()
  const statuses: number[] = []
  for (let i = 0; i < 62; i++) statuses.push((await from(scene.key, '198.51.100.1')).status)

  expect(statuses).toEqual([...Array(60).fill(403), 429, 429])
  expect((await from(scene.key, '203.0.113.1')).status).toBe(200)
})

test('without TRUST_PROXY the address is that of the connection, whatever a header says (contract §10)', async () => {
  await using scene = await guarded({ trustedProxies: 0, listen: true }, ['127.0.0.1'])
  const { service, key } = scene
  const other = await withAnotherKey(service, service.alfa, { allowedIps: ['198.51.100.1'] })
  const ask = async ({ secret }: TestHotel, headers: Record<string, string> = {}) =>
    (
      await fetch(`${service.url}/v1/partner/hotel`, {
        headers: { authorization: `Bearer ${secret}`, ...headers },
      })
    ).status

  expect(await ask(key)).toBe(200)
  expect(await ask(key, { 'x-forwarded-for': '198.51.100.1' })).toBe(200)
  expect(await ask(other)).toBe(403)
  expect(await ask(other, { 'x-forwarded-for': '198.51.100.1' })).toBe(403)
})

test('a key without a list is taken from anywhere, also where no address is known (contract §8)', async () => {
  await using scene = await guarded({ trustedProxies: 0 })
  expect((await pull(scene.service.alfa, '2027-04-01')).status).toBe(200)
  // The tests' calls come from no address.
  expect(await scene.key.call('GET', '/hotel')).toBeProblem(403, 'address_not_allowed')
})

test('the list is changed in the panel, from the next request on, and who changed it is told; nothing else of a key is (contract §8)', async () => {
  await using scene = await guarded()
  const { service, key } = scene
  const { manager, bravoManager, admin } = await hireStaff(service)
  const path = `${KEYS}/${key.keyId}`
  const change = (body: object, by = manager) => by.call('PATCH', path, { body })
  expect((await from(key, '198.51.100.1')).status).toBe(403)

  const { body } = await change({ allowedIps: ['198.51.100.1'] })
  expect(body).toMatchObject({ id: key.keyId, allowedIps: ['198.51.100.1/32'] })
  expect((await from(key, '198.51.100.1')).status).toBe(200)
  expect((await from(key, '203.0.113.1')).status).toBe(403)
  expect((await change({ allowedIps: [] })).body.allowedIps).toEqual([])
  expect((await from(key, '203.0.113.1')).status).toBe(200)

  const of = `?entity=api_key&id=${key.keyId}`
  expect(await historyOf(admin, of)).toMatchObject([
    { actor: { id: manager.user.id }, before: { allowedIps: ['198.51.100.1/32'] } },
    { before: { allowedIps: NETWORKS }, after: { allowedIps: ['198.51.100.1/32'] } },
  ])
  for (const [wrong, place] of [
    [{ allowedIps: ['203.0.113.7/24'] }, '/allowedIps/0'],
    [{ allowedIps: [], scopes: ['bookings:manage'] }, '/scopes'],
    [{ allowedIps: [], expiresAt: null }, '/expiresAt'],
    [{}, '/allowedIps'],
  ] as const) {
    const refused = await change(wrong)
    expect(refused).toBeProblem(422, 'validation_failed')
    expect(refused.body.errors).toMatchObject([{ path: place }])
  }
  expect(await change({ allowedIps: [] }, bravoManager)).toBeProblem(404, 'not_found')
})

test('the list is told as networks; one that is none is refused at its place, and more than 20 are (contract §8)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const make = (allowedIps: unknown) =>
    manager.call('POST', KEYS, { body: { name: 'A', allowedIps } })

  const { body } = await make(['203.0.113.7', '2001:DB8::/48'])
  expect(body.allowedIps).toEqual(['203.0.113.7/32', '2001:db8::/48'])
  const { items } = (await manager.call('GET', KEYS)).body
  expect(items.at(-1).allowedIps).toEqual(body.allowedIps)
  const hosts = Array.from({ length: 21 }, (_, n) => `203.0.113.${n}`)
  expect((await make(hosts.slice(1))).status).toBe(201)
  for (const [wrong, path, code] of [
    [['203.0.113.7', '203.0.113.7/24'], '/allowedIps/1', 'wrong_network'],
    [['203.0.113.7', '203.0.113.7/32'], '/allowedIps/1', 'repeated'],
    [hosts, '/allowedIps', 'wrong_length'],
    [['2'.repeat(50)], '/allowedIps/0', 'wrong_length'],
    ['203.0.113.7', '/allowedIps', 'wrong_type'],
  ]) {
    const refused = await make(wrong)
    expect(refused).toBeProblem(422, 'validation_failed')
    expect(refused.body.errors).toMatchObject([{ path, code }])
  }
})
