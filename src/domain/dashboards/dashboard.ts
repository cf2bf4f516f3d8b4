import type { Booking, BookingStatus } from '../bookings/booking.ts'
import type { RoomType } from '../catalog/catalog.ts'
import type { Day } from '../kernel/availability.ts'
import { type CalendarDate, datesBetween } from '../kernel/date.ts'
import type { Night } from '../kernel/night.ts'

/** A delivery or mail that waits this long raises the operator's alarm; mails are examined this far back. */
export const BACKLOG_ALARM_MS = 10 * 60 * 1_000

export const BACKLOG_COUNTED_MAX = 1_000

/** Longest range, in days, of an agency's dashboard or the service's. */
export const SUMS_DAYS_MAX = 366

/** The fields of a booking that the figures need; a revision's record has them too. */
export type FiguresSource = Pick<Booking, 'status' | 'rooms'> & {
  nightly: readonly Night[]
  /** The penalty of a cancelled booking or a no-show; null for all others. */
  penaltyCents?: number | null
}

/** The same with its room type. */
export type RoomFiguresSource = FiguresSource & { roomCode: string }

/** Nights, both ends included. */
export type Range = { from: CalendarDate; to: CalendarDate }

/** Figures of a hotel over a range of nights; a ratio with denominator 0 is null. */
export type Performance = {
  /** Sum of the rooms sold each night. */
  roomNightsSold: number
  /** Sum of the rooms available each night. */
  roomNightsAvailable: number
  /** Occupancy, rooms sold / rooms available: 10,000 is full, and overbooking is above it. */
  occupancyBasisPoints: number | null
  /** Room revenue in minor units of the hotel's currency: what the rooms sold cost, their boards included. */
  revenueCents: number
  /** Average daily rate, room revenue / rooms sold, in minor units. */
  adrCents: number | null
  /** Revenue per available room, room revenue / rooms available, in minor units. */
  revParCents: number | null
}

/** Bookings that hold rooms sold; holds (`pending`) are not sold yet. */
export const SOLD_STATUSES = [
  'confirmed',
  'completed',
  'no_show',
] as const satisfies BookingStatus[]

/**
 * Returns the sold nights of a booking: all of a confirmed or completed one, the first of a no-show, which is kept and
 * charged (contract §3), none of any other.
 */
export function nightsSold({
  status,
  nightly,
}: Pick<FiguresSource, 'status' | 'nightly'>): readonly Night[] {
  if (status === 'confirmed' || status === 'completed') return nightly
  return status === 'no_show' ? nightly.slice(0, 1) : []
}

/** Counts the sold room nights of a booking from a night on. */
function roomNightsFrom(booking: FiguresSource, from: CalendarDate): number {
  return nightsSold(booking).filter(({ date }) => date >= from).length * booking.rooms
}

/**
 * Computes occupancy, ADR, RevPAR and revenue by their standard definitions (STR, USALI): each ratio is of the sums
 * over the range, in integers, halves rounded up.
 *
 * Rooms available are every active room type's `totalRooms` each night. For a type without a known number they are the
 * rooms sold, held or left to sell; for an inactive one, the rooms sold.
 *
 * @param bookings those with a night in the range, holds among them
 * @param days stored days of the range, by room code and date; needed for room types without `totalRooms`
 */
export function performanceOf(
  range: Range,
  rooms: readonly Pick<RoomType, 'roomCode' | 'totalRooms' | 'active'>[],
  bookings: readonly RoomFiguresSource[],
  days: ReadonlyMap<string, ReadonlyMap<CalendarDate, Pick<Day, 'available' | 'closed'>>>,
): Performance {
  let roomNightsSold = 0
  let revenueCents = 0
  const taken = new Map<string, { sold: number; held: number }>()
  for (const { status, roomCode, rooms, nightly, penaltyCents } of bookings.flatMap(singleNights)) {
    const { date, priceCents } = nightly[0]!
    if (date < range.from || date > range.to) continue
    if (status === 'cancelled') {
      revenueCents += penaltyCents!
      continue
    }
    const isHeld = status === 'pending'
    cellOf(taken, `${roomCode} ${date}`)[isHeld ? 'held' : 'sold'] += rooms
    if (isHeld) continue
    roomNightsSold += rooms
    revenueCents += priceCents * rooms
  }
  let roomNightsAvailable = 0
  for (const date of datesBetween(range.from, range.to))
    for (const { roomCode, totalRooms, active } of rooms) {
      const { sold = 0, held = 0 } = taken.get(`${roomCode} ${date}`) ?? {}
      const day = days.get(roomCode)?.get(date)
      const left = day && !day.closed ? day.available : 0
      roomNightsAvailable += active ? (totalRooms ?? sold + held + left) : sold
    }
  return {
    roomNightsSold,
    roomNightsAvailable,
    occupancyBasisPoints: ratio(roomNightsSold * 10_000, roomNightsAvailable),
    revenueCents,
    adrCents: ratio(revenueCents, roomNightsSold),
    revParCents: ratio(revenueCents, roomNightsAvailable),
  }
}

