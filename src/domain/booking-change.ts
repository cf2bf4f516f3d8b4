import {
  type Booking,
  type BookingRecord,
  type Guest,
  type Night,
  nightsOf,
  type Stay,
} from './booking.ts'
import type { CalendarDate } from './date.ts'
import type { Flaw } from './errors.ts'

/** What a change asks for; what is absent stays. */
export type BookingChange = Partial<Stay> & {
  guest?: Partial<Guest>
  specialRequests?: string | null
}

/** What happens to the nights of a booking that changes. */
export type NightSwap = {
  /** Nights of the new stay for which rooms are to be taken, and how many of each. */
  take: { date: CalendarDate; rooms: number }[]
  /** Nights of the old stay of which rooms go back. */
  give: { date: CalendarDate; rooms: number }[]
  /** Nights that keep the price agreed on for them. */
  kept: Night[]
}

/** The stay a change comes to. */
export function changedStay(booking: Booking, change: BookingChange): Stay {
  const { roomCode, boardCode, rooms, checkin, checkout, adults, children } = {
    ...booking,
    ...change,
  }
  return { roomCode, boardCode, rooms, checkin, checkout, adults, children }
}

/**
 * Which nights a change takes and gives: a night that stays, in the same room type and board and with no more rooms
 * than before, keeps its rooms and its agreed price; every other night of the new stay is sold at today's price.
 */
export function swapNights(booking: Booking, next: Stay): NightSwap {
  const isSameProduct = booking.roomCode === next.roomCode && booking.boardCode === next.boardCode
  const agreed = new Map(booking.nightly.map((night) => [night.date, night]))
  const swap: NightSwap = { take: [], give: [], kept: [] }
  const nextDates = new Set(nightsOf(next))
  for (const date of nextDates) {
    const night = agreed.get(date)
    const isHeld = night !== undefined && booking.roomCode === next.roomCode
    const more = next.rooms - (isHeld ? booking.rooms : 0)
    if (more > 0) swap.take.push({ date, rooms: more })
    if (more < 0) swap.give.push({ date, rooms: -more })
    if (night && isSameProduct && more <= 0) swap.kept.push(night)
  }
  for (const { date } of booking.nightly)
    if (!nextDates.has(date) || booking.roomCode !== next.roomCode)
      swap.give.push({ date, rooms: booking.rooms })
  return swap
}

/** Whether a change touches what is slept: dates, room type, board or number of rooms. */
export function isSameStay(booking: Booking, next: Stay): boolean {
  return (
    booking.roomCode === next.roomCode &&
    booking.boardCode === next.boardCode &&
    booking.rooms === next.rooms &&
    booking.checkin === next.checkin &&
    booking.checkout === next.checkout
  )
}

/** Nights that have passed cannot be changed: they were slept, or sold for nothing. */
export function checkPassedNights(booking: Booking, next: Stay, today: CalendarDate): Flaw[] {
  const passed = booking.nightly.filter(({ date }) => date < today).map(({ date }) => date)
  const nextDates = nightsOf(next)
  const isKept =
    booking.roomCode === next.roomCode &&
    booking.boardCode === next.boardCode &&
    booking.rooms === next.rooms &&
    passed.every((date) => nextDates.includes(date))
  if (passed.length > 0 && !isKept)
    return [
      {
        path: '/checkin',
        code: 'night_passed',
        message: `The stay has begun: its nights before ${today} stay as they are, in the same room type, board and number of rooms.`,
      },
    ]
  if (passed.length === 0 && next.checkin !== booking.checkin && next.checkin < today)
    return [{ path: '/checkin', code: 'date_in_past', message: `Must not be before ${today}.` }]
  return []
}

/**
 * What changed between two records, beside the fields that every revision changes.
 *
 * @returns names of the fields, and their values before
 */
export function compareRecords(before: BookingRecord, after: BookingRecord) {
  const changes = (Object.keys(after) as (keyof BookingRecord)[]).filter(
    (field) =>
      field !== 'revision' && field !== 'updatedAt' && !Bun.deepEquals(before[field], after[field]),
  )
  return { changes, previous: Object.fromEntries(changes.map((field) => [field, before[field]])) }
}
