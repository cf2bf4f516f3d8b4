import { Type } from 'typebox'
import { AGENCY_ROLES, type AgencyRole } from '../../domain/accounts/agency-role.ts'
import type { Colleague } from '../../store/accounts/colleagues.ts'
import { namedObject, show, words } from '../api/schema.ts'
import { patternText } from '../api/texts.ts'
import { MemberSchema } from './member-shape.ts'

/** A role in an agency, as bodies name it. */
export const AgencyRoleSchema = Type.Unsafe<AgencyRole>(
  patternText(`^(${AGENCY_ROLES.join('|')})$`, 'agency_owner, agency_seller or agency_accounts'),
)

/** One of an agency's people. */
export const ColleagueSchema = namedObject('Colleague', {
  ...MemberSchema.properties,
  role: words(...AGENCY_ROLES),
})

export const showColleague = ({ agencyRole: role, hasSecondFactor, ...person }: Colleague) =>
  show(ColleagueSchema, { ...person, role, secondFactor: hasSecondFactor })
