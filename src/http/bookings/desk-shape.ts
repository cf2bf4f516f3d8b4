import { type Static, Type } from 'typebox'
import type { Booking } from '../../domain/bookings/booking.ts'
import { type Desk, dueOf, PAYMENT_METHODS } from '../../domain/bookings/desk.ts'
import type { Payment } from '../../store/bookings/desk.ts'
import type { SharedRoom } from '../../store/bookings/shared-rooms.ts'
import type { NamedActor } from '../../store/days/actors.ts'
import { ActorSchema, AuditEntrySchema } from '../api/audit-shape.ts'
import { DateText, Instant, namedObject, nullable, show, words } from '../api/schema.ts'
import { BookingSchema, bookingTrail } from './booking-shape.ts'

/** What the desk keeps beside a booking, in panel answers only (contract §3). */
export const DeskSchema = namedObject('Desk', {
  note: nullable(Type.String()),
  tags: Type.Array(Type.String()),
  roomNumber: nullable(Type.String()),
  arrivedAt: nullable(Instant),
  leftAt: nullable(Instant),
  paidCents: Type.Integer({ description: 'Σ of its payments.' }),
  dueCents: Type.Integer({
    description:
      'The total, of a booking that ended early its penalty, less `paidCents`; below 0 it is to be given back.',
  }),
})

/** All that the desk keeps beside a booking, and whom else its rooms are given to. */
export type WholeDesk = {
  desk: Desk
  payments: (Payment & { actor: NamedActor })[]
  sharedRooms: SharedRoom[]
}

/** A payment that the desk has noted. */
const PaymentSchema = namedObject('Payment', {
  id: Type.String(),
  amountCents: Type.Integer(),
  method: words(...PAYMENT_METHODS),
  note: nullable(Type.String()),
  takesBack: nullable(Type.String(), 'The payment that it takes back.'),
  at: Instant,
  actor: ActorSchema,
})

/** The same with the payments, oldest first, and whom else a room of it is given to. */
export const WholeDeskSchema = namedObject('WholeDesk', {
  ...DeskSchema.properties,
  sharedRooms: Type.Array(
    Type.Object({
      ...{ code: Type.String(), firstName: Type.String(), lastName: Type.String() },
      ...{ checkin: DateText, checkout: DateText, roomNumber: nullable(Type.String()) },
    }),
    { description: 'Other bookings that one of its rooms is given to on a night of both.' },
  ),
  payments: Type.Array(PaymentSchema),
})

/** A booking as the hotel's people see it. */
export const PanelBookingSchema = namedObject('PanelBooking', {
  ...BookingSchema.properties,
  desk: DeskSchema,
})

/** The same with its revisions, where its events and mails have arrived, and who wrote what at the desk. */
export const BookingTrailSchema = namedObject('BookingTrail', {
  ...BookingSchema.properties,
  desk: WholeDeskSchema,
  deskHistory: Type.Array(AuditEntrySchema),
  ...bookingTrail,
})

export const showDesk = (booking: Booking, desk: Desk): Static<typeof DeskSchema> =>
  show(DeskSchema, { ...desk, dueCents: dueOf(booking, desk) })

export const showWholeDesk = (
  booking: Booking,
  { desk, payments, sharedRooms }: WholeDesk,
): Static<typeof WholeDeskSchema> => ({
  ...showDesk(booking, desk),
  sharedRooms,
  payments: payments.map((each) => show(PaymentSchema, each)),
})
