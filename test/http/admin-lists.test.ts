import { expect, test } from 'bun:test'
import { foldSums } from '../../src/service/bookings/sums.ts'
import { book, sell } from '../support/bookings.ts'
import { asGuest } from '../support/manage.ts'
import type { Call } from '../support/service.ts'
import { startService } from '../support/service.ts'
import { hireStaff, signInAgain } from '../support/staff.ts'

type Item = Record<string, any>

/** Every item of a list, page by page. */
async function walk(call: Call, path: string, between: () => Promise<unknown> = async () => {}) {
  const items: Item[] = []
  const query = path.includes('?') ? '&' : '?'
  for (let cursor = ''; ; ) {
    const { body } = await call('GET', `${path}${query}limit=2${cursor && `&cursor=${cursor}`}`)
    items.push(...body.items)
    if (body.nextCursor === null) return items
    cursor = body.nextCursor
    await between()
  }
}

test('admins walk through all hotels, accounts and agencies, each once (contract §5)', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)

  const hotels = await walk(admin.call, '/v1/admin/hotels')
  expect(hotels.map(({ slug }) => slug)).toEqual(['alfa', 'bravo'])
  const users = await walk(admin.call, '/v1/admin/users')
  expect(users).toHaveLength(7)
  expect(new Set(users.map(({ id }) => id)).size).toBe(7)
  expect(users.find(({ name }) => name === 'chief')).toMatchObject({ hotels: ['alfa', 'bravo'] })
  expect(users.find(({ name }) => name === 'agent')).toMatchObject({ agencyCode: 'DELTA' })
  expect(JSON.stringify(users)).not.toMatch(/password|tokenVersion/i)
  expect((await walk(admin.call, '/v1/agencies')).map(({ code }) => code)).toEqual([
    'DELTA',
    'ECHO',
  ])
})

test('hotels and accounts are filtered by what they are and by a part of their name, without its case and marks', async () => {
  await using service = await startService()
  const { admin, chief, guest } = await hireStaff(service)
  await admin.call('PATCH', '/v1/admin/hotels/bravo', {
    body: { active: false, name: '100% Şişli Bravo' },
  })
  const hotels = async (query: string) =>
    (await admin.call('GET', `/v1/admin/hotels?${query}`)).body.items.map((item: Item) => item.slug)
  const users = async (query: string) =>
    (await admin.call('GET', `/v1/admin/users?${query}`)).body.items.map((item: Item) => item.name)

  expect(await hotels('active=false')).toEqual(['bravo'])
  expect(await hotels('city=alfa-city')).toEqual(['alfa'])
  expect(await hotels('q=ALF')).toEqual(['alfa'])
  for (const q of ['şişli', 'SISLI', 'ŞİŞLİ', 'bravo şiş', '100%', 'avo'])
    expect(await hotels(`q=${encodeURIComponent(q)}`)).toEqual(['bravo'])
  expect(await hotels('q=%25')).toEqual([])
  expect(await hotels('q=alfa&city=bravo-city')).toEqual([])
  expect(await users('role=agency_user')).toEqual(['agent', 'echo-agent'])
  expect(await users('role=hotel_manager&q=bravo')).toEqual(['manager-bravo'])
  await admin.call('PATCH', `/v1/admin/users/${guest.user.id}`, { body: { name: 'Ömer Iğdır' } })
  for (const q of ['ömer', 'OMER', 'igdir', 'IĞDIR ömer', 'ığd', guest.user.email])
    expect(await users(`q=${encodeURIComponent(q)}`)).toEqual(['Ömer Iğdır'])
  expect(await users('q=omer&role=admin')).toEqual([])
  expect(await users('status=blocked')).toEqual([])
  await admin.call('PATCH', `/v1/admin/users/${chief.user.id}`, { body: { status: 'blocked' } })
  expect(await users('status=blocked')).toEqual(['chief'])
})

test('bookings of everybody, newest first, while others book: none twice, none left out (contract §5)', async () => {
  await using service = await startService()
  const { admin, agent } = await hireStaff(service)
  await sell(service, { available: 50 })
  const made: string[] = []
  for (let index = 0; index < 7; index++) {
    // Several of one millisecond: their order is then that of their making.
    if (index % 3 === 0) service.clock.advance(1)
    made.push((await book(index === 2 ? agent.call : service.call)).body.code)
  }

  const seen = await walk(admin.call, '/v1/admin/bookings', () => book(service.call))

  expect(seen.map(({ code }) => code)).toEqual(made.toReversed())
  const ofAgency = await walk(admin.call, '/v1/admin/bookings?agency=DELTA')
  expect(ofAgency.map(({ code }) => code)).toEqual([made[2]!])
  expect(await walk(admin.call, '/v1/admin/bookings?hotel=bravo')).toEqual([])
  expect(await walk(admin.call, '/v1/admin/bookings?status=cancelled')).toEqual([])
  await agent.call('POST', `/v1/bookings/${made[2]}/cancel`)
  const cancelled = await walk(admin.call, '/v1/admin/bookings?status=cancelled')
  expect(cancelled.map(({ code }) => code)).toEqual([made[2]!])
})

