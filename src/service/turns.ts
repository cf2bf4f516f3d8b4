import { unavailable } from '../domain/kernel/errors.ts'

/** A fair queue: few tasks at a time, owners in turn (round robin). */
export type Turns = {
  /** @throws AppError `unavailable` if too many tasks wait, of this owner or of all */
  take: <T>(owner: number, work: () => Promise<T>) => Promise<T>
}

type Bounds = {
  /** Tasks at a time; default: one. */
  atOnce?: number
  ofOneMax: number
  inAllMax: number
  retryAfterSeconds: number
}

/** Waiting owners take turns, however many tasks each of them has. */
export function createTurns({ atOnce = 1, ofOneMax, inAllMax, retryAfterSeconds }: Bounds): Turns {
  const waiting = new Map<number, (() => Promise<void>)[]>()
  let total = 0
  let busy = 0

  async function goOn(): Promise<void> {
    busy++
    for (let next = takeNext(); next; next = takeNext()) await next()
    busy--
  }

  function takeNext(): (() => Promise<void>) | undefined {
    for (const [owner, own] of waiting) {
      // Moves the owner behind all others, for a map keeps the order of insertion.
      waiting.delete(owner)
      if (own.length > 1) waiting.set(owner, own)
      total--
      return own.shift()
    }
    return undefined
  }

  return {
    take(owner, work) {
      const own = waiting.get(owner) ?? []
      if (own.length >= ofOneMax || total >= inAllMax)
        throw unavailable(
          'Too many large requests are waiting; nothing was changed.',
          retryAfterSeconds,
        )
      return new Promise((resolve, reject) => {
        // Not a copy: a task that kept those before it would keep their answers, too, 25 MB of each large pull.
        own.push(() => work().then(resolve, reject))
        waiting.set(owner, own)
        total++
        if (busy < atOnce) void goOn()
      })
    },
  }
}
