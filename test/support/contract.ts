import { upsertDays } from '../../src/store/days/availability.ts'
import type { Store } from '../../src/store/open.ts'
import type { change } from './store.ts'

/** The hotel of what every engine owes. */
export const HOTEL = 7

/** Stores days of the hotel, all or none. */
export const put = (store: Store, ...changes: ReturnType<typeof change>[]) =>
  store.tx((tx) => upsertDays(tx, HOTEL, changes))

/** How many calls came to something, and what the others failed for. */
export const outcomes = async (calls: Promise<unknown>[]) => {
  const settled = await Promise.allSettled(calls)
  const reasons = settled.flatMap((call) => (call.status === 'rejected' ? [call.reason] : []))
  return { done: settled.length - reasons.length, reasons }
}
