// Integrity check of SQLite.

import type { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { createLogRest } from './checkpoints.ts'
import { realFile } from './lock.ts'
import { appliedMigrations, asDamage, lookInto, openQuietly, textColumn } from './look.ts'
import { refuseForeign } from './refuse.ts'

/**
 * Rows of a table whose indexes are compared with them beside a service: some 30 µs a row (the 2 million bookings a
 * minute and more), during which the log grows. Without that the check of the same table takes two seconds.
 */
const ROWS_COMPARED_MAX = 100_000

/** The result of an integrity check. */
type Inspection = {
  /** The newest migration; undefined if there is none. */
  newest: string | undefined
  /** One line for each fault; empty if the database is sound. */
  wrongs: string[]
  /** Tables whose indexes were not compared with their rows. */
  uncompared: string[]
}

type Beside = {
  /** Follows each table. */
  rest?: () => Promise<void>
  rowsComparedMax?: number
}

/**
 * Checks a database that nobody writes, without changing it: as a whole, in one transaction.
 *
 * @throws Error one clear line if the file is of another program, of a newer version, or no database
 */
export function inspect(file: string): Inspection {
  refuseForeign(file)
  return lookInto(file, (database) => ({
    newest: appliedMigrations(database).at(-1),
    wrongs: wrongsOf(database),
    uncompared: [],
  }))
}

/**
 * The same as `inspect` for a database that may be served. One that has a log beside it is checked table by table in a
 * transaction each, because a log is not begun anew while a read lasts. Pages that two tables use, or none, are found by
 * `inspect` alone, and so are indexes of large tables that differ from their rows.
 */
export async function inspectBeside(
  file: string,
  { rest, rowsComparedMax = ROWS_COMPARED_MAX }: Beside = {},
): Promise<Inspection> {
  refuseForeign(file)
  if (!existsSync(`${realFile(file)}-wal`)) return inspect(file)
  const { database, close } = openQuietly(file)
  try {
    const newest = appliedMigrations(database).at(-1)
    const how = { rest: rest ?? createLogRest(database), rowsComparedMax }
    return { newest, ...(await inspectTables(database, how)) }
  } catch (error) {
    throw asDamage(file, error)
  } finally {
    close()
  }
}

function wrongsOf(database: Database): string[] {
  const broken = faultsOf(database, 'integrity_check')
  // Foreign keys can only be checked in an intact database.
  return broken.length > 0 ? broken : brokenReferences(database)
}

async function inspectTables(
  database: Database,
  { rest, rowsComparedMax }: Required<Beside>,
): Promise<Pick<Inspection, 'wrongs' | 'uncompared'>> {
  const tables = textColumn(database, `select name from sqlite_master where type = 'table'`)
  const isLarge = (table: string) =>
    Number(textColumn(database, `select count(*) from "${table}"`)) > rowsComparedMax
  const uncompared: string[] = []
  // With the schema SQLite checks the list of free pages.
  const wrongs = faultsOf(database, `integrity_check('sqlite_schema')`)
  for (const table of tables) {
    await rest()
    if (isLarge(table)) uncompared.push(table)
    const check = uncompared.includes(table) ? 'quick_check' : 'integrity_check'
    wrongs.push(...faultsOf(database, `${check}('${table}')`))
  }
  if (wrongs.length > 0) return { wrongs, uncompared }
  for (const table of tables) {
    await rest()
    wrongs.push(...brokenReferences(database, `('${table}')`))
  }
  return { wrongs, uncompared }
}

const faultsOf = (database: Database, check: string) =>
  textColumn(database, `pragma ${check}`)
    .flatMap((text) => text.split('\n'))
    .filter((line) => line !== 'ok')

/** @param of the table in parentheses; without it all tables */
const brokenReferences = (database: Database, of = '') =>
  textColumn(database, `pragma foreign_key_check${of}`).map(
    (table) => `broken reference in ${table}`,
  )
