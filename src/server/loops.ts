import { errorFacts, type Log } from '../log.ts'
import type { Term } from '../store/engine/lease.ts'
import type { Store } from '../store/open.ts'

/**
 * A pass over the database that runs at an interval; `isAwaited` if the first requests gain by its first run, or would be
 * judged wrongly or kept nowhere else without it.
 */
export type Loop = { name: string; everyMs: number; run: () => Promise<void>; isAwaited?: true }

/**
 * Between the beginnings of two loops of one list: begun at once, twenty passes keep a request waiting, after the start
 * and later. Each loop has its own moment within a second, which every interval is a multiple of.
 */
const APART_MS = 60
const BEAT_MS = 1_000
/** So much later than the beat a list may be started, and still begin with it. */
const LATE_MS = 50
/** The longest from the start to the first pass of a loop; until then the processor belongs to the first requests. */
const FIRST_AFTER_MS = 3_000

/** The beat of a list of loops: a moment of the monotonic clock, and how long after it the first loop has its own. */
export type Beat = { fromMs: number; shiftMs: number }

/** The beats of one process: its own loops begin between those of the worker, whenever it becomes the worker. */
export const beatsFrom = (fromMs: number): Record<'worker' | 'own', Beat> => ({
  worker: { fromMs, shiftMs: 0 },
  own: { fromMs, shiftMs: APART_MS / 2 },
})

/**
 * Begins one loop after the other: awaited ones at once, all others after their interval, but 3 s at most. Code that runs
 * for the first time is slow: that of twenty passes took a sixth of the first search. Each loop runs as it begins and
 * then at its interval, by its moment in the beat, never two passes of one loop at the same time. A pass that fails is
 * logged, and runs again at the next interval. While the database has failed it is not, since that has its own line.
 *
 * @returns a function that stops all loops and waits for the running passes
 */
export function startLoops(
  { log, store }: { log: Log; store: Pick<Store, 'breakdown'> },
  loops: readonly Loop[],
  beat: Beat,
): () => Promise<void> {
  const underWay = new Map<string, Promise<void>>()
  const timers = new Map<string, Timer>()
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
  // Not `setInterval`: each pass that begins late would move all later ones, until two loops meet.
  const begin = (loop: Loop, dueMs: number, nextMs: number) => {
    const { name, everyMs } = loop
    const timer = setTimeout(
      () => {
        const missed = Math.max(0, Math.ceil((performance.now() - nextMs) / everyMs))
        const followingMs = nextMs + missed * everyMs
        begin(loop, followingMs, followingMs + everyMs)
        pass(loop)
      },
      Math.max(0, dueMs - performance.now()),
    )
    timers.set(name, timer)
  }
  const nowMs = performance.now()
  for (const [index, loop] of loops.entries()) {
    const { everyMs, isAwaited } = loop
    const momentMs = beat.fromMs + beat.shiftMs + index * APART_MS
    const waitMs = isAwaited ? everyMs : Math.min(everyMs, FIRST_AFTER_MS)
    const beats = Math.ceil((nowMs + waitMs - LATE_MS - momentMs) / BEAT_MS)
    const dueMs = momentMs + beats * BEAT_MS
    if (isAwaited) begin(loop, nowMs, dueMs)
    else begin(loop, dueMs, dueMs + everyMs)
  }
  return async () => {
    for (const timer of timers.values()) clearTimeout(timer)
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
  beat: Beat,
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
    running =
      term && !isStopped ? { term, stop: startLoops({ log, store }, loops, beat) } : undefined
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
