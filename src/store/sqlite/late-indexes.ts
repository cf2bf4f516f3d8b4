// Indexes that an upgrade of a large SQLite file leaves for later.

import type { Database } from 'bun:sqlite'
import { canStartWorker } from '../engine/threads.ts'
import type { UpgradeOptions } from '../engine/upgrade-events.ts'
import type { IndexDone, IndexOrder } from './index-worker.ts'
import { BREAKPOINT, LATE_INDEXES } from './quick-columns.ts'
import { MIGRATIONS } from './refuse.ts'
import { startWorker } from './worker.ts'

/** The time after the start, and between two indexes, in which writes go on. */
const REST_MS = 2_000

/**
 * Creates what makes the indexes that an upgrade left out, one after another in a thread: reads go on, and writes wait
 * for each between two commits, 1 to 2 s for two million bookings. What is not made before the stop, or because the disk
 * is full, is made after the next start.
 *
 * @param run runs a body; an empty one brings `between` its turn
 * @returns `between`, to be awaited while no transaction is open, and `end`, after which none is begun. None throws
 */
export function createLateIndexes(
  writer: Database,
  file: string,
  run: (body: () => Promise<void>) => Promise<void>,
  { onUpgrade = () => {} }: UpgradeOptions,
) {
  const left = missingOf(writer)
  let turn: PromiseWithResolvers<boolean> | undefined
  let timer: Timer | undefined
  let hasEnded = false

  /** Makes the next one. @returns false if that failed */
  async function make(): Promise<boolean> {
    const { name, sql } = left.shift()!
    const startMs = performance.now()
    const failure = canStartWorker() ? await inThread({ file, sql }) : 'no thread can be started'
    const tookMs = Math.round(performance.now() - startMs)
    if (failure === undefined)
      onUpgrade('upgrade_indexed', { index: name, left: left.length, tookMs })
    else onUpgrade('upgrade_unindexed', { index: name, reason: failure })
    return failure === undefined
  }

  async function takeTurn(): Promise<void> {
    turn = Promise.withResolvers()
    const { promise, resolve } = turn
    await run(async () => {}).catch(() => resolve(false))
    if ((await promise) && left.length > 0) waitForNext()
  }

  function waitForNext(): void {
    if (!hasEnded) timer = setTimeout(takeTurn, REST_MS)
  }

  if (left.length > 0) waitForNext()
  return {
    async between(): Promise<void> {
      const mine = turn
      turn = undefined
      mine?.resolve(!hasEnded && (await make()))
    },
    end(): void {
      hasEnded = true
      clearTimeout(timer)
    },
  }
}

type LateIndex = { name: string; sql: string }

/** The late indexes that a database lacks, and the statements that make them. */
function missingOf(writer: Database): LateIndex[] {
  const rows = writer.query<[string], []>(`select name from sqlite_schema where type = 'index'`)
  const there = new Set(rows.values().map(([name]) => name))
  return [...LATE_INDEXES]
    .filter((name) => !there.has(name))
    .map((name) => ({ name, sql: statementOf(name) }))
}

/** The newest statement of the migrations that makes an index. */
const statementOf = (name: string): string =>
  MIGRATIONS.flatMap(({ sql }) => sql.split(BREAKPOINT)).findLast((statement) =>
    statement.trimStart().startsWith(`CREATE INDEX \`${name}\` `),
  )!

/** @returns why an index could not be made; undefined if it was */
async function inThread(order: IndexOrder): Promise<string | undefined> {
  const worker = startWorker('index-worker')
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  worker.onmessage = ({ data }: MessageEvent<IndexDone>) => resolve(data.failure)
  worker.onerror = ({ message }) => resolve(message)
  worker.postMessage(order)
  const failure = await promise
  worker.terminate()
  return failure
}
