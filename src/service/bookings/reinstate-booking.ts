import { owedOf, refuseOverdraft } from '../../domain/agencies/credit.ts'
import { type Booking, commissionFor } from '../../domain/bookings/booking.ts'
import { type BookingRecord, recordOf } from '../../domain/bookings/booking-record.ts'
import { type CalendarDate, instantAt } from '../../domain/kernel/date.ts'
import { nightsOf } from '../../domain/kernel/night.ts'
import { quoteError } from '../../domain/sale/stay.ts'
import { findLead } from '../../store/bookings/groups.ts'
import { listRoomDays } from '../../store/days/availability.ts'
import type { Actor } from '../../store/days/history.ts'
import { moveLive, takeNights } from '../../store/days/nights.ts'
import type { Handle, Tx } from '../../store/engine/engine.ts'
import { type CreditAct, withinCredit } from '../agencies/credit.ts'
import {
  askedNights,
  NOTHING_ASIDE,
  type RoomsAside,
  readRoomsAside,
  takerOf,
} from '../agencies/rooms-aside.ts'
import type { Deps } from '../deps.ts'
import { type BookingContext, findBookingContext, placeOf, withBooking } from './booking-context.ts'
import {
  type Move,
  moveInTx,
  type Outcome,
  refuseTransition,
  revise,
  transitionInvalid,
} from './booking-record.ts'
import { BY_HOTEL } from './prove.ts'

/** The result of a reinstatement, and the nights that it takes from sale. */
export type Reinstatement = { record: BookingRecord; nightsTaken: CalendarDate[] }

/**
 * no_show or cancelled → confirmed, until the check-out: at the price and on the terms of the booking, with rooms on
 * sale on every night from today on, closed or not (contract §3; contract-counts, *Give-backs*). A hotel suspended or
 * a room type switched off since does not matter, for the stay was promised before.
 *
 * @param override true to take rooms that are set aside for other agencies, and to pass the credit of its own
 * @throws AppError `transition_invalid`, `credit_exceeded`, `sold_out` or `set_aside` with the nights
 */
export async function reinstateBooking(
  deps: Deps,
  code: string,
  actor: Actor,
  override = false,
): Promise<BookingRecord> {
  return await withBooking(deps, code, async (tx, context) => {
    const step: Move['step'] = async () => await reinstate(tx, deps, context, override)
    return await withinCredit(tx, creditActOf(context, override), () =>
      moveInTx(tx, deps, context, { actor, step }),
    )
  })
}

async function reinstate(
  tx: Tx,
  deps: Deps,
  context: BookingContext,
  override: boolean,
): Promise<Outcome> {
  const booking = await reinstatedBooking(tx, deps, context)
  const { future, past } = nightsNotHeld(deps, context)
  const place = placeOf(context)
  const changes = await takeNights(tx, { ...place, dates: future }, { isForced: true })
  refuseSoldOut(future, changes)
  const aside = await readAsideOf(tx, deps, context, future, override)
  aside.refuse(askedNights(changes))
  await moveLive(tx, { ...place, dates: past })
  const extra = { reinstated: true, ...(override && { override }) }
  return { booking, changes, override, event: 'booking.confirmed', extra }
}

/** Returns the act of a reinstatement, for the judgement of its agency's credit. */
const creditActOf = ({ hotel, agency }: BookingContext, override: boolean): CreditAct => ({
  ...{ hotelId: hotel.id, agency, override, isTold: true },
})

/** Dry run of `reinstateBooking`: changes nothing. @throws as `reinstateBooking` */
export async function simulateReinstate(
  deps: Deps,
  code: string,
  override = false,
): Promise<Reinstatement> {
  return await deps.store.snapshot(async (handle) => {
    const context = await findBookingContext(handle, deps, code)
    const booking = await reinstatedBooking(handle, deps, context)
    const record = recordOf(booking, context)
    const { future } = nightsNotHeld(deps, context)
    if (future.length > 0) {
      const { hotelId, roomCode, rooms } = context.booking
      const range = { from: future[0]!, to: future.at(-1)! }
      const days = await listRoomDays(handle, { hotelId, roomCode, ...range })
      const free = days.filter(({ available }) => available >= rooms)
      refuseSoldOut(future, free)
      const aside = await readAsideOf(handle, deps, context, future, override)
      aside.refuse(days.map(({ date, available }) => ({ date, available, rooms })))
    }
    if (!override) judgeCredit(context, booking)
    return { record, nightsTaken: future }
  })
}

/** Reads what is set aside on the nights that a booking takes anew. */
const readAsideOf = (
  handle: Handle,
  deps: Deps,
  { booking, hotel }: BookingContext,
  nights: readonly CalendarDate[],
  override: boolean,
): Promise<RoomsAside> => {
  const [from] = nights
  if (from === undefined) return Promise.resolve(NOTHING_ASIDE)
  const range = { roomCode: booking.roomCode, from, to: nights.at(-1)! }
  const taker = takerOf(booking, { caller: 'hotel', override })
  return readRoomsAside(handle, deps, hotel, range, taker)
}

/** @throws AppError `credit_exceeded` if the booking as reinstated exceeds the credit of its agency */
function judgeCredit({ agency, booking }: BookingContext, reinstated: Booking): void {
  if (!agency) return
  const raised = owedOf(reinstated) - owedOf(booking)
  refuseOverdraft(agency.terms, agency.terms.owedCents + raised, true)
}

/** Returns the booking as confirmed again. @throws AppError `transition_invalid` */
async function reinstatedBooking(
  handle: Handle,
  deps: Deps,
  { booking, hotel }: BookingContext,
): Promise<Booking> {
  const { status, confirmedAtMs, checkout } = booking
  if (status !== 'no_show' && status !== 'cancelled') refuseTransition(booking, 'reinstated')
  if (booking.erasedAtMs !== null)
    throw transitionInvalid(status, 'The guest was erased: the booking cannot be reinstated.')
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
    extrasOwedCents: 0,
    ...(await addressOfGroup(handle, booking)),
    ...BY_HOTEL,
  })
}

/** Returns the e-mail that the group of a booking was given after the booking had ended (contract-access). */
async function addressOfGroup(handle: Handle, booking: Booking): Promise<Partial<Booking>> {
  const lead = booking.groupCode === null ? undefined : await findLead(handle, booking.code)
  if (!lead) return {}
  return { guest: { ...booking.guest, email: lead.guest.email }, mailbox: lead.mailbox }
}

/**
 * Returns the nights for which the booking holds no rooms, split into past and future; a no-show still holds its first
 * night.
 */
function nightsNotHeld(deps: Deps, { booking, hotel }: BookingContext) {
  const today = deps.today(hotel.timezone)
  const nights = nightsOf(booking).slice(booking.status === 'no_show' ? 1 : 0)
  return {
    future: nights.filter((date) => date >= today),
    past: nights.filter((date) => date < today),
  }
}

/** @throws AppError `sold_out` with the nights that are not free */
function refuseSoldOut(
  wanted: readonly CalendarDate[],
  free: readonly { date: CalendarDate }[],
): void {
  const dates = wanted.filter((date) => !free.some((night) => night.date === date))
  if (dates.length > 0) throw quoteError({ reason: 'sold_out', dates })
}
