import { unavailable } from '../domain/kernel/errors.ts'

/** Work that is done one piece at a time, its owners in turn. */
export type Turns = {
  /** @throws AppError `unavailable` when too many wait already, of this owner or of all */
  take: <T>(owner: number, work: () => Promise<T>) => Promise<T>
}

type Bounds = { ofOneMax: number; inAllMax: number; retryAfterSeconds: number }

/** Owners that wait have their turns one after another, however much each of them has waiting. */
export function createTurns({ ofOneMax, inAllMax, retryAfterSeconds }: Bounds): Turns {
  const waiting = new Map<number, (() => Promise<void>)[]>()
  let total = 0
  let isBusy = false

  async function goOn(): Promise<void> {
    isBusy = true
    for (const [owner, [next, ...rest]] of waiting) {
      // Behind all others that wait: a map is walked in the order of its making.
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
        throw unavailable('Too many large pushes wait; nothing was changed.', retryAfterSeconds)
      return new Promise((resolve, reject) => {
        waiting.set(owner, [...own, () => work().then(resolve, reject)])
        total++
        if (!isBusy) void goOn()
      })
    },
  }
}
