import { AppError } from '../../domain/kernel/errors.ts'
import { userTopic } from '../../store/accounts/users.ts'
import type { Context } from '../api/context.ts'
import { routes } from '../api/route.ts'
import { hotelDoor, panelHotel, type RoleNeed } from '../doors/panel-hotel.ts'
import { isOpen, type Session } from '../doors/session.ts'
import { feedOperation, showChanges } from './feed.ts'

const MEMBER_RIGHTS = { memberRole: 'any' } satisfies RoleNeed

/** Adds the feed of a hotel for the panel, whose open pages follow it live (contract §2, §5). */
export function panelChangeRoutes(context: Context) {
  const door = hotelDoor(context)
  const { app, route } = routes('/v1/panel/changes', door, 'Panel')

  route('GET', '', {
    id: 'listPanelChanges',
    ...MEMBER_RIGHTS,
    summary: 'Feed of a hotel, in order',
    ...feedOperation,
    handle: async ({ user, sessionId, hotel, query, request }) => {
      const check = () => checkStill(context, { user, sessionId }, hotel.slug)
      const reader = { check, topics: [userTopic(user.id)] }
      return await showChanges(context, request, { hotelId: hotel.id, query, reader })
    },
  })

  return app
}

/**
 * Checks that a waiting reader is still signed in and still a member of the hotel.
 *
 * @throws AppError `unauthenticated`, `not_found`, `role_missing`
 */
async function checkStill(
  context: Context,
  { user, sessionId }: Session,
  hotel: string,
): Promise<void> {
  const now = await context.userOf(user.id)
  const stands = now?.status === 'active' && now.tokenVersion === user.tokenVersion
  if (!stands || !(await isOpen(context, now, sessionId)))
    throw new AppError('unauthenticated', 'This session has ended.')
  await panelHotel(context, now, { hotel }, MEMBER_RIGHTS)
}
