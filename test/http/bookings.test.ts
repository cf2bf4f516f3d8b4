import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { expireHolds } from '../../src/service/bookings/booking-passes.ts'
import { reviseHotel } from '../../src/store/catalog/catalog.ts'
import { book, CARLA, events, readAvailable, sell } from '../support/bookings.ts'
import { asGuest } from '../support/manage.ts'
import { startService } from '../support/service.ts'

test('a booking takes its nights, is confirmed and queues its event, five fields first (contract §3, §4)', async () => {
  await using service = await startService()
  await sell(service)

  const answer = await book(service.call, { rooms: 2, adults: 4, specialRequests: 'late' })

  expect(answer.status).toBe(201)
  expect(answer.headers.get('location')).toBe(`/v1/bookings/${answer.body.code}`)
  expect(answer.body).toEqual({
    code: expect.stringMatching(/^[2-9A-HJKMNP-Z]{10}$/),
    revision: 1,
    status: 'confirmed',
    hotelSlug: 'alfa',
    hotelName: 'Hotel alfa',
    roomCode: 'DBL',
    roomName: 'Room DBL',
    rateCode: 'STD',
    rateName: 'Standard',
    boardCode: 'RO',
    rooms: 2,
    checkin: '2027-04-01',
    checkout: '2027-04-03',
    nights: 2,
    adults: 4,
    children: 0,
    childAges: null,
    guest: { firstName: 'Carla', lastName: 'Çelik', email: CARLA, phone: null, country: null },
    ...{ guestNames: [], arrivalTime: null, company: null },
    currency: 'EUR',
    totalPriceCents: 40_000,
    nightly: [
      { date: '2027-04-01', priceCents: 10_000 },
      { date: '2027-04-02', priceCents: 10_000 },
    ],
    taxes: [],
    netCents: 40_000,
    cancellation: { freeUntilDays: 0, penalty: 'none' },
    penaltyCents: null,
    ...{ extras: [], extrasTotalCents: 0, extrasTaxes: [], payableCents: 40_000 },
    payment: { collect: 'hotel', guarantee: null, paidCents: 0 },
    ...{ commissionBp: null, commissionCents: null, group: null },
    source: { type: 'web' },
    proof: 'none',
    specialRequests: 'late',
    createdAt: '2027-03-10T09:00:00.000Z',
    updatedAt: '2027-03-10T09:00:00.000Z',
    confirmedAt: '2027-03-10T09:00:00.000Z',
    cancelledAt: null,
    cancelReason: null,
    holdUntil: null,
    ackedRevision: null,
    externalId: null,
  })
  expect(await readAvailable(service)).toEqual([3, 3, 5, 5, 5, 5, 5, 5, 5, 5])
  const [event] = await events(service)
  expect(Object.keys(event!)).toEqual(['event', 'data', 'id', 'createdAt', 'hotelSlug'])
  expect(event!.event).toBe('booking.confirmed')
  expect(Object.keys(event!.data).slice(0, 5)).toEqual([
    'code',
    'roomCode',
    'checkin',
    'checkout',
    'totalPriceCents',
  ])
  expect(event!.data).toEqual(answer.body)
})

test('a stay that cannot be had is refused by the nights that stand in its way, and takes none (contract §3)', async () => {
  await using service = await startService()
  await sell(service, { available: 2 })
  await sell(service, { from: '2027-04-02', nights: 1, available: 1 })

  const soldOut = await book(service.call, { rooms: 2, checkout: '2027-04-04' })
  expect(soldOut).toBeProblem(409, 'sold_out')
  expect(soldOut.body.dates).toEqual(['2027-04-02'])

  const close = { roomCode: 'DBL', date: '2027-04-03', available: 0, closed: true }
  await service.alfa.call('PUT', '/availability', { body: { updates: [close] } })
  const closed = await book(service.call, { checkout: '2027-04-05' })
  expect(closed).toBeProblem(409, 'closed_for_sale')
  expect(closed.body.dates).toEqual(['2027-04-03'])

  const withSome = { ...close, date: '2027-04-05', available: 2 }
  await service.alfa.call('PUT', '/availability', { body: { updates: [withSome] } })
  const withRooms = await book(service.call, { checkin: '2027-04-05', checkout: '2027-04-06' })
  expect(withRooms).toBeProblem(409, 'closed_for_sale')

  const never = await book(service.call, { checkin: '2027-06-01', checkout: '2027-06-03' })
  expect(never).toBeProblem(409, 'closed_for_sale')
  expect(never.body.dates).toEqual(['2027-06-01', '2027-06-02'])
  expect((await readAvailable(service)).slice(0, 5)).toEqual([2, 1, 0, 2, 2])
  expect(await events(service)).toEqual([])
})

test('a total that is not the expected one is refused with the new total (contract §3)', async () => {
  await using service = await startService()
  await sell(service)

  // Also one that has fallen meanwhile.
  for (const expectedTotalCents of [19_999, 20_001]) {
    const refused = await book(service.call, { expectedTotalCents })
    expect(refused).toBeProblem(409, 'price_changed')
    expect(refused.body.totalPriceCents).toBe(20_000)
  }
  expect((await readAvailable(service))[0]).toBe(5)
  expect((await book(service.call, { expectedTotalCents: 20_000 })).status).toBe(201)
})

