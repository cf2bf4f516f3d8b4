import { type Static, Type } from 'typebox'
import type { Booking } from '../../domain/bookings/booking.ts'
import { type Desk, dueOf, PAYMENT_METHODS } from '../../domain/bookings/desk.ts'
import { isOption } from '../../domain/bookings/option.ts'
import { AGREEMENTS } from '../../domain/catalog/agreements.ts'
import type { Payment } from '../../store/bookings/desk.ts'
import type { SharedRoom } from '../../store/bookings/shared-rooms.ts'
import type { NamedActor } from '../../store/days/actors.ts'
import { ActorSchema, AuditEntrySchema } from '../api/audit-shape.ts'
import { DateText, Instant, namedObject, nullable, show, words } from '../api/schema.ts'
import { LanguageSchema } from '../api/texts.ts'
import { BookingSchema, bookingTrail } from './booking-shape.ts'

const ConsentSchema = namedObject('Consent', {
  kind: words(...AGREEMENTS),
  language: LanguageSchema,
  textSha256: nullable(Type.String(), 'null: the booking did not name the text.'),
  at: Instant,
})

/** The front desk's record of a booking (note, tags, room, check-in, payments), in panel answers only (contract §3). */
export const DeskSchema = namedObject('Desk', {
  note: nullable(Type.String()),
  tags: Type.Array(Type.String()),
  roomNumber: nullable(
    Type.String(),
    'The first of `roomNumbers`, or the free text of a hotel without a list of rooms.',
  ),
  roomNumbers: Type.Array(Type.String()),
  arrivedAt: nullable(Instant),
  leftAt: nullable(Instant),
  paidCents: Type.Integer({ description: 'Σ payments.' }),
  dueCents: Type.Integer({
    description: '`payableCents` less `paidCents`; below 0 a refund is due.',
  }),
  isOption: Type.Boolean({ description: 'True while `PATCH` may move its `holdUntil`.' }),
  consents: Type.Array(ConsentSchema, { description: 'Texts that the guest agreed to.' }),
})

/** A desk record with its payments and the bookings that share a room with it. */
export type WholeDesk = {
  desk: Desk
  payments: (Payment & { actor: NamedActor })[]
  sharedRooms: SharedRoom[]
}

/** A payment or refund recorded by the desk. */
export const PaymentSchema = namedObject('Payment', {
  id: Type.String(),
  amountCents: Type.Integer(),
  method: words(...PAYMENT_METHODS),
  note: nullable(Type.String()),
  takesBack: nullable(Type.String(), 'The payment that it refunds or corrects.'),
  at: Instant,
  actor: ActorSchema,
})

/** The desk record with payments, oldest first, and the bookings that share a room with it. */
export const WholeDeskSchema = namedObject('WholeDesk', {
  ...DeskSchema.properties,
  sharedRooms: Type.Array(
    Type.Object({
      ...{ code: Type.String(), firstName: Type.String(), lastName: Type.String() },
      ...{ checkin: DateText, checkout: DateText, roomNumber: nullable(Type.String()) },
      number: Type.String({ description: 'The room that both have.' }),
    }),
    { description: 'Other bookings with one of its rooms on a common night from today on.' },
  ),
  payments: Type.Array(PaymentSchema),
})

/** A booking with its desk record, for the hotel's staff. */
export const PanelBookingSchema = namedObject('PanelBooking', {
  ...BookingSchema.properties,
  desk: DeskSchema,
})

/** A booking with its revisions, event deliveries, mails and desk history. */
export const BookingTrailSchema = namedObject('BookingTrail', {
  ...BookingSchema.properties,
  desk: WholeDeskSchema,
  deskHistory: Type.Array(AuditEntrySchema),
  ...bookingTrail,
})

export const showDesk = (booking: Booking, desk: Desk): Static<typeof DeskSchema> =>
  show(DeskSchema, {
    ...desk,
    roomNumbers: [...desk.roomNumbers],
    dueCents: dueOf(booking, desk),
    isOption: booking.status === 'pending' && isOption(booking),
    consents: booking.consents.map((consent) => show(ConsentSchema, consent)),
  })

export const showWholeDesk = (
  booking: Booking,
  { desk, payments, sharedRooms }: WholeDesk,
): Static<typeof WholeDeskSchema> => ({
  ...showDesk(booking, desk),
  sharedRooms,
  payments: payments.map(showPayment),
})

/** Shows a payment or refund. */
export const showPayment = (payment: Payment & { actor: NamedActor }) =>
  show(PaymentSchema, payment)
