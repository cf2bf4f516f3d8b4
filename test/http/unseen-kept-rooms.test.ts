import { expect, test } from 'bun:test'
import { book, readAvailable, sell } from '../support/bookings.ts'
import { latest } from '../support/changes.ts'
import { asGuest } from '../support/manage.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

const NIGHT = { date: '2027-04-01' }
const ROOMS = ['DBL', 'TWN'].map((roomCode) => ({
  roomCode,
  totalRooms: null,
  maxAdults: 9,
  maxOccupancy: 9,
  basePriceCents: 10_000,
}))

/** A hotel that keeps what is cancelled, with six rooms of each type, and where its feed stands. */
async function start() {
  const service = await startService({ rooms: ROOMS })
  const { admin } = await hireStaff(service)
  await admin.call('PATCH', '/v1/admin/hotels/alfa', { body: { restoreOnCancel: false } })
  await sell(service, { available: 6 })
  await sell(service, { available: 6, roomCode: 'TWN' })
  return { service, cursor: await latest(service.alfa) }
}

async function bookRooms({ call }: TestService, rooms: number, more: object = {}) {
  const stay = { checkout: '2027-04-02', rooms, adults: rooms, ...more }
  const { status, body } = await book(call, stay)
  if (status !== 201) throw new Error(`the booking was refused: ${status}`)
  return body.code as string
}

const act = ({ call }: TestService, method: string, path: string, body: object = {}) =>
  call(method, `/v1/bookings/${path}`, { body: { ...asGuest(path.split('/')[0]!), ...body } })

/** Rooms left of both types after their counts of six came with a cursor. */
async function leftAfterSix(service: TestService, seenThrough: string) {
  const updates = ['DBL', 'TWN'].map((roomCode) => ({ ...NIGHT, roomCode, available: 6 }))
  await service.alfa.call('PUT', '/availability', { body: { updates, seenThrough } })
  const night = { from: NIGHT.date, to: NIGHT.date }
  const rooms = ['DBL', 'TWN'].map((roomCode) => readAvailable(service, { roomCode, ...night }))
  return (await Promise.all(rooms)).flat()
}

test('rooms sold and cancelled after the cursor stay taken where the hotel keeps them (contract-counts, Σ, restoreOnCancel)', async () => {
  const { service, cursor } = await start()
  await using _ = service
  const code = await bookRooms(service, 2)
  await act(service, 'POST', `${code}/cancel`)
  expect(await leftAfterSix(service, cursor)).toEqual([4, 6])
  // Who has seen the cancellation decides.
  expect(await leftAfterSix(service, await latest(service.alfa))).toEqual([6, 6])
})

test('a cancellation after the cursor of rooms that the sender knows of takes nothing (contract-counts, Σ, restoreOnCancel)', async () => {
  const { service } = await start()
  await using _ = service
  const code = await bookRooms(service, 2)
  const seen = await latest(service.alfa)
  await act(service, 'POST', `${code}/cancel`)
  expect(await leftAfterSix(service, seen)).toEqual([6, 6])
})

test('what leaves a changed booking after the cursor stays taken where the hotel keeps it (contract-counts, Σ, restoreOnCancel)', async () => {
  const { service, cursor } = await start()
  await using _ = service
  const moved = await bookRooms(service, 1)
  await act(service, 'PATCH', moved, { roomCode: 'TWN' })
  const fewer = await bookRooms(service, 3)
  await act(service, 'PATCH', fewer, { rooms: 1, adults: 1 })
  expect(await leftAfterSix(service, cursor)).toEqual([2, 5])
})

test('a hold that ended after the cursor takes nothing, wherever it was (contract-counts, restoreOnCancel)', async () => {
  const { service, cursor } = await start()
  await using _ = service
  await act(service, 'POST', `${await bookRooms(service, 2, { hold: true })}/cancel`)
  expect(await leftAfterSix(service, cursor)).toEqual([6, 6])
})
