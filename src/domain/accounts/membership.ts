import { AppError } from '../kernel/errors.ts'

export const MEMBERSHIPS_MAX = 200

/** People of one hotel, and hotels of one account. */
export const MEMBERS_MAX = 200

/** What a `hotel_manager` may be in a hotel (contract §5, *Memberships*). */
export const MEMBER_ROLES = ['owner', 'revenue', 'front_desk', 'read_only'] as const
export type MemberRole = (typeof MEMBER_ROLES)[number]

/** A hotel that somebody belongs to, and as what; and whether it lets its people in with a second factor only. */
export type Membership = { hotelId: number; role: MemberRole; secondFactorRequired?: boolean }

/**
 * What an operation asks of a hotel's member: `any` role will do, or this one, or any that may do more than read; an
 * owner may do all.
 */
export type NeededRole = 'any' | 'owner' | 'revenue' | 'front_desk' | 'not_read_only'

/** The roles of which one is enough; none: any will do. */
export function rolesOf(needed: NeededRole): readonly MemberRole[] {
  if (needed === 'any') return []
  if (needed === 'not_read_only') return ['owner', 'revenue', 'front_desk']
  return needed === 'owner' ? ['owner'] : ['owner', needed]
}

/** Whether a role may do what asks for another. */
export function mayDo(held: MemberRole, needed: NeededRole): boolean {
  const enough = rolesOf(needed)
  return enough.length === 0 || enough.includes(held)
}

/** @throws AppError `role_missing` naming what would be enough */
export function needRole(held: MemberRole, needed: NeededRole): void {
  if (mayDo(held, needed)) return
  const roles = rolesOf(needed)
  throw new AppError('role_missing', `This needs the role ${roles.join(' or ')} in the hotel.`, {
    members: { roles },
  })
}
