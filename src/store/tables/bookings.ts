import { sql } from 'drizzle-orm'
import { type BookingReferences, bookingColumns } from './booking-columns.ts'
import { bookingIndexes } from './booking-indexes.ts'
import type { Kit } from './kit.ts'

/** Bookings with their revisions and the index of their words. */
export const bookingTables = (kit: Kit, refs: BookingReferences) => ({
  booking: bookingTable(kit, refs),
  bookingWord: bookingWordTable(kit),
  bookingRevision: bookingRevisionTable(kit),
  guestErasure: guestErasureTable(kit),
})

function bookingTable(kit: Kit, refs: BookingReferences) {
  const { table, check } = kit
  return table('booking', bookingColumns(kit, refs), (t) => [
    ...bookingIndexes(kit, t),
    check('booking_rooms', sql`${t.rooms} > 0`),
    check('booking_stay', sql`${t.checkout} > ${t.checkin}`),
  ])
}

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

/** Revisions of bookings: the whole record, as each change left it. */
const bookingRevisionTable = ({ table, text, record, int, big, bool, index, uniqueIndex }: Kit) =>
  table(
    'booking_revision',
    {
      changeSeq: big('change_seq').primaryKey(),
      hotelId: int('hotel_id').notNull(),
      code: text('code').notNull(),
      revision: int('revision').notNull(),
      snapshot: record('snapshot').notNull(),
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

/** Erased bookings whose revisions, events and history still have to be rewritten; a row is deleted once they are. */
const guestErasureTable = ({ table, text, int, big }: Kit) =>
  table('guest_erasure', {
    bookingId: big('booking_id').primaryKey(),
    hotelId: int('hotel_id').notNull(),
    code: text('code').notNull(),
  })
