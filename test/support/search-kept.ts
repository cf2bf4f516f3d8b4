import { Database } from 'bun:sqlite'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { partsOf } from '../../src/domain/sale/day-block.ts'
import {
  insertBoards,
  insertCity,
  insertHotel,
  insertRoomType,
} from '../../src/store/catalog/catalog.ts'
import { upsertDays } from '../../src/store/days/availability.ts'
import type { Store } from '../../src/store/open.ts'
import { hotelRow } from './catalog.ts'
import { room } from './service.ts'
import { change, date } from './store.ts'

/** The first city, that of the hotels of these tests. */
export const HERE = 1
/** Three nights. */
export const STAY = { checkin: date('2027-04-01'), checkout: date('2027-04-04') }
/** Where its nights lie. */
export const parts = partsOf(STAY)
const NUMBERS = parts.map(({ block }) => block)
/** The blocks of days that a search of these nights reads. */
export const BLOCKS = { blocks: NUMBERS, ratedBlocks: NUMBERS }

/** Makes some hotels with one room type and one day each. @returns their ids */
export async function addHotels(store: Store, cityId: number, count: number): Promise<number[]> {
  return await store.tx(async (tx) => {
    const ids: number[] = []
    for (let index = 0; index < count; index++) {
      const slug = `c${cityId}-${crypto.randomUUID()}`
      const id = await insertHotel(tx, hotelRow({ cityId, slug, stars: 3, lat: 0, lng: 0 }))
      await insertRoomType(tx, id, room({ roomCode: 'DBL' }))
      await upsertDays(tx, id, [change('DBL', STAY.checkin, { available: id })])
      ids.push(id)
    }
    return ids
  })
}

/** Makes two cities. */
export const addCities = (store: Store) =>
  store.tx(async (tx) => {
    await insertBoards(tx, [{ code: 'RO', name: 'Room only' }])
    for (const slug of ['here', 'there']) await insertCity(tx, { slug, name: slug, country: 'TR' })
  })

/** Opens a store that counts its queries and its look-ups of versions. */
export function countQueries(file: string, store: Store) {
  const client = new Database(file, { readonly: true })
  const seen = { queries: [] as string[], versions: 0 }
  const logger = { logQuery: (query: string) => void seen.queries.push(query) }
  const version = (topic: string) => {
    seen.versions++
    return store.version(topic)
  }
  const handle = { t: store.t, dialect: store.dialect, db: drizzle({ client, logger }) }
  const snapshot: Store['snapshot'] = (read) => read(handle)
  const watchedStore: Store = { ...store, ...handle, snapshot, version }
  const reset = () => {
    seen.queries = []
    seen.versions = 0
  }
  return { store: watchedStore, seen, reset, close: () => client.close() }
}

/** A share of so many bytes. */
export const shareOf = (maxBytes: number) => ({ maxBytes, watch: () => {} })

/** A handle whose queries wait, before and after they are run, for what else happens then. */
export function slowDown<T extends object>(target: T, pause: () => Promise<unknown>): T {
  const run = async (query: () => unknown) => {
    await pause()
    const rows = await query()
    await pause()
    return rows
  }
  return new Proxy(target, {
    get(_, name) {
      const member: unknown = Reflect.get(target, name, target)
      if (typeof member !== 'function') return member
      const call = (...given: unknown[]) => Reflect.apply(member, target, given)
      if (name === 'then')
        return (resolve: () => void, reject: () => void) =>
          run(() => new Promise((...settle) => call(...settle))).then(resolve, reject)
      if (name === 'values') return (...given: unknown[]) => run(() => call(...given))
      return (...given: unknown[]) => slowDown(call(...given), pause)
    },
  })
}
