import { expect } from 'bun:test'
import { addDays } from '../../src/domain/kernel/date.ts'
import { allNumbers, type CellNumbers } from '../../src/domain/sale/cell-numbers.ts'
import { type DayBlock, placeOfDate, priceAt } from '../../src/domain/sale/day-block.ts'
import { createPackPass } from '../../src/service/days/pack-days.ts'
import type { Store } from '../../src/store/open.ts'
import { readPackedBlocks } from '../../src/store/sale/packed-days.ts'
import { createSearchCatalog } from '../../src/store/sale/search-catalog.ts'
import { readRowBlocks } from '../../src/store/sale/search-rows.ts'
import { date } from './store.ts'

/** Packs the days of all hotels from a day on, without a rest. */
export const packAll = (store: Store, today: string, pass = createPackPass(0)): Promise<void> =>
  pass({ store, today: () => date(today) }, new AbortController().signal)

/**
 * Compares every packed block of the days after a day, on which search would rely, with the rows of its days, both as
 * of one moment.
 *
 * @returns the number of packed blocks that are true, and of all of them
 */
export async function comparePacked(
  store: Store,
  today: string,
  days = 40,
): Promise<{ packed: number; all: number }> {
  const hotels = await createSearchCatalog(store).hotelsIn(null)
  const first = placeOfDate(date(today)).block
  const last = placeOfDate(addDays(date(today), days)).block
  const counts = { packed: 0, all: 0 }
  for (let block = first; block <= last; block++)
    for (const hotel of hotels) {
      const [packed, rows] = await store.snapshot(async (handle) => [
        (await readPackedBlocks(handle, [hotel], [block])).get(hotel.id),
        (await readRowBlocks(handle, [hotel], [block]))[0]!,
      ])
      counts.all++
      if (!packed) continue
      counts.packed++
      expect({ hotel: hotel.slug, block, days: packed.map(plainBlock) }).toEqual({
        ...{ hotel: hotel.slug, block },
        days: rows.map(plainBlock),
      })
    }
  return counts
}

/** What a block says, whatever the form of its arrays: restrictions that are all unset say the same as none. */
export function plainBlock(block: DayBlock) {
  const { prices, available, rates } = block
  const listOf = (numbers: CellNumbers | null) => {
    const all = numbers ? [...allNumbers(numbers)] : []
    return all.some((it) => it !== 0) ? all : null
  }
  const cells = [...prices.keys()]
  return {
    prices: [...prices],
    available,
    rates: rates && {
      of: rates.of,
      prices: rates.of.map((_, rate) => cells.map((cell) => priceAt(block, rate, cell))),
      words: listOf(rates.words),
      aheads: listOf(rates.aheads),
    },
  }
}
