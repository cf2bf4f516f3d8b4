import { type Change, isSameDay } from '../../domain/availability.ts'
import {
  type Booking,
  type BookingRecord,
  type Caller,
  commissionFor,
  type Night,
  nightsOf,
  recordOf,
  type Stay,
} from '../../domain/booking.ts'
import {
  type BookingChange,
  changedStay,
  checkChangedDates,
  compareRecords,
  isLess,
  isPartOfStay,
  isPricedAnew,
  isRestricted,
  isSameParty,
  isSameStay,
  swapNights,
} from '../../domain/booking-change.ts'
import type { RoomType } from '../../domain/catalog.ts'
import { capacityOf } from '../../domain/count.ts'
import type { CalendarDate } from '../../domain/date.ts'
import { AppError, refuseFlaws } from '../../domain/errors.ts'
import { isPerGuest } from '../../domain/party.ts'
import { termsPenalty } from '../../domain/penalty.ts'
import {
  boardAtRate,
  priceNights,
  REASONS,
  type RoomAtRate,
  restrictionsAgainst,
} from '../../domain/quote.ts'
import { effectiveDay, isSoldWith, type Rate, rateOf, STD } from '../../domain/rate.ts'
import { partyFlaw, refusal } from '../../domain/refusal.ts'
import { checkStayRoom, expectTotal, notSold, sleeps } from '../../domain/stay.ts'
import { taxedTotal } from '../../domain/tax.ts'
import type { Actor } from '../../store/availability/history.ts'
import { giveNights, moveLive } from '../../store/availability/nights.ts'
import type { Tx } from '../../store/engine.ts'
import type { Deps } from '../deps.ts'
import {
  type BookingContext,
  moveBooking,
  type Outcome,
  refuseTransition,
  revise,
  tryBooking,
} from './booking-record.ts'
import { findRate, readOffer } from './rate-offer.ts'
import { byRooms, takeRooms } from './take-rooms.ts'

/** A change of a booking as it is asked for. */
export type ChangeRequest = {
  change: BookingChange
  expectedTotalCents: number | null
  /** The revision the caller has seen; null: any. */
  revision: number | null
  caller: Caller
  /** The hotel's people ask for no restriction and no party rule. */
  override?: boolean
}

/** A change with all that decides what it comes to. */
type Asked = BookingContext & {
  next: Stay
  room: RoomType
  rate: Rate
  /** No restriction and no party rule is asked for. */
  isFree: boolean
}

/**
 * Changes a confirmed booking: gives back and takes in one transaction, so that when the new nights cannot be had the
 * old ones stay (contract §3; contract-rates, *Changes*). A change that changes nothing makes no revision.
 *
 * @throws AppError `transition_invalid`, `revision_conflict`, `forbidden`, `validation_failed`, `price_changed`,
 *   `terms_forbid_change`, and why the new stay cannot be had
 */
export const changeBooking = (
  deps: Deps,
  code: string,
  actor: Actor,
  request: ChangeRequest,
): Promise<BookingRecord> =>
  moveBooking(deps, code, actor, (tx, context) => change(tx, deps, context, request))

/** What `changeBooking` would answer; changes nothing. @throws as it does */
export const simulateChange = (
  deps: Deps,
  code: string,
  request: ChangeRequest,
): Promise<BookingRecord> =>
  tryBooking(deps, code, (tx, context) => change(tx, deps, context, request))

async function change(
  tx: Tx,
  deps: Deps,
  context: BookingContext,
  request: ChangeRequest,
): Promise<Outcome | null> {
  const { booking, hotel } = context
  if (booking.status !== 'confirmed') refuseTransition(booking, 'changed')
  if (request.revision !== null && request.revision !== booking.revision)
    throw new AppError('revision_conflict', `The newest revision is ${booking.revision}.`, {
      members: { revision: booking.revision },
    })
  const today = deps.today(hotel.timezone)
  const asked = readChange(context, request)
  const { next, rate } = asked
  refuseFlaws(flawsOf(asked, { today, caller: request.caller }))
  const { nightly, changes } = await swap(tx, asked, today)
  const { guest, specialRequests = booking.specialRequests } = request.change
  const totalPriceCents = expectTotal(request.expectedTotalCents, nightly, next.rooms)
  const isSameTotal = totalPriceCents === booking.totalPriceCents
  const changed = revise(booking, deps.nowMs(), {
    ...next,
    guest: { ...booking.guest, ...guest },
    specialRequests,
    nightly,
    totalPriceCents,
    taxes: isSameTotal ? booking.taxes : taxedTotal(totalPriceCents, booking.taxes).taxes,
    cancellation: next.rateCode === booking.rateCode ? booking.cancellation : rate.cancellation,
    ...commissionFor(booking, totalPriceCents),
  })
  if (request.caller === 'guest') refuseCheaper(booking, changed, today)
  const difference = compareRecords(recordOf(booking, context), recordOf(changed, context))
  if (difference.changes.length === 0) return null
  const override = request.override === true
  const extra = { ...difference, ...(override && { override }) }
  const kept = !hotel.restoreOnCancel
  return { booking: changed, changes, kept, override, event: 'booking.modified', extra }
}

