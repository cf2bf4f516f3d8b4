import { findGuessedGroup } from '../../store/bookings/groups.ts'
import type { Context } from '../api/context.ts'
import { type Access, type BookingCredentials, findAccess, refuseAll } from './booking-access.ts'

/** Finds a reservation as `grantRead` finds a booking. @returns its first booking */
export async function grantGroupRead(
  context: Context,
  code: string,
  credentials: BookingCredentials,
): Promise<Access> {
  const find = findGuessedGroup
  return (await findAccess(context, code, credentials, { needed: 'any', find })) ?? refuseAll()
}
