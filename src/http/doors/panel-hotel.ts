import { Type } from 'typebox'
import { type NeededRole, needRole } from '../../domain/accounts/membership.ts'
import { roleIn, type User } from '../../domain/accounts/user.ts'
import { AppError, refused } from '../../domain/kernel/errors.ts'
import type { Context, HotelSnapshot } from '../api/context.ts'
import type { AddRoute, Door } from '../api/route.ts'
import { isOpen, type Session } from './session.ts'
import { type SignedIn, sessionDoor } from './session-door.ts'
import { watchAdmin } from './visits.ts'

/** The parameter that names the hotel of a panel call. */
export const hotelQuery = {
  hotel: Type.Optional(
    Type.String({
      description: 'Slug of the hotel; optional for a manager of one hotel. Other hotels are 404.',
    }),
  ),
}

/** The role in the hotel that an operation of the panel needs (contract §5, *Memberships*). */
export type RoleNeed = {
  memberRole: NeededRole
  /** True if any member may act on their own account, whose id is the last part of the path. */
  isForSelf?: boolean
}
/** The need of an operation that every member may call. */
export const ANY_MEMBER = { memberRole: 'any' } as const satisfies RoleNeed
/** A caller of the panel and the hotel of the call. */
export type Member = SignedIn & HotelSnapshot
/** The function that adds a route of the panel. */
export type AddPanelRoute = AddRoute<Member, typeof hotelQuery, RoleNeed>

/**
 * Finds the hotel of a panel call, named or the manager's only one, and checks the caller's role in it. A hotel of others
 * is `not_found` (contract §6). Admins may name any hotel and act as its owners; its history shows the owners that they
 * looked.
 *
 * @throws AppError `not_found`, `role_missing`, `second_factor_required`, `validation_failed` if the hotel must be named
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

/**
 * Checks that a member whose call has waited is still signed in, and still has the needed role in the hotel.
 *
 * @throws AppError `unauthenticated`, and what `panelHotel` throws
 */
export async function admitMemberAgain(
  context: Context,
  { user, sessionId, hotel }: Session & { hotel: { slug: string } },
  need: RoleNeed,
): Promise<void> {
  const now = await context.userOf(user.id)
  const stands = now?.status === 'active' && now.tokenVersion === user.tokenVersion
  if (!stands || !(await isOpen(context, now, sessionId)))
    throw new AppError('unauthenticated', 'This session has ended.')
  await panelHotel(context, now, { hotel: hotel.slug }, need)
}

/** Admits admins, and members of the hotel with the needed role, to the hotel of a panel call. */
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
      const needed = isOwn ? ANY_MEMBER : said
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
    throw new AppError('not_found', 'You manage no hotel with this slug.')
  }
  const { role, memberships } = user
  if (role === 'admin') throw refused('?hotel', 'required', 'Name the hotel by its slug.')
  const [only, ...others] = memberships
  if (!only) throw new AppError('not_found', 'You manage no hotel.')
  if (others.length > 0)
    throw refused('?hotel', 'required', 'You manage several hotels: name one by its slug.')
  return await context.freshHotelOf(only.hotelId)
}
