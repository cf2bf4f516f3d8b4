import { daysBetween } from '../kernel/date.ts'
import { AppError, type Flaw, flaw } from '../kernel/errors.ts'
import type { Stay } from '../kernel/night.ts'
import { sumTaxes, type TaxPart } from '../rates/tax.ts'
import { BOOKING_PROOFS, type BookingProof, type BookingStatus } from './booking.ts'
import type { BookingRecord } from './booking-record.ts'

/** Bounds of one reservation (contract-groups, *Several rooms, one reservation*). */
export const GROUP_STAYS_MAX = 20
export const GROUP_ROOMS_MAX = 100
export const GROUP_ROOM_NIGHTS_MAX = 600

/** Rooms, and Σ rooms × nights. */
export type GroupSize = { rooms: number; roomNights: number }

/** The dates and rooms of a stay. */
export type SizedStay = Pick<Stay, 'checkin' | 'checkout' | 'rooms'>

/** Returns the size of a reservation. */
export function sizeOf(stays: readonly SizedStay[]): GroupSize {
  const size = { rooms: 0, roomNights: 0 }
  for (const stay of stays) {
    size.rooms += stay.rooms
    // Counted, never listed: a stranger may name ten thousand years. Dates in the wrong order are refused later.
    size.roomNights += Math.max(0, daysBetween(stay.checkin, stay.checkout)) * stay.rooms
  }
  return size
}

/** Returns the flaw of a reservation that is too large; empty if it is not. */
export function groupSizeFlaws(stays: readonly SizedStay[]): Flaw[] {
  const { rooms, roomNights } = sizeOf(stays)
  const of = (what: string, max: number) =>
    flaw('/stays', 'group_too_large', `One reservation has at most ${max} ${what}.`, { max })
  if (stays.length > GROUP_STAYS_MAX) return [of('stays', GROUP_STAYS_MAX)]
  if (rooms > GROUP_ROOMS_MAX) return [of('rooms', GROUP_ROOMS_MAX)]
  return roomNights > GROUP_ROOM_NIGHTS_MAX ? [of('room-nights', GROUP_ROOM_NIGHTS_MAX)] : []
}

/** True if a change makes a reservation larger: in rooms, or in room-nights. */
export function isLarger(before: readonly SizedStay[], after: readonly SizedStay[]): boolean {
  const [had, has] = [sizeOf(before), sizeOf(after)]
  return has.rooms > had.rooms || has.roomNights > had.roomNights
}

/**
 * Returns the booking that speaks for its reservation: the first that stands, else the one that ended last. A new
 * e-mail of the group is written to what stands alone, so that this one has it.
 *
 * @param bookings in the order of the stays; at least one
 */
export function leadOf<T extends { status: BookingStatus }>(
  bookings: readonly T[],
  changedAtMs: (booking: T) => number,
): T {
  const lead = bookings.find(({ status }) => isOpen(status))
  return lead ?? bookings.toSorted((a, b) => changedAtMs(b) - changedAtMs(a))[0]!
}

/** True for a booking that acts on its group still change. */
export const isOpen = (status: BookingStatus): boolean =>
  status === 'pending' || status === 'confirmed'

/**
 * Checks the sums that the caller expects of a whole group.
 *
 * @throws AppError `price_changed`
 */
export function expectSums(
  expected: { expectedTotalCents: number | null; expectedPayableCents: number | null },
  { totalPriceCents, payableCents }: GroupRecord,
): void {
  const { expectedTotalCents, expectedPayableCents } = expected
  const isTotal = expectedTotalCents === null || expectedTotalCents === totalPriceCents
  const isPayable = expectedPayableCents === null || expectedPayableCents === payableCents
  if (isTotal && isPayable) return
  throw new AppError(
    'price_changed',
    `The total of the whole is now ${totalPriceCents}, ${payableCents} with its extras.`,
    { members: { totalPriceCents, payableCents } },
  )
}

/** A reservation of several stays; each is a booking as ever. */
export type GroupRecord = {
  code: string
  hotelSlug: string
  hotelName: string
  /** The guest of its lead booking. */
  guest: BookingRecord['guest']
  currency: string
  /** These four sum the bookings that are pending, confirmed or completed. */
  totalPriceCents: number
  extrasTotalCents: number
  taxes: TaxPart[]
  netCents: number
  /** Sums the bookings that ended; null if none has a penalty. */
  penaltyCents: number | null
  payableCents: number
  /** The weakest proof of its bookings. */
  proof: BookingProof
  /** The end of its hold; null if none is pending. */
  holdUntil: string | null
  bookings: BookingRecord[]
  createdAt: string
}

/** Sums the bookings of a reservation. @param bookings in the order of the stays; at least one */
export function groupRecord(bookings: BookingRecord[]): GroupRecord {
  const { hotelSlug, hotelName, currency, createdAt, group } = bookings[0]!
  const { guest } = leadOf(bookings, ({ updatedAt }) => Date.parse(updatedAt))
  const standing = bookings.filter(isStanding)
  const penalties = bookings.flatMap(({ penaltyCents }) => penaltyCents ?? [])
  const held = bookings.flatMap(({ holdUntil }) => holdUntil ?? [])
  return {
    code: group!.code,
    ...{ hotelSlug, hotelName, guest, currency },
    totalPriceCents: sum(standing.map((each) => each.totalPriceCents)),
    extrasTotalCents: sum(standing.map((each) => each.extrasTotalCents)),
    taxes: sumTaxes(standing.map((each) => each.taxes)),
    netCents: sum(standing.map((each) => each.netCents)),
    penaltyCents: penalties.length === 0 ? null : sum(penalties),
    payableCents: sum(bookings.map((each) => each.payableCents)),
    proof: BOOKING_PROOFS.find((proof) => bookings.some((each) => each.proof === proof))!,
    holdUntil: held.toSorted()[0] ?? null,
    bookings,
    createdAt,
  }
}

const isStanding = ({ status }: BookingRecord) =>
  status === 'pending' || status === 'confirmed' || status === 'completed'

const sum = (cents: readonly number[]) => cents.reduce((all, each) => all + each, 0)
