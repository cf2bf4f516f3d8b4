import type { Config } from '../config.ts'
import { recountFreeUntil } from '../service/bookings/recount-free-until.ts'
import { openStore } from '../store/open.ts'
import type { Finding } from './finding.ts'
import { readPlaceNames } from './place-names.ts'

/**
 * Compares the last days of free cancellation by which agencies are reminded with their bookings, and puts right what
 * differs. It is safe while the service runs.
 */
export async function* checkFreeUntil({
  database,
}: Pick<Config, 'database'>): AsyncGenerator<Finding> {
  const store = await openStore(database, { isBeside: true })
  try {
    const wrong = await recountFreeUntil({ store })
    const { hotelOf } = await readPlaceNames(store, wrong)
    for (const { code, hotelId, kept, freeUntil } of wrong) {
      const line = `booking ${code} of hotel ${hotelOf(hotelId)} could be cancelled free until ${kept ?? 'no day'} by its deadline and until ${freeUntil ?? 'no day'} by its terms; it was put right`
      yield { isWell: false, line }
    }
    if (wrong.length === 0)
      yield { isWell: true, line: 'deadlines of free cancellation are as the bookings say' }
  } finally {
    await store.close()
  }
}
