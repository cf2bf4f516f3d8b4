import { LRUCache } from 'lru-cache'
import { type OwnLeft, ownLeftOf } from '../../domain/agencies/allotment.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import { ownCounts, takeableCounts, type Viewer } from '../../domain/sale/aside-block.ts'
import {
  BLOCK_DAYS,
  type DayBlock,
  datesOfBlock,
  placeOfDate,
} from '../../domain/sale/day-block.ts'
import type { StayAsk } from '../../domain/sale/search-stay.ts'
import { listAllotments } from '../agencies/allotments.ts'
import { nextTurn } from '../engine/loop-turns.ts'
import { chunks } from '../engine/pace.ts'
import type { Store } from '../open.ts'
import type { CachedHotel } from './search-catalog.ts'
import type { createDayBlocks } from './search-days.ts'

// Cache of what hotels set aside for agencies, for search. A hotel without allotments costs it nothing.

/** A block's rooms set aside, at the versions and on the day (of the hotel) of their reading, and counts by viewer. */
type CachedAside = {
  hotelVersion: number
  daysVersion: number
  today: CalendarDate
  cells: Map<number, OwnLeft[]>
  counts: Map<Viewer, Counts>
}

/** The members of a block as a viewer sees them. */
type Counts = Pick<DayBlock, 'available' | 'own'>

type BlockAsk = Pick<StayAsk, 'blocks' | 'ratedBlocks'>

/** Blocks of all hotels with what is set aside on them. */
const ASIDES_MAX = 20_000
/** More blocks than the calendar has; a cache key is hotel × this + block. */
const BLOCKS_MAX = 1_000_000
/** Viewers whose counts of one block are cached. */
const VIEWERS_MAX = 20
/** Hotels whose allotments are read in one turn of the event loop. */
const HOTELS_AT_ONCE = 20

type Today = (timezone: string) => CalendarDate

/**
 * Creates the view of cached days for somebody who may not take all rooms that are left: counts are the rooms that the
 * viewer may take.
 *
 * @returns a reader like that of `createDayBlocks`
 */
export function createTakeableBlocks(
  store: Store,
  today: Today,
  blocksOf: ReturnType<typeof createDayBlocks>,
) {
  const cache = createAsideCache(store, today)
  return async (
    hotels: readonly CachedHotel[],
    ask: BlockAsk,
    viewer: Viewer,
  ): Promise<readonly DayBlock[][]> => {
    const some = hotels.filter(({ usesAllotments }) => usesAllotments)
    if (some.length === 0) return await blocksOf(hotels, ask)
    await cache.refresh(some, ask)
    const blocks = await blocksOf(hotels, ask)
    for (const [index, hotel] of hotels.entries()) {
      if (!hotel.usesAllotments) continue
      const numbers = numbersOf(hotel, ask)
      blocks[index] = blocks[index]!.map((block, at) =>
        viewOf(block, cache.find(hotel, numbers[at]!), viewer),
      )
    }
    return blocks
  }
}

function viewOf(block: DayBlock, aside: CachedAside | undefined, viewer: Viewer): DayBlock {
  if (!aside || aside.cells.size === 0) return block
  const known = aside.counts.get(viewer)
  const counts = known ?? countsFor(block, aside, viewer)
  if (!known && aside.counts.size < VIEWERS_MAX) aside.counts.set(viewer, counts)
  return { ...block, ...counts }
}

function countsFor(block: DayBlock, { cells }: CachedAside, viewer: Viewer): Counts {
  const available = takeableCounts(block, cells, viewer)
  return viewer === null
    ? { available }
    : { available, own: ownCounts(cells, viewer, available.length) }
}

const numbersOf = ({ rates }: CachedHotel, { blocks, ratedBlocks }: BlockAsk) =>
  rates ? ratedBlocks : blocks

/**
 * Creates the cache of rooms set aside. What is kept of a hotel is good until a change of its days or allotments, or
 * until its midnight, at which allotments are released.
 */
function createAsideCache(store: Store, today: Today) {
  // By size: with `max` it would make lists of so many places when the service starts.
  const kept = new LRUCache<number, CachedAside>({ maxSize: ASIDES_MAX, sizeCalculation: () => 1 })
  const nameOf = ({ id }: CachedHotel, number: number) => id * BLOCKS_MAX + number
  const find = (hotel: CachedHotel, number: number) => kept.get(nameOf(hotel, number))
  const isCurrent = (hotel: CachedHotel, aside: CachedAside | undefined, date: CalendarDate) =>
    aside?.hotelVersion === hotel.version &&
    aside.daysVersion === store.version(hotel.daysTopic) &&
    aside.today === date

  /** Notes the versions before the allotments are read: a commit in between outdates them. */
  function begin(hotel: CachedHotel, numbers: readonly number[]) {
    const versions = { hotelVersion: hotel.version, daysVersion: store.version(hotel.daysTopic) }
    const head = { ...versions, today: today(hotel.timezone) }
    const empty = (): CachedAside => ({ ...head, cells: new Map(), counts: new Map() })
    return { hotel, blocks: new Map(numbers.map((number) => [number, empty()])) }
  }

  async function load(hotels: readonly CachedHotel[], numbers: readonly number[]): Promise<void> {
    const read = new Map(hotels.map((hotel) => [hotel.id, begin(hotel, numbers)]))
    const dates = numbers.flatMap(datesOfBlock)
    const range = { from: dates[0]!, to: dates.at(-1)! }
    for (const row of await listAllotments(store, { hotelIds: [...read.keys()], ...range })) {
      const { hotel, blocks } = read.get(row.hotelId)!
      const room = hotel.rooms.findIndex(({ roomCode }) => roomCode === row.roomCode)
      const { block, day } = placeOfDate(row.date)
      const aside = blocks.get(block)
      const own = aside && ownLeftOf(row, aside.today)
      if (room < 0 || !own || own.rooms === 0) continue
      const cell = room * BLOCK_DAYS + day
      aside.cells.set(cell, [...(aside.cells.get(cell) ?? []), own])
    }
    for (const [, { hotel, blocks }] of read)
      for (const [number, aside] of blocks) kept.set(nameOf(hotel, number), aside)
  }

  /** Reads what is set aside at those of the hotels of which nothing current is kept. */
  async function refresh(hotels: readonly CachedHotel[], ask: BlockAsk): Promise<void> {
    // Working out a date takes longer than all the rest of a hotel.
    const dates = new Map<string, CalendarDate>()
    const todayAt = ({ timezone }: CachedHotel): CalendarDate => {
      const date = dates.get(timezone) ?? today(timezone)
      dates.set(timezone, date)
      return date
    }
    const stale = hotels.filter((hotel) =>
      numbersOf(hotel, ask).some(
        (number) => !isCurrent(hotel, find(hotel, number), todayAt(hotel)),
      ),
    )
    for (const part of chunks(stale, HOTELS_AT_ONCE)) {
      await load(part, ask.ratedBlocks)
      await nextTurn()
    }
  }

  return { find, refresh }
}
