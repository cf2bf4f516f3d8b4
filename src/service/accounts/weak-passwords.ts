import {
  type PasswordHolder,
  refuseLength,
  refusePassword,
} from '../../domain/accounts/password.ts'
import type { Role, User } from '../../domain/accounts/user.ts'
import { listHotelContacts } from '../../store/catalog/catalog-lists.ts'
import type { Deps } from '../deps.ts'

/** The user who chooses a password, with the present and future hotels. */
type Chooser = Pick<User, 'email' | 'name'> & {
  role: Role
  hotels?: { ids: readonly number[] } | { slugs: readonly string[] }
  ownsOne?: boolean
}

/**
 * Refuses a new password that attackers would try early.
 *
 * @param path of the request field
 * @throws AppError `password_too_weak`
 */
export async function refuseWeak(
  { store, brand }: Pick<Deps, 'store' | 'brand'>,
  { email, name, role, hotels, ownsOne = false }: Chooser,
  password: string,
  path: string,
): Promise<void> {
  const known = hotels ? await listHotelContacts(store, hotels) : []
  const isPowerful = ownsOne || role === 'admin'
  const holder: PasswordHolder = { brand, email, name, hotels: known, isPowerful }
  refusePassword(password, holder, path)
}

/** Refuses a weak password of a guest who registers; a demo checks only its length. */
export async function refuseWeakOfGuest(
  deps: Pick<Deps, 'store' | 'brand' | 'isDemo'>,
  guest: Pick<User, 'email' | 'name'>,
  password: string,
): Promise<void> {
  if (deps.isDemo) refuseLength(password, '/password')
  else await refuseWeak(deps, { ...guest, role: 'guest' }, password, '/password')
}

/** Returns an existing account as the chooser of a password. */
export const chooserOf = ({ email, name, role, memberships }: User): Chooser => ({
  ...{ email, name, role },
  hotels: { ids: memberships.map(({ hotelId }) => hotelId) },
  ownsOne: memberships.some((each) => each.role === 'owner'),
})
