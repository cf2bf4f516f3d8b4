import { type Booking, type Caller, commissionFor } from '../../domain/bookings/booking.ts'
import {
  type BookingChange,
  changedStay,
  checkChangedDates,
  compareRecords,
  isPartOfStay,
} from '../../domain/bookings/booking-change.ts'
import { type BookingRecord, payableOf, recordOf } from '../../domain/bookings/booking-record.ts'
import { refuseCheaper } from '../../domain/bookings/cheaper.ts'
import type { GroupSize } from '../../domain/bookings/group.ts'
import { guestNameFlaws } from '../../domain/bookings/guest-contact.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import { AppError, type Flaw, refuseFlaws } from '../../domain/kernel/errors.ts'
import type { Stay } from '../../domain/kernel/night.ts'
import { rateOf } from '../../domain/rates/rate.ts'
import { splitTaxes } from '../../domain/rates/tax.ts'
import { boardAtRate } from '../../domain/sale/quote.ts'
import { partyFlaw } from '../../domain/sale/refusal.ts'
import { checkStayRoom, expectPayable, expectTotal, sleeps } from '../../domain/sale/stay.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { withinCredit } from '../agencies/credit.ts'
import { takerOf } from '../agencies/rooms-aside.ts'
import type { Deps } from '../deps.ts'
import { queueReaddressedMail } from '../mails/queue-mail.ts'
import type { Taker } from '../strangers/taking.ts'
import { type BookingContext, withBooking } from './booking-context.ts'
import { changedExtrasFlaws, extrasOf } from './booking-extras.ts'
import { type Move, moveInTx, type Outcome, revise, tryBooking } from './booking-record.ts'
import { groupFlaws, guestFlaws, namesOf } from './change-guest.ts'
import { alignHolds, changedHold, changedOptionFlaws, checkChangeable } from './change-option.ts'
import { changedPayment, creditActOf } from './change-payment.ts'
import { changeOfWeb, sizeFlaws } from './change-web.ts'
import { resizeByOne, resizeFlaws, wholeOf } from './group-size.ts'
import { agreedNights, keepReason, noManualPrice, type PriceRequest } from './manual-price.ts'
import { type StayChange, swapStays } from './move-nights.ts'
import { askForProof, proofComes } from './prove.ts'
import { findRate } from './rate-offer.ts'

/** A requested change of a booking. */
export type ChangeRequest = {
  change: BookingChange
  expectedTotalCents: number | null
  expectedPayableCents?: number | null
  /** The revision seen by the caller; null: any. */
  revision: number | null
  caller: Caller
  /** The origin of the guest's call. */
  guest?: Pick<Taker, 'address' | 'site'> | null
  /** True if the hotel's staff override restrictions and party rules. */
  override?: boolean
  /** True if a user of the booking's agency asks, whose private rates and credit are no guest's. */
  isOfAgency?: boolean
  /** The price agreed by the hotel's staff in place of the computed one. */
  manualPrice?: PriceRequest | null
  /** The size of the reservation that changes as a whole; absent: this booking changes alone. */
  whole?: GroupSize
}

/**
 * Changes a confirmed booking. Nights are given back and taken in one transaction, so that the old nights stay if the
 * new ones are unavailable (contract §3; contract-rates, *Changes*). A change without effect makes no revision.
 *
 * @throws AppError `transition_invalid`, `revision_conflict`, `forbidden`, `validation_failed`, `price_changed`,
 *   `terms_forbid_change`, `credit_exceeded`, and the reason if the new stay is unavailable
 */
export async function changeBooking(
  deps: Deps,
  code: string,
  actor: Actor,
  request: ChangeRequest,
): Promise<BookingRecord> {
  const change = async (tx: Tx, context: BookingContext) => {
    const step: Move['step'] = (_, context) => decideChange(tx, deps, context, request)
    const record = await withinCredit(tx, creditActOf(context, request), () =>
      moveInTx(tx, deps, context, { actor, step }),
    )
    const { groupCode } = context.booking
    if (groupCode && record.status === 'pending') await alignHolds(tx, deps, groupCode, actor)
    return record
  }
  const changed = withBooking(deps, code, change, { mayRepeat: true })
  return await changed.catch(async (error) => {
    // The change was rolled back; the guest sends it again after the link is confirmed.
    if (error instanceof AppError && error.code === 'proof_required') await askForProof(deps, code)
    throw error
  })
}

/** Dry run of `changeBooking`: returns its answer, changes nothing. @throws as `changeBooking` */
export const simulateChange = (
  deps: Deps,
  code: string,
  request: ChangeRequest,
): Promise<BookingRecord> =>
  tryBooking(
    deps,
    code,
    (tx, context) => decideChange(tx, deps, context, request),
    (context) => creditActOf(context, request),
  ).catch((error) => {
    // A dry run sends no mail.
    throw error instanceof AppError && error.code === 'proof_required' ? proofComes() : error
  })

/**
 * Decides a change in a transaction that locks the hotel, and moves the nights; null: without effect.
 *
 * @throws AppError as `changeBooking`
 */
