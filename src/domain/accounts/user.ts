import { AppError } from '../kernel/errors.ts'
import type { Language } from '../kernel/language.ts'
import type { MemberRole, Membership } from './membership.ts'

/** What an account may do (specification §5): the three roles of the specification, and guests who register. */
export const ROLES = ['guest', 'hotel_manager', 'agency_user', 'admin'] as const
export type Role = (typeof ROLES)[number]

export const USER_STATUSES = ['active', 'blocked'] as const
export type UserStatus = (typeof USER_STATUSES)[number]

/** What may change something: an API key, a booking, an account, or the service itself (contract §2). */
export const ACTOR_TYPES = ['key', 'vendor', 'booking', 'user', 'system'] as const
export type ActorType = (typeof ACTOR_TYPES)[number]

/** Whose act a booking's own act was, and what let them act (`contract-access`). @public */
export const ACTOR_BYS = ['guest', 'agency', 'system'] as const
export type ActorSide = (typeof ACTOR_BYS)[number]
/** @public */
export const ACTOR_HOWS = ['session', 'manage_link', 'proof_link', 'site'] as const
export type ActorMeans = (typeof ACTOR_HOWS)[number]

/** An account without its secret. */
export type User = {
  id: string
  /** As `normalizeEmail` makes it. */
  email: string
  name: string
  role: Role
  status: UserStatus
  /** Raised by a change of password, role or status and by a logout: ends every earlier token (contract §5). */
  tokenVersion: number
  /** Set for agency users. */
  agencyId: number | null
  /** Hotels a manager belongs to, lower ids first; empty for every other role. */
  memberships: Membership[]
  /** What its holder reads and is written to in; null: not said. */
  language: Language | null
  /** It logs in with a code beside the password. */
  hasSecondFactor: boolean
  /** Of a session: it has shown a passkey that is good here, which is both factors. */
  hasShownPasskey?: boolean
  /** A mail to its address was read by whoever has the account. */
  isAddressProven: boolean
  createdAtMs: number
}

/**
 * What somebody may do in a hotel: admins what its owners may; undefined: it is not theirs.
 *
 * @throws AppError `second_factor_required`
 */
export function roleIn(user: User | undefined, hotelId: number): MemberRole | undefined {
  if (user?.role === 'admin') return 'owner'
  return memberRole(user, hotelId)
}

/**
 * What somebody is in a hotel that they work for; undefined for everybody else, admins too.
 *
 * @throws AppError `second_factor_required`
 */
export function memberRole(user: User | undefined, hotelId: number): MemberRole | undefined {
  const membership = membershipOf(user, hotelId)
  if (membership && isShut(user!, membership))
    throw new AppError(
      'second_factor_required',
      'This hotel lets its people in with a second factor only, and your account, or this session of it, has none.',
    )
  return membership?.role
}

/** Whether somebody works for a hotel, or is an admin, and would be let in there. */
export function isAtHome(user: User | undefined, hotelId: number): boolean {
  const membership = membershipOf(user, hotelId)
  return user?.role === 'admin' || (membership !== undefined && !isShut(user!, membership))
}

/** The hotels whose bounds of guests do not hold for somebody, who works there; true: all, for admins and agencies. */
export function unboundAt(user: User | undefined): true | number[] {
  if (user?.role === 'admin' || user?.role === 'agency_user') return true
  const homes = user?.memberships.filter(({ hotelId }) => isAtHome(user, hotelId)) ?? []
  return homes.map(({ hotelId }) => hotelId)
}

/** Whether a hotel is one of those. */
export const isUnbound = (unbound: true | readonly number[], hotelId: number): boolean =>
  unbound === true || unbound.includes(hotelId)

const membershipOf = (user: User | undefined, hotelId: number) =>
  user?.role === 'hotel_manager'
    ? user.memberships.find((each) => each.hotelId === hotelId)
    : undefined

const isShut = (user: User, { secondFactorRequired }: Membership) =>
  secondFactorRequired === true && !user.hasSecondFactor && !user.hasShownPasskey
