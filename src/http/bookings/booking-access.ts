import { type NeededRole, needRole } from '../../domain/accounts/membership.ts'
import { memberRole, roleIn, type User } from '../../domain/accounts/user.ts'
import type { Booking, Caller } from '../../domain/bookings/booking.ts'
import { actsUntilMs } from '../../domain/bookings/manage-link.ts'
import { isTestBooking } from '../../domain/catalog/sandbox-hotel.ts'
import { normalizeEmail } from '../../domain/kernel/address.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { noSuchBooking } from '../../service/bookings/ack-booking.ts'
import { findBooking, findGuessedBooking } from '../../store/bookings/bookings.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Handle } from '../../store/engine/engine.ts'
import type { Context } from '../api/context.ts'
import { isSameText } from '../api/same-text.ts'

/** Who asks about a booking: a signed-in user, and what they know of it. */
export type BookingCredentials = {
  user: User | undefined
  email: string | undefined
  manageToken: string | undefined
}

/** A booking with what opened it: a session that it belongs to, its manage token, or code and e-mail alone. */
export type Access = { booking: Booking; opener: 'session' | 'token' | 'email' }

/** A booking that somebody may act on, who they are to it, and as whom their acts are written down. */
export type ActAccess = Access & { caller: Caller; actor: Actor }

/**
 * Finds the booking of a code for somebody who may read it: who has its manage token or knows its e-mail, the hotel's
 * members, an admin, and the agency that made it or else the account that did. Everybody else gets the same 404, in the
 * same time, as for a code that does not exist (`contract-access`, *A booking's own key*).
 *
 * @throws AppError `not_found`
 */
export async function grantRead(
  context: Context,
  code: string,
  asker: BookingCredentials,
): Promise<Access> {
  return (await findAccess(context, code, asker, 'any')) ?? refuseAll()
}

/**
 * The same for somebody who acts as the guest, the agency or the hotel. Code and e-mail alone act only where
 * `MANAGE_BY_EMAIL` says so: who reads a booking has both before their eyes. A link acts on no booking of an agency, and
 * for 30 days after the stay.
 *
 * @throws AppError `not_found`, `role_missing`, `manage_token_required`, `forbidden`
 */
export async function grantAct(
  context: Context,
  code: string,
  asker: BookingCredentials,
): Promise<ActAccess> {
  if (isByEmail(asker) && !context.manageByEmail) throw tokenRequired()
  const access = await findAccess(context, code, asker, 'front_desk')
  refuseEmailAlone(context, asker, access)
  if (!access) return refuseAll()
  if (access.opener === 'token') await refuseReaders(context, access.booking)
  return actOf(access, asker)
}

/**
 * The same for the link of a booking; undefined for who knows code and e-mail at most, whatever is true of them, and
 * before anybody looks: the time tells nothing either.
 *
 * @param acts it is renewed: code and e-mail never do that, nor does a link that only reads
 * @throws AppError as `grantAct`
 */
export async function grantLink(
  context: Context,
  code: string,
  asker: BookingCredentials,
  { acts }: { acts: boolean },
): Promise<ActAccess | undefined> {
  const access = isByEmail(asker) ? undefined : await findAccess(context, code, asker, 'front_desk')
  if (isEmailAlone(asker, access)) {
    if (acts) throw tokenRequired()
    return undefined
  }
  if (!access) return refuseAll()
  if (acts && access.opener === 'token') await refuseReaders(context, access.booking)
  return actOf(access, asker)
}

/**
 * The same for a review, which is the guest's alone: staff and agencies may read a booking, but not as its guest.
 *
 * @throws AppError `not_found`, `manage_token_required`
 */
export async function grantReview(
  context: Context,
  code: string,
  asker: BookingCredentials,
): Promise<Access> {
  const user = asker.user?.role === 'guest' ? asker.user : undefined
  const access = await findAccess(context, code, { ...asker, user }, 'any')
  refuseEmailAlone(context, asker, access)
  return access ?? refuseAll()
}

/** Finds the booking of a code among those of a hotel. @throws AppError `not_found` */
export async function findOwnBooking(
  { store }: { store: Handle },
  hotelId: number,
  code: string,
): Promise<Booking> {
  const booking = await findBooking(store, code.toUpperCase())
  if (booking?.hotelId === hotelId) return booking
  throw noSuchBooking()
}

