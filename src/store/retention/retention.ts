import { and, asc, eq, gt, inArray, isNotNull, lt, lte, notExists } from 'drizzle-orm'
import { ATTEMPTS_MAX } from '../../domain/kernel/limits.ts'
import { invalidate, type Tx } from '../engine/engine.ts'
import { findMeta, writeMeta, writeMetas } from '../engine/meta.ts'
import { deleteBelow, PRUNE_ROWS_MAX } from '../engine/rows.ts'
import { freeNext } from '../webhooks/deliveries.ts'
import { OUTBOX_TOPIC } from '../webhooks/outbox.ts'

// Each deletes at most `PRUNE_ROWS_MAX` rows a transaction, so that nobody who writes waits long.

/** Changes of one transaction: beside them it notes how far it has come. */
const CHANGES_MAX = PRUNE_ROWS_MAX - 1
/** Deliveries of one transaction: each goes with its attempts. */
const DELIVERIES_MAX = Math.floor(PRUNE_ROWS_MAX / (ATTEMPTS_MAX + 1))

/** What is old: made before `beforeMs`. What is dated after `nowMs` was made while a clock was ahead. */
type Age = { beforeMs: number; nowMs: number }

/**
 * Ends the feed of each hotel behind the next changes that are old, before anything of them is deleted: a reader
 * finds a change whole or is told that it is gone. A change dated ahead is as old as the next one that is not.
 *
 * @returns the changes to be deleted now, from the one after `fromSeq` to `toSeq`; undefined when none is old
 */
export async function claimOldChanges(
  tx: Tx,
  age: Age,
): Promise<{ fromSeq: number; toSeq: number } | undefined> {
  const { change } = tx.t
  const fromSeq = Number((await findMeta(tx, 'changes_pruned')) ?? 0)
  const rows = await tx.db
    .select({ seq: change.seq, hotelId: change.hotelId, atMs: change.atMs })
    .from(change)
    .where(gt(change.seq, fromSeq))
    .orderBy(asc(change.seq))
    .limit(CHANGES_MAX)
  const old = await oldOf(tx, rows, age)
  const floors = new Map(old.map(({ hotelId, seq }) => [hotelId, seq]))
  const floorOf = ([hotelId, seq]: [number, number]) =>
    ({ key: `feed_floor:${hotelId}`, value: String(seq) }) as const
  await writeMetas(tx, [...floors].map(floorOf))
  const last = old.at(-1)
  return last && { fromSeq, toSeq: last.seq }
}

type DatedRow = { seq: number; hotelId: number; atMs: number }

/** Those of some changes in order that are old, up to the first that is not. */
async function oldOf({ t, db }: Tx, rows: DatedRow[], { beforeMs, nowMs }: Age) {
  const recent = rows.findIndex(({ atMs }) => atMs >= beforeMs && atMs <= nowMs)
  const head = recent < 0 ? rows : rows.slice(0, recent)
  const lastOld = head.findLastIndex(({ atMs }) => atMs < beforeMs)
  if (lastOld >= 0 || recent >= 0 || head.length < CHANGES_MAX) return head.slice(0, lastOld + 1)
  // All of them are dated ahead.
  const { seq, atMs } = t.change
  const [next] = await db
    .select({ atMs })
    .from(t.change)
    .where(and(gt(seq, head.at(-1)!.seq), lte(atMs, nowMs)))
    .orderBy(asc(seq))
    .limit(1)
  return next && next.atMs < beforeMs ? head : []
}

/** Deletes links that were made before an instant. @returns how many; fewer than the most: there are no more */
export function deleteOldLinks(tx: Tx, beforeMs: number): Promise<number> {
  const { id, createdAtMs } = tx.t.accountLink
  return deleteBelow(tx, { key: [id], by: createdAtMs }, beforeMs)
}

/** Deletes history of days up to a change. @returns how many rows; fewer than the most: there are no more */
export function deleteDayHistory(tx: Tx, toSeq: number): Promise<number> {
  const { roomCode, date, changeSeq } = tx.t.dayHistory
  return deleteBelow(tx, { key: [changeSeq, roomCode, date], by: changeSeq }, toSeq + 1)
}

