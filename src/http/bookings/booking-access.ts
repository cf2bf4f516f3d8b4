import { timingSafeEqual } from 'node:crypto'
import type { Booking, Caller } from '../../domain/booking.ts'
import { AppError } from '../../domain/errors.ts'
import { type NeededRole, needRole } from '../../domain/membership.ts'
import { isTestBooking } from '../../domain/twin.ts'
import { memberRole, normalizeEmail, roleIn, type User } from '../../domain/user.ts'
import { noSuchBooking } from '../../service/bookings/ack-booking.ts'
import type { Actor } from '../../store/availability/history.ts'
import { findBooking } from '../../store/bookings/bookings.ts'
import type { Handle } from '../../store/engine.ts'
import type { Context } from '../context.ts'

/** Who asks about a booking: a signed-in user, or somebody who knows its code and e-mail. */
export type Asker = { user: User | undefined; email: string | undefined }

/**
 * Finds the booking of a code for somebody who may see it: its guest by e-mail, the hotel's managers, an admin, and the
 * agency that made it or else the account that did. Everybody else gets the same 404, in the same time, as for a code
 * that does not exist (contract §3). A member of the hotel is one whatever else they know: who reads a booking has its
 * code and e-mail before their eyes.
 *
 * @param needed what a member of the hotel needs to be
 * @throws AppError `not_found`, `role_missing`
 */
export async function accessBooking(
  { store }: Context,
  code: string,
  asker: Asker,
  needed: NeededRole,
): Promise<Booking> {
  const found = await findBooking(store, code.toUpperCase())
  // What a test key's holder has made is nobody else's.
  const booking = found && isTestBooking(found) ? undefined : found
  // Compared even when there is no booking, so that the response time reveals nothing.
  const kept = booking?.guest.email ?? null
  // No e-mail opens a booking that is kept by telephone alone.
  const knowsEmail = isSameEmail(asker.email ?? '', kept ?? 'nobody@nowhere') && kept !== null
  const mayAct = knowsEmail || (booking && asker.user && isTheirs(booking, asker.user))
  if (!booking || !mayAct) throw new AppError('not_found', 'There is no such booking for you.')
  const role = memberRole(asker.user, booking.hotelId)
  if (role) needRole(role, needed)
  return booking
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

/** Who somebody is to a booking that they may act on. */
export function callerOf({ hotelId }: Booking, user: User | undefined): Caller {
  if (user?.role === 'admin') return 'admin'
  return memberRole(user, hotelId) ? 'hotel' : 'guest'
}

/** The actor recorded for a change of a booking: the account of hotel staff and admins, else the booking itself. */
export function bookingActor(booking: Booking, user: User | undefined): Actor {
  return user && callerOf(booking, user) !== 'guest'
    ? { type: 'user', id: user.id }
    : { type: 'booking', id: booking.code }
}

function isTheirs(booking: Booking, user: User): boolean {
  if (roleIn(user, booking.hotelId)) return true
  // An agency's booking belongs to the agency, not to the user who made it and may have left since.
  if (booking.agencyId !== null)
    return user.role === 'agency_user' && booking.agencyId === user.agencyId
  return booking.userId === user.id
}

function isSameEmail(given: string, kept: string): boolean {
  const digest = (email: string) =>
    new Bun.CryptoHasher('sha256').update(normalizeEmail(email)).digest()
  return timingSafeEqual(digest(given), digest(kept))
}
