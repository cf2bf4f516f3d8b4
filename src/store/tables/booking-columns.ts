import { sql } from 'drizzle-orm'
import type { BookingProof, BookingStatus, SourceType } from '../../domain/bookings/booking.ts'
import type { Collector } from '../../domain/bookings/booking-details.ts'
import type { Language } from '../../domain/kernel/language.ts'
import type { UserTable } from './accounts.ts'
import type { AgencyTable } from './agencies.ts'
import { type HotelTable, hotelKey } from './catalog.ts'
import type { Column, Kit } from './kit.ts'

/** The tables that a booking refers to. */
export type BookingReferences = { hotel: HotelTable; agency: AgencyTable; user: UserTable }

/** The columns of a booking. */
export function bookingColumns(kit: Kit, { hotel, agency, user }: BookingReferences) {
  const { serial, text, int, big } = kit
  return {
    /** Grows with every booking. Lists are in this order, because no change of a booking alters it. */
    id: serial('id'),
    hotelId: hotelKey(kit, hotel),
    ...stayColumns(kit),
    ...guestColumns(kit),
    ...priceColumns(kit),
    sourceType: text('source_type').$type<SourceType>().notNull(),
    agencyId: int('agency_id').references(() => agency.id),
    commissionCents: big('commission_cents'),
    /** The agency's share as agreed when the booking was made; null in rows older than this column. */
    commissionBasisPoints: int('commission_basis_points'),
    userId: text('user_id').references(() => user.id),
    specialRequests: text('special_requests'),
    /** The language of mail to the guest; null if unset. */
    language: text('language').$type<Language>(),
    ...progressColumns(kit),
    ...proofColumns(kit),
    ...detailColumns(kit),
    ...groupColumns(kit),
    ...statementColumns(kit),
    ...freeColumns(kit),
    /** The revision that was published as `booking.unacked` (contract §2). */
    unackedRevision: int('unacked_revision'),
    /** When the guest's data was erased (`domain/bookings/erasure.ts`); null if it was not. */
    erasedAtMs: big('erased_at_ms'),
  }
}

/** The columns of what a booking sells. */
const stayColumns = ({ text, int, date }: Kit) => ({
  code: text('code').notNull(),
  revision: int('revision').notNull(),
  status: text('status').$type<BookingStatus>().notNull(),
  roomCode: text('room_code').notNull(),
  rateCode: text('rate_code').notNull().default(sql`'STD'`),
  boardCode: text('board_code'),
  rooms: int('rooms').notNull(),
  checkin: date('checkin').notNull(),
  checkout: date('checkout').notNull(),
  adults: int('adults').notNull(),
  children: int('children').notNull(),
  /** JSON list; null if the ages were not given. */
  childAges: text('child_ages'),
})

const guestColumns = ({ text }: Kit) => ({
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  /** Null if the hotel booked for a guest who gave only a telephone number. */
  email: text('email'),
  phone: text('phone'),
  country: text('country'),
})

const priceColumns = ({ text, big }: Kit) => ({
  currency: text('currency').notNull(),
  totalPriceCents: big('total_price_cents').notNull(),
  /** JSON of the price of one room, night by night. */
  nightly: text('nightly').notNull(),
  /** JSON of the cancellation terms; null if there is no penalty. */
  cancellation: text('cancellation'),
  /** JSON of the taxes with their parts of the total; null if there are none. */
  taxes: text('taxes'),
  penaltyCents: big('penalty_cents'),
})

/** The columns of a booking's times, and of the partner that acknowledges it. */
const progressColumns = ({ text, int, big }: Kit) => ({
  createdAtMs: big('created_at_ms').notNull(),
  updatedAtMs: big('updated_at_ms').notNull(),
  confirmedAtMs: big('confirmed_at_ms'),
  cancelledAtMs: big('cancelled_at_ms'),
  cancelReason: text('cancel_reason'),
  holdExpiresAtMs: big('hold_expires_at_ms'),
  /** When the guest is reminded of an option; 0: never, or reminded already; null: not an option. */
  optionReminderAtMs: big('option_reminder_at_ms'),
  ackedRevision: int('acked_revision'),
  externalId: text('external_id'),
})

/** The columns of the proof that the guest exists (`contract-access`, *What strangers may take*). */
const proofColumns = ({ text, int, big, bool }: Kit) => ({
  /** The party that proved the guest; `hotel` also if no proof was required. */
  proof: text('proof').$type<BookingProof>().notNull().default(sql`'hotel'`),
  /** `proof` is `hotel` only because of an earlier stay of the same mailbox. */
  provenByStay: bool('proven_by_stay').notNull().default(false),
  /** The epoch of the booking's links. Links of an older epoch are invalid. */
  manageEpoch: int('manage_epoch').notNull().default(0),
  /** The mailbox of the guest's address (`mailboxOf`); null if there is none, or if the row is older than this column. */
  mailbox: text('mailbox'),
  /** The name of the site whose key made the booking; null if none did. */
  site: text('site'),
  /** Room-nights of the booking that count towards the brake, and the last time any were added; 0 and null if none do. */
  brakeNights: int('brake_nights').notNull().default(0),
  brakeAtMs: big('brake_at_ms'),
})

/** The optional facts of a booking that a PMS needs (contract-groups); null where a booking has none. */
const detailColumns = ({ text, big }: Kit) => ({
  /** "HH:MM" by the hotel's time zone. */
  arrivalTime: text('arrival_time'),
  /** JSON list of the further guests. */
  guestNames: text('guest_names'),
  /** JSON list of the texts that the guest agreed to. */
  consents: text('consents'),
  /** JSON of the company that the invoice is for. */
  company: text('company'),
  /** JSON list of the lines of extras, with their taxes. */
  extras: text('extras'),
  extrasTotalCents: big('extras_total_cents').notNull().default(0),
  /** What is still owed of the extras after a cancellation or no-show. */
  extrasOwedCents: big('extras_owed_cents').notNull().default(0),
  collect: text('collect').$type<Collector>().notNull().default(sql`'hotel'`),
  /** JSON of the guarantee. */
  guarantee: text('guarantee'),
  /**
   * The sum of the booking's payments, a copy of the desk's, so that records need no join. A replica older than this
   * column writes the desk's alone; the next payment repairs it.
   */
  paidCents: big('paid_cents').notNull().default(0),
})

/** The columns of a booking's place in its agency's statements (contract-agencies, *Statement*). */
const statementColumns = ({ int, big }: Kit) => ({
  /** The statement that has its line; null while none has. */
  statementId: int('statement_id'),
  /** The sum that adjustments of its line add to its agency's debt, with their sign; a part of its due. */
  adjustedCents: big('adjusted_cents').notNull().default(0),
})

/** The columns of the end of an agency's free cancellation (contract-agencies); null where there is none. */
const freeColumns = ({ date }: Kit) => ({
  /** The last day, by the hotel's date, on which the agency cancels without a fee (`agencyFreeUntil`). */
  freeUntil: date('free_until'),
  /** The day of which the agency was reminded. */
  freeReminded: date('free_reminded'),
})

/** The columns of a reservation of several stays: its bookings share a code, and are numbered from 1. */
const groupColumns = ({ text, int }: Kit) => ({
  groupCode: text('group_code'),
  groupPosition: int('group_position'),
})

/** The columns of a booking, for its indexes. */
export type BookingColumns = Record<keyof ReturnType<typeof bookingColumns>, Column>
