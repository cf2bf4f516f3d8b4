import { sql } from 'drizzle-orm'
import type { Handle } from '../../src/store/engine/engine.ts'
import { isOnPostgres } from './postgres.ts'
import { rowsOf } from './sql.ts'

/** What a table of sums has, and what reading every booking gives in its place. */
export type Sums = { kept: unknown[]; scanned: unknown[] }

const KEPT = 'currency, status, bookings, total_price_cents, commission_cents'
/** What ended cancelled or as a no-show brings its penalty, and nothing before there were any. */
const IS_ENDED = `status in ('cancelled', 'no_show')`
const SCANNED = `currency, status, count(*) as bookings,
  sum(case when ${IS_ENDED} then coalesce(penalty_cents, 0) else total_price_cents end) as total_price_cents,
  sum(case when ${IS_ENDED} and penalty_cents is null then 0 else coalesce(commission_cents, 0) end) as commission_cents`
const DAY = isOnPostgres
  ? `to_char(to_timestamp(created_at_ms / 1000) at time zone 'UTC', 'YYYY-MM-DD')`
  : `date(created_at_ms / 1000, 'unixepoch')`

/** Each table of sums with what it is about, and how the same is read from the bookings. */
const TABLES = [
  ['hotel_sum', 'hotel_id, day', `hotel_id, ${DAY} as day`, 'true'],
  ['agency_sum', 'agency_id, day', `agency_id, ${DAY} as day`, 'agency_id is not null'],
  ['agency_sum', 'agency_id, day', `agency_id, '' as day`, 'agency_id is not null'],
  ['service_sum', 'day', `${DAY} as day`, 'true'],
] as const

/** The sums of a database, those of hotels, of agencies by day and in all, and of the service. */
export async function readSums(handle: Handle): Promise<Sums[]> {
  const read = TABLES.map(async ([table, key, scannedKey, where]) => {
    const isInAll = scannedKey.includes(`''`)
    const kept = `select ${key}, ${KEPT} from ${table}
      where bookings > 0 and (day = '') = ${isInAll} order by ${key}, currency, status`
    const scanned = `select ${scannedKey}, ${SCANNED} from booking where ${where}
      group by 1, 2, currency, status order by ${key}, currency, status`
    return { kept: await listRows(handle, kept), scanned: await listRows(handle, scanned) }
  })
  return await Promise.all(read)
}

/** Rows of sums that say something of bookings that are not there any more: their amounts must be nothing. */
export async function leftOver(handle: Handle): Promise<unknown[]> {
  const tables = ['hotel_sum', 'agency_sum', 'service_sum'].map((table) =>
    listRows(
      handle,
      `select * from ${table} where bookings < 0
        or bookings = 0 and (total_price_cents <> 0 or commission_cents <> 0)`,
    ),
  )
  return (await Promise.all(tables)).flat()
}

/** Rows whose numbers are numbers on both engines. */
async function listRows(handle: Handle, statement: string): Promise<Record<string, unknown>[]> {
  const rows = await rowsOf<Record<string, unknown>>(handle, sql.raw(statement))
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        TEXTS.includes(name) ? value : Number(value),
      ]),
    ),
  )
}

const TEXTS = ['day', 'currency', 'status']
