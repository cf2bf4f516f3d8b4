import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { bookingWords } from '../../src/domain/bookings/booking-words.ts'
import { bookingColumns, fromRow } from '../../src/store/bookings/booking-row.ts'
import { writeMeta } from '../../src/store/engine/meta.ts'
import type { Store } from '../../src/store/open.ts'
import { sqliteDb } from '../support/sql.ts'
import { inBulk } from './seed-bulk.ts'

/** Words that all bookings of `fillBookings` have; the others are their code and number. */
const COMMON = ['5550100', '905550100', 'carla', 'com', 'example', 'guest']

/**
 * The index of words, as the service would make it of the bookings of `fillBookings`, at once and in its order.
 *
 * @throws Error when the service would find other words in them
 */
export async function fillWords(store: Store): Promise<void> {
  const { booking, bookingWord } = store.t
  await inBulk(store, 'booking_word', ({ db }) => {
    sqliteDb(db).run(sql`
      insert into ${bookingWord} (hotel_id, word, booking_id, created_at_ms)
      select hotel_id, value, booking.id, created_at_ms
      from ${booking} cross join
        json_each(json_insert(${JSON.stringify(COMMON)}, '$[#]', lower(code), '$[#]', '' || cast(substr(code, 2) as integer)))
      order by 1, 2, 3`)
  })
  for (const end of [asc, desc]) {
    const [row] = await store.db
      .select(bookingColumns(booking))
      .from(booking)
      .orderBy(end(booking.id))
      .limit(1)
    if (!row) return
    const filled = await store.db
      .select({ word: bookingWord.word })
      .from(bookingWord)
      .where(and(eq(bookingWord.hotelId, row.hotelId), eq(bookingWord.bookingId, row.id)))
    const [ours, theirs] = [filled.map(({ word }) => word), bookingWords(fromRow(row))].map(
      (words) => words.toSorted().join(' '),
    )
    if (ours !== theirs) throw new Error(`the words of a booking are ${theirs}, not ${ours}`)
    if (end === desc) await store.tx((tx) => writeMeta(tx, 'booking_words_through', String(row.id)))
  }
}
