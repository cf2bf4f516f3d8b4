import type { Actor } from '../../store/days/history.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../history/audit.ts'

/**
 * Records, for the hotel's owners, who exported data; written before the export is sent.
 *
 * @param name the name of the export
 */
export async function noteExport(
  deps: Deps,
  actor: Actor,
  { hotelId, name, ...after }: { hotelId: number; name: string; rows: number },
): Promise<void> {
  await deps.store.tx((tx) =>
    audit(tx, deps, { entity: 'export', entityId: name, hotelId, actor, after }),
  )
}
