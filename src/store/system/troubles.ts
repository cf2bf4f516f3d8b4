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
  or,
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

/** Whose webhooks: a hotel's, or a vendor's own for all its hotels, whose `hotelId` is null. */
type Owner = { hotelId: number | null; vendor: { id: string; name: string } | null }

/** The problems of an owner's webhooks, for the operator. */
export type WebhookTrouble = Owner & {
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
 * Lists hotels and vendors whose webhooks fail, were switched off by the service, or have deliveries pending since
 * before an instant; without sandboxes and test secrets. `isAll` is false if there are more endpoints than are looked
 * at.
 */
export async function listWebhookTroubles(
  handle: Handle,
  waitingSinceMs: number,
): Promise<{ troubles: WebhookTrouble[]; isAll: boolean }> {
  const troubled = await listTroubled(handle)
  const waiting = await listWaiting(handle)
  const byOwner = new Map<string | number, WebhookTrouble>()
  const keyOf = ({ hotelId, vendor }: Owner) => vendor?.id ?? hotelId!
  const add = ({ hotelId, vendor }: Owner, more: Partial<WebhookTrouble>) => {
    const key = keyOf({ hotelId, vendor })
    const none = { hotelId, vendor, failing: 0, switchedOff: 0, ...NO_BACKLOG }
    const now = byOwner.get(key) ?? none
    byOwner.set(key, {
      ...now,
      failing: now.failing + (more.failing ?? 0),
      switchedOff: now.switchedOff + (more.switchedOff ?? 0),
      pending: now.pending + (more.pending ?? 0),
      oldestAtMs: earlier(now.oldestAtMs, more.oldestAtMs ?? null),
    })
  }
  for (const { active, ...owner } of troubled)
    add(owner, active ? { failing: 1 } : { switchedOff: 1 })
  for (const each of waiting)
    if (byOwner.has(keyOf(each)) || (each.oldestAtMs ?? waitingSinceMs) < waitingSinceMs)
      add(each, each)
  const isAll = troubled.length < TROUBLES_MAX && waiting.length < BACKLOGS_LOOKED_AT_MAX
  return { troubles: [...byOwner.values()], isAll }
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

/** Endpoints that fail or that the service switched off: those of hotels, then those of vendors. */
async function listTroubled({ t: { webhook, vendor }, db }: Handle) {
  const { hotelId, id, active, deletedAtMs, failingSinceMs, offReason } = webhook
  const isTroubled = and(
    isNull(deletedAtMs),
    sql`(${failingSinceMs} is not null or ${offReason} in ('gone', 'failing'))`,
  )
  const ofHotels = await db
    .select({ hotelId, active })
    .from(webhook)
    .where(and(gt(hotelId, 0), isTroubled))
    .orderBy(asc(hotelId), asc(id))
    .limit(TROUBLES_MAX)
  const ofVendors = await db
    .select({ active, vendor: { id: vendor.id, name: vendor.name } })
    .from(webhook)
    .innerJoin(vendor, eq(vendor.id, webhook.vendorId))
    .where(and(isNull(hotelId), isTroubled, isNull(vendor.testOf)))
    .orderBy(asc(hotelId), asc(id))
    .limit(TROUBLES_MAX)
  return [
    ...ofHotels.map((row) => ({ ...row, vendor: null })),
    ...ofVendors.map((row) => ({ ...row, hotelId: null })),
  ]
}

/**
 * The backlog of each endpoint with pending deliveries, without sandboxes; one lookup per endpoint by the index of
 * pending deliveries.
 */
async function listWaiting(handle: Handle): Promise<(Backlog & Owner)[]> {
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
  if (backlogs.size === 0) return []
  const { webhook, vendor } = t
  const owners = await db
    .select({
      id: webhook.id,
      hotelId: webhook.hotelId,
      vendor: { id: vendor.id, name: vendor.name },
    })
    .from(webhook)
    .leftJoin(vendor, and(eq(vendor.id, webhook.vendorId), isNull(webhook.hotelId)))
    .where(
      and(
        inArray(webhook.id, [...backlogs.keys()]),
        or(gt(webhook.hotelId, 0), and(isNotNull(vendor.id), isNull(vendor.testOf))),
        isNull(webhook.deletedAtMs),
      ),
    )
  return owners.map(({ id, ...owner }) => ({ ...owner, ...backlogs.get(id)! }))
}

const earlier = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other)
