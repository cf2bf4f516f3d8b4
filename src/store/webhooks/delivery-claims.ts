import { and, eq, inArray, isNotNull, isNull, lte, notInArray, type SQL, sql } from 'drizzle-orm'
import type { DeliveryFault } from '../../domain/sandbox/sandbox-fault.ts'
import type { DeliveryCause } from '../../domain/webhooks/webhook.ts'
import type { Flag } from '../engine/dialect.ts'
import { type Handle, invalidate, type Tx } from '../engine/engine.ts'
import { holdQueues } from '../engine/locks.ts'
import { hasRow } from '../engine/rows.ts'
import type { Tables } from '../engine/schema.ts'
import { deliveryTopic, freeNext } from './deliveries.ts'

/** A delivery whose attempt begins now, with all that is sent. */
export type Claim = {
  seq: number
  id: string
  hotelId: number
  webhookId: string
  /** Whose the endpoint is; null: the hotel's own. */
  vendorId: string | null
  /** Attempts that were made before. */
  attempts: number
  cause: DeliveryCause
  event: { id: string; name: string; body: string }
  url: string
  /** When the endpoint was changed last, or switched. */
  webhookUpdatedAtMs: number
  /** Of a sandbox, how it goes wrong on purpose. */
  fault?: DeliveryFault
  /** Sealed: the present one, and the one before it while a rotation overlaps. */
  secrets: string[]
}

/** How an attempt ended, as it is kept. */
export type Settlement = Omit<
  Tables['attempt']['$inferSelect'],
  'deliverySeq' | 'number' | 'nextAtMs'
> & {
  claim: Claim
  /** When to try again; undefined: never, it is delivered or given up. */
  nextAtMs: number | undefined
}

/** An endpoint with something to send, and since or from when. */
export type DueEndpoint = {
  webhookId: string
  url: string
  dueAtMs: number
  isFailing: boolean
  /** It took something once, and does not fail. */
  isProven: boolean
  isActive: boolean
}

/**
 * Endpoints that have something to send, now or later, each with the earliest instant; none that is off, save for a
 * test. One step of an index an endpoint, however long its queue is.
 */
export async function listDueEndpoints({ t, db, dialect }: Handle): Promise<DueEndpoint[]> {
  const { delivery: d, webhook: w } = t
  const next = (after: SQL) =>
    sql`(select min(${d.webhookId}) from ${d} where ${d.dueAtMs} is not null and ${d.webhookId} > ${after})`
  const earliest = (condition: SQL) =>
    sql`(select ${d.dueAtMs} from ${d} where ${d.webhookId} = endpoint.id and ${d.dueAtMs} is not null
      and ${condition} order by ${d.dueAtMs} limit 1)`
  const rows = await dialect.rows<DueRow>(
    db,
    sql`
    with recursive endpoint(id) as (
      select ${next(sql`''`)}
      union all
      select ${next(sql`endpoint.id`)} from endpoint where endpoint.id is not null
    )
    select ${w.id} as "webhookId", ${w.url} as "url", ${w.failingSinceMs} is not null as "isFailing",
      ${w.failingSinceMs} is null and ${w.lastSuccessAtMs} is not null as "isProven", ${w.active} as "isActive",
      case when ${w.active} then ${earliest(sql`true`)} else ${earliest(sql`${d.cause} = 'test'`)} end as "dueAtMs"
    from endpoint join ${w} on ${w.id} = endpoint.id where ${w.deletedAtMs} is null`,
  )
  return rows.flatMap(({ dueAtMs, isFailing, isProven, isActive, ...row }) => {
    if (dueAtMs === null) return []
    const flags = { isFailing: Boolean(isFailing), isProven: Boolean(isProven) }
    return { ...row, ...flags, dueAtMs: Number(dueAtMs), isActive: Boolean(isActive) }
  })
}

/** As the engine gives it. */
type DueRow = Pick<DueEndpoint, 'webhookId' | 'url'> &
  Record<'isFailing' | 'isProven' | 'isActive', Flag> & { dueAtMs: number | string | null }

/**
 * Begins attempts at what is due at an endpoint, earliest first. Each is leased: unless it is settled before, it is
 * due again when the lease ends.
 *
 * @param limit how many at most
 * @param except under way at it, whatever their lease says
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
    // Unless its endpoint was taken away since it was read.
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

/** What is due of an endpoint, the one that waits longest first, with what sending it takes. */
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

/** Writes down how an attempt ended and lets the next delivery of its key begin when this one has finished. */
export async function settleDelivery(tx: Tx, settlement: Settlement, nowMs: number) {
  const { t, db } = tx
  const { delivery: d } = t
  const { claim, nextAtMs, ...attempt } = settlement
  const { seq, attempts } = claim
  const isPending = nextAtMs !== undefined
  await holdQueues(tx, [claim.hotelId])
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
    // Unless another process took it over when the lease had ended.
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

/** Whether attempts are said to be under way. */
export const hasLeases = (handle: Handle) => hasRow(handle, handle.t.delivery, isLeased(handle.t))

const isLeased = ({ delivery }: Handle['t']) =>
  and(isNotNull(delivery.dueAtMs), isNotNull(delivery.leasedUntilMs))

/** Makes due at once what a process that ended had under way. */
export async function releaseLeases({ t, db }: Tx, nowMs: number): Promise<void> {
  await db.update(t.delivery).set({ dueAtMs: nowMs, leasedUntilMs: null }).where(isLeased(t))
}
