import {
  type Booking,
  type BookingRecord,
  type Caller,
  commissionFor,
  recordOf,
} from '../../domain/bookings/booking.ts'
import { cancellationPenalty, noShowPenalty } from '../../domain/bookings/penalty.ts'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import type { Change } from '../../domain/kernel/availability.ts'
import { type CalendarDate, instantAt, instantText } from '../../domain/kernel/date.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { nightsOf } from '../../domain/kernel/night.ts'
import { isUnproven } from '../../domain/strangers/web-nights.ts'
import type { BookingEvent } from '../../domain/webhooks/webhook.ts'
import { findDesk } from '../../store/bookings/desk.ts'
import type { Actor } from '../../store/days/history.ts'
import { listReleasedNights, moveLive, releaseNights } from '../../store/days/nights.ts'
import type { Handle, Tx } from '../../store/engine/engine.ts'
import { releaseTakes } from '../../store/strangers/takes.ts'
import type { Deps } from '../deps.ts'
import {
  type BookingContext,
  findBookingContext,
  moveBooking,
  placeOf,
  refuseTransition,
  revise,
  transitionInvalid,
} from './booking-record.ts'
import { leaveBrake, NO_BRAKE } from './prove.ts'

/** The record and the nights that a cancellation or no-show gave back, or would give back when simulated. */
export type Cancellation = { record: BookingRecord; nightsGivenBack: string[] }

/** Who cancels a booking, why, and what they take the penalty to be. */
export type CancelRequest = {
  reason: string | null
  caller: Caller
  /** The hotel's side asks for the penalty that a guest would owe; else it asks for none. */
  charge?: boolean
  /** Whoever the booking names disowns it in time: it costs nothing. */
  isFree?: boolean
  expectedPenaltyCents?: number | null
  /** Its guest is written to only where somebody has proven them. */
  isToldToProven?: boolean
}

/**
 * pending or confirmed → cancelled; nights from today on go back to sale unless the hotel keeps them (contract §3). What
 * it costs is said by the booking's terms (contract-rates, *Penalties*). A repeated cancellation answers the same record
 * and gives nothing back again; by the hotel it is counted no more for strangers.
 *
 * @throws AppError `transition_invalid`, `forbidden`, `penalty_changed`
 */
export const cancelBooking = (
  deps: Deps,
  code: string,
  actor: Actor,
  request: CancelRequest,
): Promise<Cancellation> =>
  endBooking(deps, code, actor, async (context, tx) => {
    const { status } = context.booking
    // What a stranger has cancelled the hotel ends for the brake, too: so that ending a wave opens at once.
    if (status === 'cancelled' && request.caller !== 'guest') await leaveBrake(tx, context.booking)
    return cancellation(deps, context, request)
  })

/** What `cancelBooking` would answer; changes nothing. */
export const simulateCancel = (
  deps: Deps,
  code: string,
  request: CancelRequest,
): Promise<Cancellation> => simulate(deps, code, (context) => cancellation(deps, context, request))

/** When a no-show may be marked; `isForced`: at any hour of the check-in day; `isAtDesk`: not of who has checked in. */
type NoShowTerms = { isForced: boolean; isAtDesk?: boolean }

/**
 * confirmed → no_show from the hotel's check-in time of the check-in day: the first night is kept, later ones go back
 * to sale (contract §3).
 *
 * @throws AppError `transition_invalid`, with `from` when it is too early
 */
export async function markNoShow(
  deps: Deps,
  code: string,
  actor: Actor,
  terms: NoShowTerms,
): Promise<BookingRecord> {
  return (await endBooking(deps, code, actor, (...stands) => noShow(deps, terms, ...stands))).record
}

/** What `markNoShow` would come to; changes nothing. @throws AppError `transition_invalid` */
export const simulateNoShow = (
  deps: Deps,
  code: string,
  terms: NoShowTerms,
): Promise<Cancellation> => simulate(deps, code, (...stands) => noShow(deps, terms, ...stands))

/** How a booking ends: its last state, the nights that are live no more, and those of them that go back to sale. */
type Ending = {
  ended: Booking
  event: BookingEvent
  nights: CalendarDate[]
  given: CalendarDate[]
  kept?: boolean
  isUntold?: boolean
}

/** null leaves everything as it is. */
type EndingOf<From extends Handle = Handle> = (
  context: BookingContext,
  handle: From,
) => Ending | null | Promise<Ending | null>

