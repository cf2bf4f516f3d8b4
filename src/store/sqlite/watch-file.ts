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
 * @returns `breakdown`, which looks at once, because the loss may be the cause of a failure, and `end`
 */
export function watchFile(
  file: string,
  watch: Pick<Watch, 'fail' | 'breakdown'>,
  lookMs = LOOK_MS,
) {
  // As SQLite itself knows a file again.
  const { ino } = statSync(file)
  const gone = new Error(
    `${file} was deleted, moved or replaced while it was served: restore a backup, or put it back, before the next start`,
  )
  const judge = (now: number | undefined) => {
    if (now === ino) return
    clearInterval(timer)
    watch.fail(gone)
  }
  // Any other failure says nothing of the file: too few descriptors, a disk that does not answer.
  const inodeAfter = ({ code }: { code: string }) => (IS_GONE.test(code) ? undefined : ino)
  const timer = setInterval(
    async () => judge(await stat(file).then((now) => now.ino, inodeAfter)),
    lookMs,
  )
  timer.unref()
  let hasEnded = false
  return {
    breakdown() {
      // A database that is closed loses nothing with its file.
      if (hasEnded) return watch.breakdown()
      try {
        judge(statSync(file).ino)
      } catch (error) {
        judge(inodeAfter(error as { code: string }))
      }
      return watch.breakdown()
    },
    end() {
      hasEnded = true
      clearInterval(timer)
    },
  }
}
