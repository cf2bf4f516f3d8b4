import { Database } from 'bun:sqlite'
import { isRefusal } from './breakdown.ts'

declare const self: Worker

/** The failure of a checkpoint; none if it succeeded, or was refused as a whole. */
export type CheckpointDone = { failure?: string }

/**
 * Checkpoints the log (WAL) of a database into its file, in a thread of its own, as far as possible without blocking
 * others.
 */
self.onmessage = ({ data: file }: MessageEvent<string>) => {
  try {
    using database = new Database(file, { readwrite: true, create: false })
    database.run('pragma wal_checkpoint(passive)')
    postMessage({} satisfies CheckpointDone)
  } catch (error) {
    // The disk is full, or another checkpoint runs: the log stays in use, and the checkpoint is tried again.
    const done: CheckpointDone = isRefusal(error) ? {} : { failure: String(error) }
    postMessage(done)
  }
}
