import type { Store } from '../../store/open.ts'

/** The longest wait of a long poll, and the signals that end it early: the client left, or the service stops. */
export type Patience = { waitMs: number; until: readonly AbortSignal[] }

/**
 * Long poll: reads the answer until it is enough, again after each commit on one of the topics. Returns the last answer
 * when the wait ends.
 */
export async function pollUntil<T>(
  store: Store,
  topics: readonly string[],
  { waitMs, until }: Patience,
  ask: () => Promise<T>,
  isEnough: (answer: T) => boolean,
): Promise<T> {
  if (waitMs <= 0) return await ask()
  let isOver = until.some((signal) => signal.aborted)
  let wake = Promise.withResolvers<void>()
  const end = () => {
    isOver = true
    wake.resolve()
  }
  const timer = setTimeout(end, waitMs)
  const listening = topics.map((topic) => store.subscribe(topic, () => wake.resolve()))
  for (const signal of until) signal.addEventListener('abort', end)
  try {
    for (;;) {
      // Renewed before reading, so that no commit during the read is missed.
      wake = Promise.withResolvers<void>()
      const answer = await ask()
      if (isOver || isEnough(answer)) return answer
      await wake.promise
    }
  } finally {
    clearTimeout(timer)
    for (const unsubscribe of listening) unsubscribe()
    for (const signal of until) signal.removeEventListener('abort', end)
  }
}
