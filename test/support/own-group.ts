import { sell } from './bookings.ts'
import { startService, type TestService } from './service.ts'

// A group that its guest made, and acts on by its token (contract-groups).

/** Rooms of two types. */
export const ROOMS = [
  { roomCode: 'DBL', totalRooms: 5, boards: ['RO'] },
  { roomCode: 'SUI', totalRooms: 2, boards: ['RO'] },
]
/** The nights of a stay. */
const dates = { checkin: '2027-04-01', checkout: '2027-04-03' }
/** The guest who books. */
export const guest = { firstName: 'Carla', lastName: 'Öz', email: 'carla@example.com' }
/** A stay in a double room. */
export const DOUBLE = { roomCode: 'DBL', ...dates, adults: 2 }
/** A stay in a suite. */
export const SUITE = { roomCode: 'SUI', ...dates, adults: 2 }

/** A stay of a group, as far as these tests read it. */
export type Booking = { code: string; revision: number; roomCode: string; guest: { email: string } }
/** A group, as its guest holds it. */
export type Group = {
  code: string
  manageToken: string
  totalPriceCents: number
  bookings: Booking[]
}

/** Starts a hotel with rooms on sale and a group of these stays. */
export async function startGroup(stays: object[], more: Record<string, unknown> = {}) {
  const service = await startService({ rooms: ROOMS })
  await sell(service)
  await sell(service, { roomCode: 'SUI', available: 2, priceCents: 30_000 })
  const group: Group = (await place(service, stays, more)).body
  return { service, group, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() }
}

/** Places a group as a guest. */
export const place = ({ call }: Pick<TestService, 'call'>, stays: object[], more: object = {}) =>
  call('POST', '/v1/booking-groups', { body: { hotelSlug: 'alfa', guest, stays, ...more } })

/** Changes a group by its token. */
export const change = ({ call }: Pick<TestService, 'call'>, group: Group, body: object) =>
  call('PATCH', `/v1/booking-groups/${group.code}`, {
    body: { manageToken: group.manageToken, ...body },
  })

/** Reads a group by its token. */
export const read = async ({ call }: Pick<TestService, 'call'>, { code, manageToken }: Group) =>
  (
    await call('GET', `/v1/booking-groups/${code}`, {
      headers: { 'x-service-manage-token': manageToken },
    })
  ).body

/** The places and codes of a refusal. */
export const placesOf = ({ body }: { body: { errors: { path: string; code: string }[] } }) =>
  body.errors.map(({ path, code }) => [path, code])
