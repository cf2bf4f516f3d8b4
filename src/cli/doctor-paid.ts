import type { Config } from '../config.ts'
import { recountPaid } from '../service/bookings/recount-paid.ts'
import { openStore } from '../store/open.ts'
import type { Finding } from './finding.ts'
import { readPlaceNames } from './place-names.ts'

/**
 * Compares what bookings have of their payments with what their desk has, and puts right what differs. It is safe while
 * the service runs, and comes before all checks that add up what was paid.
 */
export async function* checkPaid({ database }: Pick<Config, 'database'>): AsyncGenerator<Finding> {
  const store = await openStore(database, { isBeside: true })
  try {
    const wrong = await recountPaid({ store })
    const { hotelOf } = await readPlaceNames(store, wrong)
    for (const { bookingCode, hotelId, keptCents, paidCents } of wrong) {
      const line = `booking ${bookingCode} of hotel ${hotelOf(hotelId)} had ${keptCents} paid and its payments say ${paidCents}; it was put right`
      yield { isWell: false, line }
    }
    if (wrong.length === 0) yield { isWell: true, line: 'what is paid is as the payments say' }
  } finally {
    await store.close()
  }
}
