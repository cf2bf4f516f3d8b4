import { mayDo, type NeededRole } from '../../domain/membership.ts'
import { session, type User } from './session.ts'
import type { Hotel } from './types.ts'

/** Whether who is signed in may do in a hotel what needs a role; what the page hides the service refuses anyway. */
export function may({ slug }: Pick<Hotel, 'slug'>, needed: NeededRole): boolean {
  const now = session.get()
  if (now.status !== 'in' && now.status !== 'expired') return false
  const { role, memberships } = now.user
  if (role === 'admin') return true
  const held = memberships.find(({ hotelSlug }) => hotelSlug === slug)?.role
  return held !== undefined && mayDo(held, needed)
}

/** Whether somebody sees who stays in a hotel, by their documents: its desk and owners, no admin. */
export const mayIdentify = (hotel: Pick<Hotel, 'slug'>): boolean => {
  const now = session.get()
  return may(hotel, 'front_desk') && now.status === 'in' && now.user.role !== 'admin'
}

/** Whether a hotel asks for a second factor that somebody has not: there is nothing to do in it before they have. */
export const isShut = ({ role, secondFactor, memberships }: User, slug: string): boolean =>
  role !== 'admin' &&
  !secondFactor &&
  memberships.some((each) => each.hotelSlug === slug && each.secondFactorRequired)
