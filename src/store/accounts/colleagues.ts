import { and, eq, isNull, or } from 'drizzle-orm'
import type { Handle } from '../engine/engine.ts'
import { hasRow } from '../engine/rows.ts'

/** True if an agency has an owner with an active account. */
export function hasAgencyOwner(handle: Handle, agencyId: number): Promise<boolean> {
  const { user } = handle.t
  const isOwner = or(eq(user.agencyRole, 'agency_owner'), isNull(user.agencyRole))
  const isThere = and(eq(user.role, 'agency_user'), eq(user.status, 'active'))
  return hasRow(handle, user, and(eq(user.agencyId, agencyId), isThere, isOwner))
}
