import type { Guest, SourceType } from '../../domain/bookings/booking.ts'
import type { BookingDetails, PaymentTerms } from '../../domain/bookings/booking-details.ts'
import type { GivenConsent } from '../../domain/bookings/consent.ts'
import type { ExtraOrder } from '../../domain/extras/extra-lines.ts'
import type { Language } from '../../domain/kernel/language.ts'
import type { Stay } from '../../domain/kernel/night.ts'
import type { HotelSnapshot } from '../../store/catalog/catalog.ts'
import type { Actor } from '../../store/days/history.ts'
import type { KeyedRequest } from '../kept-answers.ts'
import type { Taker } from '../strangers/taking.ts'
import type { PriceRequest } from './manual-price.ts'

/** One stay of an order. Default rate: `STD`; default board: that of the rate, else the first of the room type. */
export type OrderedStay = Pick<BookingDetails, 'guestNames'> & {
  /** Its extras; absent: none. */
  extraOrders?: readonly ExtraOrder[]
  stay: Omit<Stay, 'rateCode'> & { rateCode: string | null }
  /** The price agreed by the hotel's staff in place of the rate's price. */
  manualPrice?: PriceRequest | null
}

/** The part of an order that all its stays share, at a hotel as its caller read it. */
export type Order = HotelSnapshot & {
  guest: Guest
  details: Pick<BookingDetails, 'arrivalTime' | 'company'> & Partial<PaymentTerms>
  specialRequests: string | null
  /** The language of the guest's mails; null: that of the hotel. */
  language: Language | null
  /** Texts of the hotel that the guest agreed to; absent: none. */
  consents?: readonly GivenConsent[]
  /** The total of the whole order, and the total with its extras; null: any. */
  expectedTotalCents: number | null
  expectedPayableCents: number | null
  /** True to hold the rooms without confirming: for 15 minutes, or as an option. */
  hold: boolean
  /** The end of an option (contract-groups, *Options*). */
  holdUntilMs?: number | null
  source: { type: SourceType; agencyId: number | null; userId: string | null }
  /** True for the hotel's staff and admins, who see suspended hotels and non-public rates. */
  isStaff: boolean
  /** The member of the staff who takes the booking; null: the guest or agency books directly. */
  takenBy?: Actor | null
  /** The taker of the rooms, if the limits on strangers apply; null: exempt. */
  taker: Taker | null
  /** The name of the site that the booking comes through. */
  site?: string | null
  /** True without a session; the answer then contains the manage token. */
  isAnonymous?: boolean
  idempotency: KeyedRequest | null
  /** True if the hotel's staff override restrictions and party rules. */
  override?: boolean
}

/** A requested booking of one stay. */
export type BookingRequest = Order & OrderedStay

/** A requested reservation of several stays (contract-groups, *Several rooms, one reservation*). */
export type GroupRequest = Order & { stays: readonly OrderedStay[] }
