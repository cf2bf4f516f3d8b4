import type { Booking } from '../../domain/bookings/booking.ts'
import type { GroupSize } from '../../domain/bookings/group.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { hasStayed } from '../../store/strangers/stays.ts'
import type { Taker } from '../strangers/taking.ts'
import { brakeCount, confirmedBy, type ProofChange } from './prove.ts'

/** A press of the button behind a mailed link, with its origin. */
export type Press = {
  /** The price that the guest agrees to pay; null: the price shown at booking. */
  expectedPayableCents: number | null
  from: Pick<Taker, 'address' | 'site'>
  /** The group that is proven as a whole; `isPriced`: its caller compares the sum, so that a stay may cost anything. */
  group?: { whole: GroupSize; isAsked: boolean; isPriced: boolean } | undefined
}

/** Returns the booking as confirmed by its mailed link. */
export async function confirmedByMail(tx: Tx, booking: Booking, nowMs: number): Promise<Booking> {
  const proof = await proofByMail(tx, booking)
  return confirmedBy(booking, nowMs, { ...proof, ...brakeCount({ ...booking, ...proof }, nowMs) })
}

/**
 * Returns the proof given by a pressed link: the mailbox, and the guest's earlier stay if the desk has met this
 * mailbox before.
 */
export async function proofByMail(
  tx: Tx,
  booking: Booking,
): Promise<Required<Pick<ProofChange, 'proof' | 'provenByStay'>>> {
  if (booking.proof === 'hotel') return { proof: 'hotel', provenByStay: booking.provenByStay }
  const provenByStay = await hasStayed(tx, booking)
  return { proof: provenByStay ? 'hotel' : 'mail', provenByStay }
}
