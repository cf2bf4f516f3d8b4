import { type TSchema, Type } from 'typebox'
import {
  AVAILABLE_MAX,
  PASSWORD_LENGTH_MAX,
  PASSWORD_LENGTH_MIN,
  PRICE_CENTS_MAX,
} from '../../domain/limits.ts'
import type { Role, UserStatus } from '../../domain/user.ts'
import { coded, EmailSchema, line, prose, writtenProse } from '../request/texts.ts'

const strict = { additionalProperties: false }
const optional = Type.Optional
const orNull = <T extends TSchema>(schema: T) => Type.Union([Type.Null(), schema])

const Slug = Type.String({ minLength: 1, maxLength: 200 })
const Name = line(200)
const BoardCode = coded('^[A-Z]{2,4}$', 'two to four capitals')
const AgencyCode = coded('^[A-Z0-9][A-Z0-9_-]{1,31}$', '2 to 32 capitals, digits, - and _')
const Persons = (minimum: number) => Type.Integer({ minimum, maximum: 50 })
const BasisPoints = Type.Integer({ minimum: 0, maximum: 10_000 })
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
const agency = {
  name: Name,
  email: EmailSchema,
  commissionBasisPoints: BasisPoints,
  active: Type.Boolean(),
}

/** Body of `POST /v1/admin/agencies`. */
export const AgencyBody = Type.Object(
  { code: AgencyCode, ...agency, active: optional(agency.active) },
  strict,
)
/** Body of `PATCH /v1/admin/agencies/:code`. */
export const AgencyPatch = Type.Partial(Type.Object(agency), strict)

/** Body of `POST /v1/panel/api-keys`. */
export const NewKeyBody = Type.Object(
  {
    name: line(100),
    expiresAt: optional(
      coded(
        '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,3})?(Z|[+-]\\d{2}:\\d{2})$',
        'an instant (RFC 3339)',
      ),
    ),
  },
  strict,
)

/** Body of `POST /v1/panel/reviews/:id/reply`. */
export const ReplyBody = Type.Object({ text: writtenProse(5_000) }, strict)

/** Body of `POST /v1/bookings/:code/review`. */
export const ReviewBody = Type.Object(
  {
    email: optional(EmailSchema),
    rating: Type.Integer({ minimum: 1, maximum: 5 }),
    text: writtenProse(5_000),
  },
  strict,
)

const user = {
  email: EmailSchema,
  password: Type.String({ minLength: PASSWORD_LENGTH_MIN, maxLength: PASSWORD_LENGTH_MAX }),
  name: Name,
  role: Type.Unsafe<Role>(
    coded(
      '^(guest|hotel_manager|agency_user|admin)$',
      'guest, hotel_manager, agency_user or admin',
    ),
  ),
  hotels: Type.Array(Slug, { maxItems: 200 }),
  agencyCode: AgencyCode,
}

/** Body of `POST /v1/admin/users`. */
export const UserBody = Type.Object(
  { ...user, hotels: optional(user.hotels), agencyCode: optional(user.agencyCode) },
  strict,
)
/** Body of `PATCH /v1/admin/users/:id`. */
export const UserPatch = Type.Partial(
  Type.Object({
    ...user,
    status: Type.Unsafe<UserStatus>(coded('^(active|blocked)$', 'active or blocked')),
  }),
  strict,
)
