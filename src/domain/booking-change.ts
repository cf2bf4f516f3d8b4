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
import { checkStayDates, type RoomNight } from './stay.ts'

/** What of a stay cannot change once it has begun, but its end. */
const FIXED = ['checkin', 'roomCode', 'boardCode', 'rooms'] as const

/** What a change asks for; what is absent stays. */
export type BookingChange = Partial<Stay> & {
  guest?: Partial<Guest>
  specialRequests?: string | null
}

/** What happens to the nights of a booking that changes. */
export type NightSwap = {
  /** Nights of the new stay for which rooms are to be taken, and how many of each. */
  take: RoomNight[]
  /** Nights of the old stay of which rooms go back. */
  give: RoomNight[]
  /** Nights that keep the price agreed on for them. */
  kept: Night[]
}

/** The stay a change comes to. */
export function changedStay(booking: Booking, change: BookingChange): Stay {
  const next = { ...booking, ...change }
  const { roomCode, rateCode, boardCode, rooms, checkin, checkout } = next
  const { adults, children, childAges } = next
  return { roomCode, rateCode, boardCode, rooms, checkin, checkout, adults, children, childAges }
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
export const isSameStay = (booking: Booking, next: Stay): boolean =>
  booking.checkout === next.checkout && FIXED.every((field) => booking[field] === next[field])

/**
 * Whether a change asks nothing of the room type that was not sold: the same board, rooms and party on nights of the
 * booking. What the hotel has made of the room type since does not matter then.
 */
export function isPartOfStay(booking: Booking, next: Stay): boolean {
  const { checkin, checkout } = next
  return (
    booking.adults === next.adults &&
    booking.children === next.children &&
    isSameStay(booking, { ...next, checkin: booking.checkin, checkout: booking.checkout }) &&
    checkin >= booking.checkin &&
    checkout <= booking.checkout
  )
}

/**
 * What is wrong with the dates and the room of a changed stay; empty when nothing is. A stay that has begun may end
 * today: its nights before today were slept, or sold for nothing, and stay as they are.
 *
 * @param today in the hotel's time zone
 */
export function checkChangedDates(booking: Booking, next: Stay, today: CalendarDate): Flaw[] {
  if (booking.checkin >= today) return checkStayDates(next, today)
  // Reckoned from its own first night, a stay that has begun is not in the past.
  const flaws = checkStayDates(next, next.checkin)
  const field = next.checkout > next.checkin && fixedField(booking, next, today)
  if (!field) return flaws
  const message = `The stay has begun: its nights before ${today} stay as they are, in the same room type, board and number of rooms.`
  return [{ path: `/${field}`, code: 'night_passed', message, values: { date: today } }, ...flaws]
}

/** What a change of a stay that has begun would alter of the nights that have passed. */
function fixedField(booking: Booking, next: Stay, today: CalendarDate) {
  if (next.checkout < today) return 'checkout'
  return FIXED.find((field) => next[field] !== booking[field])
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
