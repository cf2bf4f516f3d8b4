import pLimit from 'p-limit'
import { unavailable } from '../domain/kernel/errors.ts'

/**
 * A queue of deferred work, one task at a time. The request is answered before anything is looked up, so that neither
 * the text nor the timing of the answer reveals what is found.
 */
export type DeferredQueue<Asked> = {
  /** @throws AppError `unavailable` if too many tasks wait, no matter who asks */
  ask: (asked: Asked) => void
  /** Resolves when the queue is empty. */
  idle: () => Promise<void>
}

/** Long enough for the answer to be sent, so that the lookup does not delay it. */
const DELAY_MS = 100
const WAITING_MAX = 2_000
const RETRY_AFTER_SECONDS = 5

/** @param onFailure receives the error of a failed task; the requester does not */
export function createDeferredQueue<Asked>(
  work: (asked: Asked) => Promise<void>,
  { tooMany, onFailure }: { tooMany: string; onFailure: (error: unknown) => void },
): DeferredQueue<Asked> {
  const line = pLimit(1)
  const waiting = new Set<Promise<void>>()
  return {
    ask(asked) {
      if (waiting.size >= WAITING_MAX) throw unavailable(tooMany, RETRY_AFTER_SECONDS)
      const done = Bun.sleep(DELAY_MS)
        .then(() => line(() => work(asked)))
        .catch(onFailure)
        .finally(() => waiting.delete(done))
      waiting.add(done)
    },
    async idle() {
      while (waiting.size > 0) await Promise.all(waiting)
    },
  }
}
