import { fillPostgres, readPostgres } from './copy-postgres.ts'
import { fillSqlite, readSqlite } from './copy-sqlite.ts'
import { createSums, lineWriter } from './lines.ts'
import type { CopyPage, CopySide, CopyTarget, DatabaseLocation } from './sides.ts'
import { COPIED_TABLES, type CopiedTable } from './tables.ts'

/** Progress of one table: rows written out of `total`; `isDone` after the comparison. */
export type Progress = { table: string; rows: number; total: number; isDone: boolean }

type ProgressListener = (progress: Progress) => void
type CopyTotals = { tables: number; rows: number }

/**
 * Copies every table of an unserved database into an empty one, also between engines: all or nothing. A checksum
 * compares the rows stored with the rows read. The source is never written.
 *
 * @returns the number of tables and rows
 * @throws Error in one clear line; the target then has no row
 */
export async function copyStore(
  from: DatabaseLocation,
  to: DatabaseLocation,
  tell: ProgressListener,
): Promise<CopyTotals> {
  return await readDatabase(from, (source) =>
    fillDatabase(to, (target) => copyTables(source, target, tell)),
  )
}

/** Reads one snapshot of a database. */
export const readDatabase = <T>(
  from: DatabaseLocation,
  body: (source: CopySide) => Promise<T>,
): Promise<T> => (typeof from === 'string' ? readSqlite(from, body) : readPostgres(from, body))

/** Fills an empty database; an error leaves it as it was. */
export const fillDatabase = <T>(
  to: DatabaseLocation,
  body: (target: CopyTarget) => Promise<T>,
): Promise<T> => (typeof to === 'string' ? fillSqlite(to, body) : fillPostgres(to, body))

/** @throws Error if the stored rows differ from the rows read */
export async function copyTables(
  source: CopySide,
  target: CopyTarget,
  tell: ProgressListener,
): Promise<CopyTotals> {
  let rows = 0
  for (const table of COPIED_TABLES) rows += await copyTable(source, target, table, tell)
  return { tables: COPIED_TABLES.length, rows }
}

/** @returns the number of its rows @throws Error if the stored rows differ from the rows read */
async function copyTable(
  source: CopySide,
  target: CopyTarget,
  table: CopiedTable,
  tell: ProgressListener,
): Promise<number> {
  const { name } = table
  const write = lineWriter(table)
  const given = createSums()
  const stored = createSums()
  const total = await source.count(table)
  const tellOf = (rows: number, isDone: boolean) => tell({ table: name, rows, total, isDone })
  tellOf(0, false)

  async function* pages(): AsyncGenerator<CopyPage> {
    for await (const rows of source.rows(table)) {
      const lines = rows.map(write)
      for (const line of lines) given.add(line)
      yield { rows, lines }
      tellOf(given.result().rows, false)
      // Bun writes without a turn of the event loop; this one lets signals arrive and progress be shown.
      await Bun.sleep(0)
    }
  }
  await target.load(table, pages())
  for await (const rows of target.rows(table)) for (const row of rows) stored.add(write(row))
  const counts = [total, given.result().rows, stored.result().rows, await target.count(table)]
  if (counts.some((count) => count !== total))
    throw new Error(`table ${name}: of ${counts.join(', ')} rows, all had to be the same number`)
  if (!Bun.deepEquals(given.result(), stored.result()))
    throw new Error(`table ${name}: what is stored is not what was read`)
  await carryNumber(source, target, table)
  tellOf(total, true)
  return total
}

/**
 * Continues the number sequence: feed numbers, cursors and ids must never be issued twice, not even those of deleted
 * rows.
 */
async function carryNumber(
  source: CopySide,
  target: CopyTarget,
  table: CopiedTable,
): Promise<void> {
  if (!table.serial) return
  const last = await source.lastNumber(table)
  if (last > 0) await target.setLastNumber(table, last)
  if ((await target.lastNumber(table)) !== last)
    throw new Error(`table ${table.name}: it would not go on counting after ${last}`)
}
