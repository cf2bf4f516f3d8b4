import { instantText } from '../../domain/kernel/date.ts'
import { listOpenErasures } from '../../store/bookings/erase-rest.ts'
import { deleteMeta, findMeta, writeMeta } from '../../store/engine/meta.ts'
import type { Deps } from '../deps.ts'

/**
 * Clears copies of erased guests' texts out of unused parts of the database's file, once for all erasures that are
 * finished; one that begins meanwhile has it begin anew. A database that was never cleared is, because an earlier version
 * may have erased guests in it.
 *
 * @returns true if it has cleared them
 */
export async function clearStrayGuests(
  { store, nowMs }: Pick<Deps, 'store' | 'nowMs'>,
  stopping?: AbortSignal,
): Promise<boolean> {
  const dueSince = await findMeta(store, 'guest_strays_due')
  const isDue = dueSince !== undefined || !(await findMeta(store, 'guest_strays_cleared'))
  // A text that is still to be erased may move while its page is cleared.
  if (!isDue || (await listOpenErasures(store, 0, 1)).length > 0) return false
  if (!(await store.clearStrays(stopping))) return false
  await store.tx(async (tx) => {
    await writeMeta(tx, 'guest_strays_cleared', instantText(nowMs()))
    if ((await findMeta(tx, 'guest_strays_due')) === dueSince)
      await deleteMeta(tx, 'guest_strays_due')
  })
  return true
}
