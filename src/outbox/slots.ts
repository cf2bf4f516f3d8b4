import type { DueEndpoint } from '../store/delivery-claims.ts'

/** Exchanges under way at once, all endpoints together; Bun's fetch makes 256 at most. */
const SLOTS_MAX = 200
/** Of these for endpoints that do not answer well: they never take the room of the others. */
const SLOTS_FAILING_MAX = 100
/** Exchanges under way at once with one endpoint. */
const SLOTS_PER_ENDPOINT = 8
/** With one that nothing is known of yet: it has to show that it answers before it gets more. */
const SLOTS_AT_FIRST = 2
const SLOTS_FAILING = 1
/** After so many failures on end an endpoint is down, and a long queue is tried this far apart, not as fast as it fails. */
const FAILURES_FREE = 10
const FAILURE_GAP_MS = 100

/** What may be begun now, as what is taken of it goes on. */
type Room = {
  /** How much an endpoint may begin. */
  limitOf(endpoint: DueEndpoint): number
  /** So much of it will be begun: an endpoint takes no room from the others that it does not need. */
  take(endpoint: DueEndpoint, count: number): void
}

/**
 * Who may have how much under way: a pool for each endpoint that grows with every success and shrinks to one with a
 * failure, so that those that hang or fail never keep the others waiting.
 *
 * @param monotonicMs a clock that is never set
 */
export function createSlots(monotonicMs: () => number) {
  const underWay = new Map<string, number>()
  const pools = new Map<string, number>()
  /** Of those that fail: how often on end, and when they may be tried again. */
  const failures = new Map<string, { count: number; untilMs: number }>()
  let failingUnderWay = 0
  let total = 0

  const poolOf = ({ webhookId, isFailing }: DueEndpoint) =>
    pools.get(webhookId) ?? (isFailing ? SLOTS_FAILING : SLOTS_AT_FIRST)

  return {
    /** Those of some endpoints that need not pause, the one that waits longest first. */
    ready(endpoints: readonly DueEndpoint[]): DueEndpoint[] {
      return endpoints
        .filter(({ webhookId }) => waitMs(webhookId) === 0)
        .toSorted((a, b) => a.dueAtMs - b.dueAtMs)
    },
    open(): Room {
      let free = SLOTS_MAX - total
      let freeForFailing = SLOTS_FAILING_MAX - failingUnderWay
      return {
        limitOf(endpoint) {
          const pool = poolOf(endpoint)
          const room = pool === SLOTS_FAILING ? Math.min(free, freeForFailing) : free
          return Math.max(0, Math.min(room, pool - (underWay.get(endpoint.webhookId) ?? 0)))
        },
        take(endpoint, count) {
          free -= count
          if (poolOf(endpoint) === SLOTS_FAILING) freeForFailing -= count
        },
      }
    },
    /** How long until one of these endpoints that have to pause may be tried again; undefined: none has to. */
    pauseMs(endpoints: readonly DueEndpoint[]): number | undefined {
      const waits = endpoints.map(({ webhookId }) => waitMs(webhookId)).filter((ms) => ms > 0)
      return waits.length > 0 ? Math.min(...waits) : undefined
    },
    /** An exchange begins. @returns what to call when it ends, with whether it went well */
    begin(endpoint: DueEndpoint): (isWell: boolean) => void {
      const { webhookId } = endpoint
      const isFailing = poolOf(endpoint) === SLOTS_FAILING
      count(webhookId, 1)
      if (isFailing) failingUnderWay++
      return (isWell) => {
        count(webhookId, -1)
        if (isFailing) failingUnderWay--
        const pool = poolOf(endpoint)
        pools.set(webhookId, isWell ? Math.min(pool + 1, SLOTS_PER_ENDPOINT) : SLOTS_FAILING)
        note(webhookId, isWell)
      }
    },
  }

  function note(webhookId: string, isWell: boolean): void {
    if (isWell) return void failures.delete(webhookId)
    const number = (failures.get(webhookId)?.count ?? 0) + 1
    const gapMs = number > FAILURES_FREE ? FAILURE_GAP_MS : 0
    failures.set(webhookId, { count: number, untilMs: monotonicMs() + gapMs })
  }

  function waitMs(webhookId: string): number {
    return Math.max(0, (failures.get(webhookId)?.untilMs ?? 0) - monotonicMs())
  }

  function count(webhookId: string, by: number): void {
    total += by
    const now = (underWay.get(webhookId) ?? 0) + by
    if (now > 0) underWay.set(webhookId, now)
    else underWay.delete(webhookId)
  }
}
