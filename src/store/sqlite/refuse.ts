// Refusals of SQLite files that must not be opened.

import type { Database } from 'bun:sqlite'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { readMigrations } from '../engine/migrations.ts' with { type: 'macro' }
import { newerText, VERSION_KEY } from '../engine/newer.ts'
import { TABLE_NAMES } from '../tables/names.ts'
import { realFile } from './lock.ts'
import { appliedMigrations, lookInto, tableNames, textColumn } from './look.ts'

/** The migrations of SQLite, oldest first. */
export const MIGRATIONS = readMigrations('sqlite')

const NOTED = `select value from meta where key = '${VERSION_KEY}'`

/**
 * Refuses a database that is of another program, of a newer version, or damaged. It reads the header, the schema and
 * one row of every table, which takes the same time for any size; `doctor` reads all of it.
 *
 * @throws Error one clear line
 */
export function refuseForeign(file: string, next?: { isOpenedNext: boolean }): void {
  if (!isThere(file)) {
    refuseLostFile(file)
    return
  }
  if (statSync(file).size === 0)
    throw new Error(
      `${file} is empty, 0 bytes: what it held is lost; restore a backup, or remove it to begin anew`,
    )
  const look = (database: Database) => {
    const applied = refuseNewer(file, database)
    const tables = tableNames(database).filter((name) => name !== '__drizzle_migrations')
    if (applied.length === 0 && tables.length > 0)
      throw new Error(`${file} is a database of another program`)
    const missing = TABLE_NAMES.find(
      (name) => !tables.includes(name) && !isYetToCome(name, applied),
    )
    if (missing) throw new Error(`${file} is damaged: it has no table ${missing}`)
    readRows(database, tables)
  }
  lookInto(file, look, next)
}

/** @returns the applied migrations @throws Error one clear line if this version does not know one of them */
export function refuseNewer(file: string, database: Database): string[] {
  const applied = appliedMigrations(database)
  const unknown = applied.find((name) => !MIGRATIONS.some((known) => known.name === name))
  if (!unknown) return applied
  const isNoted = tableNames(database).includes('meta')
  const noted = isNoted ? textColumn(database, NOTED)[0] : undefined
  throw new Error(`${file} ${newerText(unknown, noted)}`)
}

/** @throws Error one clear line if the database lacks migrations of this version */
export function refuseOlder(file: string, database: Database): void {
  if (!isNewest(refuseNewer(file, database)))
    throw new Error(`${file} was written by an older roomwire; run roomwire migrate on it first`)
}

/**
 * Refuses a database that a process of another version serves: its tables must not be migrated under that process.
 *
 * @throws Error one clear line
 */
export function refuseOtherVersion(file: string): void {
  lookInto(file, (database) => {
    if (!isNewest(appliedMigrations(database)))
      throw new Error(`${file} is being used by another version of roomwire; use that one`)
  })
}

/**
 * Refuses a read-only file or folder: SQLite writes files next to a database in use.
 *
 * @throws Error of the system if either is read-only
 */
export function refuseReadonly(file: string): void {
  accessSync(dirname(realFile(file)), constants.W_OK)
  if (existsSync(file)) accessSync(file, constants.R_OK | constants.W_OK)
}

/** True if there is a file. @throws Error one clear line if this user may not see that, or may not read it */
function isThere(file: string): boolean {
  try {
    if (!statSync(file, { throwIfNoEntry: false })) return false
    accessSync(file, constants.R_OK)
    return true
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    // An obstacle in the way of the folder is told where the folder is made.
    if (code !== 'EACCES' && code !== 'EPERM') return false
    throw new Error(`${file} cannot be read (${message}); run this as the user of the service`)
  }
}

/** Refuses a log without its database: it contains bookings that a new database would drop. */
function refuseLostFile(file: string): void {
  const log = `${file}-wal`
  if (existsSync(log) && statSync(log).size > 0)
    throw new Error(
      `${file} is missing, but its log ${log} is there; bring it back, or remove both`,
    )
}

/** True if one of the migrations that the database has not had makes the table. */
const isYetToCome = (table: string, applied: string[]) =>
  MIGRATIONS.some(
    ({ name, sql }) =>
      !applied.includes(name) &&
      (sql.includes(`CREATE TABLE \`${table}\``) || sql.includes(`RENAME TO \`${table}\``)),
  )

const isNewest = (applied: string[]) =>
  Bun.deepEquals(
    applied,
    MIGRATIONS.map(({ name }) => name),
  )

/** Reads all columns of a row of each table, so that one that spans several pages is read to its end. */
function readRows(database: Database, tables: readonly string[]): void {
  const rows = tables.map((table) => `select * from "${table}" limit 1`)
  if (rows.length > 0) database.run(rows.join(';'))
}
