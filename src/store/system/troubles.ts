// Troubles that an operator's page shows: failing webhooks, backlogs and refused mails.

import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  min,
  sql,
} from 'drizzle-orm'
import { BACKLOG_COUNTED_MAX } from '../../domain/dashboards/dashboard.ts'
import type { Handle } from '../engine/engine.ts'

const REFUSED_MAILS_MAX = 1_000

const BACKLOGS_LOOKED_AT_MAX = 200

/**
 * The most endpoints in trouble that an operator's page looks at. Endpoints with pending deliveries, deliveries of one
 * endpoint, and refused mails have bounds of their own.
 */
const TROUBLES_MAX = 200

/** The problems of a hotel's webhooks, for the operator. */
export type WebhookTrouble = {
  hotelId: number
  /** Endpoints that have failed since their last success; `switchedOff` counts those that the service switched off. */
  failing: number
  switchedOff: number
  /** Pending deliveries, at most `BACKLOG_COUNTED_MAX` an endpoint, and the time of the oldest one counted. */
  pending: number
  oldestAtMs: number | null
}

/** Mails of a hotel that its server refused for good or that were given up; hotel 0: mails about account links. */
export type RefusedMails = {
  hotelId: number
  mails: number
  lastAtMs: number
  answer: string | null
}

type Backlog = Pick<WebhookTrouble, 'pending' | 'oldestAtMs'>
const NO_BACKLOG: Backlog = { pending: 0, oldestAtMs: null }

/**
 * Lists hotels whose webhooks fail, were switched off by the service, or have deliveries pending since before an
 * instant; without sandboxes. `isAll` is false if there are more endpoints than are looked at.
 */
export async function listWebhookTroubles(
  handle: Handle,
  waitingSinceMs: number,
): Promise<{ troubles: WebhookTrouble[]; isAll: boolean }> {
  const troubled = await listTroubled(handle)
  const waiting = await listWaiting(handle)
  const byHotel = new Map<number, WebhookTrouble>()
  const add = (hotelId: number, more: Partial<WebhookTrouble>) => {
    const now = byHotel.get(hotelId) ?? { hotelId, failing: 0, switchedOff: 0, ...NO_BACKLOG }
    byHotel.set(hotelId, {
      hotelId,
      failing: now.failing + (more.failing ?? 0),
      switchedOff: now.switchedOff + (more.switchedOff ?? 0),
      pending: now.pending + (more.pending ?? 0),
      oldestAtMs: earlier(now.oldestAtMs, more.oldestAtMs ?? null),
    })
  }
  for (const { hotelId, active } of troubled)
    add(hotelId!, active ? { failing: 1 } : { switchedOff: 1 })
  for (const { hotelId, ...backlog } of waiting)
    if (byHotel.has(hotelId) || (backlog.oldestAtMs ?? waitingSinceMs) < waitingSinceMs)
      add(hotelId, backlog)
  const isAll = troubled.length < TROUBLES_MAX && waiting.length < BACKLOGS_LOOKED_AT_MAX
  return { troubles: [...byHotel.values()], isAll }
}

/** Mails refused for good or given up since an instant, by hotel; the newest `REFUSED_MAILS_MAX` of them. */
export async function listRefusedMails(
  { t: { mail }, db }: Handle,
  sinceMs: number,
): Promise<RefusedMails[]> {
  const rows = await db
    .select({ hotelId: mail.hotelId, atMs: mail.finishedAtMs, answer: mail.answer })
    .from(mail)
    // Literal text, as in the index.
    .where(and(sql`${mail.state} in ('bounced', 'failed')`, gte(mail.finishedAtMs, sinceMs)))
    .orderBy(desc(mail.finishedAtMs), desc(mail.hotelId))
    .limit(REFUSED_MAILS_MAX)
  const byHotel = Map.groupBy(rows, ({ hotelId }) => hotelId)
  return [...byHotel].map(([hotelId, mails]) => ({
    hotelId,
    mails: mails.length,
    lastAtMs: mails[0]!.atMs!,
    answer: mails[0]!.answer,
  }))
}

/** The due time of the mail that has waited longest; undefined if none waits. */
export async function findOldestMail({ t: { mail }, db }: Handle): Promise<number | undefined> {
  const [row] = await db
    .select({ dueAtMs: mail.dueAtMs })
    .from(mail)
    .where(isNotNull(mail.dueAtMs))
    .orderBy(asc(mail.dueAtMs))
    .limit(1)
  return row?.dueAtMs ?? undefined
}

/** Endpoints that fail or that the service switched off, by hotel. */
async function listTroubled({ t: { webhook }, db }: Handle) {
  const { hotelId, id, active, deletedAtMs, failingSinceMs, offReason } = webhook
  return await db
    .select({ hotelId, active })
    .from(webhook)
    .where(
      and(
        gt(hotelId, 0),
        isNull(deletedAtMs),
        sql`(${failingSinceMs} is not null or ${offReason} in ('gone', 'failing'))`,
      ),
    )
    .orderBy(asc(hotelId), asc(id))
    .limit(TROUBLES_MAX)
}

/**
 * The backlog of each endpoint with pending deliveries, without sandboxes; one lookup per endpoint by the index of
 * pending deliveries.
 */
async function listWaiting(handle: Handle): Promise<(Backlog & { hotelId: number })[]> {
  const { t, db } = handle
  const { webhookId, createdAtMs, state } = t.delivery
  // Literal text: a parameter rules out the partial index.
  const isPending = sql`${state} = 'pending'`
  const backlogs = new Map<string, Backlog>()
  let last = ''
  while (backlogs.size < BACKLOGS_LOOKED_AT_MAX) {
    const [next] = await db
      .select({ webhookId })
      .from(t.delivery)
      .where(and(isPending, gt(webhookId, last)))
      .orderBy(asc(webhookId))
      .limit(1)
    if (!next) break
    last = next.webhookId
    const some = db
      .select({ createdAtMs })
      .from(t.delivery)
      .where(and(isPending, eq(webhookId, last)))
      .limit(BACKLOG_COUNTED_MAX)
      .as('some')
    const [row] = await db
      .select({ pending: count(), oldestAtMs: min(some.createdAtMs).mapWith(Number) })
      .from(some)
    backlogs.set(last, row!)
  }
  const { webhook } = t
  const places = await db
    .select({ id: webhook.id, hotelId: webhook.hotelId })
    .from(webhook)
    .where(
      and(
        inArray(webhook.id, [...backlogs.keys()]),
        gt(webhook.hotelId, 0),
        isNull(webhook.deletedAtMs),
      ),
    )
  return places.map(({ id, hotelId }) => ({ hotelId: hotelId!, ...backlogs.get(id)! }))
}

const earlier = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other)
