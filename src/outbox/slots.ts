import { LRUCache } from 'lru-cache'
import type { AttemptError } from '../domain/webhooks/webhook.ts'
import type { DueEndpoint } from '../store/webhooks/delivery-claims.ts'

/** Of what can be fetched at once so much is left alone. */
const SPARE = 16
/** Shares of the rest that endpoints may have that never took anything, and that do not answer well: it is for the proven. */
const SHARES = { proven: 1, unknown: 1 / 2, failing: 1 / 4 }
/** Exchanges under way at once with one endpoint: a pool that grows with every success. */
const SLOTS_PER_ENDPOINT = 8
const SLOTS_AT_FIRST = { proven: 2, unknown: 1, failing: 1 }
/**
 * With one host, those that are proven and the others apart: as many at first, at most, and after one that hung. It
 * grows while it is made use of, so that one that is told little holds little when it hangs.
 */
const HOST_AT_FIRST = 4
const HOST_MAX = 160
const HOST_HANGING = 2
/** After so many failures on end an endpoint is down, and a long queue is tried this far apart, not as fast as it fails. */
const FAILURES_FREE = 10
const FAILURE_GAP_MS = 100
/** Of how many endpoints, and hosts, it is kept how they answered; the database knows the rest well enough. */
const ENDPOINTS_KEPT_MAX = 10_000

type Kind = keyof typeof SHARES

/** How an endpoint answered last; of one that fails how often on end, and when it may be tried again. */
type State = { pool: number; failures: number; untilMs: number }

/** What may be begun now, as what is taken of it goes on. */
type Room = {
  /** How much an endpoint may begin. */
  limitOf(endpoint: DueEndpoint): number
  /** So much of it will be begun: an endpoint takes no room from the others that it does not need. */
  take(endpoint: DueEndpoint, count: number): void
}

/** What an endpoint draws from, with how much there is. */
type Bound = [name: string, most: number]

/**
 * Who may have how much under way. What works is hardly bounded, and those that failed last or never took anything have
 * no more than their share of all, so that they never keep waiting whoever answered lately.
 *
 * @param monotonicMs a clock that is never set
 * @param fetchesMax how much can be fetched at once by the whole process
 */
export function createSlots(monotonicMs: () => number, fetchesMax: number) {
  const slotsMax = fetchesMax - SPARE
  const pools = createPools(monotonicMs)
  const { kindOf, waitMs } = pools
  /** Under way, by kind, by host and by endpoint; what is not there has nothing. */
  const underWay = new Map<string, number>()

  function boundsOf(endpoint: DueEndpoint): Bound[] {
    const kind = kindOf(endpoint)
    const host = hostOf(endpoint, kind)
    return [
      ['all', slotsMax],
      [kind, slotsMax * SHARES[kind]],
      [host, pools.ofHost(host)],
      [endpoint.webhookId, pools.ofEndpoint(endpoint)],
    ]
  }

  function count(name: string, by: number): void {
    const now = (underWay.get(name) ?? 0) + by
    if (now > 0) underWay.set(name, now)
    else underWay.delete(name)
  }

  return {
    /** Those of some endpoints that need not pause, the one that waits longest first. */
    ready(endpoints: readonly DueEndpoint[]): DueEndpoint[] {
      return endpoints
        .filter(({ webhookId }) => waitMs(webhookId) === 0)
        .toSorted((a, b) => a.dueAtMs - b.dueAtMs)
    },
    open: (): Room => openRoom(new Map(underWay), boundsOf),
    /** How long until one of these endpoints that have to pause may be tried again; undefined: none has to. */
    pauseMs(endpoints: readonly DueEndpoint[]): number | undefined {
      const waits = endpoints.map(({ webhookId }) => waitMs(webhookId)).filter((ms) => ms > 0)
      return waits.length > 0 ? Math.min(...waits) : undefined
    },
    /** An exchange begins. @returns what to call when it ends, with what was wrong; null: it went well */
    begin(endpoint: DueEndpoint): (error: AttemptError | null | undefined) => void {
      const bounds = boundsOf(endpoint)
      const host = hostOf(endpoint, kindOf(endpoint))
      for (const [name] of bounds) count(name, 1)
      return (error) => {
        pools.noteHost(host, error, underWay.get(host)!)
        for (const [name] of bounds) count(name, -1)
        pools.note(endpoint, error === null)
      }
    },
  }
}

/** @param taken how much of each bound is under way or taken already; goes on with what is taken */
function openRoom(taken: Map<string, number>, boundsOf: (endpoint: DueEndpoint) => Bound[]): Room {
  return {
    limitOf(endpoint) {
      const rooms = boundsOf(endpoint).map(([name, most]) => most - (taken.get(name) ?? 0))
      return Math.max(0, Math.min(...rooms))
    },
    take(endpoint, count) {
      for (const [name] of boundsOf(endpoint)) taken.set(name, (taken.get(name) ?? 0) + count)
    },
  }
}

/**
 * How much endpoints and hosts may have under way by what became of their exchanges. A pool grows with every success; a
 * host's shrinks to two with an exchange that hung, an endpoint's to one with a failure.
 */
function createPools(monotonicMs: () => number) {
  const states = new LRUCache<string, State>({ max: ENDPOINTS_KEPT_MAX })
  const hosts = new LRUCache<string, number>({ max: ENDPOINTS_KEPT_MAX })

  const kindOf = ({ webhookId, isFailing, isProven }: DueEndpoint): Kind => {
    const state = states.get(webhookId)
    if (state ? state.failures > 0 : isFailing) return 'failing'
    return state || isProven ? 'proven' : 'unknown'
  }
  const ofHost = (host: string) => hosts.get(host) ?? HOST_AT_FIRST
  const ofEndpoint = (endpoint: DueEndpoint) =>
    states.get(endpoint.webhookId)?.pool ?? SLOTS_AT_FIRST[kindOf(endpoint)]

  return {
    kindOf,
    ofHost,
    ofEndpoint,
    /** How long an endpoint has to pause; 0: not at all. */
    waitMs: (webhookId: string) =>
      Math.max(0, (states.get(webhookId)?.untilMs ?? 0) - monotonicMs()),
    noteHost(host: string, error: AttemptError | null | undefined, underWay: number): void {
      if (error === 'timeout') return void hosts.set(host, HOST_HANGING)
      const most = ofHost(host)
      if (error === null && 2 * underWay >= most) hosts.set(host, Math.min(most + 1, HOST_MAX))
    },
    note(endpoint: DueEndpoint, isWell: boolean): void {
      const { webhookId } = endpoint
      const pool = ofEndpoint(endpoint)
      const failures = isWell ? 0 : (states.get(webhookId)?.failures ?? 0) + 1
      states.set(webhookId, {
        pool: isWell ? Math.min(pool + 1, SLOTS_PER_ENDPOINT) : SLOTS_AT_FIRST.failing,
        failures,
        untilMs: failures > FAILURES_FREE ? monotonicMs() + FAILURE_GAP_MS : 0,
      })
    },
  }
}

/** The host of an endpoint with its port, of each kind apart: a new one does not wait for those that hang there. */
const hostOf = ({ url }: DueEndpoint, kind: Kind) => `${kind} of ${url.split('/', 3)[2]}`
