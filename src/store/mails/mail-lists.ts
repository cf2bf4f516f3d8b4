// The log of mails about bookings.

import { and, asc, desc, eq, gt, inArray, isNotNull, lt, notInArray, sql } from 'drizzle-orm'
import type { Booking } from '../../domain/bookings/booking.ts'
import type { MailKind } from '../../domain/mails/mail.ts'
import type { Handle } from '../engine/engine.ts'
import { preparedLists } from '../engine/prepared.ts'
import { countTo } from '../engine/rows.ts'
import { type BookingMail, isAboutBooking } from './mails.ts'

/** Mails about a hotel's bookings, newest first. @param before the last mail of the page before */
export async function listMails(
  { t, db }: Handle,
  hotelId: number,
  { before, limit }: { before: { seq: number } | undefined; limit: number },
): Promise<BookingMail[]> {
  const { mail } = t
  const rows = await db
    .select()
    .from(mail)
    .where(
      and(
        eq(mail.hotelId, hotelId),
        notInArray(mail.kind, ['unusual_demand', 'statement']),
        before && lt(mail.seq, before.seq),
      ),
    )
    .orderBy(desc(mail.seq))
    .limit(limit)
  return rows.filter(isAboutBooking)
}

/** Mails about a booking or its group, newest first. */
export async function listBookingMails(
  handle: Handle,
  { hotelId, code, groupCode }: Pick<Booking, 'hotelId' | 'code' | 'groupCode'>,
  limit: number,
): Promise<BookingMail[]> {
  const codes = groupCode === null ? [code] : [code, groupCode]
  const rows = await selectOfCodes(handle, { codes }, { hotelId, limit })
  return rows.filter(isAboutBooking)
}

const selectOfCodes = preparedLists(['codes'], ({ t: { mail }, db, dialect }, { codes }) =>
  db
    .select()
    .from(mail)
    .where(
      and(
        inArray(mail.bookingCode, codes),
        // As an expression: the index of this column would read every mail of the hotel.
        eq(dialect.unindexed(mail.hotelId), sql.placeholder('hotelId')),
      ),
    )
    .orderBy(desc(mail.seq))
    .limit(sql.placeholder('limit'))
    .prepare(),
)

/** The times at which mails of a kind about a booking, or its group, were queued since an instant, oldest first. */
export async function listMailTimes(
  { t: { mail }, db }: Handle,
  { hotelId, code, groupCode }: Pick<Booking, 'hotelId' | 'code' | 'groupCode'>,
  { kind, sinceMs }: { kind: MailKind; sinceMs: number },
): Promise<number[]> {
  const { createdAtMs } = mail
  const isOfBooking = and(eq(mail.bookingCode, groupCode ?? code), eq(mail.hotelId, hotelId))
  const rows = await db
    .select({ createdAtMs })
    .from(mail)
    .where(and(isOfBooking, eq(mail.kind, kind), gt(createdAtMs, sinceMs)))
    .orderBy(asc(createdAtMs))
  return rows.map((row) => row.createdAtMs)
}

/** The number of mails that wait for their first or next attempt, counted to 10,000. */
export const countWaitingMails = (handle: Handle): Promise<number> =>
  countTo(handle, handle.t.mail, isNotNull(handle.t.mail.dueAtMs))
