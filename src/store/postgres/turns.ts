// Queue for a contended lock.

/** How many waiters for the same scope may use a connection, once its lock is known to be held for long. */
const TRYING_MAX = 3

type Queue = { trying: number; waiting: (() => void)[] }

/**
 * Queues the waiters for a lock that is held for long: a few wait on connections, the others here without one. One
 * locked hotel thus does not take the connections from all others.
 */
export function createTurns() {
  const blocked = new Map<string, Queue>()

  function next(scope: string, queue: Queue): void {
    if (queue.trying < TRYING_MAX) queue.waiting.shift()?.()
    if (queue.trying === 0 && queue.waiting.length === 0) blocked.delete(scope)
  }

  return {
    /** True if a transaction that needs the scope must wait here first. */
    isBlocked: (scope: string) => blocked.has(scope),
    /** Marks a scope as blocked: a transaction waited too long for it, or for a row while it had it. */
    block(scope: string): void {
      if (!blocked.has(scope)) blocked.set(scope, { trying: 0, waiting: [] })
    },
    /** Marks a scope as free: a transaction had its lock and has ended, so all may try again. */
    free(scope: string): void {
      const queue = blocked.get(scope)
      blocked.delete(scope)
      for (const go of queue?.waiting ?? []) go()
    },
    /**
     * Waits for a turn to try.
     *
     * @returns a function that ends the turn; undefined if none came in time
     */
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

/** The queues of all blocked scopes. */
export type Turns = ReturnType<typeof createTurns>

function isTurn({ waiting }: Queue, waitMs: number): Promise<boolean> {
  const turn = Promise.withResolvers<boolean>()
  const go = () => turn.resolve(true)
  waiting.push(go)
  const alarm = setTimeout(() => {
    const at = waiting.indexOf(go)
    // A waiter that was called at this very moment has its turn.
    if (at >= 0) waiting.splice(at, 1)
    turn.resolve(false)
  }, waitMs)
  return turn.promise.finally(() => clearTimeout(alarm))
}
