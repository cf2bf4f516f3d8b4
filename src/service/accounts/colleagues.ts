import type { User } from '../../domain/accounts/user.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { hasAgencyOwner } from '../../store/accounts/colleagues.ts'
import type { Tx } from '../../store/engine/engine.ts'

/**
 * Keeps an owner in the agency of an account whose change is already written: the last active one stays.
 *
 * @throws AppError `last_owner`
 */
export async function keepAgencyOwned(tx: Tx, before: User, after: User): Promise<void> {
  const isLost = before.agencyId !== after.agencyId || after.agencyRole !== 'agency_owner'
  if (before.agencyId === null || before.agencyRole !== 'agency_owner' || !isLost) return
  if (await hasAgencyOwner(tx, before.agencyId)) return
  throw new AppError('last_owner', 'This is the last owner of the agency; make another one first.')
}
