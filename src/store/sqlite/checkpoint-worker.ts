import { Database } from 'bun:sqlite'
import { isRefusal } from './breakdown.ts'

declare const self: Worker

/** `truncate` also empties the log; it gives way to a long read. */
export type CheckpointMode = 'passive' | 'truncate'

export type CheckpointTask = { file: string; mode: CheckpointMode }

/** The failure of a checkpoint; none if it succeeded, or was refused as a whole. `isWhole`: nothing is left to do. */
export type CheckpointDone = { failure?: string; isWhole?: boolean }

/** How long an emptying waits for readers, while commits wait for it. */
const READERS_MS = 100

/**
 * Checkpoints the log (WAL) of a database into its file, in a thread of its own, as far as possible without blocking
 * others.
 */
self.onmessage = ({ data: { file, mode } }: MessageEvent<CheckpointTask>) => {
  try {
    using database = new Database(file, { readwrite: true, create: false })
    if (mode === 'truncate') database.run(`pragma busy_timeout = ${READERS_MS}`)
    const { busy } = database.query<{ busy: number }, []>(`pragma wal_checkpoint(${mode})`).get()!
    postMessage({ isWhole: busy === 0 } satisfies CheckpointDone)
  } catch (error) {
    // The disk is full, or another checkpoint runs: the log stays in use, and the checkpoint is tried again.
    const done: CheckpointDone = isRefusal(error) ? {} : { failure: String(error) }
    postMessage(done)
  }
}
