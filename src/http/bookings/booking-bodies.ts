import { Type } from 'typebox'
import { named, nullable } from '../api/schema.ts'
import {
  BodyDate,
  CountryCode,
  EmailSchema,
  LanguageSchema,
  line,
  PhoneSchema,
  prose,
  strictObject,
} from '../api/texts.ts'
import { ManualPriceSchema } from './manual-price.ts'

/** The oldest that a child is. */
const CHILD_AGE_MAX = 17

const Count = (minimum: number) => Type.Integer({ minimum, maximum: 1_000 })
const ChildAges = Type.Array(Type.Integer({ minimum: 0, maximum: CHILD_AGE_MAX }), {
  maxItems: 1_000,
  description: 'Alone it sets `children`.',
})
const Requests = prose(2_000)
/** The code of a room type, rate or board, as a body names it. */
export const Code = Type.String({ minLength: 1, maxLength: 64 })
const Cents = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

const guest = {
  firstName: line(100),
  lastName: line(100),
  email: Type.Optional(
    nullable(
      EmailSchema,
      'Null, or left out, only where the hotel’s people book, with a telephone number.',
    ),
  ),
  phone: Type.Optional(PhoneSchema),
  country: Type.Optional(CountryCode),
}
export const NewGuest = named('NewGuest', strictObject(guest))
const GuestChanges = named('GuestChanges', Type.Partial(strictObject(guest)))

const override = Type.Optional(
  Type.Boolean({
    description: "The hotel's people alone: no restriction and no rule of the party is asked for.",
  }),
)

/** Body of `POST /v1/bookings` (contract §3). */
export const PlaceBody = strictObject({
  hotelSlug: Type.String({ minLength: 1, maxLength: 200 }),
  roomCode: Code,
  rateCode: Type.Optional(Code),
  checkin: BodyDate,
  checkout: BodyDate,
  rooms: Type.Optional(Count(1)),
  adults: Type.Optional(Count(1)),
  children: Type.Optional(Count(0)),
  childAges: Type.Optional(ChildAges),
  boardCode: Type.Optional(Code),
  guest: NewGuest,
  specialRequests: Type.Optional(Requests),
  language: Type.Optional(LanguageSchema),
  expectedTotalCents: Type.Optional(Cents),
  hold: Type.Optional(Type.Boolean()),
  override,
  manualPrice: Type.Optional(ManualPriceSchema),
})

const {
  hotelSlug: _,
  guest: __,
  manualPrice: ___,
  override: ____,
  ...stayFields
} = PlaceBody.properties
/** Body of a test booking: without a guest it is somebody's (contract §2, *Sandbox*). */
export const TestPlaceBody = strictObject({ ...stayFields, guest: Type.Optional(NewGuest) })

/** A manage token of examples. */
export const EXAMPLE_TOKEN = 'Qm9v-a2luZ3MgYXJlIG9wZW'

const ManageToken = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Of the answer to the booking, or of the link in a mail about it.',
})

/** What of a body opens a booking to who acts without a session. */
export const actFields = {
  manageToken: Type.Optional(ManageToken),
  email: Type.Optional({ ...EmailSchema, description: 'Beside the token it must be right.' }),
}

/** Body of `PATCH /v1/bookings/:code` (contract §3). */
export const ChangeBody = strictObject({
  ...actFields,
  checkin: Type.Optional(BodyDate),
  checkout: Type.Optional(BodyDate),
  roomCode: Type.Optional(Code),
  rateCode: Type.Optional(Code),
  boardCode: Type.Optional(Code),
  rooms: Type.Optional(Count(1)),
  adults: Type.Optional(Count(1)),
  children: Type.Optional(Count(0)),
  childAges: Type.Optional(ChildAges),
  guest: Type.Optional(GuestChanges),
  specialRequests: Type.Optional(Requests),
  expectedTotalCents: Type.Optional(Cents),
  revision: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  manualPrice: Type.Optional(ManualPriceSchema),
  simulate: Type.Optional(
    Type.Boolean({ description: 'Answers the booking as it would be; changes nothing.' }),
  ),
  override,
})
