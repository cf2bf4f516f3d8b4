/** How many of those who wait for the same scope may do so on a connection, once it is known to take long. */
const TRYING_MAX = 3

type Queue = { trying: number; waiting: (() => void)[] }

/**
 * Who waits for a scope that is held for long: a few on connections, the others here, so that one hotel that is held
 * does not take the connections from all others.
 */
export function createTurns() {
  const blocked = new Map<string, Queue>()

  function next(scope: string, queue: Queue): void {
    if (queue.trying < TRYING_MAX) queue.waiting.shift()?.()
    if (queue.trying === 0 && queue.waiting.length === 0) blocked.delete(scope)
  }

  return {
    /** Whether whoever comes for it has to wait here first. */
    isBlocked: (scope: string) => blocked.has(scope),
    /** It was waited for too long. */
    block(scope: string): void {
      if (!blocked.has(scope)) blocked.set(scope, { trying: 0, waiting: [] })
    },
    /** Somebody got it: all may try again. */
    free(scope: string): void {
      const queue = blocked.get(scope)
      blocked.delete(scope)
      for (const go of queue?.waiting ?? []) go()
    },
    /** Waits for a turn to try. @returns what ends it; undefined when none came in time */
    async take(scope: string, waitMs: number): Promise<(() => void) | undefined> {
      const queue = blocked.get(scope)
      if (!queue) return () => {}
      if (queue.trying >= TRYING_MAX && !(await isTurn(queue, waitMs))) return undefined
      queue.trying++
      return () => {
        queue.trying--
        if (blocked.get(scope) === queue) next(scope, queue)
      }
    },
  }
}

export type Turns = ReturnType<typeof createTurns>

function isTurn({ waiting }: Queue, waitMs: number): Promise<boolean> {
  const turn = Promise.withResolvers<boolean>()
  const go = () => turn.resolve(true)
  waiting.push(go)
  const alarm = setTimeout(() => {
    const at = waiting.indexOf(go)
    // Whoever was called at this moment has it.
    if (at >= 0) waiting.splice(at, 1)
    turn.resolve(false)
  }, waitMs)
  return turn.promise.finally(() => clearTimeout(alarm))
}
