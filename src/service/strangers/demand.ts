import type { Hotel, RoomType } from '../../domain/catalog.ts'
import { type Demand, demandOf } from '../../domain/unusual-demand.ts'
import type { Handle } from '../../store/engine.ts'
import { sumBrake } from '../../store/strangers/brake.ts'
import type { Deps } from '../deps.ts'
import { countRooms, meanDayOf } from './judge.ts'

/** What strangers have taken of a hotel, as the brake counts it now; nothing where they have no bounds. */
export async function findDemand(
  handle: Handle,
  deps: Pick<Deps, 'nowMs' | 'today' | 'strangerLimits'>,
  { hotel, rooms }: { hotel: Hotel; rooms: readonly RoomType[] },
): Promise<Demand> {
  if (deps.strangerLimits === 'none') return demandOf({ day: 0, week: 0 })
  const nowMs = deps.nowMs()
  const taken = await sumBrake(handle, hotel.id, nowMs)
  // What is little for any hotel is little for this one, however many rooms it has.
  const least = demandOf(taken)
  if (least.level === 'none') return least
  const { all } = await countRooms(handle, { hotel, rooms, today: deps.today(hotel.timezone) })
  return demandOf(taken, all, await meanDayOf(handle, { hotelId: hotel.id, nowMs }))
}
