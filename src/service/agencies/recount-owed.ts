import { listKeptOwed, type OwedAt, setOwed, sumOwed } from '../../store/agencies/owed.ts'
import { inHotel } from '../../store/engine/locks.ts'
import type { Deps } from '../deps.ts'

/** An agency's debt at a hotel as its bookings say it; `keptCents` is the wrong one that its terms held. */
export type Recounted = OwedAt & { keptCents: number }

/**
 * Works out anew what all agencies owe, and puts right what differs from their bookings, each under its hotel's lock.
 *
 * @returns what was put right; empty if all was right
 */
export async function recountOwed({ store }: Pick<Deps, 'store'>): Promise<Recounted[]> {
  const [kept, sums] = await store.long.snapshot(async (handle) => [
    await listKeptOwed(handle),
    await sumOwed(handle),
  ])
  const wrong = [...kept, ...sums].filter((at) => owedAt(kept, at) !== owedAt(sums, at))
  const unique = new Map(wrong.map((at) => [`${at.hotelId} ${at.agencyId}`, at]))
  const done: Recounted[] = []
  for (const { hotelId, agencyId } of unique.values()) {
    const at = { hotelId, agencyId }
    const owedCents = await inHotel(store, hotelId, async (tx) => {
      const owedCents = owedAt(await sumOwed(tx, at), at)
      await setOwed(tx, { ...at, owedCents })
      return owedCents
    })
    done.push({ ...at, owedCents, keptCents: owedAt(kept, at) })
  }
  return done
}

const owedAt = (all: readonly OwedAt[], at: Omit<OwedAt, 'owedCents'>): number =>
  all.find(({ hotelId, agencyId }) => hotelId === at.hotelId && agencyId === at.agencyId)
    ?.owedCents ?? 0
