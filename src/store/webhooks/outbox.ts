// Transactional outbox of webhook events, which fans out into deliveries.

import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { EventName } from '../../domain/webhooks/webhook.ts'
import { type Handle, invalidate, type Tx } from '../engine/engine.ts'
import { chunks } from '../engine/pace.ts'
import { placeholders, prepared } from '../engine/prepared.ts'
import { hasRow } from '../engine/rows.ts'
import type { Tables } from '../engine/schema.ts'
import { insertDeliveries, type NewDelivery, orderingKey } from './deliveries.ts'

type Row = Tables['outbox']['$inferSelect']

/** An event in the transactional outbox; `body` is the exact text that will be sent and signed. */
export type OutboxEvent = Omit<Row, 'seq' | 'event' | 'causeKeyId' | 'queuedAtMs' | 'test'> & {
  event: EventName | 'ping'
  causeKeyId?: string | null
  /** Set if its deliveries are queued together with it; else the sender queues them. */
  queuedAtMs?: number
  /** A test event, which was requested and has not happened. */
  test?: true
}

/** Invalidated when there may be something to send. */
export const OUTBOX_TOPIC = 'outbox'

const insertEvent = prepared(({ t: { outbox }, db }) =>
  db.insert(outbox).values(placeholders(outbox, 'seq')).returning({ seq: outbox.seq }).prepare(),
)

/** Inserts an event in the transaction that causes it. @returns its sequence number */
export async function insertOutbox(tx: Tx, event: OutboxEvent): Promise<number> {
  const { causeKeyId = null, queuedAtMs = null, test = false } = event
  const [row] = await insertEvent(tx).execute({ ...event, causeKeyId, queuedAtMs, test })
  invalidate(tx, OUTBOX_TOPIC)
  return row!.seq
}

/** The bodies of a hotel's stored events of one kind. */
export async function listBodies(
  { t, db }: Handle,
  hotelId: number,
  event: EventName,
): Promise<string[]> {
  const rows = await db
    .select({ body: t.outbox.body })
    .from(t.outbox)
    .where(and(eq(t.outbox.hotelId, hotelId), eq(t.outbox.event, event)))
  return rows.map(({ body }) => body)
}

/** True if there are events whose deliveries are not queued yet. */
export const hasUnqueued = (handle: Handle) =>
  hasRow(handle, handle.t.outbox, isNull(handle.t.outbox.queuedAtMs))

/**
 * Queues a delivery of each new event, oldest first, to each endpoint of its hotel that wants it, switched on or off.
 * The key that made a push does not receive it (contract §4).
 *
 * @param limit the most events
 * @returns the number of events
 */
export async function takeEvents(
  tx: Tx,
  { newId, nowMs, limit }: { newId: () => string; nowMs: number; limit: number },
): Promise<number> {
  const { t, db } = tx
  const { seq, hotelId, event, bookingCode, causeKeyId } = t.outbox
  const events = await db
    .select({ seq, hotelId, event, bookingCode, causeKeyId })
    .from(t.outbox)
    .where(isNull(t.outbox.queuedAtMs))
    .orderBy(asc(seq))
    .limit(limit)
  if (events.length === 0) return 0
  const endpoints = await listEndpoints(tx, [...new Set(events.map((each) => each.hotelId))])
  const wanted: NewDelivery[] = events.flatMap((each) =>
    (endpoints.get(each.hotelId) ?? [])
      .filter((endpoint) => wants(endpoint, each))
      .map(({ id }) => ({
        id: newId(),
        webhookId: id,
        hotelId: each.hotelId,
        outboxSeq: each.seq,
        orderKey: orderingKey(each),
        cause: 'event' as const,
      })),
  )
  await insertDeliveries(tx, wanted, nowMs)
  for (const part of chunks(events)) {
    const seqs = part.map((each) => each.seq)
    await db.update(t.outbox).set({ queuedAtMs: nowMs }).where(inArray(seq, seqs))
  }
  return events.length
}

type Endpoint = { id: string; hotelId: number; events: string[]; apiKeyId: string | null }

async function listEndpoints({ t, db }: Tx, hotelIds: number[]): Promise<Map<number, Endpoint[]>> {
  const { id, hotelId, events, apiKeyId, deletedAtMs } = t.webhook
  const rows = await db
    .select({ id, hotelId, events, apiKeyId })
    .from(t.webhook)
    .where(and(inArray(hotelId, hotelIds), isNull(deletedAtMs)))
  const endpoints = rows.map((row) => ({ ...row, events: JSON.parse(row.events) as string[] }))
  return Map.groupBy(endpoints, (endpoint) => endpoint.hotelId)
}

/** True if an endpoint receives an event: it subscribes to it, and no push is echoed to its own key (contract §4). */
export function wants(
  { events, apiKeyId }: Pick<Endpoint, 'events' | 'apiKeyId'>,
  { event, causeKeyId }: { event: string; causeKeyId: string | null },
): boolean {
  if (!events.includes(event)) return false
  // An endpoint without a key stands for every partner of the hotel: no push is echoed to it.
  return causeKeyId === null || (apiKeyId !== null && apiKeyId !== causeKeyId)
}

const listEvents = prepared(({ t: { webhook }, db }) =>
  db
    .select({ events: webhook.events })
    .from(webhook)
    .where(and(eq(webhook.hotelId, sql.placeholder('hotelId')), isNull(webhook.deletedAtMs)))
    .prepare(),
)

/** True if an endpoint of a hotel subscribes to changed days; most do not, and then no event is made. */
export async function areDaysWanted(handle: Handle, hotelId: number): Promise<boolean> {
  const rows = await listEvents(handle).execute({ hotelId })
  return rows.some(({ events }) => events.includes('"availability.changed"'))
}