/** Figures of one night. */
export type NightFigures = Pick<Performance, 'occupancyBasisPoints' | 'revenueCents'> & {
  date: CalendarDate
  roomsSold: number
  roomsTotal: number
}

/** Computes `performanceOf` for each night of a range, in order; the sums of the nights are the sums of the range. */
export function performanceByNight(
  range: Range,
  ...[rooms, bookings, days]: Tail<Parameters<typeof performanceOf>>
): NightFigures[] {
  const byDate = Map.groupBy(bookings.flatMap(singleNights), ({ nightly: [night] }) => night!.date)
  return datesBetween(range.from, range.to).map((date) => {
    const one = { from: date, to: date }
    const figures = performanceOf(one, rooms, byDate.get(date) ?? [], days)
    const { occupancyBasisPoints, revenueCents } = figures
    return {
      date,
      roomsSold: figures.roomNightsSold,
      roomsTotal: figures.roomNightsAvailable,
      occupancyBasisPoints,
      revenueCents,
    }
  })
}

type Tail<T extends unknown[]> = T extends [unknown, ...infer Rest] ? Rest : never

/**
 * Sums bookings by room type, night, price and kind: all that the figures of a range need, in a size that does not
 * grow with the number of bookings.
 */
export function addSold(
  sold: Map<string, RoomFiguresSource>,
  { from, to }: Range,
  bookings: readonly RoomFiguresSource[],
): void {
  for (const { roomCode, rooms, status: was, nightly, penaltyCents } of bookings.flatMap(
    singleNights,
  )) {
    const night = nightly[0]!
    if (night.date < from || night.date > to) continue
    const status = was === 'pending' || was === 'cancelled' ? was : 'confirmed'
    const price = status === 'cancelled' ? 'penalty' : night.priceCents
    const key = `${roomCode} ${night.date} ${price} ${status}`
    const known = sold.get(key)
    sold.set(key, {
      ...{ roomCode, status, nightly, rooms: rooms + (known?.rooms ?? 0) },
      ...(status === 'cancelled' && {
        penaltyCents: penaltyCents! + (known?.penaltyCents ?? 0),
      }),
    })
  }
}

/** Splits a booking into one per held or sold night; a penalty becomes a cancelled booking on the first night. */
function singleNights(booking: RoomFiguresSource): RoomFiguresSource[] {
  const { status, nightly, penaltyCents } = booking
  const penalty = { ...booking, status: 'cancelled' as const, nightly: nightly.slice(0, 1) }
  const isOwed = penaltyCents != null && nightly.length > 0
  if (status === 'cancelled') return isOwed && penaltyCents > 0 ? [penalty] : []
  const nights = status === 'pending' ? nightly : nightsSold(booking)
  // The first night of a no-show sells at the penalty, not at its price.
  const isPaid = status === 'no_show' && isOwed
  const singles = nights.map((night): RoomFiguresSource => {
    const priceCents = isPaid ? 0 : night.priceCents
    return { ...booking, nightly: [{ ...night, priceCents }], penaltyCents: null }
  })
  return isPaid
    ? [...singles.map((each) => ({ ...each, status: 'confirmed' as const })), penalty]
    : singles
}

/** A booking at the beginning of the window and now; undefined before it was made. */
export type BookingMove = { before: FiguresSource | undefined; now: FiguresSource }

/**
 * Computes pickup: the growth of room nights on the books, from a night on, within a window. New bookings add,
 * cancellations and shortened stays subtract, so it may be negative.
 *
 * @param moved every booking that changed within the window
 */
export function pickupOf(moved: readonly BookingMove[], from: CalendarDate): number {
  return moved.reduce(
    (sum, { before, now }) =>
      sum + roomNightsFrom(now, from) - (before ? roomNightsFrom(before, from) : 0),
    0,
  )
}

/** Divides whole numbers, halves rounded up; null for denominator 0. */
export function ratio(numerator: number, denominator: number): number | null {
  if (denominator === 0) return null
  const [top, bottom] = [BigInt(numerator), BigInt(denominator)]
  return Number((2n * top + bottom) / (2n * bottom))
}

function cellOf(taken: Map<string, { sold: number; held: number }>, name: string) {
  const cell = taken.get(name) ?? { sold: 0, held: 0 }
  taken.set(name, cell)
  return cell
}
