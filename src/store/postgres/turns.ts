// Places of transactions at a lock, and the queues for them (bulkhead, fair queue).

import { unavailable } from '../../domain/kernel/errors.ts'

/** The most that wait for a place at one scope: a hot hotel has as many done in the 8 s for which they wait. */
const WAITING_MAX = 1_000
const RETRY_AFTER_SECONDS = 5
/** How long a scope counts as held after a transaction waited too long at it. */
const HELD_MS = 10_000

/** The most transactions on connections at one scope, and at all those together that somebody else holds. */
export type Places = { ofOne: number; ofHeld: number }

/** Gives a place back. */
type End = () => void

/** A transaction that waits, and for how many writes. */
type Waiter = { give: (end: End | undefined) => void; writes: () => number }
type Queue = { used: number; waiting: Waiter[] }

/**
 * Bounds the transactions at each scope: all but a few wait here, without a connection, first come, first served. One
 * hotel whose rows are held thus does not take the connections from all others, nor do several, once that is known.
 */
export function createTurns({ ofOne, ofHeld }: Places, monotonicMs = () => performance.now()) {
  const queues = new Map<string, Queue>()
  const held = createHeld(monotonicMs)

  const usedOfHeld = () =>
    held.list().reduce((sum, scope) => sum + (queues.get(scope)?.used ?? 0), 0)

  const hasPlace = (scope: string, { used }: Queue) =>
    used < ofOne && (!held.has(scope) || usedOfHeld() < ofHeld)

  function occupy(queue: Queue): End {
    queue.used++
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      queue.used--
      // A scope that is held no longer may wait without a place of its own, whose end would call it.
      for (const each of new Set([...held.list(), ...queues.keys()])) callNext(each)
    }
  }

  /** Calls those for whom there is a place now. */
  function callNext(scope: string): void {
    const queue = queues.get(scope)
    while (queue && queue.waiting.length > 0 && hasPlace(scope, queue)) {
      queue.waiting.shift()!.give(occupy(queue))
      held.toEnd(scope)
    }
    if (queue?.used === 0 && queue.waiting.length === 0) queues.delete(scope)
  }

  /**
   * Takes a place. A transaction that has one at another scope waits at the server for a busy scope: if it needed a free
   * place at each of several busy hotels, it would begin anew again and again. The same goes for scopes that are held,
   * but only a place at another of them leads past one.
   *
   * @param having the scopes at which the transaction has places
   * @returns undefined if there is none, or others wait for one
   */
  function enter(scope: string, having: readonly string[] = []): End | undefined {
    const queue = queues.get(scope) ?? { used: 0, waiting: [] }
    const isFree = queue.waiting.length === 0 && hasPlace(scope, queue)
    const passes = held.has(scope) ? having.some(held.has) : having.length > 0
    if (!isFree && !passes) return undefined
    queues.set(scope, queue)
    return occupy(queue)
  }

  return {
    enter,
    /**
     * Waits for a place.
     *
     * @param writes how many share it, for `waiting`
     * @returns undefined if none came in time
     * @throws AppError `unavailable` if too many wait already
     */
    async take(scope: string, waitMs: number, writes = () => 1): Promise<End | undefined> {
      const end = enter(scope)
      if (end) return end
      const queue = queues.get(scope) ?? { used: 0, waiting: [] }
      if (queue.waiting.length >= WAITING_MAX) throw tooMany()
      queues.set(scope, queue)
      return await placeIn(queue, waitMs, writes)
    },
    /** The number of writes that wait for a place. */
    waiting: () =>
      [...queues.values()]
        .flatMap(({ waiting }) => waiting)
        .reduce((sum, { writes }) => sum + writes(), 0),
    /** Notes that a transaction waited too long for a scope, or for a row while it had it. */
    noteHeld: held.add,
  }
}

/** The places and queues of all scopes. */
export type Turns = ReturnType<typeof createTurns>

/** The scopes that count as held by somebody else, in the order in which they are served. */
function createHeld(monotonicMs: () => number) {
  const untilMs = new Map<string, number>()

  function has(scope: string): boolean {
    const endMs = untilMs.get(scope)
    if (endMs !== undefined && endMs <= monotonicMs()) untilMs.delete(scope)
    return untilMs.has(scope)
  }

  return {
    has,
    list: () => [...untilMs.keys()].filter(has),
    add: (scope: string) => void untilMs.set(scope, monotonicMs() + HELD_MS),
    /** Has a scope that was served wait for the others. */
    toEnd(scope: string): void {
      const endMs = untilMs.get(scope)
      untilMs.delete(scope)
      if (endMs !== undefined) untilMs.set(scope, endMs)
    },
  }
}

const tooMany = () =>
  unavailable('Too many requests for the same wait; nothing was changed.', RETRY_AFTER_SECONDS)

function placeIn({ waiting }: Queue, waitMs: number, writes: Waiter['writes']) {
  const { promise, resolve } = Promise.withResolvers<End | undefined>()
  const waiter = { give: resolve, writes }
  waiting.push(waiter)
  const alarm = setTimeout(() => {
    const at = waiting.indexOf(waiter)
    // A waiter that was called at this very moment has its place.
    if (at < 0) return
    waiting.splice(at, 1)
    resolve(undefined)
  }, waitMs)
  return promise.finally(() => clearTimeout(alarm))
}
