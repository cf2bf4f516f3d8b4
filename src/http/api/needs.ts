import type { AgencyRole } from '../../domain/accounts/agency-role.ts'
import { type NeededRole, rolesOf } from '../../domain/accounts/membership.ts'
import { type NeededScope, scopesOf } from '../../domain/accounts/scope.ts'

/** Needs of a door beside its callers' credential, as `DoorWords` says them. */
type DoorNeeds = {
  isScoped?: true
  isTest?: true
  hasMembers?: true
  agencyRoles?: readonly AgencyRole[]
}

/** Returns the scopes that satisfy an operation, and a sentence about them; nothing behind doors without scopes. */
export function describeScope({ scope }: { scope?: NeededScope }, { isScoped, isTest }: DoorNeeds) {
  if (!isScoped || scope === undefined) return { words: [] }
  const scopes = scopesOf(scope)
  const named = scopes.map((each) => `\`${each}\``).join(' or ')
  const any = isTest ? 'With a test key.' : 'Any key will do.'
  return { words: [scopes.length > 0 ? `Scope: ${named}.` : any], scopes }
}

/** Returns the same for the roles of a hotel's members, or of an agency's people. */
export function describeRole(
  { memberRole }: { memberRole?: NeededRole },
  { hasMembers, agencyRoles }: DoorNeeds,
) {
  if (agencyRoles) {
    const named = agencyRoles.map((each) => `\`${each}\``).join(' or ')
    return { words: named ? [`Role in the agency: ${named}.`] : [], agencyRoles }
  }
  if (!hasMembers || memberRole === undefined) return { words: [] }
  const roles = rolesOf(memberRole)
  const named = roles.map((each) => `\`${each}\``).join(' or ')
  return { words: roles.length > 0 ? [`Role in the hotel: ${named}.`] : [], roles }
}
