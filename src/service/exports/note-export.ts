import type { Actor } from '../../store/days/history.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../history/audit.ts'

/** Keeps for the hotel's owners who took what out of the system, before it is sent. @param name what was exported */
export async function noteExport(
  deps: Deps,
  actor: Actor,
  { hotelId, name, ...after }: { hotelId: number; name: string; rows: number },
): Promise<void> {
  await deps.store.tx((tx) =>
    audit(tx, deps, { entity: 'export', entityId: name, hotelId, actor, after }),
  )
}
