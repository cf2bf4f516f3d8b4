import { addDay } from './bookings.ts'
import { groupVerbs } from './group-verbs.ts'
import { asGuest } from './manage.ts'
import { good } from './oversold.ts'
import { dayFromNow } from './process.ts'
import type { Replicas } from './processes.ts'
import { hireAdmin, makeGround, makeHotel, newHotel } from './replica-hotels.ts'

const DATE = dayFromNow(60)
const EMAIL = 'carla@example.com'
const GUEST = { firstName: 'Carla', lastName: 'Çelik', email: EMAIL }
const STAY = { roomCode: 'DBL', checkin: DATE, checkout: addDay(DATE, 1), rooms: 1, adults: 1 }
const DAYS = '/v1/partner/availability'
const ROOMS = [{ roomCode: 'DBL', totalRooms: 5 }]

/** Each way to write something of a hotel called Alfa, to be tried in this order. */
export async function makeVerbs(replicas: Replicas): Promise<Record<string, () => Promise<void>>> {
  const { next } = replicas
  const admin = await hireAdmin(replicas)
  await makeGround(admin, next())
  const alfa = await makeHotel(admin, replicas, { slug: 'alfa', rooms: ROOMS })
  const key = alfa.secret
  const made = { booking: '', hold: '', key: '', webhook: '', user: '' }
  const partner = async (method: string, path: string, body?: unknown) => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    return good(await next().call(method, path, { key, body, headers })).body
  }
  const guest = async (method: string, path: string, body: unknown) =>
    good(await next().call(method, `/v1/bookings${path}`, { body })).body
  const push = async (method: string, ...updates: object[]) =>
    void (await partner(method, DAYS, { updates }))
  const boss = async (method: string, path: string, body?: unknown) =>
    await admin(next(), method, path, body)
  const asVendor = (secret: string) => async (method: string, path: string, body?: unknown) =>
    good(await next().call(method, `/v1/partner${path}`, { key: secret, body })).body
  const order = { hotelSlug: 'alfa', ...STAY, guest: GUEST }
  const day = { roomCode: 'DBL', date: DATE, available: 4, priceCents: 10_000, closed: false }
  const later = { checkin: addDay(DATE, 1), checkout: addDay(DATE, 2) }
  return {
    'PUT days': () => push('PUT', day, { ...day, date: addDay(DATE, 1) }),
    'PATCH days': () => push('PATCH', { roomCode: 'DBL', date: DATE, priceCents: 11_000 }),
    'make a rate': () =>
      boss('POST', '/panel/rates?hotel=alfa', {
        ...{ rateCode: 'FLEX', name: 'Flexible', roomCodes: ['DBL'], pricing: { type: 'own' } },
        cancellation: { freeUntilDays: 1, penalty: 'first_night' },
      }),
    'PATCH days of a rate': () =>
      push('PATCH', { roomCode: 'DBL', rateCode: 'FLEX', date: DATE, priceCents: 12_000 }),
    'PATCH days by some': () => push('PATCH', { roomCode: 'DBL', date: DATE, availableBy: -1 }),
    'push of the panel': () =>
      boss('PUT', '/panel/availability?hotel=alfa', { updates: [{ ...day, available: 3 }] }),
    book: async () => {
      made.booking = (await guest('POST', '', order)).code
    },
    'book at a rate': async () => void (await guest('POST', '', { ...order, rateCode: 'FLEX' })),
    hold: async () => {
      made.hold = (await guest('POST', '', { ...order, hold: true })).code
    },
    confirm: async () => void (await guest('POST', `/${made.hold}/confirm`, asGuest(made.hold))),
    'simulate a change': async () =>
      void (await guest('PATCH', `/${made.booking}`, {
        ...asGuest(made.booking),
        ...later,
        simulate: true,
      })),
    'change dates': async () =>
      void (await guest('PATCH', `/${made.booking}`, { ...asGuest(made.booking), ...later })),
    'change a name': async () =>
      void (await guest('PATCH', `/${made.booking}`, {
        ...asGuest(made.booking),
        guest: { firstName: 'Ada' },
      })),
    acknowledge: async () =>
      void (await partner('POST', `/v1/partner/bookings/${made.booking}/ack`, { revision: 1 })),
    cancel: async () =>
      void (await guest('POST', `/${made.booking}/cancel`, asGuest(made.booking))),
    reinstate: () => boss('POST', `/panel/bookings/${made.booking}/reinstate?hotel=alfa`),
    'make a key': async () => {
      made.key = (await boss('POST', '/panel/api-keys?hotel=alfa', { name: 'Other' })).id
    },
    'limit a key': () =>
      boss('PATCH', `/admin/hotels/alfa/keys/${made.key}`, { requestsPerMinute: 7 }),
    'revoke a key': () => boss('DELETE', `/panel/api-keys/${made.key}?hotel=alfa`),
    'make a webhook': async () => {
      const url = 'http://127.0.0.1:39999/hook'
      made.webhook = (await partner('POST', '/v1/partner/webhooks', { url, active: false })).id
    },
    'change a webhook': async () =>
      void (await partner('PATCH', `/v1/partner/webhooks/${made.webhook}`, { description: 'PMS' })),
    'delete a webhook': async () =>
      void (await partner('DELETE', `/v1/partner/webhooks/${made.webhook}`)),
    'change a rate': () => boss('PATCH', '/panel/rates/FLEX?hotel=alfa', { name: 'Free' }),
    'make a room type': () => {
      const sleeps = { maxAdults: 2, maxOccupancy: 2, boards: ['RO'] }
      const room = { roomCode: 'SUI', totalRooms: 2, name: 'Suite' }
      return boss('POST', '/admin/hotels/alfa/rooms', { ...room, ...sleeps })
    },
    'change rooms': () => boss('PATCH', '/admin/hotels/alfa/rooms/DBL', { totalRooms: 4 }),
    'change a hotel': () => boss('PATCH', '/admin/hotels/alfa', { stars: 5 }),
    'make a board': () => boss('POST', '/admin/boards', { code: 'BB', name: 'Breakfast' }),
    'make a city': () => boss('POST', '/admin/cities', { name: 'Bravo City', country: 'TR' }),
    'make a hotel': () => boss('POST', '/admin/hotels', newHotel('bravo')),
    'change a city': () => boss('PATCH', '/admin/cities/alfa-city', { name: 'Alfa Town' }),
    'make an agency': () =>
      boss('POST', '/admin/agencies', {
        ...{ code: 'DELTA', name: 'Delta', email: 'delta@example.com' },
        commissionBasisPoints: 1_000,
      }),
    'make a user': async () => {
      const user = { email: 'm@example.com', password: 'seven green bottles', name: 'M' }
      made.user = (await boss('POST', '/admin/users', { ...user, role: 'guest' })).id
    },
    'block a user': () => boss('PATCH', `/admin/users/${made.user}`, { status: 'blocked' }),
    register: async () => {
      const body = { email: 'n@example.com', password: 'seven green bottles', name: 'N' }
      good(await next().call('POST', '/v1/auth/register', { body }))
    },
    ...groupVerbs(boss, asVendor, addDay(DATE, 20)),
  }
}
