import { good } from './oversold.ts'
import { runCommand, type ServiceProcess } from './process.ts'
import type { Replicas } from './processes.ts'

/** The admin that `hireAdmin` creates. */
export const ADMIN = { email: 'root@example.com', password: 'correct horse battery' }
/** No request a minute is one too many in these tests. */
const KEY_LIMIT = 100_000

/** Calls the API as somebody, through whichever replica it is given. */
export type Ask = (
  served: ServiceProcess,
  method: string,
  path: string,
  body?: unknown,
) => Promise<any>

/** A hotel and the key of its system. */
export type KeyedHotel = { slug: string; secret: string; keyId: string }

/** A room type as these tests make it. */
export type NewRoom = { roomCode: string; totalRooms: number | null }

/** Creates an admin while the replicas run. @returns calls as that admin; each throws if it is refused */
export async function hireAdmin({ all, setup }: Pick<Replicas, 'all' | 'setup'>): Promise<Ask> {
  await runCommand(['create-admin', ADMIN.email], { ...setup, input: `${ADMIN.password}\n` })
  const { token } = good(await all[0]!.call('POST', '/v1/auth/login', { body: ADMIN })).body
  return async (served, method, path, body) =>
    good(await served.call(method, `/v1${path}`, { key: token, body })).body
}

/** What hotels are made of. */
export async function makeGround(admin: Ask, served: ServiceProcess): Promise<void> {
  await admin(served, 'POST', '/admin/boards', { code: 'RO', name: 'Room only' })
  await admin(served, 'POST', '/admin/cities', { name: 'Alfa City', country: 'TR' })
}

/** Creates a hotel with an API key without a rate limit. */
export async function makeHotel(
  admin: Ask,
  { next }: Pick<Replicas, 'next'>,
  { slug, rooms }: { slug: string; rooms: readonly NewRoom[] },
): Promise<KeyedHotel> {
  await admin(next(), 'POST', '/admin/hotels', newHotel(slug))
  for (const room of rooms) {
    const sleeps = { maxAdults: 9, maxOccupancy: 9, boards: ['RO'] }
    const made = { ...room, name: room.roomCode, ...sleeps }
    await admin(next(), 'POST', `/admin/hotels/${slug}/rooms`, made)
  }
  const made = await makeKey(admin, next(), slug)
  const path = `/admin/hotels/${slug}/keys/${made.keyId}`
  await admin(next(), 'PATCH', path, { requestsPerMinute: KEY_LIMIT })
  return { slug, ...made }
}

/** A hotel as an admin makes it. */
export function newHotel(name: string) {
  const place = { city: 'alfa-city', address: '1 Main St', lat: 41, lng: 29 }
  return { name, ...place, currency: 'EUR', timezone: 'Europe/Istanbul', stars: 4, active: true }
}

/** Makes a key of a hotel, with the limit of any. */
export async function makeKey(
  admin: Ask,
  served: ServiceProcess,
  slug: string,
): Promise<{ secret: string; keyId: string }> {
  const { id, secret } = await admin(served, 'POST', `/panel/api-keys?hotel=${slug}`, {
    name: 'PMS',
  })
  return { secret, keyId: id }
}
