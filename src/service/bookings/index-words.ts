import { indexNext } from '../../store/bookings/booking-words.ts'
import type { Deps } from '../deps.ts'

/** For how long nobody may have written before bookings are added, and how long that is waited for. */
const QUIET_MS = 20
const WAIT_MS_MAX = 1_000

/**
 * Adds the bookings that are not in the index of words to it, in small transactions that go on where they were stopped
 * and leave the writer to whoever else wants it. Until a booking is in it, a search looks at the booking itself.
 */
export async function indexBookings(
  { store }: Pick<Deps, 'store'>,
  stopping: AbortSignal,
): Promise<void> {
  do {
    await store.quiet(QUIET_MS, WAIT_MS_MAX)
  } while (!stopping.aborted && (await store.tx(indexNext)))
}
