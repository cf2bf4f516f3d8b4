// Bookings as rows of their table.

import type { Booking } from '../../domain/bookings/booking.ts'
import { agencyFreeUntil } from '../../domain/bookings/free-until.ts'
import { NO_PENALTY } from '../../domain/rates/rate.ts'
import type { Tables } from '../engine/schema.ts'

type Row = Tables['booking']['$inferSelect']

/** Turns a booking into its row. Values that most bookings lack are null, which takes no parsing. */
export function toRow({
  guest,
  nightly,
  childAges,
  cancellation,
  taxes,
  guestNames,
  consents,
  company,
  extras,
  guarantee,
  ...booking
}: Omit<Booking, 'id'>) {
  return {
    ...booking,
    ...guest,
    nightly: JSON.stringify(nightly),
    childAges: childAges && JSON.stringify(childAges),
    // Only the exact default: other terms without a cost are returned as they were agreed.
    cancellation: Bun.deepEquals(cancellation, NO_PENALTY) ? null : JSON.stringify(cancellation),
    taxes: listText(taxes),
    guestNames: listText(guestNames),
    consents: listText(consents),
    company: company && JSON.stringify(company),
    extras: listText(extras),
    guarantee: guarantee && JSON.stringify(guarantee),
    freeUntil: agencyFreeUntil({ ...booking, cancellation }),
  }
}

const listText = (list: readonly unknown[]) => (list.length === 0 ? null : JSON.stringify(list))

/** Turns a row into its booking, whose some sixty fields are copied once. */
export function fromRow(row: Row): Booking {
  const { firstName, lastName, email, phone, country, ...booking } = row
  const { nightly, childAges, cancellation, taxes, guestNames, consents, company } = booking
  const parsed = {
    guest: { firstName, lastName, email, phone, country },
    nightly: JSON.parse(nightly),
    childAges: childAges === null ? null : JSON.parse(childAges),
    cancellation: cancellation === null ? NO_PENALTY : JSON.parse(cancellation),
    taxes: taxes === null ? [] : JSON.parse(taxes),
    guestNames: guestNames === null ? [] : JSON.parse(guestNames),
    consents: consents === null ? [] : JSON.parse(consents),
    company: company === null ? null : JSON.parse(company),
    extras: booking.extras === null ? [] : JSON.parse(booking.extras),
    guarantee: booking.guarantee === null ? null : JSON.parse(booking.guarantee),
  }
  return Object.assign(booking, parsed) as Omit<typeof booking, keyof typeof parsed> & typeof parsed
}
