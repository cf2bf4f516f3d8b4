import {
  type AgencyRole,
  agencyRolesOf,
  needAgencyRole,
} from '../../domain/accounts/agency-role.ts'
import { agencyRoleOf } from '../../domain/accounts/user.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { type Agency, findAgency } from '../../store/agencies/agencies.ts'
import type { Context } from '../api/context.ts'
import type { Door } from '../api/route.ts'
import { type SignedIn, sessionDoor } from './session-door.ts'

/** An agency user with the agency. */
export type Agent = SignedIn & { agency: Agency }

/**
 * Admits agency users with their agency: those with one of these roles in it if any are named, and its owners always.
 *
 * @throws AppError `not_found` for a user without an agency, `role_missing`, `second_factor_required`
 */
export function agencyDoor(context: Context, ...roles: AgencyRole[]): Door<Agent> {
  const session = sessionDoor(context, 'agency_user')
  return {
    ...session,
    errors: [...session.errors, 'not_found', 'second_factor_required'],
    agencyRoles: agencyRolesOf(roles),
    async enter(call, readQuery) {
      const caller = await session.enter(call, readQuery)
      const { agencyId } = caller.user
      const agency = agencyId === null ? undefined : await findAgency(context.store, agencyId)
      const role = agencyRoleOf(caller.user)
      if (!agency || !role) throw new AppError('not_found', 'You belong to no agency.')
      needAgencyRole(role, roles)
      return { ...caller, agency }
    },
  }
}
