import { Type } from 'typebox'
import { changeHotel } from '../../service/catalog/catalog.ts'
import { changeRoomType } from '../../service/catalog/catalog-rooms.ts'
import type { Context } from '../context.ts'
import { hotelDoor } from '../doors/panel-hotel.ts'
import { strictObject } from '../request/texts.ts'
import { routes } from '../route.ts'
import { HotelSchema, hotelExample, RoomSchema, showHotel, showRoom } from '../shapes/hotel.ts'
import { named, pageOf } from '../shapes/schema.ts'
import { Taxes } from './admin-hotels.ts'
import { roomChange } from './admin-room-types.ts'

const HotelPatch = named('HotelSettings', Type.Partial(strictObject({ taxes: Taxes })))

/** The hotel and its room types in the panel (contract §5). */
export function panelRoomRoutes(context: Context) {
  const { app, route } = routes('/v1/panel', hotelDoor(context), 'Panel')

  route('GET', '/hotel', {
    id: 'getPanelHotel',
    memberRole: 'any',
    summary: 'The hotel',
    description: 'As the mapping shows it to partners.',
    says: 'The hotel.',
    answer: HotelSchema,
    handle: ({ hotel }) => showHotel(hotel),
  })

  route('PATCH', '/hotel', {
    id: 'changePanelHotel',
    memberRole: 'owner',
    summary: 'Change the taxes of the hotel',
    description:
      'The whole list at once: at most 10, each code once, together at most 10,000 basis points. All are part of every price, and concern bookings made from then on.',
    body: HotelPatch,
    examples: { 'One tax': { taxes: hotelExample.taxes }, None: { taxes: [] } },
    says: 'The hotel.',
    answer: HotelSchema,
    handle: async ({ actor, hotel: { slug }, body }) =>
      showHotel(await changeHotel(context, actor, slug, body)),
  })

  route('GET', '/rooms', {
    id: 'listPanelRooms',
    memberRole: 'any',
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
    memberRole: 'revenue',
    ...roomChange,
    handle: async ({ actor, hotel: { slug }, params: { roomCode }, body }) => {
      const place = { hotelSlug: slug, roomCode }
      const { room, hotel } = await changeRoomType(context, actor, place, body)
      return showRoom(room, hotel)
    },
  })

  return app
}
