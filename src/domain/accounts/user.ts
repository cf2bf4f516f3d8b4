import { AppError } from '../kernel/errors.ts'
import type { Language } from '../kernel/language.ts'
import { type AgencyRole, type NeededAgencyRoles, needAgencyRole } from './agency-role.ts'
import type { MemberRole, Membership } from './membership.ts'

/** Roles of an account (specification §5): the three of the specification, and registered guests. */
export const ROLES = ['guest', 'hotel_manager', 'agency_user', 'admin'] as const
export type Role = (typeof ROLES)[number]

export const USER_STATUSES = ['active', 'blocked'] as const
export type UserStatus = (typeof USER_STATUSES)[number]

/** The types of actors in the audit history: an API key, a booking, an account, or the service itself (contract §2). */
export const ACTOR_TYPES = ['key', 'vendor', 'booking', 'user', 'system'] as const
export type ActorType = (typeof ACTOR_TYPES)[number]
/** Actor types stored as rows of keys: a vendor acts by its connection. */
export const BY_KEY: ActorType[] = ['key', 'vendor']

/** The person behind an act of type `booking`, and the means of authorization (`contract-access`). @public */
export const ACTOR_BYS = ['guest', 'agency', 'system'] as const
export type ActorSide = (typeof ACTOR_BYS)[number]
/** @public */
export const ACTOR_HOWS = ['session', 'manage_link', 'proof_link', 'site'] as const
export type ActorMeans = (typeof ACTOR_HOWS)[number]

/** An account without its secret. */
export type User = {
  id: string
  /** Normalized by `normalizeEmail`. */
  email: string
  name: string
  role: Role
  status: UserStatus
  /**
   * Incremented by a change of password, role or status and by a log-out, which ends all earlier tokens (contract §5).
   */
  tokenVersion: number
  /** Set for agency users. */
  agencyId: number | null
  /** The role in the agency; null without one. */
  agencyRole: AgencyRole | null
  /** True if the agency admits its people with a second factor only. */
  isFactorOfAgency?: boolean
  /** Memberships of a manager, by hotel id ascending; empty for every other role. */
  memberships: Membership[]
  /** The preferred language of pages and mails; null: not chosen. */
  language: Language | null
  /** True if log-in needs a code as well as the password. */
  hasSecondFactor: boolean
  /** Set for a session that used a passkey that is valid here, which counts as both factors. */
  hasShownPasskey?: boolean
  /** True if the holder has proven that they read mails at this address. */
  isAddressProven: boolean
  createdAtMs: number
}

/**
 * Returns the account's rights in a hotel; admins have an owner's. Undefined: none.
 *
 * @throws AppError `second_factor_required`
 */
export function roleIn(user: User | undefined, hotelId: number): MemberRole | undefined {
  if (user?.role === 'admin') return 'owner'
  return memberRole(user, hotelId)
}

/**
 * Returns the member's role in a hotel; undefined for everyone else, admins included. Here a hotel's rule demands the second
 * factor (`factor-required.ts` sets the rule); at log-in `passFactor` demands it.
 *
 * @throws AppError `second_factor_required`
 */
export function memberRole(user: User | undefined, hotelId: number): MemberRole | undefined {
  const membership = membershipOf(user, hotelId)
  if (membership && lacksFactor(user!, membership)) throw factorRequired('hotel')
  return membership?.role
}

/**
 * Returns the role of an agency's user in it; undefined for everyone else, admins included. Here the agency's rule
 * demands the second factor.
 *
 * @throws AppError `second_factor_required`
 */
export function agencyRoleOf(user: User | undefined): AgencyRole | undefined {
  if (user?.role !== 'agency_user' || user.agencyId === null) return undefined
  if (lacksFactor(user, { secondFactorRequired: user.isFactorOfAgency }))
    throw factorRequired('agency')
  return user.agencyRole ?? undefined
}

/**
 * Returns the agency for which an account searches and sells; null for everybody else, and where the agency's rule
 * demands a second factor that the account lacks.
 */
export const agencyOf = (user: User | undefined): number | null =>
  user?.role === 'agency_user' &&
  !lacksFactor(user, { secondFactorRequired: user.isFactorOfAgency })
    ? user.agencyId
    : null

/** True if the account is an owner of the agency and would pass its second-factor rule. */
export const ownsAgency = (user: User, agencyId: number): boolean =>
  user.role === 'agency_user' &&
  user.agencyId === agencyId &&
  user.agencyRole === 'agency_owner' &&
  !lacksFactor(user, { secondFactorRequired: user.isFactorOfAgency })

/** Refuses the agency's users with another role; others pass. @throws AppError `role_missing`, `second_factor_required` */
export function needRoleInAgency(user: User | undefined, needed: NeededAgencyRoles): void {
  const role = agencyRoleOf(user)
  if (role) needAgencyRole(role, needed)
}

/** True if the account is a member of the hotel or an admin and would pass its second-factor rule. */
export function isAtHome(user: User | undefined, hotelId: number): boolean {
  const membership = membershipOf(user, hotelId)
  return user?.role === 'admin' || (membership !== undefined && !lacksFactor(user!, membership))
}

/**
 * Returns the hotels whose limits for guests do not apply to the account, because it works there; true: all hotels,
 * for admins and agencies.
 */
export function unboundAt(user: User | undefined): true | number[] {
  if (user?.role === 'admin' || user?.role === 'agency_user') return true
  const homes = user?.memberships.filter(({ hotelId }) => isAtHome(user, hotelId)) ?? []
  return homes.map(({ hotelId }) => hotelId)
}

/** True if the guest limits of this hotel do not apply. */
export const isUnbound = (unbound: true | readonly number[], hotelId: number): boolean =>
  unbound === true || unbound.includes(hotelId)

const membershipOf = (user: User | undefined, hotelId: number) =>
  user?.role === 'hotel_manager'
    ? user.memberships.find((each) => each.hotelId === hotelId)
    : undefined

const lacksFactor = (user: User, rule: { secondFactorRequired?: boolean | undefined }) =>
  rule.secondFactorRequired === true && !user.hasSecondFactor && !user.hasShownPasskey

const factorRequired = (house: 'hotel' | 'agency') =>
  new AppError(
    'second_factor_required',
    `This ${house} lets its people in with a second factor only, and your account, or this session of it, has none.`,
  )
