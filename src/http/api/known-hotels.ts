import { cached, createCache, lookupIn } from '../../store/cache.ts'
import { catalogTopic, findHotelId, hotelTopic } from '../../store/catalog/catalog.ts'
import { daysTopic } from '../../store/days/availability.ts'
import type { Share } from '../../store/engine/cache-budget.ts'
import type { Store } from '../../store/open.ts'
import { photosTopic } from '../../store/photos/photos.ts'
import { findSheet, type HotelSheet, sizeOfHotel } from './hotel-sheet.ts'

const SLUGS_KEPT = 100_000

/** Creates the cached look-ups of hotels, by id and by slug. */
export function createHotelsOf(store: Store, share: Share) {
  const kept = createCache<HotelSheet>(store, {
    topics: ({ hotel }) => [hotelTopic(hotel.id), photosTopic(hotel.id)],
    max: share.maxBytes,
    sizeOf: sizeOfHotel,
    watch: share.watch,
  })
  const hotels = lookupIn(store, kept)
  const slugs = cached<{ id: number }>(store, { topics: () => [catalogTopic], max: SLUGS_KEPT })
  const hotelOf = (hotelId: number) =>
    hotels(String(hotelId), () => findSheet(store, hotelId)) as HotelSheet | Promise<HotelSheet>
  const freshHotelOf = async (hotelId: number) => {
    await store.freshen([hotelTopic(hotelId), daysTopic(hotelId)])
    return await hotelOf(hotelId)
  }
  // A slug never moves to another hotel, unless a failover loses the hotel.
  const idOfSlug = async (slug: string) => {
    const found = await slugs(slug, async () => {
      const id = await findHotelId(store, slug)
      return id === undefined ? undefined : { id }
    })
    return found?.id
  }
  return {
    hotelOf,
    knownHotel: (hotelId: number) => kept.get(String(hotelId)),
    freshHotelOf,
    hotelOfSlug: async (slug: string): Promise<HotelSheet | undefined> => {
      const id = await idOfSlug(slug)
      return id === undefined ? undefined : await freshHotelOf(id)
    },
    knownHotelOfSlug: async (slug: string): Promise<HotelSheet | undefined> => {
      const id = await idOfSlug(slug)
      return id === undefined ? undefined : await hotelOf(id)
    },
  }
}
