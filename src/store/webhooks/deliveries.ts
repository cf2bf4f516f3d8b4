// Webhook deliveries: queued in order of their key, one in progress per key.

import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { isConnectionEvent } from '../../domain/webhooks/webhook.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { lockQueues } from '../engine/locks.ts'
import { chunks } from '../engine/pace.ts'
import { hasRow } from '../engine/rows.ts'

/** A delivery to be queued. */
export type NewDelivery = Pick<
  Handle['t']['delivery']['$inferSelect'],
  'id' | 'webhookId' | 'hotelId' | 'vendorId' | 'outboxSeq' | 'orderKey' | 'cause'
>

/** Invalidated when an attempt at a delivery has ended. */
export const deliveryTopic = (id: string) => `delivery:${id}`

/**
 * The key whose deliveries must stay in order: the revisions of a booking, the changed days of a hotel, or the
 * connections of a hotel with a vendor. At an endpoint for many hotels no hotel waits for another.
 */
export function orderingKey(
  { event, bookingCode, hotelId }: { event: string; bookingCode: string | null; hotelId: number },
  { vendorId }: { vendorId: string | null },
): string | null {
  if (bookingCode !== null) return bookingCode
  if (isConnectionEvent(event)) return connectionKey(hotelId)
  if (event !== 'availability.changed') return null
  return vendorId === null ? OF_DAYS : `${OF_DAYS}:${hotelId}`
}
const OF_DAYS = 'availability'

/** The ordering key of the events that tell a vendor of its connections with a hotel. */
export const connectionKey = (hotelId: number) => `hotel:${hotelId}`

/** True if deliveries about bookings are pending at an endpoint. */
export function hasBookingsWaiting(handle: Handle, webhookId: string): Promise<boolean> {
  const { delivery } = handle.t
  const isPending = sql`${delivery.state} = 'pending'`
  // Booking codes consist of capitals and digits, which sort before it.
  const isOfBooking = lt(delivery.orderKey, OF_DAYS)
  return hasRow(handle, delivery, and(eq(delivery.webhookId, webhookId), isPending, isOfBooking))
}

/** Queues deliveries in order; a delivery waits for an earlier pending one of its key. */
export async function insertDeliveries(
  tx: Tx,
  deliveries: readonly NewDelivery[],
  nowMs: number,
): Promise<void> {
  await lockQueues(
    tx,
    deliveries.map(({ hotelId }) => hotelId),
  )
  const busy = await listBusyPairs(tx, deliveries)
  const rows = deliveries.map((delivery) => {
    const pair = delivery.orderKey === null ? null : pairKey(delivery.webhookId, delivery.orderKey)
    const mustWait = pair !== null && busy.has(pair)
    if (pair !== null) busy.add(pair)
    return {
      ...delivery,
      state: 'pending' as const,
      attempts: 0,
      dueAtMs: mustWait ? null : nowMs,
      createdAtMs: nowMs,
    }
  })
  for (const part of chunks(rows)) await tx.db.insert(tx.t.delivery).values([...part])
}

/** Makes the earliest delivery that waits behind another one of its key due. */
export async function freeNext(
  { t, db }: Tx,
  { webhookId, orderKey, nowMs }: { webhookId: string; orderKey: string; nowMs: number },
): Promise<void> {
  const { delivery: d } = t
  const next = earliestOf(d, { webhookId, orderKey })
  await db.update(d).set({ dueAtMs: nowMs }).where(sql`${d.seq} = ${next} and ${d.dueAtMs} is null`)
}

/** The earliest pending delivery of a key. */
export const earliestOf = (
  d: Handle['t']['delivery'],
  { webhookId, orderKey }: { webhookId: string; orderKey: string },
) =>
  // The state is literal text: a parameter rules out the partial index.
  sql`(select min(${d.seq}) from ${d} where ${d.webhookId} = ${webhookId}
    and ${d.orderKey} = ${orderKey} and ${d.state} = 'pending')`

/** The (endpoint, order key) pairs of some deliveries that already have a pending delivery. */
async function listBusyPairs(
  { t, db }: Handle,
  deliveries: readonly NewDelivery[],
): Promise<Set<string>> {
  const { delivery } = t
  const busy = new Set<string>()
  const byEndpoint = Map.groupBy(deliveries, ({ webhookId }) => webhookId)
  for (const [webhookId, those] of byEndpoint) {
    const keys = [...new Set(those.flatMap(({ orderKey }) => orderKey ?? []))]
    for (const part of chunks(keys)) {
      const rows = await db
        .selectDistinct({ orderKey: delivery.orderKey })
        .from(delivery)
        .where(
          and(
            eq(delivery.webhookId, webhookId),
            inArray(delivery.orderKey, part),
            // Literal text: a parameter rules out the partial index.
            sql`${delivery.state} = 'pending'`,
          ),
        )
      for (const { orderKey } of rows) busy.add(pairKey(webhookId, orderKey!))
    }
  }
  return busy
}

const pairKey = (webhookId: string, orderKey: string) => `${webhookId} ${orderKey}`
