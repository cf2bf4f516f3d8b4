import { expect, test } from 'bun:test'
import { FROM, makeAll, noteUsesNow, startMakers } from '../support/makers.ts'
import { hireStaff } from '../support/staff.ts'

const listed = async ({ call }: { call: any }, path: string) =>
  (await call('GET', `/v1/panel/${path}?hotel=alfa`)).body.items

test('keys, sites, connections and webhooks say who made them; what a key or connection makes is of whoever made that (contract-access, Accounts)', async () => {
  await using world = await startMakers()
  const { olga, mehmet, service } = world
  const made = await makeAll(world, olga, 'alfa')
  const createdBy = { id: olga.user.id, name: 'olga' }

  for (const path of ['api-keys', 'sites']) {
    const items = await listed(mehmet, path)
    const hers = items.filter(({ name }: any) => name.startsWith('olga'))
    expect(hers.length).toBeGreaterThan(0)
    for (const item of hers) expect(item).toMatchObject({ createdBy, lastUsedFrom: null })
  }
  const [{ connection }] = await listed(mehmet, 'vendors')
  expect(connection).toMatchObject({ id: made.connection!.id, createdBy, lastUsedFrom: null })
  const hooks = new Map((await listed(mehmet, 'webhooks')).map((each: any) => [each.id, each]))
  const byWhom = [
    ['hook', null],
    ['keyHook', made.key!.id],
    ['vendorHook', made.connection!.id],
  ] as const
  for (const [what, createdByKey] of byWhom)
    expect(hooks.get(made[what]!.id)).toMatchObject({ createdBy, createdByKey })
  // To a partner the hotel's people are ids.
  for (const path of ['/webhooks', `/webhooks/${made.keyHook!.id}`]) {
    const { body } = await made.key!.call!('GET', path)
    for (const hook of body.items ?? [body])
      expect(hook.createdBy).toEqual({ id: olga.user.id, name: null })
  }
  // The service made it, not a person.
  const [alfaKey] = await listed(mehmet, 'api-keys')
  expect(alfaKey).toMatchObject({ id: service.alfa.keyId, createdBy: null })
})

test('the last use of keys, connections and sites is told with its address within a minute; of a webhook its last attempt, and no address (contract-access, Accounts)', async () => {
  await using world = await startMakers()
  const { olga, service } = world
  const made = await makeAll(world, olga, 'alfa')
  await made.key!.call!('GET', '/hotel', FROM('192.0.2.7'))
  service.clock.advance(1_000)
  await made.key!.call!('GET', '/hotel', FROM('2001:db8::7'))
  await made.connection!.call!('GET', '/hotel?hotel=alfa', FROM('192.0.2.8'))
  // The site's server, not the visitor whom it calls for.
  const visit = { headers: { ...FROM('192.0.2.9').headers, 'x-service-visitor': '203.0.113.1' } }
  await made.site!.call!('GET', '/v1/hotels/alfa', visit)
  await noteUsesNow(service)

  const lastUsedAt = '2027-03-10T09:00:01.000Z'
  const keys = await listed(olga, 'api-keys')
  const of = (items: any[], what: string) => items.find(({ id }) => id === made[what]!.id)
  expect(of(keys, 'key')).toMatchObject({ lastUsedAt, lastUsedFrom: '2001:db8::7' })
  const [{ connection }] = await listed(olga, 'vendors')
  expect(connection).toMatchObject({ lastUsedAt, lastUsedFrom: '192.0.2.8' })
  expect(of(await listed(olga, 'sites'), 'site')).toMatchObject({
    lastUsedAt,
    lastUsedFrom: '192.0.2.9',
  })
  const { t } = service.store
  await service.store.tx(async (tx) => {
    await tx.db.update(t.webhook).set({ lastAttemptAtMs: service.clock.nowMs })
  })
  for (const hook of await listed(olga, 'webhooks'))
    expect(hook).toMatchObject({ lastUsedAt, lastAttemptAt: lastUsedAt, lastUsedFrom: null })
})

test('who made something is told when they have left, and by no address where that is their name (contract-access, Accounts)', async () => {
  await using world = await startMakers()
  const { mehmet, olga, service } = world
  const { admin } = await hireStaff(service)
  await makeAll(world, mehmet, 'alfa')
  const { t } = service.store
  const site = { name: 'Portal' }
  await admin.call('POST', '/v1/admin/sites', { body: site })
  await admin.call('POST', '/v1/panel/api-keys?hotel=alfa', { body: { name: 'by an admin' } })
  await service.store.tx(async (tx) => {
    await tx.db.delete(t.userHotel)
    await tx.db
      .insert(t.userHotel)
      .values({ userId: olga.user.id, hotelId: service.alfa.id, role: 'owner' })
  })

  const keys = await listed(olga, 'api-keys')
  expect(keys.map(({ createdBy }: any) => createdBy?.name ?? null)).toEqual([
    null,
    'mehmet',
    'mehmet',
    'admin',
  ])
  await admin.call('PATCH', '/v1/auth/me', { body: { name: admin.user.email } })
  expect((await listed(olga, 'api-keys')).at(-1).createdBy).toEqual({
    id: admin.user.id,
    name: null,
  })
  const sites = (await admin.call('GET', '/v1/admin/sites')).body.items
  expect(sites[0].createdBy.id).toBe(admin.user.id)
})
