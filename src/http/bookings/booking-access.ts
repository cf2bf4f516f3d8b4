import { type NeededRole, needRole } from '../../domain/accounts/membership.ts'
import { memberRole, needRoleInAgency, roleIn, type User } from '../../domain/accounts/user.ts'
import type { Booking, Caller } from '../../domain/bookings/booking.ts'
import { isTestBooking } from '../../domain/catalog/sandbox-hotel.ts'
import { normalizeEmail } from '../../domain/kernel/address.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { findGuessedBooking } from '../../store/bookings/guessed.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Context } from '../api/context.ts'
import { isSameText } from '../api/same-text.ts'
import { refuseReaders } from './link-acts.ts'

/**
 * Access control of one booking: session, manage token, or code and e-mail (`contract-access`).
 *
 * The credentials of a caller: the signed-in user, the e-mail and the manage token, as far as the request has them.
 */
export type BookingCredentials = {
  user: User | undefined
  email: string | undefined
  manageToken: string | undefined
}

/** Returns the credentials of a user who proves nothing but their session. */
export const bySession = (user: User): BookingCredentials => ({
  ...{ user, email: undefined, manageToken: undefined },
})

/**
 * A booking and the credential that opened it: a session with rights to it, its manage token, or code and e-mail alone.
 */
export type Access = { booking: Booking; opener: 'session' | 'token' | 'email' }

/** A booking that the caller may change: `caller` is their role towards it, `actor` is recorded in the history. */
export type ActAccess = Access & { caller: Caller; actor: Actor }

/** True if a user of the booking's agency acts, signed in; the guest's link is no user of it. */
export const isOfAgency = ({ booking, caller, opener }: Omit<ActAccess, 'actor'>): boolean =>
  caller === 'guest' && booking.agencyId !== null && opener === 'session'

/** Finds a booking by a code that may be guessed; for the code of a group its first booking. */
export type Finder = typeof findGuessedBooking

/** Errors of a caller whose account or role does not suffice. */
export const ROLE_REFUSALS = ['forbidden', 'role_missing', 'second_factor_required'] as const

/** Errors of `grantAct`, except `not_found`, which every route with a code has. */
export const ACT_REFUSALS = ['manage_token_required', ...ROLE_REFUSALS] as const

/**
 * Finds the booking of a code for a caller who may read it: the holder of its manage token or its e-mail, a member of
 * the hotel, an admin, the agency that booked, or without an agency the account that booked. Any other caller gets the
 * same 404, after the same time, as for a code that does not exist (`contract-access`, *A booking's own key*).
 *
 * @throws AppError `not_found`
 */
export async function grantRead(
  context: Context,
  code: string,
  credentials: BookingCredentials,
  find?: Finder,
): Promise<Access> {
  return (await findAccess(context, code, credentials, { needed: 'any', find })) ?? refuseAll()
}

/**
 * Finds the booking of a code for a caller who may change it as the guest, the agency or the hotel. Code and e-mail
 * alone suffice only under `MANAGE_BY_EMAIL`, because every reader of a booking sees both. A manage link changes no
 * booking of an agency but where the terms say so (`guestActs`), and none later than 30 days after the stay.
 *
 * @throws AppError `not_found`, `role_missing`, `manage_token_required`, `forbidden`
 */
export async function grantAct(
  context: Context,
  code: string,
  credentials: BookingCredentials,
  find?: Finder,
): Promise<ActAccess> {
  if (isByEmail(credentials) && !context.manageByEmail) throw tokenRequired()
  const access = await findAccess(context, code, credentials, { needed: 'front_desk', find })
  refuseEmailAlone(context, credentials, access)
  if (!access) return refuseAll()
  if (access.opener === 'token') await refuseReaders(context, access.booking)
  return actOf(access, credentials)
}

/**
 * Finds the booking of a code for a caller who wants its manage link. A caller with code and e-mail alone gets
 * undefined, right or wrong, before the booking is read: neither the answer nor its time reveals anything.
 *
 * @param acts true to renew the link; code and e-mail never renew it, nor does a link that only reads
 * @throws AppError as `grantAct`
 */
export async function grantLink(
  context: Context,
  code: string,
  credentials: BookingCredentials,
  { acts, find }: { acts: boolean; find?: Finder | undefined },
): Promise<ActAccess | undefined> {
  const access = isByEmail(credentials)
    ? undefined
    : await findAccess(context, code, credentials, { needed: 'front_desk', find })
  if (isEmailAlone(credentials, access)) {
    if (acts) throw tokenRequired()
    return undefined
  }
  if (!access) return refuseAll()
  if (acts && access.opener === 'token') await refuseReaders(context, access.booking)
  return actOf(access, credentials)
}

/**
 * Finds the booking of a code for its guest, who alone writes its review; staff and agencies may only read the booking.
 *
 * @throws AppError `not_found`, `manage_token_required`
 */
