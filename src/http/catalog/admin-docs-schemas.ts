import { type TSchema, Type } from 'typebox'
import type { ErrorCode } from '../../domain/errors.ts'
import { BookingSchema } from '../bookings/booking-docs-schemas.ts'
import { describeOperation, nullable, words } from '../docs.ts'

type Operation = Parameters<typeof describeOperation>[0]

const SESSION_ERRORS: ErrorCode[] = ['unauthenticated', 'forbidden', 'rate_limited']

/** What may be wrong with a body. */
export const BODY_ERRORS: ErrorCode[] = [
  'malformed_json',
  'too_large',
  'unsupported_media_type',
  'validation_failed',
]

/** An operation for those who are signed in with a role. */
export function staffOperation(operation: Operation) {
  const errors = [...operation.errors, ...SESSION_ERRORS]
  return { ...describeOperation({ ...operation, errors }), security: [{ session: [] }] }
}

/** A page of a list (contract §5). */
export const pageSchema = (item: TSchema) =>
  Type.Object({ items: Type.Array(item), nextCursor: nullable(Type.String()) })

const Instant = Type.String({ format: 'date-time' })

/** A page of a list that is searched, and maybe not to its end. */
export const searchPageSchema = (item: TSchema) =>
  Type.Object({
    items: Type.Array(item),
    nextCursor: nullable(Type.String()),
    searchedUntil: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'Only when the page ended because it had looked through 50,000 entries: how far it came, by the time they were made. Such a page may be short, empty even; `nextCursor` searches on.',
      }),
    ),
  })
const text = Type.String()

export const CitySchema = Type.Object({ slug: text, name: text, country: text })

const hotel = {
  slug: text,
  name: text,
  city: CitySchema,
  currency: text,
  timezone: text,
  stars: Type.Integer(),
  address: text,
  lat: Type.Number(),
  lng: Type.Number(),
  checkinTime: text,
  checkoutTime: text,
  restoreOnCancel: Type.Boolean(),
  active: Type.Boolean(),
}
export const HotelSchema = Type.Object(hotel)
export const HotelEntrySchema = Type.Object({
  ...hotel,
  ratingSum: Type.Integer(),
  ratingCount: Type.Integer(),
  createdAt: Instant,
})

export const RoomSchema = Type.Object({
  roomCode: text,
  name: text,
  description: text,
  totalRooms: nullable(Type.Integer()),
  overbookingRooms: Type.Integer({ description: 'May be sold beyond `totalRooms`.' }),
  maxAdults: Type.Integer(),
  maxChildren: Type.Integer(),
  maxOccupancy: Type.Integer(),
  boards: Type.Array(text, { description: "The day's price is for the first." }),
  supplementsCents: Type.Unsafe({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description: "What each board adds to the day's price, for one room and one night.",
  }),
  basePriceCents: nullable(Type.Integer()),
  currency: text,
  active: Type.Boolean(),
})

export const BoardSchema = Type.Object({ code: text, name: text })

export const UserSchema = Type.Object({
  id: text,
  email: text,
  name: text,
  role: words('guest', 'hotel_manager', 'agency_user', 'admin'),
  status: words('active', 'blocked'),
  hotels: Type.Array(text, { description: 'Slugs of the hotels a manager manages.' }),
  agencyCode: nullable(text),
  createdAt: Instant,
})

export const AgencySchema = Type.Object({
  code: text,
  name: text,
  email: text,
  commissionBasisPoints: Type.Integer({ description: '1,000 is 10 %.' }),
  active: Type.Boolean(),
  createdAt: Instant,
})

export const ReviewSchema = Type.Object({
  id: text,
  bookingCode: text,
  author: text,
  rating: Type.Integer(),
  text,
  createdAt: Instant,
  reply: nullable(text),
  repliedAt: nullable(Instant),
})

export const CommissionedSchema = Type.Object({
  ...BookingSchema.properties,
  commissionCents: nullable(Type.Integer()),
})

export const CatalogEntrySchema = Type.Object({
  entity: text,
  id: text,
  actor: Type.Object({ type: text, id: text, name: nullable(text) }),
  before: Type.Unsafe({ type: 'object', additionalProperties: true, nullable: true }),
  after: Type.Unsafe({ type: 'object', additionalProperties: true }),
  at: Instant,
})

/** Bookings by state. */
export const CountsSchema = Type.Object({
  pending: Type.Integer(),
  confirmed: Type.Integer(),
  cancelled: Type.Integer(),
  expired: Type.Integer(),
  no_show: Type.Integer(),
  completed: Type.Integer(),
})

/** Sums by currency. */
export const TotalsSchema = Type.Array(
  Type.Object({
    currency: text,
    bookings: Type.Integer({ description: 'Confirmed and completed.' }),
    revenueCents: Type.Integer({ description: 'Their totals.' }),
    commissionCents: Type.Integer({ description: "The agencies' share of them." }),
  }),
)