export async function decideChange(
  tx: Tx,
  deps: Deps,
  context: BookingContext,
  request: ChangeRequest,
): Promise<Outcome | null> {
  const { booking, hotel } = context
  const nowMs = deps.nowMs()
  checkChangeable(booking, request, nowMs)
  refuseStale(booking, request)
  const today = deps.today(hotel.timezone)
  const asked = readChange(context, request)
  const { next, rate } = asked
  const guest = { ...booking.guest, ...request.change.guest }
  const resize = request.whole ? null : await resizeByOne(tx, booking, next)
  refuseFlaws([
    ...flawsOf(asked, today),
    ...guestFlaws(booking, guest, request),
    ...groupFlaws(booking, guest, request),
    ...guestNameFlaws(request.change.guestNames ?? [], next),
    ...changedOptionFlaws(asked, request, nowMs),
    ...(await changedExtrasFlaws(tx, context, request, today)),
    ...(request.caller === 'guest' ? sizeFlaws(asked) : []),
    ...(resize ? resizeFlaws(resize, { ...context, ...request }).map(atRooms) : []),
  ])
  const swapped = await swapStays(tx, deps, asked, today)
  const { changes, taken } = swapped
  const whole = request.whole ?? wholeOf(resize)
  const web = await changeOfWeb(tx, deps, { ...asked, guest, whole }, request, taken)
  const byRate = { nightly: swapped.nightly, rooms: next.rooms }
  const manualPrice = request.manualPrice ?? null
  const nightly = agreedNights(byRate, manualPrice, booking.sourceType)
  const { specialRequests = booking.specialRequests } = request.change
  const { arrivalTime = booking.arrivalTime, company = booking.company } = request.change
  const totalPriceCents = expectTotal(request.expectedTotalCents, nightly, next.rooms)
  const isSameTotal = totalPriceCents === booking.totalPriceCents
  const changed = revise(booking, nowMs, {
    ...next,
    guest,
    ...{ specialRequests, arrivalTime, company },
    ...(await changedPayment(tx, context, request)),
    guestNames: namesOf(booking, next, request),
    ...extrasOf(
      context,
      { ...next, extras: booking.extras, nightly, totalPriceCents },
      request.change.extras,
    ),
    nightly,
    totalPriceCents,
    taxes: isSameTotal ? booking.taxes : splitTaxes(totalPriceCents, booking.taxes).taxes,
    cancellation: next.rateCode === booking.rateCode ? booking.cancellation : rate.cancellation,
    ...commissionFor(booking, totalPriceCents),
    ...web,
    ...changedHold(asked, request, nowMs),
  })
  expectPayable(request.expectedPayableCents ?? null, {
    ...{ totalPriceCents, payableCents: payableOf(changed) },
  })
  const isHeld = booking.status === 'pending'
  if (isHeld) await queueReaddressedMail(tx, deps, { booking: changed, hotel }, booking.guest)
  if (request.caller === 'guest' && !isHeld) refuseCheaper(booking, changed, today)
  const difference = compareRecords(recordOf(booking, context), recordOf(changed, context))
  if (difference.changes.length === 0) return null
  if (manualPrice) await keepReason(tx, deps, changed, manualPrice, byRate)
  const override = request.override === true
  if (isHeld) return { booking: changed, changes, override, event: 'booking.held' }
  const extra = { ...difference, ...(override && { override }) }
  const kept = !hotel.restoreOnCancel
  return { booking: changed, changes, kept, override, event: 'booking.modified', extra }
}

/** @throws AppError `revision_conflict` */
function refuseStale({ revision }: Booking, { revision: seen }: ChangeRequest): void {
  if (seen === null || seen === revision) return
  const members = { revision }
  throw new AppError('revision_conflict', `The newest revision is ${revision}.`, { members })
}

/** @throws AppError `forbidden`, `validation_failed` with `unknown_rate` */
function readChange(
  context: BookingContext,
  { change, caller, override = false, manualPrice, isOfAgency = false }: ChangeRequest,
): StayChange {
  const { booking, rooms, rates, agency } = context
  if (override && caller === 'guest')
    throw new AppError('forbidden', 'Only the hotel may override the rules of a booking.')
  if (manualPrice && caller === 'guest') throw noManualPrice()
  const { rateCode = booking.rateCode } = change
  const rate =
    rateCode === booking.rateCode
      ? rateOf(rates, rateCode)!
      : findRate(rates, rateCode, {
          isStaff: caller !== 'guest',
          agency: isOfAgency ? agency : null,
        })
  const next = changedStay(booking, change)
  // The rate's own board takes precedence over the board of the booking.
  const boardCode =
    change.boardCode ?? ((isOther(booking, next) && rate.boardCode) || booking.boardCode)
  const room = rooms.find(({ roomCode }) => roomCode === next.roomCode)
  const isFree = override || caller === 'partner' || caller === 'admin'
  const taker = takerOf(booking, { caller, override })
  return { ...context, next: { ...next, boardCode }, room: room!, rate, isFree, taker }
}

/** The size of a reservation, in the body of a change of one of its stays. */
const atRooms = (flaw: Flaw): Flaw => ({ ...flaw, path: '/rooms' })

/** True if the room type or the rate changes, so that the board is chosen anew. */
const isOther = (booking: Booking, next: Stay) =>
  next.rateCode !== booking.rateCode || next.roomCode !== booking.roomCode

function flawsOf({ booking, next, room, rate, isFree }: StayChange, today: CalendarDate) {
  const flaws = checkChangedDates(booking, next, { today, isByHotel: isFree })
  if (isPartOfStay(booking, next)) return flaws
  // A room type switched off after the sale stays valid for the booking.
  const known = room && next.roomCode === booking.roomCode ? { ...room, active: true } : room
  flaws.push(...checkStayRoom(known, next))
  if (!known) return flaws
  const isBoardOther = isOther(booking, next) || next.boardCode !== booking.boardCode
  // Later changes of a rate's board do not affect a booking that stays with the rate.
  const isBoardAsked = isBoardOther || rate.boardCode === null
  const fault = isBoardAsked && boardAtRate({ room, rate }, next.boardCode).fault
  if (fault) flaws.push(partyFlaw(fault, { room, rate }))
  else if (!isFree && !sleeps(room, next)) flaws.push(partyFlaw('party_too_large', { room, rate }))
  return flaws
}
