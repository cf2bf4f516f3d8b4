import type { RoomType } from '../catalog/catalog.ts'
import type { Day } from '../kernel/availability.ts'
import { addDays, type CalendarDate, daysBetween } from '../kernel/date.ts'
import { AppError, type Flaw, flaw } from '../kernel/errors.ts'
import { PUSH_FUTURE_DAYS_MAX } from '../kernel/limits.ts'
import { NIGHTS_MAX, type Night, type Stay, totalOf } from '../kernel/night.ts'
import { countNoun } from '../kernel/text.ts'
import type { Party } from './party.ts'

/** Rooms of one booking. */
export const STAY_ROOMS_MAX = 50

/** A night and the requested rooms. */
export type RoomNight = { date: CalendarDate; rooms: number }

/** The reason that nights are unavailable, and the nights. */
export type Unavailability = { reason: 'sold_out' | 'closed_for_sale'; dates: CalendarDate[] }

/**
 * Finds the unavailable nights: closed ones (stop sale) before sold-out ones, all of one kind; undefined: all
 * available.
 */
export function findUnavailability(
  days: ReadonlyMap<CalendarDate, Day> | undefined,
  nights: readonly RoomNight[],
  { needsPrice = true }: { needsPrice?: boolean } = {},
): Unavailability | undefined {
  const asked = nights.map((night) => ({ ...night, day: days?.get(night.date) }))
  const closed = asked.filter(({ day }) => !day || day.closed || (needsPrice && !day.priceCents))
  if (closed.length > 0) return { reason: 'closed_for_sale', dates: datesOf(closed) }
  const full = asked.filter(({ day, rooms }) => day!.available < rooms)
  return full.length > 0 ? { reason: 'sold_out', dates: datesOf(full) } : undefined
}

/** Returns the board supplement for one room and one night. */
export function supplementOf(
  room: Pick<RoomType, 'supplementsCents'>,
  boardCode: string | null,
): number {
  return boardCode === null ? 0 : (room.supplementsCents[boardCode] ?? 0)
}

/** True if the rooms sleep the party; every room needs an adult. */
export function sleeps(
  room: Pick<RoomType, 'maxAdults' | 'maxChildren' | 'maxOccupancy'>,
  { rooms, adults, children }: Omit<Party, 'childAges'>,
): boolean {
  return (
    adults >= rooms &&
    adults <= rooms * room.maxAdults &&
    children <= rooms * room.maxChildren &&
    adults + children <= rooms * room.maxOccupancy
  )
}

/**
 * Returns the flaws in the dates of a new stay, independent of inventory; empty if there are none.
 *
 * @param today in the hotel's time zone (contract §1)
 */
export function checkStayDates(
  { checkin, checkout }: Pick<Stay, 'checkin' | 'checkout'>,
  today: CalendarDate,
): Flaw[] {
  const last = addDays(today, PUSH_FUTURE_DAYS_MAX)
  if (checkout <= checkin)
    return [flaw('/checkout', 'range_reversed', 'Must be after the check-in.')]
  if (daysBetween(checkin, checkout) > NIGHTS_MAX) {
    const message = `A stay has at most ${NIGHTS_MAX} nights.`
    return [flaw('/checkout', 'stay_too_long', message, { max: NIGHTS_MAX })]
  }
  if (checkin < today)
    return [flaw('/checkin', 'date_in_past', `Must not be before ${today}.`, { date: today })]
  if (checkout > addDays(last, 1))
    return [flaw('/checkout', 'date_too_far', `Sold until ${last} for now.`, { date: last })]
  return []
}

/** Returns the flaws in the room type and the number of rooms; empty if there are none. */
export function checkStayRoom(room: RoomType | undefined, { rooms }: Pick<Stay, 'rooms'>): Flaw[] {
  if (!room?.active)
    return [flaw('/roomCode', 'unknown_room', 'This hotel sells no room type of this code.')]
  if (rooms <= STAY_ROOMS_MAX) return []
  const message = `One booking has at most ${STAY_ROOMS_MAX} rooms.`
  return [flaw('/rooms', 'out_of_range', message, { max: STAY_ROOMS_MAX })]
}

/** Returns the flaw of a party that is too large for the rooms. */
export function partyTooLarge({
  maxAdults,
  maxChildren,
  maxOccupancy,
}: Pick<RoomType, 'maxAdults' | 'maxChildren' | 'maxOccupancy'>): Flaw {
  const message = `A room of this type sleeps ${countNoun(maxAdults, 'adult')} and ${countNoun(maxChildren, 'child', 'children')}, ${maxOccupancy} in all, and needs an adult.`
  const values = { adults: maxAdults, children: maxChildren, people: maxOccupancy }
  return flaw('/adults', 'party_too_large', message, values)
}

/** Returns the total of a stay. @throws AppError `no_price` if it exceeds a safe integer */
export function safeTotal(nightly: readonly Night[], rooms: number): number {
  const totalPriceCents = totalOf(nightly, rooms)
  // Percentages of percentages can exceed any storable total.
  if (!Number.isSafeInteger(totalPriceCents))
    throw new AppError('no_price', 'The total exceeds the largest amount.', {
      members: { dates: nightly.map(({ date }) => date) },
    })
  return totalPriceCents
}

/**
 * Checks the caller's expected total.
 *
 * @throws AppError `price_changed` if it differs, `no_price` if the total exceeds a safe integer
 */
export function expectTotal(
  expectedTotalCents: number | null,
  nightly: Night[],
  rooms: number,
): number {
  const totalPriceCents = safeTotal(nightly, rooms)
  if (expectedTotalCents !== null && expectedTotalCents !== totalPriceCents)
    throw new AppError('price_changed', `The total is now ${totalPriceCents}.`, {
      members: { totalPriceCents, nightly },
    })
  return totalPriceCents
}

/**
 * Checks the caller's expected total with its extras.
 *
 * @throws AppError `price_changed` if it differs
 */
export function expectPayable(
  expectedPayableCents: number | null,
  { totalPriceCents, payableCents }: { totalPriceCents: number; payableCents: number },
): void {
  if (expectedPayableCents === null || expectedPayableCents === payableCents) return
  throw new AppError('price_changed', `The total with its extras is now ${payableCents}.`, {
    members: { totalPriceCents, payableCents },
  })
}

/** Returns the error for unavailable nights. */
export function quoteError({ reason, dates }: Unavailability): AppError {
  const members = { dates }
  if (reason === 'closed_for_sale')
    return new AppError('closed_for_sale', `Not for sale: ${dates.join(', ')}.`, { members })
  return new AppError('sold_out', `Not enough rooms on ${dates.join(', ')}.`, { members })
}

/**
 * Returns the error for nights closed for another reason than inventory: a suspended hotel that the caller may see, or
 * an inactive room type.
 */
export function notSold(what: keyof typeof NOT_SOLD, dates: CalendarDate[]): AppError {
  return new AppError('closed_for_sale', NOT_SOLD[what], { members: { dates } })
}

const NOT_SOLD = {
  hotel: 'This hotel takes no bookings at present.',
  'room type': 'This room type is not sold at present.',
  agency: 'This hotel has stopped its sale to the agency.',
}

/** Returns the error for a hotel that does not exist for the caller. */
export function noHotel(): AppError {
  return new AppError('not_found', 'There is no hotel of this slug.', {
    errors: [{ path: '/hotelSlug', code: 'unknown_hotel', message: 'No hotel has this slug.' }],
  })
}

const datesOf = (nights: readonly RoomNight[]) => nights.map(({ date }) => date)
