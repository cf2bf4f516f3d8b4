import {
  type FreeUntilAt,
  listOtherFreeUntil,
  setFreeUntil,
} from '../../store/bookings/free-until.ts'
import { inHotel } from '../../store/engine/locks.ts'
import type { Deps } from '../deps.ts'

/**
 * Puts right the last day of free cancellation of agencies' bookings, by which they are listed and reminded, each under
 * its hotel's lock. Replicas of 0.1.0, which run on during a rolling upgrade, write none.
 *
 * @returns what was put right; empty if all was right
 */
export async function recountFreeUntil({ store }: Pick<Deps, 'store'>): Promise<FreeUntilAt[]> {
  const suspects = await store.long.snapshot((handle) => listOtherFreeUntil(handle))
  const done: FreeUntilAt[] = []
  for (const { id, hotelId } of suspects) {
    const found = await inHotel(store, hotelId, async (tx) => {
      const wrong = await listOtherFreeUntil(tx, id)
      for (const each of wrong) await setFreeUntil(tx, each)
      return wrong
    })
    done.push(...found)
  }
  return done
}
