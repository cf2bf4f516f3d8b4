import { type TSchema, Type } from 'typebox'
import { AVAILABLE_MAX, PRICE_CENTS_MAX } from '../../domain/limits.ts'
import { coded, line, prose } from '../request/texts.ts'

const strict = { additionalProperties: false }
const orNull = <T extends TSchema>(schema: T) => Type.Union([Type.Null(), schema])

const Name = line(200)
const BoardCode = coded('^[A-Z]{2,4}$', 'two to four capitals')
const Persons = (minimum: number) => Type.Integer({ minimum, maximum: 50 })
const Cents = (minimum: number) => Type.Integer({ minimum, maximum: PRICE_CENTS_MAX })

const room = {
  name: Name,
  description: prose(5_000),
  totalRooms: orNull(Type.Integer({ minimum: 1, maximum: AVAILABLE_MAX })),
  overbookingRooms: Type.Integer({ minimum: 0, maximum: AVAILABLE_MAX }),
  maxAdults: Persons(1),
  maxChildren: Persons(0),
  maxOccupancy: Persons(1),
  basePriceCents: orNull(Cents(1)),
  boards: Type.Array(BoardCode, { minItems: 1, maxItems: 20 }),
  // By board code. (A TypeBox record would have `patternProperties`, which OpenAPI 3.0 has not.)
  supplementsCents: Type.Unsafe<Record<string, number>>(
    Type.Object({}, { additionalProperties: Cents(0) }),
  ),
  active: Type.Boolean(),
}

/** Body of `PATCH /v1/panel/rooms/:roomCode` and its admin's twin; what is absent stays. */
export const RoomPatch = Type.Partial(Type.Object(room), strict)
