import { expect, test } from 'bun:test'
import { book, CARLA, events, readAvailable, sell } from '../support/bookings.ts'
import { asGuest } from '../support/manage.ts'
import { startService, type TestService } from '../support/service.ts'
import { signIn } from '../support/users.ts'

const ROOMS = [
  { roomCode: 'DBL', totalRooms: 5, boards: ['RO', 'BB'], supplementsCents: { RO: 0, BB: 1_500 } },
  { roomCode: 'SUI', maxAdults: 4, maxOccupancy: 5 },
]

/** Carla's booking of two nights, and how to change it. */
async function placeBooking(service: TestService, more: Record<string, unknown> = {}) {
  await sell(service)
  const { body } = await book(service.call, more)
  const change = (changes: Record<string, unknown>) =>
    service.call('PATCH', `/v1/bookings/${body.code}`, {
      body: { ...asGuest(body.code), ...changes },
    })
  return { booking: body, change }
}

test('a longer stay keeps the agreed price of its nights and buys the new one at the price of today (contract §3)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { booking, change } = await placeBooking(service)
  await sell(service, { priceCents: 12_000, available: 4 })

  const answer = await change({ checkout: '2027-04-04' })

  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ revision: 2, nights: 3, totalPriceCents: 32_000 })
  expect(await readAvailable(service, { to: '2027-04-04' })).toEqual([4, 4, 3, 4])
  const [, event] = await events(service)
  expect(event).toMatchObject({ event: 'booking.modified', hotelSlug: 'alfa' })
  expect(event!.data.changes.toSorted()).toEqual([
    'checkout',
    'netCents',
    'nightly',
    'nights',
    'payableCents',
    'totalPriceCents',
  ])
  expect(event!.data.previous).toMatchObject({
    checkout: booking.checkout,
    totalPriceCents: 20_000,
  })
})

test('another room type, board and number of rooms are swapped in one step (contract §3)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { change } = await placeBooking(service)
  await sell(service, { roomCode: 'SUI', priceCents: 30_000, available: 3 })

  expect((await change({ boardCode: 'BB' })).body).toMatchObject({ totalPriceCents: 23_000 })
  expect((await change({ rooms: 2 })).body).toMatchObject({ totalPriceCents: 46_000, rooms: 2 })
  expect((await readAvailable(service))[0]).toBe(3)
  const moved = await change({ roomCode: 'SUI', boardCode: 'RO' })
  expect(moved.body).toMatchObject({ roomCode: 'SUI', totalPriceCents: 120_000, revision: 4 })
  expect((await readAvailable(service)).slice(0, 3)).toEqual([5, 5, 5])
  expect((await readAvailable(service, { roomCode: 'SUI' })).slice(0, 3)).toEqual([1, 1, 3])
  expect((await change({ rooms: 1 })).body.totalPriceCents).toBe(60_000)
  expect((await readAvailable(service, { roomCode: 'SUI' })).slice(0, 3)).toEqual([2, 2, 3])
})

test('when the new dates are sold out the old nights stay (contract §3)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { booking, change } = await placeBooking(service)
  await sell(service, { from: '2027-04-05', nights: 1, available: 0 })

  const answer = await change({ checkin: '2027-04-04', checkout: '2027-04-07' })

  expect(answer).toBeProblem(409, 'sold_out')
  expect(answer.body.dates).toEqual(['2027-04-05'])
  expect(await readAvailable(service, { to: '2027-04-06' })).toEqual([4, 4, 5, 5, 0, 5])
  const { body } = await service.call('GET', `/v1/bookings/${booking.code}?email=${CARLA}`)
  expect(body).toEqual({ ...booking, payment: null })
})

test('a change that changes nothing makes no revision; a stale one is refused (contract §3)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { booking, change } = await placeBooking(service)

  expect((await change({ checkin: booking.checkin })).body).toEqual(booking)
  expect((await change({ guest: { phone: '+90 212 555 00 00' }, revision: 1 })).body).toMatchObject(
    {
      revision: 2,
      guest: { lastName: 'Çelik', phone: '+90 212 555 00 00' },
    },
  )
  const stale = await change({ checkout: '2027-04-04', revision: 1 })
  expect(stale).toBeProblem(409, 'revision_conflict')
  expect(stale.body.revision).toBe(2)
  const dearer = await change({ checkout: '2027-04-04', expectedTotalCents: 1 })
  expect(dearer).toBeProblem(409, 'price_changed')
  expect((await readAvailable(service))[2]).toBe(5)
  expect((await events(service)).length).toBe(2)
})

test('nights that have passed stay as they are; a cancelled booking is not changed (contract §3)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { booking, change } = await placeBooking(service)
  service.clock.nowMs = Date.parse('2027-04-02T09:00:00Z')

  const moved = await change({ checkin: '2027-04-02' })
  expect(moved).toBeProblem(422, 'validation_failed')
  expect(moved.body.errors[0]).toMatchObject({ path: '/checkin', code: 'night_passed' })
  expect((await change({ roomCode: 'SUI' })).status).toBe(422)
  expect((await change({ checkout: '2027-04-05' })).body).toMatchObject({ nights: 4 })

  const path = `/v1/bookings/${booking.code}/cancel`
  const cancelled = await service.call('POST', path, { body: asGuest(booking.code) })
  expect(cancelled.body.status).toBe('cancelled')
  expect(await readAvailable(service, { to: '2027-04-04' })).toEqual([4, 5, 5, 5])
  expect(await change({ checkout: '2027-04-06' })).toBeProblem(409, 'transition_invalid')
})

test('what is given back never lifts a day above the rooms of its type (contract §2, §3)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { booking } = await placeBooking(service)
  await sell(service, { available: 5 })

  await service.call('POST', `/v1/bookings/${booking.code}/cancel`, { body: asGuest(booking.code) })

  expect((await readAvailable(service))[0]).toBe(5)
})

test('a stay that has begun is not stretched over 90 nights either (contract §3)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { change } = await placeBooking(service)
  await sell(service, { nights: 120 })
  service.clock.nowMs = Date.parse('2027-04-02T09:00:00Z')

  const answer = await change({ checkout: '2027-07-01' })

  expect(answer).toBeProblem(422, 'validation_failed')
  expect(answer.body.errors[0]).toMatchObject({ path: '/checkout', code: 'stay_too_long' })
  expect((await change({ checkout: '2027-06-30' })).body.nights).toBe(90)
})

test('somebody signed in lists their own bookings, a manager those of every hotel, newest first (contract §5)', async () => {
  await using service = await startService({ rooms: ROOMS })
  await sell(service)
  const guest = await signIn(service, 'guest')
  const hotelIds = [service.alfa.id, service.bravo.id]
  const manager = await signIn(service, 'hotel_manager', { hotelIds })
  const codes: string[] = []
  for (let i = 0; i < 5; i++) {
    service.clock.advance(1_000)
    codes.unshift((await book(i === 2 ? guest.call : service.call)).body.code)
  }
  const seen: string[] = []
  for (let cursor = ''; ; ) {
    const { body } = await manager.call('GET', `/v1/bookings?limit=2${cursor}`)
    seen.push(...body.items.map(({ code }: { code: string }) => code))
    if (!body.nextCursor) break
    cursor = `&cursor=${body.nextCursor}`
  }
  expect(seen).toEqual(codes)
  const own = await guest.call('GET', '/v1/bookings')
  expect(own.body.items.map(({ code }: { code: string }) => code)).toEqual([codes[2]])
})
