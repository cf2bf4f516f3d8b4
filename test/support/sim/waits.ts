import { RETRY_AFTER_MS_MAX } from '../../../src/domain/limits.ts'
import { DAY, HOUR, MINUTE, SECOND } from './receivers.ts'
import { nameOf, type Trail } from './trail.ts'
import type { Sent } from './wire.ts'
import { type Sim, type Span, violate } from './world.ts'

/** Contract §4, written anew: the waits after the first attempt, the second … */
export const WAITS = [
  5 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  DAY,
]

export const ATTEMPTS_MAX = WAITS.length + 1
const JITTER = 0.1
/** A wait is rounded to a millisecond. */
const ROUNDING_MS = 1
/** How long after a failure an endpoint may be left alone, however long its queue. */
const PAUSE_MS = 110
/** A clock that was set is noticed by the poll. */
const POLL_MS = 1_000

/** Every retry comes in its time: not before it, and later only when something was in the way. */
export function checkWaits(sim: Sim, trail: Trail): void {
  let failed: Sent | undefined
  for (const sent of trail.sents) {
    if (failed) checkWait(sim, trail, failed, sent)
    if (sent.fate === 'settled') failed = sent
  }
}

function checkWait(sim: Sim, trail: Trail, failed: Sent, sent: Sent): void {
  const { endMs, settledMs, attempt } = failed
  const scheduledMs = WAITS[attempt - 1]!
  const askedMs = Math.min(failed.askedMs, RETRY_AFTER_MS_MAX)
  const leastMs = Math.max(scheduledMs * (1 - JITTER), askedMs) - ROUNDING_MS
  const mostMs = Math.max(scheduledMs * (1 + JITTER), askedMs) + ROUNDING_MS
  const waitedMs = sent.startMs - endMs
  const hastesMs = hastesOf(sim, trail).filter((atMs) => atMs >= endMs && atMs <= sent.startMs)
  // What was to come within a second of the new time is taken for what somebody has made due since.
  const isExcused = failed.reply.status === 410 || isUnseen(sim, sent.startMs)
  if (waitedMs < leastMs && hastesMs.length === 0 && !isExcused)
    violate(sim, `${nameOf(trail)}: retry ${attempt} after ${waitedMs} ms, not ${leastMs}`)
  const dueMs = Math.max(settledMs, endMs + mostMs)
  const effectiveMs = hastesMs.filter((atMs) => atMs > settledMs && !isUnseen(sim, atMs))
  checkPrompt(sim, trail, Math.min(dueMs, ...effectiveMs), sent)
}

/** Whether the clock was set a moment before, which the sender notices only then. */
const isUnseen = ({ steps }: Sim, atMs: number) =>
  steps.some((stepMs) => atMs >= stepMs && atMs <= stepMs + POLL_MS)

const hastesOf = ({ hastened }: Sim, { endpoint, event }: Trail): number[] =>
  hastened
    .filter((haste) => haste.endpoint === endpoint && (haste.key ?? event.key) === event.key)
    .map(({ atMs }) => atMs)

/** What could have begun at an instant did, unless something was in the way all the time. */
export function checkPrompt(sim: Sim, trail: Trail, readyMs: number, sent: Sent): void {
  if (sent.startMs <= readyMs + ROUNDING_MS) return
  const { endpoint } = trail
  const busy = sim.sent
    .filter((other) => other.endpoint === endpoint && other !== sent)
    .map(({ startMs, endMs, reply }) => ({
      fromMs: startMs,
      untilMs: endMs + (reply.error === null ? 0 : PAUSE_MS),
    }))
  const idleMs = uncovered({ fromMs: readyMs, untilMs: sent.startMs }, [
    ...busy,
    ...endpoint.off,
    ...sim.held,
    ...sim.full,
  ])
  if (idleMs > ROUNDING_MS + (sim.steps.length > 0 ? POLL_MS : 0))
    violate(sim, `${nameOf(trail)}: attempt ${sent.attempt} came ${idleMs} ms late`)
}

/** How much of a span lies in none of others. */
export function uncovered({ fromMs, untilMs }: Span, others: Span[]): number {
  let [atMs, idleMs] = [fromMs, 0]
  for (const other of others.toSorted((a, b) => a.fromMs - b.fromMs)) {
    if (other.fromMs >= untilMs) break
    if (other.fromMs > atMs) idleMs += other.fromMs - atMs
    atMs = Math.max(atMs, other.untilMs)
  }
  return idleMs + Math.max(0, untilMs - atMs)
}