async function findAccess(
  { store, tokens }: Context,
  code: string,
  { user, email, manageToken }: BookingCredentials,
  needed: NeededRole,
): Promise<Access | undefined> {
  const found = await findGuessedBooking(store, code.toUpperCase())
  // What a test key's holder has made is nobody else's.
  const booking = found && isTestBooking(found) ? undefined : found
  // Compared even when there is no booking, so that the response time reveals nothing.
  const isToken = isSameText(manageToken ?? '', tokens.manage(booking ?? NOBODY))
  const kept = booking?.guest.email ?? null
  // No e-mail opens a booking that is kept by telephone alone.
  const isEmail =
    isSameText(normalizeEmail(email ?? ''), normalizeEmail(kept ?? 'nobody@nowhere')) &&
    kept !== null
  if (!booking) return undefined
  const opener = openerOf(
    { email, manageToken },
    {
      isTheirs: user !== undefined && isTheirs(booking, user),
      isToken,
      isEmail,
    },
  )
  if (!opener) return undefined
  // A member of the hotel is one whatever else they know.
  const role = memberRole(user, booking.hotelId)
  if (role) needRole(role, needed)
  return { booking, opener }
}

const NOBODY = { id: 0, manageEpoch: 0 }

type CredentialMatches = { isTheirs: boolean; isToken: boolean; isEmail: boolean }

/** An e-mail that is sent beside a token must be right, too. */
function openerOf(
  { email, manageToken }: Omit<BookingCredentials, 'user'>,
  { isTheirs, isToken, isEmail }: CredentialMatches,
): Access['opener'] | undefined {
  if (isTheirs) return 'session'
  if (manageToken !== undefined)
    return isToken && (email === undefined || isEmail) ? 'token' : undefined
  return isEmail ? 'email' : undefined
}

/** Whatever is true of the e-mail. @throws AppError `manage_token_required` */
function refuseEmailAlone(
  { manageByEmail }: Context,
  asker: BookingCredentials,
  access: Access | undefined,
): void {
  if (isEmailAlone(asker, access) && !manageByEmail) throw tokenRequired()
}

/** Whether nothing but the e-mail could open a booking. */
const isByEmail = ({ user, email, manageToken }: BookingCredentials) =>
  !user && manageToken === undefined && email !== undefined

const isEmailAlone = ({ email, manageToken }: BookingCredentials, access: Access | undefined) =>
  access?.opener !== 'session' && manageToken === undefined && email !== undefined

const tokenRequired = () =>
  new AppError(
    'manage_token_required',
    'Send the booking’s manageToken: code and e-mail only read it.',
  )

const actOf = (access: Access, { user }: BookingCredentials): ActAccess => ({
  ...access,
  caller: callerOf(access.booking, user),
  actor: bookingActor(access, user),
})

/** @throws AppError `forbidden` for a link that only reads */
export async function refuseReaders({ hotelOf, nowMs }: Context, booking: Booking): Promise<void> {
  if (booking.agencyId !== null)
    throw new AppError(
      'forbidden',
      'An agency made this booking: the link shows it, and the agency changes and cancels it.',
    )
  const { hotel } = await hotelOf(booking.hotelId)
  if (nowMs() < actsUntilMs(booking, hotel)) return
  const detail = 'The booking is over for 30 days: its link shows it, and takes a review.'
  throw new AppError('forbidden', detail)
}

function refuseAll(): never {
  throw new AppError('not_found', 'There is no such booking for you.')
}

/** Who somebody is to a booking that they may act on. */
function callerOf({ hotelId }: Booking, user: User | undefined): Caller {
  if (user?.role === 'admin') return 'admin'
  return memberRole(user, hotelId) ? 'hotel' : 'guest'
}

/** The actor recorded for a change of a booking: the account of hotel staff and admins, else the booking itself. */
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
  // An agency's booking belongs to the agency, not to the user who made it and may have left since.
  if (booking.agencyId !== null)
    return user.role === 'agency_user' && booking.agencyId === user.agencyId
  return booking.userId === user.id
}
