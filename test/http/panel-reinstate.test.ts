import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { completeStays, expireHolds } from '../../src/service/bookings/booking-passes.ts'
import { updateHotel, updateRoomType } from '../../src/store/catalog/catalog-edits.ts'
import { book, events, readAvailable, sell } from '../support/bookings.ts'
import { history, push } from '../support/http.ts'
import { asGuest } from '../support/manage.ts'
import { BOOKINGS, readBooking } from '../support/panel-booking.ts'
import { room, startService, type TestService } from '../support/service.ts'
import { hireStaff, signInAgain } from '../support/staff.ts'
import type { TestUser } from '../support/users.ts'

const SIMULATE = { body: { simulate: true } }
const reinstate = ({ call }: TestUser, code: string, init = {}) =>
  call('POST', `${BOOKINGS}/${code}/reinstate`, init)

/** Three nights from 1 April at Alfa, cancelled by the guest. @returns the record before */
async function cancelBooking(service: TestService, more: Record<string, unknown> = {}) {
  const { body } = await book(service.call, { checkout: '2027-04-04', ...more })
  const how = { body: { ...asGuest(body.code), reason: 'Ill' } }
  const { status } = await service.call('POST', `/v1/bookings/${body.code}/cancel`, how)
  expect(status).toBe(200)
  return body
}

/** A night of Alfa's doubles set by a push. */
const setNight = async ({ alfa }: TestService, date: string, fields: Record<string, unknown>) => {
  const { status } = await push(alfa, [{ roomCode: 'DBL', date, ...fields }])
  expect(status).toBe(200)
}

/** Rooms of live bookings on each night of Alfa's doubles, by date. */
async function liveRooms({ store, alfa }: TestService): Promise<number[]> {
  const { day } = store.t
  const rows = await store.db.select().from(day).where(eq(day.hotelId, alfa.id)).orderBy(day.date)
  return rows.map(({ live }) => live)
}

test('a cancelled booking is reinstated as it was: price, terms and rooms, a revision on, and told as confirmed (contract §3)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service)
  const booked = await cancelBooking(service, { rooms: 2, adults: 4 })
  // The price has doubled since.
  await sell(service, { priceCents: 20_000 })
  service.clock.advance(60_000)

  const { status, body } = await reinstate(manager, booked.code)
  expect(status).toBe(200)
  const updatedAt = new Date(service.clock.nowMs).toISOString()
  expect(body).toEqual({ ...booked, revision: 3, updatedAt, proof: 'hotel' })
  expect(await readAvailable(service, { to: '2027-04-04' })).toEqual([3, 3, 3, 5])
  const { event, data } = (await events(service)).at(-1)!
  expect(event).toBe('booking.confirmed')
  expect(data).toEqual({ ...body, reinstated: true })
  const told = (await readBooking(manager, booked.code)).revisions[0]
  expect(told).toMatchObject({ revision: 3, status: 'confirmed', event: 'booking.confirmed' })
  expect(told.actor).toMatchObject({ type: 'user', id: manager.user.id })
  const [entry] = (await history(service.alfa, 'DBL', '2027-04-03')).body.items
  expect(entry).toMatchObject({ actor: { type: 'user' }, before: { available: 5 } })
  const feed = (await service.alfa.call('GET', '/changes?limit=500')).body.changes
  expect(feed.findLast(({ type }: any) => type === 'booking').booking).toEqual(body)

  expect(await reinstate(manager, booked.code)).toBeProblem(409, 'transition_invalid')
  const again = { body: asGuest(booked.code) }
  await service.call('POST', `/v1/bookings/${booked.code}/cancel`, again)
  expect(await readAvailable(service, { to: '2027-04-04' })).toEqual([5, 5, 5, 5])
})

test('what a reinstatement would come to is told first, and nothing happens (contract-rates.md, Routes)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service)
  const { code } = await cancelBooking(service)
  const before = await readBooking(manager, code)

  const { simulated, nightsTaken, ...record } = (await reinstate(manager, code, SIMULATE)).body
  expect([simulated, nightsTaken]).toEqual([true, ['2027-04-01', '2027-04-02', '2027-04-03']])
  expect(await readBooking(manager, code)).toEqual(before)
  expect(await readAvailable(service)).toEqual(Array(10).fill(5))
  expect((await events(service)).at(-1)!.event).toBe('booking.cancelled')
  expect((await reinstate(manager, code, { body: { simulate: false } })).body).toEqual(record)
})

