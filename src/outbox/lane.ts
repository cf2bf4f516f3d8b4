import { errorFacts, type Log } from '../log.ts'
import type { Term } from '../store/engine/lease.ts'
import type { Store } from '../store/open.ts'

/** How often a lane looks when nothing tells of a change: what another process wrote, a clock that was set. */
const POLL_MS = 1_000

/** What sends something, pass by pass, while this process is the worker. */
export type PassSender = {
  /** @returns when there will be something to do that nothing tells of, in epoch milliseconds */
  pass: () => Promise<number | undefined>
  /** Begins nothing more and waits for what is under way, at most so long. */
  stop: (graceMs: number) => Promise<void>
  /** Ends what is under way and does nothing more: another process sends it. */
  abandon: () => void
}

/** Something that is sent: what tells of it, and who sends it in a term. */
export type Lane = {
  /** In the log. */
  name: string
  topic: string
  /** @param wake called when something under way has ended and waits for the next pass */
  create: (term: Term, wake: () => void) => PassSender
}

type World = { store: Store; log: Log; nowMs: () => number }

/** Sends until it is stopped, whenever this process is the worker. Lanes share nothing: none waits for another. */
export function startLane(world: World, lane: Lane) {
  const { lease } = world.store
  let sending: ReturnType<typeof startTerm> | undefined
  let isStopped = false

  function look(): void {
    const term = lease.term()
    if (term === sending?.term) return
    sending?.abandon()
    sending = term && !isStopped ? startTerm(world, lane, term) : undefined
  }

  const leave = lease.join(look)
  look()

  return {
    /** Begins nothing more and waits for what is under way, at most so long. */
    async stop(graceMs: number): Promise<void> {
      isStopped = true
      await sending?.stop(graceMs)
      await leave()
    },
  }
}

/**
 * Sends for a term: woken by a commit of this process, by something that ended, by the next attempt's time, and every
 * second. A pass that fails is logged and made again a second later.
 */
function startTerm({ store, log, nowMs }: World, { name, topic, create }: Lane, term: Term) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let passing: Promise<void> | undefined
  let isAsked = false
  let isStopped = false

  const sender = create(term, wake)
  const unsubscribe = store.subscribe(topic, wake)
  wake()

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
      // When the term is over nothing can be written, and need not be.
      if (term.stands()) log.error(`${name}_pass_failed`, errorFacts(error))
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
      // What cannot be settled now, on a full disk perhaps, is sent again at the next start.
      await sender
        .stop(graceMs)
        .catch((error) => log.error(`${name}_not_settled`, errorFacts(error)))
    },
    /** Another process is the worker, or soon will be. */
    abandon(): void {
      end()
      sender.abandon()
    },
  }
}
