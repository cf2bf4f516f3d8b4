// Webhook endpoints: owners, secrets with rotation, and backlogs.

import {
  and,
  asc,
  count,
  eq,
  gt,
  inArray,
  isNull,
  lt,
  min,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { EventName } from '../../domain/webhooks/webhook.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { COUNTED_MAX, countTo, hasRow, hasValue } from '../engine/rows.ts'
import type { Tables } from '../engine/schema.ts'

type Row = Tables['webhook']['$inferSelect']

/** An endpoint of a hotel or a vendor that receives events (webhook). */
export type Webhook = Omit<Row, 'secret' | 'previousSecret' | 'deletedAtMs' | 'events'> & {
  events: EventName[]
}

/**
 * The owner of endpoints: a vendor at a hotel, the hotel itself (null), or any owner at the hotel. Without a hotel
 * (null): a vendor at all its hotels.
 */
export type WebhookOwner = { hotelId: number | null; vendorId?: string | null }

/** An endpoint by owner and id; another owner's endpoint is not found. */
export type WebhookPlace = WebhookOwner & { id: string }

/** The number of pending deliveries, and the time of the oldest. */
export type Backlog = { pending: number; oldestAtMs: number | null }

/** Numbers of endpoints by status: switched off by the service (`gone`, `failing`) is not off by hand. */
export type EndpointCounts = { on: number; failing: number; switchedOff: number; off: number }

/** Endpoints in the order of their creation. */
export async function listWebhooks({ t, db }: Handle, owner: WebhookOwner): Promise<Webhook[]> {
  const rows = await db
    .select()
    .from(t.webhook)
    .where(isOf(t, owner))
    .orderBy(asc(t.webhook.createdAtMs), asc(t.webhook.id))
  return rows.map(fromRow)
}

/** An endpoint; undefined if its owner has none with this id. */
export async function findWebhook(
  { t, db }: Handle,
  { id, ...owner }: WebhookPlace,
): Promise<Webhook | undefined> {
  const [row] = await db
    .select()
    .from(t.webhook)
    .where(and(eq(t.webhook.id, id), isOf(t, owner)))
  return row && fromRow(row)
}

/** True if a hotel, or a vendor for all its hotels, has another endpoint with the same URL. */
export function hasWebhookAt(
  handle: Handle,
  { hotelId, vendorId, url, id }: Pick<Webhook, 'id' | 'hotelId' | 'vendorId' | 'url'>,
): Promise<boolean> {
  const { webhook } = handle.t
  const owner = hotelId === null ? { hotelId, vendorId } : { hotelId }
  const isThere = and(isOf(handle.t, owner), eq(webhook.url, url), ne(webhook.id, id))
  return hasRow(handle, webhook, isThere)
}

/** The number of an owner's endpoints, on or off. */
export async function countWebhooks({ t, db }: Handle, owner: WebhookOwner): Promise<number> {
  return await db.$count(t.webhook, isOf(t, owner))
}

/** Inserts a new endpoint. `secret` is sealed. */
export async function insertWebhook(tx: Tx, webhook: Webhook, secret: string): Promise<void> {
  const { t, db } = tx
  await db.insert(t.webhook).values({ ...webhook, events: JSON.stringify(webhook.events), secret })
}

/** Updates the editable fields of an endpoint, but neither its secrets nor the sender's records. */
export async function updateWebhook(tx: Tx, webhook: Webhook): Promise<void> {
  const { t, db } = tx
  const { url, description, events, apiKeyId, active, updatedAtMs, ...rest } = webhook
  const { offReason, offAtMs, failingSinceMs } = rest
  const known = { url, description, apiKeyId, active, offReason, offAtMs, failingSinceMs }
  await db
    .update(t.webhook)
    .set({ ...known, events: JSON.stringify(events), updatedAtMs })
    .where(eq(t.webhook.id, webhook.id))
}

/** Rotates the secret: stores a new one, sealed; the present one also signs until `previousUntilMs`. */
export async function updateSecret(
  { t, db }: Tx,
  { id, secret, previousUntilMs }: { id: string; secret: string; previousUntilMs: number },
): Promise<void> {
  await db
    .update(t.webhook)
    .set({ secret, previousSecret: sql`${t.webhook.secret}`, previousUntilMs })
    .where(eq(t.webhook.id, id))
}

/** Detaches the endpoints of an API key from it: from then on they stand for every partner of the hotel. */
export async function detachWebhooksFromKey(
  { t, db }: Tx,
  { id, hotelId }: { id: string; hotelId: number },
): Promise<void> {
  const { hotel } = t
  // The endpoints of a test key belong to the sandbox.
  const hotels = db
    .select({ id: hotel.id })
    .from(hotel)
    .where(or(eq(hotel.id, hotelId), eq(hotel.sandboxOf, hotelId)))
  await db
    .update(t.webhook)
    .set({ apiKeyId: null })
    .where(and(inArray(t.webhook.hotelId, hotels), eq(t.webhook.apiKeyId, id)))
}

/** Deletes an endpoint; its deliveries stay for the record until they are old. */
export async function deleteWebhook(
  tx: Tx,
  { id }: Pick<Webhook, 'id'>,
  nowMs: number,
): Promise<void> {
  const { t, db } = tx
  await db
    .update(t.webhook)
    .set({ active: false, deletedAtMs: nowMs, updatedAtMs: nowMs })
    .where(eq(t.webhook.id, id))
}

/** The backlogs of some endpoints; an endpoint without an entry has nothing pending. */
export async function listBacklogs(
  { t, db }: Handle,
  webhookIds: readonly string[],
): Promise<Map<string, Backlog>> {
  const { delivery } = t
  // Literal text: a parameter rules out the partial index.
  const isPending = sql`${delivery.state} = 'pending'`
  const waiting = db
    .select({
      webhookId: delivery.webhookId,
      pending: count().as('pending'),
      oldestSeq: min(delivery.seq).as('oldest_seq'),
    })
    .from(delivery)
    .where(and(inArray(delivery.webhookId, [...webhookIds]), isPending))
    .groupBy(delivery.webhookId)
    .as('waiting')
  const rows = await db
    .select({
      webhookId: waiting.webhookId,
      pending: waiting.pending,
      oldestAtMs: delivery.createdAtMs,
    })
    .from(waiting)
    .innerJoin(delivery, eq(delivery.seq, waiting.oldestSeq))
  return new Map(rows.map(({ webhookId, ...backlog }) => [webhookId, backlog]))
}

/**
 * Counts all endpoints by status, and their pending deliveries, for the metrics; without sandboxes, and each to 10,000:
 * after an outage very many deliveries wait.
 */
export async function countEndpoints(
  handle: Handle,
): Promise<EndpointCounts & { pending: number }> {
  const { t, db } = handle
  const { webhook, delivery } = t
  const some = db
    .select({
      active: webhook.active,
      isFailing: sql`${webhook.failingSinceMs} is not null`.as('is_failing'),
      byService: sql`(${webhook.offReason} in ('gone', 'failing')) is true`.as('by_service'),
    })
    .from(webhook)
    .where(and(or(gt(webhook.hotelId, 0), isNull(webhook.hotelId)), isNull(webhook.deletedAtMs)))
    .limit(COUNTED_MAX)
    .as('some')
  const those = (condition: SQL) => count(sql`case when ${condition} then 1 end`)
  const [row] = await db
    .select({
      on: those(sql`${some.active} and not ${some.isFailing}`),
      failing: those(sql`${some.active} and ${some.isFailing}`),
      switchedOff: those(sql`not ${some.active} and ${some.byService}`),
      off: those(sql`not ${some.active} and not ${some.byService}`),
    })
    .from(some)
  const ofSandboxes = db.select({ id: webhook.id }).from(webhook).where(lt(webhook.hotelId, 0))
  // Literal text: a parameter rules out the partial index.
  const isPending = sql`${delivery.state} = 'pending'`
  const tested = await countTo(
    handle,
    delivery,
    and(inArray(delivery.webhookId, ofSandboxes), isPending),
  )
  const pending = await countTo(handle, delivery, isPending, COUNTED_MAX + tested)
  return { ...row!, pending: pending - tested }
}

/** The condition of an owner's endpoints that are not deleted. */
const isOf = ({ webhook }: Handle['t'], { hotelId, vendorId }: WebhookOwner) =>
  and(
    hasValue(webhook.hotelId, hotelId),
    hasValue(webhook.vendorId, vendorId),
    isNull(webhook.deletedAtMs),
  )

function fromRow(row: Row): Webhook {
  const { secret, previousSecret, deletedAtMs, events, ...webhook } = row
  return { ...webhook, events: JSON.parse(events) as EventName[] }
}
