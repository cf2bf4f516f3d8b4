import type { User } from '../../domain/accounts/user.ts'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import { refused } from '../../domain/kernel/errors.ts'
import { isFactorRequired, updateFactorRequired } from '../../store/accounts/members.ts'
import { findUser } from '../../store/accounts/users.ts'
import type { Actor } from '../../store/days/history.ts'
import { lockAccounts, lockHotel } from '../../store/engine/locks.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../history/audit.ts'

/**
 * Sets or lifts a hotel's rule that its members need a second factor, from their next request on. An owner without one
 * is refused, for the rule would lock that owner out.
 *
 * @throws AppError `validation_failed` (`own_factor_first`)
 */
export async function requireFactor(
  deps: Deps,
  { actor, user: asking }: { actor: Actor; user: User },
  { id, slug, name }: Pick<Hotel, 'id' | 'slug' | 'name'>,
  required: boolean,
): Promise<void> {
  await deps.store.tx(async (tx) => {
    await lockAccounts(tx)
    await lockHotel(tx, id)
    const user = await findUser(tx, actor.id)
    const hasOne = user?.hasSecondFactor || asking.hasShownPasskey
    if (required && user?.role === 'hotel_manager' && !hasOne)
      throw refused('/required', 'own_factor_first', 'Switch on a second factor of your own first.')
    const before = { name, secondFactorRequired: await isFactorRequired(tx, id) }
    const after = { name, secondFactorRequired: required }
    if (before.secondFactorRequired !== required) await updateFactorRequired(tx, id, required)
    const place = { entityId: slug, hotelId: id }
    await audit(tx, deps, { entity: 'hotel', ...place, actor, before, after })
  })
}
