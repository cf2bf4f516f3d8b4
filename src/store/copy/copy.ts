import { fillPostgres, readPostgres } from './copy-postgres.ts'
import { fillSqlite, readSqlite } from './copy-sqlite.ts'
import { createSums, lineWriter, type Row } from './lines.ts'
import type { CopyPage, CopySide, CopyTarget, DatabaseLocation } from './sides.ts'
import { type CopiedTable, copiedTables } from './tables.ts'

// Copy of a database between engines, verified by checksum.

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
  onProgress: ProgressListener,
): Promise<CopyTotals> {
  return await readDatabase(from, (source) =>
    fillDatabase(to, (target) => copyTables(source, target, onProgress)),
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

/** Copies every table. @throws Error if the stored rows differ from the rows read */
export async function copyTables(
  source: CopySide,
  target: CopyTarget,
  onProgress: ProgressListener,
): Promise<CopyTotals> {
  let rows = 0
  for (const table of copiedTables()) rows += await copyTable(source, target, table, onProgress)
  return { tables: copiedTables().length, rows }
}

/** Copies one table. @returns the number of its rows @throws Error if the stored rows differ from the rows read */
async function copyTable(
  source: CopySide,
  target: CopyTarget,
  table: CopiedTable,
  onProgress: ProgressListener,
): Promise<number> {
  const { name } = table
  const write = lineWriter(table)
  const readSums = createSums()
  const storedSums = createSums()
  const total = await source.count(table)
  const report = (rows: number, isDone: boolean) => onProgress({ table: name, rows, total, isDone })
  report(0, false)

  async function* pages(): AsyncGenerator<CopyPage> {
    for await (const found of source.rows(table)) {
      const rows = asKept(found, table, target)
      const lines = rows.map(write)
      for (const line of lines) readSums.add(line)
      yield { rows, lines }
      report(readSums.result().rows, false)
      // Bun writes without a turn of the event loop; this one lets signals arrive and progress be shown.
      await Bun.sleep(0)
    }
  }
  await target.load(table, pages())
  for await (const rows of target.rows(table)) for (const row of rows) storedSums.add(write(row))
  const counts = [
    total,
    readSums.result().rows,
    storedSums.result().rows,
    await target.count(table),
  ]
  if (counts.some((count) => count !== total))
    throw new Error(
      `table ${name}: row counts differ (source, read, stored, target): ${counts.join(', ')}`,
    )
  if (!Bun.deepEquals(readSums.result(), storedSums.result()))
    throw new Error(`table ${name}: the stored rows differ from the rows read`)
  await carryNumber(source, target, table)
  report(total, true)
  return total
}

/** Rows with their records of bookings as the target keeps them; a text that is damaged stays so. */
function asKept(rows: readonly Row[], { columns }: CopiedTable, { recordText }: CopyTarget) {
  const place = columns.findIndex(({ isRecord }) => isRecord)
  if (place === -1) return rows
  return rows.map((row) => {
    try {
      return row.with(place, recordText(row[place] as string))
    } catch {
      return row
    }
  })
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
    throw new Error(`table ${table.name}: its numbers would not continue after ${last}`)
}
