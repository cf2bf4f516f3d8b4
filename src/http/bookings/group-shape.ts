import { type Static, Type } from 'typebox'
import { BOOKING_PROOFS, type Booking } from '../../domain/bookings/booking.ts'
import type { BookingRecord } from '../../domain/bookings/booking-record.ts'
import { type GroupRecord, groupRecord } from '../../domain/bookings/group.ts'
import type { Context } from '../api/context.ts'
import { Instant, namedObject, nullable, words } from '../api/schema.ts'
import type { Access } from './booking-access.ts'
import { BookingSchema, bookingViews } from './booking-shape.ts'
import { PanelBookingSchema } from './desk-shape.ts'
import { deskViews } from './desk-views.ts'
import { TaxPartSchema } from './detail-shape.ts'
import { recordFor } from './managed-booking.ts'

/** A reservation of several stays (contract-groups). */
export const GroupSchema = namedObject('BookingGroup', {
  code: Type.String(),
  hotelSlug: Type.String(),
  hotelName: Type.String(),
  guest: BookingSchema.properties.guest,
  currency: Type.String(),
  totalPriceCents: Type.Integer({
    description: 'Of its bookings that are pending, confirmed or completed.',
  }),
  extrasTotalCents: Type.Integer(),
  taxes: Type.Array(TaxPartSchema),
  netCents: Type.Integer(),
  penaltyCents: nullable(Type.Integer(), 'Of its bookings that ended; null if none has one.'),
  payableCents: Type.Integer(),
  proof: words(...BOOKING_PROOFS),
  holdUntil: nullable(Instant),
  bookings: Type.Array(BookingSchema, { description: 'One for each stay, in their order.' }),
  createdAt: Instant,
})

/** The answer to cancelling a group. */
export const EndedGroupSchema = namedObject('EndedBookingGroup', {
  ...GroupSchema.properties,
  simulated: Type.Optional(Type.Boolean({ description: 'Present if nothing was changed.' })),
})

/** The answer to changing a group; it has the manage token if the change ended the token that made it. */
export const ChangedGroupSchema = namedObject('ChangedBookingGroup', {
  ...EndedGroupSchema.properties,
  manageToken: Type.Optional(Type.String({ description: 'The new one, after another e-mail.' })),
})

/** A group for the hotel's staff. */
export const PanelGroupSchema = namedObject('PanelBookingGroup', {
  ...GroupSchema.properties,
  bookings: Type.Array(PanelBookingSchema, { description: 'One for each stay, in their order.' }),
})

/** The answer to placing a group; it has the manage token if it was made without a session. */
export const ManagedGroupSchema = namedObject('ManagedBookingGroup', {
  ...GroupSchema.properties,
  manageToken: Type.Optional(
    nullable(
      Type.String(),
      'Changes, cancels and confirms the group and its bookings without a session; keep it like a password. null in a late replay or one from another network; the mails have it.',
    ),
  ),
})

/** Shows a group as the credential that opened it may see it. */
export async function showGroup(
  context: Context,
  bookings: readonly Booking[],
  { opener, email }: { opener: Access['opener']; email?: string | undefined },
): Promise<Static<typeof GroupSchema>> {
  const show = bookingViews(context)
  const records = await Promise.all(bookings.map(show))
  const shown = records.map((record) => recordFor(opener, record, email))
  return groupRecord(shown as BookingRecord[]) satisfies GroupRecord
}

/** Shows a group to the hotel's staff: each booking with its desk record. */
export async function showPanelGroup(
  context: Context,
  bookings: readonly Booking[],
): Promise<Static<typeof PanelGroupSchema>> {
  const group = await showGroup(context, bookings, { opener: 'session' })
  return { ...group, bookings: await Promise.all(bookings.map(deskViews(context))) }
}
