import { expect, test } from 'bun:test'
import { and, eq, isNull } from 'drizzle-orm'
import { book, sell } from '../support/bookings.ts'
import { type CreatedThing, FROM, makeAll, startMakers } from '../support/makers.ts'
import { hireStaff, historyOf } from '../support/staff.ts'
import { signIn, type TestUser } from '../support/users.ts'
import { bearer } from '../support/vendors.ts'
import { queueEvents } from '../support/webhooks.ts'

type Things = Record<string, CreatedThing>

const PEOPLE = '/v1/panel/members'
const PULL = '/bookings?updatedSince=2000-01-01T00:00:00Z'

const withoutCalls = (things: Things) => Object.values(things).map(({ call: _, ...thing }) => thing)
const sorted = (made: any[]) => made.toSorted((a, b) => (a.id < b.id ? -1 : 1))
const remove = (by: TestUser, whom: TestUser, more = '', hotel = 'alfa') =>
  by.call('DELETE', `${PEOPLE}/${whom.user.id}?hotel=${hotel}${more}`)

/** How each of the things of a hotel is answered: what opens it by a call, a webhook by the list. */
async function states(owner: TestUser, things: Things, hotel = 'alfa') {
  const hooks = (await owner.call('GET', `/v1/panel/webhooks?hotel=${hotel}`)).body.items
  const statusOf = async (what: string, path: string) =>
    (await things[what]!.call!('GET', path)).status
  return {
    key: await statusOf('key', PULL),
    test: await statusOf('test', '/hotel'),
    site: await statusOf('site', `/v1/hotels/${hotel}`),
    connection: await statusOf('connection', `/hotel?hotel=${hotel}`),
    hooks: ['hook', 'keyHook', 'vendorHook'].filter((what) =>
      hooks.some(({ id }: any) => id === things[what]!.id),
    ).length,
  }
}
const GOOD = { key: 200, test: 200, site: 200, connection: 200, hooks: 3 }
const GONE = { key: 401, test: 401, site: 401, connection: 404, hooks: 0 }

test('who removes somebody is told what they made at this hotel, before and with it; without revoke it goes on (contract-access, Accounts; S14)', async () => {
  await using world = await startMakers()
  const { olga, mehmet } = world
  const hers = await makeAll(world, olga, 'alfa')
  await makeAll(world, mehmet, 'bravo')

  const tried = await remove(mehmet, olga, '&simulate=true&revoke=true')
  expect(tried.status).toBe(200)
  expect(sorted(tried.body.made)).toEqual(sorted(withoutCalls(hers)))
  expect(Object.keys(tried.body)).toEqual(['made'])
  expect((await olga.call('GET', '/v1/auth/me')).body.hotels).toEqual(['alfa'])
  expect(await states(mehmet, hers)).toEqual(GOOD)

  const removed = await remove(mehmet, olga)
  expect(removed.body).toEqual(tried.body)
  expect(await olga.call('GET', `${PEOPLE}?hotel=alfa`)).toBeProblem(404, 'not_found')
  expect(await states(mehmet, hers)).toEqual(GOOD)
  const items = (await mehmet.call('GET', '/v1/panel/api-keys?hotel=alfa')).body.items
  expect(items.find(({ id }: any) => id === hers.key!.id).createdBy.name).toBe('olga')
})

test('with revoke nothing opens that they made there, all of others does, and the history says who ended it (contract-access, Accounts; S14)', async () => {
  await using world = await startMakers()
  const { olga, mehmet, service } = world
  const { admin } = await hireStaff(service)
  const theirs = await makeAll(world, mehmet, 'bravo')
  const hers = await makeAll(world, olga, 'alfa')
  const { body: own } = await mehmet.call('POST', '/v1/panel/api-keys?hotel=alfa', {
    body: { name: 'his' },
  })
  await sell(service)
  await book(service.call)
  await queueEvents(service)

  const removed = await remove(mehmet, olga, '&revoke=true')
  expect(sorted(removed.body.made)).toEqual(sorted(withoutCalls(hers)))
  expect(await states(mehmet, hers)).toEqual(GONE)
  // The vendor's secret still opens the hotel that another has connected.
  expect(await states(mehmet, theirs, 'bravo')).toEqual(GOOD)
  const his = { headers: { authorization: `Bearer ${own.secret}`, ...FROM('192.0.2.1').headers } }
  expect((await service.call('GET', '/v1/partner/hotel', his)).status).toBe(200)
  expect((await service.alfa.call('GET', '/hotel')).status).toBe(200)
  const { delivery, webhook } = service.store.t
  const rows = await service.store.db
    .select({ state: delivery.state })
    .from(delivery)
    .innerJoin(webhook, eq(webhook.id, delivery.webhookId))
    .where(eq(webhook.createdBy, olga.user.id))
  expect(rows.length).toBeGreaterThan(0)
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['failed']))
  for (const [what, entity] of [
    ['key', 'api_key'],
    ['test', 'api_key'],
    ['connection', 'api_key'],
    ['site', 'site'],
    ['hook', 'webhook'],
    ['keyHook', 'webhook'],
    ['vendorHook', 'webhook'],
  ] as const) {
    const [last] = await historyOf(admin, `?entity=${entity}&id=${hers[what]!.id}`)
    expect(last!.actor).toMatchObject({ type: 'user', id: mehmet.user.id })
    expect(last!.after.revokedAtMs ?? last!.after.deletedAtMs).toBe(service.clock.nowMs)
  }
  const again = await remove(mehmet, olga, '&revoke=true')
  expect(again).toBeProblem(404, 'not_found')
})

