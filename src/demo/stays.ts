import slugify from '@sindresorhus/slugify'
import { CITIES } from './catalog.ts'
import { TAKEN_MAX } from './days.ts'
import type { Order } from './orders.ts'
import { demoSlugs } from './seed.ts'

/** The range of first nights of these stays, in days from today. */
const LAST_START = 50
const FIRST_START = -3
const NIGHTS_MAX = 5
/** These stays are made before all bookings of `ORDERS`, which so stay the newest. */
const MADE_LAST = -21
const MADE_WITHIN = 35
/** Rooms of a booking: mostly one, sometimes a few or a group. */
const ROOM_COUNTS = [1, 1, 1, 2, 2, 4, 8]
const GROUP = 3
const ELSEWHERE = 20

/** The arrivals, rates and children of each hotel's stays; the first hotel is the busiest. */
const HOUSES = {
  alfa: {
    arrivalsOn: (start: number) => (start <= 14 ? 3 : start <= 30 ? 2 : 1),
    rates: ['STD'],
    children: [[]],
  },
  bravo: {
    arrivalsOn: (start: number) => (start <= 32 ? 2 : 1),
    rates: ['STD', 'STD', 'FLEX', 'NRF'],
    children: [[], [6], [3, 9]],
  },
} satisfies Record<string, House>
type House = { arrivalsOn: (start: number) => number; rates: string[]; children: number[][] }

/** Room types, repeated by demand. */
const ROOM_CODES = ['DBL', 'DBL', 'DBL', 'TWN', 'TWN', 'DLX', 'SGL', 'FAM', 'JSU', 'ACC']
/** Room types for children. */
const FAMILY_ROOMS = ['FAM', 'JSU']

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

const REQUESTS = [
  'Late arrival, 23:30',
  'Yüksek kat lütfen',
  'Baby cot, please',
  'Airport transfer, 10:15',
  'Twin beds together',
]

/**
 * Returns the stays that fill a hotel in addition to the named ones: spread over its room types, fewer the further ahead,
 * the same every time. All together take at most `TAKEN_MAX` rooms of a type on a night.
 *
 * @returns the stays in the order in which they are made
 */
export function demoStays(hotel: keyof typeof HOUSES, named: readonly Order[]): Order[] {
  const house: House = HOUSES[hotel]
  const taken = new Map<string, number>()
  for (const order of named) take(taken, order)
  const stays: Order[] = []
  for (let start = FIRST_START; start <= LAST_START; start++)
    for (let arrival = 0; arrival < house.arrivalsOn(start); arrival++) {
      const stay = {
        ...demoStay(house, `${hotel} ${start} ${arrival}`, start),
        hotel: demoSlugs[hotel],
      }
      if (take(taken, stay)) stays.push(stay)
    }
  return stays.toSorted((a, b) => a.made - b.made)
}

function demoStay({ rates, children }: House, place: string, start: number): Order {
  const chance = (what: string, of: number) => Bun.hash.xxHash32(`${what} ${place}`) % of
  const pick = <T>(what: string, from: readonly T[]) => from[chance(what, from.length)]!
  const rooms = pick('rooms', ROOM_COUNTS)
  const room = pick('room', ROOM_CODES)
  const rate = pick('rate', rates)
  const childAges = FAMILY_ROOMS.includes(room) && rooms === 1 ? pick('children', children) : []
  return {
    ...{ room, rooms },
    made: MADE_LAST - chance('made', MADE_WITHIN),
    start,
    // Guests who arrived before today are still in house or leave today; the non-refundable rate needs two nights.
    nights: Math.max(1 + chance('nights', NIGHTS_MAX), -start, rate === 'NRF' ? 2 : 1),
    guest: pick('guest', GUESTS),
    ...{ rate, childAges },
    ...(chance('wishes', 5) === 0 && { requests: pick('request', REQUESTS) }),
    ...((rooms >= GROUP || chance('by', 4) === 0) && { by: 'desk' as const }),
  }
}

/** Returns a stay of two nights in the commonest room of each hotel without a demo log-in, except the last two. */
export const demoStaysElsewhere = (): Order[] =>
  CITIES.flatMap(({ hotels }) => hotels.map(({ name }) => slugify(name)))
    .filter((slug) => slug !== demoSlugs.alfa && slug !== demoSlugs.bravo)
    .slice(0, ELSEWHERE)
    .map((hotel, index) => ({
      ...{ hotel, room: 'DBL', nights: 2, start: 2 + index, made: MADE_LAST },
      guest: GUESTS[index % GUESTS.length]!,
    }))

/** Counts the rooms of an order on each night. @returns false, counting nothing, if a night would have too many */
function take(taken: Map<string, number>, { room, rooms = 1, start, nights }: Order): boolean {
  const cells = Array.from({ length: nights }, (_, night) => `${room} ${start + night}`)
  if (cells.some((cell) => (taken.get(cell) ?? 0) + rooms > TAKEN_MAX)) return false
  for (const cell of cells) taken.set(cell, (taken.get(cell) ?? 0) + rooms)
  return true
}
