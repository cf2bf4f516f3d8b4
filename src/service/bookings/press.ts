import type { Booking } from '../../domain/bookings/booking.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { hasStayed } from '../../store/strangers/stays.ts'
import type { Taker } from '../strangers/taking.ts'
import { brakeCount, confirmedBy, type ProofChange } from './prove.ts'

/** The button of a mailed link, and where it is pressed. */
export type Press = {
  /** What the guest agrees to pay; null: what they were told when they booked. */
  expectedPayableCents: number | null
  from: Pick<Taker, 'address' | 'site'>
}

/** A booking as its mailed link confirms it. */
export async function confirmedByMail(tx: Tx, booking: Booking, nowMs: number): Promise<Booking> {
  const proof = await proofByMail(tx, booking)
  return confirmedBy(booking, nowMs, { ...proof, ...brakeCount({ ...booking, ...proof }, nowMs) })
}

/** What a pressed link proves: the mailbox, and where the desk has met that before its guest. */
export async function proofByMail(
  tx: Tx,
  booking: Booking,
): Promise<Required<Pick<ProofChange, 'proof' | 'provenByStay'>>> {
  if (booking.proof === 'hotel') return { proof: 'hotel', provenByStay: booking.provenByStay }
  const provenByStay = await hasStayed(tx, booking)
  return { proof: provenByStay ? 'hotel' : 'mail', provenByStay }
}
