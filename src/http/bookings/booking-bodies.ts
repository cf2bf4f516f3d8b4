import { Type } from 'typebox'
import { CONSENTS_MAX } from '../../domain/bookings/consent.ts'
import { GROUP_STAYS_MAX } from '../../domain/bookings/group.ts'
import { AGREEMENTS } from '../../domain/catalog/agreements.ts'
import { oneOf } from '../api/query.ts'
import { named, nullable } from '../api/schema.ts'
import {
  BodyDate,
  CountryCode,
  EmailSchema,
  InstantText,
  LanguageSchema,
  line,
  PhoneSchema,
  patternText,
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
const { email: _ofGroup, ...guestOfStay } = guest
const StayGuestChanges = named('StayGuestChanges', Type.Partial(strictObject(guestOfStay)))

export const override = Type.Optional(
  Type.Boolean({
    description:
      "For the hotel's staff alone: ignores restrictions, occupancy rules and what is set aside for agencies.",
  }),
)

// The message of a wrong form is made of the description.
const OptionEnd = named('OptionEnd', {
  ...InstantText,
  description:
    'an instant (RFC 3339) to end an option: the hotel’s staff up to 60 days, agencies as their terms allow',
})
const holdUntil = Type.Optional(OptionEnd)

/** Fields of one stay: of a booking, of a stay of a reservation, and of a change of either. */
const stayFields = {
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
}

/** A text that a guest agreed to. */
const NewConsent = named(
  'NewConsent',
  strictObject({
    kind: oneOf(...AGREEMENTS),
    language: LanguageSchema,
    textSha256: Type.Optional({
      ...patternText('^[0-9a-f]{64}$', 'a SHA-256 in hex'),
      description: 'of the text shown: 409 `text_changed` if it no longer stands',
    }),
  }),
)

const manualPrice = Type.Optional(ManualPriceSchema)

/** Facts of a reservation that its stays may have each of their own. */
const facts = { specialRequests: Type.Optional(Requests), ...sharedDetails }

/** The sums that the caller saw. */
const expectedSums = {
  expectedTotalCents: Type.Optional(Cents),
  expectedPayableCents: Type.Optional(Cents),
}

/** Fields that a booking and a reservation of several stays share. */
const orderFields = {
  ...facts,
  language: Type.Optional(LanguageSchema),
  ...expectedSums,
  hold: Type.Optional(Type.Boolean()),
  holdUntil,
  override,
  consents: Type.Optional(
    Type.Array(NewConsent, {
      maxItems: CONSENTS_MAX,
      description: 'Texts of the hotel that the guest agreed to, each once.',
    }),
  ),
}

/** Body of `POST /v1/bookings` (contract §3). */
export const PlaceBody = strictObject({
  hotelSlug: Type.String({ minLength: 1, maxLength: 200 }),
  ...stayFields,
  guest: NewGuest,
  ...orderFields,
  manualPrice,
})

const { override: _ofStaff, ...testFields } = orderFields
/** Body of a test booking; the guest is optional (contract §2, *Sandbox*). */
export const TestPlaceBody = strictObject({
  ...stayFields,
  ...testFields,
  guest: Type.Optional(NewGuest),
})

const TestGroupStay = strictObject(stayFields)

/** A stay of a reservation (contract-groups). */
const GroupStay = named('GroupStay', strictObject({ ...stayFields, manualPrice }))

/** Body of `POST …/booking-groups/:code/stays`: a further stay; the sums are of the whole. */
export const AddStayBody = named(
  'FurtherStay',
  strictObject({ ...stayFields, ...expectedSums, manualPrice, override }),
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

/** Body of a test reservation of several stays; the guest is optional (contract §2, *Sandbox*). */
export const TestGroupBody = strictObject({
  guest: Type.Optional(NewGuest),
  stays: Type.Array(TestGroupStay, { minItems: 1, maxItems: GROUP_STAYS_MAX }),
  ...testFields,
})

const { hotelSlug, stays, payment, hold } = GroupBody.properties

/** Body of `POST /v1/quotes` (contract-groups, *Asking*): the parts of an order that may refuse it. */
export const QuoteBody = strictObject({ hotelSlug, stays, payment, hold, holdUntil })

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

const { properties: stayChanges } = Type.Partial(strictObject(stayFields))
const revision = Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 }))

/** Fields of a change of a booking or of a reservation, without credentials. */
const changeFields = {
  guest: Type.Optional(GuestChanges),
  ...facts,
  holdUntil,
  ...expectedSums,
  simulate: Type.Optional(
    Type.Boolean({ description: 'Returns what it would be; changes nothing.' }),
  ),
  override,
}

/** Body of `PATCH /v1/bookings/:code` (contract §3). */
export const ChangeBody = strictObject({
  ...actFields,
  ...stayChanges,
  ...changeFields,
  revision,
  manualPrice,
})

const { override: _ofHotel, ...ownChanges } = changeFields

/** Body of a change of one booking by its agency. */
export const AgencyChangeBody = strictObject({ ...stayChanges, ...ownChanges, revision })

const StayChange = named(
  'StayChange',
  strictObject({
    code: Code,
    ...stayChanges,
    guest: Type.Optional(StayGuestChanges),
    ...facts,
    revision,
    manualPrice,
  }),
)

/** Body of a change of a reservation by a signed-in agency or the hotel's staff. */
export const OwnGroupChangeBody = strictObject({
  ...changeFields,
  stays: Type.Optional(Type.Array(StayChange, { maxItems: GROUP_STAYS_MAX })),
})

/** Body of `PATCH /v1/booking-groups/:code` (contract-groups). */
export const GroupChangeBody = strictObject({ ...actFields, ...OwnGroupChangeBody.properties })
