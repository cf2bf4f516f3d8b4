// Transactional outbox of webhook events, which fans out into deliveries.

import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { EventName } from '../../domain/webhooks/webhook.ts'
import { type Handle, invalidate, type Tx } from '../engine/engine.ts'
import { chunks } from '../engine/pace.ts'
import { placeholders, prepared } from '../engine/prepared.ts'
import type { Tables } from '../engine/schema.ts'
import { readShared } from '../engine/shared.ts'
import { insertDeliveries, type NewDelivery, orderingKey } from './deliveries.ts'
import {
  type Endpoint,
  listConnectedEndpoints,
  listVendorEndpoints,
  selectDaysWanted,
  updateLeft,
} from './vendor-endpoints.ts'

type Row = Tables['outbox']['$inferSelect']

/** An event in the transactional outbox; `body` is the exact text that will be sent and signed. */
export type OutboxEvent = Omit<
  Row,
  'seq' | 'event' | 'vendorId' | 'causeKeyId' | 'queuedAtMs' | 'test'
> & {
  event: EventName | 'ping'
  vendorId?: string | null
  causeKeyId?: string | null
  /** Set if its deliveries are queued together with it, or if there are none; else the sender queues them. */
  queuedAtMs?: number
  /** A test event, which was requested and has not happened. */
  test?: true
}

/** Invalidated when there may be something to send. */
export const OUTBOX_TOPIC = 'outbox'

const insertEvent = prepared(({ t: { outbox }, db, dialect }) =>
  dialect.prepareInsert(db.insert(outbox).values(placeholders(outbox, 'seq')), outbox.seq),
)

const insertUnnumbered = prepared(({ t: { outbox }, db, dialect }) =>
  dialect.prepareJoined(db.insert(outbox).values(placeholders(outbox, 'seq'))),
)

/** Inserts an event in the transaction that causes it. */
export async function insertOutbox(tx: Tx, event: OutboxEvent): Promise<void> {
  await insertUnnumbered(tx).execute(rowOf(tx, event))
}

/** The same. @returns its sequence number */
export const insertNumberedOutbox = (tx: Tx, event: OutboxEvent): Promise<number> =>
  insertEvent(tx).execute(rowOf(tx, event))

