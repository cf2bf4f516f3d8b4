import { type Static, Type } from 'typebox'
import type { Guest } from '../../domain/bookings/booking.ts'
import { isReaddressed } from '../../domain/bookings/manage-link.ts'
import type { Context } from '../api/context.ts'
import { namedObject, nullable } from '../api/schema.ts'
import type { Access } from './booking-access.ts'
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

/** Returns the new manage token if the link changed the guest's e-mail, which ends that link; otherwise nothing. */
export function newTokenOf(
  { tokens }: Context,
  { opener, booking }: Access,
  guest: Partial<Guest> | undefined,
): { manageToken?: string } {
  const isNew = opener === 'token' && isReaddressed(booking.guest, { ...booking.guest, ...guest })
  if (!isNew) return {}
  return { manageToken: tokens.manage({ ...booking, manageEpoch: booking.manageEpoch + 1 }) }
}

type ShownBooking = Static<typeof BookingSchema>

/** Returns a record for the guest of a booking, who never sees the agency's commission (contract-groups). */
const guestRecord = <Shown extends ShownBooking>(record: Shown): Shown => ({
  ...record,
  ...{ commissionBp: null, commissionCents: null },
})

/** Returns the record after an act as its caller may see it: without a session it is the guest. */
export const actedRecord = <Shown extends ShownBooking>(
  { opener }: Pick<Access, 'opener'>,
  record: Shown,
): Shown => (opener === 'session' ? record : guestRecord(record))

/** Returns the reservation after an act as its caller may see it, as `actedRecord` does. */
export const actedGroup = <Shown extends { bookings: ShownBooking[] }>(
  access: Pick<Access, 'opener'>,
  group: Shown,
): Shown => ({ ...group, bookings: group.bookings.map((each) => actedRecord(access, each)) })

/**
 * Returns a record for a reader with code and e-mail alone: without the further data of the guest and the payment
 * (`contract-access`).
 */
const redactRecord = (record: ShownBooking, email: string): ShownBooking => ({
  ...guestRecord(record),
  guest: record.guest && { ...record.guest, email, phone: null, country: null },
  ...{ guestNames: [], company: null, payment: null },
  specialRequests: null,
})

/** Returns a record as the credential that opened the booking may see it. @param email as sent */
export function recordFor(
  opener: Access['opener'],
  record: ShownBooking,
  email: string | undefined,
): ShownBooking {
  if (opener === 'email') return redactRecord(record, email!)
  return opener === 'token' ? guestRecord(record) : record
}
