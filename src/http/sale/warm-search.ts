import { setTimeout as sleep } from 'node:timers/promises'
import { addDays } from '../../domain/kernel/date.ts'
import { nextTurn } from '../../store/engine/loop-turns.ts'
import { chunks } from '../../store/engine/pace.ts'
import type { Context } from '../api/context.ts'
import type { Search } from './hotel-search.ts'
import { readSearch } from './search-query.ts'

/** Days to the check-ins that are priced; each lies in another block of days. */
const DAYS_AHEAD = [1, 9, 17, 25]
const NIGHTS = 2
/** The most hotels that are priced before anybody asks. */
const HOTELS_WARMED_MAX = 500
/** Hotels priced between two turns of the event loop: some 5 ms before the code is compiled, 1 ms after. */
const HOTELS_AT_ONCE = 16
/** The time that the first search after a start has to itself: reading other hotels beside it takes a seventh of it. */
const SEARCH_ALONE_MS = 1_000

/**
 * Creates the warm-up of search after a start. It prices the hotels of the largest cities for stays of the next weeks,
 * in slices beside requests, until somebody searches: their days are in memory then, and what searches run is compiled.
 * The hotels of all other cities are read after that, or a second later if somebody searches already.
 */
export const createSearchWarmUp =
  (context: Context, search: Search) =>
  async (stopping: AbortSignal): Promise<void> => {
    await nextTurn()
    await priceLargest(context, search, () => stopping.aborted || search.isUsed())
    if (search.isUsed())
      await sleep(SEARCH_ALONE_MS, undefined, { signal: stopping }).catch(() => {})
    await context.catalog.warm(stopping)
  }

async function priceLargest(context: Context, search: Search, isOver: () => boolean) {
  if (isOver()) return
  const cities = await search.cities()
  let left = HOTELS_WARMED_MAX
  for (const { id, slug } of cities.toSorted((a, b) => b.hotels - a.hotels)) {
    if (left <= 0 || isOver()) return
    const hotels = (await search.hotelsIn(id)).slice(0, left)
    left -= hotels.length
    for (const days of DAYS_AHEAD) {
      const checkin = addDays(context.today('UTC'), days)
      const query = { city: slug, checkin, checkout: addDays(checkin, NIGHTS), limit: 1 }
      const ask = await readSearch(context, query, { cities, user: undefined })
      for (const some of chunks(hotels, HOTELS_AT_ONCE)) {
        if (isOver()) return
        await search.rank(ask, some, search.keptFor(ask))
        await nextTurn()
      }
    }
  }
}
