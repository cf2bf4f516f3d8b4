import { Type } from 'typebox'
import { nullable, words } from '../docs.ts'

const DateText = Type.String({ format: 'date' })
const Instant = Type.String({ format: 'date-time' })

/** States of a booking as OpenAPI names them. */
export const STATUSES = [
  'pending',
  'confirmed',
  'cancelled',
  'expired',
  'no_show',
  'completed',
] as const

/** The booking record of contract §3, as OpenAPI describes it. */
export const BookingSchema = Type.Object({
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
  guest: Type.Object({
    firstName: Type.String(),
    lastName: Type.String(),
    email: Type.String(),
    phone: nullable(Type.String()),
    country: nullable(Type.String()),
  }),
  currency: Type.String(),
  totalPriceCents: Type.Integer({ description: 'Σ nightly × rooms.' }),
  nightly: Type.Array(Type.Object({ date: DateText, priceCents: Type.Integer() })),
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
})

/** What a reinstatement answers: the record, and of a simulation the nights of which rooms would be taken. */
export const ReinstatedSchema = Type.Object({
  ...BookingSchema.properties,
  simulated: Type.Optional(Type.Boolean({ description: 'Only when nothing was changed.' })),
  nightsTaken: Type.Optional(
    Type.Array(DateText, {
      description: 'Of a simulation: nights of which rooms would be taken from what is on sale.',
    }),
  ),
})

/** What ending a booking answers: the record, and of a simulation what would go back to sale. */
export const EndedSchema = Type.Object({
  ...BookingSchema.properties,
  simulated: Type.Optional(Type.Boolean({ description: 'Only when nothing was changed.' })),
  nightsGivenBack: Type.Optional(
    Type.Array(DateText, {
      description: 'Of a simulation: nights of which all rooms of the booking would go back.',
    }),
  ),
})
