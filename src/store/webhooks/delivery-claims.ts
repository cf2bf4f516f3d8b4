// Webhook deliveries are claimed by a lease, and settled with their next retry.

import { and, eq, inArray, isNotNull, isNull, lte, notInArray, type SQL, sql } from 'drizzle-orm'
import type { DeliveryFault } from '../../domain/sandbox/sandbox-fault.ts'
import type { DeliveryCause } from '../../domain/webhooks/webhook.ts'
import type { Flag } from '../engine/dialect.ts'
import { type Handle, invalidate, type Tx } from '../engine/engine.ts'
import { lockQueues } from '../engine/locks.ts'
import { prepared } from '../engine/prepared.ts'
import { hasRow } from '../engine/rows.ts'
import type { Tables } from '../engine/schema.ts'
import { deliveryTopic, freeNext } from './deliveries.ts'

/** A claimed (leased) delivery whose attempt begins now, with everything that the request needs. */
export type Claim = {
  seq: number
  id: string
  hotelId: number
  webhookId: string
  /** The vendor of the endpoint; null for the hotel's own. */
  vendorId: string | null
  /** The same if the endpoint is the vendor's own, for all its hotels. */
  ofVendor: string | null
  /** The number of attempts before this one. */
  attempts: number
  cause: DeliveryCause
  event: { id: string; name: string; body: string }
  url: string
  /** When the endpoint was last changed or switched on or off. */
  webhookUpdatedAtMs: number
  /** A fault on purpose, for an endpoint of a sandbox. */
  fault?: DeliveryFault
  /** Sealed: the present secret, and the one before it while a rotation overlaps. */
  secrets: string[]
}

/** The result of an attempt, as it is stored. */
export type Settlement = Omit<
  Tables['attempt']['$inferSelect'],
  'deliverySeq' | 'number' | 'nextAtMs'
> & {
  claim: Claim
  /** The time of the next attempt (retry with back-off); undefined if it is delivered or given up. */
  nextAtMs: number | undefined
}

/** An endpoint with deliveries to send, and the time at which the first is or was due. */
export type DueEndpoint = {
  webhookId: string
  url: string
  dueAtMs: number
  isFailing: boolean
  /** True if the endpoint has accepted a delivery and is not failing. */
  isProven: boolean
  isActive: boolean
}

// Prepared, because the sender looks after each group of commits, and building it takes longer than running it.
const selectDueEndpoints = prepared(({ t: { delivery: d, webhook: w }, db }) => {
  const next = (after: SQL) =>
    sql`(select min(${d.webhookId}) from ${d} where ${d.dueAtMs} is not null and ${d.webhookId} > ${after})`
  const earliest = (condition: SQL) =>
    sql`(select ${d.dueAtMs} from ${d} where ${d.webhookId} = endpoint.id and ${d.dueAtMs} is not null
      and ${condition} order by ${d.dueAtMs} limit 1)`
  const [any, test] = [earliest(sql`true`), earliest(sql`${d.cause} = 'test'`)]
  return db
    .select({
      webhookId: w.id,
      url: w.url,
      isFailing: sql<Flag>`${w.failingSinceMs} is not null`,
      isProven: sql<Flag>`${w.failingSinceMs} is null and ${w.lastSuccessAtMs} is not null`,
      isActive: w.active,
      dueAtMs: sql<number | null>`case when ${w.active} then ${any} else ${test} end`.mapWith(
        Number,
      ),
    })
    .from(
      sql`(with recursive endpoint(id) as (
        select ${next(sql`''`)}
        union all
        select ${next(sql`endpoint.id`)} from endpoint where endpoint.id is not null
      ) select id from endpoint) endpoint`,
    )
    .innerJoin(w, sql`${w.id} = endpoint.id`)
    .where(isNull(w.deletedAtMs))
    .prepare()
})

/**
 * Lists the endpoints with deliveries to send, now or later, each with its earliest due time. An endpoint that is off
 * only counts with a test. It takes one step of an index per endpoint, however long its queue is.
 */
export async function listDueEndpoints(handle: Handle): Promise<DueEndpoint[]> {
  const rows = await selectDueEndpoints(handle).execute()
  return rows.flatMap(({ dueAtMs, isFailing, isProven, ...row }) => {
    if (dueAtMs === null) return []
    const flags = { isFailing: Boolean(isFailing), isProven: Boolean(isProven) }
    return { ...row, ...flags, dueAtMs }
  })
}

/**
 * Claims deliveries that are due at an endpoint, earliest first. Each is leased: unless its attempt is settled before
 * the lease ends, it is due again then.
 *
 * @param limit the most deliveries
 * @param except deliveries in progress at the endpoint, whatever their lease says
 */
