import { and, asc, eq, gt, inArray, isNotNull, lt, lte, notExists } from 'drizzle-orm'
import { ATTEMPTS_MAX } from '../../domain/kernel/limits.ts'
import { invalidate, type Tx } from '../engine/engine.ts'
import { findMeta, writeMeta, writeMetas } from '../engine/meta.ts'
import { deleteBelow, PRUNE_ROWS_MAX } from '../engine/rows.ts'
import { freeNext } from '../webhooks/deliveries.ts'
import { OUTBOX_TOPIC } from '../webhooks/outbox.ts'

// Retention: each function deletes at most `PRUNE_ROWS_MAX` rows per transaction, so that other writers wait only
// briefly.

/** The changes of one transaction, which also records its progress. */
const CHANGES_MAX = PRUNE_ROWS_MAX - 1
/** The deliveries of one transaction, each deleted with its attempts. */
const DELIVERIES_MAX = Math.floor(PRUNE_ROWS_MAX / (ATTEMPTS_MAX + 1))

/** The age of old rows: made before `beforeMs`. A row dated after `nowMs` was made while the clock was ahead. */
type Age = { beforeMs: number; nowMs: number }

/**
 * Moves the start of each hotel's feed past the next old changes before anything of them is deleted, so that a reader
 * either gets a whole change or is told that it is gone. A change dated ahead is as old as the next one that is not.
 *
 * @returns the changes to delete now, after `fromSeq` up to `toSeq`; undefined if none is old
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

/** The old ones among some changes in order, up to the first that is not. */
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

/**
 * Deletes account links made before an instant.
 *
 * @returns the number of links; fewer than `PRUNE_ROWS_MAX` means that there are no more
 */
export function deleteOldLinks(tx: Tx, beforeMs: number): Promise<number> {
  const { id, createdAtMs } = tx.t.accountLink
  return deleteBelow(tx, { key: [id], by: createdAtMs }, beforeMs)
}

/**
 * Deletes the history of days up to a change.
 *
 * @returns the number of rows; fewer than `PRUNE_ROWS_MAX` means that there are no more
 */
export function deleteDayHistory(tx: Tx, toSeq: number): Promise<number> {
  const { roomCode, date, changeSeq } = tx.t.dayHistory
  return deleteBelow(tx, { key: [changeSeq, roomCode, date], by: changeSeq }, toSeq + 1)
}

/** The same for days of rates. */
export function deleteRateDayHistory(tx: Tx, toSeq: number): Promise<number> {
  const { roomCode, rateCode, date, changeSeq } = tx.t.rateDayHistory
  return deleteBelow(tx, { key: [changeSeq, roomCode, rateCode, date], by: changeSeq }, toSeq + 1)
}

/** Deletes changes after `fromSeq` up to `toSeq`, except those of bookings, whose revisions are kept for good. */
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
 * Deletes old deliveries after a position with their attempts, oldest first, whatever their state: a pending one is
 * given up, and the next one of its key is released. A delivery dated ahead stays until it is old.
 *
 * @returns the next position; undefined if there are no more
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
 * Deletes old events after a position, oldest first. An event stays while it is not queued yet or has a delivery; one
 * dated ahead stays until it is old.
 *
 * @returns the next position; undefined if there are no more
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
  const deliveries = db
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
        notExists(deliveries),
      ),
    )
  return placeAfter(rows, PRUNE_ROWS_MAX, age)
}

/**
 * Deletes old mails after a position, oldest first, whatever their state. A mail dated ahead stays until it is old.
 *
 * @returns the next position; undefined if there are no more
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

/** The position after some rows; undefined if there are no more, or one of them is recent. */
function placeAfter(
  rows: readonly { seq: number; createdAtMs: number }[],
  limit: number,
  { beforeMs, nowMs }: Age,
): number | undefined {
  const isRecent = rows.some((row) => row.createdAtMs >= beforeMs && row.createdAtMs <= nowMs)
  return isRecent || rows.length < limit ? undefined : rows.at(-1)!.seq
}

/**
 * Deletes old entries of the push log.
 *
 * @returns the number of entries; fewer than `PRUNE_ROWS_MAX` means that there are no more
 */
export function deletePushes(tx: Tx, beforeMs: number): Promise<number> {
  const { id, atMs } = tx.t.push
  return deleteBelow(tx, { key: [id], by: atMs }, beforeMs)
}
