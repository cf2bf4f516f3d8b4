import { type Static, Type } from 'typebox'
import type { RoomType } from '../../domain/catalog/catalog.ts'
import { ROOM_TYPES_MAX } from '../../domain/catalog/catalog-rules.ts'
import { AMENITIES, BED_KINDS, ROOM_TEXT_MAX } from '../../domain/kernel/content.ts'
import { type Flaw, flaw as flawAt } from '../../domain/kernel/errors.ts'
import { AVAILABLE_MAX, PRICE_CENTS_MAX } from '../../domain/kernel/limits.ts'
import { countNoun } from '../../domain/kernel/text.ts'
import type { HotelRef } from '../../service/catalog/catalog.ts'
import { changeRoomType, createRoomType } from '../../service/catalog/catalog-rooms.ts'
import type { NightsAbove } from '../../store/days/caps.ts'
import type { Actor } from '../../store/days/history.ts'
import {
  AmenitySchema,
  BedSchema,
  expected,
  NameLine,
  RoomTextChanges,
} from '../api/content-shape.ts'
import type { Context } from '../api/context.ts'
import { splitExpected } from '../api/expected.ts'
import { flaw } from '../api/problem-shape.ts'
import { oneOf } from '../api/query.ts'
import { named, namedObject, nullable } from '../api/schema.ts'
import { BoardCode, prose, RoomCode, strictObject } from '../api/texts.ts'
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
const NewRoom = named(
  'NewRoomType',
  strictObject({
    roomCode: RoomCode,
    ...Type.Partial(Type.Object(room)).properties,
    name,
    maxAdults,
    maxOccupancy,
    boards,
  }),
)

/** A room type after a change, with its warnings. */
const ChangedRoomSchema = namedObject('ChangedRoomType', {
  ...RoomSchema.properties,
  warnings: Type.Array(Type.Object(flaw), {
    description:
      '`oversold`: nights from today on have more rooms sold than the lowered `totalRooms`; `values` has their number, the fullest one and its rooms.',
  }),
})

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

/** A new room type, as admins, members and partners make it. */
export const NEW_ROOM = {
  summary: 'Create a room type',
  description: `At most ${ROOM_TYPES_MAX}. It is for sale on days that are pushed with rooms and a price; \`basePriceCents\` is the price of days without one. \`STD\` sells it; other rates sell it once their \`roomCodes\` name it. A room type cannot be deleted; \`active: false\` takes it off sale.`,
  body: NewRoom,
  examples: { 'A suite': SUITE },
  status: 201 as const,
  says: 'The room type.',
  answer: RoomSchema,
  errors: ['already_exists'] as const,
}

/** A change of a room type, as admins, members and partners make it. */
export const ROOM_CHANGE = {
  summary: 'Change a room type',
  description:
    'Absent fields stay. `supplements` is the whole list; a board without an entry costs no extra. `supplementsCents` changes some of them, by board code, per room; a body may not have both. `beds` and `amenities` are whole lists; each text in `translations` changes by itself, and null removes one. Lowering `totalRooms` caps the availability of days above it; below the rooms sold of a night from today on it needs `expected.totalRooms`, the number as it was, and warns (`oversold`).',
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
  answer: ChangedRoomSchema,
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

/** Creates and changes room types, for admins, members and partners alike. */
export const roomActs = (context: Context) => ({
  async create(actor: Actor, ref: HotelRef, body: Static<typeof NewRoom>) {
    const { room, hotel } = await createRoomType(context, actor, ref, { ...DEFAULTS, ...body })
    return showRoom(room, hotel)
  },
  async change(
    actor: Actor,
    place: { hotel: HotelRef; roomCode: string },
    body: Static<typeof RoomPatch>,
  ) {
    const [changes, refuseUnseen, seen] = splitExpected(body, showRoom)
    const known = { refuseUnseen, seen }
    const { room, hotel, below } = await changeRoomType(context, actor, place, changes, known)
    return { ...showRoom(room, hotel), warnings: below ? [warningOf(room, below)] : [] }
  },
})

const warningOf = ({ totalRooms }: RoomType, { nights, date, live: sold }: NightsAbove): Flaw =>
  flawAt(
    '/totalRooms',
    'oversold',
    `More than ${totalRooms} rooms are sold of ${countNoun(nights, 'night')}; ${sold} of ${date}.`,
    { nights, date, sold, rooms: totalRooms! },
  )
