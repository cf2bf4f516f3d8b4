import { and, asc, eq, gt, inArray, isNotNull, isNull, max, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Handle } from '../../engine/engine.ts'
import { listEndpoints, wants } from '../../webhooks/outbox.ts'
import { type Invariant, type Look, readOnce, slicesOf } from './invariant.ts'

/**
 * Every event has a delivery to each endpoint of its hotel that wants it, every delivery and every mail has ended or is
 * due, or waits behind an earlier one, and no event is left behind (contract §4).
 */
export const OUTBOX: Invariant = {
  holds: 'events, deliveries and mails have ended, or are on their way',
  async *find(look) {
    yield* findLeft(look)
    yield* findUndelivered(look)
    yield* findStuckDeliveries(look)
    yield* findStuckMails(look)
  },
}

/** An event that is queued this much later than one after it was left behind. */
const LEFT_MS = 60_000

/** Finds events that the sender has passed by. */
async function* findLeft(look: Look): AsyncGenerator<string> {
  const rows = await readOnce(look, async ({ t: { outbox }, db }) => {
    // An event without a listener is no work of the sender: it is stored as queued.
    const [newest] = await db
      .select({ atMs: max(outbox.queuedAtMs) })
      .from(outbox)
      .where(ne(outbox.queuedAtMs, outbox.createdAtMs))
    const left = sql`${outbox.createdAtMs} < ${(newest?.atMs ?? 0) - LEFT_MS}`
    return await db
      .select({ ...named(outbox), at: outbox.createdAtMs })
      .from(outbox)
      .where(and(isNull(outbox.queuedAtMs), left))
      .orderBy(asc(outbox.seq))
      .limit(LISTED_MAX)
  })
  for (const row of rows)
    yield `${nameOf(row)} of ${new Date(row.at).toISOString()} was left behind`
}

/** Far more than are printed. */
const LISTED_MAX = 1_000

type Named = { event: string; seq: number; bookingCode: string | null; revision: number | null }

const named = ({ event, seq, bookingCode, revision }: Handle['t']['outbox']) => ({
  ...{ event, seq, bookingCode, revision },
})

const nameOf = ({ event, seq, bookingCode, revision }: Named) =>
  `event ${seq} ${event}${bookingCode === null ? '' : ` of booking ${bookingCode} (revision ${revision})`}`

type Event = Named &
  Parameters<typeof wants>[1] & {
    hotelId: number
    createdAtMs: number
    missing: string[]
  }

/** Finds queued events without a delivery to an endpoint of the hotel that has not changed since before them. */
async function* findUndelivered(look: Look): AsyncGenerator<string> {
  const slices = slicesOf<Event>(look, async (handle, after, limit) => {
    const { outbox } = handle.t
    const { hotelId, createdAtMs, causeKeyId } = outbox
    const events = await handle.db
      .select({ ...named(outbox), hotelId, createdAtMs, causeKeyId })
      .from(outbox)
      .where(
        and(
          gt(outbox.seq, after?.seq ?? 0),
          gt(hotelId, 0),
          isNotNull(outbox.queuedAtMs),
          isNull(outbox.vendorId),
          eq(outbox.test, false),
        ),
      )
      .orderBy(asc(outbox.seq))
      .limit(limit)
    const missing = await listMissing(handle, events, look.keptSinceMs)
    return events.map((event) => ({ ...event, missing: missing.get(event.seq) ?? [] }))
  })
  for await (const events of slices)
    for (const event of events)
      for (const id of event.missing) yield `${nameOf(event)} has no delivery to the webhook ${id}`
}

