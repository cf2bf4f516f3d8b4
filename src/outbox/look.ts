import type { Handle } from '../store/engine/engine.ts'
import { type DueEndpoint, listDueEndpoints } from '../store/webhooks/delivery-claims.ts'

/** A query that takes no longer is repeated at once. */
const QUICK_MS = 2
/** After a slower query, the next one waits this many times its duration, at most half a second. */
const REST = 9
const REST_MS_MAX = 500

/**
 * Finds endpoints with due deliveries. The query takes longer the more endpoints wait (some 10 ms for 2,000) and runs
 * after every exchange; this cache keeps it below a tenth of the time.
 *
 * @param monotonicMs a clock that is never set
 */
export function createLook(monotonicMs: () => number) {
  let known = new Map<string, DueEndpoint>()
  let untilMs = Number.NEGATIVE_INFINITY
  return {
    /** Returns these endpoints; the cached ones if the last query was slow and recent. */
    async list(handle: Handle): Promise<DueEndpoint[]> {
      const startMs = monotonicMs()
      if (startMs < untilMs) return [...known.values()]
      const found = await listDueEndpoints(handle)
      known = new Map(found.map((each) => [each.webhookId, each]))
      const endMs = monotonicMs()
      const tookMs = endMs - startMs
      untilMs =
        tookMs > QUICK_MS ? endMs + Math.min(REST * tookMs, REST_MS_MAX) : Number.NEGATIVE_INFINITY
      return found
    },
    /** Drops an endpoint without due deliveries from the cache until the next query. */
    forget: ({ webhookId }: DueEndpoint) => void known.delete(webhookId),
    /** Returns how long until the next query; 0: at once. */
    restMs: () => Math.max(0, untilMs - monotonicMs()),
  }
}
