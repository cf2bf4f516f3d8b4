import type { Hotel, RoomType } from '../catalog/catalog.ts'
import type { HotelAmenity } from '../catalog/hotel-amenities.ts'
import { matchesWords } from '../kernel/search-text.ts'
import { isSoldWith, type Rate } from '../rates/rate.ts'
import type { WebRules } from '../strangers/strangers.ts'
import { ownPlacesOf } from './day-block.ts'
import type { Party } from './party.ts'
import { sleeps } from './stay.ts'

/** A hotel in the search cache; `rooms` are its active room types by room code ascending. */
export type SearchHotel = Pick<
  Hotel,
  'id' | 'slug' | 'name' | 'city' | 'stars' | 'currency' | 'timezone' | 'address' | 'lat' | 'lng'
> &
  Pick<Hotel, 'usesAllotments' | 'amenities' | 'isListed'> &
  Pick<WebRules, 'webMaxRooms' | 'webMaxNights'> & {
    active: boolean
    ratingSum: number
    ratingCount: number
    /** Name and city, folded. */
    text: string
    rooms: SearchRoom[]
    /** Active rates, `STD` first, the others by code; null: the hotel uses no rates and no restrictions. */
    rates: Rate[] | null
    /** Public rates by room type, `STD` first; empty if `rates` is null. */
    publicRates: PublicRate[][]
  }

/**
 * The fields of a rate that pricing needs, in one object shape: reading the rate itself takes several times as long.
 */
export type PublicRate = Pick<Rate, 'rateCode' | 'boardCode' | 'guests' | 'pricing'> & {
  /** Index in `SearchHotel.rates`; 0 is `STD`. */
  place: number
  /** Its place among the rates with prices of their own; -1: its prices follow from the day's. */
  ownPlace: number
  isDerived: boolean
}

/** A room type in the search cache. */
export type SearchRoom = Pick<
  RoomType,
  | 'roomCode'
  | 'maxAdults'
  | 'maxChildren'
  | 'maxOccupancy'
  | 'boards'
  | 'supplementsCents'
  | 'perGuest'
>

/** A point on the earth, in degrees. */
export type Place = Pick<Hotel, 'lat' | 'lng'>

/** The filter of hotels, independent of days; null or an empty list matches everything. */
export type HotelFilter = {
  /** Folded. */
  words: readonly string[]
  stars: readonly number[]
  near: Place | null
  radiusKm: number | null
  board: string | null
  /** The hotel has all of them. */
  amenities: readonly HotelAmenity[]
  /** ISO 4217. */
  currency: string | null
  /** Each needs a room type that sleeps it. */
  parties: readonly Party[]
}

/** Orders of a search (contract §5): cheapest, dearest, best rated, most stars, nearest first. */
export const SORTS = ['price', '-price', 'rating', 'stars', 'distance'] as const
export type Sort = (typeof SORTS)[number]

/** The sort fields of a hotel. */
type Sortable = { hotel: SearchHotel; totalCents: number | null; distanceKm: number | null }

/** Mean radius of the earth (IUGG). */
const EARTH_RADIUS_KM = 6_371.0088

/**
 * Returns the public rates of each room type.
 *
 * @param own codes of rates that the caller may sell though they are not public
 */
export function publicRatesOf(
  rooms: readonly SearchRoom[],
  rates: readonly Rate[],
  own: readonly string[] = [],
): PublicRate[][] {
  const { ownPlaces } = ownPlacesOf(rates)
  const seen: PublicRate[] = []
  for (const [place, rate] of rates.entries()) {
    const { rateCode, boardCode, guests, pricing } = rate
    if (!rate.public && !own.includes(rateCode)) continue
    const kind = { ownPlace: ownPlaces[place]!, isDerived: pricing?.type === 'derived' }
    seen.push({ rateCode, boardCode, guests, pricing, place, ...kind })
  }
  return rooms.map(({ roomCode }) =>
    seen.filter(({ place }) => isSoldWith(rates[place]!, roomCode)),
  )
}

