import { RETRY_AFTER_MS_MAX } from '../../src/domain/limits.ts'
import type { Store } from '../../src/store/open.ts'
import { type Sim, type SimEndpoint, type SimEvent, type Span, violate } from './sim.ts'
import { DAY, HOUR, MINUTE, SECOND } from './sim-receivers.ts'
import { isFor, type Sent } from './sim-wire.ts'

/** Contract §4, written anew: the waits after the first attempt, the second … */
const WAITS = [
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
const ATTEMPTS_MAX = WAITS.length + 1
const JITTER = 0.1
/** A wait is rounded to a millisecond. */
const ROUNDING_MS = 1
/** How long after a failure an endpoint may be left alone, however long its queue. */
const PAUSE_MS = 110
/** A clock that was set is noticed by the poll. */
const POLL_MS = 1_000

type Tables = Store['t']
type Delivery = Tables['delivery']['$inferSelect']
type Attempt = Tables['attempt']['$inferSelect']

/** A delivery with what is known of it: its event, its attempts as kept, and its requests as the network saw them. */
type Trail = {
  delivery: Delivery
  event: SimEvent
  endpoint: SimEndpoint
  attempts: Attempt[]
  sents: Sent[]
  madeMs: number
}

/** What a simulation came to, for the sum of all. */
export type Tally = { requests: number; retries: number; dropped: number; jitters: number[] }

/** Holds what happened against every rule of contract §4; a breach is noted in `sim.violations`. */
export async function checkSim(sim: Sim): Promise<Tally> {
  const trails = await trailsOf(sim)
  for (const trail of trails) {
    checkState(sim, trail)
    checkAttempts(sim, trail)
    checkWaits(sim, trail)
  }
  for (const queue of Map.groupBy(trails, queueOf).values()) checkQueue(sim, queue)
  for (const endpoint of sim.endpoints) checkComplete(sim, endpoint, trails)
  await checkEndpoints(sim)
  const { sent } = sim
  return {
    requests: sent.length,
    retries: sent.filter(({ attempt }) => attempt > 1).length,
    dropped: sent.filter(({ fate }) => fate === 'dropped').length,
    jitters: sim.steps > 0 ? [] : trails.flatMap(jittersOf),
  }
}

async function trailsOf(sim: Sim): Promise<Trail[]> {
  const { t, db } = sim.store
  const attempts = await db.select().from(t.attempt).orderBy(t.attempt.deliverySeq, t.attempt.number)
  const events = new Map((await db.select().from(t.outbox)).map(({ seq, id }) => [seq, id]))
  const byDelivery = Map.groupBy(attempts, ({ deliverySeq }) => deliverySeq)
  const sents = Map.groupBy(sim.sent, ({ endpoint, eventId }) => `${endpoint.id} ${eventId}`)
  const rows = await db.select().from(t.delivery).orderBy(t.delivery.seq)
  const trails = rows.map((delivery): Trail => {
    const event = sim.events.get(events.get(delivery.outboxSeq)!)!
    const own = byDelivery.get(delivery.seq) ?? []
    const those = sents.get(`${delivery.webhookId} ${event.id}`) ?? []
    return {
      delivery,
      event,
      endpoint: sim.endpoints.find(({ id }) => id === delivery.webhookId)!,
      attempts: own,
      sents: takeSents(those, own.length),
      madeMs: Number(delivery.id.split('-')[1]),
    }
  })
  for (const { length, 0: first } of sents.values())
    if (length > 0 && first!.endpoint.deletedMs === Infinity)
      violate(sim, `${length} requests to ${first!.endpoint.url} are in no record`)
  return trails
}

/** Takes the requests of the earliest delivery out of those of an event to an endpoint. */
function takeSents(those: Sent[], settled: number): Sent[] {
  let left = settled
  const end = those.findIndex(({ fate }) => fate === 'settled' && --left === 0)
  return those.splice(0, end < 0 ? (settled === 0 ? 0 : those.length) : end + 1)
}

const nameOf = ({ delivery, event, endpoint }: Trail) =>
  `${event.event} ${event.id} of ${event.key} to ${endpoint.url} (${delivery.cause})`

function checkState(sim: Sim, trail: Trail): void {
  const { delivery, endpoint, attempts } = trail
  const { state, dueAtMs, leasedUntilMs } = delivery
  const isDelivered = attempts.at(-1)?.error === null
  if (endpoint.deletedMs < Infinity) {
    if (state === 'pending') violate(sim, `${nameOf(trail)} waits for an endpoint that is no more`)
    return
  }
  if (state === 'pending') violate(sim, `${nameOf(trail)} is pending at the end`)
  if ((state === 'delivered') !== isDelivered)
    violate(sim, `${nameOf(trail)} is ${state} after ${attempts.length} attempts`)
  const most = delivery.cause === 'test' ? 1 : ATTEMPTS_MAX
  if (state === 'failed' && attempts.length !== most)
    violate(sim, `${nameOf(trail)} was given up after ${attempts.length} attempts`)
  if (dueAtMs !== null || leasedUntilMs !== null)
    violate(sim, `${nameOf(trail)} has finished and is due still`)
}

/** The record holds each attempt that was not cut off, as it was, and numbers them without a gap. */
function checkAttempts(sim: Sim, trail: Trail): void {
  const { delivery, attempts, sents, endpoint } = trail
  const settled = sents.filter(({ fate }) => fate === 'settled')
  const isGone = endpoint.deletedMs < Infinity
  if (attempts.length !== delivery.attempts || (!isGone && settled.length !== attempts.length))
    violate(sim, `${nameOf(trail)}: ${attempts.length} attempts kept, ${settled.length} made`)
  for (const [index, row] of attempts.entries()) {
    const sent = settled[index]
    const isLast = row.error === null || index + 1 === ATTEMPTS_MAX || delivery.cause === 'test'
    const isRight =
      sent !== undefined &&
      row.number === index + 1 &&
      row.atMs === sent.wallMs &&
      row.durationMs === sent.endMs - sent.startMs &&
      row.status === sent.reply.status &&
      row.error === sent.reply.error &&
      row.headers.includes(`"x-service-attempt":"${row.number}"`) &&
      (row.nextAtMs === null) === isLast
    if (!isRight) violate(sim, `${nameOf(trail)}: attempt ${index + 1} is kept wrong`)
  }
  let number = 1
  for (const { attempt, fate } of sents) {
    if (attempt !== number) violate(sim, `${nameOf(trail)}: attempt ${attempt} came as ${number}`)
    if (fate === 'settled') number++
  }
}

/** Every retry comes in its time: not before it, and later only when something was in the way. */
function checkWaits(sim: Sim, trail: Trail): void {
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
  const hasteMs = hastesOf(sim, trail).filter((atMs) => atMs >= endMs && atMs <= sent.startMs)
  if (waitedMs < leastMs && hasteMs.length === 0 && failed.reply.status !== 410)
    violate(sim, `${nameOf(trail)}: retry ${attempt} after ${waitedMs} ms, not ${leastMs}`)
  const dueMs = Math.max(settledMs, endMs + mostMs)
  const readyMs = Math.min(dueMs, ...hasteMs.filter((atMs) => atMs > settledMs))
  checkPrompt(sim, trail, readyMs, sent)
}

const hastesOf = ({ hastened }: Sim, { endpoint, event }: Trail): number[] =>
  hastened
    .filter((haste) => haste.endpoint === endpoint && (haste.key ?? event.key) === event.key)
    .map(({ atMs }) => atMs)

/** What could have begun at an instant did, unless something was in the way all the time. */
function checkPrompt(sim: Sim, trail: Trail, readyMs: number, sent: Sent): void {
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
  if (idleMs > ROUNDING_MS + (sim.steps > 0 ? POLL_MS : 0))
    violate(sim, `${nameOf(trail)}: attempt ${sent.attempt} came ${idleMs} ms late`)
}

/** How much of a span lies in none of others. */
function uncovered({ fromMs, untilMs }: Span, others: Span[]): number {
  let [atMs, idleMs] = [fromMs, 0]
  for (const other of others.toSorted((a, b) => a.fromMs - b.fromMs)) {
    if (other.fromMs >= untilMs) break
    if (other.fromMs > atMs) idleMs += other.fromMs - atMs
    atMs = Math.max(atMs, other.untilMs)
  }
  return idleMs + Math.max(0, untilMs - atMs)
}

const queueOf = ({ delivery, event }: Trail) =>
  event.key === '' ? delivery.id : `${delivery.webhookId} ${event.key}`

/** Deliveries of one booking to one endpoint: one after another, the first of each as soon as it may. */
function checkQueue(sim: Sim, queue: Trail[]): void {
  let freeMs = 0
  for (const trail of queue) {
    const [first] = trail.sents
    if (first && first.startMs < freeMs)
      violate(sim, `${nameOf(trail)} began before the one before it had finished`)
    if (first) checkPrompt(sim, trail, Math.max(freeMs, trail.madeMs), first)
    freeMs = trail.sents.findLast(({ fate }) => fate === 'settled')?.settledMs ?? freeMs
  }
  const told = queue.filter(({ delivery }) => delivery.cause === 'event')
  const order = told.map(({ event }) => [...sim.events.keys()].indexOf(event.id))
  if (order.some((place, index) => index > 0 && place < order[index - 1]!))
    violate(sim, `${nameOf(queue[0]!)}: the revisions are out of order`)
}

/** Nothing that was committed is lost: it arrived, or was tried as often as there are attempts. */
function checkComplete(sim: Sim, endpoint: SimEndpoint, trails: Trail[]): void {
  const own = Map.groupBy(
    trails.filter((trail) => trail.endpoint === endpoint),
    ({ event }) => event.id,
  )
  for (const event of sim.events.values()) {
    if (event.atMs < endpoint.bornMs || endpoint.deletedMs < Infinity) continue
    if (!isFor(endpoint, event)) continue
    const those = own.get(event.id) ?? []
    const sents = those.flatMap((trail) => trail.sents)
    const settled = sents.filter(({ fate }) => fate === 'settled')
    const isTaken = settled.some(({ reply }) => reply.error === null)
    if (!isTaken && settled.length < ATTEMPTS_MAX)
      violate(sim, `${event.event} ${event.id} never reached ${endpoint.url}`)
    const first = those.find(({ delivery }) => delivery.cause === 'event')
    const isLate = uncovered({ fromMs: event.atMs, untilMs: first?.madeMs ?? 0 }, sim.held) > 0
    if (!first || isLate) violate(sim, `${event.id} was not queued at once for ${endpoint.url}`)
  }
}

async function checkEndpoints(sim: Sim): Promise<void> {
  const { t, db } = sim.store
  for (const row of await db.select().from(t.webhook)) {
    const endpoint = sim.endpoints.find(({ id }) => id === row.id)!
    if (row.active !== endpoint.active) violate(sim, `${row.url} is on or off, and should not be`)
  }
}

function jittersOf({ attempts, sents }: Trail): number[] {
  return attempts.flatMap(({ nextAtMs, atMs, durationMs, number, status }, index) => {
    const asked = sents.filter(({ fate }) => fate === 'settled')[index]?.askedMs
    if (nextAtMs === null || status === 410 || asked !== 0) return []
    return (nextAtMs - atMs - durationMs) / WAITS[number - 1]!
  })
}