/** Ends a booking in one transaction, as it is decided there; null leaves it as it is. */
export async function endBooking(
  deps: Deps,
  code: string,
  actor: Actor,
  endingOf: EndingOf<Tx>,
): Promise<Cancellation> {
  let nightsGivenBack: string[] = []
  const record = await moveBooking(deps, code, actor, async (tx, context) => {
    const ending = await endingOf(context, tx)
    if (!ending) return null
    const { ended, event, nights, given, kept: isKept = false, isUntold = false } = ending
    const place = placeOf(context)
    if (isStrangersHold(context.booking)) await releaseTakes(tx, code)
    const changes = await releaseNights(tx, { ...place, dates: given })
    const kept = nights.filter((date) => !given.includes(date))
    await moveLive(tx, { ...place, dates: kept, rooms: -place.rooms })
    nightsGivenBack = datesWithMore(changes)
    return { booking: ended, changes, event, kept: isKept, isUntold }
  })
  return { record, nightsGivenBack }
}

/** A hold that is let go, or runs out, counts for less from then on. */
const isStrangersHold = ({ status, proof }: Booking) => status === 'pending' && proof !== 'hotel'

/** What `endBooking` would come to: of a type that has all its rooms free, no night would have more. */
async function simulate({ store }: Deps, code: string, endingOf: EndingOf): Promise<Cancellation> {
  return await store.snapshot(async (handle) => {
    const context = await findBookingContext(handle, code)
    const ending = await endingOf(context, handle)
    const { ended, given } = ending ?? { ended: context.booking, given: [] }
    const changes = await listReleasedNights(handle, { ...placeOf(context), dates: given })
    return { record: recordOf(ended, context), nightsGivenBack: datesWithMore(changes) }
  })
}

/** How a booking is cancelled; null: it is already. @throws as `cancelBooking` */
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
  // A hold was promised nothing for, and the hotel's own side owes nothing.
  const isOwed = status === 'confirmed' && !isFree && (caller === 'guest' || charge)
  const penaltyCents = isOwed ? cancellationPenalty(booking, deps.today(hotel.timezone)) : 0
  expectPenalty(rest.expectedPenaltyCents ?? null, penaltyCents)
  const ended = revise(booking, nowMs, {
    ...withPenalty(booking, penaltyCents),
    // What the hotel has ended the brake counts no more.
    ...(caller !== 'guest' && NO_BRAKE),
    status: 'cancelled',
    cancelledAtMs: nowMs,
    cancelReason: reason,
    holdExpiresAtMs: null,
  })
  const nights = nightsOf(booking)
  const isRestored = hotel.restoreOnCancel || status === 'pending'
  const given = isRestored ? fromToday(deps, hotel, nights) : []
  const isUntold = rest.isToldToProven === true && isUnproven(booking)
  return { ended, event: 'booking.cancelled', nights, given, kept: !isRestored, isUntold }
}

async function noShow(
  deps: Deps,
  { isForced, isAtDesk = false }: NoShowTerms,
  ...[{ booking, hotel }, handle]: Parameters<EndingOf>
): Promise<Ending> {
  const { status, checkin } = booking
  if (status !== 'confirmed') refuseTransition(booking, 'marked as no-show')
  // The room would be sold over whoever sleeps in it.
  if (isAtDesk && (await findDesk(handle, booking)).arrivedAtMs !== null)
    throw transitionInvalid(status, 'The guest has checked in: take that mark back first.')
  const nowMs = deps.nowMs()
  const { checkinTime, timezone } = hotel
  const fromMs = instantAt(checkin, isForced ? '00:00' : checkinTime, timezone)
  if (nowMs < fromMs) {
    const detail = isForced
      ? `The check-in day ${checkin} has not come.`
      : `A no-show is marked from ${checkinTime} on ${checkin}, the hotel's check-in time; \`force\` lifts the hour, not the day.`
    throw transitionInvalid(status, detail, { from: instantText(fromMs) })
  }
  const penalty = withPenalty(booking, noShowPenalty(booking, deps.today(timezone)))
  const ended = revise(booking, nowMs, { ...penalty, ...NO_BRAKE, status: 'no_show' })
  const nights = nightsOf(booking).slice(1)
  return { ended, event: 'booking.no_show', nights, given: fromToday(deps, hotel, nights) }
}

/** The penalty of an ended booking, with the commission on it. */
function withPenalty(booking: Booking, penaltyCents: number) {
  return { penaltyCents, ...commissionFor(booking, penaltyCents) }
}

/** @throws AppError `penalty_changed` when the caller counted on another penalty */
function expectPenalty(expectedCents: number | null, penaltyCents: number): void {
  if (expectedCents === null || expectedCents === penaltyCents) return
  const detail = `The cancellation now costs ${penaltyCents}; nothing was cancelled.`
  throw new AppError('penalty_changed', detail, { members: { penaltyCents } })
}

function fromToday(deps: Deps, { timezone }: Hotel, nights: CalendarDate[]): CalendarDate[] {
  const today = deps.today(timezone)
  return nights.filter((date) => date >= today)
}

const datesWithMore = (changes: readonly Change[]) =>
  changes.filter(({ before, after }) => after.available > before!.available).map(({ date }) => date)
