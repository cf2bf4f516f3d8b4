import { expect, test } from 'bun:test'
import { events, OPTION_ROOMS, sell } from '../support/bookings.ts'
import { NOW_MS, startService } from '../support/service.ts'
import { addAgency, signIn } from '../support/users.ts'

const guest = { firstName: 'Carla', lastName: 'Öz', email: 'carla@example.com' }
const STAY = { roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-03' }

/** Starts a hotel on a clock that moves by a millisecond whenever it is read, like a real one under load. */
async function ticking() {
  let nowMs = NOW_MS
  const service = await startService({ rooms: OPTION_ROOMS, world: { nowMs: () => nowMs++ } })
  await sell(service)
  return service
}

test('the holds of a group end at one instant, also with a stay that was added (contract-groups, *Several rooms*)', async () => {
  await using service = await ticking()
  const agencyId = await addAgency(service)
  const { call } = await signIn(service, 'agency_user', { agencyId })
  const body = { hotelSlug: 'alfa', guest, hold: true, stays: [STAY, STAY, STAY] }
  const held = (await call('POST', '/v1/acenta/booking-groups', { body })).body
  const ofEach = (field: string, { bookings }: any) => bookings.map((each: any) => each[field])
  expect(new Set(ofEach('holdUntil', held))).toEqual(new Set([held.holdUntil]))
  expect(new Set(ofEach('createdAt', held))).toEqual(new Set([held.createdAt]))
  const path = `/v1/acenta/booking-groups/${held.code}/stays`
  const { status, body: more } = await call('POST', path, { body: STAY })
  expect([status, ofEach('revision', more)]).toEqual([201, [1, 1, 1, 1]])
  expect(new Set(ofEach('holdUntil', more))).toEqual(new Set([held.holdUntil]))
  expect((await events(service)).map(({ event }) => event)).toEqual(Array(4).fill('booking.held'))
})

test('a group is confirmed and cancelled at one instant (contract-groups, *Several rooms*)', async () => {
  await using service = await ticking()
  const body = { hotelSlug: 'alfa', guest, hold: true, stays: [STAY, STAY] }
  const { code, manageToken } = (await service.call('POST', '/v1/booking-groups', { body })).body
  const act = async (verb: string, field: string) => {
    const path = `/v1/booking-groups/${code}/${verb}`
    const { body } = await service.call('POST', path, { body: { manageToken } })
    return new Set(body.bookings.map((each: any) => each[field])).size
  }
  expect(await act('confirm', 'confirmedAt')).toBe(1)
  expect(await act('cancel', 'cancelledAt')).toBe(1)
})