test('what somebody makes while they are removed ends with the rest, or is refused (contract-access, Accounts)', async () => {
  await using world = await startMakers()
  const { olga, mehmet, service } = world
  const key = (
    await olga.call('POST', '/v1/panel/api-keys?hotel=alfa', {
      body: { name: 'hers', scopes: ['webhooks', 'bookings:read', 'availability:read'] },
    })
  ).body
  const byKey = bearer(service.call, key.secret)
  const racing = [
    remove(mehmet, olga, '&revoke=true'),
    ...[1, 2, 3].map((n) =>
      olga.call('POST', '/v1/panel/api-keys?hotel=alfa', { body: { name: `key ${n}` } }),
    ),
    ...[1, 2].map((n) =>
      byKey('POST', '/webhooks', { body: { url: `https://hooks.example.com/${n}` } }),
    ),
    olga.call('POST', '/v1/panel/sites?hotel=alfa', { body: { name: 'alfa.example' } }),
    olga.call('POST', '/v1/panel/vendors?hotel=alfa', { body: { vendorId: world.vendor.id } }),
  ]
  const [removed, ...made] = await Promise.all(racing)
  expect(removed!.status).toBe(200)
  for (const { status } of made) expect([201, 401, 404]).toContain(status)
  const count = made.filter(({ status }) => status === 201).length
  expect(removed!.body.made).toHaveLength(count + 1)
  const { apiKey, site, webhook } = service.store.t
  const { db } = service.store
  for (const [table, ended] of [
    [apiKey, apiKey.revokedAtMs],
    [site, site.revokedAtMs],
    [webhook, webhook.deletedAtMs],
  ] as const)
    expect(await db.$count(table, and(eq(table.createdBy, olga.user.id), isNull(ended)))).toBe(0)
})

test('an owner is told, and ends, nothing of another hotel (contract-access, Accounts)', async () => {
  await using world = await startMakers()
  const { olga, mehmet, service } = world
  await service.store.tx(async (tx) => {
    const bravo = { userId: olga.user.id, hotelId: service.bravo.id, role: 'owner' as const }
    await tx.db.insert(tx.t.userHotel).values(bravo)
  })
  const again = await signIn(service, 'hotel_manager', { name: 'x', hotelIds: [service.alfa.id] })
  const atBravo = await makeAll(world, olga, 'bravo')
  const removed = await remove(again, olga, '&revoke=true')
  expect(removed.body).toEqual({ made: [] })
  expect(await states(mehmet, atBravo, 'bravo')).toEqual(GOOD)
  for (const more of ['', '&simulate=true', '&revoke=true'])
    expect(await remove(again, olga, more, 'bravo')).toBeProblem(404, 'not_found')
})

test('who leaves by themselves is told what they made; who owns the hotel no more ends none of it (contract-access, Accounts)', async () => {
  await using world = await startMakers()
  const { olga, mehmet } = world
  const hers = await makeAll(world, olga, 'alfa')
  const path = `${PEOPLE}/${olga.user.id}?hotel=alfa`
  expect((await mehmet.call('PATCH', path, { body: { role: 'front_desk' } })).status).toBe(200)

  expect(await remove(olga, olga, '&revoke=true')).toBeProblem(403, 'role_missing')
  expect(await remove(olga, mehmet, '&simulate=true')).toBeProblem(403, 'role_missing')
  const left = await remove(olga, olga)
  expect(sorted(left.body.made)).toEqual(sorted(withoutCalls(hers)))
  expect(await states(mehmet, hers)).toEqual(GOOD)
  expect(await remove(mehmet, mehmet, '&simulate=true')).toBeProblem(409, 'last_owner')
})

test('what has ended, has expired or is of somebody else is none of what they made (contract-access, Accounts)', async () => {
  await using world = await startMakers()
  const { olga, mehmet, service } = world
  const hers = await makeAll(world, olga, 'alfa')
  const expiring = { name: 'short', expiresAt: '2027-03-10T10:00:00Z' }
  await olga.call('POST', '/v1/panel/api-keys?hotel=alfa', { body: expiring })
  service.clock.advance(60 * 60 * 1_000)
  await mehmet.call('DELETE', `/v1/panel/sites/${hers.site!.id}?hotel=alfa`)
  await mehmet.call('DELETE', `/v1/panel/webhooks/${hers.hook!.id}?hotel=alfa`)
  const { site, hook, ...rest } = hers
  const tried = await remove(mehmet, olga, '&simulate=true')
  expect(sorted(tried.body.made)).toEqual(sorted(withoutCalls(rest)))
})

