// The index of words, written in a thread.

import pLimit from 'p-limit'
import { unavailable } from '../../domain/kernel/errors.ts'
import { canStartWorker } from '../engine/threads.ts'
import type { WordPart } from '../engine/word-part.ts'
import type { Watch } from './breakdown.ts'
import { createKeptThread } from './kept-thread.ts'
import type { createTurns } from './turns.ts'
import type { WordDone, WordTask } from './word-worker.ts'

/**
 * Creates what adds bookings to the index of words in a thread, between two commits: writes wait for a part, but no read
 * does. A commit of it writes hundreds of pages and syncs them: in the event loop's thread, everything waited for that.
 *
 * @param watch its breakdown looks at the file, too: a thread that starts opens what lies at the path then
 * @returns `add`, which returns the milliseconds of processor that a part took, or undefined if it could not be written in
 *   a thread, throws if the disk is full, and `end`, which waits for the part under way and begins no other: another process may then write
 */
export function createWordsAside(
  file: string,
  watch: Watch,
  turns: ReturnType<typeof createTurns>,
) {
  // The part that the thread has read is the next that it adds.
  const inTurn = pLimit(1)
  const thread = createKeptThread<WordTask, WordDone>('word-worker', 'end')
  let hasEnded = false

  async function addNext(part: WordPart): Promise<number | undefined> {
    if (hasEnded || !canStartWorker()) return undefined
    // Nothing waits for the start of the thread, nor for its reads.
    const read = await thread.run({ file, step: 'read', part }).catch(() => undefined)
    if (hasEnded || !read || !('workedMs' in read)) return undefined
    return await turns.take(async () => {
      const breakdown = watch.breakdown()
      if (breakdown) throw breakdown.error
      // The thread may have ended while a long turn of others went on.
      if (!canStartWorker()) return undefined
      const done = await thread.run({ file, step: 'add', part })
      if ('workedMs' in done) return read.workedMs + done.workedMs
      // A transaction would fail in the same way.
      if (done.isFull) throw unavailable('The disk is full.', 5, new Error(done.failure))
      if (!done.isUnknown) return undefined
      const error = new Error(`a commit of the index of words failed: ${done.failure}`)
      watch.fail(error)
      throw error
    })
  }

  return {
    add: (part: WordPart) => inTurn(addNext, part),
    async end(): Promise<void> {
      hasEnded = true
      await inTurn(thread.end)
    },
  }
}
