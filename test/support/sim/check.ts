import { nameOf, type Trail, trailsOf } from './trail.ts'
import {
  ATTEMPTS_MAX,
  checkPrompt,
  checkWaits,
  type DueSpan,
  uncoveredSpan,
  WAITS,
} from './waits.ts'
import { isFor } from './wire.ts'
import { type Sim, type SimEndpoint, violate } from './world.ts'

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
    jitters: sim.steps.length > 0 ? [] : trails.flatMap(jittersOf),
  }
}

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

const queueOf = ({ delivery, event }: Trail) =>
  event.key === '' ? delivery.id : `${delivery.webhookId} ${event.key}`

/** Deliveries of one booking to one endpoint: one after another, the first of each as soon as it may. */
function checkQueue(sim: Sim, queue: Trail[]): void {
  let freed: DueSpan = { fromMs: 0, dueWallMs: 0 }
  for (const trail of queue) {
    const [first] = trail.sents
    if (first && first.startMs < freed.fromMs)
      violate(sim, `${nameOf(trail)} began before the one before it had finished`)
    const made = { fromMs: trail.madeMs, dueWallMs: trail.delivery.createdAtMs }
    if (first) checkPrompt(sim, trail, first, [freed.fromMs > made.fromMs ? freed : made])
    const last = trail.sents.findLast(({ fate }) => fate === 'settled')
    if (last) freed = { fromMs: last.settledMs, dueWallMs: last.settledWallMs }
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
    if (event.atMs <= endpoint.bornMs || endpoint.deletedMs < Infinity) continue
    if (!isFor(endpoint, event)) continue
    const those = own.get(event.id) ?? []
    const sents = those.flatMap((trail) => trail.sents)
    const settled = sents.filter(({ fate }) => fate === 'settled')
    const isTaken = settled.some(({ reply }) => reply.error === null)
    if (!isTaken && settled.length < ATTEMPTS_MAX)
      violate(sim, `${event.event} ${event.id} never reached ${endpoint.url}`)
    const first = those.find(({ delivery }) => delivery.cause === 'event')
    const isLate = uncoveredSpan({ fromMs: event.atMs, untilMs: first?.madeMs ?? 0 }, sim.held) > 0
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