test('an admin who blocks somebody is told what they made at every hotel, and ends all of it with revoke (contract-access, Accounts; S14)', async () => {
  await using world = await startMakers()
  const { olga, mehmet, service } = world
  const { admin } = await hireStaff(service)
  const atAlfa = await makeAll(world, mehmet, 'alfa')
  const atBravo = await makeAll(world, mehmet, 'bravo')
  const path = `/v1/admin/users/${mehmet.user.id}`
  const all = [
    ...withoutCalls(atAlfa).map((each) => ({ ...each, hotelSlug: 'alfa' })),
    ...withoutCalls(atBravo).map((each) => ({ ...each, hotelSlug: 'bravo' })),
  ]
  const change = (body: object) => admin.call('PATCH', path, { body })

  const tried = await change({ status: 'blocked', revoke: true, simulate: true })
  expect(sorted(tried.body.made)).toEqual(sorted(all))
  expect(tried.body.madeCount).toBe(all.length)
  expect((await mehmet.call('GET', '/v1/auth/me')).status).toBe(200)
  // A hotel that is taken away alone.
  const lost = await change({ hotels: ['alfa'], simulate: true })
  expect(new Set(lost.body.made.map(({ hotelSlug }: any) => hotelSlug))).toEqual(new Set(['bravo']))
  expect((await change({ name: 'Mehmet' })).body).toMatchObject({ made: [], madeCount: 0 })

  const blocked = await change({ status: 'blocked' })
  expect(blocked.body).toMatchObject({ status: 'blocked', madeCount: all.length })
  expect(await states(olga, atAlfa)).toEqual(GOOD)
  // Who is blocked already is asked for it again.
  const ended = await change({ status: 'blocked', revoke: true })
  expect(sorted(ended.body.made)).toEqual(sorted(all))
  expect(await states(olga, atAlfa)).toEqual(GONE)
  const owner = await signIn(service, 'hotel_manager', { name: 'b', hotelIds: [service.bravo.id] })
  expect(await states(owner, atBravo, 'bravo')).toEqual(GONE)
  expect((await change({ status: 'active' })).body).toMatchObject({ made: [], madeCount: 0 })
})

test('the sandbox for admins answers as the owners’, and a site of admins ends with the admin who made it (contract-access, Accounts)', async () => {
  await using world = await startMakers()
  const { olga, mehmet, service } = world
  const { admin } = await hireStaff(service)
  const other = await signIn(service, 'admin', { name: 'other admin' })
  const hers = await makeAll(world, olga, 'alfa')
  const member = `/v1/admin/hotels/alfa/members/${olga.user.id}`
  const tried = await admin.call('DELETE', `${member}?simulate=true`)
  expect(sorted(tried.body.made)).toEqual(sorted(withoutCalls(hers)))
  expect((await admin.call('DELETE', `${member}?revoke=true`)).body).toEqual(tried.body)
  expect(await states(mehmet, hers)).toEqual(GONE)

  const { body: site } = await other.call('POST', '/v1/admin/sites', { body: { name: 'Portal' } })
  const body = { status: 'blocked', revoke: true }
  const blocked = await admin.call('PATCH', `/v1/admin/users/${other.user.id}`, { body })
  expect(blocked.body.made).toEqual([
    { kind: 'site', id: site.id, name: 'Portal', hotelSlug: null },
  ])
  const bySite = { headers: { 'x-service-site': site.secret } }
  expect((await service.call('GET', '/v1/hotels', bySite)).status).toBe(401)
})

test('of very much that a blocked admin made 200 are listed, all are counted, and all end (contract-access, Accounts)', async () => {
  await using world = await startMakers()
  const { service } = world
  const { admin } = await hireStaff(service)
  const other = await signIn(service, 'admin', { name: 'other admin' })
  const { site } = service.store.t
  const rows = Array.from({ length: 205 }, (_, n) => ({
    ...{ id: `site ${n}`, name: `Site ${n}`, proves: false, roomNightsPerHour: 1 },
    ...{ prefix: `p${n}`, hash: `h${n}`, createdBy: other.user.id, createdAtMs: 1 },
  }))
  await service.store.tx(async (tx) => {
    await tx.db.insert(site).values(rows)
  })
  const body = { status: 'blocked', revoke: true }
  const blocked = await admin.call('PATCH', `/v1/admin/users/${other.user.id}`, { body })
  expect([blocked.body.made.length, blocked.body.madeCount]).toEqual([200, 205])
  expect(await service.store.db.$count(site, isNull(site.revokedAtMs))).toBe(0)
})
