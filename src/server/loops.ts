import { errorFacts, type Log } from '../log.ts'
import type { Term } from '../store/engine/lease.ts'
import type { Store } from '../store/open.ts'

/**
 * A pass over the database that runs at an interval; `isAwaited` if the first requests gain by its first run, or would be
 * judged wrongly or kept nowhere else without it.
 */
export type Loop = { name: string; everyMs: number; run: () => Promise<void>; isAwaited?: true }

/** Between the beginnings of two loops: begun at once, twenty passes keep a request waiting, after the start and later. */
const APART_MS = 60
/** The longest from the start to the first pass of a loop; until then the processor belongs to the first requests. */
const FIRST_AFTER_MS = 3_000

/**
 * Begins one loop after the other: awaited ones at once, all others after their interval, but 3 s at most. Code that runs
 * for the first time is slow: that of twenty passes took a sixth of the first search. Each loop runs as it begins and
 * then at its interval, never two passes of one loop at the same time. A pass that fails is logged, and runs again at the
 * next interval. While the database has failed it is not, since that has its own line.
 *
 * @returns a function that stops all loops and waits for the running passes
 */
export function startLoops(
  { log, store }: { log: Log; store: Pick<Store, 'breakdown'> },
  loops: readonly Loop[],
): () => Promise<void> {
  const underWay = new Map<string, Promise<void>>()
  const pass = ({ name, run }: Loop) => {
    if (underWay.has(name)) return
    const done = run()
      .catch((error) => {
        if (store.breakdown()?.kind !== 'failed')
          log.error('loop_failed', { loop: name, ...errorFacts(error) })
      })
      .finally(() => underWay.delete(name))
    underWay.set(name, done)
  }
  const timers = loops.map((loop, index) => {
    const firstMs = Math.min(loop.everyMs, FIRST_AFTER_MS) + index * APART_MS
    return setTimeout(
      () => {
        timers[index] = setInterval(pass, loop.everyMs, loop)
        pass(loop)
      },
      loop.isAwaited ? 0 : firstMs,
    )
  })
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await Promise.all(underWay.values())
  }
}

/**
 * Runs loops as `startLoops` does while this process holds the worker's lease, from the moment it gets the lease.
 *
 * @returns a function that stops the loops, waits for the running passes, and gives the lease to another process
 */
export function startWorkerLoops(
  { log, store }: { log: Log; store: Pick<Store, 'lease' | 'breakdown'> },
  loops: readonly Loop[],
): () => Promise<void> {
  let running: { term: Term; stop: () => Promise<void> } | undefined
  let isStopped = false

  function look(): void {
    const term = store.lease.term()
    if (term === running?.term) return
    if (running) {
      log.warn('worker_no_more', { epoch: running.term.epoch })
      // The fence refuses the writes of passes that are still running.
      void running.stop()
    }
    running = term && !isStopped ? { term, stop: startLoops({ log, store }, loops) } : undefined
    if (term?.fence && running) log.info('worker', { epoch: term.epoch })
  }

  const leave = store.lease.join(look)
  look()
  return async () => {
    isStopped = true
    await running?.stop()
    await leave()
  }
}
