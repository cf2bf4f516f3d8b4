import { Type } from 'typebox'
import { EmailSchema, line, prose, writtenProse } from '../request/texts.ts'

const DateSchema = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  description: 'a calendar date YYYY-MM-DD',
})
const Count = (minimum: number) => Type.Integer({ minimum, maximum: 1_000 })
const Requests = prose(2_000)
const Code = Type.String({ minLength: 1, maxLength: 64 })
const Cents = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

const guestFields = {
  firstName: line(100),
  lastName: line(100),
  email: EmailSchema,
  phone: Type.String({ pattern: '^[+]?[0-9 ()/.-]{4,31}$', description: 'a telephone number' }),
  country: Type.String({ pattern: '^[A-Z]{2}$', description: 'two capitals (ISO 3166-1 alpha-2)' }),
}
const { firstName, lastName, email, phone, country } = guestFields
const strict = { additionalProperties: false }

const NewGuest = Type.Object(
  { firstName, lastName, email, phone: Type.Optional(phone), country: Type.Optional(country) },
  strict,
)

/** Body of `POST /v1/bookings` (contract §3). */
export const PlaceBody = Type.Object(
  {
    hotelSlug: Type.String({ minLength: 1, maxLength: 200 }),
    roomCode: Code,
    checkin: DateSchema,
    checkout: DateSchema,
    rooms: Type.Optional(Count(1)),
    adults: Type.Optional(Count(1)),
    children: Type.Optional(Count(0)),
    boardCode: Type.Optional(Code),
    guest: NewGuest,
    specialRequests: Type.Optional(Requests),
    expectedTotalCents: Type.Optional(Cents),
    hold: Type.Optional(Type.Boolean()),
  },
  strict,
)

/** Body of `PATCH /v1/bookings/:code` (contract §3). */
export const ChangeBody = Type.Object(
  {
    email: Type.Optional(EmailSchema),
    checkin: Type.Optional(DateSchema),
    checkout: Type.Optional(DateSchema),
    roomCode: Type.Optional(Code),
    boardCode: Type.Optional(Code),
    rooms: Type.Optional(Count(1)),
    adults: Type.Optional(Count(1)),
    children: Type.Optional(Count(0)),
    guest: Type.Optional(Type.Partial(NewGuest, strict)),
    specialRequests: Type.Optional(Requests),
    expectedTotalCents: Type.Optional(Cents),
    revision: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  },
  strict,
)

/** Body of `POST /v1/bookings/:code/cancel`. */
export const CancelBody = Type.Object(
  {
    email: Type.Optional(EmailSchema),
    reason: Type.Optional(writtenProse(500)),
    simulate: Type.Optional(Type.Boolean()),
  },
  strict,
)

/** Body of `POST /v1/bookings/:code/confirm`. */
export const ConfirmBody = Type.Object({ email: Type.Optional(EmailSchema) }, strict)

const simulate = Type.Optional(
  Type.Boolean({ description: 'Answers what would happen; changes nothing.' }),
)

/** Body of `POST /v1/panel/bookings/:code/no-show`; may be left out. */
export const NoShowBody = Type.Object(
  {
    force: Type.Optional(
      Type.Boolean({ description: 'Before the check-in time, but not before the check-in day.' }),
    ),
    simulate,
  },
  strict,
)

/** Body of `POST /v1/panel/bookings/:code/reinstate`; may be left out. */
export const ReinstateBody = Type.Object({ simulate }, strict)

/** Body of `POST /v1/partner/bookings/:code/ack` (contract §2). */
export const AckBody = Type.Object(
  {
    revision: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    externalId: Type.Optional(line(200)),
  },
  strict,
)
