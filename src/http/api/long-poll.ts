import type { Store } from '../../store/open.ts'

/** The longest wait of a long poll, and the signals that end it early: the client left, or the service stops. */
export type Patience = { waitMs: number; until: readonly AbortSignal[] }

/**
 * Long poll: reads the answer until it is enough, again after each commit on one of the topics. Returns the last answer
 * when the wait ends.
 *
 * @param ask gets the topics that woke it since it was last called; at first all of them
 */
export async function pollUntil<T>(
  store: Store,
  topics: readonly string[],
  { waitMs, until }: Patience,
  ask: (woken: ReadonlySet<string>) => Promise<T>,
  isEnough: (answer: T) => boolean,
): Promise<T> {
  let woken = new Set(topics)
  if (waitMs <= 0) return await ask(woken)
  let isOver = until.some((signal) => signal.aborted)
  let wake = Promise.withResolvers<void>()
  const end = () => {
    isOver = true
    wake.resolve()
  }
  const timer = setTimeout(end, waitMs)
  const listening = topics.map((topic) =>
    store.subscribe(topic, () => {
      woken.add(topic)
      wake.resolve()
    }),
  )
  for (const signal of until) signal.addEventListener('abort', end)
  try {
    for (;;) {
      // Renewed before reading, so that no commit during the read is missed.
      wake = Promise.withResolvers<void>()
      const those = woken
      woken = new Set()
      const answer = await ask(those)
      if (isOver || isEnough(answer)) return answer
      await wake.promise
    }
  } finally {
    clearTimeout(timer)
    for (const unsubscribe of listening) unsubscribe()
    for (const signal of until) signal.removeEventListener('abort', end)
  }
}
