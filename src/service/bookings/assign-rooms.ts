import type { Booking } from '../../domain/bookings/booking.ts'
import { type Desk, NO_DESK } from '../../domain/bookings/desk.ts'
import {
  chooseRooms,
  nightsFrom,
  type RoomNeed,
  type RoomNights,
} from '../../domain/bookings/room-choice.ts'
import { askedRoomFlaws, hasRooms, roomWord } from '../../domain/bookings/room-numbers.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import { AppError, refuseFlaws } from '../../domain/kernel/errors.ts'
import { listDesks } from '../../store/bookings/desk.ts'
import {
  findRoomList,
  listOwnBookings,
  listRoomHolders,
  type RoomHolder,
} from '../../store/bookings/room-lists.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { inHotel, lockHotel } from '../../store/engine/locks.ts'
import type { Deps } from '../deps.ts'
import { noSuchBooking } from './ack-booking.ts'
import { assignRooms, refuseTaken } from './room-numbers.ts'

// Acts of the desk on the rooms of several bookings (contract-groups): assign all in one press, and exchange two rooms.

/** The hotel of an act, and its time zone. */
export type House = { hotelId: number; timezone: string }

/** The rooms of a booking after an act; `missing` of its rooms still have no number. */
export type AssignedRooms = { code: string; roomNumbers: readonly string[]; missing: number }

/** A booking with its desk fields. */
type Held = { booking: Booking; desk: Desk }

/** A room of a booking to give to another one; null: it gives none. */
export type RoomOffer = { code: string; number: string | null }

/**
 * Assigns free rooms of the type to each booking that lacks some, near to each other (`chooseRooms`). A booking keeps the
 * numbers that it has; too few free rooms leave some of it without.
 *
 * @param codes in upper case, each once
 * @returns one entry a code, in their order
 * @throws AppError `not_found` for a booking of another hotel
 */
export async function assignAll(
  deps: Deps,
  actor: Actor,
  { hotelId, timezone }: House,
  codes: readonly string[],
): Promise<AssignedRooms[]> {
  return await inHotel(deps.store, hotelId, async (tx) => {
    const held = await holdBookings(tx, hotelId, codes)
    const today = deps.today(timezone)
    const lacking = held.filter((each) => lacksOf(each, today) > 0)
    const { items } = await findRoomList(tx, hotelId)
    const stays = lacking.map(({ booking }) => nightsFrom(booking, today))
    const holders = stays.length === 0 ? [] : await listRoomHolders(tx, hotelId, spanOf(stays))
    const needs = lacking.map((each) => needOf(each, today, holders))
    const chosen = new Map(
      chooseRooms(items, needs).map((rooms, at) => [
        lacking[at]!,
        rooms.map(({ number }) => number),
      ]),
    )
    const assigned: AssignedRooms[] = []
    for (const each of held) {
      const { booking, desk } = each
      const more = chosen.get(each) ?? []
      const roomNumbers = [...desk.roomNumbers, ...more]
      if (more.length > 0) await assignRooms(tx, deps, actor, each, roomNumbers)
      const missing = lacksOf(each, today) - more.length
      assigned.push({ code: booking.code, roomNumbers, missing })
    }
    return assigned
  })
}

/**
 * Exchanges a room of one booking for a room of another, in one act; a booking that gives none takes the room of the
 * other. Each must be free of third bookings on the nights of who gets it.
 *
 * @throws AppError `not_found`, `revision_conflict` if a booking no longer has its room, `room_taken`, `validation_failed`
 */
export async function swapRooms(
  deps: Deps,
  actor: Actor,
  { hotelId, timezone }: House,
  offers: readonly [RoomOffer, RoomOffer],
): Promise<AssignedRooms[]> {
  return await inHotel(deps.store, hotelId, async (tx) => {
    const codes = offers.map(({ code }) => code)
    const held = await holdBookings(tx, hotelId, codes)
    const today = deps.today(timezone)
    const list = await findRoomList(tx, hotelId)
    const swapped = held.map(({ desk }, at) =>
      exchange(desk.roomNumbers, { gives: offers[at]!.number, gets: offers[1 - at]!.number }),
    )
    for (const [at, { booking, desk }] of held.entries()) {
      const roomNumbers = swapped[at]!
      const { rooms } = booking
      const limits = { path: `/rooms/${at}`, rooms, had: roomNumbers, list }
      refuseFlaws(askedRoomFlaws(roomNumbers, limits))
      const { leftAtMs } = desk
      await refuseTaken(tx, { booking, desk, today }, { roomNumbers, leftAtMs }, codes)
    }
    for (const [at, each] of held.entries()) await assignRooms(tx, deps, actor, each, swapped[at]!)
    return held.map((each, at) => {
      const { booking, desk } = each
      const roomNumbers = swapped[at]!
      const missing = lacksOf({ booking, desk: { ...desk, roomNumbers } }, today)
      return { code: booking.code, roomNumbers, missing }
    })
  })
}

/** Replaces a number by another in its place. @throws AppError `revision_conflict` if it is not among them */
function exchange(
  numbers: readonly string[],
  { gives, gets }: { gives: string | null; gets: string | null },
): string[] {
  const at = gives === null ? numbers.length : numbers.map(roomWord).indexOf(roomWord(gives))
  if (at < 0)
    throw new AppError('revision_conflict', `The booking no longer has the room ${gives}.`)
  return numbers.toSpliced(at, 1, ...(gets === null ? [] : [gets]))
}

/** Locks the hotel and returns bookings of it, in the order of the codes. @throws AppError `not_found` */
async function holdBookings(tx: Tx, hotelId: number, codes: readonly string[]): Promise<Held[]> {
  await lockHotel(tx, hotelId)
  const bookings = await listOwnBookings(tx, hotelId, codes)
  const byCode = new Map(bookings.map((booking) => [booking.code, booking]))
  const desks = await listDesks(
    tx,
    bookings.map(({ id }) => id),
  )
  return codes.map((code) => {
    const booking = byCode.get(code)
    if (!booking) throw noSuchBooking()
    return { booking, desk: desks.get(booking.id) ?? NO_DESK }
  })
}

/** Returns how many rooms of a booking have no number; 0 if it has no night from today on. */
function lacksOf({ booking, desk }: Held, today: CalendarDate): number {
  const isStay = hasRooms(booking) && desk.leftAtMs === null && booking.checkout > today
  return isStay ? Math.max(0, booking.rooms - desk.roomNumbers.length) : 0
}

/** Returns the nights from the first to the last of all stays. */
const spanOf = (stays: readonly RoomNights[]): RoomNights => ({
  from: stays.map(({ from }) => from).toSorted()[0]!,
  to: stays
    .map(({ to }) => to)
    .toSorted()
    .at(-1)!,
})

function needOf(held: Held, today: CalendarDate, holders: readonly RoomHolder[]): RoomNeed {
  const { booking, desk } = held
  const { from, to } = nightsFrom(booking, today)
  const others = holders.filter(
    ({ code, checkin, checkout }) => code !== booking.code && checkin < to && from < checkout,
  )
  return {
    ...{ from, to, roomCode: booking.roomCode, rooms: lacksOf(held, today) },
    has: new Set(desk.roomNumbers.map(roomWord)),
    taken: new Set(others.flatMap(({ roomNumbers }) => roomNumbers.map(roomWord))),
  }
}
