import type { AgencyRole } from '../../domain/accounts/agency-role.ts'
import { MEMBERSHIPS_MAX, type Membership } from '../../domain/accounts/membership.ts'
import type { Role, User } from '../../domain/accounts/user.ts'
import { refused } from '../../domain/kernel/errors.ts'
import { findAgencyByCode } from '../../store/agencies/agencies.ts'
import { listHotelNames } from '../../store/catalog/catalog-lists.ts'
import type { Tx } from '../../store/engine/engine.ts'

/** Hotels and agency to which an admin says that an account belongs; absent fields stay as they are. */
type Belongings = {
  hotels?: string[] | undefined
  seenHotels?: string[] | undefined
  agencyCode?: string | undefined
  agencyRole?: AgencyRole | undefined
}

/**
 * Returns the hotels and the agency that go with a role: from the request, else unchanged. A manager may have no hotel
 * yet; a new agency user has an agency.
 *
 * @throws AppError `validation_failed`
 */
export async function belongingsOf(
  tx: Tx,
  role: Role,
  { hotels, seenHotels, ...agency }: Belongings,
  before?: User,
): Promise<Pick<User, 'memberships' | 'agencyId' | 'agencyRole'>> {
  if (hotels !== undefined && role !== 'hotel_manager')
    throw refused('/hotels', 'not_for_role', 'Only a hotel_manager has hotels.')
  for (const field of ['agencyCode', 'agencyRole'] as const)
    if (agency[field] !== undefined && role !== 'agency_user')
      throw refused(`/${field}`, 'not_for_role', 'Only an agency_user has an agency.')
  const nothing = { memberships: [], agencyId: null, agencyRole: null }
  if (role === 'agency_user') return { ...nothing, ...(await agencyOf(tx, agency, before)) }
  if (role !== 'hotel_manager') return nothing
  const known = before?.memberships ?? []
  const memberships = hotels ? await membershipsOf(tx, hotels, known, seenHotels) : known
  return { ...nothing, memberships }
}

/** Returns an account's agency and role in it; an owner unless said otherwise. @throws AppError `validation_failed` */
async function agencyOf(
  tx: Tx,
  { agencyCode, agencyRole }: Pick<Belongings, 'agencyCode' | 'agencyRole'>,
  before: User | undefined,
): Promise<Pick<User, 'agencyId' | 'agencyRole'>> {
  const held = before?.role === 'agency_user' ? before : undefined
  const found = agencyCode === undefined ? undefined : await findAgencyByCode(tx, agencyCode)
  if (agencyCode !== undefined && !found)
    throw refused('/agencyCode', 'unknown_agency', 'No agency has this code.')
  const agencyId = found?.id ?? held?.agencyId ?? null
  // A user who was removed from an agency has none.
  if (agencyId === null && held && agencyRole === undefined) return { agencyId, agencyRole: null }
  if (agencyId === null)
    throw refused('/agencyCode', 'required', 'An agency_user belongs to an agency.')
  const former = agencyId === held?.agencyId ? held.agencyRole : null
  return { agencyId, agencyRole: agencyRole ?? former ?? 'agency_owner' }
}

/**
 * Returns the memberships in these hotels. The account keeps its role at its former hotels and owns the new ones.
 *
 * @param seen its hotels as the admin saw them: a hotel lost since is not given back, and a hotel gained since is not
 *   taken away
 */
async function membershipsOf(
  tx: Tx,
  slugs: readonly string[],
  before: readonly Membership[],
  seen?: readonly string[],
): Promise<Membership[]> {
  const found = await listHotelNames(tx, { slugs })
  const known = new Set(found.map(({ slug }) => slug))
  const unknown = slugs.findIndex((slug) => !known.has(slug))
  if (unknown >= 0) throw refused(`/hotels/${unknown}`, 'unknown_hotel', 'No hotel has this slug.')
  const heldIds = new Set(before.map(({ hotelId }) => hotelId))
  const seenIds = new Set((await listHotelNames(tx, { slugs: seen ?? [] })).map(({ id }) => id))
  const added = found.filter(({ id }) => !heldIds.has(id) && !seenIds.has(id))
  const wantedIds = new Set(found.map(({ id }) => id))
  const kept = before.filter(({ hotelId: id }) => wantedIds.has(id) || (seen && !seenIds.has(id)))
  const memberships = [...kept, ...added.map(({ id }) => ({ hotelId: id, role: 'owner' as const }))]
  if (memberships.length > MEMBERSHIPS_MAX)
    throw refused('/hotels', 'too_many', `An account has at most ${MEMBERSHIPS_MAX} hotels.`, {
      max: MEMBERSHIPS_MAX,
    })
  return memberships.toSorted((a, b) => a.hotelId - b.hotelId)
}
