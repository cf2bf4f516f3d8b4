import { Type } from 'typebox'
import type { Booking } from '../../domain/booking.ts'
import { recordOf } from '../../service/bookings/booking-record.ts'
import type { Context } from '../context.ts'
import { agencyCodes } from './account.ts'
import { DateText, extended, Instant, named, nullable, words } from './schema.ts'

/** States of a booking. */
export const STATUSES = [
  'pending',
  'confirmed',
  'cancelled',
  'expired',
  'no_show',
  'completed',
] as const

/** The booking record of contract §3. */
export const BookingSchema = named(
  'Booking',
  Type.Object({
    code: Type.String(),
    revision: Type.Integer(),
    status: words(...STATUSES),
    hotelSlug: Type.String(),
    hotelName: Type.String(),
    roomCode: Type.String(),
    roomName: Type.String(),
    boardCode: nullable(Type.String()),
    rooms: Type.Integer(),
    checkin: DateText,
    checkout: DateText,
    nights: Type.Integer(),
    adults: Type.Integer(),
    children: Type.Integer(),
    guest: named(
      'Guest',
      Type.Object({
        firstName: Type.String(),
        lastName: Type.String(),
        email: Type.String(),
        phone: nullable(Type.String()),
        country: nullable(Type.String()),
      }),
    ),
    currency: Type.String(),
    totalPriceCents: Type.Integer({ description: 'Σ nightly × rooms.' }),
    nightly: Type.Array(
      named('Night', Type.Object({ date: DateText, priceCents: Type.Integer() })),
    ),
    source: Type.Object({
      type: words('web', 'agency', 'panel'),
      agencyCode: Type.Optional(Type.String()),
    }),
    specialRequests: nullable(Type.String()),
    createdAt: Instant,
    updatedAt: Instant,
    confirmedAt: nullable(Instant),
    cancelledAt: nullable(Instant),
    cancelReason: nullable(Type.String()),
    ackedRevision: nullable(Type.Integer()),
    externalId: nullable(Type.String()),
  }),
)

const simulated = Type.Optional(Type.Boolean({ description: 'Only when nothing was changed.' }))

/** What a reinstatement answers: the record, and of a simulation the nights of which rooms would be taken. */
export const ReinstatedSchema = named(
  'ReinstatedBooking',
  extended(BookingSchema, {
    simulated,
    nightsTaken: Type.Optional(
      Type.Array(DateText, {
        description: 'Of a simulation: nights of which rooms would be taken from what is on sale.',
      }),
    ),
  }),
)

/** What ending a booking answers: the record, and of a simulation what would go back to sale. */
export const EndedSchema = named(
  'EndedBooking',
  extended(BookingSchema, {
    simulated,
    nightsGivenBack: Type.Optional(
      Type.Array(DateText, {
        description: 'Of a simulation: nights of which all rooms of the booking would go back.',
      }),
    ),
  }),
)

/** A booking as its agency sees it. */
export const CommissionedSchema = named(
  'AgencyBooking',
  extended(BookingSchema, { commissionCents: nullable(Type.Integer()) }),
)

/** Shows bookings of a page; each hotel and agency is looked up once. */
export function bookingViews(context: Context) {
  const agencyCode = agencyCodes(context)
  return async (booking: Booking) => {
    const { hotel, rooms } = await context.hotelOf(booking.hotelId)
    return recordOf(booking, { hotel, rooms, agencyCode: await agencyCode(booking.agencyId) })
  }
}
