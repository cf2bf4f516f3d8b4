import { errorFacts, type Log } from '../log.ts'
import type { Term } from '../store/engine/lease.ts'
import type { Store } from '../store/open.ts'

/** Interval of passes without any notification, to notice writes of other processes and changes of the clock. */
const POLL_MS = 1_000

/** A sender that works in passes while this process is the worker. */
export type PassSender = {
  /** @returns when the next work is due that no event announces, in epoch milliseconds */
  pass: () => Promise<number | undefined>
  /** Begins no more work and waits for the work in progress, at most `graceMs`. */
  stop: (graceMs: number) => Promise<void>
  /** Aborts the work in progress and stops; another process sends it. */
  abandon: () => void
}

/** A lane of the outbox: the topic that wakes it, and the sender of each term. */
export type Lane = {
  /** The name in the log. */
  name: string
  topic: string
  /** @param wake called when work has ended and waits for the next pass */
  create: (term: Term, wake: () => void) => PassSender
}

type World = { store: Store; log: Log; nowMs: () => number }

/**
 * Runs a lane until stopped, whenever this process is the worker. Lanes share nothing: none waits for another.
 *
 * @param firstAfterMs the wait before the first pass, unless a commit wakes the lane; of a later term the first is at once
 */
export function startLane(world: World, lane: Lane, firstAfterMs = 0) {
  const { lease } = world.store
  let sending: ReturnType<typeof startTerm> | undefined
  let isStopped = false

  function look(afterMs = 0): void {
    const term = lease.term()
    if (term === sending?.term) return
    sending?.abandon()
    sending = term && !isStopped ? startTerm(world, lane, { term, afterMs }) : undefined
  }

  const leave = lease.join(() => look())
  look(firstAfterMs)

  return {
    /** Begins no more work and waits for the work in progress, at most `graceMs`. */
    async stop(graceMs: number): Promise<void> {
      isStopped = true
      await sending?.stop(graceMs)
      await leave()
    },
  }
}

/**
 * Runs the passes of one term: after `afterMs`, after a commit of this process, after the end of an exchange, at the time
 * of the next attempt, and every second. A failed pass is logged and repeated a second later.
 */
function startTerm(
  { store, log, nowMs }: World,
  { name, topic, create }: Lane,
  { term, afterMs }: { term: Term; afterMs: number },
) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let passing: Promise<void> | undefined
  let isAsked = false
  let isStopped = false

  const sender = create(term, wake)
  const unsubscribe = store.subscribe(topic, wake)
  if (afterMs > 0) timer = setTimeout(wake, afterMs)
  else wake()

  function wake(): void {
    isAsked = true
    if (!isStopped)
      passing ??= passes().finally(() => {
        passing = undefined
        if (isAsked) wake()
      })
  }

  async function passes(): Promise<void> {
    clearTimeout(timer)
    let waitMs = POLL_MS
    try {
      while (isAsked && !isStopped) {
        isAsked = false
        const nextMs = await sender.pass()
        waitMs = Math.min(POLL_MS, Math.max(0, (nextMs ?? Number.POSITIVE_INFINITY) - nowMs()))
      }
    } catch (error) {
      isAsked = false
      // After the term nothing can or needs to be written, and a failed database has a line of its own.
      if (term.stands() && store.breakdown()?.kind !== 'failed')
        log.error(`${name}_pass_failed`, errorFacts(error))
    }
    if (!isStopped) timer = setTimeout(wake, waitMs)
  }

  function end(): void {
    isStopped = true
    unsubscribe()
    clearTimeout(timer)
  }

  return {
    term,
    async stop(graceMs: number): Promise<void> {
      end()
      await passing
      // Results that cannot be settled now, perhaps because the disk is full, are sent again at the next start.
      await sender
        .stop(graceMs)
        .catch((error) => log.error(`${name}_not_settled`, errorFacts(error)))
    },
    /** Stops because another process is the worker, or soon will be. */
    abandon(): void {
      end()
      sender.abandon()
    },
  }
}
