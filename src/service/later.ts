import pLimit from 'p-limit'
import { unavailable } from '../domain/kernel/errors.ts'

/**
 * Work that begins when its answer has gone, one at a time: the answer is made before anything is looked up, so that
 * neither what it says nor how long it takes tells what is found.
 */
export type DeferredQueue<Asked> = {
  /** @throws AppError `unavailable` when too many wait, whoever asks */
  ask: (asked: Asked) => void
  /** Fulfilled when nobody waits any more. */
  idle: () => Promise<void>
}

/** Long enough for the answer to have gone: what is looked up does not delay it. */
const DELAY_MS = 100
const WAITING_MAX = 2_000
const RETRY_AFTER_SECONDS = 5

/** @param onFailure told of work that failed, whose asker is not */
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
