import type { Database } from 'bun:sqlite'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { getTableName } from 'drizzle-orm'
import { readMigrations } from '../engine/migrations.ts' with { type: 'macro' }
import { sqliteTables } from '../engine/schema.ts'
import { realFile } from './lock.ts'
import { appliedMigrations, lookInto, tableNames } from './look.ts'

export const MIGRATIONS = readMigrations('sqlite')

/**
 * A database of another program, of a newer version of this one, or one that is not whole, is left alone. Looks at
 * its header, its schema and a row of every table, which takes as long for any size: `doctor` reads all of it.
 *
 * @throws Error one clear line
 */
export function refuseForeign(file: string): void {
  if (!existsSync(file)) {
    refuseLostFile(file)
    return
  }
  if (statSync(file).size === 0)
    throw new Error(
      `${file} is empty, 0 bytes: what it held is lost; restore a backup, or remove it to begin anew`,
    )
  lookInto(file, (database) => {
    const applied = refuseNewer(file, database)
    const tables = tableNames(database).filter((name) => name !== '__drizzle_migrations')
    if (applied.length === 0 && tables.length > 0)
      throw new Error(`${file} is a database of another program`)
    const missing = isNewest(applied)
      ? ourTables().find((name) => !tables.includes(name))
      : undefined
    if (missing) throw new Error(`${file} is damaged: it has no table ${missing}`)
    for (const name of tables) readRow(database, name)
  })
}

/** @returns the migrations it has had @throws Error one clear line when one of them is not known here */
export function refuseNewer(file: string, database: Database): string[] {
  const applied = appliedMigrations(database)
  const unknown = applied.find((name) => !MIGRATIONS.some((known) => known.name === name))
  if (!unknown) return applied
  throw new Error(
    `${file} was written by a newer roomwire (it knows ${unknown}, this one does not); use that version`,
  )
}

/** @throws Error one clear line when it lacks migrations that are known here */
export function refuseOlder(file: string, database: Database): void {
  if (!isNewest(refuseNewer(file, database)))
    throw new Error(`${file} was written by an older roomwire; run roomwire migrate on it first`)
}

/**
 * A process of another version is serving the database: its tables are not to be brought up to date under it.
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
 * SQLite keeps files beside the database while it is in use, so its folder is written, too.
 *
 * @throws Error of the system when either cannot be
 */
export function refuseReadonly(file: string): void {
  accessSync(dirname(realFile(file)), constants.W_OK)
  if (existsSync(file)) accessSync(file, constants.R_OK | constants.W_OK)
}

/** A log without its database holds bookings that a new database would drop. */
function refuseLostFile(file: string): void {
  const log = `${file}-wal`
  if (existsSync(log) && statSync(log).size > 0)
    throw new Error(
      `${file} is missing, but its log ${log} is there; bring it back, or remove both`,
    )
}

const isNewest = (applied: string[]) =>
  Bun.deepEquals(
    applied,
    MIGRATIONS.map(({ name }) => name),
  )

const ourTables = () => Object.values(sqliteTables).map((table) => getTableName(table))

/** All columns, so that a row that is spread over several pages is read to its end. */
const readRow = (database: Database, table: string) =>
  database.query(`select * from "${table}" limit 1`).values()
