import type { WholeHotel } from '../../client/call.ts'
import { type AgencyRole, mayDoInAgency } from '../../domain/accounts/agency-role.ts'
import { mayDo, type NeededRole } from '../../domain/accounts/membership.ts'
import { session, type User } from './session.ts'

/**
 * True if the reader has a role in a hotel or is an admin; the page only hides acts that the service refuses anyway.
 */
export function may({ slug }: Pick<WholeHotel, 'slug'>, needed: NeededRole): boolean {
  const now = session.get()
  if (isAdmin()) return true
  if (!('user' in now)) return false
  const { memberships } = now.user
  const held = memberships.find(({ hotelSlug }) => hotelSlug === slug)?.role
  return held !== undefined && mayDo(held, needed)
}

/** True if an admin is signed in. */
export const isAdmin = (): boolean => {
  const now = session.get()
  return 'user' in now && now.user.role === 'admin'
}

/** True if the reader may see the identity documents of guests: the front desk and owners may, admins may not. */
export const mayIdentify = (hotel: Pick<WholeHotel, 'slug'>): boolean => {
  return may(hotel, 'front_desk') && !isAdmin()
}

/** True if the person lacks the second factor that the hotel requires, which bars them from all its views. */
export const isShut = (user: User, slug: string): boolean =>
  user.role !== 'admin' &&
  !user.secondFactor &&
  !user.shownPasskey &&
  user.memberships.some((each) => each.hotelSlug === slug && each.secondFactorRequired)

/** True if the person's role in the agency is one of these, or an owner's; none: any role. */
export const mayInAgency = ({ agencyRole }: User, roles: readonly AgencyRole[] = []): boolean =>
  agencyRole !== null && mayDoInAgency(agencyRole, roles)

/** True if the person lacks the second factor that the agency requires. */
export const isShutOfAgency = (user: User): boolean =>
  user.agencyFactorRequired === true && !user.secondFactor && !user.shownPasskey
