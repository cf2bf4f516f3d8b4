import { Database, SQLiteError } from 'bun:sqlite'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { migrate } from 'drizzle-orm/bun-sqlite/migrator'
import { createCommitGroup } from './commit-group.ts'
import { readMigrations } from './migrations.ts' with { type: 'macro' }
import { sqliteTables } from './schema.ts'

const MIGRATIONS = readMigrations('sqlite')
/** How long a connection waits for another process before it gives up. */
export const BUSY_TIMEOUT_MS = 5_000

/** Opens a SQLite file as an engine: one connection that writes, one that can only read. */
export function openSqlite(file: string, onCommit: (topics: Set<string>) => void) {
  refuseForeign(file)
  const writer = connect(file, [
    'journal_mode = WAL',
    'synchronous = FULL',
    'foreign_keys = ON',
    // Pages: folding the log back half as often saves a tenth of a booking; 32 MB of log are read after a crash.
    'wal_autocheckpoint = 8000',
  ])
  migrate(drizzle({ client: writer }), MIGRATIONS)
  const reader = connect(file, ['query_only = ON'])
  const group = createCommitGroup(writer, onCommit)
  return {
    t: sqliteTables,
    reads: drizzle({ client: reader }),
    writes: drizzle({ client: writer }),
    run: group.run,
    async close() {
      await group.settled()
      reader.close()
      foldLog(writer)
      writer.close()
    },
  }
}

/**
 * A database of another program, or of a newer version of this one, is left alone: its tables mean things this
 * version does not know.
 *
 * @throws Error one clear line
 */
export function refuseForeign(file: string): void {
  if (!exists(file)) return
  lookInto(file, (database) => {
    const known = new Set(MIGRATIONS.map(({ name }) => name))
    const applied = appliedMigrations(database)
    const unknown = applied.find((name) => !known.has(name))
    if (unknown)
      throw new Error(
        `${file} was written by a newer roomwire (it knows ${unknown}, this one does not); use that version`,
      )
    if (applied.length === 0 && hasTables(database))
      throw new Error(`${file} is a database of another program`)
  })
}

/**
 * A process of another version is serving the database: its tables are not to be brought up to date under it.
 *
 * @throws Error one clear line
 */
export function refuseOtherVersion(file: string): void {
  lookInto(file, (database) => {
    const applied = appliedMigrations(database)
    if (
      !Bun.deepEquals(
        applied,
        MIGRATIONS.map(({ name }) => name),
      )
    )
      throw new Error(`${file} is being used by another version of roomwire; use that one`)
  })
}

/** Whether there are tables beside those that SQLite and the migrator keep for themselves. */
function hasTables(database: Database): boolean {
  const tables = textColumn(database, `select name from sqlite_master where type = 'table'`)
  return tables.some((name) => name !== '__drizzle_migrations' && !name.startsWith('sqlite_'))
}

/** Leaves one file behind: the log is copied into it and removed. */
function foldLog(writer: Database): void {
  try {
    writer.run('pragma wal_checkpoint(truncate)')
  } catch {
    // No room for it: the log stays beside the file and is read at the next start; nothing is lost.
  }
}

/** Reads a database without changing it. @throws Error one clear line when it is none, or is damaged there */
export function lookInto<T>(file: string, read: (database: Database) => T): T {
  const database = openReadonly(file)
  try {
    return read(database)
  } catch (error) {
    if (error instanceof SQLiteError) throw new Error(`${file} is damaged: ${error.message}`)
    throw error
  } finally {
    database.close()
  }
}

/** @throws Error one clear line when the file is not a database */
export function openReadonly(file: string): Database {
  let database: Database | undefined
  try {
    database = new Database(file, { readonly: true })
    database.query('select 1 from sqlite_master limit 1').all()
    return database
  } catch (error) {
    database?.close()
    throw new Error(`${file} cannot be read as a database: ${(error as Error).message}`)
  }
}

function connect(file: string, pragmas: string[]): Database {
  const database = new Database(file, { create: true, readwrite: true })
  for (const pragma of [`busy_timeout = ${BUSY_TIMEOUT_MS}`, 'cache_size = -8192', ...pragmas])
    database.run(`pragma ${pragma}`)
  return database
}

/** Names of the migrations a database has had, in order; empty for one that is not ours. */
export function appliedMigrations(database: Database): string[] {
  const isThere = textColumn(
    database,
    `select name from sqlite_master where name = '__drizzle_migrations'`,
  )
  if (isThere.length === 0) return []
  return textColumn(database, 'select name from __drizzle_migrations order by id')
}

/** The first column of every row, as text. */
export function textColumn(database: Database, query: string): string[] {
  return database
    .query(query)
    .values()
    .map(([value]) => String(value))
}

const exists = (file: string) => Bun.file(file).size > 0
