import type { Booking } from '../../domain/bookings/booking.ts'
import { findGuessedGroup } from '../../store/bookings/groups.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Context } from '../api/context.ts'
import {
  type Access,
  type ActAccess,
  type BookingCredentials,
  findAccess,
  grantAct,
  refuseAll,
} from './booking-access.ts'

/** Finds a reservation as `grantRead` finds a booking. @returns its first booking */
export async function grantGroupRead(
  context: Context,
  code: string,
  credentials: BookingCredentials,
): Promise<Access> {
  const find = findGuessedGroup
  return (await findAccess(context, code, credentials, { needed: 'any', find })) ?? refuseAll()
}

/**
 * Finds a reservation as `grantAct` finds a booking.
 *
 * @returns its first booking, and the actor for each of its bookings
 */
export async function grantGroupAct(
  context: Context,
  code: string,
  credentials: BookingCredentials,
): Promise<Omit<ActAccess, 'actor'> & { actor: (booking: Booking) => Actor }> {
  const { actor, ...access } = await grantAct(context, code, credentials, findGuessedGroup)
  // The guest's actor of a booking is named by its code.
  const isOfBooking = actor.type === 'booking'
  return { ...access, actor: (booking) => (isOfBooking ? { ...actor, id: booking.code } : actor) }
}
