import { isHoldOver, PROOF_HOLD_MS } from '../../domain/bookings/booking.ts'
import type { BookingRecord } from '../../domain/bookings/booking-record.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import type { Deps } from '../deps.ts'
import { queueProofMail } from '../mails/queue-mail.ts'
import { judgeFurtherTake, roomNightsOf } from '../strangers/take-more.ts'
import type { Taker } from '../strangers/taking.ts'
import {
  type BookingContext,
  moveBooking,
  refuseTransition,
  revise,
  transitionInvalid,
} from './booking-record.ts'
import { BY_HOTEL, brakeCount, confirmedBy, proofRequired } from './prove.ts'

/**
 * pending → confirmed, while the hold stands (contract §3). A hotel or room type switched off since does not matter,
 * for the rooms were taken and promised before. A guest's confirmation may have to wait for the mailed link: the hold
 * is kept for it, and the answer is still an error. A repeat changes nothing.
 *
 * @param guest the origin of the guest's call; null: the hotel confirms, which proves the booking
 * @throws AppError `transition_invalid`, `proof_required`, `ask_the_hotel`, `rate_limited`
 */
export async function confirmBooking(
  deps: Deps,
  code: string,
  actor: Actor,
  guest: Pick<Taker, 'address' | 'site'> | null = null,
): Promise<BookingRecord> {
  let isAsked = false
  const record = await moveBooking(deps, code, actor, async (tx, context) => {
    const { booking, hotel } = context
    const nowMs = deps.nowMs()
    isAsked = false
    if (booking.status === 'confirmed') return null
    if (booking.status !== 'pending') refuseTransition(booking, 'confirmed')
    if (isHoldOver(booking, nowMs)) throw transitionInvalid('expired', 'The hold has run out.')
    if (guest && booking.proof === 'asked') throw proofRequired()
    isAsked = guest !== null && (await judgeConfirm(tx, deps, context, guest))
    if (isAsked) {
      const asked = revise(booking, nowMs, {
        ...{ proof: 'asked', holdExpiresAtMs: nowMs + PROOF_HOLD_MS },
      })
      await queueProofMail(tx, deps, { booking: asked, hotel })
      return { booking: asked, changes: [], event: 'booking.held' }
    }
    const change = guest ? brakeCount(booking, nowMs) : BY_HOTEL
    const confirmed = confirmedBy(booking, nowMs, change)
    return { booking: confirmed, changes: [], event: 'booking.confirmed' }
  })
  // Thrown after the commit, for the hold waits from now on.
  if (isAsked) throw proofRequired()
  return record
}

/** Returns true if the guest's confirmation of a hold waits for the mailed link. */
const judgeConfirm = (
  tx: Tx,
  deps: Deps,
  { booking, ...snapshot }: BookingContext,
  taker: Pick<Taker, 'address' | 'site'>,
): Promise<boolean> =>
  judgeFurtherTake(tx, deps, {
    ...{ act: 'confirm', snapshot, booking, taker },
    ...{ roomCode: booking.roomCode, nights: roomNightsOf(booking) },
  })
