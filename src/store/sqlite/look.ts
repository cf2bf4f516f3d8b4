// Read-only access to a SQLite file.

import { constants, Database, SQLiteError } from 'bun:sqlite'
import { constants as access, accessSync, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BUSY_TIMEOUT_MS } from './connect.ts'
import { realFile } from './lock.ts'

/** Makes a connection read the file, which opening it does not. */
const ANY_ROW = 'select 1 from sqlite_master limit 1'

/** A file that is open for reading. */
export type OpenFile = Database

/**
 * Reads a database without changing it.
 *
 * @param isOpenedNext true if this process opens it for writing after the read: an empty log then stays for that
 * @throws Error one clear line if it is no database, or is damaged there
 */
export function lookInto<T>(
  file: string,
  read: (database: Database) => T,
  { isOpenedNext = false } = {},
): T {
  const { database, close } = openQuietly(file)
  let isLeft = false
  try {
    const found = read(database)
    isLeft = isOpenedNext
    return found
  } catch (error) {
    throw asDamage(file, error)
  } finally {
    if (isLeft) database.close()
    else close()
  }
}

/** The error for a file that SQLite failed to read; any other error as it is. */
export const asDamage = (file: string, error: unknown) =>
  error instanceof SQLiteError ? new Error(`${file} is damaged: ${error.message}`) : error

/**
 * Reads with a connection that leaves no file behind, except the index of a log that had none.
 *
 * @throws Error one clear line if the file is no database
 */
export function readFrom<T>(file: string, read: (database: Database) => T): T {
  const { database, close } = openQuietly(file)
  try {
    return read(database)
  } finally {
    close()
  }
}

/** The same as `readFrom` for work that takes more than one turn of the event loop. */
export function openQuietly(file: string): { database: Database; close: () => void } {
  const path = realFile(file)
  const companions = [`${path}-wal`, `${path}-shm`]
  const hasLog = (statSync(companions[0]!, { throwIfNoEntry: false })?.size ?? 0) > 0
  const absent = companions.filter((companion) => !existsSync(companion))
  const tidy = () => {
    // A reader of a database in WAL mode creates an empty log and its index, and may not remove them. The last
    // connection with write access does, and only SQLite knows which one is the last: another process may have started
    // since. Only if the log was empty: any other would be checkpointed into the database.
    if (!hasLog && absent.some(existsSync)) visit(path, ANY_ROW)
  }
  try {
    const database = openReadonly(file)
    const close = () => {
      database.close()
      tidy()
    }
    return { database, close }
  } catch (error) {
    tidy()
    throw error
  }
}

function openReadonly(file: string): Database {
  try {
    return openFile(file, { readonly: true })
  } catch (error) {
    if (canWriteBeside(file)) throw asUnreadable(file, error)
    return openUnshared(file)
  }
}

/**
 * Opens a file in a folder that may only be read, where SQLite could not make the index of a log: as one that nothing
 * changes meanwhile.
 *
 * @throws Error one clear line if it has a log, whose commits would be missing
 */
function openUnshared(file: string): Database {
  const path = realFile(file)
  const log = `${path}-wal`
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 0)
    throw new Error(
      `${file} cannot be read: its log ${log} is not copied into it yet, and ${dirname(path)} may not be written; ` +
        'run this as the user of the service, or on a copy of that folder',
    )
  try {
    return openFile(`${pathToFileURL(path).href}?immutable=1`, READONLY_URL)
  } catch (error) {
    throw asUnreadable(file, error)
  }
}

const READONLY_URL = constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI

function openFile(file: string, options: { readonly: true } | number): Database {
  const database = new Database(file, options)
  try {
    // Another process that has just started may be reading the log that a killed one left, alone with the file.
    database.run(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
    database.query(ANY_ROW).all()
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

const asUnreadable = (file: string, error: unknown) =>
  new Error(`${file} cannot be read as a database: ${(error as Error).message}`)

function canWriteBeside(file: string): boolean {
  try {
    accessSync(dirname(realFile(file)), access.W_OK)
    return true
  } catch {
    return false
  }
}

/** Opens a database for writing, runs one statement and closes it; failures are ignored. */
export function visit(file: string, statement: string): void {
  let database: Database | undefined
  try {
    database = new Database(file, { readwrite: true, create: false })
    database.query(statement).all()
  } catch {
    // The database stays as it is, whatever its fault.
  } finally {
    database?.close()
  }
}

/** The names of the migrations applied to a database, in order; empty for a database of another program. */
export function appliedMigrations(database: Database): string[] {
  const isThere = textColumn(
    database,
    `select name from sqlite_master where name = '__drizzle_migrations'`,
  )
  if (isThere.length === 0) return []
  return textColumn(database, 'select name from __drizzle_migrations order by id')
}

/** The tables of a database without SQLite's own. */
export function tableNames(database: Database): string[] {
  const names = textColumn(database, `select name from sqlite_master where type = 'table'`)
  return names.filter((name) => !name.startsWith('sqlite_'))
}

/** The first column of every row, as text. */
export function textColumn(database: Database, query: string): string[] {
  return database
    .query(query)
    .values()
    .map(([value]) => String(value))
}
