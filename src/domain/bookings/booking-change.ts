import type { CalendarDate } from '../kernel/date.ts'
import type { Flaw } from '../kernel/errors.ts'
import { type Night, nightsOf, type Stay } from '../kernel/night.ts'
import { checkStayDates, type RoomNight } from '../sale/stay.ts'
import type { Booking, BookingRecord, Guest } from './booking.ts'

/** What of a stay cannot change once it has begun, but its end; rate and party can by the hotel. */
const FIXED = ['checkin', 'roomCode', 'boardCode', 'rooms'] as const
const PARTY = ['adults', 'children', 'childAges'] as const

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

/** The stay a change comes to; the same ages in another order are the party that was booked. */
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
  // No ages of nobody are the same as none.
  if (booking.children === 0 && next.children === 0) return true
  const sorted = (ages: readonly number[]) => ages.toSorted((a, b) => a - b)
  return before !== null && after !== null && Bun.deepEquals(sorted(before), sorted(after))
}

/**
 * Which nights a change takes and gives: a night that stays keeps its rooms and its agreed price, unless every night is
 * priced anew; every other night of the new stay is sold at today's price.
 *
 * @param isAnew every night is priced anew
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
 * Whether a change prices every night anew (contract-rates, *Changes*): another rate or board, more rooms, another room
 * type, and another party where the price depends on it.
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

/** Whether a change is held to the restrictions of the new stay: of dates, room type, rate or party, and more rooms. */
export const isRestricted = (booking: Booking, next: Stay): boolean =>
  ['checkin', 'checkout', 'roomCode', 'rateCode'].some(
    (field) => booking[field as keyof Stay] !== next[field as keyof Stay],
  ) ||
  next.rooms > booking.rooms ||
  !isSameParty(booking, next)

/** Whether as many, of the same ages, sleep there. */
export const isSameParty = (booking: Booking, next: Stay): boolean =>
  PARTY.every((field) => Bun.deepEquals(booking[field], next[field]))

/** Whether a change touches what is slept: dates, room type, board or number of rooms. */
export const isSameStay = (booking: Booking, next: Stay): boolean =>
  booking.checkout === next.checkout && FIXED.every((field) => booking[field] === next[field])

/** Whether a change makes a booking less: a night or a room of it is not in the new stay. */
export const isLess = (booking: Booking, next: Stay): boolean =>
  next.rooms < booking.rooms || next.checkin > booking.checkin || next.checkout < booking.checkout

/**
 * Whether a change asks nothing of the room type that was not sold: the same board, rooms and party on nights of the
 * booking. What the hotel has made of the room type since does not matter then.
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
 * What is wrong with the dates and the room of a changed stay; empty when nothing is. A stay that has begun may end
 * today: its nights before today were slept, or sold for nothing, and stay as they are, with rate and party unless it is
 * the hotel that changes them.
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
  // Reckoned from its own first night, a stay that has begun is not in the past.
  const flaws = isSame ? [] : checkStayDates(next, next.checkin)
  // The rate first: it may bring a board of its own.
  const fixed = isByHotel ? FIXED : (['rateCode', ...FIXED, ...PARTY] as const)
  const field = next.checkout > next.checkin && fixedField(booking, next, { today, fixed })
  if (!field) return flaws
  const message = `The stay has begun: its nights before ${today} stay as they are, in the same room type, rate, board and number of rooms, for the same party.`
  return [{ path: `/${field}`, code: 'night_passed', message, values: { date: today } }, ...flaws]
}

/** What a change of a stay that has begun would alter of the nights that have passed. */
function fixedField(
  booking: Booking,
  next: Stay,
  { today, fixed }: { today: CalendarDate; fixed: readonly (keyof Stay)[] },
) {
  if (next.checkout < today && next.checkout !== booking.checkout) return 'checkout'
  const field = fixed.find((field) => !Bun.deepEquals(next[field], booking[field]))
  // Ages set the number of children, which alone would forget them.
  return field === 'children' && next.childAges ? 'childAges' : field
}

/** Names of the fields that changed, and their values before. */
export type RecordChanges = { changes: (keyof BookingRecord)[]; previous: Partial<BookingRecord> }

/**
 * What changed between two records, beside the fields that every revision changes.
 *
 * @returns names of the fields, and their values before
 */
export function compareRecords(before: BookingRecord, after: BookingRecord): RecordChanges {
  const changes = (Object.keys(after) as (keyof BookingRecord)[]).filter(
    (field) =>
      field !== 'revision' && field !== 'updatedAt' && !Bun.deepEquals(before[field], after[field]),
  )
  return { changes, previous: Object.fromEntries(changes.map((field) => [field, before[field]])) }
}
