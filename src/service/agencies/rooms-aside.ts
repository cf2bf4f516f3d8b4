import {
  type DrawnAllotment,
  freeOf,
  type OwnLeft,
  ownLeftOf,
  standingRooms,
  takeableRooms,
} from '../../domain/agencies/allotment.ts'
import type { Caller } from '../../domain/bookings/booking.ts'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import type { Change } from '../../domain/kernel/availability.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { quoteError, type RoomNight } from '../../domain/sale/stay.ts'
import { listRoomAllotments } from '../../store/agencies/allotments.ts'
import type { Handle } from '../../store/engine/engine.ts'
import type { Deps } from '../deps.ts'

/** The taker of rooms: the booking's agency, whoever acts; `isHotel` is true if the hotel's people act. */
export type RoomTaker = { agencyId: number | null; isHotel: boolean; override: boolean }

/** A night with the rooms that are asked for, and its count before any of them is taken. */
export type AskedNight = RoomNight & { available: number }

/** Returns nights that were taken, as they were asked for. */
export const askedNights = (taken: readonly Change[]): AskedNight[] =>
  taken.map(({ date, before, after }) => ({
    ...{ date, available: before!.available },
    rooms: before!.available - after.available,
  }))

/** Rooms set aside on the nights of a stay, and the rooms that its taker may take of them. */
export type RoomsAside = {
  /** Returns the rooms of a night that the taker may take; for the hotel's people, who may override, all that are left. */
  left: (date: CalendarDate, available: number) => number
  /** Returns the rooms of an agency's allotment on a night that are not released. */
  standing: (date: CalendarDate, agencyId: number) => number
  /** @throws AppError `sold_out`, to the hotel's people `set_aside` with agencies and rooms */
  refuse: (nights: readonly AskedNight[]) => void
}

/** Nothing is set aside. */
export const NOTHING_ASIDE: RoomsAside = {
  left: (_, available) => available,
  standing: () => 0,
  refuse: () => {},
}

/** Returns who takes the rooms of a booking that somebody changes or adds to. */
export const takerOf = (
  { agencyId }: { agencyId: number | null },
  { caller, override = false }: { caller: Caller; override?: boolean },
): RoomTaker => ({ agencyId, isHotel: caller === 'hotel' || caller === 'admin', override })

/**
 * Reads what is set aside for agencies on nights of a room type (contract-agencies, *Allotment*). A hotel that has no
 * allotments reads nothing. A transaction must have locked the hotel.
 *
 * @param range both ends inclusive
 */
export async function readRoomsAside(
  handle: Handle,
  deps: Pick<Deps, 'today'>,
  { id: hotelId, usesAllotments, timezone }: Hotel,
  place: { roomCode: string; from: CalendarDate; to: CalendarDate },
  { agencyId, isHotel, override }: RoomTaker,
): Promise<RoomsAside> {
  if (!usesAllotments) return NOTHING_ASIDE
  const today = deps.today(timezone)
  const rows = await listRoomAllotments(handle, { hotelId, ...place })
  const byDate = Map.groupBy<CalendarDate, DrawnAllotment>(rows, ({ date }) => date)
  const ownOn = (date: CalendarDate) =>
    (byDate.get(date) ?? []).map((allotment) => ownLeftOf(allotment, today))
  const standingOf = (allotment: DrawnAllotment | undefined) =>
    allotment ? standingRooms(allotment, today) : 0
  return {
    left: (date, available) =>
      isHotel ? available : takeableRooms(available, ownOn(date), agencyId),
    standing: (date, id) => standingOf(byDate.get(date)?.find((each) => each.agencyId === id)),
    refuse(nights) {
      if (isHotel && override) return
      const refused = nights.filter(
        ({ date, rooms, available }) => rooms > takeableRooms(available, ownOn(date), agencyId),
      )
      if (refused.length === 0) return
      const dates = refused.map(({ date }) => date)
      throw isHotel ? setAside(refused, ownOn, agencyId) : quoteError({ reason: 'sold_out', dates })
    },
  }
}

/** Returns the error for nights whose rooms are set aside for agencies; the hotel's people alone are told for which. */
function setAside(
  refused: readonly AskedNight[],
  ownOn: (date: CalendarDate) => OwnLeft[],
  ownId: number | null,
): AppError {
  const dates = refused.map(({ date }) => date)
  const nights = refused.map(({ date, available }) => ({
    ...{ date, available, free: freeOf(available, ownOn(date)) },
    agencies: ownOn(date)
      .filter(({ rooms, agencyId }) => rooms > 0 && agencyId !== ownId)
      .map(({ agencyCode, rooms }) => ({ agencyCode, rooms })),
  }))
  const detail = `Set aside for agencies: ${dates.join(', ')}.`
  return new AppError('set_aside', detail, { members: { dates, nights } })
}
