import { retryAfterMs } from '../../../src/domain/kernel/retry.ts'
import type { Exchange, Send } from '../../../src/outbox/deliver.ts'
import type { Reply } from './receivers.ts'
import { plan, type Sim, type SimEndpoint, violate, wallMs } from './world.ts'

/** A request as the simulated network saw it. */
export type SentRequest = {
  endpoint: SimEndpoint
  eventId: string
  isPing: boolean
  /** Whether its endpoint was failing when it began. */
  isTrial: boolean
  /** `x-service-attempt` */
  attempt: number
  startMs: number
  /** What the wall clock said. */
  wallMs: number
  endMs: number
  settledMs: number
  /** What the wall clock said then. */
  settledWallMs: number
  reply: Reply
  /** How long the receiver asked to be left alone. */
  askedMs: number
  /** `dropped`: the process died before it recorded the outcome. */
  fate: 'under way' | 'ended' | 'settled' | 'dropped'
  resolve: (exchange: Exchange | undefined) => void
}

const UNDER_WAY_MAX = 240
const UNDER_WAY_FAILING_MAX = 60
/** With endpoints that never took anything. */
const UNDER_WAY_UNKNOWN_MAX = 120
const UNDER_WAY_ENDPOINT_MAX = 8

/** The network of a simulation: watches that the rules of beginning are held (contract §4). */
export const sendOf =
  (sim: Sim): Send =>
  ({ url, headers, body }, signal) => {
    const { promise, resolve } = Promise.withResolvers<Exchange | undefined>()
    const endpoint = sim.endpoints.find((each) => each.url === url)!
    const isPing = headers['x-service-event'] === 'ping'
    const reply = endpoint.answer(sim.monoMs, sim.random)
    const sent: SentRequest = {
      endpoint,
      eventId: headers['webhook-id']!,
      isPing,
      isTrial: isFailing(endpoint),
      attempt: Number(headers['x-service-attempt']),
      startMs: sim.monoMs,
      wallMs: wallMs(sim),
      endMs: Infinity,
      settledMs: Infinity,
      settledWallMs: Infinity,
      reply,
      askedMs: 0,
      fate: 'under way',
      resolve,
    }
    checkEvent(sim, sent, body)
    checkCaps(sim, sent)
    sim.sent.push(sent)
    sim.underWay.add(sent)
    endpoint.underWay++
    noteHold(sim)
    plan(sim, sim.monoMs + reply.durationMs, () => endExchange(sim, sent, 'ended'))
    signal.addEventListener('abort', () => {
      endExchange(sim, sent, 'dropped')
      resolve(undefined)
    })
    return promise
  }

/** The end of an exchange, for the sender to be told of unless it is gone. */
export function endExchange(sim: Sim, sent: SentRequest, fate: 'ended' | 'dropped'): void {
  if (sent.fate !== 'under way') return
  const { endpoint, reply } = sent
  sent.fate = fate
  sent.endMs = sim.monoMs
  endpoint.underWay--
  sim.underWay.delete(sent)
  noteHold(sim)
  if (fate === 'dropped') return
  sim.ended.push(sent)
  endpoint.isWell = reply.error === null
  const retryAfter = reply.retryAfter?.(wallMs(sim)) ?? null
  sent.askedMs = retryAfterMs(retryAfter, wallMs(sim)) ?? 0
  sim.process!.ended++
  const { durationMs: _, ...exchange } = reply
  sent.resolve({ ...exchange, retryAfter })
}

/** What is sent was committed, as it is sent, and is for this endpoint; one attempt at a time. */
function checkEvent(sim: Sim, { endpoint, eventId, isPing }: SentRequest, body: string): void {
  const event = sim.events.get(eventId)
  const breaches = {
    'was never committed': !event,
    'is not the text that was committed': event?.body !== body,
    'is not for it': !isPing && event !== undefined && !isFor(endpoint, event),
    'came while it is off': !isPing && !endpoint.active,
    'came after it was deleted': endpoint.deletedMs < Infinity,
    'comes twice at once': sim.underWay
      .values()
      .some((other) => other.endpoint === endpoint && other.eventId === eventId),
  }
  for (const [breach, isSo] of Object.entries(breaches))
    if (isSo) violate(sim, `${eventId} to ${endpoint.url} ${breach}`)
}

/** Whether an endpoint is to be told of an event (contract §4). */
export const isFor = (
  { events, apiKeyId, hotelId }: SimEndpoint,
  event: { event: string; hotelId: number; causeKeyId: string | null },
) =>
  hotelId === event.hotelId &&
  events.includes(event.event) &&
  (event.causeKeyId === null || (apiKeyId !== null && apiKeyId !== event.causeKeyId))

const isFailing = ({ isWell, failingSinceMs }: SimEndpoint) =>
  isWell === undefined ? failingSinceMs !== undefined : !isWell

function checkCaps(sim: Sim, { endpoint, isTrial }: SentRequest): void {
  if (sim.underWay.size >= UNDER_WAY_MAX) violate(sim, `more than ${UNDER_WAY_MAX} under way`)
  if (endpoint.underWay >= UNDER_WAY_ENDPOINT_MAX)
    violate(sim, `more than ${UNDER_WAY_ENDPOINT_MAX} under way with ${endpoint.url}`)
  if (!isTrial) return
  if (endpoint.underWay > 0) violate(sim, `${endpoint.url} fails, and is asked twice at once`)
  if (trials(sim) >= UNDER_WAY_FAILING_MAX)
    violate(sim, `more than ${UNDER_WAY_FAILING_MAX} under way with endpoints that fail`)
}

const trials = ({ underWay }: Sim) =>
  underWay.values().reduce((sum, { isTrial }) => sum + Number(isTrial), 0)

const strangers = ({ underWay }: Sim) =>
  underWay.values().reduce((sum, { endpoint }) => sum + Number(endpoint.isWell === undefined), 0)

/** Notes when all slots are taken, which is a reason to wait. */
function noteHold(sim: Sim): void {
  const isFull =
    sim.underWay.size >= UNDER_WAY_MAX ||
    strangers(sim) >= UNDER_WAY_UNKNOWN_MAX ||
    (sim.underWay.size >= UNDER_WAY_FAILING_MAX && trials(sim) >= UNDER_WAY_FAILING_MAX)
  const last = sim.full.at(-1)
  if (isFull && last?.untilMs !== Infinity) sim.full.push({ fromMs: sim.monoMs, untilMs: Infinity })
  if (!isFull && last?.untilMs === Infinity) last.untilMs = sim.monoMs
}