test.each([
  ['hotels?limit=0', '?limit'],
  ['users?limit=101', '?limit'],
  ['users?role=root', '?role'],
  ['bookings?hotel=none', '?hotel'],
  ['bookings?agency=none', '?agency'],
  ['bookings?status=gone', '?status'],
  ['bookings?from=2027-04-02&to=2027-04-01', '?to'],
  ['bookings?from=2027-02-30', '?from'],
  ['bookings?cursor=WyJhIiwxXQ', '?cursor'],
  ['users?cursor=WzFd', '?cursor'],
  ['hotels?cursor=x', '?cursor'],
  ['hotels?hotel=x', '?hotel'],
  ['hotels?q=a&q=b', '?q'],
  ['history?id=alfa', '?entity'],
  ['history?since=2027-02-30T00:00:00Z', '?since'],
  ['history?until=today', '?until'],
  ['dashboard?from=2027-04-01', '?to'],
  ['dashboard?from=2026-03-09', '?to'],
])('GET /v1/admin/%s is refused naming %s (contract §6)', async (path, place) => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  const answer = await admin.call('GET', `/v1/admin/${path}`)
  expect(answer).toBeProblem(422, 'validation_failed')
  expect(answer.body.errors[0].path).toBe(place)
})

test('the history is listed by kind, by thing, or whole, newest first, and goes on where it stopped', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  for (const name of ['A', 'B', 'C'])
    await admin.call('POST', '/v1/admin/cities', { body: { name, country: 'TR' } })
  await admin.call('PATCH', '/v1/admin/hotels/alfa', { body: { stars: 5 } })

  const ids = async (query: string) =>
    (await walk(admin.call, `/v1/admin/history${query}`)).map(({ id }) => id)
  expect(await ids('')).toEqual(['alfa', 'c', 'b', 'a'])
  expect(await ids('?entity=city')).toEqual(['c', 'b', 'a'])
  expect(await ids('?entity=city&id=b')).toEqual(['b'])
  expect(await ids('?entity=hotel&id=b')).toEqual([])
})

test('the history is filtered by who did it, and when, and goes on where it stopped (issue 18)', async () => {
  await using service = await startService()
  const { admin, manager } = await hireStaff(service)
  const { clock } = service
  const city = (name: string) =>
    admin.call('POST', '/v1/admin/cities', { body: { name, country: 'TR' } })
  await city('A')
  clock.advance(1_000)
  const since = new Date(clock.nowMs).toISOString()
  await manager.call('PATCH', '/v1/panel/rooms/DBL', { body: { name: 'Twin' } })
  await city('B')
  clock.advance(1_000)
  const until = new Date(clock.nowMs).toISOString()
  await city('C')
  await manager.call('PATCH', '/v1/panel/rooms/DBL', { body: { name: 'Double' } })

  const list = async (query: string) =>
    (await walk(admin.call, `/v1/admin/history?${query}`)).map(({ id }) => id)
  expect(await list(`since=${since}&until=${until}`)).toEqual(['b', 'alfa/DBL'])
  const { id } = manager.user
  expect(await list(`userId=${id}`)).toEqual(['alfa/DBL', 'alfa/DBL'])
  expect(await list(`userId=${id}&until=${until}`)).toEqual(['alfa/DBL'])
  expect(await list(`userId=${id}&entity=city`)).toEqual([])
  expect(await list(`userId=${admin.user.id}&entity=city`)).toEqual(['c', 'b', 'a'])
  expect(await list(`entity=city&since=${until}`)).toEqual(['c'])
  expect(await list(`entity=room_type&id=alfa/DBL&since=${until}`)).toEqual(['alfa/DBL'])
  const [newest] = (await admin.call('GET', `/v1/admin/history?userId=${id}`)).body.items
  expect(newest.actor).toMatchObject({ type: 'user', name: 'manager-alfa' })
})

test('the figures of the house: what there is, and what was booked in a range of days of UTC, by currency', async () => {
  await using service = await startService()
  const { admin, agent } = await hireStaff(service)
  await admin.call('PATCH', '/v1/admin/hotels/bravo', { body: { active: false } })
  await sell(service)
  // 09:00 UTC of 10 March: 20,000 each, and one of an agency at 10 %.
  await book(service.call)
  await book(agent.call)
  await book(service.call, { hold: true })
  // The last instant of the day, then the first of the next.
  service.clock.nowMs = Date.parse('2027-03-10T23:59:59.999Z')
  const { body } = await book(service.call, { checkout: '2027-04-02' })
  await service.call('POST', `/v1/bookings/${body.code}/cancel`, {
    body: asGuest(body.code),
  })
  service.clock.nowMs = Date.parse('2027-03-11T00:00:00.000Z')
  await book(service.call, { checkout: '2027-04-02' })
  const { call } = await signInAgain(service, admin)
  await foldSums(service.deps)
  const figures = async (query: string) => (await call('GET', `/v1/admin/dashboard${query}`)).body

  expect(await figures('')).toEqual({
    from: '2027-02-10',
    to: '2027-03-11',
    asOf: '2027-03-11T00:00:00.000Z',
    hotels: { active: 1, suspended: 1 },
    users: { guest: 1, hotel_manager: 3, agency_user: 2, admin: 1 },
    agencies: { active: 2, suspended: 0 },
    bookings: { pending: 1, confirmed: 3, cancelled: 1, expired: 0, no_show: 0, completed: 0 },
    totals: [{ currency: 'EUR', bookings: 3, revenueCents: 50_000, commissionCents: 2_000 }],
  })
  expect(await figures('?from=2027-03-10&to=2027-03-10')).toMatchObject({
    bookings: { confirmed: 2, cancelled: 1 },
    totals: [{ bookings: 2, revenueCents: 40_000 }],
  })
  expect((await figures('?from=2027-03-11')).totals).toMatchObject([{ revenueCents: 10_000 }])
  expect(await figures('?from=2026-03-11')).toMatchObject({ from: '2026-03-11' })
  expect((await figures('?from=2026-03-10')).errors[0].code).toBe('range_too_long')
})
