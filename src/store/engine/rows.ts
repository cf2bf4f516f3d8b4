// Helpers for rows: existence, retention deletes, padded lists of ids.

import { asc, type Column, count, eq, getColumnTable, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Handle, Tx } from './engine.ts'

/** Rows that one transaction of a retention pass deletes. */
export const PRUNE_ROWS_MAX = 500

/** The numbers of ids that a query may have; see `padIds`. */
const ID_COUNTS = [1, 8, 64, 500]

/** The condition that a column has a value, or null; undefined sets no condition. */
export function hasValue<T>(column: Column, value: T | null | undefined): SQL | undefined {
  if (value === undefined) return undefined
  return value === null ? isNull(column) : eq(column, value)
}

/** True if a table has a row that meets a condition, or any row without one. */
export async function hasRow({ db }: Handle, table: SQLiteTable, where?: SQL): Promise<boolean> {
  const rows = await db.select({ one: sql`1` }).from(table).where(where).limit(1)
  return rows.length > 0
}

/** The most rows that one figure counts; 10,000 of an index take SQLite about a millisecond. */
export const COUNTED_MAX = 10_000

/** Counts rows that meet a condition, to a bound. */
export async function countTo(
  { db }: Handle,
  table: SQLiteTable,
  where: SQL | undefined,
  limit = COUNTED_MAX,
): Promise<number> {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .limit(limit)
    .as('some')
  const [row] = await db.select({ rows: count() }).from(some)
  return row!.rows
}

/**
 * Deletes the first rows, in the order of a column, whose value is below a bound.
 *
 * @returns the number of rows; fewer than `PRUNE_ROWS_MAX` means that there are no more
 */
export async function deleteBelow(
  { db }: Tx,
  { key, by }: { key: readonly [Column, ...Column[]]; by: Column },
  value: number | string,
): Promise<number> {
  const table = getColumnTable<SQLiteTable>(by)
  const columns = Object.fromEntries(key.map((column) => [column.name, column]))
  const first = db.select(columns).from(table).where(lt(by, value)).orderBy(asc(by))
  const rows = await db
    .delete(table)
    .where(sql`(${sql.join([...key], sql`, `)}) in ${first.limit(PRUNE_ROWS_MAX)}`)
    .returning({ key: key[0] })
  return rows.length
}

/**
 * Pads the ids, or rows, of a query to one of a few sizes by repeating the last one. A separate text for every number
 * of ids would be prepared again each time and would push other prepared queries out of the driver's cache.
 */
export function padIds<Id>(ids: readonly Id[]): Id[] {
  const size = ID_COUNTS.find((count) => count >= ids.length) ?? ids.length
  return Array.from({ length: size }, (_, index) => ids[index] ?? ids.at(-1)!)
}

/** The texts that many rows have, each once: some hundred currencies and time zones. */
const sharedTexts = new Map<string, string>()

/** Returns the one copy of a text that many rows have: two copies are compared byte by byte, ten times as slowly. */
export function sharedText(text: string): string {
  const known = sharedTexts.get(text)
  if (known === undefined) sharedTexts.set(text, text)
  return known ?? text
}
