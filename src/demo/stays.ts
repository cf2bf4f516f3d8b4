import { TAKEN_MAX } from './days.ts'
import type { Order } from './orders.ts'

/** Days ahead on which the last of these stays begin, and how many days ago the first one did. */
const LAST_START = 50
const FIRST_START = -3
const NIGHTS_MAX = 5
/** Made before all bookings that are named, which so stay the newest. */
const MADE_LAST = -21
const MADE_WITHIN = 35
/** Room types by how often they are asked for. */
const ROOM_CODES = ['DBL', 'DBL', 'DBL', 'TWN', 'TWN', 'DLX', 'SGL', 'FAM', 'JSU', 'ACC']
/** Rooms of a booking: one, a few, now and then a group. */
const ROOM_COUNTS = [1, 1, 1, 2, 2, 4, 8]
const GROUP = 3

const GUESTS: Order['guest'][] = [
  ['Elif', 'Yıldız', 'TR'],
  ['Burak', 'Şahin', 'TR'],
  ['Defne', 'Arslan', 'TR'],
  ['Emre', 'Koç', 'TR'],
  ['Hannah', 'Becker', 'DE'],
  ['Lukas', 'Schäfer', 'DE'],
  ['Amélie', 'Laurent', 'FR'],
  ['Giulia', 'Ricci', 'IT'],
  ['Mateo', 'García', 'ES'],
  ['Anouk', 'de Vries', 'NL'],
  ['Oskar', 'Lindqvist', 'SE'],
  ['Charlotte', 'Hughes', 'GB'],
  ['James', 'Okafor', 'GB'],
  ['Noor', 'Haddad', 'JO'],
  ['Haruto', 'Sato', 'JP'],
  ['Emily', 'Carter', 'US'],
]

/**
 * The stays that fill the demo's first hotel beside those that are named: over its room types, thinner the further
 * ahead, the same every time. Together they take at most `TAKEN_MAX` rooms of a type on a night.
 *
 * @returns in the order they were made
 */
export function demoStays(named: readonly Order[]): Order[] {
  const taken = new Map<string, number>()
  for (const order of named) take(taken, order)
  const stays: Order[] = []
  for (let start = FIRST_START; start <= LAST_START; start++)
    for (let arrival = 0; arrival < arrivalsOn(start); arrival++) {
      const stay = demoStay(start, arrival)
      if (take(taken, stay)) stays.push(stay)
    }
  return stays.toSorted((a, b) => a.made - b.made)
}

const arrivalsOn = (start: number) => (start <= 14 ? 3 : start <= 30 ? 2 : 1)

function demoStay(start: number, arrival: number): Order {
  const chance = (what: string, of: number) => Bun.hash.xxHash32(`${what} ${start} ${arrival}`) % of
  const pick = <T>(what: string, from: readonly T[]) => from[chance(what, from.length)]!
  const rooms = pick('rooms', ROOM_COUNTS)
  return {
    room: pick('room', ROOM_CODES),
    rooms,
    made: MADE_LAST - chance('made', MADE_WITHIN),
    start,
    // Whoever came before today is in house still, or leaves today.
    nights: Math.max(1 + chance('nights', NIGHTS_MAX), -start),
    guest: pick('guest', GUESTS),
    ...((rooms >= GROUP || chance('by', 4) === 0) && { by: 'desk' as const }),
  }
}

/** Counts the rooms of an order on each of its nights; not when one of them would have too many. */
function take(taken: Map<string, number>, { room, rooms = 1, start, nights }: Order): boolean {
  const cells = Array.from({ length: nights }, (_, night) => `${room} ${start + night}`)
  if (cells.some((cell) => (taken.get(cell) ?? 0) + rooms > TAKEN_MAX)) return false
  for (const cell of cells) taken.set(cell, (taken.get(cell) ?? 0) + rooms)
  return true
}
