import type { Answer } from './matchers.ts'
import { dayFromNow } from './process.ts'
import type { Call, TestService } from './service.ts'

/** E-mail of guest Carla. */
export const CARLA = 'carla@example.com'

/** Two nights that are ahead by the true clock: those that tests usually mean are ahead by a clock that stands still. */
export const AHEAD = { checkin: dayFromNow(21), checkout: dayFromNow(23) }

/** Room types of twenty rooms: the options of an agency may take five a night (contract-agencies, *Options*). */
export const OPTION_ROOMS = ['DBL', 'SGL'].map((roomCode) => ({ roomCode, totalRooms: 20 }))

/** Puts rooms on sale: every night of a range, both ends included, at one price. */
export async function sell(
  { alfa }: TestService,
  { roomCode = 'DBL', from = '2027-04-01', nights = 10, available = 5, priceCents = 10_000 } = {},
): Promise<void> {
  const updates = Array.from({ length: nights }, (_, index) => ({
    roomCode,
    date: addDay(from, index),
    available,
    priceCents,
    closed: false,
  }))
  const { status } = await alfa.call('PUT', '/availability', { body: { updates } })
  if (status !== 200) throw new Error(`the rooms could not be put on sale: ${status}`)
}

/** A booking at Alfa: guest Carla, two adults, two nights from 1 April, unless said otherwise. */
const order = (more: Record<string, unknown> = {}) => ({
  hotelSlug: 'alfa',
  roomCode: 'DBL',
  checkin: '2027-04-01',
  checkout: '2027-04-03',
  adults: 2,
  guest: { firstName: 'Carla', lastName: 'Çelik', email: CARLA },
  ...more,
})

/** Places a booking and returns its answer; the manage token is kept for `asGuest`. */
export async function book(
  call: Call,
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await call('POST', '/v1/bookings', { body: order(more), headers })
  if (answer.status !== 201) return answer
  const { manageToken: _, ...body } = answer.body
  return { ...answer, body }
}

/** Books a reservation of some stays alike, which `order` says; returns its answer. */
export function bookGroup(
  call: Call,
  more: Record<string, unknown> = {},
  count = 1,
): Promise<Answer> {
  const { hotelSlug, guest, hold = false, ...stay } = order(more) as Record<string, unknown>
  const stays = Array.from({ length: count }, () => stay)
  return call('POST', '/v1/booking-groups', { body: { hotelSlug, guest, hold, stays } })
}

/** Returns the rooms left of a room type, night by night, as the partner pulls them. */
export async function readAvailable(
  { alfa }: TestService,
  { roomCode = 'DBL', from = '2027-04-01', to = '2027-04-10' } = {},
): Promise<number[]> {
  const { body } = await alfa.call(
    'GET',
    `/availability?from=${from}&to=${to}&roomCode=${roomCode}`,
  )
  return body.rooms[0].days.map(({ available }: { available: number }) => available)
}

/** The bodies of events queued so far, oldest first. */
export async function events({ store }: TestService): Promise<Record<string, any>[]> {
  const rows = await store.db.select().from(store.t.outbox).orderBy(store.t.outbox.seq)
  return rows.map(({ body }) => JSON.parse(body))
}

/** The date some days later. */
export function addDay(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
}
