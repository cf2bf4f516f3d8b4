import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, notExists, sql } from 'drizzle-orm'
import { ATTEMPTS_MAX, PRUNE_ROWS_MAX } from '../domain/limits.ts'
import { findMeta, writeMeta } from './meta.ts'
import { type Tx, touch } from './open.ts'
import { OUTBOX_TOPIC } from './outbox.ts'

// Each deletes at most `PRUNE_ROWS_MAX` rows a transaction, so that nobody who writes waits long.

/** Changes of one transaction: beside them it notes how far it has come. */
const CHANGES_MAX = PRUNE_ROWS_MAX - 1
/** Deliveries of one transaction: each goes with its attempts. */
const DELIVERIES_MAX = Math.floor(PRUNE_ROWS_MAX / (ATTEMPTS_MAX + 1))

/**
 * Ends the feed of each hotel behind the next changes that are old, before anything of them is deleted: a reader
 * finds a change whole or is told that it is gone.
 *
 * @param beforeMs changes made before are old
 * @returns the changes to be deleted now, from the one after `fromSeq` to `toSeq`; undefined when none is old
 */
export async function claimOldChanges(
  tx: Tx,
  beforeMs: number,
): Promise<{ fromSeq: number; toSeq: number } | undefined> {
  const { change } = tx.t
  const fromSeq = Number((await findMeta(tx, 'changes_pruned')) ?? 0)
  const rows = await tx.db
    .select({ seq: change.seq, hotelId: change.hotelId, atMs: change.atMs })
    .from(change)
    .where(gt(change.seq, fromSeq))
    .orderBy(asc(change.seq))
    .limit(CHANGES_MAX)
  const recent = rows.findIndex(({ atMs }) => atMs >= beforeMs)
  const old = recent < 0 ? rows : rows.slice(0, recent)
  const floors = new Map(old.map(({ hotelId, seq }) => [hotelId, seq]))
  for (const [hotelId, seq] of floors) await writeMeta(tx, `feed_floor:${hotelId}`, String(seq))
  const last = old.at(-1)
  return last && { fromSeq, toSeq: last.seq }
}

/** Deletes history of days up to a change. @returns how many rows; fewer than the most: there are no more */
export async function deleteDayHistory({ t, db }: Tx, toSeq: number): Promise<number> {
  const { hotelId, roomCode, date, changeSeq } = t.dayHistory
  const key = sql`(${hotelId}, ${roomCode}, ${date}, ${changeSeq})`
  const old = db
    .select({ hotelId, roomCode, date, changeSeq })
    .from(t.dayHistory)
    .where(lte(changeSeq, toSeq))
    .orderBy(asc(changeSeq))
    .limit(PRUNE_ROWS_MAX)
  const rows = await db.delete(t.dayHistory).where(sql`${key} in ${old}`).returning({ changeSeq })
  return rows.length
}

/** Deletes changes after one and up to another, save those of bookings, whose revisions are kept for good. */
export async function deleteChanges(
  tx: Tx,
  { fromSeq, toSeq }: { fromSeq: number; toSeq: number },
): Promise<void> {
  const { t, db } = tx
  const { changeSeq } = t.bookingRevision
  const revision = db
    .select({ changeSeq })
    .from(t.bookingRevision)
    .where(eq(changeSeq, t.change.seq))
  await db
    .delete(t.change)
    .where(and(gt(t.change.seq, fromSeq), lte(t.change.seq, toSeq), notExists(revision)))
  await writeMeta(tx, 'changes_pruned', String(toSeq))
}

/**
 * Deletes old deliveries with their attempts, oldest first, whatever their state: what is pending still is given up,
 * and what waited behind it may go.
 *
 * @returns whether there may be more
 */
export async function deleteDeliveries(
  tx: Tx,
  { beforeMs, nowMs }: { beforeMs: number; nowMs: number },
): Promise<boolean> {
  const { t, db } = tx
  const { seq, createdAtMs, state, webhookId, orderKey } = t.delivery
  const rows = await db
    .select({ seq, createdAtMs, state, webhookId, orderKey })
    .from(t.delivery)
    .orderBy(asc(seq))
    .limit(DELIVERIES_MAX)
  const old = rows.filter((row) => row.createdAtMs < beforeMs)
  const seqs = old.map((row) => row.seq)
  await db.delete(t.attempt).where(inArray(t.attempt.deliverySeq, seqs))
  await db.delete(t.delivery).where(inArray(seq, seqs))
  for (const { webhookId, orderKey, ...row } of old)
    if (row.state === 'pending' && orderKey !== null)
      await freeNext(tx, { webhookId, orderKey, nowMs })
  return old.length === DELIVERIES_MAX
}

/**
 * Deletes old events after a place, oldest first. One that is not queued yet, or that a delivery still speaks of,
 * stays.
 *
 * @returns where to go on; undefined when there are no more
 */
export async function deleteEvents(
  { t, db }: Tx,
  { beforeMs, afterSeq }: { beforeMs: number; afterSeq: number },
): Promise<number | undefined> {
  const { outbox, delivery } = t
  const rows = await db
    .select({ seq: outbox.seq, createdAtMs: outbox.createdAtMs })
    .from(outbox)
    .where(gt(outbox.seq, afterSeq))
    .orderBy(asc(outbox.seq))
    .limit(PRUNE_ROWS_MAX)
  const last = rows.at(-1)
  if (!last) return undefined
  const told = db
    .select({ seq: delivery.seq })
    .from(delivery)
    .where(eq(delivery.outboxSeq, outbox.seq))
  await db
    .delete(outbox)
    .where(
      and(
        gt(outbox.seq, afterSeq),
        lte(outbox.seq, last.seq),
        lt(outbox.createdAtMs, beforeMs),
        isNotNull(outbox.queuedAtMs),
        notExists(told),
      ),
    )
  return last.createdAtMs < beforeMs && rows.length === PRUNE_ROWS_MAX ? last.seq : undefined
}

/** Deletes old entries of the log of pushes. @returns how many; fewer than the most: there are no more */
export async function deletePushes({ t, db }: Tx, beforeMs: number): Promise<number> {
  const { id, atMs } = t.push
  const old = db
    .select({ id })
    .from(t.push)
    .where(lt(atMs, beforeMs))
    .orderBy(asc(atMs))
    .limit(PRUNE_ROWS_MAX)
  const rows = await db.delete(t.push).where(inArray(id, old)).returning({ id })
  return rows.length
}

/** Makes the earliest delivery that waits behind another of its key due. */
async function freeNext(
  tx: Tx,
  { webhookId, orderKey, nowMs }: { webhookId: string; orderKey: string; nowMs: number },
): Promise<void> {
  const { delivery } = tx.t
  const [next] = await tx.db
    .select({ seq: delivery.seq })
    .from(delivery)
    .where(
      and(
        eq(delivery.webhookId, webhookId),
        eq(delivery.orderKey, orderKey),
        // Written as text: a parameter would keep the partial index from being used.
        sql`${delivery.state} = 'pending'`,
      ),
    )
    .orderBy(asc(delivery.seq))
    .limit(1)
  if (!next) return
  await tx.db
    .update(delivery)
    .set({ dueAtMs: nowMs })
    .where(and(eq(delivery.seq, next.seq), isNull(delivery.dueAtMs)))
  touch(tx, OUTBOX_TOPIC)
}
