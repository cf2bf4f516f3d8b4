import type { Hotel, RoomType } from '../catalog/catalog.ts'
import { testMark } from '../catalog/sandbox-hotel.ts'
import { instantOrNull, instantText } from '../kernel/date.ts'
import type { Language } from '../kernel/language.ts'
import type { Night, Stay } from '../kernel/night.ts'
import { NO_PENALTY, type Rate, rateOf, STANDARD, STD, type Terms } from '../rates/rate.ts'
import type { TaxPart } from '../rates/tax.ts'

/** How long a partner may take to acknowledge a revision before it is an alarm (contract §2). */
export const ACK_DUE_MS = 30 * 60 * 1_000

/** Unacknowledged bookings that a hotel's dashboard counts. */
export const UNACKED_COUNTED_MAX = 1_000

/** Bookings that the desk ends at once. */
export const CANCELS_MAX = 500

/** How long one is kept that waits for its mailed link. */
export const PROOF_HOLD_MS = 30 * 60 * 1_000

/** How long a hold keeps its rooms (contract §3). */
export const HOLD_MS = 15 * 60 * 1_000

/** States of a booking (contract §3). */
export const BOOKING_STATUSES = [
  'pending',
  'confirmed',
  'cancelled',
  'expired',
  'no_show',
  'completed',
] as const
export type BookingStatus = (typeof BOOKING_STATUSES)[number]

/**
 * Who has shown that a booking's guest is one (`contract-access`, *What strangers may take*): nobody, nobody yet whom a
 * mailed link asks, whoever reads the mailbox, or the hotel.
 */
export const BOOKING_PROOFS = ['none', 'asked', 'mail', 'hotel'] as const
export type BookingProof = (typeof BOOKING_PROOFS)[number]

export const SOURCE_TYPES = ['web', 'agency', 'panel'] as const
export type SourceType = (typeof SOURCE_TYPES)[number]

export type Guest = {
  firstName: string
  lastName: string
  /** Null where the hotel booked with a telephone alone (`contract-access`). */
  email: string | null
  phone: string | null
  country: string | null
}

/** A booking as the service keeps it; `id` is the order of its making and is never shown. */
export type Booking = Stay & {
  id: number
  hotelId: number
  code: string
  /** 1, 2, 3 … one for each transition after the first. */
  revision: number
  status: BookingStatus
  guest: Guest
  currency: string
  /** Σ nightly × rooms. */
  totalPriceCents: number
  nightly: Night[]
  /** What of the total is tax; its own rates of tax stay. */
  taxes: TaxPart[]
  /** Those it was made with, or of the rate it was changed to. */
  cancellation: Terms
  /** Null until it ends cancelled or as a no-show. */
  penaltyCents: number | null
  sourceType: SourceType
  agencyId: number | null
  /** What the agency earns of the total, in minor units; null for other sources. */
  commissionCents: number | null
  /** The share agreed when the booking was made; null for other sources, and where it was not kept yet. */
  commissionBasisPoints: number | null
  /** The account that made it; null for a guest without one. */
  userId: string | null
  specialRequests: string | null
  /** What its guest is written to in; null: what the hotel's guests are. */
  language: Language | null
  createdAtMs: number
  updatedAtMs: number
  confirmedAtMs: number | null
  cancelledAtMs: number | null
  cancelReason: string | null
  holdExpiresAtMs: number | null
  ackedRevision: number | null
  externalId: string | null
  proof: BookingProof
  /** `proof` is `hotel` by an earlier stay of its mailbox alone. */
  provenByStay: boolean
  /** Raised by what ends its links: 0, 1, 2 … */
  manageEpoch: number
  /** Of the guest's address (`mailboxOf`); null: there is none. */
  mailbox: string | null
  /** The name of the site whose key made it; null: none. */
  site: string | null
  /** Room-nights that the brake counts of it, and when they were taken last; 0 and null: none. */
  brakeNights: number
  brakeAtMs: number | null
}

/** The record of contract §3, its fields in the contract's order. */
export type BookingRecord = ReturnType<typeof recordOf>

/** Who acts on a booking: its guest or agency; on the hotel's side its people, its partner's system, an admin. */
export type Caller = 'guest' | 'hotel' | 'partner' | 'admin'

/** Letters and digits of a booking code, without those that are mistaken for each other (contract §3). */
export const BOOKING_CODE = { alphabet: '23456789ABCDEFGHJKMNPQRSTUVWXYZ', length: 10 } as const

/**
 * An agency's share of a total: basis points of it, halves rounded up, in whole minor units.
 *
 * @param basisPoints 1,000 is 10 %
 */
export function commissionOf(totalCents: number, basisPoints: number): number {
  return Number((BigInt(totalCents) * BigInt(basisPoints) + 5_000n) / 10_000n)
}

/**
 * What an agency earns of a booking when the amount it is reckoned from is another: a new total, or a penalty. At the
 * share agreed when the booking was made, whatever the agency's is by now; where that was not kept, the part that its
 * commission is of its total stands for it from then on.
 */
export function commissionFor(
  {
    commissionCents,
    commissionBasisPoints,
    totalPriceCents,
  }: Pick<Booking, 'commissionCents' | 'commissionBasisPoints' | 'totalPriceCents'>,
  amountCents: number,
): Pick<Booking, 'commissionCents' | 'commissionBasisPoints'> {
  const isSame = commissionBasisPoints === null && amountCents === totalPriceCents
  if (commissionCents === null || isSame) return { commissionCents, commissionBasisPoints }
  if (commissionBasisPoints !== null)
    return {
      commissionCents: commissionOf(amountCents, commissionBasisPoints),
      commissionBasisPoints,
    }
  const [part, old, amount] = [commissionCents, totalPriceCents, amountCents].map(BigInt)
  return {
    commissionCents: Number((2n * part! * amount! + old!) / (2n * old!)),
    commissionBasisPoints: Number((20_000n * part! + old!) / (2n * old!)),
  }
}

/** A booking as everybody who may see it sees it (contract §3), with names that stand elsewhere. */
export function recordOf(
  booking: Omit<Booking, 'id'>,
  {
    hotel,
    rooms,
    rates,
    agencyCode,
  }: { hotel: Hotel; rooms: RoomType[]; rates: Rate[]; agencyCode: string | null },
) {
  const { guest, roomCode, rateCode, taxes, totalPriceCents } = booking
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
    guest,
    currency: booking.currency,
    totalPriceCents,
    nightly: booking.nightly,
    taxes,
    netCents: taxes.reduce((net, { amountCents }) => net - amountCents, totalPriceCents),
    cancellation: booking.cancellation,
    penaltyCents: booking.penaltyCents,
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
    ackedRevision: booking.ackedRevision,
    externalId: booking.externalId,
    ...testMark(hotel),
  }
}

/** A record as it was kept, with what records from before rates have not (contract-rates, *Quotes, search, bookings*). */
export function completeRecord(record: BookingRecord): BookingRecord {
  if (record.rateCode !== undefined) return record
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
