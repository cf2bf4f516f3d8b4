import { errorFacts } from '../log.ts'
import { OUTBOX_TOPIC } from '../store/webhooks/outbox.ts'
import type { Term } from '../store/worker/lease.ts'
import type { SenderWorld } from './attempt.ts'
import { createSender } from './sender.ts'

/** How often the outbox is looked at when nothing tells of a change: what another process wrote, a clock that was set. */
const POLL_MS = 1_000

export type Outbox = ReturnType<typeof startOutbox>

/** Sends events until it is stopped, whenever this process is the worker. */
export function startOutbox(world: SenderWorld) {
  const { lease } = world.store
  let sending: ReturnType<typeof startSending> | undefined
  let isStopped = false

  function look(): void {
    const term = lease.term()
    if (term === sending?.term) return
    sending?.abandon()
    sending = term && !isStopped ? startSending(world, term) : undefined
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
 * Sends events for a term: woken by a commit of this process, by an exchange that ended, by the next attempt's time, and
 * every second. A pass that fails is logged and made again a second later.
 */
function startSending(world: SenderWorld, term: Term) {
  const { store, log, nowMs } = world
  let timer: ReturnType<typeof setTimeout> | undefined
  let passing: Promise<void> | undefined
  let isAsked = false
  let isStopped = false

  const sender = createSender(world, term, wake)
  const unsubscribe = store.subscribe(OUTBOX_TOPIC, wake)
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
      if (term.stands()) log.error('outbox_pass_failed', errorFacts(error))
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
        .catch((error) => log.error('outbox_not_settled', errorFacts(error)))
    },
    /** Another process is the worker, or soon will be. */
    abandon(): void {
      end()
      sender.abandon()
    },
  }
}
