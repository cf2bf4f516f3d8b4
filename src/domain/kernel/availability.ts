import type { CalendarDate } from './date.ts'
import type { Fault } from './errors.ts'

/** Changes of one day whose history is kept (contract §7, *Fair use*). */
export const HISTORY_OF_A_DAY_MAX = 500

/** Codes of bookings that a warning of a push or `booking.oversold` names (contract-counts.md). */
export const NAMED_BOOKINGS_MAX = 10

/** One day of one room type as stored (contract §1); `priceCents` is null when it was never given one. */
export type Day = { available: number; priceCents: number | null; closed: boolean }

/** A day with what its count would be below 0: rooms given back fill that first (contract-counts, *Shortfall*). */
export type CountedDay = Day & { shortfall: number }

/** A day with the rooms of this service's live bookings that sleep there (contract-counts, *What is live*). */
export type StoredDay = CountedDay & {
  live: number
  /** The place in the feed (`orderOf`) that its newest count with a cursor had seen; null when there was none. */
  seenOrder?: number | null | undefined
} & ChangeLink

/** The newest change of a day, which the next one's history names as the one before it; null: there was none. */
export type ChangeLink = { lastSeq: number | null }

/** A place in the feed up to which the sender of a count knows every booking (contract-counts, `seenThrough`). */
export type FeedCursor = { seq: number; order: number }

/** A night of one room type. */
export type NightPlace = { roomCode: string; date: CalendarDate }

/** Rooms of a night, and bookings that have them, the newest first, at most 10. */
export type SoldRooms = { rooms: number; bookings: string[] }

/** Rooms of a night by what has them: what is sold, and holds, which are not yet. */
export type TakenRooms = { sold: SoldRooms; held: SoldRooms }

/** What the service must know of a room type to take a push or sell a stay. */
export type RoomRules = {
  roomCode: string
  totalRooms: number | null
  /** How many more than `totalRooms` may be sold. */
  overbookingRooms: number
  basePriceCents: number | null
  active: boolean
}

/** A day that a push or a sale altered; `before` is null when it was never pushed. */
export type Change = {
  roomCode: string
  date: CalendarDate
  before: (CountedDay & ChangeLink) | null
  after: CountedDay
  /** The cursor of the day's count, where the push that changed it has any. */
  seenOrder?: number | null | undefined
}

/** Why an element was refused, or what its sender should know though it was applied (contract §2). */
export type Remark = Fault & {
  index: number
  roomCode: string | null
  date: string | null
  field: string | null
  /** Of a corrected count: what was sent, what is left, and codes of live bookings of that night. */
  sent?: number
  available?: number
  bookings?: string[]
  /** Of a range: the first 31 days that failed, and how many did. */
  dates?: string[]
  failed?: number
}

/** A remark on an update, which names its place itself. */
export type Refusal = Omit<Remark, 'index' | 'roomCode' | 'date'>

/** What becomes of a count that the cap would change: it is corrected, or the element is refused (contract-counts). */
export type OnStale = 'correct' | 'refuse'

/** The answer to a price that jumps: a warning, or the refusal of its element (contract §2, `price_jump`). */
export type OnJump = 'warn' | 'refuse'

/**
 * What a count has of the holds pending at its cursor (contract-groups, `holds`): nothing, as one made of `GET /bookings`,
 * which lists none; or their rooms off, as every count that this service shows.
 */
export const HOLDS = ['left_out', 'counted'] as const
export type Holds = (typeof HOLDS)[number]

/** Days of a hotel: by room code, then by date. */
export type Days<D extends Day = Day> = Map<string, Map<CalendarDate, D>>

/** The price a pull shows for a day (contract §2): its own, else the room type's base price, else 0. */
export function shownPriceCents(priceCents: number | null, basePriceCents: number | null): number {
  return priceCents ?? basePriceCents ?? 0
}

/** Whether two states of a day are the same; a day never pushed is like no other. */
export function isSameDay(a: CountedDay | null, b: CountedDay): boolean {
  return isSameOffer(a, b) && a!.shortfall === b.shortfall
}

/** Whether two states of a day look the same from outside: a shortfall is in no answer but the history. */
export function isSameOffer(a: Day | null, b: Day): boolean {
  return (
    a !== null &&
    a.available === b.available &&
    a.priceCents === b.priceCents &&
    a.closed === b.closed
  )
}
