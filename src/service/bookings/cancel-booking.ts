import type { Caller } from '../../domain/bookings/booking.ts'
import { cancellationPenalty } from '../../domain/bookings/penalty.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { nightsOf } from '../../domain/kernel/night.ts'
import { isUnproven } from '../../domain/strangers/web-nights.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Deps } from '../deps.ts'
import { type BookingContext, refuseTransition, revise } from './booking-record.ts'
import {
  type EndedBooking,
  type Ending,
  endBooking,
  nightsFromToday,
  simulateEnd,
  withPenalty,
} from './end-booking.ts'
import { leaveBrake, NO_BRAKE } from './prove.ts'

/** The caller and reason of a cancellation, and the penalty that the caller expects. */
export type CancelRequest = {
  reason: string | null
  caller: Caller
  /** The hotel charges the penalty that a guest would owe; otherwise it waives the penalty. */
  charge?: boolean
  /** The person whom the booking names disowns it in time, and owes no penalty. */
  isFree?: boolean
  expectedPenaltyCents?: number | null
  /** The guest gets a mail only if the booking is proven. */
  isToldToProven?: boolean
}

/**
 * pending or confirmed → cancelled; nights from today on go back to sale unless the hotel keeps them (contract §3). The
 * booking's terms set the penalty (contract-rates, *Penalties*). A repeated cancellation returns the same record and
 * gives no night back again; repeated by the hotel, it takes the booking out of the brake on strangers.
 *
 * @throws AppError `transition_invalid`, `forbidden`, `penalty_changed`
 */
export const cancelBooking = (
  deps: Deps,
  code: string,
  actor: Actor,
  request: CancelRequest,
): Promise<EndedBooking> =>
  endBooking(deps, code, actor, async (context, tx) => {
    const { status } = context.booking
    // The brake counts a stranger's own cancellations until the hotel ends them too, which lifts the brake at once.
    if (status === 'cancelled' && request.caller !== 'guest') await leaveBrake(tx, context.booking)
    return cancellation(deps, context, request)
  })

/** The result of `cancelBooking`, without its effects. */
export const simulateCancel = (
  deps: Deps,
  code: string,
  request: CancelRequest,
): Promise<EndedBooking> =>
  simulateEnd(deps, code, (context) => cancellation(deps, context, request))

/** The end of a booking by cancellation; null: it is cancelled already. @throws as `cancelBooking` */
export function cancellation(
  deps: Deps,
  { booking, hotel }: BookingContext,
  { reason, caller, charge = false, isFree = false, ...rest }: CancelRequest,
): Ending | null {
  const { status } = booking
  if (charge && caller === 'guest')
    throw new AppError('forbidden', 'Only the hotel asks for a penalty.')
  if (status === 'cancelled') return null
  if (status !== 'pending' && status !== 'confirmed') refuseTransition(booking, 'cancelled')
  const nowMs = deps.nowMs()
  // A hold carries no penalty, and the hotel owes none to itself.
  const isOwed = status === 'confirmed' && !isFree && (caller === 'guest' || charge)
  const penaltyCents = isOwed ? cancellationPenalty(booking, deps.today(hotel.timezone)) : 0
  expectPenalty(rest.expectedPenaltyCents ?? null, penaltyCents)
  const ended = revise(booking, nowMs, {
    ...withPenalty(booking, penaltyCents),
    // The brake does not count bookings that the hotel has ended.
    ...(caller !== 'guest' && NO_BRAKE),
    status: 'cancelled',
    cancelledAtMs: nowMs,
    cancelReason: reason,
    holdExpiresAtMs: null,
  })
  const nights = nightsOf(booking)
  const isRestored = hotel.restoreOnCancel || status === 'pending'
  const given = isRestored ? nightsFromToday(deps, hotel, nights) : []
  const isUntold = rest.isToldToProven === true && isUnproven(booking)
  return { ended, event: 'booking.cancelled', nights, given, kept: !isRestored, isUntold }
}

/** @throws AppError `penalty_changed` if the caller expects another penalty */
function expectPenalty(expectedCents: number | null, penaltyCents: number): void {
  if (expectedCents === null || expectedCents === penaltyCents) return
  const detail = `The cancellation now costs ${penaltyCents}; nothing was cancelled.`
  throw new AppError('penalty_changed', detail, { members: { penaltyCents } })
}