/** True if a hotel matches a filter, with board and beds in the same room type; days are not checked. */
export function matchesHotel(hotel: SearchHotel, filter: HotelFilter): boolean {
  const { words, stars, near, radiusKm, amenities, currency } = filter
  if (currency !== null && hotel.currency !== currency) return false
  if (stars.length > 0 && !stars.includes(hotel.stars)) return false
  if (amenities.length > 0 && !amenities.every((each) => hotel.amenities.includes(each)))
    return false
  if (words.length > 0 && !matchesWords(hotel.text, words)) return false
  if (near && radiusKm !== null && distanceKm(near, hotel) > radiusKm) return false
  return matchesRooms(hotel, filter)
}

/** True if a room type sells the board, and for each party one that sleeps it, too; days are not checked. */
export function matchesRooms(
  hotel: SearchHotel,
  { board, parties }: Pick<HotelFilter, 'board' | 'parties'>,
): boolean {
  if (parties.length === 0)
    return board === null || hotel.rooms.some((_, index) => sellsWith(hotel, index, board))
  for (const party of parties) if (!isSleptWith(hotel, party, board)) return false
  return true
}

/** True if a room type sleeps a party and sells the board. */
function isSleptWith(hotel: SearchHotel, party: Party, board: string | null): boolean {
  const { rooms } = hotel
  for (let room = 0; room < rooms.length; room++)
    if (sleeps(rooms[room]!, party) && sellsWith(hotel, room, board)) return true
  return false
}

/** True if a room type sells a board, or one of its public rates includes it. */
function sellsWith(
  { rooms, publicRates }: SearchHotel,
  room: number,
  board: string | null,
): boolean {
  if (canSell(rooms[room]!, board)) return true
  return publicRates[room]?.some(({ boardCode }) => boardCode === board) ?? false
}

/** True if a room type sells the board; any board if none is requested. */
export function canSell({ boards }: Pick<RoomType, 'boards'>, board: string | null): boolean {
  return board === null || boards.includes(board)
}

/** Returns the board that a stay is priced with: the requested one, else the first; null: none. */
export function boardFor({ boards }: Pick<RoomType, 'boards'>, board: string | null) {
  return board ?? boards[0] ?? null
}

/** Returns the great-circle distance (haversine) between two points, in kilometres. */
export function distanceKm(from: Place, to: Place): number {
  const lat = radians(to.lat - from.lat) / 2
  const lng = radians(to.lng - from.lng) / 2
  const a =
    Math.sin(lat) ** 2 +
    Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * Math.sin(lng) ** 2
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(a)))
}

/** Returns the average rating with one decimal; null without reviews. */
export function ratingOf({
  ratingSum,
  ratingCount,
}: Pick<SearchHotel, 'ratingSum' | 'ratingCount'>) {
  return ratingCount === 0 ? null : Math.round((ratingSum * 10) / ratingCount) / 10
}

/** Returns the sort key, ascending; ties keep the order of creation. */
export function sortKey(sort: Sort, { hotel, totalCents, distanceKm }: Sortable): number {
  if (sort === 'stars') return -hotel.stars
  if (sort === 'distance') return distanceKm ?? Number.MAX_VALUE
  // Hotels without reviews sort after the worst rated.
  if (sort === 'rating') return hotel.ratingCount === 0 ? 0 : -hotel.ratingSum / hotel.ratingCount
  if (totalCents === null) return Number.MAX_VALUE
  return sort === 'price' ? totalCents : -totalCents
}

/**
 * Returns the group within which keys are compared: by price, hotels of one currency, as minor units of different
 * currencies do not compare; else all. Groups sort by name.
 */
export function sortGroup(sort: Sort, { currency }: Pick<Hotel, 'currency'>): string {
  return sort === 'price' || sort === '-price' ? currency : ''
}

const radians = (degrees: number) => (degrees * Math.PI) / 180
