import { Database } from 'bun:sqlite'
import { isRefusal } from './breakdown.ts'

declare const self: Worker

/** What failed; nothing where the checkpoint was made, or was refused as a whole. */
export type CheckpointDone = { failure?: string }

/** Folds the log of a database into its file, in a thread of its own: as far as can be done without anybody waiting. */
self.onmessage = ({ data: file }: MessageEvent<string>) => {
  try {
    using database = new Database(file, { readwrite: true, create: false })
    database.run('pragma wal_checkpoint(passive)')
    postMessage({} satisfies CheckpointDone)
  } catch (error) {
    // No room for it, or another one is at it: the log is read where it is, and it is tried again.
    const done: CheckpointDone = isRefusal(error) ? {} : { failure: String(error) }
    postMessage(done)
  }
}
