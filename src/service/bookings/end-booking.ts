import type { Change } from '../../domain/availability.ts'
import { type Booking, type BookingRecord, nightsOf } from '../../domain/booking.ts'
import { type CalendarDate, instantAt, instantText } from '../../domain/date.ts'
import { AppError, refused } from '../../domain/errors.ts'
import type { Actor } from '../../store/availability/history.ts'
import { giveNights, listGiven, moveLive } from '../../store/availability/nights.ts'
import { updateAck } from '../../store/bookings/bookings.ts'
import type { Tx } from '../../store/engine.ts'
import type { Deps } from '../deps.ts'
import {
  type BookingContext,
  findBookingContext,
  moveBooking,
  placeOf,
  recordOf,
  refuseTransition,
  revise,
} from './booking-record.ts'

/**
 * pending → confirmed, while the hold stands (contract §3): also in a hotel or room type that was switched off since,
 * for its rooms were taken and promised before.
 *
 * @throws AppError `transition_invalid`
 */
export async function confirmBooking(deps: Deps, code: string, actor: Actor) {
  return await moveBooking(deps, code, actor, async (_tx, { booking }) => {
    const nowMs = deps.nowMs()
    if (booking.status !== 'pending') refuseTransition(booking, 'confirmed')
    if (booking.holdExpiresAtMs! <= nowMs)
      throw new AppError('transition_invalid', 'The hold has run out.', {
        members: { bookingStatus: 'expired' },
      })
    const confirmed = revise(booking, nowMs, {
      status: 'confirmed',
      confirmedAtMs: nowMs,
      holdExpiresAtMs: null,
    })
    return { booking: confirmed, changes: [], event: 'booking.confirmed' }
  })
}

/** The record and the nights that a cancellation or no-show gave back, or would give back when simulated. */
export type Cancellation = { record: BookingRecord; nightsGivenBack: string[] }

/**
 * pending or confirmed → cancelled; nights from today on go back to sale unless the hotel keeps them (contract §3).
 * A repeated cancellation answers the same record and gives nothing back again.
 *
 * @throws AppError `transition_invalid`
 */
export async function cancelBooking(
  deps: Deps,
  code: string,
  actor: Actor,
  { reason }: { reason: string | null },
): Promise<Cancellation> {
  let nightsGivenBack: string[] = []
  const record = await moveBooking(deps, code, actor, async (tx, context) => {
    const { booking } = context
    if (booking.status === 'cancelled') return null
    const changes = await release(tx, context, nightsOf(booking), nightsToGiveBack(deps, context))
    nightsGivenBack = changes.filter(isMoreLeft).map(({ date }) => date)
    return { booking: cancelled(deps, booking, reason), changes, event: 'booking.cancelled' }
  })
  return { record, nightsGivenBack }
}

/** What `cancelBooking` would answer; changes nothing. */
export async function simulateCancel(
  deps: Deps,
  code: string,
  reason: string | null,
): Promise<Cancellation> {
  const context = await findBookingContext(deps.store, code)
  const { booking } = context
  if (booking.status === 'cancelled')
    return { record: recordOf(booking, context), nightsGivenBack: [] }
  const record = recordOf(cancelled(deps, booking, reason), context)
  return await simulated(deps, record, context, nightsToGiveBack(deps, context))
}

/** pending → expired when the hold has run out, giving its rooms back; nothing when it is no such booking any more. */
export async function expireBooking(deps: Deps, code: string): Promise<void> {
  await moveBooking(deps, code, SYSTEM, async (tx, context) => {
    const { booking } = context
    const nowMs = deps.nowMs()
    if (booking.status !== 'pending' || booking.holdExpiresAtMs! > nowMs) return null
    const changes = await release(tx, context, nightsOf(booking), nightsOf(booking))
    const expired = revise(booking, nowMs, { status: 'expired' })
    return { booking: expired, changes, event: 'booking.released' }
  })
}

/** When a no-show may be marked; `isForced`: at any hour of the check-in day. */
type NoShowTerms = { isForced: boolean }

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
  return await moveBooking(deps, code, actor, async (tx, context) => {
    const gone = asNoShow(deps, context, terms)
    const later = nightsOf(context.booking).slice(1)
    const changes = await release(tx, context, later, nightsAfterFirst(deps, context))
    return { booking: gone, changes, event: 'booking.no_show' }
  })
}

/** What `markNoShow` would come to; changes nothing. @throws AppError `transition_invalid` */
export async function simulateNoShow(
  deps: Deps,
  code: string,
  terms: NoShowTerms,
): Promise<Cancellation> {
  const context = await findBookingContext(deps.store, code)
  const record = recordOf(asNoShow(deps, context, terms), context)
  return await simulated(deps, record, context, nightsAfterFirst(deps, context))
}

