import { BLOCK_DAYS, type DayBlock } from '../../domain/sale/day-block.ts'
import type { StayAsk } from '../../domain/sale/search-stay.ts'
import type { Handle } from '../engine/engine.ts'
import { searchTurn } from '../engine/loop-turns.ts'
import { chunks } from '../engine/pace.ts'
import { ANY } from '../engine/versions.ts'
import type { Store } from '../open.ts'
import type { Sized } from './block-cache.ts'
import { readPackedBlocks } from './packed-days.ts'
import type { CachedHotel } from './search-catalog.ts'
import { readRowBlocks } from './search-rows.ts'

// Reads blocks of days for search: packed ones, and from their rows those that are not packed.

/** The state in which the days of a hotel were read: versions, and the hotel's epoch. */
type Head = {
  rooms: CachedHotel['rooms']
  hotelVersion: number
  daysVersion: number
  rateDaysVersion: number
  epoch: number
}

/** A cached block, and the state in which it was read. */
export type CachedBlock = Sized & { days: DayBlock; head: Head }

/** The blocks that a stay needs of hotels without rates and with rates. */
export type BlockAsk = Pick<StayAsk, 'blocks' | 'ratedBlocks'>
/** Blocks by hotel, in order. */
type Blocks = Map<number, DayBlock[]>

/** Days of room types and rates read in one turn of the event loop, some 5 ms. */
const RATE_DAYS_AT_ONCE = 6_000
/** The same of packed blocks. */
const PACKED_DAYS_AT_ONCE = 120_000

/** The blocks that a stay needs of a hotel. */
export const numbersOf = ({ rates }: CachedHotel, { blocks, ratedBlocks }: BlockAsk) =>
  rates ? ratedBlocks : blocks

/** Returns a reader of blocks that are not in memory, which puts them there. */
export function createLoader(
  store: Store,
  cache: {
    epochOf: (hotelId: number) => number
    put: (
      hotel: CachedHotel,
      numbers: readonly number[],
      read: { head: Head; blocks: readonly DayBlock[] },
    ) => void
  },
) {
  /** Notes the versions before the days are read, so that a commit in between outdates the blocks. */
  function begin(hotel: CachedHotel): Head {
    return {
      rooms: hotel.rooms,
      hotelVersion: hotel.version,
      daysVersion: store.version(hotel.daysTopic),
      rateDaysVersion: rateDaysVersion(store, hotel),
      epoch: cache.epochOf(hotel.id),
    }
  }

  /** Reads hotels in batches, one a turn of the event loop. @returns the hotels that `read` has not found */
  async function readAll(
    into: Blocks,
    batches: Iterable<Batch>,
    read: (some: readonly CachedHotel[], numbers: readonly number[]) => Promise<Blocks>,
  ): Promise<CachedHotel[]> {
    const missed: CachedHotel[] = []
    let isFirst = true
    for (const { some, numbers } of batches) {
      if (!isFirst) await searchTurn()
      isFirst = false
      const any = store.version(ANY)
      const heads: Head[] = []
      for (const hotel of some) heads.push(begin(hotel))
      const found = await read(some, numbers)
      const isQuiet = store.version(ANY) === any
      for (let index = 0; index < some.length; index++) {
        const hotel = some[index]!
        const head = heads[index]!
        const blocks = found.get(hotel.id)
        if (!blocks) {
          missed.push(hotel)
          continue
        }
        if (isQuiet || isCurrent(store, hotel, head)) cache.put(hotel, numbers, { head, blocks })
        const before = into.get(hotel.id)
        into.set(hotel.id, before ? [...before, ...blocks] : blocks)
      }
    }
    return missed
  }

  return async (hotels: readonly CachedHotel[], ask: BlockAsk): Promise<Blocks> => {
    const read: Blocks = new Map()
    for (const { some, numbers } of byRates(hotels, ask)) {
      const packed = readBatches(some, numbers, PACKED_DAYS_AT_ONCE, true)
      const missed = await readAll(read, packed, (some, numbers) =>
        store.snapshot((handle) => readPackedBlocks(handle, some, numbers)),
      )
      const rows = readBatches(missed, numbers, some[0]!.rates ? RATE_DAYS_AT_ONCE : Infinity)
      await readAll(read, rows, async (some, numbers) => {
        const ofRows = (handle: Handle) => readRowBlocks(handle, some, numbers)
        const blocks = await (some[0]!.rates ? store.snapshot(ofRows) : ofRows(store))
        return new Map(some.map(({ id }, index) => [id, blocks[index]!]))
      })
    }
    return read
  }
}

/** True unless a commit during the read outdated the blocks: its days were not written into these cells. */
const isCurrent = (store: Store, hotel: CachedHotel, head: Head) =>
  head.daysVersion === store.version(hotel.daysTopic) &&
  head.rateDaysVersion === rateDaysVersion(store, hotel)

type Batch = { some: readonly CachedHotel[]; numbers: readonly number[] }

/** Hotels without rates and those with rates, which need other blocks of a stay; no part is empty. */
const byRates = (hotels: readonly CachedHotel[], { blocks, ratedBlocks }: BlockAsk): Batch[] =>
  [
    { some: hotels.filter(({ rates }) => !rates), numbers: blocks },
    { some: hotels.filter(({ rates }) => rates), numbers: ratedBlocks },
  ].filter(({ some }) => some.length > 0)

/**
 * Splits a read into turns: several hotels with all their blocks, or some blocks of one large hotel.
 *
 * @param isWhole true to leave the blocks of a hotel together, however large it is
 */
function* readBatches(
  hotels: readonly CachedHotel[],
  blocks: readonly number[],
  daysAtOnce: number,
  isWhole = false,
): Generator<Batch> {
  let some: CachedHotel[] = []
  let days = 0
  for (const hotel of hotels) {
    const daysOfBlock = hotel.rooms.length * (1 + (hotel.rates?.length ?? 0)) * BLOCK_DAYS
    const blocksAtOnce = Math.max(1, Math.floor(daysAtOnce / daysOfBlock))
    if (blocks.length > blocksAtOnce && !isWhole) {
      for (const numbers of chunks(blocks, blocksAtOnce)) yield { some: [hotel], numbers }
      continue
    }
    some.push(hotel)
    days += daysOfBlock * blocks.length
    if (days < daysAtOnce) continue
    yield { some, numbers: blocks }
    some = []
    days = 0
  }
  if (some.length > 0) yield { some, numbers: blocks }
}

/** Hotels without rates have no rates' days to watch. */
const rateDaysVersion = (store: Store, { rates, rateDaysTopic }: CachedHotel) =>
  rates ? store.version(rateDaysTopic) : 0
