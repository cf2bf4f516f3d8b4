import type { Hotel, RoomType } from '../../domain/catalog.ts'
import { type Demand, demandOf } from '../../domain/unusual-demand.ts'
import type { Handle } from '../../store/engine.ts'
import { sumBrake } from '../../store/strangers/brake.ts'
import { countRooms } from '../../store/strangers/hotel-rooms.ts'
import type { Deps } from '../deps.ts'

/** What strangers have taken of a hotel, as the brake counts it now; nothing where they have no bounds. */
export async function findDemand(
  handle: Handle,
  { nowMs, today, strangerLimits }: Pick<Deps, 'nowMs' | 'today' | 'strangerLimits'>,
  snapshot: { hotel: Hotel; rooms: readonly RoomType[] },
): Promise<Demand> {
  const { id, timezone } = snapshot.hotel
  const { hotelSinceMs, ...sums } =
    strangerLimits === 'none' ? NOTHING : await sumBrake(handle, id, nowMs())
  // Nobody looks for the rooms of a hotel of which strangers have taken nothing.
  const rooms = sums.week === 0 ? [] : [...(await countRooms(handle, snapshot, today(timezone)))]
  const all = rooms.reduce((sum, [, each]) => sum + each, 0)
  return demandOf(sums, all, nowMs() - hotelSinceMs)
}

const NOTHING = { day: 0, week: 0, month: 0, hotelSinceMs: 0 }
