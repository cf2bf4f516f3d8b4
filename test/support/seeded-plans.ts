import { sql } from 'drizzle-orm'
import type { Store } from '../../src/store/open.ts'
import { rowsOf } from './sql.ts'

// Rows of every table that is asked often, for the statistics by which PostgreSQL chooses a plan. `analyze` reads
// 30,000 rows of a table, so that what it finds of these is always the same.

/** Hotels that have rooms, days and bookings. */
const HOTELS = 100
const date = (dayNumber: string) => `to_char(date '2027-01-01' + (${dayNumber})::int, 'YYYY-MM-DD')`
/** A row has its hotel, its room type of three, and then its day. */
const ROOM = `(array['DBL', 'SGL', 'TWN'])[1 + n / ${HOTELS} % 3]`
const DAY = `n / ${3 * HOTELS}`

/** Values of columns by their names, where a table has no others; a column without any has one by its type. */
const USUAL: Record<string, string> = {
  hotel_id: `1 + n % ${HOTELS}`,
  ...{ room_code: ROOM, date: date(DAY), change_seq: 'n', seq: 'n', revision: '1' },
  ...{ id: `'id' || n`, code: `'C' || n`, booking_code: `'C' || n`, booking_id: 'n' },
  ...{ created_at_ms: 'n * 1000', updated_at_ms: 'n * 1000', at_ms: 'n * 1000' },
  ...{ actor_type: `'user'`, actor_id: `'u' || n % 500`, user_id: `'id' || n` },
}

