import type { Hotel, RoomType } from '../catalog/catalog.ts'
import { testMark } from '../catalog/sandbox-hotel.ts'
import { extrasTaxesOf } from '../extras/extra-lines.ts'
import { instantOrNull, instantText } from '../kernel/date.ts'
import { NO_PENALTY, type Rate, rateOf, STANDARD, STD } from '../rates/rate.ts'
import type { Booking } from './booking.ts'
import { NO_DETAILS } from './booking-details.ts'

/** The record of contract §3, its fields in the contract's order. */
export type BookingRecord = ReturnType<typeof recordOf>

/** Returns the record of a booking as shown to every authorized reader (contract §3), with names from other tables. */
export function recordOf(
  booking: Omit<Booking, 'id'>,
  {
    hotel,
    rooms,
    rates,
    agencyCode,
  }: { hotel: Hotel; rooms: RoomType[]; rates: Rate[]; agencyCode: string | null },
) {
  const { guest, erasedAtMs, roomCode, rateCode, taxes, totalPriceCents } = booking
  const room = rooms.find((each) => each.roomCode === roomCode)
  return {
    code: booking.code,
    revision: booking.revision,
    status: booking.status,
    hotelSlug: hotel.slug,
    hotelName: hotel.name,
    roomCode,
    roomName: room?.name ?? roomCode,
    rateCode,
    rateName: rateOf(rates, rateCode)?.name ?? rateCode,
    boardCode: booking.boardCode,
    rooms: booking.rooms,
    checkin: booking.checkin,
    checkout: booking.checkout,
    nights: booking.nightly.length,
    adults: booking.adults,
    children: booking.children,
    childAges: booking.childAges,
    guest: erasedAtMs === null ? guest : null,
    guestNames: booking.guestNames,
    arrivalTime: booking.arrivalTime,
    company: booking.company,
    currency: booking.currency,
    totalPriceCents,
    nightly: booking.nightly,
    taxes,
    netCents: netOf(booking),
    cancellation: booking.cancellation,
    penaltyCents: booking.penaltyCents,
    extras: booking.extras.map(({ taxes: _, ...line }) => line),
    extrasTotalCents: booking.extrasTotalCents,
    extrasTaxes: extrasTaxesOf(booking.extras),
    payableCents: payableOf(booking),
    payment: {
      collect: booking.collect,
      guarantee: booking.guarantee,
      paidCents: booking.paidCents,
    },
    commissionBp: booking.commissionBasisPoints,
    commissionCents: booking.commissionCents,
    group:
      booking.groupCode === null
        ? null
        : { code: booking.groupCode, position: booking.groupPosition! },
    source: {
      type: booking.sourceType,
      ...(agencyCode !== null && { agencyCode }),
      ...(booking.site !== null && { site: booking.site }),
    },
    proof: booking.proof,
    specialRequests: booking.specialRequests,
    createdAt: instantText(booking.createdAtMs),
    updatedAt: instantText(booking.updatedAtMs),
    confirmedAt: instantOrNull(booking.confirmedAtMs),
    cancelledAt: instantOrNull(booking.cancelledAtMs),
    cancelReason: booking.cancelReason,
    holdUntil: booking.status === 'pending' ? instantOrNull(booking.holdExpiresAtMs) : null,
    ackedRevision: booking.ackedRevision,
    externalId: booking.externalId,
    ...marksOf(booking, hotel),
  }
}

/** Returns what of a booking's total is not tax. */
export const netOf = ({
  totalPriceCents,
  taxes,
}: Pick<Booking, 'totalPriceCents' | 'taxes'>): number =>
  taxes.reduce((net, { amountCents }) => net - amountCents, totalPriceCents)

/** Returns the marks of a record whose guest was erased, and of one of a sandbox. */
const marksOf = ({ erasedAtMs }: Pick<Booking, 'erasedAtMs'>, hotel: Hotel) => ({
  ...(erasedAtMs !== null && { erased: true as const }),
  ...testMark(hotel),
})

/**
 * Returns the amount to pay: total and extras of a booking that stands; penalty and owed extras of a cancellation or
 * no-show; 0 of an expired hold (contract-groups).
 */
export function payableOf({
  status,
  totalPriceCents,
  penaltyCents,
  extrasTotalCents,
  extrasOwedCents,
}: Pick<
  Booking,
  'status' | 'totalPriceCents' | 'penaltyCents' | 'extrasTotalCents' | 'extrasOwedCents'
>): number {
  if (status === 'expired') return 0
  if (status === 'cancelled' || status === 'no_show') return (penaltyCents ?? 0) + extrasOwedCents
  return totalPriceCents + extrasTotalCents
}

/**
 * Completes a stored record with the fields that older records lack: those of rates (contract-rates, *Quotes, search,
 * bookings*), and those of groups and details (contract-groups).
 */
export function completeRecord(record: BookingRecord): BookingRecord {
  if (record.group !== undefined) return record
  const { arrivalTime, guestNames, company, extras, extrasTotalCents } = NO_DETAILS
  const { collect, guarantee, paidCents } = NO_DETAILS
  const completed = record.rateCode === undefined ? withRate(record) : record
  return {
    ...{ guestNames, arrivalTime, company, extras, extrasTotalCents },
    ...{ extrasTaxes: [], payableCents: payableOf({ ...completed, ...NO_DETAILS }) },
    ...{ commissionBp: null, commissionCents: null, group: null, holdUntil: null },
    ...completed,
    payment: { collect, guarantee, paidCents },
  }
}

/** Adds the fields of rates to a record that is older than they are. */
function withRate(record: BookingRecord): BookingRecord {
  const { code, revision, status, hotelSlug, hotelName, roomCode, roomName, ...rest } = record
  const { adults, children, totalPriceCents, nightly } = record
  return {
    ...{ code, revision, status, hotelSlug, hotelName, roomCode, roomName },
    ...{ rateCode: STD, rateName: STANDARD.name },
    ...rest,
    ...{ adults, children, childAges: null, totalPriceCents, nightly },
    ...{ taxes: [], netCents: totalPriceCents, cancellation: NO_PENALTY, penaltyCents: null },
  }
}
