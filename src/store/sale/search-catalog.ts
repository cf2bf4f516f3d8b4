import { and, asc, count, eq } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Board, City } from '../../domain/catalog/catalog.ts'
import { foldText } from '../../domain/kernel/search-text.ts'
import { publicRatesOf, type SearchHotel } from '../../domain/sale/search.ts'
import { cached } from '../cache.ts'
import { catalogTopic, hotelTopic, listBoards } from '../catalog/catalog.ts'
import { daysTopic } from '../days/availability.ts'
import { readNames } from '../engine/columns.ts'
import type { Handle } from '../engine/engine.ts'
import { nextTurn } from '../engine/loop-turns.ts'
import { chunks } from '../engine/pace.ts'
import { ANY } from '../engine/versions.ts'
import type { Store } from '../open.ts'
import { rateDaysTopic } from '../rates/rate-days.ts'
import { listActiveRates } from '../rates/rates.ts'
import { layoutOf } from './block-layout.ts'
import { listSearchHotels, listSearchRooms } from './search-hotels.ts'

// Cache of the catalogue for search.

/** A city in search; `hotels` counts those on sale that are listed. */
export type SearchCity = City & { id: number; text: string; hotels: number }

/** A cached hotel with the version it was read at, and the topics of its days. */
export type CachedHotel = SearchHotel & {
  version: number
  topic: string
  daysTopic: string
  rateDaysTopic: string
  /** See `layoutOf`. */
  layout: string
}

/** The cache of the catalogue that search reads. */
export type SearchCatalog = {
  /** Every city by folded name and slug ascending. */
  cities: () => Promise<readonly SearchCity[]>
  /** Every board in the usual order. */
  boards: () => Promise<readonly Board[]>
  /** The hotels on sale in a city, or in all, in the order of their creation; the same list until one changes. */
  hotelsIn: (cityId: number | null) => Promise<readonly CachedHotel[]>
  /** The hotels on sale of these ids, in their order. */
  hotelsOf: (ids: readonly number[]) => Promise<CachedHotel[]>
  /** True for the very object that the cache holds of a hotel, false for a copy with other rates. */
  holds: (hotel: CachedHotel) => boolean
  /** Reads the hotels on sale that are not in memory, in slices beside requests, but not all of a huge catalogue. */
  warm: (stopping: AbortSignal) => Promise<void>
}

/** Hotels read between two turns of the event loop: some 5 ms, if each has 4 to 50 rates. */
const HOTELS_AT_ONCE = 64
/** The most hotels that are read before anybody asks for them. */
const HOTELS_WARMED_MAX = 5_000

/** Cities whose hotels are at hand. */
const CITIES_MAX = 100 /** Ids in the cached lists, one list a city; 8 bytes each. */
const CACHED_IDS_MAX = 4_000_000

/**
 * Creates a cache of the catalogue. A city's list of hotels is invalidated by any new or changed city or hotel, a hotel
 * by its own changes. A search compares the versions of its own city's hotels only, so that other hotels cost it
 * nothing.
 */
