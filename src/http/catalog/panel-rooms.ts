import { changeRoomType } from '../../service/catalog/catalog-rooms.ts'
import type { Context } from '../context.ts'
import { hotelDoor } from '../doors/panel-hotel.ts'
import { routes } from '../route.ts'
import { HotelSchema, RoomSchema, showHotel, showRoom } from '../shapes/hotel.ts'
import { pageOf } from '../shapes/schema.ts'
import { roomChange } from './admin-room-types.ts'

/** The hotel and its room types in the panel (contract §5). */
export function panelRoomRoutes(context: Context) {
  const { app, route } = routes('/v1/panel', hotelDoor(context), 'Panel')

  route('GET', '/hotel', {
    id: 'getPanelHotel',
    summary: 'The hotel',
    description: 'As the mapping shows it to partners.',
    says: 'The hotel.',
    answer: HotelSchema,
    handle: ({ hotel }) => showHotel(hotel),
  })

  route('GET', '/rooms', {
    id: 'listPanelRooms',
    summary: 'Room types of a hotel',
    description: 'All of them, on sale or not, by room code.',
    says: 'The room types.',
    answer: pageOf(RoomSchema),
    handle: ({ hotel, rooms }) => ({
      items: rooms.map((room) => showRoom(room, hotel)),
      nextCursor: null,
    }),
  })

  route('PATCH', '/rooms/:roomCode', {
    id: 'changePanelRoom',
    ...roomChange,
    handle: async ({ actor, hotel: { slug }, params: { roomCode }, body }) => {
      const place = { hotelSlug: slug, roomCode }
      const { room, hotel } = await changeRoomType(context, actor, place, body)
      return showRoom(room, hotel)
    },
  })

  return app
}
