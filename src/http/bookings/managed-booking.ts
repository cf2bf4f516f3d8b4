import { type Static, Type } from 'typebox'
import { namedObject, nullable } from '../api/schema.ts'
import { type BookingSchema, ChangedSchema } from './booking-shape.ts'

/**
 * A booking as those are answered who make and change one: with its token where it was made without a session, and where
 * the token that acted has ended by what it did.
 */
export const ManagedSchema = namedObject('ManagedBooking', {
  ...ChangedSchema.properties,
  manageToken: Type.Optional(
    nullable(
      Type.String(),
      'Changes, cancels and confirms it without a session: to be kept as a password. null: of a replay that comes late, or from elsewhere; the mails have it.',
    ),
  ),
})

/** A record as code and e-mail show it: what else the guest has told is left out (`contract-access`). */
export const redactRecord = (
  record: Static<typeof BookingSchema>,
  email: string,
): Static<typeof BookingSchema> => ({
  ...record,
  guest: { ...record.guest, email, phone: null, country: null },
  specialRequests: null,
})
