// The watch over a file that is served: it may be deleted, moved, replaced, or its disk unmounted.

import { statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Watch } from './breakdown.ts'

/** The time between two looks; writes of it are lost with the file. */
const LOOK_MS = 1_000
const IS_GONE = /^(ENOENT|ENOTDIR)$/

/**
 * Fails a database whose file is no longer what its path leads to: SQLite goes on to write the deleted file, and
 * answers would be sent whose data nobody finds again.
 *
 * @returns a function that ends the watch
 */
export function watchFile(file: string, watch: Pick<Watch, 'fail'>, lookMs = LOOK_MS): () => void {
  // As SQLite itself knows a file again.
  const { ino } = statSync(file)
  const gone = new Error(
    `${file} was deleted, moved or replaced while it was served: restore a backup, or put it back, before the next start`,
  )
  const timer = setInterval(async () => {
    const isGone = await stat(file).then(
      (now) => now.ino !== ino,
      // Any other failure says nothing of the file: too few descriptors, a disk that does not answer.
      ({ code }) => IS_GONE.test(code),
    )
    if (!isGone) return
    clearInterval(timer)
    watch.fail(gone)
  }, lookMs)
  timer.unref()
  return () => clearInterval(timer)
}
