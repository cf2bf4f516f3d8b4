import { expect, test } from 'bun:test'
import { book, events, readAvailable, sell } from '../support/bookings.ts'
import { history, push } from '../support/http.ts'
import { asGuest } from '../support/manage.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'
import { addWebhook } from '../support/webhooks.ts'

const NIGHT = '2027-04-01'
const ROOMS = [{ roomCode: 'DBL', totalRooms: 5, basePriceCents: 10_000 }]
const PLACE = { roomCode: 'DBL', date: NIGHT }
const leftOn = async (service: TestService) => (await readAvailable(service))[0]
const bookOne = async (service: TestService, more: Record<string, unknown> = {}) => {
  const adults = more.rooms ?? 1
  const { status, body } = await book(service.call, { checkout: '2027-04-02', adults, ...more })
  if (status !== 201) throw new Error(`the booking was refused: ${status}`)
  return body.code as string
}

test('a hold followed by a push of what the partner last knew sells no room twice (contract-counts, Ceiling; case G)', async () => {
  await using service = await startService({ rooms: [{ ...ROOMS[0]!, totalRooms: 2 }] })
  await sell(service, { available: 2 })
  const code = await bookOne(service, { rooms: 2, hold: true })

  const { body } = await push(service.alfa, [{ ...PLACE, available: 2 }])

  expect(body).toMatchObject({ applied: 0, unchanged: 1, corrected: 1, rejected: 0 })
  expect(body.warnings).toEqual([
    {
      index: 0,
      ...PLACE,
      code: 'held_meanwhile',
      message: '2 rooms of this night are on hold: 0 are left, not 2.',
      values: { held: 2, left: 0, sent: 2 },
      sent: 2,
      available: 0,
      bookings: [code],
    },
    expect.objectContaining({ index: 0, code: 'unseen_bookings', bookings: [code] }),
  ])
  expect(await leftOn(service)).toBe(0)
  expect(await book(service.call, { checkout: '2027-04-02' })).toBeProblem(409, 'sold_out')
})

test('a count up to what is not sold here is stored exactly as sent (contract-counts, Ceiling)', async () => {
  await using service = await startService({ rooms: ROOMS })
  await sell(service, { available: 5 })
  await bookOne(service, { rooms: 2 })
  for (const available of [0, 1, 3]) {
    const { body } = await push(service.alfa, [{ ...PLACE, available }])
    expect(body).toMatchObject({ corrected: 0, warnings: [{ code: 'unseen_bookings' }] })
    expect(await leftOn(service)).toBe(available)
  }
})

test('a cancellation after a stale count gives back no more than there is (contract-counts, give-backs; case G3)', async () => {
  await using service = await startService({ rooms: [{ ...ROOMS[0]!, totalRooms: 2 }] })
  await sell(service, { available: 2 })
  const code = await bookOne(service, { rooms: 2 })
  await push(service.alfa, [{ ...PLACE, available: 2 }])
  await service.call('POST', `/v1/bookings/${code}/cancel`, { body: asGuest(code) })
  expect(await leftOn(service)).toBe(2)
})

test('overbookingRooms may be sold beyond totalRooms, and no more (contract-counts, Ceiling)', async () => {
  await using service = await startService({ rooms: [{ ...ROOMS[0]!, overbookingRooms: 1 }] })
  await sell(service, { available: 6 })
  await bookOne(service, { rooms: 4 })
  await push(service.alfa, [{ ...PLACE, available: 6 }])
  expect(await leftOn(service)).toBe(2)
  const { body } = await push(service.alfa, [{ ...PLACE, available: 7 }])
  expect(body.errors[0]).toMatchObject({
    code: 'above_capacity',
    message: 'This room type has 6 rooms in all, overbooking included.',
  })
})

test('a hotel without totalRooms is capped nowhere, and told only what it has not acknowledged (contract-counts, Ceiling)', async () => {
  await using service = await startService({ rooms: [{ roomCode: 'DBL', totalRooms: null }] })
  await sell(service, { available: 5 })
  await bookOne(service, { rooms: 3 })
  const { body } = await push(service.alfa, [{ ...PLACE, available: 5 }])
  expect(body).toMatchObject({ corrected: 0, warnings: [{ code: 'unseen_bookings' }] })
  expect(await leftOn(service)).toBe(5)
})

test('a price is asked for by the count that was sent, not by what is left of it (contract-counts, the cap)', async () => {
  await using service = await startService({ rooms: [{ ...ROOMS[0]!, basePriceCents: null }] })
  await sell(service, { available: 5 })
  await bookOne(service, { rooms: 5 })
  const { body } = await push(service.alfa, [{ ...PLACE, available: 5, priceCents: 0 }])
  expect(body.errors[0]).toMatchObject({ field: 'priceCents', code: 'price_required' })
})

test('at most ten bookings of a night are named, the newest first (contract-counts, sold_meanwhile)', async () => {
  await using service = await startService({ rooms: [{ ...ROOMS[0]!, totalRooms: 12 }] })
  await sell(service, { available: 12 })
  const codes: string[] = []
  for (let n = 0; n < 11; n++) codes.push(await bookOne(service))
  const { body } = await push(service.alfa, [{ ...PLACE, available: 12 }])
  expect(body.warnings[0].bookings).toEqual(codes.toReversed().slice(0, 10))
})

