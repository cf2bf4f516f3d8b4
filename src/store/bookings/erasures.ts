// Erasure of guests' data at once, wherever it is shown or found; `erase-rest.ts` does the rest behind.

import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Booking } from '../../domain/bookings/booking.ts'
import { bookingWords } from '../../domain/bookings/booking-words.ts'
import { eraseDeskState, eraseText, guestWords } from '../../domain/bookings/erasure.ts'
import type { Tx } from '../engine/engine.ts'
import { chunks } from '../engine/pace.ts'

/**
 * Erases the guests of bookings wherever they are shown or found, and notes what is left to `eraseNext`. The bookings'
 * sums, nights and room numbers stay; mails are dropped, and links and idempotent answers end.
 */
export async function eraseBookings(
  tx: Tx,
  hotelId: number,
  bookings: readonly Booking[],
  nowMs: number,
): Promise<void> {
  for (const some of chunks(bookings, 100)) {
    // First: it waits for an index of words that has read the rows, and whose words are deleted then.
    await eraseRows(tx, some, nowMs)
    await eraseWords(tx, hotelId, some)
    await eraseReviews(tx, some)
    await eraseNotes(tx, hotelId, some)
    const open = some.map(({ id: bookingId, code }) => ({ bookingId, hotelId, code }))
    await tx.db.insert(tx.t.guestErasure).values(open).onConflictDoNothing()
  }
}

/** Blanks the guest in the rows of bookings; an account's booking on the web is no longer the account's. */
async function eraseRows({ t: { booking }, db }: Tx, bookings: readonly Booking[], nowMs: number) {
  await db
    .update(booking)
    .set({
      ...{ firstName: '', lastName: '', email: null, phone: null, country: null, mailbox: null },
      ...{ specialRequests: null, cancelReason: null, arrivalTime: null, guestNames: null },
      ...{ consents: null, company: null },
      userId: sql`case when ${booking.sourceType} = 'web' then null else ${booking.userId} end`,
      manageEpoch: sql`${booking.manageEpoch} + 1`,
    })
    .where(inArray(booking.id, idsOf(bookings)))
  await db
    .update(booking)
    .set({ erasedAtMs: nowMs })
    .where(and(inArray(booking.id, idsOf(bookings)), isNull(booking.erasedAtMs)))
  for (const { id, guarantee } of bookings)
    if (guarantee?.reference)
      await db
        .update(booking)
        .set({ guarantee: JSON.stringify({ ...guarantee, reference: null }) })
        .where(eq(booking.id, id))
}

/** Deletes the words of guests from the index; the codes stay in it. */
async function eraseWords(
  { t: { bookingWord: t }, db }: Tx,
  hotelId: number,
  some: readonly Booking[],
) {
  const rows = some.flatMap((booking) => {
    const nobody = { firstName: '', lastName: '', email: null, phone: null, country: null }
    const kept = new Set(bookingWords({ ...booking, guest: nobody }))
    const words = bookingWords(booking).filter((word) => !kept.has(word))
    return words.map((word) => sql`(${word}, cast(${booking.id} as bigint))`)
  })
  for (const part of chunks(rows))
    await db
      .delete(t)
      .where(
        and(
          eq(t.hotelId, hotelId),
          sql`(${t.word}, ${t.bookingId}) in (values ${sql.join([...part], sql`, `)})`,
        ),
      )
}

/** Takes the names out of reviews, and the texts that repeat them; the ratings stay. */
async function eraseReviews({ t: { review, audit }, db }: Tx, bookings: readonly Booking[]) {
  const byCode = new Map(bookings.map((booking) => [booking.code, booking]))
  const rows = await db
    .select()
    .from(review)
    .where(inArray(review.bookingCode, [...byCode.keys()]))
  for (const { hotelId, id, bookingCode, text, reply } of rows) {
    const words = guestWords(byCode.get(bookingCode)!)
    const clean = (written: string | null) => written && eraseText(written, words)
    await db
      .update(review)
      .set({ author: '', text: eraseText(text, words), reply: clean(reply) })
      .where(and(eq(review.hotelId, hotelId), eq(review.id, id)))
    const isOfReview = and(eq(audit.entity, 'review'), eq(audit.entityId, id))
    for (const { seq, before, after } of await db.select().from(audit).where(isOfReview))
      if (clean(after) !== after || clean(before) !== before)
        await db
          .update(audit)
          .set({ before: before && eraseDeskState(before), after: eraseDeskState(after)! })
          .where(eq(audit.seq, seq))
  }
}

/** Deletes what the desk, mails and answers keep of bookings, apart from sums and room numbers. */
async function eraseNotes({ t, db }: Tx, hotelId: number, bookings: readonly Booking[]) {
  const ids = idsOf(bookings)
  const codes = [...new Set(bookings.flatMap(({ code, groupCode }) => [code, groupCode ?? code]))]
  const mailboxes = bookings.flatMap(({ mailbox }) => mailbox ?? [])
  const { bookingDesk, bookingIdentity, bookingPayment, statementAdjustment } = t
  await db
    .update(bookingDesk)
    .set({ note: null, tags: null })
    .where(inArray(bookingDesk.bookingId, ids))
  await db.delete(bookingIdentity).where(inArray(bookingIdentity.bookingId, ids))
  await db
    .update(bookingPayment)
    .set({ note: null })
    .where(and(inArray(bookingPayment.bookingId, ids), isNotNull(bookingPayment.note)))
  await db
    .update(statementAdjustment)
    .set({ note: '' })
    .where(inArray(statementAdjustment.bookingId, ids))
  await db
    .delete(t.mail)
    .where(and(inArray(t.mail.bookingCode, codes), eq(t.mail.hotelId, hotelId)))
  await db
    .delete(t.shutMailbox)
    .where(and(eq(t.shutMailbox.hotelId, hotelId), inArray(t.shutMailbox.mailbox, mailboxes)))
}

const idsOf = (bookings: readonly Booking[]) => bookings.map(({ id }) => id)
