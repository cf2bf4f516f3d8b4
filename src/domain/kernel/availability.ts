import type { CalendarDate } from './date.ts'
import type { Fault } from './errors.ts'

/** History entries kept per day (contract §7, *Fair use*). */
export const HISTORY_OF_A_DAY_MAX = 500

/** Booking codes named in a warning of a push or in `booking.oversold` (contract-counts.md). */
export const NAMED_BOOKINGS_MAX = 10

/** A stored day of one room type (contract §1); `priceCents` is null if no price was ever set. */
export type Day = { available: number; priceCents: number | null; closed: boolean }

/**
 * A day with its shortfall, the overbooking below a count of 0; rooms given back fill it first (contract-counts,
 * *Shortfall*).
 */
export type CountedDay = Day & { shortfall: number }

/** A day with the rooms of this service's live bookings that sleep there (contract-counts, *What is live*). */
export type StoredDay = CountedDay & {
  live: number
  /** The feed position (`orderOf`) of its newest count with a cursor; null: none. */
  seenOrder?: number | null | undefined
} & ChangeLink

/** The link of a day to its newest change, which the next history entry names as its predecessor; null: none. */
export type ChangeLink = { lastSeq: number | null }

/** A feed position up to which a count includes every booking (contract-counts, `seenThrough`). */
export type FeedCursor = { seq: number; order: number }

/** A night of one room type. */
export type NightPlace = { roomCode: string; date: CalendarDate }

/** Rooms of a night, and their bookings, newest first, at most 10. */
export type SoldRooms = { rooms: number; bookings: string[] }

/** Rooms taken of a night: sold, and in holds. */
export type TakenRooms = { sold: SoldRooms; held: SoldRooms }

/** The rules of a room type for pushes and sales. */
export type RoomRules = {
  roomCode: string
  totalRooms: number | null
  /** Rooms that may be sold beyond `totalRooms` (overbooking). */
  overbookingRooms: number
  basePriceCents: number | null
  active: boolean
}

/** A day that a push or a sale changed; `before` is null if it was never pushed. */
export type Change = {
  roomCode: string
  date: CalendarDate
  before: (CountedDay & ChangeLink) | null
  after: CountedDay
  /** The cursor of the day's count, if the push had one. */
  seenOrder?: number | null | undefined
}

/** The reason for an element's refusal, or a warning about an applied one (contract §2). */
export type Remark = Fault & {
  index: number
  roomCode: string | null
  date: string | null
  field: string | null
  /** Set for a corrected count: the sent count, the stored one, and codes of the night's live bookings. */
  sent?: number
  available?: number
  bookings?: string[]
  /** Set for a range: the first 31 failed days, and their number. */
  dates?: string[]
  failed?: number
}

/** A remark on an update, which itself names the place. */
export type Refusal = Omit<Remark, 'index' | 'roomCode' | 'date'>

/** The policy for a count that the cap changes: correct it, or refuse its element (contract-counts). */
export type OnStale = 'correct' | 'refuse'

/** The policy for a price jump: a warning, or the refusal of its element (contract §2, `price_jump`). */
export type OnJump = 'warn' | 'refuse'

/**
 * The treatment of holds in a count at its cursor (contract-groups, `holds`): left out, as in a count made from `GET
 * /bookings`, which lists none, or subtracted, as in every count that this service shows.
 */
export const HOLDS = ['left_out', 'counted'] as const
export type Holds = (typeof HOLDS)[number]

/** Days of a hotel: by room code, then by date. */
export type Days<D extends Day = Day> = Map<string, Map<CalendarDate, D>>

/** Returns the price that a pull shows for a day (contract §2): its own, else the room type's base price, else 0. */
export function shownPriceCents(priceCents: number | null, basePriceCents: number | null): number {
  return priceCents ?? basePriceCents ?? 0
}

/** True if two states of a day are equal; a day never pushed equals no other. */
export function isSameDay(a: CountedDay | null, b: CountedDay): boolean {
  return isSameOffer(a, b) && a!.shortfall === b.shortfall
}

/** True if two states of a day look alike to callers: only the history shows a shortfall. */
export function isSameOffer(a: Day | null, b: Day): boolean {
  return (
    a !== null &&
    a.available === b.available &&
    a.priceCents === b.priceCents &&
    a.closed === b.closed
  )
}
