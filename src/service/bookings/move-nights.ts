import type { Booking } from '../../domain/bookings/booking.ts'
import {
  isAheadAsked,
  isPricedAnew,
  isRestricted,
  isSameParty,
  isSameStay,
  swapNights,
} from '../../domain/bookings/booking-change.ts'
import type { RoomType } from '../../domain/catalog/catalog.ts'
import { capacityOf } from '../../domain/days/count.ts'
import { type Change, isSameDay } from '../../domain/kernel/availability.ts'
import { addDays, type CalendarDate } from '../../domain/kernel/date.ts'
import { type Night, nightsOf, type Stay } from '../../domain/kernel/night.ts'
import { isSoldWith, type Rate, STD } from '../../domain/rates/rate.ts'
import { isPerGuest } from '../../domain/sale/party.ts'
import {
  priceNights,
  REASONS,
  type RoomAtRate,
  restrictionsAgainst,
} from '../../domain/sale/quote.ts'
import { refusal } from '../../domain/sale/refusal.ts'
import { notSold, type RoomNight } from '../../domain/sale/stay.ts'
import { findDesk } from '../../store/bookings/desk.ts'
import { moveLive, releaseNights } from '../../store/days/nights.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { refuseManyOptions } from '../agencies/option-limit.ts'
import {
  askedNights,
  type RoomsAside,
  type RoomTaker,
  readRoomsAside,
} from '../agencies/rooms-aside.ts'
import type { Deps } from '../deps.ts'
import type { BookingContext } from './booking-context.ts'
import { readOffer } from './rate-offer.ts'
import { byRooms, takeRooms } from './take-rooms.ts'

/** A change of a stay with everything that decides its result. */
export type StayChange = BookingContext & {
  next: Stay
  room: RoomType
  rate: Rate
  /** True if restrictions and party rules are not checked. */
  isFree: boolean
  /** The taker of the nights that the change takes anew. */
  taker: RoomTaker
}

/** Gives back and takes the nights by which two stays differ, and prices the new stay. */
export async function swapStays(
  tx: Tx,
  deps: Pick<Deps, 'today'>,
  change: StayChange,
  today: CalendarDate,
): Promise<{ nightly: Night[]; changes: Change[]; taken: RoomNight[] }> {
  const { booking, hotel, room, rate, next, isFree } = change
  const dependsOnParty =
    rate.guests !== null || (rate.boardCode === null && isPerGuest(room, next.boardCode))
  const isAnew = isPricedAnew(booking, next, { dependsOnParty, keepsPrice: isFree })
  if (!isAnew && isSameStay(booking, next) && isSameParty(booking, next))
    return { nightly: booking.nightly, changes: [], taken: [] }
  const moves = swapNights(booking, next, isAnew)
  const aside = await readRoomsAside(tx, deps, hotel, rangeOf(next), change.taker)
  const offer = await readOffer(tx, change, { room, rate }, next, aside)
  const priced = price(change, offer, moves)
  const changes = await moveRooms(tx, change, moves, aside)
  const isEarlyLeaver =
    booking.checkin < today && isSameStay(booking, { ...next, checkout: booking.checkout })
  const isExempt = isFree || (isEarlyLeaver && next.checkout < booking.checkout)
  if (hotel.usesRates && !isExempt && isRestricted(booking, next)) {
    const isAsked =
      isAheadAsked(booking, next, { ...moves, today }) && !(await isInHouse(tx, booking, today))
    refuseRestricted(offer, next, isAsked ? today : null)
  }
  return { nightly: priced, changes, taken: moves.take }
}

/** True if the desk has checked the guest in; before the check-in day nobody is. */
const isInHouse = async (tx: Tx, booking: Booking, today: CalendarDate) =>
  booking.checkin <= today && (await findDesk(tx, booking)).arrivedAtMs !== null

const rangeOf = ({ roomCode, checkin, checkout }: Stay) => ({
  ...{ roomCode, from: checkin, to: addDays(checkout, -1) },
})

