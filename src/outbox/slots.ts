import { LRUCache } from 'lru-cache'
import type { AttemptError } from '../domain/webhooks/webhook.ts'
import type { DueEndpoint } from '../store/webhooks/delivery-claims.ts'

/** Fetches of the process kept free for other uses. */
const SPARE = 16
/** Shares of the rest for new (unknown) and failing endpoints; proven endpoints may use all of it. */
const SHARES = { proven: 1, unknown: 1 / 2, failing: 1 / 4 }
/** Concurrent exchanges per endpoint: a pool that grows with every success. */
const SLOTS_PER_ENDPOINT = 8
const SLOTS_AT_FIRST = { proven: 2, unknown: 1, failing: 1 }
/**
 * Concurrent exchanges per host, for proven and other endpoints apart: at first, at most, and after a hanging
 * exchange. The pool grows only while it is used, so that a host with few events holds few slots when it hangs.
 */
const HOST_AT_FIRST = 4
const HOST_MAX = 160
const HOST_HANGING = 2
/**
 * Circuit breaker: after this many consecutive failures an endpoint counts as down, and its queue is tried at this
 * interval, not as fast as it fails.
 */
const FAILURES_FREE = 10
const FAILURE_GAP_MS = 100
/** Endpoints and hosts whose recent answers are cached; the database knows the others well enough. */
const ENDPOINTS_KEPT_MAX = 10_000

type Kind = keyof typeof SHARES

/** The recent answers of an endpoint: its pool, its consecutive failures, and the end of its pause. */
type State = { pool: number; failures: number; untilMs: number }

/** The room for new exchanges, reduced by each `take`. */
type Room = {
  /** Returns how many exchanges an endpoint may begin. */
  limitOf(endpoint: DueEndpoint): number
  /** Reserves room for exchanges that will begin; an endpoint reserves no more than it needs. */
  take(endpoint: DueEndpoint, count: number): void
}

/** A pool that an endpoint draws from, and its size. */
type Bound = [name: string, most: number]

/**
 * Creates the concurrency limits of deliveries. Working endpoints are hardly limited; failing and new ones have no
 * more than their share of the total, so that they never delay endpoints that answered recently.
 *
 * @param monotonicMs a clock that is never set
 * @param fetchesMax concurrent fetches of the whole process
 */
export function createSlots(monotonicMs: () => number, fetchesMax: number) {
  const slotsMax = fetchesMax - SPARE
  const pools = createPools(monotonicMs)
  const { kindOf, waitMs } = pools
  /** Exchanges in progress, by kind, by host and by endpoint; a missing entry means none. */
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
    /** Returns the endpoints without a pause, longest waiting first. */
    ready(endpoints: readonly DueEndpoint[]): DueEndpoint[] {
      return endpoints
        .filter(({ webhookId }) => waitMs(webhookId) === 0)
        .toSorted((a, b) => a.dueAtMs - b.dueAtMs)
    },
    open: (): Room => openRoom(new Map(underWay), boundsOf),
    /** Returns the shortest remaining pause of these endpoints; undefined if none pauses. */
    pauseMs(endpoints: readonly DueEndpoint[]): number | undefined {
      const waits = endpoints.map(({ webhookId }) => waitMs(webhookId)).filter((ms) => ms > 0)
      return waits.length > 0 ? Math.min(...waits) : undefined
    },
    /** Begins an exchange. @returns the function to call at its end with its error; null: success */
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

/** @param taken exchanges in progress or reserved, by pool; updated by each `take` */
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
 * Creates the pools of endpoints and hosts, sized by the results of their exchanges. A pool grows with every success;
 * a hanging exchange shrinks a host's pool to two, a failure an endpoint's to one.
 */
function createPools(monotonicMs: () => number) {
  // By size: with `max` each would make lists of so many places when the service starts.
  const bound = { maxSize: ENDPOINTS_KEPT_MAX, sizeCalculation: () => 1 }
  const states = new LRUCache<string, State>(bound)
  const hosts = new LRUCache<string, number>(bound)

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
    /** Returns how long an endpoint must pause; 0: not at all. */
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

/**
 * Returns the host and port of an endpoint, apart for each kind: a new endpoint does not wait for failing ones on the
 * same host.
 */
const hostOf = ({ url }: DueEndpoint, kind: Kind) => `${kind} of ${url.split('/', 3)[2]}`
