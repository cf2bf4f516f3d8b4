// Indexes that an upgrade of a large SQLite file makes and drops later.

import type { Database } from 'bun:sqlite'
import { canStartWorker } from '../engine/threads.ts'
import type { UpgradeOptions } from '../engine/upgrade-events.ts'
import type { Watch } from './breakdown.ts'
import type { IndexDone, IndexOrder } from './index-worker.ts'
import { BREAKPOINT, LARGE_ROWS_MIN, LATE_INDEXES, VAIN_INDEXES } from './left-statements.ts'
import { MIGRATIONS } from './refuse.ts'
import type { createTurns } from './turns.ts'
import { startWorker } from './worker.ts'

/** The time after the start, and between two indexes, in which writes go on. */
const REST_MS = 2_000
/** The time after which one that failed is tried again. */
const TRY_AGAIN_MS = 60_000

/**
 * Creates what drops and makes the indexes that an upgrade left for later, one after another in a thread: reads go on,
 * and writes wait for each between two commits, 1 to 2 s for one that is made of two million bookings. One that fails,
 * because the disk is full, is tried again, unless a commit failed in progress, which the watch is told; the next start
 * goes on with those that a stop leaves.
 *
 * @returns `end`, after which none is begun, and the names of those that are `left`
 */
export function createLateIndexes(
  writer: Database,
  file: string,
  watch: Watch,
  turns: ReturnType<typeof createTurns>,
  { onUpgrade = () => {} }: UpgradeOptions,
) {
  let left = outstandingOf(writer)
  let timer: Timer | undefined
  let hasEnded = false

  /** Does the first that is left. @returns false if that failed @throws Error if nothing may be written any more */
  async function make(): Promise<boolean> {
    const breakdown = watch.breakdown()
    if (breakdown) throw breakdown.error
    // A thread can die after its commit, before it tells.
    left = outstandingOf(writer)
    const [index] = left
    if (index === undefined) return true
    const startMs = performance.now()
    const order = { file, sql: statementOf(index) }
    const { failure: reason, isUnknown } = canStartWorker()
      ? await inThread(order)
      : { failure: 'no thread can be started' }
    if (isUnknown) watch.fail(new Error(`the commit of an index failed: ${reason}`))
    if (reason !== undefined) onUpgrade('upgrade_unindexed', { index, left: left.length, reason })
    else {
      left.shift()
      const tookMs = Math.round(performance.now() - startMs)
      onUpgrade('upgrade_indexed', { index, left: left.length, tookMs })
    }
    return reason === undefined
  }

  async function takeTurn(): Promise<void> {
    const isMade = await turns.take(async () => !hasEnded && (await make())).catch(() => false)
    waitFor(isMade ? REST_MS : TRY_AGAIN_MS)
  }

  function waitFor(ms: number): void {
    if (!hasEnded && left.length > 0) timer = setTimeout(takeTurn, ms)
  }

  waitFor(REST_MS)
  return {
    left: (): readonly string[] => [...left],
    end(): void {
      hasEnded = true
      clearTimeout(timer)
    },
  }
}

/** Names of the indexes that a large database is still to lose or to get; an upgrade of any other has done it itself. */
export function listLate(database: Database): string[] {
  const isThere = database.query(`select 1 from sqlite_schema where name = 'booking'`).get()
  const last = isThere ? database.query('select max(rowid) from booking').values()[0]![0] : 0
  return Number(last) >= LARGE_ROWS_MIN ? outstandingOf(database) : []
}

/** The names, those to be dropped first: the others take their place on disk. */
function outstandingOf(database: Database): string[] {
  const named = `select name from sqlite_schema where type = 'index' and tbl_name = 'booking'`
  const there = new Set(database.query(named).values().flat())
  return [
    ...[...VAIN_INDEXES].filter((name) => there.has(name)),
    ...[...LATE_INDEXES].filter((name) => !there.has(name)),
  ]
}

/** Drops an index of `VAIN_INDEXES`, and else is the newest statement of the migrations that makes it. */
function statementOf(name: string): string {
  if (VAIN_INDEXES.has(name)) return `DROP INDEX \`${name}\``
  return MIGRATIONS.flatMap(({ sql }) => sql.split(BREAKPOINT)).findLast((statement) =>
    statement.trimStart().startsWith(`CREATE INDEX \`${name}\` `),
  )!
}

async function inThread(order: IndexOrder): Promise<IndexDone> {
  const worker = startWorker('index-worker')
  const { promise, resolve } = Promise.withResolvers<IndexDone>()
  worker.onmessage = ({ data }: MessageEvent<IndexDone>) => resolve(data)
  worker.onerror = ({ message }) => resolve({ failure: message })
  worker.postMessage(order)
  const done = await promise
  worker.terminate()
  return done
}
