import { sql } from 'drizzle-orm'
import { writeMeta } from '../../src/store/engine/meta.ts'
import type { TestService } from './service.ts'
import { rowsOf } from './sql.ts'

/**
 * Adds Carla's booking so many times over, later and later, as of a time when there was no index of words.
 *
 * @param agencyId the agency of the copies; none if it is left out
 */
export async function addUnindexed(
  { store }: TestService,
  bookings: number,
  agencyId: number | null = null,
): Promise<void> {
  const { booking } = store.t
  const columns =
    sql.raw(`hotel_id, revision, status, room_code, board_code, rooms, checkin, checkout,
    adults, children, first_name, last_name, email, phone, country, currency, total_price_cents, nightly,
    source_type, updated_at_ms`)
  await store.tx(async (tx) => {
    await rowsOf(
      tx,
      sql`
      with recursive number(n) as (select 1 union all select n + 1 from number where n < ${bookings})
      insert into ${booking} (code, created_at_ms, agency_id, ${columns})
      select 'N' || n, created_at_ms + n, ${sql.raw(String(agencyId))}, ${columns} from number, ${booking}
      where ${booking.firstName} = 'Carla'`,
    )
    await rowsOf(tx, sql`delete from ${tx.t.bookingWord}`)
    await writeMeta(tx, 'booking_words_through', '0')
  })
}
