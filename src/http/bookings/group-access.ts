import type { Booking } from '../../domain/bookings/booking.ts'
import { findGuessedGroup } from '../../store/bookings/guessed.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Context } from '../api/context.ts'
import {
  type Access,
  type ActAccess,
  type BookingCredentials,
  type Finder,
  findAccess,
  grantAct,
  refuseAll,
} from './booking-access.ts'

/** A reservation that the caller may change: its first booking, and the actor for each of its bookings. */
export type GroupAct = Omit<ActAccess, 'actor'> & { actor: (booking: Booking) => Actor }

/** Returns a finder of reservations of one hotel, or of one agency; those of others do not exist for it. */
export const groupsOf =
  (whose: { hotelId: number } | { agencyId: number }): Finder =>
  async (handle, code) => {
    const found = await findGuessedGroup(handle, code)
    const isTheirs =
      'hotelId' in whose ? found?.hotelId === whose.hotelId : found?.agencyId === whose.agencyId
    return isTheirs ? found : undefined
  }

/** Finds a reservation as `grantRead` finds a booking. @returns its first booking */
export async function grantGroupRead(
  context: Context,
  code: string,
  credentials: BookingCredentials,
  find: Finder = findGuessedGroup,
): Promise<Access> {
  return (await findAccess(context, code, credentials, { needed: 'any', find })) ?? refuseAll()
}

/** Finds a reservation as `grantAct` finds a booking. */
export async function grantGroupAct(
  context: Context,
  code: string,
  credentials: BookingCredentials,
  find: Finder = findGuessedGroup,
): Promise<GroupAct> {
  const { actor, ...access } = await grantAct(context, code, credentials, find)
  // The guest's actor of a booking is named by its code.
  const isOfBooking = actor.type === 'booking'
  return { ...access, actor: (booking) => (isOfBooking ? { ...actor, id: booking.code } : actor) }
}
