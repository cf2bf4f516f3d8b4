import { unavailable } from '../domain/kernel/errors.ts'

/** A fair queue: one task at a time, owners in turn (round robin). */
export type Turns = {
  /** @throws AppError `unavailable` if too many tasks wait, of this owner or of all */
  take: <T>(owner: number, work: () => Promise<T>) => Promise<T>
}

type Bounds = { ofOneMax: number; inAllMax: number; retryAfterSeconds: number }

/** Waiting owners take turns, however many tasks each of them has. */
export function createTurns({ ofOneMax, inAllMax, retryAfterSeconds }: Bounds): Turns {
  const waiting = new Map<number, (() => Promise<void>)[]>()
  let total = 0
  let isBusy = false

  async function goOn(): Promise<void> {
    isBusy = true
    for (const [owner, [next, ...rest]] of waiting) {
      // Moves the owner behind all others, for a map keeps the order of insertion.
      waiting.delete(owner)
      if (rest.length > 0) waiting.set(owner, rest)
      total--
      await next!()
    }
    isBusy = false
  }

  return {
    take(owner, work) {
      const own = waiting.get(owner) ?? []
      if (own.length >= ofOneMax || total >= inAllMax)
        throw unavailable(
          'Too many large pushes are waiting; nothing was changed.',
          retryAfterSeconds,
        )
      return new Promise((resolve, reject) => {
        waiting.set(owner, [...own, () => work().then(resolve, reject)])
        total++
        if (!isBusy) void goOn()
      })
    },
  }
}
