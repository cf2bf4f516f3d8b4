import { RETRY_AFTER_MS_MAX } from '../../../src/domain/kernel/retry.ts'
import { DAY, HOUR, MINUTE, SECOND } from './receivers.ts'
import { nameOf, type Trail } from './trail.ts'
import type { SentRequest } from './wire.ts'
import { type Sim, type Span, shownSpans, violate } from './world.ts'

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
/** What a clock that was set has made due is noticed by the poll. */
const POLL_MS = 1_000

/** Every retry comes in its time: not before it, and later only when something was in the way. */
export function checkWaits(sim: Sim, trail: Trail): void {
  let failed: SentRequest | undefined
  for (const sent of trail.sents) {
    if (failed) checkWait(sim, trail, failed, sent)
    if (sent.fate === 'settled') failed = sent
  }
}

function checkWait(sim: Sim, trail: Trail, failed: SentRequest, sent: SentRequest): void {
  const { endMs, settledMs, settledWallMs, attempt } = failed
  const scheduledMs = WAITS[attempt - 1]!
  const askedMs = Math.min(failed.askedMs, RETRY_AFTER_MS_MAX)
  const leastMs = Math.max(scheduledMs * (1 - JITTER), askedMs) - ROUNDING_MS
  const mostMs = Math.max(scheduledMs * (1 + JITTER), askedMs) + ROUNDING_MS
  // By the wall clock from when it was written down on, whatever it is set to: the due time stays as it is.
  const endWallMs = settledWallMs - (settledMs - endMs)
  const waitedMs = sent.wallMs - endWallMs
  const hastes = hastesOf(sim, trail).filter(
    ({ fromMs }) => fromMs >= endMs && fromMs <= sent.startMs,
  )
  const isExcused = failed.reply.status === 410
  if (waitedMs < leastMs && hastes.length === 0 && !isExcused)
    violate(sim, `${nameOf(trail)}: retry ${attempt} after ${waitedMs} ms, not ${leastMs}`)
  checkPrompt(sim, trail, sent, [
    { fromMs: settledMs, dueWallMs: endWallMs + mostMs },
    ...hastes.filter(({ fromMs }) => fromMs > settledMs),
  ])
}

const hastesOf = ({ hastened }: Sim, { endpoint, event }: Trail): DueSpan[] =>
  hastened
    .filter((haste) => haste.endpoint === endpoint && (haste.key ?? event.key) === event.key)
    .map(({ atMs, dueWallMs }) => ({ fromMs: atMs, dueWallMs }))

/** From when on something is due at an instant of the wall clock. */
export type DueSpan = { fromMs: number; dueWallMs: number }

/** What could have begun, since it was due by the wall clock, did, unless something was in the way all the time. */
export function checkPrompt(
  sim: Sim,
  trail: Trail,
  sent: SentRequest,
  dues: readonly DueSpan[],
): void {
  const { endpoint } = trail
  const busy = sim.sent
    .filter((other) => other.endpoint === endpoint && other !== sent)
    .map(({ startMs, endMs, reply }) => ({
      fromMs: startMs,
      untilMs: endMs + (reply.error === null ? 0 : PAUSE_MS),
    }))
  const waiting = mergeSpans(
    dues.flatMap(({ fromMs, dueWallMs }) =>
      shownSpans(sim, dueWallMs).flatMap((shown) => {
        const span = {
          fromMs: Math.max(fromMs, shown.fromMs),
          untilMs: Math.min(sent.startMs, shown.untilMs),
        }
        return span.fromMs < span.untilMs ? [span] : []
      }),
    ),
  )
  const inTheWay = [...busy, ...endpoint.off, ...sim.held, ...sim.full]
  const idleMs = waiting.reduce((sum, span) => sum + uncoveredSpan(span, inTheWay), 0)
  if (idleMs > ROUNDING_MS + (sim.steps.length > 0 ? POLL_MS : 0))
    violate(sim, `${nameOf(trail)}: attempt ${sent.attempt} came ${idleMs} ms late`)
}

/** Spans that do not overlap and cover the same. */
function mergeSpans(spans: readonly Span[]): Span[] {
  const apart: Span[] = []
  for (const span of spans.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const last = apart.at(-1)
    if (last && span.fromMs <= last.untilMs) last.untilMs = Math.max(last.untilMs, span.untilMs)
    else apart.push({ ...span })
  }
  return apart
}

/** How much of a span lies in none of others. */
export function uncoveredSpan({ fromMs, untilMs }: Span, others: Span[]): number {
  let [atMs, idleMs] = [fromMs, 0]
  for (const other of others.toSorted((a, b) => a.fromMs - b.fromMs)) {
    if (other.fromMs >= untilMs) break
    if (other.fromMs > atMs) idleMs += other.fromMs - atMs
    atMs = Math.max(atMs, other.untilMs)
  }
  return idleMs + Math.max(0, untilMs - atMs)
}
