import slugify from '@sindresorhus/slugify'
import { CITIES } from './catalog.ts'
import { ownRoomsMax } from './days.ts'
import type { Order } from './orders.ts'
import { ROOMS } from './rooms.ts'
import { demoSlugs } from './seed.ts'

/** The range of first nights of these stays, in days from today. */
const LAST_START = 50
const FIRST_START = -4
const NIGHTS_MAX = 5
/** These stays are made before all bookings of `ORDERS`, which so stay the newest. */
const MADE_LAST = -21
const MADE_WITHIN = 35
/** Rooms of a booking: mostly one. */
const ROOM_COUNTS = [1, 1, 1, 1, 1, 1, 2, 2, 3]
/** Room types that are tried for a stay whose first one is full. */
const TRIES = 4
/** Hotels with bookings: the last two have none yet. */
export const HOTELS_WITH_STAYS = 22

/** The arrivals, rates, guests and children of each hotel's stays; the first hotel is the busiest. */
const HOUSES = {
  alfa: {
    arrivalsOn: (start: number) => (start <= 14 ? 9 : start <= 42 ? 4 : 1),
    rates: ['STD'],
    countries: ['TR', 'TR', 'TR', 'DE', 'GB', 'IT', 'FR', 'JP', 'US', 'JO'],
    children: [[]],
  },
  bravo: {
    arrivalsOn: (start: number) => (start <= 14 ? 8 : start <= 42 ? 4 : 1),
    rates: ['STD', 'STD', 'FLEX', 'NRF'],
    countries: ['TR', 'TR', 'DE', 'DE', 'NL', 'GB', 'SE', 'ES'],
    children: [[], [6], [3, 9]],
  },
} satisfies Record<string, House>
type House = {
  arrivalsOn: (start: number) => number
  rates: string[]
  /** Of its guests, repeated by their share. */
  countries: (keyof typeof NAMES)[]
  children: number[][]
}

/** Room types, repeated by demand. */
const ROOM_CODES = [
  ...['DBL', 'DBL', 'DBL', 'DBL', 'TWN', 'TWN', 'TWN', 'DLX', 'DLX', 'SGL', 'FAM', 'JSU', 'ACC'],
]
/** Room types for children. */
const FAMILY_ROOMS = ['FAM', 'JSU']

/** First and last names of guests by country. */
const NAMES = {
  TR: [
    ['Elif', 'Burak', 'Defne', 'Emre', 'Zeynep', 'Mert', 'Ayşe', 'Onur', 'Selin', 'Kerem'],
    ['Yıldız', 'Şahin', 'Arslan', 'Koç', 'Aydın', 'Kılıç', 'Çetin', 'Polat', 'Güneş', 'Acar'],
  ],
  DE: [
    ['Hannah', 'Lukas', 'Jule', 'Felix'],
    ['Becker', 'Schäfer', 'Vogel', 'Krüger'],
  ],
  FR: [
    ['Amélie', 'Hugo'],
    ['Laurent', 'Moreau'],
  ],
  IT: [
    ['Giulia', 'Paolo'],
    ['Ricci', 'Conti'],
  ],
  ES: [
    ['Mateo', 'Lucía'],
    ['García', 'Ortega'],
  ],
  NL: [
    ['Anouk', 'Daan'],
    ['de Vries', 'Bakker'],
  ],
  SE: [
    ['Oskar', 'Maja'],
    ['Lindqvist', 'Berg'],
  ],
  GB: [
    ['Charlotte', 'James', 'Olivia'],
    ['Hughes', 'Okafor', 'Reid'],
  ],
  JO: [
    ['Noor', 'Omar'],
    ['Haddad', 'Nasser'],
  ],
  JP: [
    ['Haruto', 'Yui'],
    ['Sato', 'Mori'],
  ],
  US: [
    ['Emily', 'Jack'],
    ['Carter', 'Nguyen'],
  ],
} satisfies Record<string, [string[], string[]]>

const REQUESTS = [
  'Late arrival, 23:30',
  'Yüksek kat lütfen',
  'Baby cot, please',
  'Airport transfer, 10:15',
  'Twin beds together',
]

/** Pieces that guests order with their stay, by the codes of `EXTRAS`. */
const ORDERED = [
  [{ code: 'TRANSFER', quantity: 1 }],
  [{ code: 'PARKING', quantity: 1 }],
  [{ code: 'DINNER', quantity: 1 }],
  [
    { code: 'TRANSFER', quantity: 1 },
    { code: 'CRIB', quantity: 1 },
  ],
]

