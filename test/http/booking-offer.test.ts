import { expect, test } from 'bun:test'
import { addDay, book, readAvailable, sell } from '../support/bookings.ts'
import { asGuest } from '../support/manage.ts'
import { startService, type TestService } from '../support/service.ts'
import { signInAgain } from '../support/staff.ts'
import { signIn } from '../support/users.ts'

const ROOMS = [
  { roomCode: 'DBL', totalRooms: 5, boards: ['RO', 'BB'], supplementsCents: { BB: 1_500 } },
  { roomCode: 'SUI', boards: ['BB', 'RO'] },
]
/** What Carla's room type becomes after she booked two nights for two adults with breakfast. */
const NARROWED = { boards: ['RO'], maxAdults: 1, maxChildren: 0, maxOccupancy: 1 }

/** Carla's booking with breakfast, how to change it, and how the hotel changes the room type. */
async function placeBooking(service: TestService, more: Record<string, unknown> = {}) {
  await sell(service)
  const admin = await signIn(service, 'admin')
  const { body: booking } = await book(service.call, { boardCode: 'BB', ...more })
  const change = (changes: Record<string, unknown>) =>
    service.call('PATCH', `/v1/bookings/${booking.code}`, {
      body: { ...asGuest(booking.code), ...changes },
    })
  const offer = async (terms: Record<string, unknown>) => {
    const path = '/v1/admin/hotels/alfa/rooms/DBL'
    expect((await admin.call('PATCH', path, { body: terms })).status).toBe(200)
  }
  return { booking, change, offer }
}

test('a booking is renamed and shortened as it was sold, whatever has become of the room type (contract §3)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { booking, change, offer } = await placeBooking(service)
  await offer(NARROWED)

  const renamed = await change({ guest: { phone: '+90 555 111 22 33' }, specialRequests: 'Quiet' })
  expect([renamed.status, renamed.body.revision]).toEqual([200, 2])
  expect(renamed.body.nightly).toEqual(booking.nightly)
  const { boardCode, adults, roomCode, checkin, checkout } = booking
  const same = await change({ boardCode, adults, roomCode, checkin, checkout })
  expect([same.status, same.body.revision]).toEqual([200, 2])
  const shorter = await change({ checkout: '2027-04-02' })
  expect([shorter.status, shorter.body.totalPriceCents]).toEqual([200, 11_500])
})

test('what a change asks for anew is what the room type is sold with by now (contract §3)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { change, offer } = await placeBooking(service, {
    checkin: '2027-04-02',
    checkout: '2027-04-04',
  })
  const refused = async (changes: Record<string, unknown>) => {
    const answer = await change(changes)
    expect(answer).toBeProblem(422, 'validation_failed')
    return answer.body.errors.map(({ code }: { code: string }) => code)
  }
  await offer({ boards: ['RO'] })
  for (const more of [{ checkout: '2027-04-05' }, { checkin: '2027-04-01' }, { rooms: 2 }])
    expect(await refused(more)).toEqual(['unknown_board'])
  expect(await refused({ adults: 1 })).toEqual(['unknown_board'])
  await offer(NARROWED)
  for (const more of [{ boardCode: 'RO' }, { boardCode: 'RO', children: 1 }])
    expect(await refused(more)).toEqual(['party_too_large'])
  expect((await change({ boardCode: 'RO', adults: 1 })).status).toBe(200)
})

test('a change that finds too few rooms names the nights that lack them, and none that it holds (contract §3)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { change } = await placeBooking(service, { checkin: '2027-04-01', checkout: '2027-04-02' })
  // Nothing is left of the night that is held, and of two of those to come.
  for (const from of ['2027-04-01', '2027-04-03', '2027-04-05'])
    await sell(service, { from, nights: 1, available: 0 })
  const before = await readAvailable(service)

  const longer = await change({ checkout: '2027-04-07' })
  expect(longer).toBeProblem(409, 'sold_out')
  expect(longer.body.dates).toEqual(['2027-04-03', '2027-04-05'])
  expect(longer.body.detail).toBe('Not enough rooms on 2027-04-03, 2027-04-05.')

  // Of the night held one room more is asked for, of the next two: its single room is enough for neither.
  await sell(service, { from: '2027-04-01', nights: 2, available: 1 })
  const wider = await change({ checkout: '2027-04-03', rooms: 2, adults: 2 })
  expect(wider).toBeProblem(409, 'sold_out')
  expect(wider.body.dates).toEqual(['2027-04-02'])
  expect((await readAvailable(service)).slice(2)).toEqual(before.slice(2))
})

test('closed nights of a change are named before those sold out, and only those it would take (contract §3)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { change } = await placeBooking(service, { checkin: '2027-04-01', checkout: '2027-04-02' })
  const shut = (date: string) => ({ roomCode: 'DBL', date, available: 0, closed: true })
  const updates = ['2027-04-01', '2027-04-03'].map(shut)
  await service.alfa.call('PUT', '/availability', { body: { updates } })
  await sell(service, { from: '2027-04-02', nights: 1, available: 0 })

  const answer = await change({ checkout: '2027-04-05' })

  expect(answer).toBeProblem(409, 'closed_for_sale')
  expect(answer.body.dates).toEqual(['2027-04-03'])
})

test('a simulated cancellation gives back what the real one does: no night that is oversold (contract §3, contract-counts)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { booking, offer } = await placeBooking(service, { checkout: '2027-04-04' })
  await oversell(service, offer, '2027-04-02')
  const before = await readAvailable(service)
  const cancel = (simulate: boolean) =>
    service.call('POST', `/v1/bookings/${booking.code}/cancel`, {
      body: { ...asGuest(booking.code), simulate },
    })

  const { simulated, nightsGivenBack, ...record } = (await cancel(true)).body
  expect([simulated, nightsGivenBack]).toEqual([true, ['2027-04-01', '2027-04-03']])
  expect(await readAvailable(service)).toEqual(before)
  expect((await cancel(false)).body).toEqual(record)
  expect(await readAvailable(service)).toEqual([1, 0, ...Array(8).fill(1)])
})

test('a simulated no-show gives back what the real one does (contract §2, §3)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { booking, offer } = await placeBooking(service, { checkout: '2027-04-05' })
  const manager = await signIn(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  await oversell(service, offer, '2027-04-03')
  service.clock.nowMs = Date.parse('2027-04-01T11:00:00Z')
  const token = await signInAgain(service, manager)
  const before = await readAvailable(service)
  const path = `/v1/panel/bookings/${booking.code}/no-show?hotel=alfa`

  const simulated = await token.call('POST', path, { body: { simulate: true } })
  expect(simulated.body.nightsGivenBack).toEqual(['2027-04-02', '2027-04-04'])
  await token.call('POST', path, { body: {} })
  const after = await readAvailable(service)
  const changed = after.flatMap((rooms, day) =>
    rooms === before[day] ? [] : [`2027-04-0${day + 1}`],
  )
  expect(changed).toEqual(simulated.body.nightsGivenBack)
})

/** One more booking on a night, and then a room type of one room in all. */
async function oversell(
  service: TestService,
  offer: (terms: Record<string, unknown>) => Promise<void>,
  checkin: string,
): Promise<void> {
  const other = await book(service.call, { checkin, checkout: addDay(checkin, 1) })
  expect(other.status).toBe(201)
  await offer({ totalRooms: 1, expected: { totalRooms: 5 } })
}
