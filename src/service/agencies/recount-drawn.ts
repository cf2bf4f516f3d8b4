import {
  type DrawnNight,
  drawnName,
  listDrawn,
  setDrawn,
  sumDrawn,
} from '../../store/agencies/drawn.ts'
import { reviseHotel } from '../../store/catalog/catalog.ts'
import type { Handle } from '../../store/engine/engine.ts'
import { inHotel } from '../../store/engine/locks.ts'
import type { Deps } from '../deps.ts'

/**
 * Works out anew what agencies draw of nights, and puts right what differs from their bookings, each under its hotel's
 * lock. Rooms that ended bookings kept back stay: no booking says them.
 *
 * @returns the nights as they were put right; empty if all was right
 */
export async function recountDrawn({ store }: Pick<Deps, 'store'>): Promise<DrawnNight[]> {
  const suspects = await store.long.snapshot((handle) => findWrong(handle))
  const done: DrawnNight[] = []
  for (const hotelId of new Set(suspects.map((night) => night.hotelId))) {
    const found = await inHotel(store, hotelId, async (tx) => {
      const wrong = await findWrong(tx, hotelId)
      for (const night of wrong) await setDrawn(tx, night)
      if (wrong.length > 0) await reviseHotel(tx, hotelId)
      return wrong
    })
    done.push(...found)
  }
  return done
}

/** Returns the nights whose counters differ from the bookings, as the bookings say them. */
async function findWrong(handle: Handle, hotelId?: number): Promise<DrawnNight[]> {
  const kept = new Map((await listDrawn(handle, hotelId)).map((night) => [drawnName(night), night]))
  const wrong: DrawnNight[] = []
  for (const night of await sumDrawn(handle, hotelId)) {
    const known = kept.get(drawnName(night))
    kept.delete(drawnName(night))
    if (known?.live !== night.live || known.pending !== night.pending) wrong.push(night)
  }
  // Nights that no live booking has.
  for (const night of kept.values()) wrong.push({ ...night, live: 0, pending: 0 })
  return wrong
}
