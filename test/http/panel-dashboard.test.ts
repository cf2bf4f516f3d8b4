import { expect, test } from 'bun:test'
import { completeStays } from '../../src/service/bookings/booking-passes.ts'
import { addDay, book, sell } from '../support/bookings.ts'
import { push } from '../support/http.ts'
import { asGuest } from '../support/manage.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff, signInAgain } from '../support/staff.ts'
import type { TestUser } from '../support/users.ts'

/** The figures of Alfa as they stand. */
async function figuresOf(service: TestService, manager: TestUser, query = '') {
  const { call } = await signInAgain(service, manager)
  const { status, body } = await call('GET', `/v1/panel/dashboard${query}`)
  if (status !== 200) throw new Error(`no figures: ${status} ${JSON.stringify(body)}`)
  return body
}

const at = (service: TestService, instant: string) => {
  service.clock.nowMs = Date.parse(instant)
}
const ROOMS = [
  { roomCode: 'DBL', totalRooms: 6 },
  { roomCode: 'SGL', totalRooms: 4 },
]

test('occupancy, ADR, RevPAR and revenue of a range of nights, worked out by hand (contract §5)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { manager } = await hireStaff(service)
  await sell(service)
  await sell(service, { roomCode: 'SGL', priceCents: 7_000, available: 4 })
  // 2 doubles for 1 and 2 April, 1 single for 2 April; Bravo's, a hold and a cancelled one count nothing.
  await book(service.call, { rooms: 2, adults: 4 })
  await book(service.call, { roomCode: 'SGL', checkin: '2027-04-02' })
  await book(service.call, { hold: true })
  const { body } = await book(service.call)
  await service.call('POST', `/v1/bookings/${body.code}/cancel`, {
    body: asGuest(body.code),
  })
  await sell({ ...service, alfa: service.bravo })
  await book(service.call, { hotelSlug: 'bravo' })

  // 3 nights × 10 rooms. Sold 2 + 3 + 0 = 5 room nights for 2 × 200 + 70 = 470.
  expect(await figuresOf(service, manager, '?from=2027-04-01&to=2027-04-03')).toMatchObject({
    hotelSlug: 'alfa',
    currency: 'EUR',
    from: '2027-04-01',
    to: '2027-04-03',
    roomNightsSold: 5,
    roomNightsAvailable: 30,
    occupancyBasisPoints: 1_667,
    revenueCents: 47_000,
    adrCents: 9_400,
    revParCents: 1_567,
  })
  expect(await figuresOf(service, manager, '?from=2027-04-03')).toMatchObject({
    to: '2027-04-03',
    roomNightsSold: 0,
    adrCents: null,
    revParCents: 0,
  })
})

test('rooms of a type whose number is not known are those sold, held and left', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service, { nights: 2, available: 5 })
  await book(service.call)
  await book(service.call, { hold: true })
  const figures = await figuresOf(service, manager, '?from=2027-04-01&to=2027-04-03')
  // 5 doubles on each of 2 nights, whoever has them; none on the third, which is not on sale.
  expect(figures).toMatchObject({ roomNightsSold: 2, roomNightsAvailable: 10 })
})

test('arrivals, departures and in-house are of today in the hotel’s time zone, right to the minute of midnight', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { manager } = await hireStaff(service)
  await sell(service)
  await book(service.call, { rooms: 2, adults: 3, children: 1 })
  await book(service.call, { checkin: '2027-04-02', checkout: '2027-04-04' })
  const none = { bookings: 0, rooms: 0, guests: 0 }
  const two = { bookings: 1, rooms: 2, guests: 4 }
  const one = { bookings: 1, rooms: 1, guests: 2 }
  const desk = async () => {
    const { today, arrivals, departures, inHouse } = await figuresOf(service, manager)
    return { today, arrivals, departures, inHouse }
  }

  // Istanbul is three hours ahead of UTC: its 1 April begins at 21:00.
  at(service, '2027-03-31T20:59:59.999Z')
  expect(await desk()).toEqual({
    today: '2027-03-31',
    arrivals: none,
    departures: none,
    inHouse: none,
  })
  at(service, '2027-03-31T21:00:00.000Z')
  expect(await desk()).toEqual({
    today: '2027-04-01',
    arrivals: two,
    departures: none,
    inHouse: two,
  })
  at(service, '2027-04-02T12:00:00.000Z')
  expect(await desk()).toMatchObject({
    arrivals: one,
    departures: none,
    inHouse: { bookings: 2, rooms: 3, guests: 6 },
  })
  at(service, '2027-04-03T08:00:00.000Z')
  expect(await desk()).toMatchObject({ arrivals: none, departures: two, inHouse: one })
  // The house's check-out time has passed and the stay is completed: it left today all the same.
  at(service, '2027-04-03T10:00:00.000Z')
  await completeStays(service.deps)
  expect(await desk()).toMatchObject({ departures: two, inHouse: one })
  at(service, '2027-04-03T21:00:00.000Z')
  expect(await desk()).toMatchObject({ today: '2027-04-04', departures: one, inHouse: none })
})

