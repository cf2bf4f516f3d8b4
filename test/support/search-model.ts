import fc from 'fast-check'
import { addDay } from './bookings.ts'

/** First night of the model's days; they cross a month and several blocks. */
export const FIRST = '2027-04-25'
const NIGHTS = 14
const BOARDS = ['RO', 'BB'] as const
const CITIES = ['ankara', 'bursa'] as const
/** Names, and what they are without case and accents. */
const NAMES = [
  ['Şişli Işık', 'sisli isik'],
  ['IŞIK Palace', 'isik palace'],
  ['Hôtel de l’Œuvre', 'hotel de l oeuvre'],
  ['Nordøst', 'nordost'],
] as const
const TEXTS = [
  ['ışık', 'isik'],
  ['HÔTEL', 'hotel'],
  ['NORDOST', 'nordost'],
  ['ankara', 'ankara'],
  ['İŞİK bur', 'isik bur'],
  ['none', 'none'],
] as const
/** Far enough from each other, and their distances from the radii, for any formula to agree. */
const PLACES = [
  [41, 29],
  [40, 29],
  [36, 30.5],
  [38.5, 27],
] as const
const RADII_KM = [50, 150, 700]

export type ModelDay = { available: number; priceCents: number | null; closed: boolean }
export type ModelRoom = {
  maxAdults: number
  maxChildren: number
  maxOccupancy: number
  active: boolean
  boards: { code: string; cents: number }[]
  days: (ModelDay | null)[]
}
export type ModelHotel = {
  city: (typeof CITIES)[number]
  name: (typeof NAMES)[number]
  place: (typeof PLACES)[number]
  stars: number
  active: boolean
  ratings: number[]
  rooms: ModelRoom[]
}
export type ModelQuery = {
  city: (typeof CITIES)[number] | null
  text: (typeof TEXTS)[number] | null
  stay: { start: number; nights: number } | null
  adults: number
  children: number
  rooms: number
  min: number | null
  max: number | null
  stars: number[]
  board: string | null
  near: (typeof PLACES)[number] | null
  radiusKm: number | null
  sort: 'price' | '-price' | 'rating' | 'stars' | 'distance'
}
/** What a day becomes between two searches. */
export type ModelChange = { hotel: number; room: number; night: number; day: ModelDay }

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 2 })
// Of conditions few at once, or hardly a hotel would be found.
const seldom = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })
// Mostly open, or hardly a stay could be had.
const day: fc.Arbitrary<ModelDay> = fc.record({
  available: fc.constantFrom(0, 1, 2, 2, 3, 3, 3),
  priceCents: fc.option(
    fc.integer({ min: 0, max: 12 }).map((price) => price * 50),
    { freq: 20 },
  ),
  closed: fc.integer({ min: 0, max: 19 }).map((chance) => chance === 0),
})
const room: fc.Arbitrary<ModelRoom> = fc.record({
  maxAdults: fc.integer({ min: 1, max: 3 }),
  maxChildren: fc.nat(2),
  maxOccupancy: fc.integer({ min: 1, max: 5 }),
  active: fc.integer({ min: 0, max: 9 }).map((chance) => chance > 0),
  boards: fc
    .subarray([...BOARDS])
    .map((codes) => codes.map((code, place) => ({ code, cents: place * 70 }))),
  days: fc.array(fc.option(day, { freq: 15 }), { minLength: NIGHTS, maxLength: NIGHTS }),
})
const hotel: fc.Arbitrary<ModelHotel> = fc.record({
  city: fc.constantFrom(...CITIES),
  name: fc.constantFrom(...NAMES),
  place: fc.constantFrom(...PLACES),
  stars: fc.integer({ min: 0, max: 5 }),
  active: fc.integer({ min: 0, max: 9 }).map((chance) => chance > 0),
  ratings: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 3 }),
  rooms: fc.array(room, { maxLength: 3, size: 'max' }),
})
const query: fc.Arbitrary<ModelQuery> = fc.record({
  city: maybe(fc.constantFrom(...CITIES)),
  text: seldom(fc.constantFrom(...TEXTS)),
  stay: maybe(
    fc.record({ start: fc.nat(NIGHTS - 5), nights: fc.constantFrom(1, 1, 2, 2, 3, 4, 5) }),
  ),
  adults: fc.constantFrom(1, 1, 2, 2, 2, 3, 4),
  children: fc.nat(2),
  rooms: fc.constantFrom(1, 1, 2),
  min: seldom(fc.constantFrom(0, 400, 1_000)),
  max: seldom(fc.constantFrom(1_000, 2_500, 100_000)),
  stars: fc.subarray([0, 1, 2, 3, 4, 5], { minLength: 3 }),
  board: seldom(fc.constantFrom(...BOARDS)),
  near: maybe(fc.constantFrom(...PLACES)),
  radiusKm: maybe(fc.constantFrom(...RADII_KM)),
  sort: fc.constantFrom('price', '-price', 'rating', 'stars', 'distance'),
})
const change: fc.Arbitrary<ModelChange> = fc.record({
  hotel: fc.nat(9),
  room: fc.nat(2),
  night: fc.nat(NIGHTS - 1),
  day,
})

