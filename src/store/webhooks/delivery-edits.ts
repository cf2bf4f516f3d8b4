// Manual redelivery and replay of webhooks.

import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lte, max, sql } from 'drizzle-orm'
import { type Handle, invalidate, type Tx } from '../engine/engine.ts'
import { earliestOf, insertDeliveries, type NewDelivery, orderingKey } from './deliveries.ts'
import { OUTBOX_TOPIC, wants } from './outbox.ts'
import { listConnectedEndpoints } from './vendor-endpoints.ts'
import type { Webhook } from './webhooks.ts'

/** The most deliveries that one transaction changes, so that other writers wait only briefly. */
export const DELIVERIES_AT_ONCE = 500

/** Queues a delivery on request; one about a booking waits for the pending ones of that booking. */
export async function insertRequestedDelivery(
  tx: Tx,
  delivery: NewDelivery,
  nowMs: number,
): Promise<void> {
  await insertDeliveries(tx, [delivery], nowMs)
  invalidate(tx, OUTBOX_TOPIC)
}

/**
 * Makes a delivery that waits for its next attempt due now; if it waits for an earlier one of its booking, that one. A
 * delivery in progress is left alone.
 */
export async function updateDueOf(
  tx: Tx,
  { seq, webhookId, orderKey }: { seq: number; webhookId: string; orderKey: string | null },
  nowMs: number,
): Promise<void> {
  const { delivery } = tx.t
  const first = orderKey === null ? seq : earliestOf(delivery, { webhookId, orderKey })
  await tx.db
    .update(delivery)
    .set({ dueAtMs: nowMs })
    .where(
      and(
        eq(delivery.seq, first),
        gt(delivery.dueAtMs, nowMs),
        isNull(delivery.leasedUntilMs),
        sql`${delivery.state} = 'pending'`,
      ),
    )
  invalidate(tx, OUTBOX_TOPIC)
}

/**
 * Makes the deliveries of an endpoint that wait for their next attempt due now, in the order of their due times.
 *
 * @param fromMs skips deliveries due before it
 * @returns the `fromMs` of the next call; undefined if there are no more
 */
export async function updateDueFrom(
  tx: Tx,
  { webhookId, fromMs, nowMs }: { webhookId: string; fromMs: number; nowMs: number },
): Promise<number | undefined> {
  const { delivery } = tx.t
  const { seq, dueAtMs } = delivery
  const rows = await tx.db
    .select({ seq, dueAtMs })
    .from(delivery)
    .where(
      and(
        eq(delivery.webhookId, webhookId),
        isNotNull(dueAtMs),
        gte(dueAtMs, fromMs),
        isNull(delivery.leasedUntilMs),
      ),
    )
    .orderBy(asc(dueAtMs))
    .limit(DELIVERIES_AT_ONCE)
  await setBySeq(tx, rows, { dueAtMs: nowMs })
  invalidate(tx, OUTBOX_TOPIC)
  return rows.length === DELIVERIES_AT_ONCE ? rows.at(-1)!.dueAtMs! : undefined
}

/** Gives up the deliveries of a deleted endpoint. @returns true if there may be more */
export async function updateAbandoned(tx: Tx, webhookId: string, nowMs: number): Promise<boolean> {
  const { delivery } = tx.t
  const rows = await tx.db
    .select({ seq: delivery.seq })
    .from(delivery)
    .where(and(eq(delivery.webhookId, webhookId), sql`${delivery.state} = 'pending'`))
    .limit(DELIVERIES_AT_ONCE)
  const failed = { state: 'failed' as const, dueAtMs: null, leasedUntilMs: null }
  await setBySeq(tx, rows, { ...failed, finishedAtMs: nowMs })
  return rows.length === DELIVERIES_AT_ONCE
}

/** The position of an event among the events of a hotel: by time, then by sequence. */
export type EventPlace = { atMs: number; seq: number }

/**
 * Positions of a hotel's events after a position, whose deliveries have been queued, for whichever endpoint; without
 * those for vendors alone.
 *
 * @param untilSeq skips later events
 */
export async function listEvents(
  { t, db }: Handle,
  { hotelId, after, untilSeq }: { hotelId: number; after: EventPlace; untilSeq: number },
  limit: number,
): Promise<EventPlace[]> {
  const { seq, createdAtMs, queuedAtMs } = t.outbox
  return await db
    .select({ seq, atMs: createdAtMs })
    .from(t.outbox)
    .where(
      and(
        eq(t.outbox.hotelId, hotelId),
        isNull(t.outbox.vendorId),
        // Only the first term bounds the index; the sequence decides among events of the same millisecond.
        gte(createdAtMs, after.atMs),
        sql`(${createdAtMs}, ${seq}) > (${after.atMs}, ${after.seq})`,
        lte(seq, untilSeq),
        isNotNull(queuedAtMs),
        // A requested test event has not really happened.
        eq(t.outbox.test, false),
      ),
    )
    .orderBy(asc(createdAtMs), asc(seq))
    .limit(limit)
}