test('rooms are taken of closed nights too, which stay closed (contract-counts.md, Give-backs)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service)
  const { code } = await cancelBooking(service)
  await setNight(service, '2027-04-02', { available: 1, closed: true })

  expect((await reinstate(manager, code)).status).toBe(200)
  expect(await readAvailable(service, { to: '2027-04-03' })).toEqual([4, 0, 4])
  const day = (await service.alfa.call('GET', '/availability?from=2027-04-02&to=2027-04-02')).body
  expect(day.rooms[0].days[0].closed).toBe(true)
})

test('too few rooms on any night refuse a reinstatement by the nights, and nothing is taken (contract §3)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service)
  const { code } = await cancelBooking(service, { rooms: 2, adults: 4 })
  await setNight(service, '2027-04-01', { available: 1 })
  await setNight(service, '2027-04-03', { available: 0, closed: true })
  for (const init of [SIMULATE, {}]) {
    const refused = await reinstate(manager, code, init)
    expect(refused).toBeProblem(409, 'sold_out')
    expect(refused.body.dates).toEqual(['2027-04-01', '2027-04-03'])
  }
  expect(await readAvailable(service, { to: '2027-04-04' })).toEqual([1, 5, 0, 5])
  expect((await readBooking(manager, code)).status).toBe('cancelled')
})

test('where a cancellation gave nothing back the rooms come from what the hotel sells now (contract-counts.md, Give-backs)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await service.store.tx((tx) => updateHotel(tx, service.alfa.id, { restoreOnCancel: false }))
  await sell(service, { available: 1 })
  const { code } = await cancelBooking(service)
  expect(await readAvailable(service, { to: '2027-04-04' })).toEqual([0, 0, 0, 1])
  const refused = await reinstate(manager, code)
  expect(refused).toBeProblem(409, 'sold_out')
  expect(refused.body.dates).toEqual(['2027-04-01', '2027-04-02', '2027-04-03'])
  await sell(service, { available: 1 })
  expect((await reinstate(manager, code)).status).toBe(200)
  expect(await readAvailable(service, { to: '2027-04-04' })).toEqual([0, 0, 0, 1])
})

test('a no-show that comes after all takes its later nights again, and of the night that was kept none anew (contract §3)', async () => {
  await using service = await startService()
  const staff = await hireStaff(service)
  await sell(service, { available: 1 })
  const { body: booked } = await book(service.call, { checkout: '2027-04-04' })
  service.clock.nowMs = Date.parse('2027-04-01T18:00:00Z')
  const manager = await signInAgain(service, staff.manager)
  expect((await manager.call('POST', `${BOOKINGS}/${booked.code}/no-show`)).status).toBe(200)
  expect(await readAvailable(service, { to: '2027-04-04' })).toEqual([0, 1, 1, 1])

  const trial = await reinstate(manager, booked.code, SIMULATE)
  expect(trial.body.nightsTaken).toEqual(['2027-04-02', '2027-04-03'])
  expect((await reinstate(manager, booked.code)).body.status).toBe('confirmed')
  expect(await readAvailable(service, { to: '2027-04-04' })).toEqual([0, 0, 0, 1])
  // It leaves at its time like any other.
  service.clock.nowMs = Date.parse('2027-04-04T09:00:00Z')
  await completeStays(service.deps)
  expect((await events(service)).at(-1)!.event).toBe('booking.completed')
})

test('every night of a reinstated stay is live again, also past ones, and none twice (contract-counts.md, What is live)', async () => {
  await using service = await startService({ rooms: [{ roomCode: 'DBL', totalRooms: 5 }] })
  const staff = await hireStaff(service)
  await sell(service, { nights: 4 })
  const { code } = await cancelBooking(service, { rooms: 2, adults: 4 })
  const absent = (await book(service.call, { checkout: '2027-04-04' })).body.code
  service.clock.nowMs = Date.parse('2027-04-02T18:00:00Z')
  const manager = await signInAgain(service, staff.manager)
  await manager.call('POST', `${BOOKINGS}/${absent}/no-show`)
  expect(await liveRooms(service)).toEqual([1, 0, 0, 0])
  await reinstate(manager, code)
  expect(await liveRooms(service)).toEqual([3, 2, 2, 0])
  await reinstate(manager, absent)
  expect(await liveRooms(service)).toEqual([3, 3, 3, 0])
  expect(await readAvailable(service, { to: '2027-04-04' })).toEqual([4, 2, 2, 5])
})

