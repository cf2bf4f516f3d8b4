import { type Change, isSameDay } from '../../domain/availability.ts'
import { commissionAfter, type Night, nightsOf, recordOf, type Stay } from '../../domain/booking.ts'
import {
  type BookingChange,
  changedStay,
  checkChangedDates,
  compareRecords,
  isPartOfStay,
  isSameStay,
  swapNights,
} from '../../domain/booking-change.ts'
import type { Hotel, RoomType } from '../../domain/catalog.ts'
import { capacityOf } from '../../domain/count.ts'
import { AppError, refuseFlaws } from '../../domain/errors.ts'
import { checkStayRoom, expectTotal, notSold, quoteError, supplementOf } from '../../domain/stay.ts'
import { listDays } from '../../store/availability/availability.ts'
import type { Actor } from '../../store/availability/history.ts'
import { giveNights, moveLive } from '../../store/availability/nights.ts'
import type { Tx } from '../../store/engine.ts'
import type { Deps } from '../deps.ts'
import { type BookingContext, moveBooking, refuseTransition, revise } from './booking-record.ts'
import { byRooms, takeRooms } from './take-rooms.ts'

/** A change of a booking as it is asked for. */
export type ChangeRequest = {
  change: BookingChange
  expectedTotalCents: number | null
  /** The revision the caller has seen; null: any. */
  revision: number | null
}

/**
 * Changes a confirmed booking: gives back and takes in one transaction, so that when the new nights cannot be had the
 * old ones stay (contract §3). A change that changes nothing makes no revision.
 *
 * @throws AppError `transition_invalid`, `revision_conflict`, `validation_failed`, `sold_out`, `closed_for_sale`,
 *   `price_changed`
 */
export async function changeBooking(
  deps: Deps,
  code: string,
  actor: Actor,
  request: ChangeRequest,
) {
  return await moveBooking(deps, code, actor, async (tx, context) => {
    const { booking } = context
    if (booking.status !== 'confirmed') refuseTransition(booking, 'changed')
    if (request.revision !== null && request.revision !== booking.revision)
      throw new AppError('revision_conflict', `The newest revision is ${booking.revision}.`, {
        members: { revision: booking.revision },
      })
    const next = changedStay(booking, request.change)
    checkChange(deps, context, next)
    const { nightly, changes } = isSameStay(booking, next)
      ? { nightly: booking.nightly, changes: [] }
      : await swap(tx, context, next)
    const { guest, specialRequests = booking.specialRequests } = request.change
    const totalPriceCents = expectTotal(request.expectedTotalCents, nightly, next.rooms)
    const changed = revise(booking, deps.nowMs(), {
      ...next,
      guest: { ...booking.guest, ...guest },
      specialRequests,
      nightly,
      totalPriceCents,
      commissionCents: commissionAfter(booking, totalPriceCents),
    })
    const difference = compareRecords(recordOf(booking, context), recordOf(changed, context))
    if (difference.changes.length === 0) return null
    const kept = !context.hotel.restoreOnCancel
    return { booking: changed, changes, kept, event: 'booking.modified', extra: difference }
  })
}

function checkChange(deps: Deps, { booking, hotel, rooms }: BookingContext, next: Stay): void {
  const today = deps.today(hotel.timezone)
  const room = rooms.find(({ roomCode }) => roomCode === next.roomCode)
  // A room type that was switched off after the sale stays valid for the booking.
  const known = room && next.roomCode === booking.roomCode ? { ...room, active: true } : room
  refuseFlaws([
    ...(isSameStay(booking, next) ? [] : checkChangedDates(booking, next, today)),
    ...(isPartOfStay(booking, next) ? [] : checkStayRoom(known, next)),
  ])
}

/** Gives back and takes the nights by which two stays differ, and prices the new one. */
async function swap(
  tx: Tx,
  { booking, hotel, rooms }: BookingContext,
  next: Stay,
): Promise<{ nightly: Night[]; changes: Change[] }> {
  const { hotelId } = booking
  const roomOf = (code: string) => rooms.find(({ roomCode }) => roomCode === code)!
  const { take, give, kept } = swapNights(booking, next)
  const room = roomOf(next.roomCode)
  refuseSale({ hotel, room }, next, kept)
  const changes: Change[] = []
  for (const [count, dates] of byRooms(give)) {
    const { roomCode } = booking
    const nights = { hotelId, roomCode, dates, capacity: capacityOf(roomOf(roomCode)) }
    // Nights that leave a booking follow the hotel's rule for cancellations.
    if (hotel.restoreOnCancel) changes.push(...(await giveNights(tx, { ...nights, rooms: count })))
    else await moveLive(tx, { ...nights, rooms: -count })
  }
  changes.push(...(await takeRooms(tx, { hotelId, roomCode: next.roomCode }, take)))
  return { nightly: await price(tx, hotelId, room, next, kept), changes: mergeChanges(changes) }
}

/**
 * Refuses to sell new nights in a suspended hotel or a room type that is switched off; kept nights are not sold anew.
 *
 * @throws AppError `closed_for_sale` naming those nights
 */
function refuseSale(
  { hotel, room }: { hotel: Hotel; room: RoomType },
  next: Stay,
  kept: readonly Night[],
): void {
  const agreed = new Set(kept.map(({ date }) => date))
  const sold = nightsOf(next).filter((date) => !agreed.has(date))
  if (sold.length > 0 && !hotel.active) throw notSold('hotel', sold)
  if (sold.length > 0 && !room.active) throw notSold('room type', sold)
}

/** The price of each night: as agreed where it was kept, else the day's price now with the board's supplement. */
async function price(tx: Tx, hotelId: number, room: RoomType, next: Stay, kept: Night[]) {
  const agreed = new Map(kept.map(({ date, priceCents }) => [date, priceCents]))
  const dates = nightsOf(next)
  const range = { from: dates[0]!, to: dates.at(-1)! }
  const rows = await listDays(tx, { hotelId, roomCodes: [room.roomCode], ...range })
  const now = new Map(rows.map(({ date, priceCents }) => [date, priceCents]))
  // A night whose rooms are held already, sold with another board, was not looked at by `takeNights`.
  const unpriced = dates.filter((date) => !agreed.has(date) && !now.get(date))
  if (unpriced.length > 0) throw quoteError({ reason: 'closed_for_sale', dates: unpriced })
  const supplement = supplementOf(room, next.boardCode)
  return dates.map((date) => ({
    date,
    priceCents: agreed.get(date) ?? now.get(date)! + supplement,
  }))
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
