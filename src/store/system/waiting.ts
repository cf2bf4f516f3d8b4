// Backlogs and strangers' room-nights, for the metrics; each read is bounded.

import { and, asc, count, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Handle } from '../engine/engine.ts'
import { COUNTED_MAX } from '../engine/rows.ts'
import { findOldestMail } from './troubles.ts'

/** The most endpoints whose next delivery is looked at, one seek each. */
const ENDPOINTS_MAX = 1_000
const DAY_MS = 24 * 60 * 60 * 1_000

/** What waits: events without deliveries, deliveries and mails after their time, and what strangers took in a day. */
export type Waiting = {
  /** Events of the outbox whose deliveries are not queued yet, at most 10,000, and the age of the oldest. */
  events: number
  eventAgeMs: number
  /** How long the next delivery of an endpoint that is on, and the next mail, are overdue; 0 if none is. */
  deliveryOverdueMs: number
  mailOverdueMs: number
  /** Room-nights that strangers have taken in the last 24 hours, of their 10,000 newest bookings. */
  strangerNights: number
}

/** Reads what waits. */
export async function readWaiting(handle: Handle, nowMs: number): Promise<Waiting> {
  const { events, oldestAtMs } = await readUnqueued(handle)
  const since = (atMs: number | null | undefined) => Math.max(0, nowMs - (atMs ?? nowMs))
  return {
    events,
    eventAgeMs: since(oldestAtMs),
    deliveryOverdueMs: since(await findDueDelivery(handle)),
    mailOverdueMs: since(await findOldestMail(handle)),
    strangerNights: await sumNights(handle, nowMs - DAY_MS),
  }
}

async function readUnqueued({ t: { outbox }, db }: Handle) {
  const unqueued = db
    .select({ createdAtMs: outbox.createdAtMs })
    .from(outbox)
    .where(isNull(outbox.queuedAtMs))
    .orderBy(asc(outbox.seq))
  const some = unqueued.limit(COUNTED_MAX).as('some')
  const [row] = await db
    .select({
      events: count(),
      oldestAtMs: sql<number | null>`min(${some.createdAtMs})`.mapWith(Number),
    })
    .from(some)
  return row!
}

/** The time of the most overdue delivery of an endpoint that is on; without sandboxes. */
async function findDueDelivery({ t: { webhook, delivery }, db }: Handle): Promise<number | null> {
  const isOn = and(eq(webhook.active, true), isNull(webhook.deletedAtMs))
  const next = db
    .select({ dueAtMs: delivery.dueAtMs })
    .from(delivery)
    .where(and(eq(delivery.webhookId, webhook.id), isNotNull(delivery.dueAtMs)))
    .orderBy(asc(delivery.dueAtMs))
    .limit(1)
  const each = db
    .select({ dueAtMs: sql<number | null>`${next}`.mapWith(Number).as('due_at') })
    .from(webhook)
    .where(and(isOn, sql`coalesce(${webhook.hotelId}, 1) > 0`))
    .limit(ENDPOINTS_MAX)
    .as('each')
  const [row] = await db
    .select({ dueAtMs: sql<number | null>`min(${each.dueAtMs})`.mapWith(Number) })
    .from(each)
  return row!.dueAtMs
}

/** Sum of room-nights of strangers since an instant; rows come by id, which grows with time. */
async function sumNights({ t: { strangerTake }, db }: Handle, sinceMs: number): Promise<number> {
  const { id, hotelId, roomNights, atMs } = strangerTake
  const newest = db
    .select({ hotelId, roomNights, atMs })
    .from(strangerTake)
    .orderBy(desc(id))
    .limit(COUNTED_MAX)
    .as('newest')
  const [row] = await db
    .select({ nights: sql<number>`coalesce(sum(${newest.roomNights}), 0)`.mapWith(Number) })
    .from(newest)
    .where(and(gt(newest.atMs, sinceMs), gt(newest.hotelId, 0)))
  return row!.nights
}
