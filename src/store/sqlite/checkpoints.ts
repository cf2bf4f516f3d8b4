// Checkpoints of SQLite's write-ahead log (WAL).

import type { Database } from 'bun:sqlite'
import { canStartWorker } from '../engine/threads.ts'
import type { Watch } from './breakdown.ts'
import type { CheckpointDone, CheckpointMode, CheckpointTask } from './checkpoint-worker.ts'
import { createKeptThread } from './kept-thread.ts'

/**
 * Pages of the log (WAL) that one checkpoint copies. Half as many make a booking a tenth slower; a start after a crash
 * reads these 32 MB.
 */
const LOG_PAGES = 8_000
/** The interval at which the log is looked at: a look takes 10 to 25 microseconds, a third of a small commit's own time. */
const LOOK_MS = 10
/** The interval at which a checkpoint is tried again while a long read, or want of file descriptors, prevents it. */
const TRY_AGAIN_MS = 1_000
/** How long a reader rests for a checkpoint, and how often it looks meanwhile. */
const LOG_REST_MS_MAX = 10_000
const LOG_LOOK_MS = 50

/**
 * Checkpoints the log (WAL) in a thread next to the event loop, because 32 MB take a disk some hundred milliseconds.
 * The first pass runs while commits go on; the next commits wait for a second pass over the pages written during the
 * first. SQLite reuses the log from its start only after a complete checkpoint.
 *
 * @returns `between`, to be awaited while no transaction is open, `scrub`, which empties the log, and `settled`. None
 *   throws: failures go to the watch
 */
export function createCheckpoints(writer: Database, file: string, watch: Watch) {
  const logOf = lookAtLog(writer)
  const thread = createKeptThread<CheckpointTask, CheckpointDone>('checkpoint-worker')
  let passing: Promise<void> | undefined
  let nextMs = 0
  let hasRest = false
  let scrubbing: PromiseWithResolvers<boolean> | undefined

  async function between(): Promise<void> {
    if (scrubbing) {
      const { resolve } = scrubbing
      scrubbing = undefined
      return resolve(!passing && !watch.breakdown() && (await pass('truncate')))
    }
    const startMs = performance.now()
    if (passing || watch.breakdown() || (startMs < nextMs && !hasRest)) return
    const isSecond = hasRest
    hasRest = false
    nextMs = startMs + LOOK_MS
    if (!isLong()) return
    if (isSecond) {
      await pass()
      if (isLong()) nextMs = performance.now() + TRY_AGAIN_MS
    } else {
      passing = pass().then(() => {
        passing = undefined
        hasRest = true
      })
    }
  }

  /**
   * Empties the log, so that nothing that was overwritten is left in it. Most of it is checkpointed beside the commits;
   * the rest between two of them.
   *
   * @param run runs a body; an empty one brings `between` its turn
   * @returns false if a long read, or another checkpoint, is in the way
   */
  async function scrub(run: (body: () => Promise<void>) => Promise<void>): Promise<boolean> {
    await passing
    if (watch.breakdown() || scrubbing) return false
    if (!(await pass('passive'))) return false
    const turn = Promise.withResolvers<boolean>()
    scrubbing = turn
    await run(async () => {}).catch(() => turn.resolve(false))
    return await turn.promise
  }

  /** True if much of the log is in use and part of it is not checkpointed. */
  function isLong(): boolean {
    const { log, checkpointed } = logOf()
    return log >= LOG_PAGES && log > checkpointed
  }

  /** @returns true if all of the log was checkpointed */
  async function pass(mode: CheckpointMode = 'passive'): Promise<boolean> {
    if (!canStartWorker()) return false
    const { failure, isWhole } = await thread.run({ file, mode }).catch((error): CheckpointDone => {
      return { failure: String(error) }
    })
    if (failure) watch.fail(new Error(`a checkpoint failed: ${failure}`))
    return isWhole === true
  }

  async function settled(): Promise<void> {
    await passing
    await thread.end()
  }

  return { between, scrub, settled }
}

/**
 * Creates the rest of a process that reads beside the service, between two of its transactions: until the service has
 * checkpointed a log that became long, which no read may be in the way of. It lasts 10 s at most, because another reader
 * may be, and no time if nothing was written since the rest before.
 */
export function createLogRest(database: Database): () => Promise<void> {
  const logOf = lookAtLog(database)
  let before = logOf().log
  return async () => {
    const endMs = performance.now() + LOG_REST_MS_MAX
    for (;;) {
      const { log, checkpointed } = logOf()
      const isWaited = log >= LOG_PAGES && log > checkpointed && log !== before
      if (isWaited && performance.now() < endMs) await Bun.sleep(LOG_LOOK_MS)
      else {
        before = log
        return
      }
    }
  }
}

/** Pages of the log, and those of them that are checkpointed. */
function lookAtLog(database: Database): () => { log: number; checkpointed: number } {
  const look = database.query<{ log: number; checkpointed: number }, []>(
    'pragma wal_checkpoint(noop)',
  )
  return () => look.get()!
}