export function createSearchCatalog(store: Store): SearchCatalog {
  const cities = cached<SearchCity[]>(store, { topics: () => [catalogTopic], max: 1 })
  const boards = cached<Board[]>(store, { topics: () => [catalogTopic], max: 1 })
  const lists = cached<number[]>(store, {
    topics: () => [catalogTopic],
    max: CACHED_IDS_MAX,
    sizeOf: (ids) => ids.length + 1,
  })
  // Bounded by the number of hotels.
  const hotels = new Map<number, CachedHotel>()
  /** The hotels of cities that were searched last, at a version of `ANY`: until a commit none of them changes. */
  const inCity = new LRUCache<string, { any: number; hotels: CachedHotel[] }>({ max: CITIES_MAX })

  async function hotelsOf(ids: readonly number[]): Promise<CachedHotel[]> {
    const stale: number[] = []
    const found: CachedHotel[] = []
    for (const id of ids) {
      const hotel = hotels.get(id)
      if (!hotel || hotel.version !== store.version(hotel.topic)) stale.push(id)
      else if (hotel.active) found.push(hotel)
    }
    if (stale.length === 0) return found
    for (const part of chunks(stale, HOTELS_AT_ONCE)) {
      const read = await readHotels(store, part)
      // A failover may have lost the creation of a hotel.
      for (const id of part) hotels.delete(id)
      for (const hotel of read) hotels.set(hotel.id, hotel)
      // The first search of a large catalogue must not block other requests.
      if (stale.length > part.length) await nextTurn()
    }
    return ids.map((id) => hotels.get(id)).filter((hotel) => hotel?.active) as CachedHotel[]
  }

  const idsIn = async (cityId: number | null) =>
    (await lists(String(cityId), () => listHotelIds(store, cityId)))!

  async function hotelsIn(cityId: number | null): Promise<readonly CachedHotel[]> {
    const any = store.version(ANY)
    const known = inCity.get(String(cityId))
    if (known?.any === any) return known.hotels
    const read = await hotelsOf(await idsIn(cityId))
    const isSame =
      read.length === known?.hotels.length && read.every((it, at) => it === known.hotels[at])
    const hotels = isSame ? known.hotels : read
    inCity.set(String(cityId), { any, hotels })
    return hotels
  }

  return {
    cities: async () => (await cities('cities', () => listSearchCities(store)))!,
    boards: async () => (await boards('boards', () => listBoards(store)))!,
    hotelsIn,
    hotelsOf,
    holds: (hotel) => hotels.get(hotel.id) === hotel,
    async warm(stopping) {
      await nextTurn()
      const ids = (await idsIn(null)).slice(0, HOTELS_WARMED_MAX)
      for (const part of chunks(ids, HOTELS_AT_ONCE)) {
        if (stopping.aborted) return
        await hotelsOf(part)
        await nextTurn()
      }
    },
  }
}

/** Every city with its number of listed hotels on sale, by folded name and slug ascending. */
export async function listSearchCities({ t, db }: Handle): Promise<SearchCity[]> {
  const { hotel } = t
  const rows = await db.select().from(t.city)
  const counts = await db
    .select({ cityId: hotel.cityId, hotels: count() })
    .from(hotel)
    .where(and(isOnSale(hotel), hotel.isListed))
    .groupBy(hotel.cityId)
  const hotels = new Map(counts.map((row) => [row.cityId, row.hotels]))
  return rows
    .map((city) => ({
      ...readNames(city),
      text: foldText(city.name),
      hotels: hotels.get(city.id) ?? 0,
    }))
    .toSorted((a, b) => (a.text === b.text ? compare(a.slug, b.slug) : compare(a.text, b.text)))
}

/** Ids of the hotels on sale in a city, or in all, ascending. */
export async function listHotelIds({ t, db }: Handle, cityId: number | null): Promise<number[]> {
  const { hotel } = t
  const rows = await db
    .select({ id: hotel.id })
    .from(hotel)
    .where(and(isOnSale(hotel), cityId === null ? undefined : eq(hotel.cityId, cityId)))
    .orderBy(asc(hotel.id))
  return rows.map(({ id }) => id)
}

/** A sandbox is never on sale: its row is inactive. */
const isOnSale = ({ active }: Handle['t']['hotel']) => eq(active, true)

/** Reads hotels. Their versions are taken first, so that a commit in between outdates them at once. */
async function readHotels(store: Store, ids: readonly number[]): Promise<CachedHotel[]> {
  const topics = ids.map(hotelTopic).map((topic) => ({ topic, version: store.version(topic) }))
  const known = new Map(ids.map((id, index) => [id, topics[index]!]))
  const { rows, rooms, rates } = await store.snapshot(async (handle) => {
    const rows = await listSearchHotels(handle, ids)
    const rooms = await listSearchRooms(handle, ids)
    const rated = rows.filter(({ usesRates }) => usesRates).map(({ id }) => id)
    return { rows, rooms, rates: await listActiveRates(handle, rated) }
  })
  return rows.map(({ usesRates: _, ...hotel }) => {
    const { id } = hotel
    const own = { rooms: rooms.get(id)!, rates: rates.get(id) ?? null }
    return {
      ...hotel,
      ...known.get(id)!,
      daysTopic: daysTopic(id),
      rateDaysTopic: rateDaysTopic(id),
      layout: layoutOf(own),
      ...own,
      publicRates: own.rates ? publicRatesOf(own.rooms, own.rates) : [],
    }
  })
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
