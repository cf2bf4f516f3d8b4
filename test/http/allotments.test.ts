import { expect, test } from 'bun:test'
import { firstNight, NIGHTS, setAside, startWithAgencies } from '../support/allotments.ts'
import { book, readAvailable, sell } from '../support/bookings.ts'
import { historyOf } from '../support/staff.ts'
import { putTerms } from '../support/terms.ts'

const ONE = { checkin: '2027-04-01', checkout: '2027-04-02' }
const party = (rooms: number) => ({ ...ONE, rooms, adults: rooms })

test('an agency draws its own first and then what is free, strangers see what is free (contract-agencies, *Allotment*)', async () => {
  const { service, staff } = await startWithAgencies()
  await using _ = service
  const { agent, echoAgent, manager } = staff
  await sell(service)
  expect((await setAside(manager)).body).toEqual({ changed: 10 })
  // A stranger may take two of five.
  expect(await book(service.call, party(3))).toBeProblem(409, 'sold_out')
  expect(await book(echoAgent.call, party(3))).toBeProblem(409, 'sold_out')
  expect((await book(service.call, party(1))).status).toBe(201)
  expect((await book(agent.call, party(4))).status).toBe(201)
  expect(await book(agent.call, party(1))).toBeProblem(409, 'sold_out')
  const { night, of } = await firstNight(manager)
  expect(night).toEqual({
    ...{ roomCode: 'DBL', date: '2027-04-01' },
    ...{ available: 0, free: 0, setAside: 0 },
  })
  expect(of.DELTA).toMatchObject({ rooms: 3, drawn: 4, ownLeft: 0, released: false, sureOf: 0 })
})

test('no count changes by an allotment, whose rooms a partner and the agency are told (contract-agencies, *Allotment*)', async () => {
  const { service, staff } = await startWithAgencies()
  await using _ = service
  await sell(service)
  await setAside(staff.manager, { rooms: 9, releaseDays: 2 })
  expect(await readAvailable(service)).toEqual(Array(10).fill(5))
  const mapping = await service.alfa.call('GET', '/mapping')
  expect(mapping.body.allotments).toEqual([
    { agencyCode: 'DELTA', roomCode: 'DBL', from: '2027-04-01', to: '2027-04-10' },
  ])
  const { body } = await service.alfa.call('GET', `/allotments?${NIGHTS}`)
  const [first] = body.allotments
  expect(first).toEqual({
    ...{ agencyCode: 'DELTA', roomCode: 'DBL', date: '2027-04-01', rooms: 9, releaseDays: 2 },
    ...{ drawn: 0, ownLeft: 9, released: false, sureOf: 5 },
  })
  // More is set aside than counted.
  expect(body.nights[0]).toMatchObject({ available: 5, free: 0, setAside: 9 })
  const own = await staff.agent.call('GET', `/v1/acenta/allotments?${NIGHTS}`)
  expect(own.body.items[0]).toEqual({ hotelSlug: 'alfa', ...first })
  expect(own.body.rooms).toMatchObject([{ hotelSlug: 'alfa', roomCode: 'DBL' }])
  expect(Object.keys(own.body.rooms[0].translations.tr)).toEqual(['name'])
  const others = await staff.echoAgent.call('GET', `/v1/acenta/allotments?${NIGHTS}`)
  expect(others.body.items).toEqual([])
})

test('rooms that are released are on sale by themselves at the hotel’s midnight (contract-agencies, *Allotment*)', async () => {
  const { service, staff } = await startWithAgencies()
  await using _ = service
  await sell(service)
  await setAside(staff.manager, { rooms: 5, releaseDays: 20 })
  // Midnight in Istanbul: 12 March begins 20 days before the first night.
  service.clock.nowMs = Date.parse('2027-03-11T20:59:59Z')
  expect(await book(service.call, party(1))).toBeProblem(409, 'sold_out')
  service.clock.nowMs += 1_000
  expect((await book(service.call, party(1))).status).toBe(201)
  const second = { ...party(1), checkin: '2027-04-02', checkout: '2027-04-03' }
  expect(await book(service.call, second)).toBeProblem(409, 'sold_out')
})

test('stop sale, terms or an agency that is not active release its allotments (contract-agencies, *Allotment*)', async () => {
  const { service, staff } = await startWithAgencies()
  await using _ = service
  const { manager, admin } = staff
  await sell(service)
  await setAside(manager, { rooms: 5 })
  const freeNow = async () => (await firstNight(manager)).night.free
  expect(await freeNow()).toBe(0)
  await putTerms(manager, { stopSale: true })
  expect(await freeNow()).toBe(5)
  await putTerms(manager, { active: false })
  expect(await freeNow()).toBe(5)
  await putTerms(manager)
  expect(await freeNow()).toBe(0)
  await admin.call('PATCH', '/v1/admin/agencies/DELTA', { body: { active: false } })
  expect(await freeNow()).toBe(5)
})

