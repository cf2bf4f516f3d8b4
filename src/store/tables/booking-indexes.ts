import { sql } from 'drizzle-orm'
import type { BookingColumns } from './booking-columns.ts'
import type { Kit } from './kit.ts'

/** All indexes of the bookings. */
export const bookingIndexes = (kit: Kit, t: BookingColumns) => [
  ...listIndexes(kit, t),
  ...agencyIndexes(kit, t),
  ...statusIndexes(kit, t),
  ...ackIndexes(kit, t),
  ...proofIndexes(kit, t),
  ...statementIndexes(kit, t),
]

/**
 * True for an agency's booking that has ended, owes or is owed anything, and stands in no statement yet; the literal
 * text of the partial indexes, which queries must repeat.
 */
export const isUnstated = (t: BookingColumns) =>
  sql`${t.agencyId} is not null and ${t.statementId} is null and (${t.status} = 'completed' or ${t.status} in ('cancelled', 'no_show') and (${t.penaltyCents} > 0 or ${t.extrasOwedCents} > 0 or ${t.paidCents} > 0))`

/**
 * True for an agency's booking; the literal text of the index of a hotel's list of an agency, which its queries must
 * repeat. Said in other words than those of statements, for which SQLite would choose it.
 */
export const isInHotelList = (t: Pick<BookingColumns, 'agencyId'>) => sql`${t.agencyId} <> 0`

const statementIndexes = ({ index }: Kit, t: BookingColumns) => [
  index('booking_hotel_unstated').on(t.hotelId, t.agencyId, t.checkout, t.id).where(isUnstated(t)),
  index('booking_agency_unstated').on(t.agencyId, t.hotelId, t.checkout).where(isUnstated(t)),
]

/** Indexes of lists. They end in the id, which SQLite appends to every index and other engines do not. */
const listIndexes = ({ index, uniqueIndex }: Kit, t: BookingColumns) => [
  uniqueIndex('booking_code').on(t.code),
  uniqueIndex('booking_group')
    .on(t.groupCode, t.groupPosition)
    .where(sql`${t.groupCode} is not null`),
  index('booking_hotel_checkin').on(t.hotelId, t.checkin, t.id),
  index('booking_hotel_checkout').on(t.hotelId, t.checkout, t.id),
  index('booking_hotel_created').on(t.hotelId, t.createdAtMs, t.id),
  index('booking_hotel_updated').on(t.hotelId, t.updatedAtMs, t.id),
  // The partner's own number of a booking, in the order of a pull.
  index('booking_hotel_external')
    .on(t.hotelId, t.externalId, t.checkin, t.id)
    .where(sql`${t.externalId} is not null`),
  index('booking_created').on(t.createdAtMs, t.id),
  index('booking_user_created')
    .on(t.userId, t.createdAtMs, t.id)
    .where(sql`${t.userId} is not null`),
]

function agencyIndexes({ index }: Kit, t: BookingColumns) {
  const isOfAgency = sql`${t.agencyId} is not null`
  return [
    index('booking_agency').on(t.agencyId, t.createdAtMs, t.id).where(isOfAgency),
    index('booking_hotel_agency')
      .on(t.hotelId, t.agencyId, t.createdAtMs, t.id)
      .where(isInHotelList(t)),
    index('booking_agency_checkin').on(t.agencyId, t.checkin).where(isOfAgency),
    index('booking_agency_checkout').on(t.agencyId, t.checkout).where(isOfAgency),
    index('booking_agency_free').on(t.agencyId, t.freeUntil).where(sql`${t.freeUntil} is not null`),
    index('booking_agency_hold')
      .on(t.agencyId, t.holdExpiresAtMs)
      .where(sql`${t.agencyId} is not null and ${t.status} = 'pending'`),
    // Those of which the agency is not reminded yet.
    index('booking_free_reminder')
      .on(t.freeUntil)
      .where(sql`${t.freeUntil} is not null and ${t.freeUntil} <> coalesce(${t.freeReminded}, '')`),
  ]
}

/** Indexes of the bookings in certain states. */
function statusIndexes({ index }: Kit, t: BookingColumns) {
  const isConfirmed = sql`${t.status} = 'confirmed'`
  return [
    // Most bookings are confirmed; an index over all states would be chosen where a better one exists.
    index('booking_unconfirmed')
      .on(t.status, t.createdAtMs, t.id)
      .where(sql`${t.status} <> 'confirmed'`),
    // Guests in house: confirmed bookings whose check-in day has come.
    index('booking_hotel_confirmed').on(t.hotelId, t.checkin).where(isConfirmed),
    index('booking_hold').on(t.holdExpiresAtMs).where(sql`${t.status} = 'pending'`),
    // Holds of a hotel, for each count of its rooms: options stand for weeks.
    index('booking_hotel_hold')
      .on(t.hotelId, t.holdExpiresAtMs)
      .where(sql`${t.status} = 'pending'`),
    index('booking_option_reminder')
      .on(t.optionReminderAtMs)
      .where(sql`${t.status} = 'pending' and ${t.optionReminderAtMs} > 0`),
    index('booking_running').on(t.checkout).where(isConfirmed),
  ]
}

/** Indexes of the bookings whose newest revision the partner has not acknowledged. */
function ackIndexes({ index }: Kit, t: BookingColumns) {
  const isNotAcked = sql`${t.revision} > coalesce(${t.ackedRevision}, 0)`
  return [
    // A covering index: `countUnacked` reads nothing of the table, and each push of counts only fresh bookings.
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
const proofIndexes = ({ index }: Kit, t: BookingColumns) => [
  index('booking_mailbox').on(t.mailbox, t.hotelId, t.status).where(sql`${t.mailbox} is not null`),
  // Without the id: SQLite would prefer `booking_hotel_created`, which is as wide.
  index('booking_hotel_unproven')
    .on(t.hotelId, t.createdAtMs)
    .where(sql`${t.proof} in ('none', 'asked')`),
  // A covering index: the sum over the nights of some weeks reads nothing of the table.
  index('booking_brake').on(t.hotelId, t.brakeAtMs, t.brakeNights).where(sql`${t.brakeNights} > 0`),
]
