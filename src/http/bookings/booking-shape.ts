import { type Static, Type } from 'typebox'
import {
  BOOKING_PROOFS,
  BOOKING_STATUSES,
  type Booking,
  type BookingProof,
  type BookingRecord,
  recordOf,
  SOURCE_TYPES,
} from '../../domain/bookings/booking.ts'
import { compareRecords } from '../../domain/bookings/booking-change.ts'
import { instantText } from '../../domain/kernel/date.ts'
import { ATTEMPT_ERRORS, DELIVERY_CAUSES, DELIVERY_STATES } from '../../domain/webhooks/webhook.ts'
import type { BookingDelivery, Revision } from '../../store/bookings/booking-trail.ts'
import type { HotelSnapshot } from '../../store/catalog/catalog.ts'
import { agencyCodes } from '../accounts/account-shape.ts'
import { whose } from '../api/audit-shape.ts'
import type { Context } from '../api/context.ts'
import {
  DateText,
  Instant,
  named,
  namedObject,
  nullable,
  show,
  TestMark,
  words,
} from '../api/schema.ts'
import { KeptTaxSchema } from '../catalog/hotel-shape.ts'
import { MailSchema } from '../mails/mail-shape.ts'
import { TermsSchema } from '../rates/rate-shape.ts'

/** What one room costs for one night. */
export const NightSchema = namedObject('Night', { date: DateText, priceCents: Type.Integer() })

/** A tax with what a total has of it. */
export const TaxPartSchema = namedObject('TaxPart', {
  ...KeptTaxSchema.properties,
  amountCents: Type.Integer(),
})

/** Who has shown that a booking's guest is one. */
const Proof = named(
  'BookingProof',
  Type.Unsafe<BookingProof>({
    ...words(...BOOKING_PROOFS),
    description:
      '`none`: a stranger made it; `asked`: its guest was mailed a link, and the button on its page confirms it within 30 minutes where it is pending; `mail`: by that button; `hotel`: by the hotel, or by who made it.',
  }),
)

/** The booking record of contract §3. */
export const BookingSchema = namedObject('Booking', {
  code: Type.String(),
  revision: Type.Integer(),
  status: words(...BOOKING_STATUSES),
  hotelSlug: Type.String(),
  hotelName: Type.String(),
  roomCode: Type.String(),
  roomName: Type.String(),
  rateCode: Type.String(),
  rateName: Type.String(),
  boardCode: nullable(Type.String()),
  rooms: Type.Integer(),
  checkin: DateText,
  checkout: DateText,
  nights: Type.Integer(),
  adults: Type.Integer(),
  children: Type.Integer(),
  childAges: nullable(Type.Array(Type.Integer()), 'One a child; null: not said.'),
  guest: namedObject('Guest', {
    firstName: Type.String(),
    lastName: Type.String(),
    email: nullable(Type.String(), 'null: the hotel booked with a telephone alone.'),
    phone: nullable(Type.String()),
    country: nullable(Type.String()),
  }),
  currency: Type.String(),
  totalPriceCents: Type.Integer({ description: 'Σ nightly × rooms.' }),
  nightly: Type.Array(NightSchema),
  taxes: Type.Array(TaxPartSchema),
  netCents: Type.Integer({ description: 'The total without its taxes.' }),
  cancellation: TermsSchema,
  penaltyCents: nullable(
    Type.Integer(),
    'What it costs to have ended so; null until it is cancelled or a no-show.',
  ),
  source: namedObject('BookingSource', {
    type: words(...SOURCE_TYPES),
    agencyCode: Type.Optional(Type.String()),
    site: Type.Optional(Type.String({ description: 'The name of the site that it was made by.' })),
  }),
  proof: Proof,
  specialRequests: nullable(Type.String()),
  createdAt: Instant,
  updatedAt: Instant,
  confirmedAt: nullable(Instant),
  cancelledAt: nullable(Instant),
  cancelReason: nullable(Type.String()),
  ackedRevision: nullable(Type.Integer()),
  externalId: nullable(Type.String()),
  test: TestMark,
})

const simulated = Type.Optional(Type.Boolean({ description: 'Only when nothing was changed.' }))

/** What a change answers. */
export const ChangedSchema = namedObject('ChangedBooking', {
  ...BookingSchema.properties,
  simulated,
})

/** What a reinstatement answers: the record, and of a simulation the nights of which rooms would be taken. */
export const ReinstatedSchema = namedObject('ReinstatedBooking', {
  ...BookingSchema.properties,
  simulated,
  nightsTaken: Type.Optional(
    Type.Array(DateText, {
      description: 'Of a simulation: nights of which rooms would be taken from what is on sale.',
    }),
  ),
})