/** @throws AppError `forbidden`, `validation_failed` with `unknown_rate` */
function readChange(
  context: BookingContext,
  { change, caller, override = false }: ChangeRequest,
): Asked {
  const { booking, rooms, rates } = context
  if (override && caller === 'guest')
    throw new AppError('forbidden', 'Only the hotel changes a booking past its rules.')
  const { rateCode = booking.rateCode } = change
  const rate =
    rateCode === booking.rateCode
      ? rateOf(rates, rateCode)!
      : findRate(rates, rateCode, caller !== 'guest')
  const next = changedStay(booking, change)
  // A rate's own board goes before the one the booking had.
  const boardCode =
    change.boardCode ?? ((isOther(booking, next) && rate.boardCode) || booking.boardCode)
  const room = rooms.find(({ roomCode }) => roomCode === next.roomCode)
  const isFree = override || caller === 'partner' || caller === 'admin'
  return { ...context, next: { ...next, boardCode }, room: room!, rate, isFree }
}

/** Whether it is another product, whose board is looked at anew. */
const isOther = (booking: Booking, next: Stay) =>
  next.rateCode !== booking.rateCode || next.roomCode !== booking.roomCode

function flawsOf(
  { booking, next, room, rate, isFree }: Asked,
  { today, caller }: { today: CalendarDate; caller: Caller },
) {
  const isByHotel = isFree && caller !== 'guest'
  const flaws = checkChangedDates(booking, next, { today, isByHotel })
  if (isPartOfStay(booking, next)) return flaws
  // A room type that was switched off after the sale stays valid for the booking.
  const known = room && next.roomCode === booking.roomCode ? { ...room, active: true } : room
  flaws.push(...checkStayRoom(known, next))
  if (!known) return flaws
  const isBoardOther = isOther(booking, next) || next.boardCode !== booking.boardCode
  // What its rate has come to include since does not matter to a booking that stays with it.
  const isBoardAsked = isBoardOther || rate.boardCode === null
  const fault = isBoardAsked && boardAtRate({ room, rate }, next.boardCode).fault
  if (fault) flaws.push(partyFlaw(fault, { room, rate }))
  else if (!isFree && !sleeps(room, next)) flaws.push(partyFlaw('party_too_large', { room, rate }))
  return flaws
}

/** Gives back and takes the nights by which two stays differ, and prices the new one. */
async function swap(
  tx: Tx,
  asked: Asked,
  today: CalendarDate,
): Promise<{ nightly: Night[]; changes: Change[] }> {
  const { booking, hotel, room, rate, next, isFree } = asked
  const dependsOnParty =
    rate.guests !== null || (rate.boardCode === null && isPerGuest(room, next.boardCode))
  const isAnew = isPricedAnew(booking, next, { dependsOnParty, keepsPrice: isFree })
  if (!isAnew && isSameStay(booking, next) && isSameParty(booking, next))
    return { nightly: booking.nightly, changes: [] }
  const moves = swapNights(booking, next, isAnew)
  const offer = await readOffer(tx, asked, { room, rate }, next)
  const priced = price(asked, offer, moves)
  const changes = await moveRooms(tx, asked, moves)
  const isEarlyLeaver =
    booking.checkin < today && isSameStay(booking, { ...next, checkout: booking.checkout })
  const isExempt = isFree || (isEarlyLeaver && next.checkout < booking.checkout)
  if (hotel.usesRates && !isExempt && isRestricted(booking, next)) refuseRestricted(offer, next)
  return { nightly: priced, changes }
}

