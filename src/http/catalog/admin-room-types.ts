import type { Context } from '../api/context.ts'
import { routes } from '../api/route.ts'
import { sessionDoor } from '../doors/session-door.ts'
import { NEW_ROOM, ROOM_CHANGE, roomActs } from './room-edits.ts'

/** Room types of any hotel, managed by admins (contract §5). */
export function adminRoomTypeRoutes(context: Context) {
  const { app, route } = routes('/v1/admin/hotels', sessionDoor(context, 'admin'), 'Administration')
  const acts = roomActs(context)

  route('POST', '/:slug/rooms', {
    id: 'createRoomType',
    ...NEW_ROOM,
    handle: ({ actor, body, params: { slug } }) => acts.create(actor, slug, body),
  })

  route('PATCH', '/:slug/rooms/:roomCode', {
    id: 'changeRoomType',
    ...ROOM_CHANGE,
    handle: ({ actor, body, params: { slug: hotel, roomCode } }) =>
      acts.change(actor, { hotel, roomCode }, body),
  })

  return app
}
