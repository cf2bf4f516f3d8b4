// The rest of an erasure, done behind: revisions, events, answers of receivers, and the desk's history.

import { and, asc, eq, gt, inArray, isNotNull, like, notLike, sql } from 'drizzle-orm'
import { eraseDeskState, eraseEvent, eraseSnapshot } from '../../domain/bookings/erasure.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { hasRow } from '../engine/rows.ts'
import { isLeased } from '../webhooks/delivery-claims.ts'

/** Stored texts that one slice rewrites: revisions, and events. */
const SLICE = 50

/** Part of every erased text. Inside a text of JSON its quotes would be escaped. */
const MARK = '%"erased":true%'

/** A booking whose revisions, events and history are still to be rewritten. */
export type OpenErasure = { bookingId: number; hotelId: number; code: string }

/** The next erasures that are not finished, after a booking's. */
export const listOpenErasures = async (
  { t: { guestErasure }, db }: Handle,
  afterId: number,
  limit: number,
): Promise<OpenErasure[]> => {
  const { bookingId, hotelId, code } = guestErasure
  return await db
    .select({ bookingId, hotelId, code })
    .from(guestErasure)
    .where(gt(bookingId, afterId))
    .orderBy(asc(bookingId))
    .limit(limit)
}

/** The place of an answer that a repeated request gets. */
export type AnswerPlace = { createdAtMs: number; owner: string; key: string; bookingCode: string }

/** The answers to repeated requests, oldest first, after a place: a day's, with no index by booking. */
export async function listAnswers(
  { t: { idempotency }, db }: Handle,
  after: AnswerPlace | undefined,
  limit: number,
): Promise<AnswerPlace[]> {
  const { createdAtMs, owner, key, bookingCode } = idempotency
  return await db
    .select({ createdAtMs, owner, key, bookingCode })
    .from(idempotency)
    .where(
      after &&
        sql`(${createdAtMs}, ${owner}, ${key}) > (cast(${after.createdAtMs} as bigint), ${after.owner}, ${after.key})`,
    )
    .orderBy(asc(createdAtMs), asc(owner), asc(key))
    .limit(limit)
}

/** Those of some answers that are about a booking whose guest is erased, or about its group. */
export async function listErasedAnswers(
  { t: { booking }, db }: Handle,
  answers: readonly AnswerPlace[],
): Promise<AnswerPlace[]> {
  const named = [...new Set(answers.map(({ bookingCode }) => bookingCode))]
  const erased = new Set<string>()
  for (const code of [booking.code, booking.groupCode]) {
    const rows = await db
      .select({ code })
      .from(booking)
      .where(and(inArray(code, named), isNotNull(booking.erasedAtMs)))
    for (const row of rows) erased.add(row.code!)
  }
  return answers.filter(({ bookingCode }) => erased.has(bookingCode))
}

/** Deletes answers to repeated requests. */
export async function deleteAnswers(
  { t: { idempotency }, db }: Tx,
  places: readonly AnswerPlace[],
): Promise<void> {
  for (const { owner, key } of places)
    await db.delete(idempotency).where(and(eq(idempotency.owner, owner), eq(idempotency.key, key)))
}

/**
 * Rewrites the next slice of an erased booking's revisions, events, answers of receivers and desk history, in a
 * transaction that holds the lock of its hotel. While an attempt to deliver one of the events is under way, the erasure
 * stays open: a receiver may repeat in its answer what it was sent.
 *
 * @returns true if there is more that can be done at once
 */
export async function eraseNext(tx: Tx, erasure: OpenErasure): Promise<boolean> {
  const { t, db } = tx
  const rewritten = (await eraseRevisions(tx, erasure)) + (await eraseEvents(tx, erasure))
  // The rest is another transaction's: an attempt that begins after this one sends what it has written.
  if (rewritten > 0) return true
  const isBeingSent = await hasRow(tx, t.delivery, and(isOf(tx, erasure), isLeased(t)))
  await eraseAnswers(tx, erasure)
  await eraseHistory(tx, erasure)
  if (!isBeingSent)
    await db.delete(t.guestErasure).where(eq(t.guestErasure.bookingId, erasure.bookingId))
  return false
}

async function eraseRevisions(
  { t: { bookingRevision: t }, db }: Tx,
  { hotelId, code }: OpenErasure,
) {
  const rows = await db
    .select({ changeSeq: t.changeSeq, text: sql<string>`${t.snapshot}` })
    .from(t)
    .where(and(eq(t.hotelId, hotelId), eq(t.code, code), sql`${t.snapshot} not like ${MARK}`))
    .limit(SLICE)
  for (const { changeSeq, text } of rows)
    await db
      .update(t)
      .set({ snapshot: sql`${eraseSnapshot(text)}` })
      .where(eq(t.changeSeq, changeSeq))
  return rows.length
}

async function eraseEvents({ t: { outbox: t }, db }: Tx, { code }: OpenErasure) {
  const rows = await db
    .select({ seq: t.seq, body: t.body })
    .from(t)
    .where(and(eq(t.bookingCode, code), like(t.event, 'booking.%'), notLike(t.body, MARK)))
    .limit(SLICE)
  for (const { seq, body } of rows)
    await db
      .update(t)
      .set({ body: eraseEvent(body) })
      .where(eq(t.seq, seq))
  return rows.length
}

async function eraseAnswers(tx: Tx, erasure: OpenErasure) {
  const { attempt, delivery } = tx.t
  const deliveries = tx.db.select({ seq: delivery.seq }).from(delivery).where(isOf(tx, erasure))
  await tx.db
    .update(attempt)
    .set({ answer: null })
    .where(and(inArray(attempt.deliverySeq, deliveries), isNotNull(attempt.answer)))
}

/** The deliveries of a booking's events. */
const isOf = ({ t: { delivery, outbox }, db }: Tx, { code }: OpenErasure) =>
  inArray(
    delivery.outboxSeq,
    db.select({ seq: outbox.seq }).from(outbox).where(eq(outbox.bookingCode, code)),
  )

async function eraseHistory({ t: { audit: t }, db }: Tx, { hotelId, code }: OpenErasure) {
  const rows = await db
    .select({ seq: t.seq, before: t.before, after: t.after })
    .from(t)
    .where(and(eq(t.entity, 'desk'), eq(t.entityId, code), eq(t.hotelId, hotelId)))
  for (const { seq, ...state } of rows) {
    const clean = { before: eraseDeskState(state.before), after: eraseDeskState(state.after)! }
    if (!Bun.deepEquals(clean, state)) await db.update(t).set(clean).where(eq(t.seq, seq))
  }
}
