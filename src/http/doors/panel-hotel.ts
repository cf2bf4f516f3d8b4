import { Type } from 'typebox'
import { type NeededRole, needRole } from '../../domain/accounts/membership.ts'
import { roleIn, type User } from '../../domain/accounts/user.ts'
import { AppError, refused } from '../../domain/kernel/errors.ts'
import type { Context, HotelSnapshot } from '../api/context.ts'
import type { AddRoute, Door } from '../api/route.ts'
import { type SignedIn, sessionDoor } from './session-door.ts'
import { watchAdmin } from './visits.ts'

/** The parameter that names the hotel of a panel call. */
export const hotelQuery = {
  hotel: Type.Optional(
    Type.String({
      description: 'Slug of the hotel; a manager of one hotel may leave it out. Another’s is 404.',
    }),
  ),
}

/** What is said of each operation of the panel: what a member of the hotel needs to be (contract §5, *Memberships*). */
export type RoleNeed = {
  memberRole: NeededRole
  /** Any member may where it is about themselves: the last part of its path is the id of an account. */
  isForSelf?: boolean
}
/** Who calls the panel, and the hotel that it is about. */
export type Member = SignedIn & HotelSnapshot
/** What adds a route of the panel. */
export type AddPanelRoute = AddRoute<Member, typeof hotelQuery, RoleNeed>

/**
 * The hotel a panel call is about: the one named, or a manager's only one, for whom is enough in it. Another's hotel is
 * as if there were none (contract §6); admins name any, and may do there what its owners may, who read in its history that they looked.
 *
 * @throws AppError `not_found`, `role_missing`, `second_factor_required`, `validation_failed` when one must be named
 */
export async function panelHotel(
  context: Context,
  user: User,
  { hotel: slug }: { hotel?: string | undefined },
  { memberRole }: RoleNeed,
): Promise<HotelSnapshot> {
  const snapshot = await resolveHotel(context, user, slug)
  needRole(roleIn(user, snapshot.hotel.id)!, memberRole)
  return snapshot
}

/** Lets in the hotel's members who may do what is asked, and admins, to the hotel that a panel call is about. */
export function hotelDoor(context: Context): Door<Member, typeof hotelQuery, RoleNeed> {
  const session = sessionDoor(context, 'hotel_manager', 'admin')
  return {
    ...session,
    errors: [...session.errors, 'not_found', 'second_factor_required'],
    hasMembers: true,
    query: hotelQuery,
    async enter(call, readQuery, said) {
      const caller = await session.enter(call, () => ({}))
      const isOwn = said.isForSelf && call.request.url.split('?')[0]!.endsWith(`/${caller.user.id}`)
      const needed = isOwn ? ({ memberRole: 'any' } as const) : said
      const place = await panelHotel(context, caller.user, readQuery(), needed)
      watchAdmin(context, call.request, { user: caller.user, hotel: place.hotel })
      return { ...caller, ...place }
    },
  }
}

/** @throws AppError `not_found`, `validation_failed` */
async function resolveHotel(
  context: Context,
  user: User,
  slug: string | undefined,
): Promise<HotelSnapshot> {
  if (slug !== undefined) {
    const snapshot = await context.hotelOfSlug(slug)
    if (snapshot && roleIn(user, snapshot.hotel.id)) return snapshot
    throw new AppError('not_found', 'You manage no hotel of this slug.')
  }
  const { role, memberships } = user
  if (role === 'admin') throw refused('?hotel', 'required', 'Say which hotel, by its slug.')
  const [only, ...others] = memberships
  if (!only) throw new AppError('not_found', 'You manage no hotel.')
  if (others.length > 0)
    throw refused('?hotel', 'required', 'You manage several hotels: say which, by its slug.')
  return await context.freshHotelOf(only.hotelId)
}
