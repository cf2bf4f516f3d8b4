import { optionRoomsMax, optionsBeyond } from '../../domain/agencies/allotment.ts'
import type { RoomType } from '../../domain/catalog/catalog.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { listAgencyNights } from '../../store/agencies/agency-nights.ts'
import { listLive } from '../../store/days/caps.ts'
import type { Tx } from '../../store/engine/engine.ts'
import type { AskedNight, RoomsAside, RoomTaker } from './rooms-aside.ts'

/** The room type that an option takes rooms of, and the hotel. */
type Place = {
  hotelId: number
  room: Pick<RoomType, 'roomCode' | 'totalRooms' | 'overbookingRooms'>
}

/**
 * Checks that an agency's holds and options of a night stay within a quarter of the room type, its allotment left out
 * (contract-agencies, *Options*). The nights are taken in the transaction, the agency's counters do not know it yet.
 *
 * @throws AppError `too_many_options`
 */
export async function refuseManyOptions(
  tx: Tx,
  { hotelId, room }: Place,
  nights: readonly AskedNight[],
  { agencyId, override }: RoomTaker,
  aside: RoomsAside,
): Promise<void> {
  if (agencyId === null || override || nights.length === 0) return
  const { roomCode, totalRooms, overbookingRooms } = room
  const place = { hotelId, roomCode }
  const dates = nights.map(({ date }) => date)
  const drawnOn = await listAgencyNights(tx, { ...place, agencyId }, dates)
  // A room type without a number of rooms has those that are left or live.
  const liveOn = totalRooms === null ? await listLive(tx, place, dates) : new Map()
  const refused = nights.filter(({ date, rooms, available }) => {
    const known = drawnOn.find((each) => each.date === date)
    const { live = 0, pending = 0, keptBack = 0 } = known ?? {}
    const after = { drawn: live + keptBack + rooms, pending: pending + rooms }
    const beyond = optionsBeyond(after, aside.standing(date, agencyId))
    // The rooms taken just now are live already.
    const total =
      totalRooms === null
        ? available - rooms + (liveOn.get(date) ?? 0)
        : totalRooms + overbookingRooms
    return beyond > optionRoomsMax(total)
  })
  if (refused.length === 0) return
  const text = refused.map(({ date }) => date).join(', ')
  const detail = `Options of an agency take at most a quarter of a room type beyond its allotment; too many on ${text}.`
  throw new AppError('too_many_options', detail, {
    members: { dates: refused.map(({ date }) => date) },
  })
}
