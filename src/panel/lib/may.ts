import type { WholeHotel } from '../../client/call.ts'
import { mayDo, type NeededRole } from '../../domain/accounts/membership.ts'
import { session, type User } from './session.ts'

/** Whether who is signed in may do in a hotel what needs a role; what the page hides the service refuses anyway. */
export function may({ slug }: Pick<WholeHotel, 'slug'>, needed: NeededRole): boolean {
  const now = session.get()
  if (isAdmin()) return true
  if (!('user' in now)) return false
  const { memberships } = now.user
  const held = memberships.find(({ hotelSlug }) => hotelSlug === slug)?.role
  return held !== undefined && mayDo(held, needed)
}

/** Tells if an admin is signed in. */
export const isAdmin = (): boolean => {
  const now = session.get()
  return 'user' in now && now.user.role === 'admin'
}

/** Whether somebody sees who stays in a hotel, by their documents: its desk and owners, no admin. */
export const mayIdentify = (hotel: Pick<WholeHotel, 'slug'>): boolean => {
  return may(hotel, 'front_desk') && !isAdmin()
}

/** Whether a hotel asks for a second factor that somebody has not: there is nothing to do in it before they have. */
export const isShut = (user: User, slug: string): boolean =>
  user.role !== 'admin' &&
  !user.secondFactor &&
  !user.shownPasskey &&
  user.memberships.some((each) => each.hotelSlug === slug && each.secondFactorRequired)