/** The events of a vendor's connections since an instant, which are few, by hotel. */
export async function listConnectionEvents(
  { t, db }: Handle,
  { vendorId, fromMs, untilSeq }: { vendorId: string; fromMs: number; untilSeq: number },
): Promise<Map<number, number[]>> {
  const { seq, hotelId, createdAtMs, queuedAtMs, test } = t.outbox
  const rows = await db
    .select({ seq, hotelId })
    .from(t.outbox)
    .where(
      and(
        eq(t.outbox.vendorId, vendorId),
        gte(createdAtMs, fromMs),
        lte(seq, untilSeq),
        isNotNull(queuedAtMs),
        eq(test, false),
      ),
    )
    .orderBy(asc(seq))
  const byHotel = new Map<number, number[]>()
  for (const row of rows) byHotel.set(row.hotelId, [...(byHotel.get(row.hotelId) ?? []), row.seq])
  return byHotel
}

/** The sequence of the newest event; 0 if there is none. */
export async function findNewestEvent({ t, db }: Handle): Promise<number> {
  const [row] = await db.select({ seq: max(t.outbox.seq) }).from(t.outbox)
  return row?.seq ?? 0
}

/**
 * Replays events of one hotel: queues another delivery of each to an endpoint, in their order. It skips events that the
 * endpoint does not want, and those with a pending delivery to it.
 *
 * @returns the number of deliveries
 */
export async function insertReplay(
  tx: Tx,
  webhook: Webhook,
  { seqs, newId, nowMs }: { seqs: readonly number[]; newId: () => string; nowMs: number },
): Promise<number> {
  const { id: webhookId } = webhook
  const { outbox, delivery } = tx.t
  const { seq, hotelId, vendorId, event, bookingCode, causeKeyId } = outbox
  const rows = await tx.db
    .select({ seq, hotelId, vendorId, event, bookingCode, causeKeyId })
    .from(outbox)
    .where(inArray(seq, [...seqs]))
    .orderBy(asc(seq))
  const onTheirWay = await tx.db
    .select({ seq: delivery.outboxSeq })
    .from(delivery)
    .where(
      and(
        inArray(delivery.outboxSeq, [...seqs]),
        // By the index of the event, not of the endpoint, which may have a long queue.
        eq(tx.dialect.unindexed(delivery.webhookId), webhookId),
        sql`${tx.dialect.unindexed(delivery.state)} = 'pending'`,
      ),
    )
  const skipped = new Set(onTheirWay.map((row) => row.seq))
  const ofVendor = ownerOf(webhook)
  const hotels = rows.map((row) => row.hotelId)
  const connected = ofVendor === null ? [] : await listConnectedEndpoints(tx, hotels)
  const own = { ...webhook, afterSeq: 0 }
  const atHotel = ofVendor === null ? own : connected.find(({ id }) => id === webhookId)
  const deliveries = rows.flatMap((row) => {
    const endpoint = row.vendorId === null ? atHotel : own
    if (skipped.has(row.seq) || !endpoint || !wants(endpoint, row)) return []
    return {
      ...{ id: newId(), webhookId, hotelId: row.hotelId, vendorId: ofVendor },
      outboxSeq: row.seq,
      orderKey: orderingKey(row, { vendorId: ofVendor }),
      cause: 'replay' as const,
    }
  })
  await insertDeliveries(tx, deliveries, nowMs)
  invalidate(tx, OUTBOX_TOPIC)
  return deliveries.length
}

/** The vendor whose own endpoint it is; null for an endpoint of a hotel. */
export const ownerOf = ({ hotelId, vendorId }: Pick<Webhook, 'hotelId' | 'vendorId'>) =>
  hotelId === null ? vendorId : null

async function setBySeq(
  { t, db }: Tx,
  rows: readonly { seq: number }[],
  values: Partial<Handle['t']['delivery']['$inferInsert']>,
): Promise<void> {
  if (rows.length === 0) return
  const seqs = rows.map(({ seq }) => seq)
  await db.update(t.delivery).set(values).where(inArray(t.delivery.seq, seqs))
}
