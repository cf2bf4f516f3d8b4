import { and, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { BookingScenario } from '../../domain/sandbox/certification.ts'
import type { Proof, RevisionReceipt } from '../../domain/sandbox/certification-book.ts'
import { listGroup } from '../bookings/groups.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import type { Claim } from '../webhooks/delivery-claims.ts'

/** The certification proofs of a test key: one for each scenario done or begun, unsorted. */
export async function listProofs({ t, db }: Handle, apiKeyId: string): Promise<Proof[]> {
  const { sandboxProof: proof } = t
  const rows = await db.select().from(proof).where(eq(proof.apiKeyId, apiKeyId))
  return rows.map(({ scenario, doneAtMs, requestIds, deliveryIds, seen }) => ({
    scenario,
    doneAtMs,
    requestIds: JSON.parse(requestIds) as string[],
    deliveryIds: JSON.parse(deliveryIds) as string[],
    seen: JSON.parse(seen) as Proof['seen'],
  }))
}

/** Writes certification proofs of a test key; a completed one is never overwritten. */
export async function upsertProofs(
  { t, db }: Tx,
  apiKeyId: string,
  proofs: readonly Proof[],
): Promise<void> {
  if (proofs.length === 0) return
  const { sandboxProof: proof } = t
  const rows = proofs.map(({ scenario, doneAtMs, requestIds, deliveryIds, seen }) => ({
    apiKeyId,
    scenario,
    doneAtMs,
    requestIds: JSON.stringify(requestIds),
    deliveryIds: JSON.stringify(deliveryIds),
    seen: JSON.stringify(seen),
  }))
  await db
    .insert(proof)
    .values(rows)
    .onConflictDoUpdate({
      target: [proof.apiKeyId, proof.scenario],
      set: {
        doneAtMs: sql`excluded.done_at_ms`,
        requestIds: sql`excluded.request_ids`,
        deliveryIds: sql`excluded.delivery_ids`,
        seen: sql`excluded.seen`,
      },
      setWhere: isNull(proof.doneAtMs),
    })
}

const KINDS: Record<string, BookingScenario> = {
  'booking.confirmed': 'booking_new',
  'booking.modified': 'booking_changed',
  'booking.cancelled': 'booking_cancelled',
}

/** Revisions of bookings that were delivered to webhooks of a test key. */
export async function listDelivered(
  { t, db }: Handle,
  apiKeyId: string,
  codes: readonly string[],
): Promise<RevisionReceipt[]> {
  const { outbox, delivery, webhook } = t
  const rows = await db
    .select({
      code: outbox.bookingCode,
      revision: outbox.revision,
      event: outbox.event,
      deliveryId: delivery.id,
    })
    .from(outbox)
    .innerJoin(delivery, eq(delivery.outboxSeq, outbox.seq))
    .innerJoin(webhook, eq(webhook.id, delivery.webhookId))
    .where(
      and(
        inArray(outbox.bookingCode, [...codes]),
        eq(delivery.state, 'delivered'),
        eq(webhook.apiKeyId, apiKeyId),
      ),
    )
  return rows.flatMap(({ code, revision, event, deliveryId }) => {
    const kind = KINDS[event]
    return kind && code !== null && revision !== null ? [{ code, revision, kind, deliveryId }] : []
  })
}

/** The codes of the bookings of each group that one of these is of; bookings that were never sold are left out. */
export async function listGroupsOf(
  handle: Handle,
  hotelId: number,
  codes: readonly string[],
): Promise<string[][]> {
  const { booking } = handle.t
  const rows = await handle.db
    .selectDistinct({ groupCode: booking.groupCode })
    .from(booking)
    .where(
      and(
        eq(booking.hotelId, hotelId),
        inArray(booking.code, [...codes]),
        isNotNull(booking.groupCode),
      ),
    )
  const groups = await Promise.all(rows.map(({ groupCode }) => listGroup(handle, groupCode!)))
  return groups.map((group) =>
    group.filter(({ confirmedAtMs }) => confirmedAtMs !== null).map(({ code }) => code),
  )
}

/** True if a sandbox has a booking whose last change is before an instant. */
export async function hasBookingBefore(
  { t, db }: Handle,
  hotelId: number,
  beforeMs: number,
): Promise<boolean> {
  const { booking } = t
  const [row] = await db
    .select({ code: booking.code })
    .from(booking)
    .where(and(eq(booking.hotelId, hotelId), lt(booking.updatedAtMs, beforeMs)))
    .limit(1)
  return row !== undefined
}

/**
 * Notes the proof of signature checks by a receiver: it refused a forged delivery, and then accepted the genuine one.
 *
 * @param status HTTP status of its answer; null if none came
 */
export async function noteReceiver(
  tx: Tx,
  { id, webhookId, fault }: Claim,
  { status, atMs }: { status: number | null; atMs: number },
): Promise<void> {
  const isForged = fault === 'bad_signature'
  const isRefused = status !== null && status >= 400 && status < 500
  const isTaken = status !== null && status >= 200 && status < 300
  if (!(isForged ? isRefused : isTaken)) return
  const { webhook } = tx.t
  const [row] = await tx.db
    .select({ apiKeyId: webhook.apiKeyId })
    .from(webhook)
    .where(eq(webhook.id, webhookId))
  if (!row?.apiKeyId) return
  const proofs = await listProofs(tx, row.apiKeyId)
  const known = proofs.find(({ scenario }) => scenario === 'forged_delivery')
  if (known?.doneAtMs != null || (!isForged && known?.seen.refusedId !== id)) return
  const proof = isForged
    ? { doneAtMs: null, deliveryIds: [], seen: { refusedId: id } }
    : { doneAtMs: atMs, deliveryIds: [id], seen: {} }
  await upsertProofs(tx, row.apiKeyId, [{ scenario: 'forged_delivery', requestIds: [], ...proof }])
}
