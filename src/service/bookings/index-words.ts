import { indexNext, isMended, mendNext } from '../../store/bookings/word-index.ts'
import type { Tx } from '../../store/engine/engine.ts'
import type { Deps } from '../deps.ts'

/** How long the writer must be idle before bookings are indexed, and how long to wait for that. */
const QUIET_MS = 5
const WAIT_MS_MAX = 1_000

/**
 * Adds missing bookings to the word index, in small transactions that resume where they stopped and give way to other
 * writers. Until a booking is indexed, a search reads the booking itself.
 */
export async function indexBookings(
  { store, nowMs }: Pick<Deps, 'store' | 'nowMs'>,
  stopping: AbortSignal,
): Promise<void> {
  const whileThereIsMore = async (next: (tx: Tx) => Promise<boolean>) => {
    do {
      await store.quiet(QUIET_MS, WAIT_MS_MAX)
    } while (!stopping.aborted && (await store.tx(next)))
  }
  await whileThereIsMore((tx) => indexNext(tx, nowMs()))
  if (!(await isMended(store))) await whileThereIsMore(mendNext)
}