test('the hotel’s people are told for whom rooms are set aside, and take them with override, in the history (contract-agencies, *Allotment*)', async () => {
  const { service, staff } = await startWithAgencies()
  await using _ = service
  const { manager } = staff
  await sell(service)
  await setAside(manager)
  await setAside(manager, { agencyCode: 'ECHO', rooms: 2 })
  const asked = await book(manager.call, party(1))
  expect(asked).toBeProblem(409, 'set_aside')
  expect(asked.body).toMatchObject({
    dates: ['2027-04-01'],
    nights: [
      {
        ...{ date: '2027-04-01', available: 5, free: 0 },
        agencies: [
          { agencyCode: 'DELTA', rooms: 3 },
          { agencyCode: 'ECHO', rooms: 2 },
        ],
      },
    ],
  })
  const taken = await book(manager.call, { ...party(1), override: true })
  expect(taken.status).toBe(201)
  const trail = await manager.call('GET', `/v1/panel/bookings/${taken.body.code}`)
  expect(trail.body.revisions[0].override).toBe(true)
  // Never past the rooms left.
  expect(await book(manager.call, { ...party(5), override: true })).toBeProblem(409, 'sold_out')
})

test('a change is asked for what it takes anew alone, by whoever makes it (contract-agencies, *Allotment*)', async () => {
  const { service, staff } = await startWithAgencies()
  await using _ = service
  const { agent, manager } = staff
  await sell(service)
  const { body: own } = await book(agent.call, party(2))
  const { body: direct } = await book(manager.call, party(2))
  await setAside(manager, { rooms: 3 })
  // One is left, and it is Delta's: nights kept are never asked.
  const later = { checkin: '2027-04-01', checkout: '2027-04-03' }
  const change = (call: typeof agent.call, code: string, body: object) =>
    call('PATCH', `/v1/bookings/${code}`, { body })
  expect((await change(manager.call, direct.code, later)).status).toBe(200)
  const more = { rooms: 3, adults: 3 }
  expect(await change(manager.call, direct.code, more)).toBeProblem(409, 'set_aside')
  expect(await change(agent.call, own.code, more)).toMatchObject({ status: 200 })
  const { of } = await firstNight(manager)
  expect(of.DELTA).toMatchObject({ drawn: 3, ownLeft: 0 })
})

test('a reinstatement asks for the nights that it takes anew, and takes an override (contract-agencies, *Allotment*)', async () => {
  const { service, staff } = await startWithAgencies()
  await using _ = service
  const { manager } = staff
  await sell(service)
  const { body } = await book(manager.call, party(4))
  await manager.call('POST', `/v1/bookings/${body.code}/cancel`)
  await setAside(manager)
  const path = `/v1/panel/bookings/${body.code}/reinstate`
  for (const simulate of [true, false])
    expect(await manager.call('POST', path, { body: { simulate } })).toBeProblem(409, 'set_aside')
  const { body: back } = await manager.call('POST', path, { body: { override: true } })
  expect(back.status).toBe('confirmed')
  const trail = await manager.call('GET', `/v1/panel/bookings/${body.code}`)
  expect(trail.body.revisions[0].override).toBe(true)
})

test('rooms that an ended booking did not give back are drawn until the night’s next count (contract-agencies, *Allotment*)', async () => {
  const { service, staff } = await startWithAgencies()
  await using _ = service
  const { agent, manager, admin } = staff
  await sell(service)
  await setAside(manager)
  await admin.call('PATCH', '/v1/admin/hotels/alfa', { body: { restoreOnCancel: false } })
  const { body } = await book(agent.call, party(2))
  await agent.call('POST', `/v1/bookings/${body.code}/cancel`)
  // Nothing came back: what is free for the others stays as it was.
  expect(await firstNight(manager)).toMatchObject({
    night: { available: 3, free: 2, setAside: 1 },
    of: { DELTA: { drawn: 2, ownLeft: 1 } },
  })
  const updates = [{ roomCode: 'DBL', date: '2027-04-01', available: 3 }]
  expect((await service.alfa.call('PATCH', '/availability', { body: { updates } })).status).toBe(
    200,
  )
  expect(await firstNight(manager)).toMatchObject({
    night: { available: 3, free: 0, setAside: 3 },
    of: { DELTA: { drawn: 0, ownLeft: 3 } },
  })
})

