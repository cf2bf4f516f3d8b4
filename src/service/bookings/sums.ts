import { FOLDED_MAX, updateServiceSums } from '../../store/bookings/sums/sums.ts'
import type { Handle } from '../../store/engine/engine.ts'
import { findMeta, writeMeta } from '../../store/engine/meta.ts'
import type { Deps } from '../deps.ts'

/** Folds what has moved in the sums of hotels into those of the service, in small transactions, until all is in. */
export async function foldSums({ store, nowMs }: Pick<Deps, 'store' | 'nowMs'>): Promise<void> {
  let folded = FOLDED_MAX
  while (folded === FOLDED_MAX)
    folded = await store.tx(async (tx) => {
      const count = await updateServiceSums(tx)
      if (count < FOLDED_MAX) await writeMeta(tx, 'sums_folded_at', String(nowMs()))
      return count
    })
}

/** The instant up to which the sums of the service have every booking; 0 when none was ever folded. */
export async function foldedAtMs(handle: Handle): Promise<number> {
  return Number((await findMeta(handle, 'sums_folded_at')) ?? 0)
}
