import { Database } from 'bun:sqlite'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { migrate } from 'drizzle-orm/bun-sqlite/migrator'
import pLimit from 'p-limit'
import type { Engine, Handle, Reader, StoreEvents } from '../engine/engine.ts'
import { ALONE } from '../engine/lease.ts'
import { createLimiter, inMemory } from '../engine/limiter.ts'
import { sqliteTables } from '../engine/schema.ts'
import { createWatch, isRefusal, sqliteError, type Watch } from './breakdown.ts'
import { createCheckpoints } from './checkpoints.ts'
import { createCommitGroup } from './commit-group.ts'
import { sqliteDialect } from './dialect.ts'
import { lockDatabase, realFile, refuseLinked, tryLock } from './lock.ts'
import {
  MIGRATIONS,
  refuseForeign,
  refuseNewer,
  refuseOtherVersion,
  refuseReadonly,
} from './refuse.ts'
import { readVitals } from './vitals.ts'

/** How long a connection waits for another process before it gives up. */
export const BUSY_TIMEOUT_MS = 5_000

/**
 * Opens a SQLite file as an engine: one connection that writes, one that can only read.
 *
 * @throws Error one clear line
 */
export async function openSqlite(
  file: string,
  {
    onCommit,
    onBreakdown,
    isBeside,
  }: Pick<StoreEvents, 'onCommit' | 'onBreakdown'> & { isBeside: boolean },
): Promise<Engine> {
  const unlock = claim(file, isBeside)
  try {
    const watch = createWatch(onBreakdown)
    const writer = openWriter(file)
    const reader = connect(file, ['query_only = ON'])
    const checkpoints = createCheckpoints(writer, file, watch)
    const db = drizzle({ client: watch.over(writer) })
    const writes = { t: sqliteTables, db, dialect: sqliteDialect }
    const group = createCommitGroup(writer, writes, watch, onCommit, checkpoints.between)
    const tables = { t: sqliteTables, dialect: sqliteDialect }
    const readDb = drizzle({ client: watch.over(reader) })
    const reads: Reader = { db: readDb, snapshot: (read) => read({ ...tables, db: readDb }) }
    const aside = openAside(file, watch)
    const exports = openAside(file, watch)
    return {
      ...tables,
      reads,
      longReads: { db: readDb, snapshot: aside.snapshot },
      exports,
      run: group.run,
      // This process alone writes: its commits have told.
      freshen: async () => {},
      limiter: (_, clock = () => performance.now()) => inMemory(createLimiter(clock)),
      quiet: group.quiet,
      breakdown: watch.breakdown,
      isRemote: false,
      lease: ALONE,
      vitals: () => readVitals(file),
      gauges: () => [],
      async close() {
        await group.settled()
        await checkpoints.settled()
        // To close is to write: what is on disk is for the next start to find.
        if (watch.breakdown()?.kind !== 'failed') {
          reader.close()
          aside.close()
          exports.close()
          foldAway(writer)
          writer.close()
        }
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/**
 * A connection for answers that are read in parts, between which others have turns and may commit: they are not seen.
 * One at a time, each a transaction.
 */
function openAside(file: string, watch: Watch) {
  const client = connect(file, ['query_only = ON'])
  const handle = {
    t: sqliteTables,
    dialect: sqliteDialect,
    db: drizzle({ client: watch.over(client) }),
  }
  const inTurn = pLimit(1)
  return {
    snapshot: <T>(read: (handle: Handle) => Promise<T>): Promise<T> =>
      inTurn(async () => {
        client.run('begin')
        try {
          return await read(handle)
        } finally {
          client.run('rollback')
        }
      }),
    close: () => client.close(),
  }
}

/** Makes the folder and takes the lock; what the system says against it is told with where to look. */
function claim(file: string, isBeside: boolean): () => void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    refuseReadonly(file)
    // Before it is looked into, by a name that nobody else has for it.
    refuseLinked(file)
    // Before a lock is left beside what is not ours.
    refuseForeign(file)
    const unlock = isBeside ? tryLock(file) : lockDatabase(file)
    if (unlock) return unlock
    refuseOtherVersion(file)
    return () => {}
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (!code) throw error
    throw new Error(
      `no database can be kept at ${file} (${message}); check DATA_DIR or DATABASE_URL`,
    )
  }
}

/** A connection that has proved that it can write, on tables that are up to date. */
function openWriter(file: string): Database {
  let writer: Database | undefined
  try {
    if (!existsSync(file)) makeDatabase(realFile(file))
    writer = connect(file, [
      'journal_mode = WAL',
      'synchronous = FULL',
      'foreign_keys = ON',
      // Pages: long before this the log is folded back beside the event loop; this one would be on it.
      'wal_autocheckpoint = 64000',
      // The bytes of 8,000 pages. While a backup reads, the log grows beyond it, and is cut when it begins anew.
      'journal_size_limit = 33554432',
    ])
    // A newer one may have had it between the first look and the lock.
    refuseNewer(file, writer)
    // After a failed fsync the end of the log may be in the system's memory only, and goes to disk with this.
    foldIn(writer)
    migrate(drizzle({ client: writer }), MIGRATIONS)
    // Changes nothing, but is refused where nothing can be written.
    writer.run('delete from __drizzle_migrations where false')
    // What a transaction may have to take back of one of its parts is kept in memory: past 64 KiB, which a booking has
    // with its indexes, it would be written to a file. Migrations sort more than may be kept so.
    writer.run('pragma temp_store = memory')
    return writer
  } catch (error) {
    writer?.close()
    const cause = sqliteError(error)
    throw cause ? new Error(`${file} cannot be written: ${cause.message}`, { cause }) : error
  }
}

/** A new database appears whole or not at all: a file of 0 bytes is none that was being made. */
function makeDatabase(file: string): void {
  const begun = `${file}.begun`
  rmSync(begun, { force: true })
  connect(begun, ['journal_mode = WAL']).close()
  renameSync(begun, file)
}

/** Copies the log of a process that was killed into the file. */
function foldIn(writer: Database): void {
  try {
    writer.run('pragma wal_checkpoint(passive)')
  } catch (error) {
    // No room for it: the log is read where it is.
    if (!isRefusal(error)) throw error
  }
}

/** Leaves one file behind: the log is copied into it and removed. */
function foldAway(writer: Database): void {
  try {
    writer.run('pragma wal_checkpoint(truncate)')
  } catch {
    // No room for it: the log stays beside the file and is read at the next start; nothing is lost.
  }
}

function connect(file: string, pragmas: string[]): Database {
  const database = new Database(file, { create: true, readwrite: true })
  for (const pragma of [`busy_timeout = ${BUSY_TIMEOUT_MS}`, 'cache_size = -8192', ...pragmas])
    database.run(`pragma ${pragma}`)
  return database
}
