import { AppError } from '../kernel/errors.ts'

/** Accounts of one agency. */
export const COLLEAGUES_MAX = 200

/** Roles of an `agency_user` in the agency (contract-agencies, *Roles*). */
export const AGENCY_ROLES = ['agency_owner', 'agency_seller', 'agency_accounts'] as const
export type AgencyRole = (typeof AGENCY_ROLES)[number]

/** The roles that each suffice for an operation; empty: any role does. An owner may do everything. */
export type NeededAgencyRoles = readonly AgencyRole[]

/** Returns all roles that satisfy a need; empty: any role does. */
export const agencyRolesOf = (needed: NeededAgencyRoles): readonly AgencyRole[] =>
  needed.length === 0 ? [] : AGENCY_ROLES.filter((role) => mayDoInAgency(role, needed))

/** True if a role in an agency satisfies a need. */
export const mayDoInAgency = (held: AgencyRole, needed: NeededAgencyRoles): boolean =>
  needed.length === 0 || held === 'agency_owner' || needed.includes(held)

/** Returns the role of a stored account in its agency: accounts older than roles are owners; null without an agency. */
export const heldAgencyRole = (account: {
  agencyId: number | null
  agencyRole: AgencyRole | null
}): AgencyRole | null => (account.agencyId === null ? null : (account.agencyRole ?? 'agency_owner'))

/** Refuses a role that is not enough. @throws AppError `role_missing` naming the roles that would be enough */
export function needAgencyRole(held: AgencyRole, needed: NeededAgencyRoles): void {
  if (mayDoInAgency(held, needed)) return
  const roles = agencyRolesOf(needed)
  throw new AppError('role_missing', `This needs the role ${roles.join(' or ')} in the agency.`, {
    members: { roles },
  })
}
