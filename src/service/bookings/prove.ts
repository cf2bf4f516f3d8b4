import type { Booking, BookingRecord } from '../../domain/bookings/booking.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { nightsOf } from '../../domain/kernel/night.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { holdHotelOf } from '../../store/engine/locks.ts'
import { updateProof } from '../../store/strangers/proofs.ts'
import { moveWebNights } from '../../store/strangers/web-nights.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../history/audit.ts'
import { queueProofMail } from '../mails/queue-mail.ts'
import { findBookingContext, moveBooking, refuseTransition, revise } from './booking-record.ts'

/** The brake counts it no more. */
export const NO_BRAKE = { brakeNights: 0, brakeAtMs: null } as const satisfies Partial<Booking>

/** What the hotel has proven, or ended: it is in no count. */
export const BY_HOTEL = {
  ...{ proof: 'hotel', provenByStay: false, ...NO_BRAKE },
} as const satisfies Partial<Booking>

/** The proof of a booking, and what the brake counts of it. */
export type ProofChange = Partial<
  Pick<Booking, 'proof' | 'provenByStay' | 'brakeNights' | 'brakeAtMs'>
>

/**
 * Writes the proof of a booking, in a transaction that holds its hotel: no revision, no event (contract §3). Its rooms
 * move among those of strangers with it.
 *
 * @returns the booking as it is then
 */
export async function writeProof(tx: Tx, booking: Booking, change: ProofChange): Promise<Booking> {
  const after = { ...booking, ...change }
  await updateProof(tx, after)
  await moveWebNights(tx, booking, after)
  return after
}

/** Lets the brake count a booking no more, in a transaction that holds its hotel. */
export async function leaveBrake(tx: Tx, booking: Booking): Promise<void> {
  if (booking.brakeNights > 0) await writeProof(tx, booking, NO_BRAKE)
}

/** Notes that the hotel has met a booking's guest, or was paid; nothing where it had proven it before. */
export async function noteMet(tx: Tx, booking: Booking): Promise<Booking> {
  if (booking.proof === 'hotel' && !booking.provenByStay) return booking
  return await writeProof(tx, booking, BY_HOTEL)
}

/**
 * *Proven* at the desk: the booking is in no count any more; a hold that waits for its mailed link is confirmed. Repeated
 * it changes nothing. What makes no revision stands in the history of what the desk keeps.
 *
 * @throws AppError `not_found`, `transition_invalid` for one that has ended
 */
export async function proveByHotel(deps: Deps, code: string, actor: Actor): Promise<BookingRecord> {
  return await moveBooking(deps, code, actor, async (tx, { booking }) => {
    const { status, proof, hotelId } = booking
    const nowMs = deps.nowMs()
    const isOver = status === 'pending' && booking.holdExpiresAtMs! <= nowMs
    if (status === 'cancelled' || status === 'expired' || isOver)
      refuseTransition({ status: isOver ? 'expired' : status }, 'proven')
    if (status === 'pending' && proof === 'asked') {
      const confirmed = confirmedBy(booking, nowMs, BY_HOTEL)
      return { booking: confirmed, changes: [], event: 'booking.confirmed' }
    }
    const met = await noteMet(tx, booking)
    await audit(tx, deps, {
      ...{ entity: 'desk', entityId: code, hotelId, actor },
      ...{ before: { proof }, after: { proof: met.proof } },
    })
    return { unrevised: met }
  })
}

/** A hold, confirmed. @param change what it is proven by, and what the brake counts of it */
export const confirmedBy = (booking: Booking, nowMs: number, change: ProofChange): Booking =>
  revise(booking, nowMs, {
    ...{ status: 'confirmed', confirmedAtMs: nowMs, holdExpiresAtMs: null },
    ...change,
  })

/** What the brake counts of a booking that is confirmed now. */
export function brakeCount(booking: Booking, nowMs: number): ProofChange {
  const isCounted = booking.proof !== 'hotel' || booking.provenByStay
  if (!isCounted) return NO_BRAKE
  return { brakeNights: nightsOf(booking).length * booking.rooms, brakeAtMs: nowMs }
}

/** The error for what the mailed link has to come first. */
export const proofRequired = () =>
  new AppError(
    'proof_required',
    'A link was mailed to the guest: the button on its page comes first.',
  )

/** The same of what is only tried. */
export const proofComes = () =>
  new AppError(
    'proof_required',
    'This waits for a link that is mailed to the guest once it is sent: the button on its page comes first.',
  )

/** Mails a booking's guest the link by which it is proven, once. */
export async function askForProof(deps: Deps, code: string): Promise<void> {
  await deps.store.tx(async (tx) => {
    await holdHotelOf(tx, code)
    const { booking, hotel } = await findBookingContext(tx, code)
    if (booking.proof !== 'none') return
    const asked = await writeProof(tx, booking, { proof: 'asked' })
    await queueProofMail(tx, deps, { booking: asked, hotel })
  })
}
