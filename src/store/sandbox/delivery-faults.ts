import { eq } from 'drizzle-orm'
import { isSandbox } from '../../domain/catalog/sandbox-hotel.ts'
import { type DeliveryFault, SANDBOX_KEPT_BACK_MS } from '../../domain/sandbox/sandbox-fault.ts'
import type { Tx } from '../engine/engine.ts'
import { lockQueues } from '../engine/locks.ts'
import { freeNext } from '../webhooks/deliveries.ts'
import type { Claim } from '../webhooks/delivery-claims.ts'
import { takeDeliveryFaults } from './faults.ts'

/**
 * Injects the requested faults into claimed deliveries of a sandbox: delayed and reordered ones go back to the queue,
 * the others carry their fault. Deliveries of hotels pass untouched.
 *
 * @returns the claims to send now
 */
export async function applyDeliveryFaults(
  tx: Tx,
  claims: Claim[],
  nowMs: number,
): Promise<Claim[]> {
  const events = claims.filter(({ cause, hotelId }) => cause !== 'test' && isSandbox(hotelId))
  const faultBySeq = new Map<number, DeliveryFault>()
  // An endpoint of a vendor has deliveries of many hotels.
  for (const [hotelId, those] of Map.groupBy(events, (claim) => claim.hotelId)) {
    const faults = await takeDeliveryFaults(tx, hotelId, those.length)
    for (const [index, fault] of faults.entries()) faultBySeq.set(those[index]!.seq, fault)
  }
  const sent: Claim[] = []
  for (const claim of claims) {
    const fault = faultBySeq.get(claim.seq)
    if (fault === 'delay' || fault === 'reorder') await postpone(tx, claim, { fault, nowMs })
    else sent.push(fault ? { ...claim, fault } : claim)
  }
  return sent
}

/**
 * Returns a delivery to the queue. A reordered one leaves its order key, so that it waits for nothing and blocks
 * nothing.
 */
async function postpone(
  tx: Tx,
  { seq, webhookId, hotelId }: Claim,
  { fault, nowMs }: { fault: 'delay' | 'reorder'; nowMs: number },
): Promise<void> {
  const { delivery } = tx.t
  await lockQueues(tx, [hotelId])
  const [row] = await tx.db
    .select({ orderKey: delivery.orderKey })
    .from(delivery)
    .where(eq(delivery.seq, seq))
  const orderKey = row?.orderKey ?? null
  const isFreed = fault === 'reorder' && orderKey !== null
  await tx.db
    .update(delivery)
    .set({
      dueAtMs: nowMs + SANDBOX_KEPT_BACK_MS,
      leasedUntilMs: null,
      ...(isFreed && { orderKey: null }),
    })
    .where(eq(delivery.seq, seq))
  if (isFreed) await freeNext(tx, { webhookId, orderKey, nowMs })
}
