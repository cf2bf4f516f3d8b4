import { needRole } from '../domain/accounts/membership.ts'
import { roleIn } from '../domain/accounts/user.ts'
import { notConnected } from '../domain/accounts/vendor.ts'
import { AppError } from '../domain/kernel/errors.ts'
import { findKeyFor } from '../store/accounts/api-keys.ts'
import { findUser } from '../store/accounts/users.ts'
import { BY_KEY } from '../store/days/actors.ts'
import type { Actor } from '../store/days/history.ts'
import type { Tx } from '../store/engine/engine.ts'
import { holdAccounts, holdHotel } from '../store/engine/locks.ts'

/**
 * Holds who makes something that gives access to a hotel, or as an admin to all (null), to being let in there still:
 * whoever removes or blocks them meanwhile comes before it or after it, and then lists it. Held before all else.
 *
 * @returns the account as whose it is kept; null: no person makes it
 * @throws AppError `unauthenticated`, `not_found`, `role_missing`
 */
export async function holdMaker(
  tx: Tx,
  actor: Actor | null,
  hotelId: number | null,
): Promise<string | null> {
  if (actor?.type !== 'user') return null
  await holdAccounts(tx)
  const user = await findUser(tx, actor.id)
  if (user?.status !== 'active') throw ended('Your account was blocked meanwhile.')
  const role = hotelId === null ? user.role === 'admin' && 'owner' : roleIn(user, hotelId)
  if (!role) throw new AppError('not_found', 'You manage no hotel of this slug.')
  needRole(role, 'owner')
  return user.id
}

/**
 * Holds a hotel, and whoever makes an endpoint there as `holdMaker` does: a key, or a connection, must stand.
 *
 * @returns as whose it is kept: what a key makes is of who made the key
 * @throws AppError as `holdMaker`
 */
export async function holdHotelFor(
  tx: Tx,
  actor: Actor,
  hotelId: number,
): Promise<{ createdBy: string | null; createdByKey: string | null }> {
  const createdBy = await holdMaker(tx, actor, hotelId)
  await holdHotel(tx, hotelId)
  if (!BY_KEY.includes(actor.type)) return { createdBy, createdByKey: null }
  const key = await findKeyFor(tx, { id: actor.id, hotelId })
  if (key?.revokedAtMs === null) return { createdBy: key.createdBy, createdByKey: key.id }
  throw actor.type === 'vendor' ? notConnected() : ended('This key was revoked meanwhile.')
}

const ended = (detail: string) => new AppError('unauthenticated', detail)
