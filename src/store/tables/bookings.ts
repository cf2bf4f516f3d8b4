import { sql } from 'drizzle-orm'
import type { BookingProof, BookingStatus, SourceType } from '../../domain/bookings/booking.ts'
import type { Language } from '../../domain/kernel/language.ts'
import type { UserTable } from './accounts.ts'
import type { AgencyTable } from './agencies.ts'
import { type HotelTable, hotelKey } from './catalog.ts'
import type { Column, Kit } from './kit.ts'

type References = { hotel: HotelTable; agency: AgencyTable; user: UserTable }

/** Bookings with their revisions and the index of their words. */
export const bookingTables = (kit: Kit, refs: References) => ({
  booking: bookingTable(kit, refs),
  bookingWord: bookingWordTable(kit),
  bookingRevision: bookingRevisionTable(kit),
})

function bookingTable(kit: Kit, refs: References) {
  const { table, check } = kit
  return table('booking', bookingColumns(kit, refs), (t) => [
    ...listIndexes(kit, t),
    ...agencyIndexes(kit, t),
    ...statusIndexes(kit, t),
    ...ackIndexes(kit, t),
    ...proofIndexes(kit, t),
    check('booking_rooms', sql`${t.rooms} > 0`),
    check('booking_stay', sql`${t.checkout} > ${t.checkin}`),
  ])
}

function bookingColumns(kit: Kit, { hotel, agency, user }: References) {
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
    /** The revision that was published as `booking.unacked` (contract §2). */
    unackedRevision: int('unacked_revision'),
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

type Columns = Record<keyof ReturnType<typeof bookingColumns>, Column>

/** Indexes of lists. They end in the id, which SQLite appends to every index and other engines do not. */
const listIndexes = ({ index, uniqueIndex }: Kit, t: Columns) => [
  uniqueIndex('booking_code').on(t.code),
  index('booking_hotel_checkin').on(t.hotelId, t.checkin, t.id),
  index('booking_hotel_checkout').on(t.hotelId, t.checkout, t.id),
  index('booking_hotel_created').on(t.hotelId, t.createdAtMs, t.id),
  index('booking_hotel_updated').on(t.hotelId, t.updatedAtMs, t.id),
  // The partner's own number of a booking, in the order of a pull.
  index('booking_hotel_external')
    .on(t.hotelId, t.externalId, t.checkin, t.id)
    .where(sql`${t.externalId} is not null`),
  index('booking_created').on(t.createdAtMs, t.id),
  index('booking_checkin').on(t.checkin),
  index('booking_checkout').on(t.checkout),
  index('booking_user_created')
    .on(t.userId, t.createdAtMs, t.id)
    .where(sql`${t.userId} is not null`),
]

function agencyIndexes({ index }: Kit, t: Columns) {
  const isOfAgency = sql`${t.agencyId} is not null`
  return [
    index('booking_agency').on(t.agencyId, t.createdAtMs, t.id).where(isOfAgency),
    index('booking_agency_checkin').on(t.agencyId, t.checkin).where(isOfAgency),
    index('booking_agency_checkout').on(t.agencyId, t.checkout).where(isOfAgency),
  ]
}

/** Indexes of the bookings in certain states. */
function statusIndexes({ index }: Kit, t: Columns) {
  const isConfirmed = sql`${t.status} = 'confirmed'`
  return [
    // Most bookings are confirmed; an index over all states would be chosen where a better one exists.
    index('booking_unconfirmed')
      .on(t.status, t.createdAtMs, t.id)
      .where(sql`${t.status} <> 'confirmed'`),
    // Guests in house: confirmed bookings whose check-in day has come.
    index('booking_hotel_confirmed').on(t.hotelId, t.checkin).where(isConfirmed),
    index('booking_hold').on(t.holdExpiresAtMs).where(sql`${t.status} = 'pending'`),
    index('booking_running').on(t.checkout).where(isConfirmed),
  ]
}

/** Indexes of the bookings whose newest revision the partner has not acknowledged. */
function ackIndexes({ index }: Kit, t: Columns) {
  const isNotAcked = sql`${t.revision} > coalesce(${t.ackedRevision}, 0)`
  return [
    // A covering index: `countUnacked` reads nothing of the table.
    index('booking_hotel_unacked')
      .on(t.hotelId, t.checkout, t.updatedAtMs)
      .where(
        sql`${isNotAcked} and (${t.status} in ('confirmed', 'no_show', 'completed') or ${t.status} = 'cancelled' and ${t.confirmedAtMs} is not null)`,
      ),
    index('booking_unacked_due')
      .on(t.updatedAtMs)
      // The column comes first: SQLite turns `… < column` around in queries and would not match the index.
      .where(sql`${isNotAcked} and ${t.revision} > coalesce(${t.unackedRevision}, 0)`),
  ]
}

/** Indexes of the bookings that count towards the bounds of strangers. */
const proofIndexes = ({ index }: Kit, t: Columns) => [
  index('booking_mailbox').on(t.mailbox, t.hotelId, t.status).where(sql`${t.mailbox} is not null`),
  // Without the id: SQLite would prefer `booking_hotel_created`, which is as wide.
  index('booking_hotel_unproven')
    .on(t.hotelId, t.createdAtMs)
    .where(sql`${t.proof} in ('none', 'asked')`),
  // A covering index: the sum over the nights of some weeks reads nothing of the table.
  index('booking_brake').on(t.hotelId, t.brakeAtMs, t.brakeNights).where(sql`${t.brakeNights} > 0`),
]

/**
 * Folded words by which a booking is found (`domain/bookings/booking-words.ts`), written with the booking. Hotel, agency
 * and time are copied from the booking, so that a search reads this table only. Words compare by byte: a range is a prefix.
 */
const bookingWordTable = ({ table, text, int, big, pk, index }: Kit) =>
  table(
    'booking_word',
    {
      hotelId: int('hotel_id').notNull(),
      word: text('word').notNull(),
      bookingId: big('booking_id').notNull(),
      agencyId: int('agency_id'),
      createdAtMs: big('created_at_ms').notNull(),
    },
    (t) => [
      pk({ columns: [t.hotelId, t.word, t.bookingId] }),
      index('booking_word_all').on(t.word, t.bookingId, t.createdAtMs),
      index('booking_word_agency')
        .on(t.agencyId, t.word, t.bookingId, t.createdAtMs)
        .where(sql`${t.agencyId} is not null`),
    ],
  )

/** Revisions of bookings: the whole record as JSON, as each change left it. */
const bookingRevisionTable = ({ table, text, int, big, bool, index, uniqueIndex }: Kit) =>
  table(
    'booking_revision',
    {
      changeSeq: big('change_seq').primaryKey(),
      hotelId: int('hotel_id').notNull(),
      code: text('code').notNull(),
      revision: int('revision').notNull(),
      snapshot: text('snapshot').notNull(),
      /** The rooms that the change freed did not return to sale (`restoreOnCancel` off). */
      kept: bool('kept').notNull().default(false),
      /** The hotel's staff overrode restrictions and party rules. */
      override: bool('override').notNull().default(false),
    },
    (t) => [
      uniqueIndex('booking_revision_code').on(t.hotelId, t.code, t.revision),
      index('booking_revision_hotel').on(t.hotelId, t.changeSeq),
    ],
  )
