import { type Static, Type } from 'typebox'
import {
  BOOKING_PROOFS,
  BOOKING_STATUSES,
  type Booking,
  type BookingProof,
  SOURCE_TYPES,
} from '../../domain/bookings/booking.ts'
import { recordOf } from '../../domain/bookings/booking-record.ts'
import { ATTEMPT_ERRORS, DELIVERY_CAUSES, DELIVERY_STATES } from '../../domain/webhooks/webhook.ts'
import type { BookingDelivery } from '../../store/bookings/booking-trail.ts'
import type { HotelSnapshot } from '../../store/catalog/catalog.ts'
import { agencyCodes } from '../accounts/account-shape.ts'
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
import { MailSchema } from '../mails/mail-shape.ts'
import { TermsSchema } from '../rates/rate-shape.ts'
import { detailFields, GroupPlaceSchema, payableFields, TaxPartSchema } from './detail-shape.ts'
import { RevisionSchema } from './revision-shape.ts'

/** Price of one room for one night. */
export const NightSchema = namedObject('Night', { date: DateText, priceCents: Type.Integer() })

/** Proof that the guest of a booking is real. */
const Proof = named(
  'BookingProof',
  Type.Unsafe<BookingProof>({
    ...words(...BOOKING_PROOFS),
    description:
      '`none`: booked by a stranger; `asked`: the guest was mailed a link, whose button confirms a pending booking within 30 minutes; `mail`: proven by that button; `hotel`: proven by the hotel or by whoever booked.',
  }),
)

const GuestSchema = namedObject('Guest', {
  firstName: Type.String(),
  lastName: Type.String(),
  email: nullable(Type.String(), 'null: booked by the hotel with a telephone number alone.'),
  phone: nullable(Type.String()),
  country: nullable(Type.String()),
})

const MaybeGuest = named('BookingGuest', nullable(GuestSchema, 'null: erased.'))
const Erased = named('Erased', Type.Boolean({ description: '`true`: the guest was erased.' }))

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
  childAges: nullable(Type.Array(Type.Integer()), 'One per child; null: unknown.'),
  guest: MaybeGuest,
  ...detailFields,
  currency: Type.String(),
  totalPriceCents: Type.Integer({ description: 'Σ nightly × rooms.' }),
  nightly: Type.Array(NightSchema),
  taxes: Type.Array(TaxPartSchema),
  netCents: Type.Integer({ description: 'The total without taxes.' }),
  cancellation: TermsSchema,
  penaltyCents: nullable(
    Type.Integer(),
    'Penalty of a cancellation or no-show; null before it ends so.',
  ),
  ...payableFields,
  group: nullable(GroupPlaceSchema, 'null: a booking of its own.'),
  source: namedObject('BookingSource', {
    type: words(...SOURCE_TYPES),
    agencyCode: Type.Optional(Type.String()),
    site: Type.Optional(Type.String({ description: 'Name of the booking site.' })),
  }),
  proof: Proof,
  specialRequests: nullable(Type.String()),
  createdAt: Instant,
  updatedAt: Instant,
  confirmedAt: nullable(Instant),
  cancelledAt: nullable(Instant),
  cancelReason: nullable(Type.String()),
  holdUntil: nullable(Instant, 'null unless pending.'),
  ackedRevision: nullable(Type.Integer()),
  externalId: nullable(Type.String()),
  erased: Type.Optional(Erased),
  test: TestMark,
})

const simulated = Type.Optional(Type.Boolean({ description: 'Present if nothing was changed.' }))

/** The answer to a change. */
export const ChangedSchema = namedObject('ChangedBooking', {
  ...BookingSchema.properties,
  simulated,
})

/** The answer to a reinstatement: the record and, when simulated, the nights taken from sale. */
export const ReinstatedSchema = namedObject('ReinstatedBooking', {
  ...BookingSchema.properties,
  simulated,
  nightsTaken: Type.Optional(
    Type.Array(DateText, {
      description: 'When simulated: nights whose rooms would be taken off sale.',
    }),
  ),
})

/** The answer to ending a booking: the record and, when simulated, the nights that return to sale. */
export const EndedSchema = namedObject('EndedBooking', {
  ...BookingSchema.properties,
  simulated,
  nightsGivenBack: Type.Optional(
    Type.Array(DateText, {
      description: 'When simulated: nights whose rooms would all return to sale.',
    }),
  ),
})

/** Shows bookings of a page; looks each hotel and agency up once. @param known the hotel, if all bookings share it */
export function bookingViews(context: Context, known?: HotelSnapshot) {
  const codeOf = agencyCodes(context)
  return async (booking: Booking): Promise<Static<typeof BookingSchema>> => {
    const { hotel, rooms, rates } = known ?? (await context.hotelOf(booking.hotelId))
    const agencyCode = booking.agencyId === null ? null : await codeOf(booking.agencyId)
    return recordOf(booking, { hotel, rooms, rates, agencyCode })
  }
}

/** The delivery of a booking event to an endpoint. */
const BookingDeliverySchema = namedObject('BookingDelivery', {
  id: Type.String(),
  webhookId: Type.String(),
  url: Type.String({
    description: 'Of the endpoint; callers other than owners see its host alone.',
  }),
  event: Type.String(),
  revision: nullable(Type.Integer()),
  cause: words(...DELIVERY_CAUSES),
  state: words(...DELIVERY_STATES),
  attempts: Type.Integer({ description: 'Attempts begun.' }),
  lastStatus: nullable(Type.Integer({ description: 'Last status of the receiver.' })),
  lastError: nullable(words(...ATTEMPT_ERRORS)),
  createdAt: Instant,
  lastAttemptAt: nullable(Instant),
  nextAttemptAt: nullable({
    ...Instant,
    description: 'null: finished, or waiting for an earlier event of the booking.',
  }),
})

/** The revisions, event deliveries and mails of a booking. */
export const bookingTrail = {
  revisions: Type.Array(RevisionSchema),
  deliveries: Type.Array(BookingDeliverySchema),
  mails: Type.Array(MailSchema),
}

/** @param isOwner true if the reader owns the hotel's webhooks: others see no path, which may hold a secret */
export const showBookingDelivery = (delivery: BookingDelivery, isOwner: boolean) =>
  show(BookingDeliverySchema, {
    ...delivery,
    url: isOwner ? delivery.url : new URL(delivery.url).origin,
    lastAttemptAtMs: delivery.lastAtMs,
    nextAttemptAtMs: delivery.dueAtMs,
  })