/** The same of days of rates. */
export function deleteRateDayHistory(tx: Tx, toSeq: number): Promise<number> {
  const { roomCode, rateCode, date, changeSeq } = tx.t.rateDayHistory
  return deleteBelow(tx, { key: [changeSeq, roomCode, rateCode, date], by: changeSeq }, toSeq + 1)
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
 * Deletes old deliveries with their attempts after a place, oldest first, whatever their state: what is pending still
 * is given up, and what waited behind it may go. One dated ahead stays until it is old.
 *
 * @returns where to go on; undefined when there are no more
 */
export async function deleteDeliveries(
  tx: Tx,
  { afterSeq, ...age }: Age & { afterSeq: number },
): Promise<number | undefined> {
  const { t, db } = tx
  const { seq, createdAtMs, state, webhookId, orderKey } = t.delivery
  const rows = await db
    .select({ seq, createdAtMs, state, webhookId, orderKey })
    .from(t.delivery)
    .where(gt(seq, afterSeq))
    .orderBy(asc(seq))
    .limit(DELIVERIES_MAX)
  const old = rows.filter((row) => row.createdAtMs < age.beforeMs)
  const seqs = old.map((row) => row.seq)
  await db.delete(t.attempt).where(inArray(t.attempt.deliverySeq, seqs))
  await db.delete(t.delivery).where(inArray(seq, seqs))
  for (const { webhookId, orderKey, ...row } of old)
    if (row.state === 'pending' && orderKey !== null) {
      await freeNext(tx, { webhookId, orderKey, nowMs: age.nowMs })
      invalidate(tx, OUTBOX_TOPIC)
    }
  return placeAfter(rows, DELIVERIES_MAX, age)
}

/**
 * Deletes old events after a place, oldest first. One that is not queued yet, or that a delivery still speaks of,
 * stays; so does one dated ahead until it is old.
 *
 * @returns where to go on; undefined when there are no more
 */
export async function deleteEvents(
  { t, db }: Tx,
  { afterSeq, ...age }: Age & { afterSeq: number },
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
        lt(outbox.createdAtMs, age.beforeMs),
        isNotNull(outbox.queuedAtMs),
        notExists(told),
      ),
    )
  return placeAfter(rows, PRUNE_ROWS_MAX, age)
}

/**
 * Deletes old mails after a place, oldest first, whatever their state. One dated ahead stays until it is old.
 *
 * @returns where to go on; undefined when there are no more
 */
export async function deleteMails(
  { t, db }: Tx,
  { afterSeq, ...age }: Age & { afterSeq: number },
): Promise<number | undefined> {
  const { seq, createdAtMs } = t.mail
  const rows = await db
    .select({ seq, createdAtMs })
    .from(t.mail)
    .where(gt(seq, afterSeq))
    .orderBy(asc(seq))
    .limit(PRUNE_ROWS_MAX)
  const old = rows.filter((row) => row.createdAtMs < age.beforeMs).map((row) => row.seq)
  await db.delete(t.mail).where(inArray(seq, old))
  return placeAfter(rows, PRUNE_ROWS_MAX, age)
}

/** Where to go on after some rows; undefined when there are no more, or one of them is recent. */
function placeAfter(
  rows: readonly { seq: number; createdAtMs: number }[],
  limit: number,
  { beforeMs, nowMs }: Age,
): number | undefined {
  const isRecent = rows.some((row) => row.createdAtMs >= beforeMs && row.createdAtMs <= nowMs)
  return isRecent || rows.length < limit ? undefined : rows.at(-1)!.seq
}

/** Deletes old entries of the log of pushes. @returns how many; fewer than the most: there are no more */
export function deletePushes(tx: Tx, beforeMs: number): Promise<number> {
  const { id, atMs } = tx.t.push
  return deleteBelow(tx, { key: [id], by: atMs }, beforeMs)
}