/** What ending a booking answers: the record, and of a simulation what would go back to sale. */
export const EndedSchema = namedObject('EndedBooking', {
  ...BookingSchema.properties,
  simulated,
  nightsGivenBack: Type.Optional(
    Type.Array(DateText, {
      description: 'Of a simulation: nights of which all rooms of the booking would go back.',
    }),
  ),
})

/** A booking as its agency sees it. */
export const CommissionedSchema = namedObject('AgencyBooking', {
  ...BookingSchema.properties,
  commissionCents: nullable(Type.Integer()),
})

/** Shows bookings of a page; each hotel and agency is looked up once. @param known the hotel that they are all of */
export function bookingViews(context: Context, known?: HotelSnapshot) {
  const codeOf = agencyCodes(context)
  return async (booking: Booking): Promise<Static<typeof BookingSchema>> => {
    const { hotel, rooms, rates } = known ?? (await context.hotelOf(booking.hotelId))
    const agencyCode = booking.agencyId === null ? null : await codeOf(booking.agencyId)
    return recordOf(booking, { hotel, rooms, rates, agencyCode })
  }
}

const object = { type: 'object', additionalProperties: true }
/** A field's value, of any type; OpenAPI 3.0 wants a type beside `nullable`. */
const Value = Type.Unsafe<unknown>({
  anyOf: [
    { type: 'string', nullable: true },
    { type: 'integer' },
    object,
    { type: 'array', items: object },
  ],
})

/** A revision of a booking: who made it, when, and what it changed. */
const RevisionSchema = namedObject('BookingRevision', {
  revision: Type.Integer(),
  at: Instant,
  actor: Type.Object({
    type: Type.String({ description: '`key`, `booking`, `user` or `system`.' }),
    id: Type.String(),
    name: nullable(
      Type.String({ description: "The key's name, the account's, or the booking's code." }),
    ),
    ...whose,
  }),
  status: words(...BOOKING_STATUSES),
  event: nullable(
    Type.String({ description: 'The event that tells of it; null: kept no longer.' }),
  ),
  override: Type.Optional(
    Type.Boolean({ description: 'The hotel made it past restrictions and rules of the party.' }),
  ),
  changes: Type.Optional(
    Type.Array(Type.Object({ field: Type.String(), before: Value, after: Value }), {
      description: 'By field, against the revision before; the first has none.',
    }),
  ),
})

/** An event of a booking on its way to an endpoint. */
const BookingDeliverySchema = namedObject('BookingDelivery', {
  id: Type.String(),
  webhookId: Type.String(),
  url: Type.String({
    description: 'Of the endpoint; to who does not own the hotel its host alone.',
  }),
  event: Type.String(),
  revision: nullable(Type.Integer()),
  cause: words(...DELIVERY_CAUSES),
  state: words(...DELIVERY_STATES),
  attempts: Type.Integer({ description: 'Attempts begun.' }),
  lastStatus: nullable(Type.Integer({ description: 'What the receiver answered last.' })),
  lastError: nullable(words(...ATTEMPT_ERRORS)),
  createdAt: Instant,
  lastAttemptAt: nullable(Instant),
  nextAttemptAt: nullable({
    ...Instant,
    description: 'null: finished, or waiting for an earlier event of the booking.',
  }),
})

/** The revisions of a booking and where its events have arrived. */
export const bookingTrail = {
  revisions: Type.Array(RevisionSchema),
  deliveries: Type.Array(BookingDeliverySchema),
  mails: Type.Array(MailSchema),
}

/** Fields that change without a revision, and would show as changes of the next one. */
const NOT_REVISED = ['ackedRevision', 'externalId', 'proof']

/** @param before the record as the revision before left it; undefined: there is none */
export function showRevision(
  { revision, atMs, actor, event, override, record }: Revision,
  before: BookingRecord | undefined,
): Static<typeof RevisionSchema> {
  return {
    revision,
    at: instantText(atMs),
    actor: { ...actor, name: actor.type === 'booking' ? actor.id : actor.name },
    status: record.status,
    event,
    ...(override && { override }),
    ...(before && { changes: changesOf(before, record) }),
  }
}

function changesOf(before: BookingRecord, after: BookingRecord) {
  const { changes } = compareRecords(before, after)
  return changes
    .filter((field) => !NOT_REVISED.includes(field))
    .map((field) => ({ field, before: before[field], after: after[field] }))
}

/** @param isOwner whether it is shown to who sees to webhooks: the path of an address may hold a secret */
export const showBookingDelivery = (delivery: BookingDelivery, isOwner: boolean) =>
  show(BookingDeliverySchema, {
    ...delivery,
    url: isOwner ? delivery.url : new URL(delivery.url).origin,
    lastAttemptAtMs: delivery.lastAtMs,
    nextAttemptAtMs: delivery.dueAtMs,
  })