test('a group draws stay after stay, all or nothing (contract-agencies, *Allotment*)', async () => {
  const { service, staff } = await startWithAgencies()
  await using _ = service
  const { agent, manager } = staff
  await sell(service, { available: 4 })
  await setAside(manager, { rooms: 2 })
  await setAside(manager, { agencyCode: 'ECHO', rooms: 1 })
  const stay = { roomCode: 'DBL', ...ONE, adults: 2 }
  const guest = { firstName: 'Ada', lastName: 'Yılmaz', email: 'ada@example.com' }
  const group = (count: number) => ({ hotelSlug: 'alfa', guest, stays: Array(count).fill(stay) })
  const refused = await agent.call('POST', '/v1/acenta/booking-groups', { body: group(4) })
  expect(refused).toBeProblem(409, 'sold_out')
  expect(refused.body.errors.map(({ path }: any) => path)).toEqual(['/stays/3/checkin'])
  expect((await firstNight(manager)).of.DELTA.drawn).toBe(0)
  const quoted = await agent.call('POST', '/v1/quotes', {
    body: { hotelSlug: 'alfa', stays: group(4).stays },
  })
  expect(quoted).toBeProblem(409, 'sold_out')
  const { status } = await agent.call('POST', '/v1/acenta/booking-groups', { body: group(3) })
  expect(status).toBe(201)
  expect((await firstNight(manager)).of.DELTA.drawn).toBe(3)
})

test('options of an agency take at most a quarter of a room type beyond its allotment (contract-agencies, *Options*)', async () => {
  const rooms = [{ roomCode: 'DBL', totalRooms: 8 }]
  const { service, staff } = await startWithAgencies({ rooms })
  await using _ = service
  const { agent, manager } = staff
  await sell(service, { available: 8 })
  await setAside(manager, { rooms: 2 })
  const hold = (rooms: number) => book(agent.call, { ...party(rooms), hold: true })
  expect(await hold(5)).toBeProblem(409, 'too_many_options')
  expect((await hold(4)).status).toBe(201)
  const refused = await hold(1)
  expect(refused).toBeProblem(409, 'too_many_options')
  expect(refused.body.dates).toEqual(['2027-04-01'])
  // A room sold outright is no option.
  expect((await book(agent.call, party(1))).status).toBe(201)
})

test('settings name days, ranges and weekdays, all or nothing, and the history has them (contract-agencies, *Allotment*)', async () => {
  const { service, staff } = await startWithAgencies()
  await using _ = service
  const { manager, admin } = staff
  const codesOf = async (update: Record<string, unknown>) =>
    ((await setAside(manager, update)).body.errors ?? []).map((flaw: any) => [flaw.path, flaw.code])
  expect(await codesOf({ agencyCode: 'NONE', roomCode: 'NONE' })).toEqual([
    ['/updates/0/agencyCode', 'unknown_agency'],
    ['/updates/0/roomCode', 'unknown_room'],
  ])
  expect(await codesOf({ rooms: undefined })).toEqual([['/updates/0', 'required']])
  expect(await codesOf({ rooms: 10_000 })).toEqual([['/updates/0/rooms', 'out_of_range']])
  expect(await codesOf({ date: '2027-03-01' })).toEqual([['/updates/0/date', 'date_in_past']])
  expect(await codesOf({ date: '2030-03-01' })).toEqual([['/updates/0/date', 'date_too_far']])
  const week = { dateFrom: '2027-04-05', dateTo: '2027-04-11' }
  expect((await setAside(manager, { ...week, weekdays: ['fri', 'sat'] })).body.changed).toBe(2)
  expect(
    (await setAside(manager, { ...week, rooms: undefined, releaseDays: 7 })).body.changed,
  ).toBe(7)
  const { body } = await manager.call('GET', `/v1/panel/allotments?${NIGHTS}`)
  const shown = body.allotments.map((each: any) => [each.date, each.rooms, each.releaseDays])
  expect(shown.slice(3, 6)).toEqual([
    ['2027-04-08', 0, 7],
    ['2027-04-09', 3, 7],
    ['2027-04-10', 3, 7],
  ])
  const [entry] = await historyOf(admin, '?entity=allotment')
  expect(entry).toMatchObject({
    id: 'alfa/DELTA',
    before: { days: 2, ranges: [{ from: '2027-04-09', to: '2027-04-10', rooms: 3 }] },
    after: { days: 7 },
  })
})
