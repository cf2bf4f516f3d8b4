import type { Hotel } from '../../domain/catalog/catalog.ts'
import { insertVisits } from '../../store/history/visits.ts'
import type { Deps } from '../deps.ts'

/** Length of one recorded visit of an admin to a hotel's panel. */
export const VISIT_MS = 60 * 60 * 1_000

type VisitedHotel = Pick<Hotel, 'id' | 'slug' | 'name'>

/** Records of admins who saw guests of hotels. */
export type Visits = {
  /**
   * Records the visit once per admin, hotel and hour, for the hotels' owners to read; called before any guest is
   * shown.
   */
  note: (userId: string, hotels: readonly VisitedHotel[]) => Promise<void>
}

/** Memory dedupes the visits of the current hour; the table's key dedupes those of other replicas. */
export function createVisits({ store, nowMs }: Pick<Deps, 'store' | 'nowMs'>): Visits {
  let known = { hourMs: 0, keys: new Set<string>() }
  return {
    async note(userId, hotels) {
      const atMs = nowMs()
      const hourMs = atMs - (atMs % VISIT_MS)
      if (known.hourMs !== hourMs) known = { hourMs, keys: new Set() }
      const { keys } = known
      const keyOf = ({ id }: VisitedHotel) => `${userId} ${id}`
      const unknown = hotels.filter((hotel) => !keys.has(keyOf(hotel)))
      if (unknown.length === 0) return
      await store.tx((tx) => insertVisits(tx, { userId, hourMs, atMs }, unknown))
      for (const hotel of unknown) keys.add(keyOf(hotel))
    },
  }
}
