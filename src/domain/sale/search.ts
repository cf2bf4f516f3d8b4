import type { Hotel, RoomType } from '../catalog/catalog.ts'
import { matchesWords } from '../kernel/search-text.ts'
import { isSoldWith, type Rate } from '../rates/rate.ts'
import type { WebRules } from '../strangers/strangers.ts'
import type { Party } from './party.ts'
import { sleeps } from './stay.ts'

/** What search knows of a hotel; `rooms` are its active room types by room code ascending. */
export type SearchHotel = Pick<
  Hotel,
  'id' | 'slug' | 'name' | 'city' | 'stars' | 'currency' | 'timezone' | 'address' | 'lat' | 'lng'
> &
  Pick<WebRules, 'webMaxRooms' | 'webMaxNights'> & {
    active: boolean
    ratingSum: number
    ratingCount: number
    /** Name and city, folded. */
    text: string
    rooms: SearchRoom[]
    /** Those that are active, `STD` first, the others by code; null: it uses none, and no restrictions. */
    rates: Rate[] | null
    /** By room type: which rates everybody may book it at, `STD` first; none where `rates` is null. */
    publicRates: PublicRate[][]
  }

/** What pricing a stay asks of a rate, all of one form: to look into the rate itself takes several times as long. */
export type PublicRate = Pick<Rate, 'rateCode' | 'boardCode' | 'guests'> & {
  /** Among `SearchHotel.rates`; 0 is `STD`. */
  place: number
  isDerived: boolean
}

/** What search knows of a room type. */
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

/** What a hotel must have whatever is sold; null, and an empty list, asks for nothing. */
export type HotelFilter = {
  /** Folded. */
  words: readonly string[]
  stars: readonly number[]
  near: Place | null
  radiusKm: number | null
  board: string | null
  /** ISO 4217. */
  currency: string | null
  party: Party | null
}

/** Orders of a search (contract §5): cheapest, dearest, best rated, most stars, nearest first. */
export const SORTS = ['price', '-price', 'rating', 'stars', 'distance'] as const
export type Sort = (typeof SORTS)[number]

/** What a sort looks at. */
type Sortable = { hotel: SearchHotel; totalCents: number | null; distanceKm: number | null }

/** Mean radius of the earth (IUGG). */
const EARTH_RADIUS_KM = 6_371.0088

/** For each room type the rates that everybody may book it at. */
export function publicRatesOf(
  rooms: readonly SearchRoom[],
  rates: readonly Rate[],
): PublicRate[][] {
  const all = rates.map(({ rateCode, boardCode, guests, pricing }, place): PublicRate => {
    return { rateCode, boardCode, guests, place, isDerived: pricing?.type === 'derived' }
  })
  return rooms.map(({ roomCode }) =>
    all.filter(({ place }) => rates[place]!.public && isSoldWith(rates[place]!, roomCode)),
  )
}

/** Whether a hotel has what is asked for, one room type of it both the board and the beds; days are not looked at. */
export function matchesHotel(hotel: SearchHotel, filter: HotelFilter): boolean {
  const { words, stars, near, radiusKm, board, currency, party } = filter
  if (currency !== null && hotel.currency !== currency) return false
  if (stars.length > 0 && !stars.includes(hotel.stars)) return false
  if (words.length > 0 && !matchesWords(hotel.text, words)) return false
  if (near && radiusKm !== null && distanceKm(near, hotel) > radiusKm) return false
  if (board === null && !party) return true
  return hotel.rooms.some(
    (room, index) => sellsWith(hotel, index, board) && (!party || sleeps(room, party)),
  )
}

/** Whether a room type is sold with a board, or one of its public rates includes it. */
function sellsWith(
  { rooms, publicRates }: SearchHotel,
  room: number,
  board: string | null,
): boolean {
  if (canSell(rooms[room]!, board)) return true
  return publicRates[room]?.some(({ boardCode }) => boardCode === board) ?? false
}

/** Whether a room type is sold with a board; with any when none is asked for. */
export function canSell({ boards }: Pick<RoomType, 'boards'>, board: string | null): boolean {
  return board === null || boards.includes(board)
}

/** The board a stay in a room type is priced with: the one asked for, else the first; null when it has none. */
export function boardFor({ boards }: Pick<RoomType, 'boards'>, board: string | null) {
  return board ?? boards[0] ?? null
}

/** The great-circle distance (haversine) between two points, in kilometres. */
export function distanceKm(from: Place, to: Place): number {
  const lat = radians(to.lat - from.lat) / 2
  const lng = radians(to.lng - from.lng) / 2
  const a =
    Math.sin(lat) ** 2 +
    Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * Math.sin(lng) ** 2
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(a)))
}

/** The average of reviews' ratings with one decimal; null without reviews. */
export function ratingOf({
  ratingSum,
  ratingCount,
}: Pick<SearchHotel, 'ratingSum' | 'ratingCount'>) {
  return ratingCount === 0 ? null : Math.round((ratingSum * 10) / ratingCount) / 10
}

/** What a sort goes by, the smallest first; hotels of equal keys stand in the order they were made. */
export function sortKey(sort: Sort, { hotel, totalCents, distanceKm }: Sortable): number {
  if (sort === 'stars') return -hotel.stars
  if (sort === 'distance') return distanceKm ?? Number.MAX_VALUE
  // Hotels without reviews come after the worst rated.
  if (sort === 'rating') return hotel.ratingCount === 0 ? 0 : -hotel.ratingSum / hotel.ratingCount
  if (totalCents === null) return Number.MAX_VALUE
  return sort === 'price' ? totalCents : -totalCents
}

/**
 * Hotels whose keys are compared with each other: by price those of one currency, for minor units of several are no
 * numbers of one kind; else all. Groups stand in the order of their names.
 */
export function sortGroup(sort: Sort, { currency }: Pick<Hotel, 'currency'>): string {
  return sort === 'price' || sort === '-price' ? currency : ''
}

const radians = (degrees: number) => (degrees * Math.PI) / 180
