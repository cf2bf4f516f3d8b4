import { FOLDED_MAX, updateServiceSums } from '../../store/bookings/sums/sums.ts'
import type { Handle } from '../../store/engine/engine.ts'
import { findMeta, writeMeta } from '../../store/engine/meta.ts'
import type { Deps } from '../deps.ts'

/** Folds the changed sums of hotels into the totals of the service, in small transactions, until none is left. */
export async function foldSums({ store, nowMs }: Pick<Deps, 'store' | 'nowMs'>): Promise<void> {
  let folded = FOLDED_MAX
  while (folded === FOLDED_MAX)
    folded = await store.tx(async (tx) => {
      const count = await updateServiceSums(tx)
      if (count < FOLDED_MAX) await writeMeta(tx, 'sums_folded_at', String(nowMs()))
      return count
    })
}

/** Returns the instant up to which the totals of the service include every booking; 0 before the first fold. */
export async function foldedAtMs(handle: Handle): Promise<number> {
  return Number((await findMeta(handle, 'sums_folded_at')) ?? 0)
}
