import { type Api, type Log, RefusedError } from './api.ts'
import type { Mirror } from './mirror.ts'
import type { Difference, Pms } from './pms.ts'
import type { Sync } from './sync.ts'

type Parts = { api: Api; mirror: Mirror; pms: Pms; sync: Sync; log: Log }

/** Days of one push; it may have 10,000 elements. */
const PUSH_MAX = 1_000
/** Roomwire does not have what the cursor says was seen: too long ago, or lost by a failover or a restore. */
const CURSOR_LOST = ['cursor_expired', 'cursor_ahead']

/**
 * Pushes what differs between your system and Roomwire: the first time everything, later changes, and after any mishap
 * whatever that left. Nothing is queued, so nothing in a queue can be lost or late.
 */
export async function pushDifferences({ api, mirror, pms, sync, log }: Parts): Promise<void> {
  const differences = pms.differences(sync.range().from, PUSH_MAX)
  if (differences.length === 0) return
  // Read at the same moment as the counts, which have every booking up to it.
  const seenThrough = mirror.cursor()!
  try {
    // Holds are off these counts, those that the first pull of days showed among them.
    const counts = { seenThrough, holds: 'counted' } as const
    const report = await api.call(
      'patchAvailability',
      {},
      {
        body: { ...counts, updates: differences.map(update) },
        // A key of its own for each push: sent again under it, it is not done again.
        idempotencyKey: crypto.randomUUID(),
      },
    )
    const { applied, unchanged, rejected, corrected, stale, errors } = report
    log('pushed', { applied, unchanged, rejected, corrected, stale, errors: errors.slice(0, 5) })
  } catch (error) {
    if (!(error instanceof RefusedError && CURSOR_LOST.includes(error.problem.code))) throw error
    await sync.pullEverything()
  }
  // The next counts come after what this push changed, so that they are later in the feed, too.
  await sync.caughtUp()
}

/** Only what differs: a new price leaves the count alone. */
const update = ({ roomCode, date, available, priceCents, isClosed }: Difference) => ({
  ...{ roomCode, date },
  ...(available !== null && { available }),
  ...(priceCents !== null && { priceCents }),
  ...(isClosed && { closed: false }),
})
