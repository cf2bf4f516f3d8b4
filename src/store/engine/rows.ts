import { asc, type Column, eq, getColumnTable, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Handle, Tx } from './engine.ts'

/** Rows that one transaction of a retention pass deletes. */
export const PRUNE_ROWS_MAX = 500

/** How many ids a query has; see `padIds`. */
const ID_COUNTS = [1, 8, 64, 500]

/** The condition that a column has a value, or none; undefined asks for nothing. */
export function hasValue<T>(column: Column, value: T | null | undefined): SQL | undefined {
  if (value === undefined) return undefined
  return value === null ? isNull(column) : eq(column, value)
}

/** Whether a table has a row that meets a condition, or any row. */
export async function hasRow({ db }: Handle, table: SQLiteTable, where?: SQL): Promise<boolean> {
  const rows = await db.select({ one: sql`1` }).from(table).where(where).limit(1)
  return rows.length > 0
}

/** Deletes the first rows in the order of a column that are below a value. @returns how many; fewer than the most: there are no more */
export async function deleteBelow(
  { db }: Tx,
  { key, by }: { key: readonly [Column, ...Column[]]; by: Column },
  value: number,
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
 * The ids, or rows, of a query, the last repeated up to one of a few sizes: a text for every number of them would be
 * prepared anew each time and push the prepared queries of others out of the driver's memory.
 */
export function padIds<Id>(ids: readonly Id[]): Id[] {
  const size = ID_COUNTS.find((count) => count >= ids.length) ?? ids.length
  return Array.from({ length: size }, (_, index) => ids[index] ?? ids.at(-1)!)
}
