import { fillPostgres, readPostgres } from './copy-postgres.ts'
import { fillSqlite, readSqlite } from './copy-sqlite.ts'
import { createSums, lineWriter } from './lines.ts'
import type { CopyPage, CopySide, CopyTarget, DatabaseLocation } from './sides.ts'
import { COPIED_TABLES, type CopiedTable } from './tables.ts'

/** How far a table is: rows of its `total` that were written, and at the end compared. */
export type Progress = { table: string; rows: number; total: number; isDone: boolean }

type ProgressListener = (progress: Progress) => void
type CopyTotals = { tables: number; rows: number }

/**
 * Copies every table of a database that nobody serves into an empty one, all or nothing, and compares what is there
 * then with what was read. The source is never written.
 *
 * @returns how many tables and rows
 * @throws Error one clear line, and then the target has no row
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

/** Reads a database as it is at one moment. */
export const readDatabase = <T>(
  from: DatabaseLocation,
  body: (source: CopySide) => Promise<T>,
): Promise<T> => (typeof from === 'string' ? readSqlite(from, body) : readPostgres(from, body))

/** Fills an empty database; what throws leaves it as it was. */
export const fillDatabase = <T>(
  to: DatabaseLocation,
  body: (target: CopyTarget) => Promise<T>,
): Promise<T> => (typeof to === 'string' ? fillSqlite(to, body) : fillPostgres(to, body))

/** @throws Error when what is stored is not what was read */
export async function copyTables(
  source: CopySide,
  target: CopyTarget,
  tell: ProgressListener,
): Promise<CopyTotals> {
  let rows = 0
  for (const table of COPIED_TABLES) rows += await copyTable(source, target, table, tell)
  return { tables: COPIED_TABLES.length, rows }
}

/** @returns how many rows it has @throws Error when what is stored is not what was read */
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
      // Bun writes without a turn of the event loop, in which a signal is heard and the progress is shown.
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

/** Feed numbers, cursors and ids mean the same as long as none is given twice, those of deleted rows included. */
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
