import type { Hotel } from '../../domain/catalog/catalog.ts'
import { findHotel } from '../catalog/catalog.ts'
import type { Handle } from '../engine/engine.ts'
import { findNewestHour, type StrangerHour } from '../strangers/hours.ts'

/** What a mail about strangers' demand is written of. */
export type DemandMatter = { hotel: Hotel; hour: StrangerHour }

/** The alarm of a hotel; undefined: none stands any more. */
export async function findDemandMatter(
  handle: Handle,
  hotelId: number,
): Promise<DemandMatter | undefined> {
  const hotel = await findHotel(handle, hotelId)
  const hour = await findNewestHour(handle, hotelId)
  return hotel && hour && hour.level !== 'none' ? { hotel, hour } : undefined
}
