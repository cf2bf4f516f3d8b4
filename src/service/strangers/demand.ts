import type { Hotel, RoomType } from '../../domain/catalog/catalog.ts'
import { type Demand, demandOf } from '../../domain/strangers/unusual-demand.ts'
import type { Handle } from '../../store/engine/engine.ts'
import { sumBrake } from '../../store/strangers/brake.ts'
import type { Deps } from '../deps.ts'
import { countRooms, meanDayOf } from './judge.ts'

type DemandDeps = Pick<Deps, 'nowMs' | 'today' | 'strangerLimits'>

/** Finds what strangers have taken of a hotel, as the brake counts it now; empty if strangers have no limits. */
export async function findDemand(
  handle: Handle,
  deps: DemandDeps,
  { hotel, rooms }: { hotel: Hotel; rooms: readonly RoomType[] },
): Promise<Demand> {
  const least = await findLeast(handle, deps, hotel.id)
  if (least.level === 'none') return least
  const { all } = await countRooms(handle, { hotel, rooms, today: deps.today(hotel.timezone) })
  const meanDay = await meanDayOf(handle, { hotelId: hotel.id, nowMs: deps.nowMs() })
  return demandOf(least.taken, all, meanDay)
}

/** Finds the same as if the hotel were the smallest possible: a small number there is small anywhere. */
export const findLeast = async (
  handle: Handle,
  { nowMs, strangerLimits }: DemandDeps,
  hotelId: number,
): Promise<Demand> =>
  demandOf(
    strangerLimits === 'none' ? { day: 0, week: 0 } : await sumBrake(handle, hotelId, nowMs()),
  )
