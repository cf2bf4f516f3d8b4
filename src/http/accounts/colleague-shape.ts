import { Type } from 'typebox'
import { AGENCY_ROLES, type AgencyRole } from '../../domain/accounts/agency-role.ts'
import { patternText } from '../api/texts.ts'

/** A role in an agency, as bodies name it. */
export const AgencyRoleSchema = Type.Unsafe<AgencyRole>(
  patternText(`^(${AGENCY_ROLES.join('|')})$`, 'agency_owner, agency_seller or agency_accounts'),
)
