import type { Language } from '../kernel/language.ts'
import type { Night, Stay } from '../kernel/night.ts'
import type { Terms } from '../rates/rate.ts'
import type { TaxPart } from '../rates/tax.ts'
import type { BookingDetails, GroupPlace } from './booking-details.ts'

/** Time a partner has to acknowledge a revision before the alarm (contract §2). */
export const ACK_DUE_MS = 30 * 60 * 1_000

/** Unacknowledged bookings that a hotel's dashboard counts. */
export const UNACKED_COUNTED_MAX = 1_000

/** Bookings that the desk may cancel in one request. */
export const CANCELS_MAX = 500

/** Life of a booking that waits for its mailed proof link. */
export const PROOF_HOLD_MS = 30 * 60 * 1_000

/** Life of a hold, which keeps its rooms until it expires (contract §3); one that waits for proof lives longer. */
export const HOLD_MS = 15 * 60 * 1_000

/** True if a pending booking has outlived its hold; the clock ends it soon (`expireBooking`). */
export const isHoldOver = (
  { holdExpiresAtMs }: Pick<Booking, 'holdExpiresAtMs'>,
  nowMs: number,
): boolean => holdExpiresAtMs !== null && holdExpiresAtMs <= nowMs

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
 * Proof of a booking's guest (`contract-access`, *What strangers may take*): none, asked for by a mailed link, given
 * by the reader of the mailbox, or given by the hotel.
 */
export const BOOKING_PROOFS = ['none', 'asked', 'mail', 'hotel'] as const
export type BookingProof = (typeof BOOKING_PROOFS)[number]

export const SOURCE_TYPES = ['web', 'agency', 'panel'] as const
export type SourceType = (typeof SOURCE_TYPES)[number]

export type Guest = {
  firstName: string
  lastName: string
  /** Null if the hotel booked with a telephone number only (`contract-access`). */
  email: string | null
  phone: string | null
  country: string | null
}

/** A booking as stored; `id` is the order of creation and is never shown. */
export type Booking = BookingOfStay & BookingDetails & GroupPlace

type BookingOfStay = Stay & {
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
  /** The taxes in the total, at the rates of tax of the booking's own time. */
  taxes: TaxPart[]
  /** The terms at its creation, or of the rate it was changed to. */
  cancellation: Terms
  /** The penalty of a cancellation or no-show, or 0 if waived; null for all others. */
  penaltyCents: number | null
  sourceType: SourceType
  agencyId: number | null
  /** The agency's commission, in minor units; null for other sources. */
  commissionCents: number | null
  /** The commission's share at the booking's creation; null for other sources, and if it was not stored yet. */
  commissionBasisPoints: number | null
  /** The account that made it; null for a guest without one. */
  userId: string | null
  specialRequests: string | null
  /** The language of mails to its guest; null: the hotel's. */
  language: Language | null
  createdAtMs: number
  updatedAtMs: number
  confirmedAtMs: number | null
  cancelledAtMs: number | null
  cancelReason: string | null
  holdExpiresAtMs: number | null
  /** When the guest is reminded of an option; 0: never, or reminded already; null: not an option. */
  optionReminderAtMs: number | null
  ackedRevision: number | null
  externalId: string | null
  proof: BookingProof
  /** True if `proof` is `hotel` only because of an earlier stay of the mailbox. */
  provenByStay: boolean
  /** Incremented by whatever ends its links: 0, 1, 2 … */
  manageEpoch: number
  /** The mailbox of the guest's address (`mailboxOf`); null: no address. */
  mailbox: string | null
  /** The name of the site that made it; null: none. */
  site: string | null
  /** Room-nights that the brake counts for it, and when they were last taken; 0 and null: none. */
  brakeNights: number
  brakeAtMs: number | null
}

/**
 * The caller that acts on a booking: its guest or agency; on the hotel's side its people, its partner's system, an
 * admin.
 */
export type Caller = 'guest' | 'hotel' | 'partner' | 'admin'

/** Letters and digits of a booking code, without those that are mistaken for each other (contract §3). */
export const BOOKING_CODE = { alphabet: '23456789ABCDEFGHJKMNPQRSTUVWXYZ', length: 10 } as const

/**
 * Returns an agency's commission on a total: its basis points, halves rounded up, in whole minor units.
 *
 * @param basisPoints 1,000 is 10 %
 */
export function commissionOf(totalCents: number, basisPoints: number): number {
  return Number((BigInt(totalCents) * BigInt(basisPoints) + 5_000n) / 10_000n)
}

/**
 * Returns the commission after its basis changed: a new total, or a penalty. It uses the share agreed at the booking's
 * creation, not the agency's present one; if that was not stored, the ratio of commission to total replaces it from
 * then on.
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
