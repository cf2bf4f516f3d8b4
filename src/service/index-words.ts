import { indexOlder, isEveryWordKept } from '../store/booking-words.ts'
import type { Deps } from './deps.ts'

/** Between two transactions, so that nobody who writes waits long. */
const PAUSE_MS = 10

/**
 * Adds bookings that are older than the index of words to it, the newest first, in small transactions that go on where
 * they were stopped. Until it is done a search looks through the bookings themselves.
 */
export async function indexOldBookings(
  { store }: Pick<Deps, 'store'>,
  stopping: AbortSignal,
): Promise<void> {
  if (await isEveryWordKept(store)) return
  while (!stopping.aborted && (await store.tx(indexOlder))) await Bun.sleep(PAUSE_MS)
}
