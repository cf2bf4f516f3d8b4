import { needRole } from '../domain/accounts/membership.ts'
import { BY_KEY, roleIn } from '../domain/accounts/user.ts'
import { revokedMeanwhile } from '../domain/accounts/vendor.ts'
import { AppError } from '../domain/kernel/errors.ts'
import { findKeyFor } from '../store/accounts/api-keys.ts'
import { findUser } from '../store/accounts/users.ts'
import type { Actor } from '../store/days/history.ts'
import type { Tx } from '../store/engine/engine.ts'
import { lockAccounts, lockHotel } from '../store/engine/locks.ts'

/**
 * Locks the account of a person who creates access to a hotel, or to all hotels (null), and checks that the person
 * still has that access. A removal or block of the person comes either before, or after, and then finds what was
 * created. This lock comes before all others.
 *
 * @returns the account that the creation is recorded under; null if no person creates it
 * @throws AppError `unauthenticated`, `not_found`, `role_missing`
 */
export async function lockMaker(
  tx: Tx,
  actor: Actor | null,
  hotelId: number | null,
): Promise<string | null> {
  if (actor?.type !== 'user') return null
  await lockAccounts(tx)
  const user = await findUser(tx, actor.id)
  if (user?.status !== 'active') throw ended('Your account was blocked in the meantime.')
  const role = hotelId === null ? user.role === 'admin' && 'owner' : roleIn(user, hotelId)
  if (!role) throw new AppError('not_found', 'You manage no hotel with this slug.')
  needRole(role, 'owner')
  return user.id
}

/**
 * Locks a hotel, and the creator of an endpoint like `lockMaker`; a key or a connection must still be valid.
 *
 * @returns the account that the endpoint is recorded under: an endpoint made by a key belongs to the maker of the key
 * @throws AppError as `lockMaker`
 */
export async function lockHotelFor(
  tx: Tx,
  actor: Actor,
  hotelId: number,
): Promise<{ createdBy: string | null; createdByKey: string | null }> {
  const createdBy = await lockMaker(tx, actor, hotelId)
  await lockHotel(tx, hotelId)
  if (!BY_KEY.includes(actor.type)) return { createdBy, createdByKey: null }
  const key = await findKeyFor(tx, { id: actor.id, hotelId })
  if (key?.revokedAtMs === null) return { createdBy: key.createdBy, createdByKey: key.id }
  throw revokedMeanwhile(actor.type)
}

const ended = (detail: string) => new AppError('unauthenticated', detail)
