import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { SCOPES, SCOPES_DEFAULT } from '../../src/domain/accounts/scope.ts'
import { listApiKeys } from '../../src/store/accounts/api-keys.ts'
import { newKey } from '../support/api-keys.ts'
import { startService } from '../support/service.ts'
import { rowsOf } from '../support/sql.ts'
import { hireStaff, historyOf } from '../support/staff.ts'

const KEYS = '/v1/panel/api-keys'

test('a key is made with the scopes that are named, in one order, and without any with those of the default (contract §8)', async () => {
  await using service = await startService()
  const { manager, admin, call } = { ...service, ...(await hireStaff(service)) }
  const make = async (more = {}) =>
    (await manager.call('POST', KEYS, { body: { name: 'A', ...more } })).body

  const usual = await make()
  expect(usual).toMatchObject({ scopes: SCOPES_DEFAULT, allowedIps: [], state: 'active' })
  for (const chosen of ['rates:write', 'content:write', 'bookings:manage'])
    expect(usual.scopes).not.toContain(chosen)
  const some = await make({ scopes: ['webhooks', 'availability:read'] })
  expect(some.scopes).toEqual(['availability:read', 'webhooks'])
  expect((await make({ scopes: SCOPES })).scopes).toEqual([...SCOPES])
  const headers = { authorization: `Bearer ${some.secret}` }
  const { key } = (await call('GET', '/v1/partner/limits', { headers })).body
  const { id, name, scopes, allowedIps, expiresAt } = some
  expect(key).toEqual({ id, name, scopes, allowedIps, expiresAt })
  const listed = (await manager.call('GET', KEYS)).body.items
  expect(listed.find((each: { id: string }) => each.id === id)).toMatchObject({
    scopes,
    allowedIps,
  })
  const [entry] = await historyOf(admin, `?entity=api_key&id=${id}`)
  expect(entry!.after).toMatchObject({ scopes })
})

test.each([
  [['bookings:read', 'bookings:write'], '/scopes/1', 'unknown_scope'],
  [['Bookings:read'], '/scopes/0', 'unknown_scope'],
  [['webhooks', 'webhooks'], '/scopes/1', 'repeated'],
  [[], '/scopes', 'wrong_length'],
  [[1], '/scopes/0', 'unknown_value'],
  ['webhooks', '/scopes', 'wrong_type'],
  [null, '/scopes', 'null_refused'],
])('scopes %p are refused at %s: %s (contract §6)', async (scopes, path, code) => {
  await using service = await startService()
  const { manager } = await hireStaff(service)

  const refused = await manager.call('POST', KEYS, { body: { name: 'A', scopes } })
  expect(refused).toBeProblem(422, 'validation_failed')
  expect(refused.body.errors).toMatchObject([{ path, code }])
  expect((await manager.call('GET', KEYS)).body.items).toHaveLength(1)
})

test('nobody gives a key more than it was made with (contract §8)', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  const { key } = await newKey(service)
  const path = `/v1/admin/hotels/alfa/keys/${key.id}`

  const body = { requestsPerMinute: 9, scopes: SCOPES }
  const refused = await admin.call('PATCH', path, { body })
  expect(refused).toBeProblem(422, 'validation_failed')
  expect(refused.body.errors).toMatchObject([{ path: '/scopes', code: 'unknown_field' }])
  const { body: shown } = await admin.call('PATCH', path, { body: { requestsPerMinute: 9 } })
  expect(shown).toMatchObject({ scopes: SCOPES_DEFAULT, allowedIps: [], state: 'active' })
})

test('a key that was made before there were scopes has those of the default, from anywhere (contract §8)', async () => {
  await using service = await startService()
  const { alfa, store } = service
  await store.tx((tx) =>
    rowsOf(
      tx,
      sql`insert into api_key (id, hotel_id, name, prefix, hash, created_at_ms)
          values ('old', ${alfa.id}, 'Old', 'p', 'h', 1)`,
    ),
  )

  const old = (await listApiKeys(store, alfa.id)).find(({ id }) => id === 'old')
  expect(old).toMatchObject({ scopes: SCOPES_DEFAULT, allowedIps: [] })
})

test('an expired key says so, and a revoked one that it is that (contract §8)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const make = async (expiresAt: string) =>
    (await manager.call('POST', KEYS, { body: { name: 'A', expiresAt } })).body.id
  const short = await make('2027-03-10T09:30:00Z')
  const revoked = await make('2027-03-10T09:30:00Z')
  await manager.call('DELETE', `${KEYS}/${revoked}`)
  service.clock.advance(30 * 60_000)

  const { items } = (await manager.call('GET', KEYS)).body
  const states = Object.fromEntries(items.map(({ id, state }: any) => [id, state]))
  expect(states).toMatchObject({
    [service.alfa.keyId]: 'active',
    [short]: 'expired',
    [revoked]: 'revoked',
  })
})