/** A catalogue, and searches of it with changes of days before each. */
export const world = fc.record({
  hotels: fc.array(hotel, { minLength: 3, maxLength: 10 }),
  rounds: fc.array(
    fc.record({ changes: fc.array(change, { maxLength: 4 }), query: arbitraryQuery() }),
    {
      minLength: 3,
      maxLength: 8,
    },
  ),
})

/** Leaves out of a query what the others of its parameters forbid. */
function arbitraryQuery(): fc.Arbitrary<ModelQuery> {
  return query.map((given) => {
    const { stay, near, rooms, adults, sort } = given
    const isPossible = sort === 'distance' ? near : sort.endsWith('price') ? stay : true
    return {
      ...given,
      adults: Math.max(adults, rooms),
      min: stay && given.min,
      max: stay && given.max,
      radiusKm: near && given.radiusKm,
      sort: isPossible ? sort : 'stars',
    }
  })
}

/** The query string of a query. */
export function queryText(query: ModelQuery): string {
  const params = new URLSearchParams({
    adults: String(query.adults),
    children: String(query.children),
    rooms: String(query.rooms),
    sort: query.sort,
  })
  const set = (name: string, value: unknown) => value !== null && params.set(name, String(value))
  set('city', query.city)
  set('q', query.text?.[0] ?? null)
  set('checkin', query.stay && addDay(FIRST, query.stay.start))
  set('checkout', query.stay && addDay(FIRST, query.stay.start + query.stay.nights))
  set('minPriceCents', query.min)
  set('maxPriceCents', query.max)
  set('board', query.board)
  set('lat', query.near?.[0] ?? null)
  set('lng', query.near?.[1] ?? null)
  set('radiusKm', query.radiusKm)
  for (const stars of query.stars) params.append('stars', String(stars))
  return params.toString()
}

/** What a search must find, from the days as they are: the contract's rules, written anew and slowly. */
export function modelSearch(hotels: readonly ModelHotel[], query: ModelQuery) {
  const found = hotels.flatMap((hotel, index) => {
    const offer = modelOffer(hotel, query)
    const far = query.near && arcKm(query.near, hotel.place)
    const text = `${hotel.name[1]} ${hotel.city}`
    const isFound =
      hotel.active &&
      (query.city === null || hotel.city === query.city) &&
      (query.text?.[1].split(' ').every((word) => text.includes(word)) ?? true) &&
      query.stars.includes(hotel.stars) &&
      (query.radiusKm === null || far! <= query.radiusKm) &&
      offer !== null &&
      (query.min === null || offer.totalCents >= query.min) &&
      (query.max === null || offer.totalCents <= query.max)
    return isFound ? [{ slug: `h${index}`, hotel, far, ...offer }] : []
  })
  type Found = (typeof found)[number]
  const average = ({ hotel: { ratings } }: Found) =>
    ratings.length === 0 ? 0 : ratings.reduce((a, b) => a + b) / ratings.length
  const orders: Record<ModelQuery['sort'], (a: Found, b: Found) => number> = {
    price: (a, b) => a.totalCents - b.totalCents,
    '-price': (a, b) => b.totalCents - a.totalCents,
    rating: (a, b) => average(b) - average(a),
    stars: (a, b) => b.hotel.stars - a.hotel.stars,
    // Metres: what two formulas differ by is less.
    distance: (a, b) => Math.round((a.far! - b.far!) * 1_000),
  }
  return found.toSorted(orders[query.sort])
}

type ModelOffer = { roomCode: string; boardCode: string | null; totalCents: number }

/** Returns the cheapest offer for a query (0 without dates); null if there is none. */
function modelOffer(hotel: ModelHotel, query: ModelQuery): ModelOffer | null {
  const offers = hotel.rooms.flatMap((room, index): ModelOffer[] => {
    const { adults, children, rooms, board, stay } = query
    const isLarge =
      adults <= room.maxAdults * rooms &&
      children <= room.maxChildren * rooms &&
      adults + children <= room.maxOccupancy * rooms
    const chosen = board === null ? room.boards[0] : room.boards.find(({ code }) => code === board)
    if (!room.active || !isLarge || (board !== null && !chosen)) return []
    const offer = { roomCode: `R${index}`, boardCode: chosen?.code ?? null }
    if (!stay) return [{ ...offer, totalCents: 0 }]
    let totalCents = 0
    for (const day of room.days.slice(stay.start, stay.start + stay.nights)) {
      if (!day || day.closed || !day.priceCents || day.available < rooms) return []
      totalCents += (day.priceCents + (chosen?.cents ?? 0)) * rooms
    }
    return [{ ...offer, totalCents }]
  })
  return offers.toSorted((a, b) => a.totalCents - b.totalCents)[0] ?? null
}

/** The great-circle distance by the angle between two vectors, which is another way than the service's. */
function arcKm(from: readonly [number, number], to: readonly [number, number]): number {
  const [a, b] = [from, to].map(([lat, lng]) => {
    const [phi, lambda] = [(lat * Math.PI) / 180, (lng * Math.PI) / 180]
    return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)]
  }) as [number[], number[]]
  const chord = Math.hypot(...a.map((part, axis) => part - b[axis]!))
  return 2 * 6_371.0088 * Math.atan2(chord / 2, Math.sqrt(1 - (chord / 2) ** 2))
}