export async function grantReview(
  context: Context,
  code: string,
  credentials: BookingCredentials,
): Promise<Access> {
  const user = credentials.user?.role === 'guest' ? credentials.user : undefined
  const access = await findAccess(context, code, { ...credentials, user }, { needed: 'any' })
  refuseEmailAlone(context, credentials, access)
  return access ?? refuseAll()
}

/**
 * Finds the booking of a code for a caller with any right to it; undefined without one.
 *
 * @param find finds the booking, or the first one of a group
 * @throws AppError `role_missing`
 */
export async function findAccess(
  { store, tokens }: Context,
  code: string,
  { user, email, manageToken }: BookingCredentials,
  { needed, find = findGuessedBooking }: { needed: NeededRole; find?: Finder | undefined },
): Promise<Access | undefined> {
  const found = await find(store, code.toUpperCase())
  // A test booking is visible to its test key alone; an erased one to its hotel and agency.
  const booking = found && isTestBooking(found) ? undefined : found
  // Compared even without a booking, so that the response time reveals nothing.
  const isToken = isSameText(manageToken ?? '', tokens.manage(booking ?? NOBODY))
  const kept = booking?.guest.email ?? null
  // A booking with a telephone number alone has no e-mail to open it.
  const isEmail =
    isSameText(normalizeEmail(email ?? ''), normalizeEmail(kept ?? 'nobody@nowhere')) &&
    kept !== null
  if (!booking) return undefined
  const opener = openerOf(
    { email, manageToken },
    {
      isTheirs: user !== undefined && isTheirs(booking, user),
      isToken: isToken && booking.erasedAtMs === null,
      isEmail,
    },
  )
  if (!opener) return undefined
  // The role of a member applies even if another credential opened the booking.
  const role = memberRole(user, booking.hotelId)
  if (role) needRole(role, needed)
  if (booking.agencyId !== null && booking.agencyId === user?.agencyId)
    needRoleInAgency(user, needed === 'any' ? [] : ['agency_seller'])
  return { booking, opener }
}

const NOBODY = { id: 0, groupCode: null, manageEpoch: 0 }

type CredentialMatches = { isTheirs: boolean; isToken: boolean; isEmail: boolean }

/** Returns the credential that opens a booking; an e-mail sent with a token must be right, too. */
function openerOf(
  { email, manageToken }: Omit<BookingCredentials, 'user'>,
  { isTheirs, isToken, isEmail }: CredentialMatches,
): Access['opener'] | undefined {
  if (isTheirs) return 'session'
  if (manageToken !== undefined)
    return isToken && (email === undefined || isEmail) ? 'token' : undefined
  return isEmail ? 'email' : undefined
}

/**
 * Refuses code and e-mail alone, right or wrong, without `MANAGE_BY_EMAIL`.
 *
 * @throws AppError `manage_token_required`
 */
function refuseEmailAlone(
  { manageByEmail }: Context,
  credentials: BookingCredentials,
  access: Access | undefined,
): void {
  if (isEmailAlone(credentials, access) && !manageByEmail) throw tokenRequired()
}

/** True if the e-mail is the caller's only credential. */
const isByEmail = ({ user, email, manageToken }: BookingCredentials) =>
  !user && manageToken === undefined && email !== undefined

const isEmailAlone = ({ email, manageToken }: BookingCredentials, access: Access | undefined) =>
  access?.opener !== 'session' && manageToken === undefined && email !== undefined

const tokenRequired = () =>
  new AppError(
    'manage_token_required',
    'Send the booking’s manageToken: code and e-mail alone only read it.',
  )

const actOf = (access: Access, { user }: BookingCredentials): ActAccess => ({
  ...access,
  caller: callerOf(access.booking, user),
  actor: bookingActor(access, user),
})

/** @throws AppError `not_found` */
export function refuseAll(): never {
  throw new AppError('not_found', 'There is no such booking, or no access to it.')
}

/** Returns the role of a caller towards a booking that they may change. */
function callerOf({ hotelId }: Booking, user: User | undefined): Caller {
  if (user?.role === 'admin') return 'admin'
  return memberRole(user, hotelId) ? 'hotel' : 'guest'
}

/** Returns the actor recorded for a change: the account of hotel staff and admins, otherwise the booking itself. */
function bookingActor({ booking, opener }: Access, user: User | undefined): Actor {
  if (user && callerOf(booking, user) !== 'guest') return { type: 'user', id: user.id }
  const actor = { type: 'booking' as const, id: booking.code }
  if (opener === 'token')
    return { ...actor, by: 'guest', how: 'manage_link', epoch: booking.manageEpoch }
  if (opener === 'email') return { ...actor, by: 'guest' }
  return { ...actor, by: booking.agencyId === null ? 'guest' : 'agency', how: 'session' }
}

function isTheirs(booking: Booking, user: User): boolean {
  if (roleIn(user, booking.hotelId)) return true
  // A booking of an agency belongs to the agency, not to the user who made it: that user may have left.
  if (booking.agencyId !== null)
    return user.role === 'agency_user' && booking.agencyId === user.agencyId
  return booking.userId === user.id
}
