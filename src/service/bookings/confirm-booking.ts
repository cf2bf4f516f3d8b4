import { type Booking, isHoldOver, PROOF_HOLD_MS } from '../../domain/bookings/booking.ts'
import type { BookingRecord } from '../../domain/bookings/booking-record.ts'
import type { GroupSize } from '../../domain/bookings/group.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import type { Deps } from '../deps.ts'
import { queueProofMail } from '../mails/queue-mail.ts'
import { judgeFurtherTake, roomNightsOf } from '../strangers/take-more.ts'
import type { Taker } from '../strangers/taking.ts'
import type { BookingContext } from './booking-context.ts'
import {
  moveBooking,
  type Outcome,
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
    if (context.booking.groupCode !== null) throw confirmTheGroup(context.booking.groupCode)
    const confirmed = await confirmation(tx, deps, context, { guest })
    isAsked = confirmed?.event === 'booking.held'
    if (isAsked)
      await queueProofMail(tx, deps, { booking: confirmed!.booking, hotel: context.hotel })
    return confirmed
  })
  // Thrown after the commit, for the hold waits from now on.
  if (isAsked) throw proofRequired()
  return record
}

/** Returns the error for confirming one booking of a held group. */
const confirmTheGroup = (groupCode: string) =>
  new AppError('confirm_the_group', `The hold is of the reservation ${groupCode}: confirm that.`)

/** The origin of a guest's confirmation, null for the hotel's; and the group that is confirmed as a whole. */
export type Confirming = {
  guest: Pick<Taker, 'address' | 'site'> | null
  group?: { whole: GroupSize; isAsked: boolean }
}

/**
 * Decides the confirmation of a hold: `booking.held` if it waits for the mailed link from now on; null: it is confirmed
 * already.
 *
 * @throws AppError as `confirmBooking`
 */
export async function confirmation(
  tx: Tx,
  deps: Deps,
  context: BookingContext,
  { guest, group }: Confirming,
): Promise<Outcome | null> {
  const { booking, ...snapshot } = context
  const nowMs = deps.nowMs()
  if (booking.status === 'confirmed') return null
  if (booking.status !== 'pending') refuseTransition(booking, 'confirmed')
  if (isHoldOver(booking, nowMs)) throw transitionInvalid('expired', 'The hold has run out.')
  if (!guest) return confirmedNow(confirmedBy(booking, nowMs, BY_HOTEL))
  if (booking.proof === 'asked') throw proofRequired()
  const isAsked = await judgeFurtherTake(tx, deps, {
    ...{ act: 'confirm', snapshot, booking, taker: guest, group },
    ...{ roomCode: booking.roomCode, nights: roomNightsOf(booking) },
  })
  if (!isAsked) return confirmedNow(confirmedBy(booking, nowMs, brakeCount(booking, nowMs)))
  const asked = { proof: 'asked', holdExpiresAtMs: nowMs + PROOF_HOLD_MS } as const
  return { booking: revise(booking, nowMs, asked), changes: [], event: 'booking.held' }
}

const confirmedNow = (booking: Booking): Outcome => ({
  ...{ booking, changes: [], event: 'booking.confirmed' },
})
