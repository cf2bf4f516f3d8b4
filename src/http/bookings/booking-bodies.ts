import { Type } from 'typebox'
import { GROUP_STAYS_MAX } from '../../domain/bookings/group.ts'
import { named, nullable } from '../api/schema.ts'
import {
  BodyDate,
  CountryCode,
  EmailSchema,
  InstantText,
  LanguageSchema,
  line,
  PhoneSchema,
  prose,
  strictObject,
} from '../api/texts.ts'
import { extraOrders, guestNames, sharedDetails } from './detail-bodies.ts'
import { ManualPriceSchema } from './manual-price.ts'

/** Highest age of a child. */
const CHILD_AGE_MAX = 17

const Count = (minimum: number) => Type.Integer({ minimum, maximum: 1_000 })
const ChildAges = Type.Array(Type.Integer({ minimum: 0, maximum: CHILD_AGE_MAX }), {
  maxItems: 1_000,
  description: 'Sets `children` if that is absent.',
})
const Requests = prose(2_000)
/** The code of a room type, rate or board in a request body. */
export const Code = Type.String({ minLength: 1, maxLength: 64 })
const Cents = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

const guest = {
  firstName: line(100),
  lastName: line(100),
  email: Type.Optional(
    nullable(EmailSchema, 'Null or absent only for the hotel’s staff, with a telephone number.'),
  ),
  phone: Type.Optional(PhoneSchema),
  country: Type.Optional(CountryCode),
}
export const NewGuest = named('NewGuest', strictObject(guest))
const GuestChanges = named('GuestChanges', Type.Partial(strictObject(guest)))

const override = Type.Optional(
  Type.Boolean({
    description: "For the hotel's staff alone: ignores restrictions and occupancy rules.",
  }),
)

const holdUntil = Type.Optional({
  ...InstantText,
  description: 'An option: the hotel’s staff up to 60 days, agencies as their terms allow.',
})

/** Fields that a booking and a reservation of several stays share. */
const orderFields = {
  specialRequests: Type.Optional(Requests),
  ...sharedDetails,
  language: Type.Optional(LanguageSchema),
  expectedTotalCents: Type.Optional(Cents),
  expectedPayableCents: Type.Optional(Cents),
  hold: Type.Optional(Type.Boolean()),
  holdUntil,
  override,
}

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
  guestNames: Type.Optional(guestNames),
  extras: Type.Optional(extraOrders),
  ...orderFields,
  manualPrice: Type.Optional(ManualPriceSchema),
})

const {
  hotelSlug: _,
  guest: __,
  manualPrice: ___,
  override: ____,
  ...stayFields
} = PlaceBody.properties
/** Body of a test booking; the guest is optional (contract §2, *Sandbox*). */
export const TestPlaceBody = strictObject({ ...stayFields, guest: Type.Optional(NewGuest) })

const TestGroupStay = strictObject({
  roomCode: Code,
  rateCode: Type.Optional(Code),
  boardCode: Type.Optional(Code),
  checkin: BodyDate,
  checkout: BodyDate,
  rooms: Type.Optional(Count(1)),
  adults: Type.Optional(Count(1)),
  children: Type.Optional(Count(0)),
  childAges: Type.Optional(ChildAges),
  guestNames: Type.Optional(guestNames),
  extras: Type.Optional(extraOrders),
})

/** A stay of a reservation (contract-groups). */
const GroupStay = named(
  'GroupStay',
  strictObject({
    ...TestGroupStay.properties,
    manualPrice: Type.Optional(ManualPriceSchema),
  }),
)

const groupFields = {
  guest: NewGuest,
  stays: Type.Array(GroupStay, { minItems: 1, maxItems: GROUP_STAYS_MAX }),
  ...orderFields,
}

/** Body of `POST /v1/booking-groups` (contract-groups). */
export const GroupBody = strictObject({
  hotelSlug: Type.String({ minLength: 1, maxLength: 200 }),
  ...groupFields,
})

/** Body of `POST /v1/panel/booking-groups`, whose query names the hotel. */
export const PanelGroupBody = strictObject(groupFields)

const { override: _____, ...testFields } = orderFields
/** Body of a test reservation of several stays; the guest is optional (contract §2, *Sandbox*). */
export const TestGroupBody = strictObject({
  guest: Type.Optional(NewGuest),
  stays: Type.Array(TestGroupStay, { minItems: 1, maxItems: GROUP_STAYS_MAX }),
  ...testFields,
})

/** Body of `POST /v1/quotes` (contract-groups, *Asking*). */
export const QuoteBody = strictObject({
  hotelSlug: GroupBody.properties.hotelSlug,
  stays: GroupBody.properties.stays,
})

/** The manage token in examples. */
export const EXAMPLE_TOKEN = 'Qm9v-a2luZ3MgYXJlIG9wZW'

const ManageToken = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'From the response to the booking, or from the link in its mails.',
})

/** Fields of a body that open a booking without a session. */
export const actFields = {
  manageToken: Type.Optional(ManageToken),
  email: Type.Optional({ ...EmailSchema, description: 'Must be right, even with the token.' }),
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
  guestNames: Type.Optional(guestNames),
  extras: Type.Optional(extraOrders),
  specialRequests: Type.Optional(Requests),
  ...sharedDetails,
  holdUntil,
  expectedTotalCents: Type.Optional(Cents),
  expectedPayableCents: Type.Optional(Cents),
  revision: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  manualPrice: Type.Optional(ManualPriceSchema),
  simulate: Type.Optional(
    Type.Boolean({ description: 'Returns the booking as it would be; changes nothing.' }),
  ),
  override,
})
