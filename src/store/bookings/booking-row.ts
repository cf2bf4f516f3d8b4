// Bookings as rows of their table.

import { getTableColumns } from 'drizzle-orm'
import type { Booking } from '../../domain/bookings/booking.ts'
import { agencyFreeUntil } from '../../domain/bookings/free-until.ts'
import { NO_PENALTY } from '../../domain/rates/rate.ts'
import type { Tables } from '../engine/schema.ts'

type Row = Tables['booking']['$inferSelect']

/**
 * Turns a booking into its row, copied once; its `guest` is no column. Values that most bookings lack are null, which
 * takes no parsing.
 */
export function toRow(booking: Omit<Booking, 'id'>) {
  const { guest, cancellation, childAges, company, guarantee } = booking
  return {
    ...booking,
    ...guest,
    nightly: JSON.stringify(booking.nightly),
    childAges: childAges && JSON.stringify(childAges),
    // Only the exact default: other terms without a cost are returned as they were agreed.
    cancellation: Bun.deepEquals(cancellation, NO_PENALTY) ? null : JSON.stringify(cancellation),
    taxes: listText(booking.taxes),
    guestNames: listText(booking.guestNames),
    consents: listText(booking.consents),
    company: company && JSON.stringify(company),
    extras: listText(booking.extras),
    guarantee: guarantee && JSON.stringify(guarantee),
    freeUntil: agencyFreeUntil(booking),
  }
}

const listText = (list: readonly unknown[]) => (list.length === 0 ? null : JSON.stringify(list))

/**
 * The columns of a booking, its guest in one member: objects of more than 64 members are slow, and so is a copy of each
 * row. Reading a page of bookings takes a fifth less.
 */
export function bookingColumns(booking: Tables['booking']) {
  const { firstName, lastName, email, phone, country, ...own } = getTableColumns(booking)
  return { ...own, guest: { firstName, lastName, email, phone, country } }
}

type OwnRow = Omit<Row, keyof Booking['guest']> & Pick<Booking, 'guest'>

/** Turns a row of `bookingColumns` into its booking, in place. */
export function fromRow(row: OwnRow): Booking {
  const { nightly, childAges, cancellation, taxes, guestNames, consents, company } = row
  const { extras, guarantee } = row
  const parsed = {
    nightly: JSON.parse(nightly),
    childAges: childAges === null ? null : JSON.parse(childAges),
    cancellation: cancellation === null ? NO_PENALTY : JSON.parse(cancellation),
    taxes: taxes === null ? [] : JSON.parse(taxes),
    guestNames: guestNames === null ? [] : JSON.parse(guestNames),
    consents: consents === null ? [] : JSON.parse(consents),
    company: company === null ? null : JSON.parse(company),
    extras: extras === null ? [] : JSON.parse(extras),
    guarantee: guarantee === null ? null : JSON.parse(guarantee),
  }
  return Object.assign(row, parsed) as Omit<OwnRow, keyof typeof parsed> & typeof parsed
}
