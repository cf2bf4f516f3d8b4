import { userTopic } from '../../store/accounts/users.ts'
import type { Context } from '../api/context.ts'
import { routes } from '../api/route.ts'
import { ANY_MEMBER, admitMemberAgain, hotelDoor } from '../doors/panel-hotel.ts'
import { feedOperation, showChanges } from './feed.ts'

/** Adds the feed of a hotel for the panel, whose open pages follow it live (contract §2, §5). */
export function panelChangeRoutes(context: Context) {
  const door = hotelDoor(context)
  const { app, route } = routes('/v1/panel/changes', door, 'Panel')

  route('GET', '', {
    id: 'listPanelChanges',
    ...ANY_MEMBER,
    summary: 'Feed of a hotel, in order',
    ...feedOperation,
    handle: async ({ user, sessionId, hotel, query, request }) => {
      const check = () => admitMemberAgain(context, { user, sessionId, hotel }, ANY_MEMBER)
      const reader = { check, topics: [userTopic(user.id)] }
      return await showChanges(context, request, { hotelId: hotel.id, query, reader })
    },
  })

  return app
}
