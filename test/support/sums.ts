import { Database } from 'bun:sqlite'

/** What a table of sums has, and what reading every booking gives in its place. */
export type Sums = { kept: unknown[]; scanned: unknown[] }

const KEPT = 'currency, status, bookings, total_price_cents, commission_cents'
/** What ended cancelled or as a no-show brings its penalty, and nothing before there were any. */
const IS_ENDED = `status in ('cancelled', 'no_show')`
const SCANNED = `currency, status, count(*) bookings,
  sum(iif(${IS_ENDED}, coalesce(penalty_cents, 0), total_price_cents)) total_price_cents,
  sum(iif(${IS_ENDED} and penalty_cents is null, 0, coalesce(commission_cents, 0))) commission_cents`
const DAY = `date(created_at_ms / 1000, 'unixepoch')`

/** Each table of sums with what it is about, and how the same is read from the bookings. */
const TABLES = [
  ['hotel_sum', 'hotel_id, day', `hotel_id, ${DAY} day`, 'true'],
  ['agency_sum', 'agency_id, day', `agency_id, ${DAY} day`, 'agency_id is not null'],
  ['agency_sum', 'agency_id, day', `agency_id, '' day`, 'agency_id is not null'],
  ['service_sum', 'day', `${DAY} day`, 'true'],
] as const

/** The sums of a database file, those of hotels, of agencies by day and in all, and of the service. */
export function readSums(file: string): Sums[] {
  using database = new Database(file, { readonly: true })
  return TABLES.map(([table, key, scannedKey, where]) => {
    const isInAll = scannedKey.includes(`''`)
    const kept = `select ${key}, ${KEPT} from ${table}
      where bookings > 0 and (day = '') = ${isInAll} order by ${key}, currency, status`
    const scanned = `select ${scannedKey}, ${SCANNED} from booking where ${where}
      group by ${key}, currency, status order by ${key}, currency, status`
    return { kept: database.query(kept).all(), scanned: database.query(scanned).all() }
  })
}

/** Rows of sums that say something of bookings that are not there any more: their amounts must be nothing. */
export function leftOver(file: string): unknown[] {
  using database = new Database(file, { readonly: true })
  return ['hotel_sum', 'agency_sum', 'service_sum'].flatMap((table) =>
    database
      .query(
        `select * from ${table} where bookings < 0
          or bookings = 0 and (total_price_cents <> 0 or commission_cents <> 0)`,
      )
      .all(),
  )
}
