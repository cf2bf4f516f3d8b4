import { Type } from 'typebox'
import type { RoomType } from '../../domain/catalog.ts'
import { changeRoomType, createRoomType } from '../../service/catalog/catalog-rooms.ts'
import type { Context } from '../context.ts'
import { sessionDoor } from '../doors/session-door.ts'
import { coded } from '../request/texts.ts'
import { routes } from '../route.ts'
import { actorOf } from '../shapes/audit.ts'
import { RoomSchema, showRoom } from '../shapes/hotel.ts'
import { RoomPatch } from './admin-schemas.ts'

const { name, maxAdults, maxOccupancy, boards } = Type.Required(RoomPatch).properties
const RoomBody = Type.Object(
  {
    roomCode: coded('^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$', 'letters, digits, . _ and -'),
    ...RoomPatch.properties,
    name,
    maxAdults,
    maxOccupancy,
    boards,
  },
  { additionalProperties: false },
)

/** What a room type has that is made without saying it. */
const DEFAULTS = {
  description: '',
  totalRooms: null,
  overbookingRooms: 0,
  maxChildren: 0,
  basePriceCents: null,
  supplementsCents: {},
  active: true,
} satisfies Partial<RoomType>

/** Room types of any hotel, made and changed by admins (contract §5). */
export function adminRoomTypeRoutes(context: Context) {
  const { app, route } = routes({
    prefix: '/v1/admin/hotels',
    door: sessionDoor(context, 'admin'),
    tag: 'Administration',
  })

  route(
    'POST',
    '/:slug/rooms',
    {
      id: 'createRoomType',
      summary: 'Add a room type to a hotel',
      body: RoomBody,
      examples: { 'A suite': SUITE },
      status: 201,
      says: 'The room type.',
      answer: RoomSchema,
      errors: ['already_exists'],
    },
    async ({ user, body, params: { slug } }) => {
      const given = { ...DEFAULTS, ...body }
      const { room, hotel } = await createRoomType(context, actorOf(user), slug, given)
      return showRoom(room, hotel)
    },
  )

  route(
    'PATCH',
    '/:slug/rooms/:roomCode',
    {
      id: 'changeRoomType',
      summary: 'Change a room type',
      description:
        'Days that offer more than a lowered `totalRooms` offer as many as there are from then on.',
      body: RoomPatch,
      examples: { 'Another base price': { basePriceCents: 950_000 } },
      says: 'The room type.',
      answer: RoomSchema,
    },
    async ({ user, body, params: { slug, roomCode } }) => {
      const place = { hotelSlug: slug, roomCode }
      const { room, hotel } = await changeRoomType(context, actorOf(user), place, body)
      return showRoom(room, hotel)
    },
  )

  return app
}

const SUITE = {
  roomCode: 'STE',
  name: 'Suite',
  totalRooms: 4,
  maxAdults: 2,
  maxChildren: 2,
  maxOccupancy: 4,
  basePriceCents: 900_000,
  boards: ['RO', 'BB'],
  supplementsCents: { BB: 60_000 },
}
