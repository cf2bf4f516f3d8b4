import type { Hotel } from '../../domain/catalog.ts'
import { VISIT_MS } from '../../domain/limits.ts'
import type { Actor } from '../../store/availability/history.ts'
import { hasVisit } from '../../store/catalog/audit.ts'
import { holdHotel } from '../../store/locks.ts'
import type { Deps } from '../deps.ts'
import { audit } from './audit.ts'

/**
 * Keeps for the hotel's owners that an admin looks into its panel, once an hour, before anything of it is shown: what
 * cannot be kept is not shown.
 */
export async function noteVisit(
  deps: Deps,
  actor: Actor,
  { id: hotelId, slug, name }: Pick<Hotel, 'id' | 'slug' | 'name'>,
): Promise<void> {
  const visit = { hotelId, actorId: actor.id, sinceMs: deps.nowMs() - VISIT_MS }
  if (await hasVisit(deps.store, visit)) return
  await deps.store.tx(async (tx) => {
    await holdHotel(tx, hotelId)
    // A page asks for several things at once.
    if (await hasVisit(tx, visit)) return
    await audit(tx, deps, { entity: 'visit', entityId: slug, hotelId, actor, after: { name } })
  })
}
