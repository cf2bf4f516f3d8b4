import { Type } from 'typebox'
import { AppError, refused } from '../../domain/errors.ts'
import type { User } from '../../domain/user.ts'
import type { Context, HotelSnapshot } from '../context.ts'
import type { Door } from '../route.ts'
import { type SignedIn, sessionDoor } from './session-door.ts'

/** The parameter that names the hotel of a panel call. */
export const hotelQuery = {
  hotel: Type.Optional(
    Type.String({
      description: 'Slug of the hotel; a manager of one hotel may leave it out. Another’s is 404.',
    }),
  ),
}

/**
 * The hotel a panel call is about: the one named, or a manager's only one. Another's hotel is as if there were none
 * (contract §6); admins name any.
 *
 * @throws AppError `not_found`, `validation_failed` when one must be named
 */
export async function panelHotel(
  context: Context,
  user: User,
  { hotel: slug }: { hotel?: string | undefined },
): Promise<HotelSnapshot> {
  const { role, hotelIds } = user
  if (slug !== undefined) {
    const snapshot = await context.hotelOfSlug(slug)
    if (snapshot && (role === 'admin' || hotelIds.includes(snapshot.hotel.id))) return snapshot
    throw new AppError('not_found', 'You manage no hotel of this slug.')
  }
  if (role === 'admin') throw refused('?hotel', 'required', 'Say which hotel, by its slug.')
  if (hotelIds.length === 0) throw new AppError('not_found', 'You manage no hotel.')
  if (hotelIds.length > 1)
    throw refused('?hotel', 'required', 'You manage several hotels: say which, by its slug.')
  return await context.freshHotelOf(hotelIds[0]!)
}

/** Lets in managers, and admins, to the hotel that a panel call is about. */
export function hotelDoor(context: Context): Door<SignedIn & HotelSnapshot, typeof hotelQuery> {
  const session = sessionDoor(context, 'hotel_manager', 'admin')
  return {
    ...session,
    errors: [...session.errors, 'not_found'],
    query: hotelQuery,
    async enter(call, readQuery) {
      const caller = await session.enter(call, () => ({}))
      return { ...caller, ...(await panelHotel(context, caller.user, readQuery())) }
    },
  }
}