test('past nights are not taken, and a stay is reinstated until the check-out time of its last day (contract §3)', async () => {
  await using service = await startService()
  const staff = await hireStaff(service)
  await sell(service, { available: 1 })
  const { code } = await cancelBooking(service)
  const last = await cancelBooking(service)
  // Sold out since: it does not matter for nights that are over.
  await setNight(service, '2027-04-01', { available: 0 })
  service.clock.nowMs = Date.parse('2027-04-02T20:59:59Z')
  let manager = await signInAgain(service, staff.manager)
  const trial = await reinstate(manager, code, SIMULATE)
  expect(trial.body.nightsTaken).toEqual(['2027-04-02', '2027-04-03'])
  // Midnight in Istanbul.
  service.clock.advance(1_000)
  expect((await reinstate(manager, code)).status).toBe(200)
  expect(await readAvailable(service, { to: '2027-04-03' })).toEqual([0, 1, 0])

  const overMs = Date.parse('2027-04-04T09:00:00Z')
  service.clock.nowMs = overMs
  manager = await signInAgain(service, staff.manager)
  const late = await reinstate(manager, last.code)
  expect(late).toBeProblem(409, 'transition_invalid')
  expect(late.body.detail).toContain('12:00 on 2027-04-04')
  service.clock.nowMs = overMs - 1
  expect((await reinstate(manager, last.code)).body.status).toBe('confirmed')
})

test('only what was confirmed and is cancelled or a no-show can be reinstated (contract §3)', async () => {
  await using service = await startService()
  const staff = await hireStaff(service)
  await sell(service)
  const confirmed = (await book(service.call)).body.code
  const pending = (await book(service.call, { hold: true })).body.code
  const dropped = (await cancelBooking(service, { hold: true })).code
  const refused = async (manager: TestUser, code: string, bookingStatus: string) => {
    for (const init of [SIMULATE, {}]) {
      const answer = await reinstate(manager, code, init)
      expect(answer).toBeProblem(409, 'transition_invalid')
      expect(answer.body.bookingStatus).toBe(bookingStatus)
    }
  }
  const rooms = await readAvailable(service)
  await refused(staff.manager, confirmed, 'confirmed')
  await refused(staff.manager, pending, 'pending')
  await refused(staff.manager, dropped, 'cancelled')
  expect(await readAvailable(service)).toEqual(rooms)
  service.clock.nowMs = Date.parse('2027-04-03T09:00:00Z')
  await expireHolds(service.deps)
  await completeStays(service.deps)
  const manager = await signInAgain(service, staff.manager)
  await refused(manager, pending, 'expired')
  await refused(manager, confirmed, 'completed')
})

test('what was promised stands: also in a suspended hotel, in a room type that is switched off (contract §3)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service)
  const { code } = await cancelBooking(service)
  await service.store.tx(async (tx) => {
    await updateHotel(tx, service.alfa.id, { active: false })
    await updateRoomType(tx, service.alfa.id, room({ roomCode: 'DBL', active: false }))
  })
  expect((await reinstate(manager, code)).body.status).toBe('confirmed')
})

test("only the hotel's people and admins reinstate; to the hotel next door there is no such booking (contract §5, §6)", async () => {
  await using service = await startService()
  const staff = await hireStaff(service)
  await sell(service)
  const { code } = await cancelBooking(service)
  const { bravoManager, chief, admin, guest, agent } = staff
  for (const init of [SIMULATE, {}]) {
    expect(await reinstate(bravoManager, code, init)).toBeProblem(404, 'not_found')
    const asBravo = `${BOOKINGS}/${code}/reinstate?hotel=bravo`
    expect(await chief.call('POST', asBravo, init)).toBeProblem(404, 'not_found')
    for (const who of [guest, agent])
      expect(await reinstate(who, code, init)).toBeProblem(403, 'forbidden')
  }
  expect(await readAvailable(service)).toEqual(Array(10).fill(5))
  const answer = await admin.call('POST', `${BOOKINGS}/${code.toLowerCase()}/reinstate?hotel=alfa`)
  expect(answer.body.status).toBe('confirmed')
  expect((await readAvailable(service, { to: '2027-04-02' }))[0]).toBe(4)
})
