import type { Hotel, RoomType } from '../../domain/catalog/catalog.ts'
import {
  type BrakeBounds,
  brakeBounds,
  heldShare,
  nightShare,
} from '../../domain/strangers/strangers.ts'
import type { Handle } from '../../store/engine/engine.ts'
import { sumBrake } from '../../store/strangers/brake.ts'
import type { Deps } from '../deps.ts'
import { canMailProof } from '../mail-health.ts'
import { countRooms, meanDayOf } from './judge.ts'

/** The figures that follow from a hotel's settings of web bookings (`contract-access`, *What strangers may take*). */
export type WebFigures = {
  /** Rooms of the hotel. */
  rooms: number
  /** True if a link can be mailed at the moment. */
  hasMail: boolean
  /** Most rooms of one night sold without proof; null: proof is never asked for. */
  unprovenRooms: number | null
  /** Most rooms of one night that wait for confirmation. */
  heldRooms: number
  /** Room-nights of strangers and of people proven by mail that the brake counts, and the brake's limits. */
  taken: BrakeBounds
  bounds: BrakeBounds
}

/** Computes the current figures of a hotel's web bookings. */
export async function findWebFigures(
  handle: Handle,
  deps: Deps,
  { hotel, rooms }: { hotel: Hotel; rooms: readonly RoomType[] },
): Promise<WebFigures> {
  const nowMs = deps.nowMs()
  const { all } = await countRooms(handle, { hotel, rooms, today: deps.today(hotel.timezone) })
  const hasMail = canMailProof(deps)
  return {
    ...{ rooms: all, hasMail, heldRooms: heldShare(all) },
    unprovenRooms: unprovenRooms(hotel, all, hasMail),
    taken: await sumBrake(handle, hotel.id, nowMs),
    bounds: brakeBounds(all, await meanDayOf(handle, { hotelId: hotel.id, nowMs })),
  }
}

function unprovenRooms({ webProof }: Hotel, rooms: number, hasMail: boolean): number | null {
  if (webProof === 'none' || !hasMail) return null
  return webProof === 'always' ? 0 : nightShare(rooms, rooms).hotel
}