function rowOf(tx: Tx, event: OutboxEvent) {
  const { vendorId = null, causeKeyId = null, queuedAtMs = null, test = false } = event
  if (queuedAtMs === null || test) invalidate(tx, OUTBOX_TOPIC)
  return { ...event, vendorId, causeKeyId, queuedAtMs, test }
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

// Statements of the sender's pass are prepared: it runs after each group of commits, and building them takes longer.
const selectUnqueued = prepared(({ t: { outbox }, db }) =>
  db
    .select({
      seq: outbox.seq,
      hotelId: outbox.hotelId,
      vendorId: outbox.vendorId,
      event: outbox.event,
      bookingCode: outbox.bookingCode,
      causeKeyId: outbox.causeKeyId,
    })
    .from(outbox)
    .where(isNull(outbox.queuedAtMs))
    .orderBy(asc(outbox.seq))
    .limit(sql.placeholder('limit'))
    .prepare(),
)

const selectAnyUnqueued = prepared(({ t: { outbox }, db }) =>
  db.select({ one: sql`1` }).from(outbox).where(isNull(outbox.queuedAtMs)).limit(1).prepare(),
)

/** True if there are events whose deliveries are not queued yet. */
export const hasUnqueued = async (handle: Handle): Promise<boolean> =>
  (await selectAnyUnqueued(handle).execute()).length > 0

/** The most deliveries of hotels that have left that one pass gives up. */
const LEFT_AT_ONCE = 500

type Happening = Pick<Row, 'seq' | 'hotelId' | 'vendorId' | 'event' | 'bookingCode' | 'causeKeyId'>

/**
 * Queues a delivery of each new event, oldest first, to each endpoint of its hotel and of the vendors connected with it
 * that wants it, switched on or off. The key that made a push does not receive it (contract §4). What waits of a hotel
 * at a vendor that it has left is given up before anything later is queued (contract-groups, *Vendors*).
 *
 * @param limit the most events
 * @returns true if there may be more
 */
export async function takeEvents(
  tx: Tx,
  { newId, nowMs, limit }: { newId: () => string; nowMs: number; limit: number },
): Promise<boolean> {
  const { t, db } = tx
  const found = await selectUnqueued(tx).execute({ limit })
  const events = found.slice(0, await giveUpLeft(tx, found, nowMs))
  if (events.length === 0) return found.length > 0
  const endpointsOf = await findEndpoints(tx, events)
  const wanted: NewDelivery[] = events.flatMap((each) =>
    endpointsOf(each)
      .filter((endpoint) => wants(endpoint, each))
      .map((endpoint) => ({
        id: newId(),
        webhookId: endpoint.id,
        hotelId: each.hotelId,
        vendorId: endpoint.vendorId,
        outboxSeq: each.seq,
        orderKey: orderingKey(each, endpoint),
        cause: 'event' as const,
      })),
  )
  await insertDeliveries(tx, wanted, nowMs)
  for (const part of chunks(events)) {
    const seqs = part.map((each) => each.seq)
    await db.update(t.outbox).set({ queuedAtMs: nowMs }).where(inArray(t.outbox.seq, seqs))
  }
  return found.length === limit || events.length < found.length
}

/** Gives up what waits of hotels that have left their vendor. @returns the number of events that may be queued now */
async function giveUpLeft(tx: Tx, events: readonly Happening[], nowMs: number): Promise<number> {
  let left = LEFT_AT_ONCE
  for (const [index, { event, seq: beforeSeq, vendorId, hotelId }] of events.entries()) {
    if (event !== 'hotel.disconnected' || vendorId === null) continue
    left -= await updateLeft(tx, { vendorId, hotelId, beforeSeq }, { nowMs, limit: left })
    if (left === 0) return index
  }
  return events.length
}

/** Finds the endpoints that may receive some events. @returns a look-up by event */
async function findEndpoints(
  tx: Tx,
  events: readonly Happening[],
): Promise<(event: Happening) => Omit<Endpoint, 'hotelId'>[]> {
  const hotelIds = [...new Set(events.map(({ hotelId }) => hotelId))]
  const endpoints = [
    ...(await listEndpoints(tx, hotelIds)),
    ...(await listConnectedEndpoints(tx, hotelIds)),
  ]
  const vendorIds = [...new Set(events.flatMap(({ vendorId }) => vendorId ?? []))]
  const byVendor = Map.groupBy(await listVendorEndpoints(tx, vendorIds), (each) => each.vendorId)
  const byHotel = Map.groupBy(endpoints, ({ hotelId }) => hotelId)
  return ({ hotelId, vendorId }) =>
    (vendorId === null ? byHotel.get(hotelId) : byVendor.get(vendorId)) ?? []
}

/** The endpoints of some hotels that are not deleted. */
export async function listEndpoints({ t, db }: Handle, hotelIds: number[]): Promise<Endpoint[]> {
  const { id, hotelId, events, apiKeyId, deletedAtMs } = t.webhook
  const rows = await db
    .select({ id, hotelId, events, apiKeyId })
    .from(t.webhook)
    .where(and(inArray(hotelId, hotelIds), isNull(deletedAtMs)))
  return rows.map((row) => ({
    ...row,
    ...{ hotelId: row.hotelId!, vendorId: null, afterSeq: 0 },
    events: JSON.parse(row.events) as string[],
  }))
}

/**
 * True if an endpoint receives an event: it subscribes to it, the event is of the time of its connection, and no push is
 * echoed to its own key (contract §4).
 */
export function wants(
  { events, apiKeyId, afterSeq }: Pick<Endpoint, 'events' | 'apiKeyId' | 'afterSeq'>,
  { event, causeKeyId, seq }: Pick<Happening, 'event' | 'causeKeyId' | 'seq'>,
): boolean {
  if (!events.includes(event) || seq <= afterSeq) return false
  // An endpoint without a key stands for every partner of the hotel: no push is echoed to it.
  return causeKeyId === null || (apiKeyId !== null && apiKeyId !== causeKeyId)
}

const listEvents = prepared((handle) => {
  const { webhook } = handle.t
  const hotelId = sql.placeholder('hotelId')
  return handle.db
    .select({ events: sql<string | null>`${webhook.events}`.as('events') })
    .from(webhook)
    .where(and(eq(webhook.hotelId, hotelId), isNull(webhook.deletedAtMs)))
    .unionAll(selectDaysWanted(handle, hotelId))
    .prepare()
})

/**
 * Who may receive the events of a hotel, for a transaction that has locked it: `anyone` is false if it has no endpoint
 * and no vendor is connected with it. `ofDays` is true if an endpoint subscribes to changed days; most do not, and then
 * no event is made.
 */
export type Listeners = { anyone: boolean; ofDays: boolean }

/** Finds who may receive the events of a hotel. */
export async function findListeners(handle: Handle | Tx, hotelId: number): Promise<Listeners> {
  const rows = await readShared(handle, `events ${hotelId}`, () =>
    listEvents(handle).execute({ hotelId }),
  )
  const ofDays = rows.some(({ events }) => events?.includes('"availability.changed"'))
  return { anyone: rows.length > 0, ofDays }
}
