import {
  type Booking,
  type BookingRecord,
  commissionFor,
  recordOf,
} from '../../domain/bookings/booking.ts'
import { type CalendarDate, instantAt } from '../../domain/kernel/date.ts'
import { nightsOf } from '../../domain/kernel/night.ts'
import { quoteError } from '../../domain/sale/stay.ts'
import { listDays } from '../../store/days/availability.ts'
import type { Actor } from '../../store/days/history.ts'
import { moveLive, takeNights } from '../../store/days/nights.ts'
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
import { BY_HOTEL } from './prove.ts'

/** What a reinstatement would come to, and the nights it would take from what is on sale. */
export type Reinstatement = { record: BookingRecord; nightsTaken: CalendarDate[] }

/**
 * no_show or cancelled → confirmed until the check-out: at the price and on the terms it had, with rooms from what is
 * on sale on every night from today on, closed or not (contract §3; contract-counts, *Give-backs*). It was promised
 * before: a hotel suspended or a room type switched off since does not matter.
 *
 * @throws AppError `transition_invalid`, `sold_out` naming the nights
 */
export async function reinstateBooking(
  deps: Deps,
  code: string,
  actor: Actor,
): Promise<BookingRecord> {
  return await moveBooking(deps, code, actor, async (tx, context) => {
    const booking = reinstatedBooking(deps, context)
    const { future, past } = nightsNotHeld(deps, context)
    const place = placeOf(context)
    const changes = await takeNights(tx, { ...place, dates: future }, { isForced: true })
    refuseSoldOut(future, changes)
    await moveLive(tx, { ...place, dates: past })
    return { booking, changes, event: 'booking.confirmed', extra: { reinstated: true } }
  })
}

/** What `reinstateBooking` would come to; changes nothing. @throws as it does */
export async function simulateReinstate(deps: Deps, code: string): Promise<Reinstatement> {
  return await deps.store.snapshot(async (handle) => {
    const context = await findBookingContext(handle, code)
    const record = recordOf(reinstatedBooking(deps, context), context)
    const { future } = nightsNotHeld(deps, context)
    if (future.length > 0) {
      const { hotelId, roomCode, rooms } = context.booking
      const range = { from: future[0]!, to: future.at(-1)! }
      const days = await listDays(handle, { hotelId, roomCodes: [roomCode], ...range })
      const free = days.filter(({ available }) => available >= rooms)
      refuseSoldOut(future, free)
    }
    return { record, nightsTaken: future }
  })
}

/** The booking confirmed again. @throws AppError `transition_invalid` */
function reinstatedBooking(deps: Deps, { booking, hotel }: BookingContext): Booking {
  const { status, confirmedAtMs, checkout } = booking
  if (status !== 'no_show' && status !== 'cancelled') refuseTransition(booking, 'reinstated')
  if (confirmedAtMs === null) {
    const detail = 'A hold that was cancelled before it was confirmed cannot be reinstated.'
    throw transitionInvalid(status, detail)
  }
  const nowMs = deps.nowMs()
  const { checkoutTime, timezone } = hotel
  if (nowMs >= instantAt(checkout, checkoutTime, timezone))
    throw transitionInvalid(status, `The check-out has passed: ${checkoutTime} on ${checkout}.`)
  return revise(booking, nowMs, {
    ...commissionFor(booking, booking.totalPriceCents),
    status: 'confirmed',
    cancelledAtMs: null,
    cancelReason: null,
    penaltyCents: null,
    ...BY_HOTEL,
  })
}

/** Nights of which the booking holds no rooms, by whether they are past; of a no-show the first is held. */
function nightsNotHeld(deps: Deps, { booking, hotel }: BookingContext) {
  const today = deps.today(hotel.timezone)
  const nights = nightsOf(booking).slice(booking.status === 'no_show' ? 1 : 0)
  return {
    future: nights.filter((date) => date >= today),
    past: nights.filter((date) => date < today),
  }
}

/** @throws AppError `sold_out` naming the nights that are not among the free ones */
function refuseSoldOut(
  wanted: readonly CalendarDate[],
  free: readonly { date: CalendarDate }[],
): void {
  const dates = wanted.filter((date) => !free.some((night) => night.date === date))
  if (dates.length > 0) throw quoteError({ reason: 'sold_out', dates })
}
