import type { Database } from 'bun:sqlite'
import type { Watch } from './breakdown.ts'
import type { CheckpointDone } from './checkpoint-worker.ts'
import { startWorker } from './worker.ts'

/** Pages of the log that are folded back together: half as many cost a booking a tenth; 32 MB are read after a crash. */
const LOG_PAGES = 8_000
/** While a long read keeps the log from being folded, it is tried so often. */
const TRY_AGAIN_MS = 1_000

/**
 * Folds the log back in a thread beside the event loop, for 32 MB take a disk some hundred milliseconds: first while
 * commits go on, then what they wrote meanwhile, for which the next ones wait; only of a log that is folded whole does
 * SQLite begin anew at its head.
 *
 * @returns `between`, to be awaited where no transaction is open, and `settled`. Neither throws: the watch is told
 */
export function createCheckpoints(writer: Database, file: string, watch: Watch) {
  const logSize = writer.query<{ log: number; checkpointed: number }, []>(
    'pragma wal_checkpoint(noop)',
  )
  let passing: Promise<void> | undefined
  let nextMs = 0
  let hasRest = false

  async function between(): Promise<void> {
    if (passing || watch.breakdown() || !isLong()) return
    if (hasRest) {
      hasRest = false
      await pass()
      if (isLong()) nextMs = performance.now() + TRY_AGAIN_MS
    } else if (performance.now() >= nextMs) {
      passing = pass().then(() => {
        passing = undefined
        hasRest = true
      })
    }
  }

  /** Whether much of the log is in use and not all of it folded. */
  function isLong(): boolean {
    const { log, checkpointed } = logSize.get()!
    return log >= LOG_PAGES && log > checkpointed
  }

  async function pass(): Promise<void> {
    const { failure } = await runWorker(file).catch((error): CheckpointDone => {
      return { failure: String(error) }
    })
    if (failure) watch.fail(new Error(`a checkpoint failed: ${failure}`))
  }

  return { between, settled: () => passing ?? Promise.resolve() }
}

async function runWorker(file: string): Promise<CheckpointDone> {
  const worker = startWorker('checkpoint-worker')
  const { promise, resolve, reject } = Promise.withResolvers<CheckpointDone>()
  worker.onmessage = ({ data }: MessageEvent<CheckpointDone>) => resolve(data)
  worker.onerror = ({ message }) => reject(new Error(message))
  worker.postMessage(file)
  try {
    return await promise
  } finally {
    worker.terminate()
  }
}
