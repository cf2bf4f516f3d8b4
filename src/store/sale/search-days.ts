import { LRUCache } from 'lru-cache'
import type { NightPlace } from '../../domain/kernel/availability.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import {
  BLOCK_DAYS,
  bytesOf,
  type DayBlock,
  datesOfBlock,
  emptyBlock,
  fillCell,
  fillRateCell,
  placeOfDate,
} from '../../domain/sale/day-block.ts'
import type { StayAsk } from '../../domain/sale/search-stay.ts'
import type { Share } from '../engine/cache-budget.ts'
import { chunks, nextTurn } from '../engine/pace.ts'
import type { Store } from '../open.ts'
import type { CachedHotel } from './search-catalog.ts'
import { rateDayOf } from './search-rate-days.ts'
import { listSearchRows } from './search-rows.ts'

// LRU cache of days and rates for search.

/**
 * A cached block with its room types and rates, the versions of all three, and the hotel's epoch at the time of
 * reading.
 */
type CachedBlock = DayBlock & {
  rooms: CachedHotel['rooms']
  hotelVersion: number
  daysVersion: number
  rateDaysVersion: number
  epoch: number
}

/** Memory of a block in addition to its cells. */
const BLOCK_OVERHEAD_BYTES = 260
/** Changed days that are written into cached cells one by one; above that a hotel's blocks are read again. */
const CHANGES_APPLIED_MAX = 1_000
/** More blocks than the calendar has; a cache key is hotel × this + block. */
const BLOCKS_MAX = 1_000_000
/** Days of room types and rates read in one turn of the event loop, some 5 ms. */
const RATE_DAYS_AT_ONCE = 6_000

/**
 * Creates an LRU cache of hotels' days. A commit updates the cells of its days; a block is invalidated by a change of
 * its hotel's room types or rates, or of very many days at once. Pricing three nights in 500 hotels takes 0.2 ms from
 * memory, 3 to 40 ms by the SQL join.
 *
 * @returns a reader of the blocks that price a stay, in the order of hotels and blocks. It loads missing or outdated
 *   blocks with one query; with rates it needs three for each group of hotels, or of one hotel's blocks
 */
export function createDayBlocks(store: Store, share: Share) {
  const cache = createBlockCache(share)
  // Another process changed an unknown part of the hotel.
  store.subscribeHotels(cache.dropAll)
  store.subscribeDays(({ hotelId, changes }) =>
    cache.apply(hotelId, changes, (block, cell, { after }) => fillCell(block, cell, after)),
  )
  store.subscribeRateDays(({ hotelId, rows }) =>
    cache.apply(hotelId, rows, (block, cell, row, key) => {
      const rate = block.rates?.of.findIndex(({ rateCode }) => rateCode === row.rateCode) ?? -1
      if (rate >= 0 && fillRateCell(block, rate, cell, row)) cache.measure(key, block)
    }),
  )

  return async (
    hotels: readonly CachedHotel[],
    { blocks, ratedBlocks }: Pick<StayAsk, 'blocks' | 'ratedBlocks'>,
  ): Promise<DayBlock[][]> => {
    const found = hotels.map((hotel) => cache.blocksOf(hotel, hotel.rates ? ratedBlocks : blocks))
    const missing = hotels.filter((_, index) => !found[index])
    if (missing.length === 0) return found as DayBlock[][]
    const read = new Map<number, CachedBlock[]>()
    const load = async (some: readonly CachedHotel[], numbers: readonly number[]) => {
      if (read.size > 0) await nextTurn()
      const loaded = await readBlocks(store, cache.epochOf, some, numbers)
      for (const [index, hotel] of some.entries()) {
        const before = read.get(hotel.id) ?? []
        const own = loaded[index]!
        if (isCurrent(store, hotel, own)) cache.put(hotel, numbers, own)
        read.set(hotel.id, [...before, ...own])
      }
    }
    const plain = missing.filter(({ rates }) => !rates)
    if (plain.length > 0) await load(plain, blocks)
    const rated = missing.filter(({ rates }) => rates)
    for (const { some, numbers } of readBatches(rated, ratedBlocks)) await load(some, numbers)
    return hotels.map(({ id }, index) => found[index] ?? read.get(id)!)
  }
}