/** confirmed → completed once the hotel's check-out time of the check-out day has passed; else nothing. */
export async function completeBooking(deps: Deps, code: string): Promise<void> {
  await moveBooking(deps, code, SYSTEM, async (tx, context) => {
    const { booking, hotel } = context
    const nowMs = deps.nowMs()
    const overAtMs = instantAt(booking.checkout, hotel.checkoutTime, hotel.timezone)
    if (booking.status !== 'confirmed' || nowMs < overAtMs) return null
    await release(tx, context, nightsOf(booking), [])
    return {
      booking: revise(booking, nowMs, { status: 'completed' }),
      changes: [],
      event: 'booking.completed',
    }
  })
}

/**
 * Records which revision the partner has, and its own id of the booking. Repeating it changes nothing; an older
 * revision than the one acknowledged already leaves that one.
 *
 * @throws AppError `validation_failed` for a revision that is not there yet
 */
export async function ackBooking(
  deps: Deps,
  code: string,
  seen: { revision: number; externalId?: string | undefined },
): Promise<BookingRecord> {
  return await deps.store.tx(async (tx) => {
    const context = await findBookingContext(tx, code)
    const { booking } = context
    if (seen.revision > booking.revision)
      throw refused(
        '/revision',
        'unknown_revision',
        `The newest revision is ${booking.revision}.`,
        {
          newest: booking.revision,
        },
      )
    return recordOf({ ...booking, ...(await updateAck(tx, booking.id, seen)) }, context)
  })
}

const SYSTEM: Actor = { type: 'system', id: 'clock' }

function cancelled(deps: Deps, booking: Booking, reason: string | null): Booking {
  if (booking.status !== 'pending' && booking.status !== 'confirmed')
    refuseTransition(booking, 'cancelled')
  const nowMs = deps.nowMs()
  return revise(booking, nowMs, {
    status: 'cancelled',
    cancelledAtMs: nowMs,
    cancelReason: reason,
    holdExpiresAtMs: null,
  })
}

function asNoShow(
  deps: Deps,
  { booking, hotel }: BookingContext,
  { isForced }: NoShowTerms,
): Booking {
  const { status, checkin } = booking
  if (status !== 'confirmed') refuseTransition(booking, 'marked as no-show')
  const nowMs = deps.nowMs()
  const { checkinTime, timezone } = hotel
  const fromMs = instantAt(checkin, isForced ? '00:00' : checkinTime, timezone)
  if (nowMs < fromMs) {
    const detail = isForced
      ? `The check-in day ${checkin} has not come.`
      : `A no-show is marked from ${checkinTime} on ${checkin}, the hotel's check-in time; \`force\` lifts the hour, not the day.`
    const members = { bookingStatus: status, from: instantText(fromMs) }
    throw new AppError('transition_invalid', detail, { members })
  }
  return revise(booking, nowMs, { status: 'no_show' })
}

function nightsAfterFirst(deps: Deps, { booking, hotel }: BookingContext) {
  const today = deps.today(hotel.timezone)
  return nightsOf(booking)
    .slice(1)
    .filter((date) => date >= today)
}

function nightsToGiveBack(deps: Deps, { booking, hotel }: BookingContext) {
  const today = deps.today(hotel.timezone)
  const isRestored = hotel.restoreOnCancel || booking.status === 'pending'
  return isRestored ? nightsOf(booking).filter((date) => date >= today) : []
}

/** Takes a booking's nights off the live count and gives some of them back. @returns what `giveNights` returns */
async function release(
  tx: Tx,
  context: BookingContext,
  nights: readonly CalendarDate[],
  given: readonly CalendarDate[],
): Promise<Change[]> {
  const place = placeOf(context)
  const changes = await giveNights(tx, { ...place, dates: given })
  const kept = nights.filter((date) => !given.includes(date))
  await moveLive(tx, { ...place, dates: kept, rooms: -place.rooms })
  return changes
}

const isMoreLeft = ({ before, after }: Change) => after.available > before!.available

/** A record with the nights that would go back to sale: of a type that has all its rooms free, none. */
async function simulated(
  { store }: Deps,
  record: BookingRecord,
  context: BookingContext,
  dates: CalendarDate[],
): Promise<Cancellation> {
  const changes = await listGiven(store, { ...placeOf(context), dates })
  return { record, nightsGivenBack: changes.filter(isMoreLeft).map(({ date }) => date) }
}