test('a cancellation gives the nights back once, however often it is repeated (contract §3)', async () => {
  await using service = await startService()
  await sell(service)
  const { body } = await book(service.call)
  const cancel = (more = {}) =>
    service.call('POST', `/v1/bookings/${body.code}/cancel`, {
      body: { ...asGuest(body.code), ...more },
    })

  const simulated = await cancel({ simulate: true })
  expect(simulated.body).toMatchObject({
    simulated: true,
    nightsGivenBack: ['2027-04-01', '2027-04-02'],
  })
  expect((await readAvailable(service))[0]).toBe(4)

  const first = await cancel({ reason: 'ill' })
  expect(first.body).toMatchObject({ status: 'cancelled', revision: 2, cancelReason: 'ill' })
  expect((await cancel({ reason: 'other' })).body).toEqual(first.body)
  expect(await readAvailable(service)).toEqual(Array(10).fill(5))
  expect((await events(service)).map(({ event }) => event)).toEqual([
    'booking.confirmed',
    'booking.cancelled',
  ])
})

test('a hold takes the rooms, confirms once, and gives them back once when it runs out (contract §3)', async () => {
  await using service = await startService()
  await sell(service)
  const held = (await book(service.call, { hold: true })).body
  const lost = (await book(service.call, { hold: true })).body
  expect(held.status).toBe('pending')
  expect((await readAvailable(service))[0]).toBe(3)
  const confirm = (code: string) =>
    service.call('POST', `/v1/bookings/${code}/confirm`, { body: asGuest(code) })

  const confirmed = await confirm(held.code)
  expect(confirmed.body).toMatchObject({ status: 'confirmed', revision: 2 })
  expect((await confirm(held.code)).body).toEqual(confirmed.body)

  service.clock.advance(15 * 60_000)
  expect(await confirm(lost.code)).toBeProblem(409, 'transition_invalid')
  await expireHolds(service.deps)
  await expireHolds(service.deps)
  expect((await readAvailable(service))[0]).toBe(4)
  const after = await service.call('GET', `/v1/bookings/${lost.code}?email=${CARLA}`)
  expect(after.body.status).toBe('expired')
  expect((await events(service)).map(({ event }) => event)).toEqual([
    'booking.held',
    'booking.held',
    'booking.confirmed',
    'booking.released',
  ])
})

test('one Idempotency-Key fifty times at once is one booking; another body under it is 409 (contract §3)', async () => {
  await using service = await startService()
  await sell(service)
  const headers = { 'idempotency-key': 'a-key' }

  const answers = await Promise.all(
    Array.from({ length: 50 }, () => book(service.call, {}, headers)),
  )

  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(201))
  expect((await readAvailable(service))[0]).toBe(4)
  expect(await book(service.call, { rooms: 2 }, headers)).toBeProblem(409, 'idempotency_conflict')
  service.clock.advance(24 * 3_600_000 + 1)
  const afterwards = await book(service.call, {}, headers)
  expect(afterwards.status).toBe(201)
  expect(afterwards.body.code).not.toBe(answers[0]!.body.code)
  expect((await readAvailable(service))[0]).toBe(3)
})

test('a party that is not told is an adult for each room (contract §3)', async () => {
  await using service = await startService({ rooms: [{ roomCode: 'DBL', maxAdults: 1 }] })
  await sell(service)
  for (const rooms of [undefined, 1, 2]) {
    const { status, body } = await book(service.call, { adults: undefined, rooms })
    expect([status, body.rooms, body.adults]).toEqual([201, rooms ?? 1, rooms ?? 1])
  }
})

test.each([
  ['checkin', { checkin: '2027-02-30' }, '/checkin', 'invalid_date'],
  ['a reversed stay', { checkout: '2027-04-01' }, '/checkout', 'range_reversed'],
  ['yesterday', { checkin: '2027-03-09' }, '/checkin', 'date_in_past'],
  ['91 nights', { checkout: '2027-07-01' }, '/checkout', 'stay_too_long'],
  ['too far', { checkin: '2029-04-01', checkout: '2029-04-02' }, '/checkout', 'date_too_far'],
  ['an unknown room', { roomCode: 'NIX' }, '/roomCode', 'unknown_room'],
  ['an unknown board', { boardCode: 'AI' }, '/boardCode', 'unknown_board'],
  ['no adult', { adults: 0 }, '/adults', 'out_of_range'],
  ['too many adults', { adults: 3 }, '/adults', 'party_too_large'],
  ['an unknown field', { price: 1 }, '/price', 'unknown_field'],
  ['no e-mail', { guest: { firstName: 'A', lastName: 'B' } }, '/guest/email', 'required'],
  ['null', { specialRequests: null }, '/specialRequests', 'null_refused'],
  ['half a letter', { specialRequests: '\ud800' }, '/specialRequests', 'wrong_text'],
])('%s is refused by its place (contract §6)', async (_, more, path, code) => {
  await using service = await startService()
  await sell(service)

  const answer = await book(service.call, more)

  expect(answer).toBeProblem(422, 'validation_failed')
  expect(answer.body.errors[0]).toMatchObject({ path, code })
  expect((await readAvailable(service))[0]).toBe(5)
})

test('a hotel that is switched off or unknown sells nothing (contract §5)', async () => {
  await using service = await startService()
  await sell(service)
  expect(await book(service.call, { hotelSlug: 'nowhere' })).toBeProblem(404, 'not_found')
  const { store, alfa } = service
  await store.tx(async (tx) => {
    const { hotel } = tx.t
    await tx.db.update(hotel).set({ active: false }).where(eq(hotel.id, alfa.id))
    await reviseHotel(tx, alfa.id)
  })
  expect(await book(service.call)).toBeProblem(404, 'not_found')
  expect((await readAvailable(service))[0]).toBe(5)
})
