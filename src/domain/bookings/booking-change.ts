import type { ExtraOrder } from '../extras/extra-lines.ts'
import type { CalendarDate } from '../kernel/date.ts'
import type { Flaw } from '../kernel/errors.ts'
import { type Night, nightsOf, type Stay } from '../kernel/night.ts'
import { checkStayDates, type RoomNight } from '../sale/stay.ts'
import type { Booking, Guest } from './booking.ts'
import type { BookingDetails, PaymentTerms } from './booking-details.ts'
import type { BookingRecord } from './booking-record.ts'

/** Fields that are fixed once the stay has begun; the check-out may move. The hotel may still change rate and party. */
const FIXED = ['checkin', 'roomCode', 'boardCode', 'rooms'] as const
const PARTY = ['adults', 'children', 'childAges'] as const

/** A requested change; absent fields stay. */
export type BookingChange = Partial<Stay> &
  Partial<Pick<BookingDetails, 'arrivalTime' | 'company' | 'guestNames'>> & {
    guest?: Partial<Guest>
    payment?: Partial<PaymentTerms>
    specialRequests?: string | null
    /** The end of an option. */
    holdUntilMs?: number
    /** All pieces that the booking is to have. */
    extras?: ExtraOrder[]
  }

/** The effect of a change on the nights of a booking. */
export type NightSwap = {
  /** Nights of the new stay that take rooms, with the number of rooms each. */
  take: RoomNight[]
  /** Nights of the old stay that give rooms back. */
  give: RoomNight[]
  /** Nights that keep their agreed price. */
  kept: Night[]
}

/** Returns the stay after a change; the same ages in another order leave the booked party unchanged. */
export function changedStay(booking: Booking, change: BookingChange): Stay {
  const next = { ...booking, ...change }
  const { roomCode, rateCode, boardCode, rooms, checkin, checkout } = next
  const { adults, children } = next
  const childAges = isSameAges(booking, next) ? booking.childAges : next.childAges
  return { roomCode, rateCode, boardCode, rooms, checkin, checkout, adults, children, childAges }
}

type Ages = Pick<Stay, 'children' | 'childAges'>

function isSameAges(booking: Ages, next: Ages): boolean {
  const [before, after] = [booking.childAges, next.childAges]
  // No ages and an empty list are the same for a party without children.
  if (booking.children === 0 && next.children === 0) return true
  const sorted = (ages: readonly number[]) => ages.toSorted((a, b) => a - b)
  return before !== null && after !== null && Bun.deepEquals(sorted(before), sorted(after))
}

/**
 * Returns the nights that a change takes and gives back: a night in both stays keeps its rooms and agreed price unless
 * the stay is repriced; every other night sells at today's price.
 *
 * @param isAnew every night is repriced
 */
export function swapNights(booking: Booking, next: Stay, isAnew = false): NightSwap {
  const agreed = new Map(booking.nightly.map((night) => [night.date, night]))
  const swap: NightSwap = { take: [], give: [], kept: [] }
  const nextDates = new Set(nightsOf(next))
  for (const date of nextDates) {
    const night = agreed.get(date)
    const isHeld = night !== undefined && booking.roomCode === next.roomCode
    const more = next.rooms - (isHeld ? booking.rooms : 0)
    if (more > 0) swap.take.push({ date, rooms: more })
    if (more < 0) swap.give.push({ date, rooms: -more })
    if (night && !isAnew) swap.kept.push(night)
  }
  for (const { date } of booking.nightly)
    if (!nextDates.has(date) || booking.roomCode !== next.roomCode)
      swap.give.push({ date, rooms: booking.rooms })
  return swap
}

/**
 * True if a change reprices every night (contract-rates, *Changes*): another rate or board, more rooms, another room
 * type, or another party where the price depends on the party.
 *
 * @param terms `keepsPrice`: another room type alone keeps the price, as when the hotel moves its guests
 */
export function isPricedAnew(
  booking: Booking,
  next: Stay,
  { dependsOnParty, keepsPrice }: { dependsOnParty: boolean; keepsPrice: boolean },
): boolean {
  return (
    booking.rateCode !== next.rateCode ||
    booking.boardCode !== next.boardCode ||
    next.rooms > booking.rooms ||
    (booking.roomCode !== next.roomCode && !keepsPrice) ||
    (dependsOnParty && !isSameParty(booking, next))
  )
}

/** True if the restrictions of the new stay apply to a change: of dates, room type, rate or party, or to more rooms. */
export const isRestricted = (booking: Booking, next: Stay): boolean =>
  ['checkin', 'checkout', 'roomCode', 'rateCode'].some(
    (field) => booking[field as keyof Stay] !== next[field as keyof Stay],
  ) ||
  next.rooms > booking.rooms ||
  !isSameParty(booking, next)