test('tonight is the hotel’s: the same instant is another night on the other side of the world', async () => {
  await using service = await startService({ rooms: ROOMS, timezone: 'Pacific/Kiritimati' })
  const { manager } = await hireStaff(service)
  await sell(service, { from: '2027-04-01', nights: 2, priceCents: 5_000 })
  await book(service.call, { checkout: '2027-04-02' })
  // 14 hours ahead: 10:00 UTC is midnight.
  at(service, '2027-03-31T09:59:59.999Z')
  expect(await figuresOf(service, manager)).toMatchObject({ from: '2027-03-31', revenueCents: 0 })
  at(service, '2027-03-31T10:00:00.000Z')
  expect(await figuresOf(service, manager)).toMatchObject({
    from: '2027-04-01',
    revenueCents: 5_000,
  })
})

test('pickup is of the last seven days, for tonight and later, net of cancellations and changes (contract §5)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { manager } = await hireStaff(service)
  await sell(service)
  const pickup = async () => (await figuresOf(service, manager)).pickupRoomNights
  const early = (await book(service.call, { rooms: 2, adults: 2 })).body.code
  expect(await pickup()).toBe(4)

  service.clock.advance(7 * 86_400_000)
  expect(await pickup()).toBe(4)
  service.clock.advance(1)
  expect(await pickup()).toBe(0)

  await book(service.call, { checkout: '2027-04-02' })
  expect(await pickup()).toBe(1)
  // One night more of the two rooms booked earlier, then one room less of all three nights.
  await service.call('PATCH', `/v1/bookings/${early}`, {
    body: { ...asGuest(early), checkout: '2027-04-04' },
  })
  expect(await pickup()).toBe(3)
  await service.call('PATCH', `/v1/bookings/${early}`, { body: { ...asGuest(early), rooms: 1 } })
  expect(await pickup()).toBe(0)
  await service.call('POST', `/v1/bookings/${early}/cancel`, { body: asGuest(early) })
  expect(await pickup()).toBe(-3)
})

test('what the partner has not acknowledged, and what it has had for 30 minutes (contract §2)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service)
  const { code } = (await book(service.call)).body
  await book(service.call, { hold: true })
  const unacked = async () => (await figuresOf(service, manager)).unacked

  expect(await unacked()).toEqual({ bookings: 1, overdue: 0 })
  service.clock.advance(30 * 60_000 - 1)
  expect(await unacked()).toEqual({ bookings: 1, overdue: 0 })
  service.clock.advance(1)
  expect(await unacked()).toEqual({ bookings: 1, overdue: 1 })
  await service.alfa.call('POST', `/bookings/${code}/ack`, { body: { revision: 1 } })
  expect(await unacked()).toEqual({ bookings: 0, overdue: 0 })
  // A cancellation is news too.
  await service.call('POST', `/v1/bookings/${code}/cancel`, { body: asGuest(code) })
  expect(await unacked()).toEqual({ bookings: 1, overdue: 0 })
})

test.each([
  ['?from=2027-04-02&to=2027-04-01', 'range_reversed'],
  ['?from=2027-04-01&to=2027-07-02', 'range_too_long'],
  ['?from=2027-02-30', 'invalid_date'],
])('a range of %s is refused as %s', async (query, code) => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const answer = await manager.call('GET', `/v1/panel/dashboard${query}`)
  expect(answer).toBeProblem(422, 'validation_failed')
  expect(answer.body.errors[0].code).toBe(code)
})

test('days of the next 90 that were never set, and those open without a price, are counted apart, and the first of each is named (contract §5)', async () => {
  // The second type is not sold; the third has a base price, but nobody put it on sale.
  await using service = await startService({
    rooms: [
      { roomCode: 'DBL' },
      { roomCode: 'SGL', active: false },
      { roomCode: 'FAM', basePriceCents: 9_000 },
    ],
  })
  const { manager } = await hireStaff(service)
  const { alfa, call } = service
  const unpriced = async () => {
    const figures = await figuresOf(service, manager)
    return [figures.daysWithoutPrice, figures.firstDayWithoutPrice]
  }
  const unopened = async () => {
    const figures = await figuresOf(service, manager)
    return [figures.daysNeverOpened, figures.firstDayNeverOpened]
  }
  const set = async (roomCode: string, from: string, nights: number, more: object) => {
    const dates = Array.from({ length: nights }, (_, night) => addDay(from, night))
    const { status } = await push(
      alfa,
      dates.map((date) => ({ roomCode, date, available: 2, priceCents: 100, ...more })),
    )
    expect(status).toBe(200)
  }
  const today = '2027-03-10'
  expect(await unopened()).toEqual([180, today])
  await set('FAM', today, 92, {})
  expect(await unopened()).toEqual([90, today])
  // What somebody closed is meant; yesterday and the ninety-first day are nobody's concern.
  await set('DBL', addDay(today, -1), 10, { closed: true, priceCents: 0 })
  await set('DBL', addDay(today, 90), 1, {})
  expect(await unopened()).toEqual([81, addDay(today, 9)])
  await set('DBL', addDay(today, 9), 81, {})
  expect(await unopened()).toEqual([0, null])

  // Without a room a day may lose its price; the cancellation gives a room back.
  const stay = { checkin: '2027-04-01', checkout: '2027-04-03' }
  const { code } = (await book(call, stay)).body
  await set('DBL', stay.checkin, 2, { available: 0, priceCents: 0 })
  expect(await unpriced()).toEqual([0, null])
  await call('POST', `/v1/bookings/${code}/cancel`, { body: asGuest(code) })
  expect(await unpriced()).toEqual([2, stay.checkin])
  expect(await unopened()).toEqual([0, null])
})