async function listMissing(
  handle: Handle,
  events: readonly Omit<Event, 'missing'>[],
  keptSinceMs: number,
): Promise<Map<number, string[]>> {
  const missing = new Map<number, string[]>()
  if (events.length === 0) return missing
  const { delivery, webhook } = handle.t
  const endpoints = await listEndpoints(handle, [...new Set(events.map(({ hotelId }) => hotelId))])
  if (endpoints.length === 0) return missing
  const changes = await handle.db
    .select({ id: webhook.id, createdAtMs: webhook.createdAtMs, updatedAtMs: webhook.updatedAtMs })
    .from(webhook)
    .where(
      inArray(
        webhook.id,
        endpoints.map(({ id }) => id),
      ),
    )
  const sinceMs = new Map(
    changes.map((row) => [row.id, Math.max(row.createdAtMs, row.updatedAtMs)]),
  )
  const made = await handle.db
    .select({ seq: delivery.outboxSeq, id: delivery.webhookId })
    .from(delivery)
    .where(
      inArray(
        delivery.outboxSeq,
        events.map(({ seq }) => seq),
      ),
    )
  const isMade = new Set(made.map(({ seq, id }) => `${seq} ${id}`))
  for (const event of events) {
    if (event.createdAtMs < keptSinceMs) continue
    const without = endpoints.filter(
      (endpoint) =>
        endpoint.hotelId === event.hotelId &&
        event.createdAtMs > sinceMs.get(endpoint.id)! &&
        wants(endpoint, event) &&
        !isMade.has(`${event.seq} ${endpoint.id}`),
    )
    if (without.length > 0)
      missing.set(
        event.seq,
        without.map(({ id }) => id),
      )
  }
  return missing
}

/** Finds deliveries that are neither due nor behind an earlier one of their key, and pending ones without an event. */
async function* findStuckDeliveries(look: Look): AsyncGenerator<string> {
  const slices = slicesOf<Delivery>(look, ({ t: { delivery: d, outbox }, db }, after, limit) => {
    const earlier = alias(d, 'earlier')
    // The state is literal text: a parameter rules out the partial index.
    const first = db
      .select({ seq: earlier.seq })
      .from(earlier)
      .where(
        and(
          eq(earlier.webhookId, d.webhookId),
          eq(earlier.orderKey, d.orderKey),
          sql`${earlier.seq} < ${d.seq}`,
          sql`${earlier.state} = 'pending'`,
        ),
      )
      .limit(1)
    return db
      .select({
        ...{ seq: d.seq, id: d.id, webhookId: d.webhookId, state: d.state, dueAtMs: d.dueAtMs },
        ...{ finishedAtMs: d.finishedAtMs, bookingCode: outbox.bookingCode, event: outbox.event },
        isBehind: sql<number>`case when ${d.state} = 'pending' and ${d.dueAtMs} is null
          and exists ${first} then 1 else 0 end`.mapWith(Number),
      })
      .from(d)
      .leftJoin(outbox, eq(outbox.seq, d.outboxSeq))
      .where(and(gt(d.seq, after?.seq ?? 0), gt(d.hotelId, 0)))
      .orderBy(asc(d.seq))
      .limit(limit)
  })
  for await (const rows of slices)
    for (const row of rows) {
      const what = judgeDelivery(row)
      const of = row.bookingCode === null ? '' : ` of booking ${row.bookingCode}`
      if (what) yield `delivery ${row.id}${of} to the webhook ${row.webhookId} ${what}`
    }
}

type Delivery = Pick<
  Handle['t']['delivery']['$inferSelect'],
  'seq' | 'id' | 'webhookId' | 'state' | 'dueAtMs' | 'finishedAtMs'
> & { bookingCode: string | null; event: string | null; isBehind: number }

function judgeDelivery({ state, dueAtMs, finishedAtMs, event, isBehind }: Delivery) {
  if (state !== 'pending') return finishedAtMs === null ? `is ${state} and has no end` : undefined
  if (finishedAtMs !== null) return 'has ended and is pending'
  if (event === null) return 'is pending and its event is gone'
  return dueAtMs === null && !isBehind ? 'is pending and never due' : undefined
}

/** Finds pending mails that are never due. */
async function* findStuckMails(look: Look): AsyncGenerator<string> {
  const slices = slicesOf<Mail>(look, ({ t: { mail }, db }, after, limit) => {
    const { seq, id, kind, bookingCode, state, dueAtMs } = mail
    return db
      .select({ seq, id, kind, bookingCode, state, dueAtMs })
      .from(mail)
      .where(gt(seq, after?.seq ?? 0))
      .orderBy(asc(seq))
      .limit(limit)
  })
  for await (const rows of slices)
    for (const { id, kind, bookingCode, state, dueAtMs } of rows) {
      const isStuck = (state === 'pending') !== (dueAtMs !== null)
      const of = bookingCode === '' ? '' : ` of booking ${bookingCode}`
      if (isStuck)
        yield `mail ${id} (${kind})${of} is ${state} and ${dueAtMs === null ? 'never' : 'still'} due`
    }
}

type Mail = Pick<
  Handle['t']['mail']['$inferSelect'],
  'seq' | 'id' | 'kind' | 'bookingCode' | 'state' | 'dueAtMs'
>
