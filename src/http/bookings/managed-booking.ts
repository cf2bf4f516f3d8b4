import { type Static, Type } from 'typebox'
import { namedObject, nullable } from '../api/schema.ts'
import { type BookingSchema, ChangedSchema } from './booking-shape.ts'

/**
 * The answer to placing or changing a booking. It has the manage token if the booking was made without a session, or if
 * the change ended the token that made it.
 */
export const ManagedSchema = namedObject('ManagedBooking', {
  ...ChangedSchema.properties,
  manageToken: Type.Optional(
    nullable(
      Type.String(),
      'Changes, cancels and confirms it without a session; keep it like a password. null in a late replay or one from another network; the mails have it.',
    ),
  ),
})

/**
 * Returns a record for a reader with code and e-mail alone: without telephone, country and requests
 * (`contract-access`).
 */
export const redactRecord = (
  record: Static<typeof BookingSchema>,
  email: string,
): Static<typeof BookingSchema> => ({
  ...record,
  guest: { ...record.guest, email, phone: null, country: null },
  specialRequests: null,
})