export async function claimDeliveries(tx: Tx, asked: ClaimQuery): Promise<Claim[]> {
  const { delivery: d } = tx.t
  const { nowMs, leaseMs } = asked
  const rows = await listDue(tx, asked)
  if (rows.length === 0) return []
  const untilMs = nowMs + leaseMs
  const seqs = rows.map(({ seq }) => seq)
  const taken = await tx.db
    .update(d)
    .set({ dueAtMs: untilMs, leasedUntilMs: untilMs })
    // Unless the endpoint was deleted since it was read.
    .where(and(inArray(d.seq, seqs), lte(d.dueAtMs, nowMs)))
    .returning({ seq: d.seq })
  const isTaken = new Set(taken.map(({ seq }) => seq))
  const claimed = rows.filter(({ seq }) => isTaken.has(seq))
  return claimed.map(({ secret, previousSecret, previousUntilMs, ...row }) => {
    const isOverlapping = previousSecret !== null && (previousUntilMs ?? 0) > nowMs
    return { ...row, secrets: isOverlapping ? [secret, previousSecret] : [secret] }
  })
}

type ClaimQuery = {
  endpoint: Pick<DueEndpoint, 'webhookId' | 'isActive'>
  limit: number
  except?: readonly Claim[]
  nowMs: number
  leaseMs: number
}

/** The due deliveries of an endpoint, the longest waiting first, with the data to send them. */
async function listDue({ t, db }: Tx, { endpoint, limit, except = [], nowMs }: ClaimQuery) {
  const { delivery: d, outbox: o, webhook: w } = t
  const exceptSeqs = except.map(({ seq }) => seq)
  return await db
    .select({
      seq: d.seq,
      id: d.id,
      hotelId: d.hotelId,
      attempts: d.attempts,
      cause: d.cause,
      event: { id: o.id, name: o.event, body: o.body },
      webhookId: d.webhookId,
      vendorId: w.vendorId,
      ofVendor: d.vendorId,
      url: w.url,
      webhookUpdatedAtMs: w.updatedAtMs,
      secret: w.secret,
      previousSecret: w.previousSecret,
      previousUntilMs: w.previousUntilMs,
    })
    .from(d)
    .innerJoin(o, eq(o.seq, d.outboxSeq))
    .innerJoin(w, eq(w.id, d.webhookId))
    .where(
      and(
        eq(d.webhookId, endpoint.webhookId),
        isNotNull(d.dueAtMs),
        lte(d.dueAtMs, nowMs),
        notInArray(d.seq, exceptSeqs),
        endpoint.isActive ? eq(w.active, true) : sql`${d.cause} = 'test'`,
        isNull(w.deletedAtMs),
      ),
    )
    .orderBy(d.dueAtMs, d.seq)
    .limit(limit)
}

/** Records the result of an attempt, and releases the next delivery of the key once this one is finished. */
export async function settleDelivery(tx: Tx, settlement: Settlement, nowMs: number) {
  const { t, db } = tx
  const { delivery: d } = t
  const { claim, nextAtMs, ...attempt } = settlement
  const { seq, attempts } = claim
  const isPending = nextAtMs !== undefined
  await lockQueues(tx, [claim.hotelId])
  const state = isPending ? 'pending' : attempt.error === null ? 'delivered' : 'failed'
  const [row] = await db
    .update(d)
    .set({
      state,
      attempts: attempts + 1,
      dueAtMs: nextAtMs ?? null,
      leasedUntilMs: null,
      finishedAtMs: isPending ? null : nowMs,
    })
    // Unless another process has taken the delivery over after the lease ended.
    .where(and(eq(d.seq, seq), eq(d.attempts, attempts), eq(d.state, 'pending')))
    .returning({ orderKey: d.orderKey })
  if (!row) return
  const number = attempts + 1
  await db
    .insert(t.attempt)
    .values({ ...attempt, deliverySeq: seq, number, nextAtMs: nextAtMs ?? null })
  const { webhookId } = claim
  if (!isPending && row.orderKey !== null)
    await freeNext(tx, { webhookId, orderKey: row.orderKey, nowMs })
  invalidate(tx, deliveryTopic(claim.id))
}

/** True if attempts are in progress by their leases. */
export const hasLeases = (handle: Handle) => hasRow(handle, handle.t.delivery, isLeased(handle.t))

/** Deliveries with an attempt under way. */
export const isLeased = ({ delivery }: Handle['t']) =>
  and(isNotNull(delivery.dueAtMs), isNotNull(delivery.leasedUntilMs))

/** Releases the leases of a process that has ended: its deliveries are due at once. */
export async function releaseLeases({ t, db }: Tx, nowMs: number): Promise<void> {
  await db.update(t.delivery).set({ dueAtMs: nowMs, leasedUntilMs: null }).where(isLeased(t))
}
