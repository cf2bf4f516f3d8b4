// SQLite as an engine.

import { Database } from 'bun:sqlite'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import pLimit from 'p-limit'
import { createTally } from '../../domain/kernel/tally.ts'
import { MACHINE_CLOCK } from '../engine/clock.ts'
import { commitGauges } from '../engine/commit-gauges.ts'
import type { Engine, Handle, Reader, StoreEvents } from '../engine/engine.ts'
import { ALONE } from '../engine/lease.ts'
import { createLimiter, inMemory } from '../engine/limiter.ts'
import { sqliteTables } from '../engine/schema.ts'
import type { UpgradeOptions } from '../engine/upgrade-events.ts'
import { createWatch, isRefusal, sqliteError, type Watch } from './breakdown.ts'
import { createCheckpoints } from './checkpoints.ts'
import { createClearing } from './clear-strays.ts'
import { createCommitGroup } from './commit-group.ts'
import { connect, connectWriter, JOURNAL_IN_MEMORY, settle } from './connect.ts'
import { sqliteDialect } from './dialect.ts'
import { createLateIndexes } from './late-indexes.ts'
import { lockDatabase, realFile, refuseLinked, tryLock } from './lock.ts'
import {
  MIGRATIONS,
  refuseForeign,
  refuseNewer,
  refuseOtherVersion,
  refuseReadonly,
} from './refuse.ts'
import { STAGE } from './staged-rows.ts'
import { createTurns } from './turns.ts'
import { upgrade } from './upgrade.ts'
import { readVitals } from './vitals.ts'
import { watchFile } from './watch-file.ts'
import { createWordsAside } from './words-aside.ts'

/**
 * Opens a SQLite file as an engine: one connection that writes, and others that can only read.
 *
 * @throws Error one clear line
 */
