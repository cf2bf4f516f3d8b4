// Guests' reviews, the hotel's replies, and the rating.

import { and, desc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { hotelTopic } from '../catalog/catalog.ts'
import { type Handle, invalidate, type Tx } from '../engine/engine.ts'
import { prepared } from '../engine/prepared.ts'
import type { Tables } from '../engine/schema.ts'

/** A guest's review of a stay, and the hotel's reply. */
export type Review = Tables['review']['$inferSelect']

/**
 * Inserts a review and adds it to its hotel's rating.
 *
 * @returns false if the booking already has one; then nothing is written
 */
export async function insertReview(tx: Tx, review: Review): Promise<boolean> {
  const { t, db } = tx
  const rows = await db
    .insert(t.review)
    .values(review)
    .onConflictDoNothing({ target: t.review.bookingCode })
    .returning({ id: t.review.id })
  if (rows.length === 0) return false
  const { ratingSum, ratingCount } = t.hotel
  await db
    .update(t.hotel)
    .set({ ratingSum: sql`${ratingSum} + ${review.rating}`, ratingCount: sql`${ratingCount} + 1` })
    .where(eq(t.hotel.id, review.hotelId))
  // Search caches the rating with the hotel.
  invalidate(tx, hotelTopic(review.hotelId))
  return true
}

/** A hotel's review by id; undefined if the hotel has no such review. */
export async function findReview(
  { t, db }: Handle,
  { hotelId, id }: Pick<Review, 'hotelId' | 'id'>,
): Promise<Review | undefined> {
  const [row] = await db
    .select()
    .from(t.review)
    .where(and(eq(t.review.hotelId, hotelId), eq(t.review.id, id)))
  return row
}

/** The review kept with a booking; undefined if it has none. */
export async function findReviewOf(
  { t, db }: Handle,
  bookingCode: string,
): Promise<Review | undefined> {
  const [row] = await db.select().from(t.review).where(eq(t.review.bookingCode, bookingCode))
  return row
}

/** Writes the hotel's reply, replacing an earlier one. It invalidates nothing: no cached answer shows replies. */
export async function updateReply(
  { t, db }: Tx,
  { hotelId, id, reply, repliedAtMs }: Review,
): Promise<void> {
  await db
    .update(t.review)
    .set({ reply, repliedAtMs })
    .where(and(eq(t.review.hotelId, hotelId), eq(t.review.id, id)))
}

/** The newest reviews of a hotel, which each page for guests asks for. */
const selectNewest = prepared(({ t: { review }, db }) =>
  db
    .select()
    .from(review)
    .where(eq(review.hotelId, sql.placeholder('hotelId')))
    .orderBy(desc(review.id))
    .limit(sql.placeholder('limit'))
    .prepare(),
)

/** A hotel's reviews, newest first; with `beforeId` only those before that one. */
export async function listReviews(
  handle: Handle,
  filter: { hotelId: number; isReplied?: boolean | undefined },
  { beforeId, limit }: { beforeId?: string | undefined; limit: number },
): Promise<Review[]> {
  const { t, db } = handle
  const { review } = t
  const isFirst = filter.isReplied === undefined && beforeId === undefined
  if (isFirst) return await selectNewest(handle).execute({ hotelId: filter.hotelId, limit })
  const replied = filter.isReplied ? isNotNull(review.reply) : isNull(review.reply)
  return await db
    .select()
    .from(review)
    .where(
      and(
        eq(review.hotelId, filter.hotelId),
        filter.isReplied === undefined ? undefined : replied,
        beforeId === undefined ? undefined : lt(review.id, beforeId),
      ),
    )
    .orderBy(desc(review.id))
    .limit(limit)
}
