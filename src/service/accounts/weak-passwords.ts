import {
  type PasswordHolder,
  refuseLength,
  refusePassword,
} from '../../domain/accounts/password.ts'
import type { Role, User } from '../../domain/accounts/user.ts'
import { listHotelContacts } from '../../store/catalog/catalog-lists.ts'
import type { Deps } from '../deps.ts'

/** Who chooses a password, and the hotels they work for or are about to. */
type Chooser = Pick<User, 'email' | 'name'> & {
  role: Role
  hotels?: { ids: readonly number[] } | { slugs: readonly string[] }
  ownsOne?: boolean
}

/**
 * Refuses a password that somebody chooses when others would try it early.
 *
 * @param path of the field it was sent in
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

/** Refuses a password of a guest who registers; where the service is a demo for its length alone. */
export async function refuseWeakOfGuest(
  deps: Pick<Deps, 'store' | 'brand' | 'isDemo'>,
  guest: Pick<User, 'email' | 'name'>,
  password: string,
): Promise<void> {
  if (deps.isDemo) refuseLength(password, '/password')
  else await refuseWeak(deps, { ...guest, role: 'guest' }, password, '/password')
}

/** An account that is there, as who chooses a password for it. */
export const chooserOf = ({ email, name, role, memberships }: User): Chooser => ({
  ...{ email, name, role },
  hotels: { ids: memberships.map(({ hotelId }) => hotelId) },
  ownsOne: memberships.some((each) => each.role === 'owner'),
})