/** The number of rows of each table, and the values of its own. */
const TABLES: Record<string, { rows: number; values?: Record<string, string> }> = {
  city: { rows: 50, values: { id: 'n', slug: `'city' || n` } },
  hotel: {
    rows: 2_000,
    values: {
      id: 'n',
      city_id: '1 + n % 50',
      slug: `'h' || n`,
      uses_rates: 'true',
      active: 'true',
    },
  },
  room_type: {
    rows: 6_000,
    values: { hotel_id: '1 + n / 3', room_code: `(array['DBL', 'SGL', 'TWN'])[1 + n % 3]` },
  },
  room_board: {
    rows: 6_000,
    values: {
      hotel_id: '1 + n / 3',
      room_code: `(array['DBL', 'SGL', 'TWN'])[1 + n % 3]`,
      position: '0',
      board_code: `'RO'`,
    },
  },
  rate: {
    rows: 4_000,
    values: {
      hotel_id: '1 + n / 2',
      rate_code: `(array['STD', 'OWN'])[1 + n % 2]`,
      active: 'true',
    },
  },
  day: { rows: 15_000, values: { oversold: 'n % 1000 = 0', price_cents: '9000', available: '5' } },
  rate_day: { rows: 15_000, values: { rate_code: `'OWN'` } },
  day_history: { rows: 15_000, values: { change_seq: '1 + n / 3' } },
  rate_day_history: { rows: 15_000, values: { change_seq: '1 + n / 3', rate_code: `'OWN'` } },
  packed_hotel: { rows: 2_000, values: { hotel_id: 'n', layout: `'l'`, through_seq: 'n' } },
  packed_days: {
    rows: 20_000,
    values: { hotel_id: '1 + n / 10', block: 'n % 10', bytes: `'x'::bytea` },
  },
  change: { rows: 10_000 },
  booking: {
    rows: 10_000,
    values: {
      id: 'n',
      ...{
        checkin: date(`n / ${HOTELS}`),
        checkout: date(`n / ${HOTELS} + 2`),
        user_id: `'id' || n % 5000`,
      },
      // Few bookings are holds, and few stays are ahead.
      status: `case when n % 100 = 0 then 'pending' when n % 10 = 1 then 'cancelled' when n % 10 > 2 then 'completed' else 'confirmed' end`,
      confirmed_at_ms: 'n * 1000',
      hold_expires_at_ms: 'case when n % 100 = 0 then n * 1000 end',
      option_reminder_at_ms: 'case when n % 200 = 0 then n * 1000 end',
      agency_id: 'case when n % 10 = 1 then 1 + n % 90 end',
      external_id: `case when n % 2 = 1 then 'PMS-' || n end`,
      group_code: `case when n % 50 = 1 then 'G' || n end`,
      ...{ group_position: 'case when n % 50 = 1 then 1 end', mailbox: `'m' || n % 5000` },
      acked_revision: 'case when n % 50 > 0 then 1 end',
      unacked_revision: 'case when n % 50 > 0 then 1 end',
      ...{ proof: `case when n % 40 = 0 then 'none' else 'mail' end`, brake_at_ms: 'n * 1000' },
      ...{ brake_nights: 'case when n % 40 = 0 then 2 else 0 end', children: '0', rooms: '1' },
    },
  },
  booking_revision: { rows: 10_000, values: { snapshot: `'{}'` } },
  booking_word: { rows: 15_000, values: { word: `'w' || n % 3000`, booking_id: '1 + n / 2' } },
  idempotency: { rows: 10_000, values: { owner: `'o' || n % 500`, key: `'k' || n` } },
  push: { rows: 10_000, values: { rejected: 'case when n % 50 = 0 then 1 else 0 end' } },
  push_replay: {
    rows: 10_000,
    values: { api_key_id: `'id' || n % 500`, key: `'k' || n`, push_id: `'id' || n` },
  },
  outbox: {
    rows: 10_000,
    values: { event: `'booking.confirmed'`, queued_at_ms: 'case when n % 1000 > 0 then n end' },
  },
  webhook: {
    rows: 1_000,
    values: {
      hotel_id: 'n',
      url: `'https://' || n`,
      events: `'[]'`,
      active: 'true',
      failing_since_ms: 'case when n % 100 = 0 then 1 end',
    },
  },
  delivery: {
    rows: 10_000,
    values: {
      ...{
        webhook_id: `'id' || n % 100`,
        outbox_seq: 'n',
        order_key: `'C' || n`,
        cause: `'event'`,
      },
      ...{ state: `case when n % 100 = 0 then 'pending' else 'delivered' end` },
      due_at_ms: 'case when n % 100 = 0 then n end',
    },
  },
  attempt: { rows: 10_000, values: { delivery_seq: 'n', number: '1' } },
  mail: {
    rows: 10_000,
    values: {
      ...{
        kind: `case when n % 3 = 0 then 'proof' else 'booking' end`,
        address: `'a' || n % 5000`,
        mailbox: `'m' || n % 5000`,
        last_at_ms: 'n * 1000',
      },
      state: `case when n % 200 = 0 then 'pending' else 'sent' end`,
      due_at_ms: 'case when n % 200 = 0 then n end',
      refused_since_ms: 'case when n % 2000 = 0 then n end',
    },
  },
  api_key: {
    rows: 2_000,
    values: {
      hotel_id: 'n',
      hash: `'h' || n`,
      vendor_id: `case when n % 20 = 0 then 'v' || n % 200 end`,
    },
  },
  user: { rows: 5_000, values: { email: `'e' || n` } },
  session: { rows: 10_000, values: { user_id: `'id' || n / 2` } },
  site: { rows: 500, values: { hash: `'h' || n`, created_by: `'u' || n` } },
  version: { rows: 2_000, values: { scope: `'hotel:' || n` } },
}

/** Fills a database of PostgreSQL and lets it count, in a second or two. */
export async function seedForPlans(store: Store): Promise<void> {
  await store.tx(async (tx) => {
    // Rows that others refer to need not be there.
    await rowsOf(tx, sql`set local session_replication_role = replica`)
    for (const [table, { rows, values = {} }] of Object.entries(TABLES)) {
      const columns = await rowsOf<Column>(
        tx,
        sql`select column_name as name, data_type as type, is_nullable = 'YES' or column_default is not null as "mayLack"
            from information_schema.columns where table_schema = 'public' and table_name = ${table}`,
      )
      const filled = columns.flatMap((column) => {
        const value = values[column.name] ?? (column.mayLack ? undefined : sampleOf(column))
        return value ? [{ name: `"${column.name}"`, value }] : []
      })
      const [names, given] = [filled.map(({ name }) => name), filled.map(({ value }) => value)]
      await rowsOf(
        tx,
        sql.raw(`insert into "${table}" (${names}) overriding system value
          select ${given} from generate_series(1, ${rows}) n on conflict do nothing`),
      )
    }
  })
  await rowsOf(store, sql`analyze`)
}

type Column = { name: string; type: string; mayLack: boolean }

function sampleOf({ name, type }: Column): string {
  if (USUAL[name]) return USUAL[name]
  if (type === 'text') return `'[]'`
  return type === 'boolean' ? 'false' : '1'
}
