import type { Config } from '../config.ts'
import { recountDrawn } from '../service/agencies/recount-drawn.ts'
import { openStore } from '../store/open.ts'
import type { Finding } from './finding.ts'
import { readPlaceNames } from './place-names.ts'

/**
 * Works out anew what agencies draw of nights, from their bookings, and puts right what was counted wrong. It is safe
 * while the service runs, whose searches hear of it with the hotel's next change.
 */
export async function* checkDrawn({ database }: Pick<Config, 'database'>): AsyncGenerator<Finding> {
  const store = await openStore(database, { isBeside: true })
  try {
    const wrong = await recountDrawn({ store })
    const { hotelOf, agencyOf } = await readPlaceNames(store, wrong)
    for (const { hotelId, agencyId, roomCode, date, live } of wrong) {
      const line = `agency ${agencyOf(agencyId)} has ${live} rooms of ${roomCode} at hotel ${hotelOf(hotelId)} on ${date} by its bookings; the counter was put right`
      yield { isWell: false, line }
    }
    if (wrong.length === 0)
      yield { isWell: true, line: 'what agencies draw of nights is as their bookings say' }
  } finally {
    await store.close()
  }
}