type Moves = ReturnType<typeof swapNights>

/**
 * Returns the price of each night: as agreed for a kept night, else the current one.
 *
 * @throws AppError for nights that are not sold: `closed_for_sale`, `no_price`, `validation_failed` with
 *   `party_uneven`
 */
function price(
  { hotel, agency, next, isFree }: StayChange,
  offer: RoomAtRate,
  { take, kept }: Moves,
): Night[] {
  const { room, rate } = offer
  const agreed = new Map(kept.map((night) => [night.date, night]))
  const dates = nightsOf(next)
  const anew = dates.filter((date) => !agreed.has(date))
  // A move of the guests takes a night anew even if its price is kept.
  const taken = dates.filter(
    (date) => !agreed.has(date) || take.some((night) => night.date === date),
  )
  if (taken.length > 0 && !hotel.active) throw notSold('hotel', taken)
  if (taken.length > 0 && !room.active) throw notSold('room type', taken)
  // The hotel's own system moves guests within the house, and its people override what it stopped itself.
  if (take.length > 0 && agency?.terms.stopSale && !isFree)
    throw notSold(
      'agency',
      take.map(({ date }) => date),
    )
  const isSold = rate.active && isSoldWith(rate, room.roomCode)
  const isStd = rate.rateCode === STD
  const { nightly, unpriced, uneven } = priceNights(offer, anew, next)
  const closed = take.map(({ date }) => date).filter((date) => offer.dayOn(date).closed)
  const priceless = isStd ? unpriced.filter((date) => offer.dayOn(date).priceCents === null) : []
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

/** @throws AppError with the first restriction that the new stay breaks */
const refuseRestricted = (offer: RoomAtRate, next: Stay, bookedOn: CalendarDate | null) =>
  refuseFirst(restrictionsAgainst(offer, next, bookedOn), offer)

function refuseFirst(found: ReturnType<typeof restrictionsAgainst>, offer: RoomAtRate): void {
  const code = REASONS.find((reason) => (found[reason]?.length ?? 0) > 0)
  if (code) throw refusal({ code, dates: found[code]! }, offer)
}

/** Gives back and takes the rooms by which two stays differ. */
async function moveRooms(
  tx: Tx,
  { booking, hotel, rooms, rate, room, next, taker }: StayChange,
  { give, take }: Moves,
  aside: RoomsAside,
): Promise<Change[]> {
  const { hotelId, roomCode } = booking
  const capacity = capacityOf(rooms.find((room) => room.roomCode === roomCode)!)
  const changes: Change[] = []
  for (const [count, dates] of byRooms(give)) {
    const nights = { hotelId, roomCode, dates, capacity }
    // Nights that leave a booking follow the hotel's rule for cancellations; those of a hold are always given back.
    if (hotel.restoreOnCancel || booking.status === 'pending')
      changes.push(...(await releaseNights(tx, { ...nights, rooms: count })))
    else await moveLive(tx, { ...nights, rooms: -count })
  }
  const place = { hotelId, roomCode: next.roomCode }
  const taken = await takeRooms(tx, place, take, { needsPrice: rate.rateCode === STD })
  const asked = askedNights(taken)
  aside.refuse(asked)
  if (booking.status === 'pending')
    await refuseManyOptions(tx, { hotelId, room }, asked, taker, aside)
  changes.push(...taken)
  return mergeChanges(changes)
}

/** Merges changes of the same day into one, from the first state to the last; drops days without a difference. */
function mergeChanges(changes: readonly Change[]): Change[] {
  const merged = new Map<string, Change>()
  for (const change of changes) {
    const name = `${change.roomCode} ${change.date}`
    const earlier = merged.get(name)
    merged.set(name, earlier ? { ...change, before: earlier.before } : change)
  }
  return [...merged.values()].filter(({ before, after }) => !isSameDay(before, after))
}