/**
 * True if the bounds of advance booking apply to a change (contract-groups, *What a PMS needs of a booking*): it takes a
 * night or a room anew or names another rate, and the stay has not begun. Guests in house on the check-in day are the
 * caller's to know.
 */
export const isAheadAsked = (
  booking: Booking,
  next: Stay,
  { take, today }: Pick<NightSwap, 'take'> & { today: CalendarDate },
): boolean => booking.checkin >= today && (take.length > 0 || booking.rateCode !== next.rateCode)

/** True if the party has the same adults and the same children's ages. */
export const isSameParty = (booking: Booking, next: Stay): boolean =>
  PARTY.every((field) => Bun.deepEquals(booking[field], next[field]))

/** True if a change leaves dates, room type, board and number of rooms as they are. */
export const isSameStay = (booking: Booking, next: Stay): boolean =>
  booking.checkout === next.checkout && FIXED.every((field) => booking[field] === next[field])

/** True if a change shrinks the booking: the new stay lacks a night or a room. */
export const isLess = (booking: Booking, next: Stay): boolean =>
  next.rooms < booking.rooms || next.checkin > booking.checkin || next.checkout < booking.checkout

/**
 * True if a change needs nothing new of the room type: the same board, rooms and party on nights already booked. The
 * present state of the room type does not matter then.
 */
export function isPartOfStay(booking: Booking, next: Stay): boolean {
  const { checkin, checkout } = next
  return (
    booking.adults === next.adults &&
    booking.children === next.children &&
    booking.rateCode === next.rateCode &&
    isSameStay(booking, { ...next, checkin: booking.checkin, checkout: booking.checkout }) &&
    checkin >= booking.checkin &&
    checkout <= booking.checkout
  )
}

/**
 * Returns the flaws in dates and room of a changed stay; empty if there are none. A stay that has begun may end today:
 * its nights before today were slept, or sold and not charged, and stay fixed, as do rate and party unless the hotel
 * makes the change.
 *
 * @param today in the hotel's time zone
 */
export function checkChangedDates(
  booking: Booking,
  next: Stay,
  { today, isByHotel }: { today: CalendarDate; isByHotel: boolean },
): Flaw[] {
  const isSame = isSameStay(booking, next)
  if (booking.checkin >= today) return isSame ? [] : checkStayDates(next, today)
  // Counted from its own first night, a stay that has begun is not in the past.
  const flaws = isSame ? [] : checkStayDates(next, next.checkin)
  // The rate comes first: it may include its own board.
  const fixed = isByHotel ? FIXED : (['rateCode', ...FIXED, ...PARTY] as const)
  const field = next.checkout > next.checkin && fixedField(booking, next, { today, fixed })
  if (!field) return flaws
  const message = `The stay has begun: its nights before ${today} stay as they are, in the same room type, rate, board and number of rooms, for the same party.`
  return [{ path: `/${field}`, code: 'night_passed', message, values: { date: today } }, ...flaws]
}

/** Returns the fixed field that a change of a begun stay would alter. */
function fixedField(
  booking: Booking,
  next: Stay,
  { today, fixed }: { today: CalendarDate; fixed: readonly (keyof Stay)[] },
) {
  if (next.checkout < today && next.checkout !== booking.checkout) return 'checkout'
  const field = fixed.find((field) => !Bun.deepEquals(next[field], booking[field]))
  // The ages imply the number of children; a number alone would drop them.
  return field === 'children' && next.childAges ? 'childAges' : field
}

/** The names of the changed fields, and their previous values. */
export type RecordChanges = { changes: (keyof BookingRecord)[]; previous: Partial<BookingRecord> }

/**
 * Returns the difference of two records, without the fields that every revision changes.
 *
 * @returns names of the fields, and their previous values
 */
export function compareRecords(before: BookingRecord, after: BookingRecord): RecordChanges {
  const changes = (Object.keys(after) as (keyof BookingRecord)[]).filter(
    (field) =>
      field !== 'revision' && field !== 'updatedAt' && !Bun.deepEquals(before[field], after[field]),
  )
  return { changes, previous: Object.fromEntries(changes.map((field) => [field, before[field]])) }
}

/** Returns an earlier record with the payments of a later one: the desk's payments make no revision. */
export const withPaidOf = (earlier: BookingRecord, later: BookingRecord): BookingRecord => ({
  ...earlier,
  payment: { ...earlier.payment, paidCents: later.payment.paidCents },
})
