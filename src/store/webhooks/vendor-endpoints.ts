// A vendor's own endpoints: what they receive of the hotels that are connected (contract-groups, *Vendors*).

import {
  and,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm'
import { mayReadEvents, type Scope } from '../../domain/accounts/scope.ts'
import type { EventName } from '../../domain/webhooks/webhook.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { padIds } from '../engine/rows.ts'
import { connectionKey } from './deliveries.ts'

/** A literal, because SQLite compiles a statement anew whenever the pattern of a `like` is a parameter: 15 µs instead of 1. */
const DAYS_EVENT = sql.raw(`'%"availability.changed"%'`)

/** An endpoint as one hotel's events see it. */
export type Endpoint = {
  id: string
  hotelId: number
  /** The vendor of an endpoint for all its hotels; null for an endpoint of the hotel. */
  vendorId: string | null
  events: string[]
  /** The key or connection whose own pushes are not echoed to it. */
  apiKeyId: string | null
  /** Events up to this one are of the time before the connection. */
  afterSeq: number
}

/** The own endpoints of the vendors connected with some hotels, each once a hotel, within the scopes of the connection. */
export async function listConnectedEndpoints(
  { t, db }: Handle,
  hotelIds: readonly number[],
): Promise<Endpoint[]> {
  const { webhook, apiKey } = t
  const rows = await db
    .select({
      id: webhook.id,
      hotelId: apiKey.hotelId,
      vendorId: apiKey.vendorId,
      events: webhook.events,
      apiKeyId: apiKey.id,
      scopes: apiKey.scopes,
      afterSeq: apiKey.eventSeq,
    })
    .from(apiKey)
    // SQLite keeps the order of a cross join: else it reads the endpoints of every vendor.
    .crossJoin(webhook)
    .where(and(inArray(apiKey.hotelId, padIds(hotelIds)), isOfConnected(t)))
  return rows.flatMap(({ scopes: held, ...row }) => {
    const scopes = JSON.parse(held) as Scope[]
    if (!scopes.includes('webhooks')) return []
    const events = (JSON.parse(row.events) as EventName[]).filter((event) =>
      mayReadEvents(scopes, [event]),
    )
    return { ...row, events, afterSeq: row.afterSeq ?? 0 }
  })
}

/** The own endpoints of some vendors, for events about a hotel that need no connection. */
export async function listVendorEndpoints(
  { t, db }: Handle,
  vendorIds: readonly string[],
): Promise<Omit<Endpoint, 'hotelId'>[]> {
  const { id, vendorId, events, hotelId, deletedAtMs } = t.webhook
  if (vendorIds.length === 0) return []
  const rows = await db
    .select({ id, vendorId, events })
    .from(t.webhook)
    .where(and(inArray(vendorId, [...vendorIds]), isNull(hotelId), isNull(deletedAtMs)))
  return rows.map((row) => ({
    ...row,
    ...{ events: JSON.parse(row.events) as string[], apiKeyId: null, afterSeq: 0 },
  }))
}

/**
 * A row for each vendor connected with a hotel: the events of one of its own endpoints that subscribes to changed days,
 * or null. A subquery, because the tables of a join are opened also where no vendor is connected: 11 µs instead of 3.
 */
export function selectDaysWanted({ t, db }: Handle, hotelId: Placeholder) {
  const { webhook, apiKey } = t
  const wanted = db
    .select({ events: webhook.events })
    .from(webhook)
    .where(and(isOfVendor(t), sql`${webhook.events} like ${DAYS_EVENT}`))
    .limit(1)
  return db
    .select({ events: sql<string | null>`${wanted}`.as('events') })
    .from(apiKey)
    .where(and(eq(apiKey.hotelId, hotelId), isConnection(t)))
}

/** The condition of an own endpoint of the vendor whose active connection a key is. */
const isOfConnected = (t: Handle['t']) => and(isConnection(t), isOfVendor(t))

/** The condition of a key that is an active connection of a vendor. */
const isConnection = ({ apiKey }: Handle['t']) =>
  and(isNotNull(apiKey.vendorId), isNull(apiKey.revokedAtMs))

/** The condition of an own endpoint of a key's vendor. */
const isOfVendor = ({ webhook, apiKey }: Handle['t']) =>
  and(eq(webhook.vendorId, apiKey.vendorId), isNull(webhook.hotelId), isNull(webhook.deletedAtMs))

/**
 * The condition of a delivery that its vendor may see and receive: about the vendor itself, or of a hotel during the
 * present connection. Deliveries of hotels that have left, and of earlier connections, are hidden.
 */
export function isOfConnection({ t, db }: Handle, vendorId: string): SQL {
  const { delivery, outbox, apiKey } = t
  const connection = db
    .select({ one: sql`1` })
    .from(apiKey)
    .where(
      and(
        eq(apiKey.vendorId, vendorId),
        eq(apiKey.hotelId, delivery.hotelId),
        isNull(apiKey.revokedAtMs),
        sql`coalesce(${apiKey.eventSeq}, 0) < ${delivery.outboxSeq}`,
      ),
    )
  return or(eq(outbox.vendorId, vendorId), sql`exists ${connection}`)!
}

/** True if a claimed delivery of a vendor's own endpoint may still be sent: its hotel has not left meanwhile. */
export async function isStillConnected(
  handle: Handle,
  { seq, ofVendor }: { seq: number; ofVendor: string },
): Promise<boolean> {
  const { delivery, outbox } = handle.t
  const rows = await handle.db
    .select({ seq: delivery.seq })
    .from(delivery)
    .innerJoin(outbox, eq(outbox.seq, delivery.outboxSeq))
    .where(and(eq(delivery.seq, seq), isOfConnection(handle, ofVendor)))
  return rows.length > 0
}

/**
 * Gives up deliveries of a hotel that wait at the own endpoints of a vendor which it has left; those that tell of its
 * connections stay.
 *
 * @param beforeSeq the event `hotel.disconnected`: what came after it belongs to another connection
 * @param limit the most deliveries
 * @returns the number of deliveries
 */
export async function updateLeft(
  { t, db }: Tx,
  { vendorId, hotelId, beforeSeq }: { vendorId: string; hotelId: number; beforeSeq: number },
  { nowMs, limit }: { nowMs: number; limit: number },
): Promise<number> {
  const { delivery } = t
  const { orderKey } = delivery
  const rows = await db
    .select({ seq: delivery.seq })
    .from(delivery)
    .where(
      and(
        eq(delivery.vendorId, vendorId),
        eq(delivery.hotelId, hotelId),
        // Literal text: a parameter rules out the partial index.
        sql`${delivery.vendorId} is not null and ${delivery.state} = 'pending'`,
        lt(delivery.outboxSeq, beforeSeq),
        or(isNull(orderKey), ne(orderKey, connectionKey(hotelId))),
      ),
    )
    .limit(limit)
  if (rows.length === 0) return 0
  const failed = { state: 'failed' as const, dueAtMs: null, leasedUntilMs: null }
  await db
    .update(delivery)
    .set({ ...failed, finishedAtMs: nowMs })
    .where(
      inArray(
        delivery.seq,
        rows.map(({ seq }) => seq),
      ),
    )
  return rows.length
}