/** The cached blocks of all hotels, by hotel and number of the block. */
function createBlockCache(share: Share) {
  const cache = new LRUCache<number, CachedBlock>({
    maxSize: share.maxBytes,
    sizeCalculation: (block) => bytesOf(block) + BLOCK_OVERHEAD_BYTES,
  })
  share.watch(() => cache.calculatedSize)
  /** Number of times that all blocks of a hotel were dropped. */
  const epochs = new Map<number, number>()
  const epochOf = (hotelId: number) => epochs.get(hotelId) ?? 0
  const dropAll = (hotelId: number) => void epochs.set(hotelId, epochOf(hotelId) + 1)
  return {
    epochOf,
    dropAll,
    /** Writes each change into its cell, if its block is cached. */
    apply<Place extends NightPlace>(
      hotelId: number,
      changes: readonly Place[],
      put: (block: CachedBlock, cell: number, change: Place, key: number) => void,
    ): void {
      if (changes.length > CHANGES_APPLIED_MAX) {
        dropAll(hotelId)
        return
      }
      for (const change of changes) {
        const { block: number, day } = placeOfDate(change.date)
        const key = hotelId * BLOCKS_MAX + number
        const block = cache.peek(key)
        const room = block ? block.rooms.findIndex((it) => it.roomCode === change.roomCode) : -1
        if (block && room >= 0) put(block, room * BLOCK_DAYS + day, change, key)
      }
    },
    /** Measures a block that has grown: the cache measures an entry only when it is new. */
    measure(key: number, block: CachedBlock): void {
      cache.delete(key)
      cache.set(key, block)
    },
    /** All cached blocks of a hotel; undefined if one is missing or outdated. */
    blocksOf(hotel: CachedHotel, blocks: readonly number[]): DayBlock[] | undefined {
      const epoch = epochOf(hotel.id)
      const found: DayBlock[] = []
      for (const number of blocks) {
        const block = cache.get(hotel.id * BLOCKS_MAX + number)
        if (block?.epoch !== epoch || block.hotelVersion !== hotel.version) return
        found.push(block)
      }
      return found
    },
    put(hotel: CachedHotel, blocks: readonly number[], read: readonly CachedBlock[]): void {
      for (const [at, number] of blocks.entries())
        cache.set(hotel.id * BLOCKS_MAX + number, read[at]!)
    },
  }
}

/** True unless a commit during the read outdated the blocks: its days were not written into these cells. */
const isCurrent = (store: Store, hotel: CachedHotel, [first]: readonly CachedBlock[]) =>
  first?.daysVersion === store.version(hotel.daysTopic) &&
  first.rateDaysVersion === rateDaysVersion(store, hotel)

/** Splits a read into turns: several hotels with all their blocks, or some blocks of one large hotel. */
function* readBatches(
  hotels: readonly CachedHotel[],
  blocks: readonly number[],
): Generator<{ some: CachedHotel[]; numbers: readonly number[] }> {
  let some: CachedHotel[] = []
  let days = 0
  for (const hotel of hotels) {
    const daysOfBlock = hotel.rooms.length * (1 + hotel.rates!.length) * BLOCK_DAYS
    const blocksAtOnce = Math.max(1, Math.floor(RATE_DAYS_AT_ONCE / daysOfBlock))
    if (blocks.length > blocksAtOnce) {
      for (const numbers of chunks(blocks, blocksAtOnce)) yield { some: [hotel], numbers }
      continue
    }
    some.push(hotel)
    days += daysOfBlock * blocks.length
    if (days < RATE_DAYS_AT_ONCE) continue
    yield { some, numbers: blocks }
    some = []
    days = 0
  }
  if (some.length > 0) yield { some, numbers: blocks }
}

/** Hotels without rates have no rates' days to watch. */
const rateDaysVersion = (store: Store, { rates, rateDaysTopic }: CachedHotel) =>
  rates ? store.version(rateDaysTopic) : 0

/**
 * Reads consecutive blocks for each hotel in order; either all hotels have rates, or none has. Versions are taken
 * before the days are read, so that a commit in between outdates the blocks.
 */
async function readBlocks(
  store: Store,
  epochOf: (hotelId: number) => number,
  hotels: readonly CachedHotel[],
  blocks: readonly number[],
): Promise<CachedBlock[][]> {
  const read = hotels.map((hotel) => {
    const { id, rooms, rates, daysTopic, version: hotelVersion } = hotel
    const versions = { hotelVersion, daysVersion: store.version(daysTopic), epoch: epochOf(id) }
    const known = { rooms, ...versions, rateDaysVersion: rateDaysVersion(store, hotel) }
    return blocks.map(() => ({ ...emptyBlock(rooms.length, rates), ...known }))
  })
  const own = new Map(hotels.map(({ id }, index) => [id, read[index]!]))
  const dates = blocks.flatMap(datesOfBlock)
  const dayOf = new Map(dates.map((date, day) => [date, day]))
  const ids = hotels.map(({ id }) => id)
  const range = { from: dates[0]!, to: dates.at(-1)! }
  /** The block and cell of a day; undefined if the room type was activated after its hotel was read. */
  const placeOf = (hotelId: number, roomCode: string, date: CalendarDate) => {
    const blocks = own.get(hotelId)!
    const room = blocks[0]!.rooms.findIndex((each) => each.roomCode === roomCode)
    const day = dayOf.get(date)!
    const block = blocks[Math.floor(day / BLOCK_DAYS)]!
    return room < 0 ? undefined : { block, cell: room * BLOCK_DAYS + (day % BLOCK_DAYS) }
  }
  const [days, rateDays] = await listSearchRows(store, ids, {
    ...range,
    hasRates: !!hotels[0]?.rates,
  })
  for (const row of days) {
    const [hotelId, roomCode, date, available, priceCents, closed] = row
    const place = placeOf(hotelId, roomCode, date)
    if (place) fillCell(place.block, place.cell, { available, priceCents, closed: Boolean(closed) })
  }
  for (const row of rateDays) {
    const [hotelId, roomCode, rateCode, date] = row
    const place = placeOf(hotelId, roomCode, date)
    if (!place) continue
    const rate = place.block.rates!.of.findIndex((each) => each.rateCode === rateCode)
    if (rate >= 0) fillRateCell(place.block, rate, place.cell, rateDayOf(row))
  }
  return read
}