test('fewer rooms than are sold: 0 left, a warning on every count, an alarm, and one event a night until it heals (contract-counts, the cap)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { manager, admin } = await hireStaff(service)
  await sell(service, { nights: 2, available: 5 })
  const code = await bookOne(service, { rooms: 4 })
  const lower = (totalRooms: number, was: number) =>
    admin.call('PATCH', '/v1/admin/hotels/alfa/rooms/DBL', {
      body: { totalRooms, expected: { totalRooms: was } },
    })
  const told = async () =>
    (await events(service)).filter(({ event }) => event === 'booking.oversold')

  await lower(3, 5)
  expect(await readAvailable(service, { to: '2027-04-02' })).toEqual([0, 3])
  const [entry] = (await history(service.alfa, 'DBL', NIGHT)).body.items
  expect(entry).toMatchObject({
    before: { available: 1, shortfall: 0 },
    after: { available: 0, shortfall: 1 },
    actor: { type: 'user', id: admin.user.id },
  })
  const sold = { ...PLACE, totalRooms: 3, overbookingRooms: 0, sold: 4, bookings: [code] }
  expect((await told()).map(({ data }) => data)).toEqual([sold])
  expect((await manager.call('GET', '/v1/panel/dashboard')).body).toMatchObject({
    oversoldNights: 1,
    firstOversoldNight: NIGHT,
  })

  await lower(2, 3)
  expect(await told()).toHaveLength(1)
  const { body } = await push(service.alfa, [{ ...PLACE, available: 0 }])
  expect(body.warnings.map(({ code }: { code: string }) => code)).toEqual([
    'oversold',
    'unseen_bookings',
  ])

  await service.call('POST', `/v1/bookings/${code}/cancel`, { body: asGuest(code) })
  expect((await manager.call('GET', '/v1/panel/dashboard')).body.oversoldNights).toBe(0)
  expect(await leftOn(service)).toBe(2)
  await lower(1, 2)
  expect(await told()).toHaveLength(1)
})

test('a 0 on an oversold night that offers nothing changes nothing for its sender; what it says is missing is in the history alone (contract-counts, Shortfall)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { admin } = await hireStaff(service)
  await addWebhook(service.alfa, { events: ['availability.changed'] })
  await sell(service, { available: 4 })
  const code = await bookOne(service, { rooms: 4 })
  await admin.call('PATCH', '/v1/admin/hotels/alfa/rooms/DBL', {
    body: { totalRooms: 3, expected: { totalRooms: 5 } },
  })
  const told = (await events(service)).length

  for (let round = 0; round < 2; round++) {
    const { body } = await push(service.alfa, [{ ...PLACE, available: 0 }])
    expect(body).toMatchObject({ applied: 0, unchanged: 1, corrected: 0, rejected: 0 })
  }
  const [entry, before] = (await history(service.alfa, 'DBL', NIGHT)).body.items
  expect([entry.before.shortfall, entry.after.shortfall]).toEqual([0, 1])
  expect(before.actor.type).toBe('booking')
  expect(await events(service)).toHaveLength(told)
  await service.call('POST', `/v1/bookings/${code}/cancel`, { body: asGuest(code) })
  expect(await leftOn(service)).toBe(3)
})

test('a night that is over where the hotel is, and not yet further west, is capped too (contract-counts, Ceiling)', async () => {
  await using service = await startService({ rooms: ROOMS, timezone: 'Pacific/Kiritimati' })
  const { admin } = await hireStaff(service)
  const yesterday = '2027-03-09'
  await push(service.alfa, [{ roomCode: 'DBL', date: yesterday, available: 5 }])
  await admin.call('PATCH', '/v1/admin/hotels/alfa/rooms/DBL', { body: { totalRooms: 3 } })
  await admin.call('PATCH', '/v1/admin/hotels/alfa', { body: { timezone: 'Pacific/Pago_Pago' } })
  expect(await readAvailable(service, { from: yesterday, to: yesterday })).toEqual([3])
})

test('rooms in all may be raised or left empty without a count changing (contract-counts, the cap)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { admin } = await hireStaff(service)
  await sell(service, { available: 3 })
  await bookOne(service)
  for (const totalRooms of [9, null]) {
    await admin.call('PATCH', '/v1/admin/hotels/alfa/rooms/DBL', { body: { totalRooms } })
    expect(await leftOn(service)).toBe(2)
  }
})

test('a hold gives its rooms back however the hotel keeps cancelled ones; a cancellation there gives none (contract-counts, restoreOnCancel)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { admin } = await hireStaff(service)
  await admin.call('PATCH', '/v1/admin/hotels/alfa', { body: { restoreOnCancel: false } })
  await sell(service, { available: 5 })
  const cancel = (code: string) =>
    service.call('POST', `/v1/bookings/${code}/cancel`, { body: asGuest(code) })

  await cancel(await bookOne(service, { hold: true, rooms: 2 }))
  expect(await leftOn(service)).toBe(5)
  await cancel(await bookOne(service, { rooms: 2 }))
  expect(await leftOn(service)).toBe(3)
  // Live no more, though: the hotel's next count may offer them.
  await push(service.alfa, [{ ...PLACE, available: 5 }])
  expect(await leftOn(service)).toBe(5)
})

test('nights that leave a changed booking are held to restoreOnCancel like a cancellation (contract-counts)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { admin } = await hireStaff(service)
  await admin.call('PATCH', '/v1/admin/hotels/alfa', { body: { restoreOnCancel: false } })
  await sell(service, { available: 5 })
  const code = await bookOne(service, { checkout: '2027-04-03' })
  const shorter = { ...asGuest(code), checkout: '2027-04-02' }
  await service.call('PATCH', `/v1/bookings/${code}`, { body: shorter })
  expect(await readAvailable(service, { to: '2027-04-02' })).toEqual([4, 4])
  await push(service.alfa, [{ roomCode: 'DBL', date: '2027-04-02', available: 5 }])
  expect(await readAvailable(service, { to: '2027-04-02' })).toEqual([4, 5])
})