type Moves = ReturnType<typeof swapNights>

/**
 * The price of each night: as agreed where it was kept, else as it is now.
 *
 * @throws AppError for nights that are not sold: `closed_for_sale`, `no_price`, `validation_failed` with `party_uneven`
 */
function price({ hotel, next, isFree }: Asked, offer: RoomAtRate, { take, kept }: Moves): Night[] {
  const { room, rate } = offer
  const agreed = new Map(kept.map((night) => [night.date, night]))
  const dates = nightsOf(next)
  const anew = dates.filter((date) => !agreed.has(date))
  if (anew.length > 0 && !hotel.active) throw notSold('hotel', anew)
  if (anew.length > 0 && !room.active) throw notSold('room type', anew)
  const isSold = rate.active && isSoldWith(rate, room.roomCode)
  const isStd = rate.rateCode === STD
  const { nightly, unpriced, uneven } = priceNights(offer, anew, next)
  const on = (date: Night['date']) => effectiveDay(rate, offer.partsOn(date))
  const closed = take.map(({ date }) => date).filter((date) => on(date).closed)
  const priceless = isStd ? unpriced.filter((date) => on(date).priceCents === null) : []
  const found = {
    closed_for_sale: isSold
      ? dates.filter((date) => [...closed, ...priceless].includes(date))
      : anew,
    no_price: unpriced,
    party_uneven: isFree ? [] : uneven,
  }
  refuseFirst(found, offer)
  const now = new Map(nightly.map((night) => [night.date, night]))
  return dates.map((date) => agreed.get(date) ?? now.get(date)!)
}

/** @throws AppError naming the first restriction that the new stay breaks */
const refuseRestricted = (offer: RoomAtRate, next: Stay) =>
  refuseFirst(restrictionsAgainst(offer, next), offer)

function refuseFirst(found: ReturnType<typeof restrictionsAgainst>, offer: RoomAtRate): void {
  const code = REASONS.find((reason) => (found[reason]?.length ?? 0) > 0)
  if (code) throw refusal({ code, dates: found[code]! }, offer)
}

/** Gives back and takes the rooms by which two stays differ. */
async function moveRooms(
  tx: Tx,
  { booking, hotel, rooms, rate, next }: Asked,
  { give, take }: Moves,
): Promise<Change[]> {
  const { hotelId, roomCode } = booking
  const capacity = capacityOf(rooms.find((room) => room.roomCode === roomCode)!)
  const changes: Change[] = []
  for (const [count, dates] of byRooms(give)) {
    const nights = { hotelId, roomCode, dates, capacity }
    // Nights that leave a booking follow the hotel's rule for cancellations.
    if (hotel.restoreOnCancel) changes.push(...(await giveNights(tx, { ...nights, rooms: count })))
    else await moveLive(tx, { ...nights, rooms: -count })
  }
  const place = { hotelId, roomCode: next.roomCode }
  changes.push(...(await takeRooms(tx, place, take, { needsPrice: rate.rateCode === STD })))
  return mergeChanges(changes)
}

/**
 * While a penalty is owed a guest or agency makes nothing of a booking less (contract-rates, *Penalties*).
 *
 * @throws AppError `terms_forbid_change`
 */
function refuseCheaper(booking: Booking, changed: Booking, today: CalendarDate): void {
  const penaltyCents = termsPenalty(booking, today)
  if (penaltyCents === 0) return
  const isCheaper =
    isLess(booking, changed) ||
    changed.totalPriceCents < booking.totalPriceCents ||
    termsPenalty(changed, today) < penaltyCents
  if (!isCheaper) return
  const detail = `A cancellation now costs ${penaltyCents}: until it is free the booking keeps its nights and rooms, and neither its total nor that falls.`
  throw new AppError('terms_forbid_change', detail, { members: { penaltyCents } })
}

/** Merges changes of the same day into one, from the first state to the last; days that end as they began drop out. */
function mergeChanges(changes: readonly Change[]): Change[] {
  const merged = new Map<string, Change>()
  for (const change of changes) {
    const name = `${change.roomCode} ${change.date}`
    const earlier = merged.get(name)
    merged.set(name, earlier ? { ...change, before: earlier.before } : change)
  }
  return [...merged.values()].filter(({ before, after }) => !isSameDay(before, after))
}
