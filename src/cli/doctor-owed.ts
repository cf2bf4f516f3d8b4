import type { Config } from '../config.ts'
import { recountOwed } from '../service/agencies/recount-owed.ts'
import { openStore } from '../store/open.ts'
import type { Finding } from './finding.ts'
import { readPlaceNames } from './place-names.ts'

/**
 * Works out anew what agencies owe hotels, from their bookings, and puts right what was kept wrong. It is safe while the
 * service runs: it writes under the locks of its bookings, and the service caches nothing of it.
 */
export async function* checkOwed({ database }: Pick<Config, 'database'>): AsyncGenerator<Finding> {
  const store = await openStore(database, { isBeside: true })
  try {
    const wrong = await recountOwed({ store })
    const { hotelOf, agencyOf } = await readPlaceNames(store, wrong)
    for (const { hotelId, agencyId, keptCents, owedCents } of wrong) {
      const line = `agency ${agencyOf(agencyId)} owed hotel ${hotelOf(hotelId)} ${keptCents} by its terms and ${owedCents} by its bookings; it was put right`
      yield { isWell: false, line }
    }
    if (wrong.length === 0)
      yield { isWell: true, line: 'what agencies owe is as their bookings say' }
  } finally {
    await store.close()
  }
}
