import type { Handle } from '../store/engine/engine.ts'
import { readNames } from '../store/statements/names.ts'

/**
 * Reads the slugs of hotels and the codes of agencies of some findings, which people know them by.
 *
 * @returns two readers by id; one that is gone is named by its id
 */
export async function readPlaceNames(
  handle: Handle,
  places: readonly { hotelId: number; agencyId?: number }[],
): Promise<Record<'hotelOf' | 'agencyOf', (id: number) => string>> {
  const { hotels, agencies } = await readNames(handle, places)
  return {
    hotelOf: (id) => hotels.get(id)?.slug ?? String(id),
    agencyOf: (id) => agencies.get(id)?.code ?? String(id),
  }
}