/**
 * Returns the stays that fill a hotel in addition to the named ones: spread over its room types, fewer the further ahead,
 * the same every time. All together take at most `ownRoomsMax` rooms of a type on a night.
 *
 * @param named the rooms that other bookings of the demo take there
 * @returns the stays in the order in which they are made
 */
export function demoStays(hotel: keyof typeof HOUSES, named: readonly TakenRooms[]): Order[] {
  const house: House = HOUSES[hotel]
  const taken = new Map<string, number>()
  for (const order of named) take(taken, order)
  const stays: Order[] = []
  for (let start = FIRST_START; start <= LAST_START; start++)
    for (let arrival = 0; arrival < house.arrivalsOn(start); arrival++)
      for (let nth = 0; nth < TRIES; nth++) {
        const place = `${hotel} ${start} ${arrival}`
        const stay = { ...demoStay(house, { place, nth }, start), hotel: demoSlugs[hotel] }
        if (!take(taken, stay)) continue
        stays.push(stay)
        break
      }
  return stays.toSorted((a, b) => a.made - b.made)
}

function demoStay(
  { rates, children, countries }: House,
  { place, nth }: { place: string; nth: number },
  start: number,
): Order {
  const chance = (what: string, of: number) => Bun.hash.xxHash32(`${what} ${place}`) % of
  const pick = <T>(what: string, from: readonly T[]) => from[chance(what, from.length)]!
  const rooms = nth === 0 ? pick('rooms', ROOM_COUNTS) : 1
  const room = pick(`room ${nth}`, ROOM_CODES)
  const rate = pick('rate', rates)
  const childAges = FAMILY_ROOMS.includes(room) && rooms === 1 ? pick('children', children) : []
  return {
    ...{ room, rooms },
    made: MADE_LAST - chance('made', MADE_WITHIN),
    start,
    // Guests who arrived before today are still in house or leave today; the non-refundable rate needs two nights.
    nights: Math.max(1 + chance('nights', NIGHTS_MAX), -start, rate === 'NRF' ? 2 : 1),
    guest: guestFrom(countries, chance),
    ...{ rate, childAges },
    ...(chance('wishes', 5) === 0 && { requests: pick('request', REQUESTS) }),
    ...(chance('extras', 6) === 0 && { extras: pick('ordered', ORDERED) }),
    ...(chance('hour', 4) === 0 && { arrivalTime: `${14 + chance('arrival', 9)}:30` }),
    ...((rooms > 1 || chance('by', 4) === 0) && { by: 'desk' as const }),
  }
}

/** Returns a guest from one of some countries, the same every time. @param chance draws a number below `of` */
export function guestFrom(
  countries: readonly (keyof typeof NAMES)[],
  chance: (what: string, of: number) => number,
): Order['guest'] {
  const pick = <T>(what: string, from: readonly T[]) => from[chance(what, from.length)]!
  const country = pick('country', countries)
  const [firstNames, lastNames] = NAMES[country]
  return [pick('first', firstNames), pick('last', lastNames), country]
}

/** Returns a stay of two nights in the commonest room of each hotel without a demo log-in, except the last two. */
export const demoStaysElsewhere = (): Order[] =>
  CITIES.flatMap(({ hotels }) => hotels.map(({ name }) => slugify(name)))
    .slice(0, HOTELS_WITH_STAYS)
    .filter((slug) => slug !== demoSlugs.alfa && slug !== demoSlugs.bravo)
    .map((hotel, index) => ({
      ...{ hotel, room: 'DBL', nights: 2, start: 2 + index, made: MADE_LAST },
      guest: guestElsewhere(index),
    }))

function guestElsewhere(index: number): Order['guest'] {
  const countries = Object.keys(NAMES) as (keyof typeof NAMES)[]
  const country = countries[index % countries.length]!
  const [[first], [last]] = NAMES[country]
  return [first!, last!, country]
}

/** Rooms of a type on the nights of a stay. */
export type TakenRooms = Pick<Order, 'room' | 'rooms' | 'start' | 'nights'>

/** Counts the rooms of an order on each night. @returns false, counting nothing, if a night would have too many */
function take(taken: Map<string, number>, { room, rooms = 1, start, nights }: TakenRooms): boolean {
  const { rooms: totalRooms } = ROOMS.find(({ roomCode }) => roomCode === room)!
  const dates = Array.from({ length: nights }, (_, night) => start + night)
  const cellOf = (date: number) => `${room} ${date}`
  const isFull = (date: number) =>
    (taken.get(cellOf(date)) ?? 0) + rooms > ownRoomsMax(totalRooms, date)
  if (dates.some(isFull)) return false
  for (const date of dates) taken.set(cellOf(date), (taken.get(cellOf(date)) ?? 0) + rooms)
  return true
}
