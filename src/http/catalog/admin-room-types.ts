import { Type } from 'typebox'
import type { RoomType } from '../../domain/catalog/catalog.ts'
import { AMENITIES, BED_KINDS, ROOM_TEXT_MAX } from '../../domain/kernel/content.ts'
import { AVAILABLE_MAX, PRICE_CENTS_MAX } from '../../domain/kernel/limits.ts'
import { changeRoomType, createRoomType } from '../../service/catalog/catalog-rooms.ts'
import {
  AmenitySchema,
  BedSchema,
  expected,
  NameLine,
  RoomTextChanges,
} from '../api/content-shape.ts'
import type { Context } from '../api/context.ts'
import { splitExpected } from '../api/expected.ts'
import { oneOf } from '../api/query.ts'
import { routes } from '../api/route.ts'
import { named, nullable } from '../api/schema.ts'
import { BoardCode, prose, RoomCode, strictObject } from '../api/texts.ts'
import { sessionDoor } from '../doors/session-door.ts'
import { RoomSchema, showRoom } from './hotel-shape.ts'

const POSITION_MAX = 999

const SIZE_M2_MAX = 9_999

const Persons = (minimum: number) => Type.Integer({ minimum, maximum: 50 })
const Cents = (minimum: number) => Type.Integer({ minimum, maximum: PRICE_CENTS_MAX })

const room = {
  name: NameLine,
  description: prose(ROOM_TEXT_MAX),
  totalRooms: nullable(Type.Integer({ minimum: 1, maximum: AVAILABLE_MAX })),
  overbookingRooms: Type.Integer({ minimum: 0, maximum: AVAILABLE_MAX }),
  maxAdults: Persons(1),
  maxChildren: Persons(0),
  maxOccupancy: Persons(1),
  basePriceCents: nullable(Cents(1)),
  boards: Type.Array(BoardCode, { minItems: 1, maxItems: 20 }),
  // By board code. (A TypeBox record would have `patternProperties`, which OpenAPI 3.0 lacks.)
  supplementsCents: Type.Unsafe<Record<string, number>>(
    Type.Object({}, { additionalProperties: Cents(0) }),
  ),
  supplements: Type.Array(
    strictObject({ boardCode: BoardCode, supplementCents: Cents(0), per: oneOf('room', 'guest') }),
    { maxItems: 20 },
  ),
  active: Type.Boolean(),
  beds: Type.Array(BedSchema, {
    maxItems: BED_KINDS.length,
    description: 'Each kind once.',
  }),
  sizeM2: nullable(Type.Integer({ minimum: 1, maximum: SIZE_M2_MAX })),
  amenities: Type.Array(AmenitySchema, {
    maxItems: AMENITIES.length,
    description: 'Each once.',
  }),
  position: nullable(Type.Integer({ minimum: 0, maximum: POSITION_MAX })),
  translations: RoomTextChanges,
}

const RoomPatch = named('RoomTypeChanges', Type.Partial(strictObject({ ...room, ...expected })))

const { name, maxAdults, maxOccupancy, boards } = room
const RoomBody = strictObject({
  roomCode: RoomCode,
  ...Type.Partial(Type.Object(room)).properties,
  name,
  maxAdults,
  maxOccupancy,
  boards,
})

/** Description and schemas of a change to a room type, shared by panel and admins. */
export const roomChange = {
  summary: 'Change a room type',
  description:
    'Absent fields stay. `supplements` is the whole list; a board without an entry costs no extra. `supplementsCents` changes some of them, by board code, per room; a body may not have both. `beds` and `amenities` are whole lists; each text in `translations` changes by itself, and null removes one. Lowering `totalRooms` caps the availability of days above it.',
  body: RoomPatch,
  examples: {
    'Another base price': { basePriceCents: 950_000 },
    'Its name in Turkish, beds and place': {
      translations: { tr: { name: 'Çift kişilik oda' } },
      beds: [{ kind: 'double' as const, count: 1 }],
      sizeM2: 22,
      position: 1,
    },
    'Half board, paid by each guest': {
      supplements: [{ boardCode: 'HB', supplementCents: 2_500, per: 'guest' as const }],
    },
  },
  says: 'The room type.',
  answer: RoomSchema,
  errors: ['revision_conflict'] as const,
}

/** Default values of a new room type. */
const DEFAULTS = {
  description: '',
  totalRooms: null,
  overbookingRooms: 0,
  maxChildren: 0,
  basePriceCents: null,
  active: true,
} satisfies Partial<RoomType>

/** Room types of any hotel, managed by admins (contract §5). */
export function adminRoomTypeRoutes(context: Context) {
  const { app, route } = routes('/v1/admin/hotels', sessionDoor(context, 'admin'), 'Administration')

  route('POST', '/:slug/rooms', {
    id: 'createRoomType',
    summary: 'Add a room type to a hotel',
    body: RoomBody,
    examples: { 'A suite': SUITE },
    status: 201,
    says: 'The room type.',
    answer: RoomSchema,
    errors: ['already_exists'],
    handle: async ({ actor, body, params: { slug } }) => {
      const given = { ...DEFAULTS, ...body }
      const { room, hotel } = await createRoomType(context, actor, slug, given)
      return showRoom(room, hotel)
    },
  })

  route('PATCH', '/:slug/rooms/:roomCode', {
    id: 'changeRoomType',
    ...roomChange,
    handle: async ({ actor, body, params: { slug, roomCode } }) => {
      const place = { hotelSlug: slug, roomCode }
      const { room, hotel } = await changeRoomType(
        context,
        actor,
        place,
        ...splitExpected(body, showRoom),
      )
      return showRoom(room, hotel)
    },
  })

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
