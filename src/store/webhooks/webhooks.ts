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
import { hasRow, hasValue } from '../engine/rows.ts'
import type { Tables } from '../engine/schema.ts'

type Row = Tables['webhook']['$inferSelect']

/** An endpoint of a hotel that is told of events. */
export type Webhook = Omit<Row, 'secret' | 'previousSecret' | 'deletedAtMs' | 'events'> & {
  events: EventName[]
}

/** Whose endpoints: of a hotel those of a vendor, its own (null), or all of them. */
export type WebhookOwner = { hotelId: number; vendorId?: string | null }

/** An endpoint by whose it is: that of somebody else is not there. */
export type WebhookPlace = WebhookOwner & { id: string }

/** What waits to be delivered: how much, and since when the oldest of it. */
export type Backlog = { pending: number; oldestAtMs: number | null }

/** How endpoints are: off by the service's doing (`gone`, `failing`) is not off by hand. */
export type EndpointCounts = { on: number; failing: number; switchedOff: number; off: number }

/** Endpoints in the order they were made. */
export async function listWebhooks({ t, db }: Handle, owner: WebhookOwner): Promise<Webhook[]> {
  const rows = await db
    .select()
    .from(t.webhook)
    .where(isOf(t, owner))
    .orderBy(asc(t.webhook.createdAtMs), asc(t.webhook.id))
  return rows.map(fromRow)
}

/** An endpoint; undefined when its owner has none of this id. */
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

/** Whether a hotel has an endpoint at an address, other than the one of an id. */
export function hasWebhookAt(
  handle: Handle,
  { hotelId, url, id }: { id: string; hotelId: number; url: string },
): Promise<boolean> {
  const { webhook } = handle.t
  const isThere = and(isOf(handle.t, { hotelId }), eq(webhook.url, url), ne(webhook.id, id))
  return hasRow(handle, webhook, isThere)
}

/** How many endpoints there are of an owner, off or not. */
export async function countWebhooks({ t, db }: Handle, owner: WebhookOwner): Promise<number> {
  return await db.$count(t.webhook, isOf(t, owner))
}

/** Keeps a new endpoint. `secret` is sealed. */
export async function insertWebhook(tx: Tx, webhook: Webhook, secret: string): Promise<void> {
  const { t, db } = tx
  await db.insert(t.webhook).values({ ...webhook, events: JSON.stringify(webhook.events), secret })
}

/** Keeps what may be changed of an endpoint; never its secrets, nor what the sender notes of it. */
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

/** Puts a new secret, sealed, in the place of the present one, which signs too until an instant. */
export async function updateSecret(
  { t, db }: Tx,
  { id, secret, previousUntilMs }: { id: string; secret: string; previousUntilMs: number },
): Promise<void> {
  await db
    .update(t.webhook)
    .set({ secret, previousSecret: sql`${t.webhook.secret}`, previousUntilMs })
    .where(eq(t.webhook.id, id))
}

/** Lets the endpoints of a key be of none: they stand for every partner of the hotel then. */
export async function detachWebhooksFromKey(
  { t, db }: Tx,
  { id, hotelId }: { id: string; hotelId: number },
): Promise<void> {
  const { hotel } = t
  // A test key's are of the sandbox.
  const hotels = db
    .select({ id: hotel.id })
    .from(hotel)
    .where(or(eq(hotel.id, hotelId), eq(hotel.sandboxOf, hotelId)))
  await db
    .update(t.webhook)
    .set({ apiKeyId: null })
    .where(and(inArray(t.webhook.hotelId, hotels), eq(t.webhook.apiKeyId, id)))
}

/** Takes an endpoint away; its deliveries stay until they are old, for the record. */
export async function deleteWebhook(
  tx: Tx,
  { id, hotelId }: { id: string; hotelId: number },
  nowMs: number,
): Promise<void> {
  const { t, db } = tx
  await db
    .update(t.webhook)
    .set({ active: false, deletedAtMs: nowMs, updatedAtMs: nowMs })
    .where(and(eq(t.webhook.id, id), eq(t.webhook.hotelId, hotelId)))
}

/** What waits for each of some endpoints; one without an entry has nothing waiting. */
export async function listBacklogs(
  { t, db }: Handle,
  webhookIds: readonly string[],
): Promise<Map<string, Backlog>> {
  const { delivery } = t
  // Written as text: a parameter would keep the partial index from being used.
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

/** Everybody's endpoints by how they are, and what waits for them, for the metrics; no sandbox's. */
export async function countEndpoints({
  t,
  db,
}: Handle): Promise<EndpointCounts & { pending: number }> {
  const { webhook, delivery } = t
  const those = (condition: SQL) => count(sql`case when ${condition} then 1 end`)
  const byService = sql`${webhook.offReason} in ('gone', 'failing')`
  const [row] = await db
    .select({
      on: those(sql`${webhook.active} and ${webhook.failingSinceMs} is null`),
      failing: those(sql`${webhook.active} and ${webhook.failingSinceMs} is not null`),
      switchedOff: those(sql`not ${webhook.active} and ${byService}`),
      off: those(sql`not ${webhook.active} and not ${byService}`),
    })
    .from(webhook)
    .where(and(gt(webhook.hotelId, 0), isNull(webhook.deletedAtMs)))
  const ofSandboxes = db.select({ id: webhook.id }).from(webhook).where(lt(webhook.hotelId, 0))
  const isPending = sql`${delivery.state} = 'pending'`
  const pending = await db.$count(delivery, isPending)
  const tested = await db.$count(delivery, and(inArray(delivery.webhookId, ofSandboxes), isPending))
  return { ...row!, pending: pending - tested }
}

/** An endpoint of an owner that has not been taken away. */
const isOf = ({ webhook }: Handle['t'], { hotelId, vendorId }: WebhookOwner) =>
  and(
    eq(webhook.hotelId, hotelId),
    hasValue(webhook.vendorId, vendorId),
    isNull(webhook.deletedAtMs),
  )

function fromRow(row: Row): Webhook {
  const { secret, previousSecret, deletedAtMs, events, ...webhook } = row
  return { ...webhook, events: JSON.parse(events) as EventName[] }
}
