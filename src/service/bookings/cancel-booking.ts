import type { Caller } from '../../domain/bookings/booking.ts'
import { cancellationPenalty } from '../../domain/bookings/penalty.ts'
import { owedExtras } from '../../domain/extras/extra-lines.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { nightsOf } from '../../domain/kernel/night.ts'
import { isUnproven } from '../../domain/strangers/web-nights.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import type { Deps } from '../deps.ts'
import type { BookingContext } from './booking-context.ts'
import { hasArrived } from './booking-extras.ts'
import { refuseTransition, revise } from './booking-record.ts'
import {
  type EndedBooking,
  type Ending,
  type EndingOf,
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
  expectedPenaltyCents?: number | null | undefined
  /** The penalty and the extras owed that the caller expects. */
  expectedPayableCents?: number | null | undefined
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
): Promise<EndedBooking> => endBooking(deps, code, actor, cancelEnding(deps, request))

/** Returns what decides how a booking ends by cancellation, in a transaction that locks its hotel. */
export const cancelEnding =
  (deps: Deps, request: CancelRequest): EndingOf<Tx> =>
  async (context, tx) => {
    const { status } = context.booking
    // The brake counts a stranger's own cancellations until the hotel ends them too, which lifts the brake at once.
    if (status === 'cancelled' && request.caller !== 'guest') await leaveBrake(tx, context.booking)
    return cancellation(deps, context, request, await hasArrived(tx, context.booking))
  }

/** The result of `cancelBooking`, without its effects. */
export const simulateCancel = (
  deps: Deps,
  code: string,
  request: CancelRequest,
): Promise<EndedBooking> =>
  simulateEnd(deps, code, async (context, handle) =>
    cancellation(deps, context, request, await hasArrived(handle, context.booking)),
  )

/**
 * The end of a booking by cancellation; null: it is cancelled already.
 *
 * @param isArrived true if the desk has checked the guest in
 * @throws as `cancelBooking`
 */
export function cancellation(
  deps: Deps,
  { booking, hotel }: BookingContext,
  { reason, caller, charge = false, isFree = false, ...rest }: CancelRequest,
  isArrived = false,
): Ending | null {
  const { status } = booking
  if (charge && caller === 'guest')
    throw new AppError('forbidden', 'Only the hotel asks for a penalty.')
  if (status === 'cancelled') return null
  if (status !== 'pending' && status !== 'confirmed') refuseTransition(booking, 'cancelled')
  const nowMs = deps.nowMs()
  // A hold carries no penalty, and the hotel owes none to itself.
  const isOwed = status === 'confirmed' && !isFree && (caller === 'guest' || charge)
  const today = deps.today(hotel.timezone)
  const penaltyCents = isOwed ? cancellationPenalty(booking, today) : 0
  const hasBegun = isArrived || booking.checkin < today
  const extrasOwedCents = isOwed && hasBegun ? owedExtras(booking.extras, booking, today) : 0
  expectOwed(rest, { penaltyCents, payableCents: penaltyCents + extrasOwedCents })
  const ended = revise(booking, nowMs, {
    ...withPenalty(booking, penaltyCents),
    extrasOwedCents,
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

/**
 * Checks what the caller expects an act to cost, of a booking or a whole group.
 *
 * @throws AppError `penalty_changed`
 */
export function expectOwed(
  {
    expectedPenaltyCents = null,
    expectedPayableCents = null,
  }: Pick<CancelRequest, 'expectedPenaltyCents' | 'expectedPayableCents'>,
  { penaltyCents, payableCents }: { penaltyCents: number; payableCents: number },
): void {
  const isPenalty = expectedPenaltyCents === null || expectedPenaltyCents === penaltyCents
  const isPayable = expectedPayableCents === null || expectedPayableCents === payableCents
  if (isPenalty && isPayable) return
  const detail = `The cancellation now costs ${penaltyCents}${payableCents === penaltyCents ? '' : `, ${payableCents} with the extras owed`}; nothing was cancelled.`
  throw new AppError('penalty_changed', detail, { members: { penaltyCents, payableCents } })
}
