// The log of webhook deliveries and their attempts.

import { and, asc, desc, eq, getColumns, inArray, lt, sql } from 'drizzle-orm'
import type { DeliveryState } from '../../domain/webhooks/webhook.ts'
import type { Handle } from '../engine/engine.ts'
import type { Tables } from '../engine/schema.ts'
import { isOfConnection } from './vendor-endpoints.ts'

/** One attempt at a delivery. */
export type Attempt = Omit<Tables['attempt']['$inferSelect'], 'deliverySeq' | 'headers'> & {
  headers: Record<string, string>
}

/** A delivery with its event. */
export type DeliveryEntry = Tables['delivery']['$inferSelect'] & {
  event: { id: string; name: string; bookingCode: string | null; revision: number | null }
}

/** Selects deliveries of an endpoint. */
export type DeliveryFilter = {
  webhookId: string
  /** The vendor whose own endpoint it is, which sees the deliveries of its present connections alone. */
  ofVendor?: string | null
  state?: DeliveryState | undefined
  event?: string | undefined
  bookingCode?: string | undefined
}

/** One page of deliveries. The next page begins before `nextSeq`; undefined if this is the last one. */
export type DeliveryPage = { deliveries: DeliveryEntry[]; nextSeq: number | undefined }

/** The most deliveries that one page searches for matches of its filter: bounds the cost if few match. */
export const DELIVERIES_LOOKED_AT_MAX = 20_000

/**
 * An endpoint's deliveries, newest first. With a filter that few match, a page may have fewer deliveries than asked
 * for, or none, although there is a next page.
 */
export async function listDeliveries(
  handle: Handle,
  filter: DeliveryFilter,
  { beforeSeq, limit }: { beforeSeq?: number | undefined; limit: number },
): Promise<DeliveryPage> {
  const { delivery, outbox } = handle.t
  const { webhookId, ofVendor = null, state, event, bookingCode } = filter
  const range = and(
    eq(delivery.webhookId, webhookId),
    beforeSeq === undefined ? undefined : lt(delivery.seq, beforeSeq),
  )
  const fromSeq =
    bookingCode === undefined && (state !== undefined || event !== undefined)
      ? await findNthSeq(handle, range)
      : undefined
  const deliveries = await selectDeliveries(handle)
    .where(
      and(
        range,
        fromSeq === undefined ? undefined : sql`${delivery.seq} >= ${fromSeq}`,
        ofVendor === null ? undefined : isOfConnection(handle, ofVendor),
        state && eq(delivery.state, state),
        event === undefined ? undefined : eq(outbox.event, event),
        bookingCode === undefined
          ? undefined
          : inArray(delivery.outboxSeq, await listEventsOf(handle, bookingCode)),
      ),
    )
    .orderBy(desc(delivery.seq))
    .limit(limit + 1)
  const shown = deliveries.slice(0, limit)
  return { deliveries: shown, nextSeq: deliveries.length > limit ? shown.at(-1)!.seq : fromSeq }
}

/** A delivery to an endpoint; undefined if there is none with this id, or a vendor may not see it (any more). */
export async function findDelivery(
  handle: Handle,
  { webhookId, id, ofVendor }: { webhookId: string; id: string; ofVendor: string | null },
): Promise<DeliveryEntry | undefined> {
  const { delivery } = handle.t
  const [row] = await selectDeliveries(handle).where(
    and(
      eq(delivery.id, id),
      eq(delivery.webhookId, webhookId),
      ofVendor === null ? undefined : isOfConnection(handle, ofVendor),
    ),
  )
  return row
}

/** The exact text of a delivery's body. */
export async function findBody({ t, db }: Handle, outboxSeq: number): Promise<string> {
  const [row] = await db
    .select({ body: t.outbox.body })
    .from(t.outbox)
    .where(eq(t.outbox.seq, outboxSeq))
  return row!.body
}

/** The attempts of some deliveries, by delivery, in their order. */
export async function listAttempts(
  { t, db }: Handle,
  deliverySeqs: readonly number[],
): Promise<Map<number, Attempt[]>> {
  const { attempt } = t
  const rows = await db
    .select()
    .from(attempt)
    .where(inArray(attempt.deliverySeq, [...deliverySeqs]))
    .orderBy(asc(attempt.deliverySeq), asc(attempt.number))
  const attempts = new Map<number, Attempt[]>()
  for (const { deliverySeq, headers, ...rest } of rows) {
    const those = attempts.get(deliverySeq) ?? []
    those.push({ ...rest, headers: JSON.parse(headers) })
    attempts.set(deliverySeq, those)
  }
  return attempts
}

/** The last delivery that a page searches; undefined if fewer are left than a page searches. */
async function findNthSeq({ t, db }: Handle, range: ReturnType<typeof and>) {
  const { seq } = t.delivery
  const [row] = await db
    .select({ seq })
    .from(t.delivery)
    .where(range)
    .orderBy(desc(seq))
    .limit(1)
    .offset(DELIVERIES_LOOKED_AT_MAX - 1)
  return row?.seq
}

async function listEventsOf({ t, db }: Handle, bookingCode: string): Promise<number[]> {
  const rows = await db
    .select({ seq: t.outbox.seq })
    .from(t.outbox)
    .where(eq(t.outbox.bookingCode, bookingCode))
  return rows.map(({ seq }) => seq)
}

function selectDeliveries({ t, db }: Handle) {
  const { delivery: d, outbox: o } = t
  return db
    .select({
      ...getColumns(d),
      event: { id: o.id, name: o.event, bookingCode: o.bookingCode, revision: o.revision },
    })
    .from(d)
    .innerJoin(o, eq(o.seq, d.outboxSeq))
}
