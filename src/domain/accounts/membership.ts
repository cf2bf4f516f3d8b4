import { AppError } from '../kernel/errors.ts'

export const MEMBERSHIPS_MAX = 200

/** Members of one hotel, and hotels of one account. */
export const MEMBERS_MAX = 200

/** Roles of a `hotel_manager` in one hotel (contract §5, *Memberships*). */
export const MEMBER_ROLES = ['owner', 'revenue', 'front_desk', 'read_only'] as const
export type MemberRole = (typeof MEMBER_ROLES)[number]

/** A membership: the hotel, the member's role, and the hotel's demand for a second factor. */
export type Membership = { hotelId: number; role: MemberRole; secondFactorRequired?: boolean }

/**
 * The role that an operation needs: `any`, one role, or any role with more than read access. An owner may do
 * everything.
 */
export type NeededRole = 'any' | 'owner' | 'revenue' | 'front_desk' | 'not_read_only'

/** Returns the roles that satisfy a need; empty: any role does. */
export function rolesOf(needed: NeededRole): readonly MemberRole[] {
  if (needed === 'any') return []
  if (needed === 'not_read_only') return ['owner', 'revenue', 'front_desk']
  return needed === 'owner' ? ['owner'] : ['owner', needed]
}

/** True if a role satisfies the needed one. */
export function mayDo(held: MemberRole, needed: NeededRole): boolean {
  const enough = rolesOf(needed)
  return enough.length === 0 || enough.includes(held)
}

/** Refuses a role that is not enough. @throws AppError `role_missing` naming the roles that would be enough */
export function needRole(held: MemberRole, needed: NeededRole): void {
  if (mayDo(held, needed)) return
  const roles = rolesOf(needed)
  throw new AppError('role_missing', `This needs the role ${roles.join(' or ')} in the hotel.`, {
    members: { roles },
  })
}
