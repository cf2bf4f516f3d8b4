import { mayDo, type NeededRole } from '../../domain/membership.ts'
import { session } from './session.ts'
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
