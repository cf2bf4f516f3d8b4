import type { Store } from '../../store/open.ts'

/** How long a request may wait for something, and what ends the wait before: nobody listens any more. */
export type Patience = { waitMs: number; until: readonly AbortSignal[] }

/**
 * Asks until the answer is worth giving, again after each commit that touched one of the topics, and when patience ends
 * gives what there is.
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
      // Before asking: a commit in the meantime must not be missed.
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
