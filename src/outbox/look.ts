import type { Handle } from '../store/engine/engine.ts'
import { type DueEndpoint, listDueEndpoints } from '../store/webhooks/delivery-claims.ts'

/** A look that takes no longer is always made. */
const QUICK_MS = 2
/** After one that took longer none is made for so many times as long, within half a second. */
const REST = 9
const REST_MS_MAX = 500

/**
 * Looks for endpoints with something to send. A look costs the more the more of them wait (some 10 ms for 2,000), and
 * there is one for every exchange that ends: no more than a tenth of the time is spent on it.
 *
 * @param monotonicMs a clock that is never set
 */
export function createLook(monotonicMs: () => number) {
  let known = new Map<string, DueEndpoint>()
  let untilMs = Number.NEGATIVE_INFINITY
  return {
    /** Those there are; as of the last look when that was dear and a short while ago. */
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
    /** Nothing of an endpoint is due after all: it is left out until the next look. */
    forget: ({ webhookId }: DueEndpoint) => void known.delete(webhookId),
    /** How long until a look is made again; 0: at once. */
    restMs: () => Math.max(0, untilMs - monotonicMs()),
  }
}