export async function openSqlite(
  file: string,
  {
    onCommit,
    onBreakdown,
    isBeside,
    ...upgrading
  }: Pick<StoreEvents, 'onCommit' | 'onBreakdown'> & UpgradeOptions & { isBeside: boolean },
): Promise<Engine> {
  const unlock = claim(file, isBeside)
  try {
    const watch = createWatch(onBreakdown)
    const writer = await openWriter(file, upgrading)
    const place = watchFile(file, watch)
    const reader = connect(file, ['query_only = ON'])
    const checkpoints = createCheckpoints(writer, file, watch)
    const tables = { t: sqliteTables, dialect: sqliteDialect }
    const writes = { ...tables, db: drizzle({ client: watch.over(writer) }) }
    const commits = createTally(['groups', 'writes'])
    const afterGroup = async () => {
      commits.add('groups')
      await checkpoints.between()
      await turns.between()
    }
    const group = createCommitGroup(writer, writes, watch, counted(onCommit, commits), afterGroup)
    const scrub = () => checkpoints.scrub(group.run)
    const urgently = urgent(group.run)
    const clearing = createClearing({ writer, file, run: urgently, scrub })
    const turns = createTurns(urgently)
    const placed = { ...watch, breakdown: place.breakdown }
    const indexes = isBeside ? undefined : createLateIndexes(writer, file, placed, turns, upgrading)
    const words = createWordsAside(file, placed, turns)
    const readDb = drizzle({ client: watch.over(reader) })
    const reads: Reader = { db: readDb, snapshot: (read) => read({ ...tables, db: readDb }) }
    const aside = openAside(file, watch)
    const exports = openAside(file, watch)
    const longReads = { db: readDb, snapshot: aside.snapshot }
    return {
      ...tables,
      reads,
      longReads,
      exports,
      // A body with a deadline, such as that of health, would miss it in a long line.
      run: (body, options) =>
        group.run(body, { ...options, isUrgent: options?.withinMs !== undefined }),
      ofWorker: { ...longReads, run: urgently },
      // This process is the only writer, and its own commits have raised all versions.
      freshen: async () => {},
      limiter: (_, clock = () => performance.now()) => inMemory(createLimiter(clock)),
      ...{ scrub, clearStrays: clearing.clear, indexWords: words.add, isLent: turns.isTaken },
      quiet: group.quiet,
      breakdown: place.breakdown,
      isRemote: false,
      clock: MACHINE_CLOCK,
      lease: ALONE,
      vitals: () => readVitals(file, indexes?.left() ?? []),
      gauges: () => commitGauges(commits),
      async close() {
        place.end()
        indexes?.end()
        await Promise.all([words.end(), group.settled()])
        await checkpoints.settled()
        // Closing writes to the file, which must stay as the next start will find it.
        if (watch.breakdown()?.kind !== 'failed') {
          for (const each of [reader, aside, exports]) each.close()
          foldAway(writer)
          clearing.close()
        }
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Counts each write beside what is done after its commit. */
const counted =
  (
    onCommit: StoreEvents['onCommit'],
    commits: { add: (name: 'writes') => void },
  ): typeof onCommit =>
  (invalidated) => {
    commits.add('writes')
    onCommit(invalidated)
  }

/** Runs bodies before others in line. */
const urgent =
  (run: ReturnType<typeof createCommitGroup>['run']): typeof run =>
  (body, options) =>
    run(body, { ...options, isUrgent: true })

/**
 * A connection for answers read in parts, between which other code runs and may commit: the reads do not see such
 * commits. One read at a time, each a transaction.
 */
function openAside(file: string, watch: Watch) {
  const client = new Database(file, { readwrite: true, create: false })
  let isSettled = false
  const handle = {
    t: sqliteTables,
    dialect: sqliteDialect,
    db: drizzle({ client: watch.over(client) }),
  }
  const inTurn = pLimit(1)
  return {
    snapshot: <T>(read: (handle: Handle) => Promise<T>): Promise<T> =>
      inTurn(async () => {
        // At its first use, since each connection reads the schema anew: a fiftieth of a start.
        if (!isSettled) settle(client, ['query_only = ON'])
        isSettled = true
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

/** Creates the folder and takes the lock; an error of the system is reported with the setting to check. */
function claim(file: string, isBeside: boolean): () => void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    refuseReadonly(file)
    // First of all, because a second name would escape the lock.
    refuseLinked(file)
    // Before a lock file is created next to a file of another program.
    refuseForeign(file, { isOpenedNext: true })
    const unlock = isBeside ? tryLock(file) : lockDatabase(file)
    if (unlock) return unlock
    refuseOtherVersion(file)
    return () => {}
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (!code) throw error
    throw new Error(
      `no database can be kept at ${file} (${message}); check DATA_DIR or DATABASE_URL`,
      { cause: error },
    )
  }
}

/** A start on tables that are there does without drizzle's migrator, which loads `node:crypto`. */
async function makeTables(writer: Database): Promise<void> {
  const { migrate } = await import('drizzle-orm/bun-sqlite/migrator')
  migrate(drizzle({ client: writer }), MIGRATIONS)
}

/** Opens a connection that has proved that it can write, and brings the tables up to date. */
async function openWriter(file: string, upgrading: UpgradeOptions): Promise<Database> {
  let writer: Database | undefined
  try {
    if (!existsSync(file)) makeDatabase(realFile(file))
    writer = connectWriter(file)
    // A newer version may have used the database between the first look and the lock.
    const applied = refuseNewer(file, writer)
    // After a failed fsync the end of the log may be only in the system's memory; this checkpoint writes it to disk.
    foldIn(writer)
    if (applied.length === 0) await makeTables(writer)
    else await upgrade(file, applied, upgrading)
    // Changes nothing, but is refused if the database is read-only.
    writer.run('delete from __drizzle_migrations where false')
    writer.run(JOURNAL_IN_MEMORY)
    writer.run(STAGE)
    return writer
  } catch (error) {
    writer?.close()
    const cause = sqliteError(error)
    throw cause ? new Error(`${file} cannot be written: ${cause.message}`, { cause }) : error
  }
}

/** Creates a new database as a whole or not at all: a file of 0 bytes is never one half made. */
function makeDatabase(file: string): void {
  const begun = `${file}.begun`
  rmSync(begun, { force: true })
  connect(begun, ['journal_mode = WAL']).close()
  renameSync(begun, file)
}

/** Checkpoints the log that a killed process left behind. */
function foldIn(writer: Database): void {
  try {
    writer.run('pragma wal_checkpoint(passive)')
  } catch (error) {
    // The disk is full: the log stays in use.
    if (!isRefusal(error)) throw error
  }
}

/** Closes the last connection and leaves one file behind: the log is checkpointed into it and removed. */
function foldAway(writer: Database): void {
  try {
    writer.run('pragma wal_checkpoint(truncate)')
  } catch {
    // The disk is full: the log stays next to the file and is read at the next start; nothing is lost.
  }
  writer.close()
}
