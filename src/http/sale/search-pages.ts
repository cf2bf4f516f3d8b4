import { LRUCache } from 'lru-cache'
import { refused } from '../../domain/kernel/errors.ts'
import type { Context } from '../api/context.ts'
import { readCursor, writeCursor } from '../api/cursor.ts'
import type { Search, SearchRequest } from './hotel-search.ts'
import { type Found, firstOf, foundFrom, type Hit } from './search-hit.ts'

/** A page of a search (from a cached order) and the cursor of the next one; null after the last. */
export type SearchPage = { hits: readonly Hit[]; nextCursor: string | null }

/** Reads a page of a search. */
export type SearchPages = ReturnType<typeof createSearchPages>

/** A cached order: hotel ids, and the sort key of the last hotel of each page of the first page's size. */
type Order = { ids: Int32Array; pageSize: number; keys: Float64Array; groups: Group[] }

/** A group of hotels in an order, and the index after its last. */
type Group = { name: string; end: number }

/** Start of a page: an offset in a cached order, or else the sort key of the hotel before. */
type Place = { orderName: string; offset: number; group: string; key: number; id: number }

/** Lifetime of a cached order after its last use. */
const ORDER_KEPT_MS = 10 * 60 * 1_000
const ORDER_OVERHEAD_BYTES = 300

/**
 * Creates the paging of searches, which neither repeats nor skips a hotel while stock and prices change: the order of
 * the first page is cached, and later pages follow it with present prices. Without the cached order (evicted, or after
 * a restart) a page continues after the sort key of the last hotel shown.
 */
export function createSearchPages(
  search: Search,
  { nowMs, caches }: Pick<Context, 'nowMs' | 'caches'>,
) {
  const share = caches.share('search_orders')
  const orders = new LRUCache<string, Order>({
    maxSize: share.maxBytes,
    sizeCalculation: ({ ids, keys }) => ids.byteLength + keys.byteLength + ORDER_OVERHEAD_BYTES,
    ttl: ORDER_KEPT_MS,
    updateAgeOnGet: true,
    ttlResolution: 0,
    perf: { now: nowMs },
  })
  share.watch(() => orders.calculatedSize)
  /** The orders of lists that were found: between two changes the same one is found again and again. */
  const begun = new WeakMap<object, { orderName: string; order: Order }>()

  /** @throws AppError `validation_failed` for a cursor of another search */
  return async (
    ask: SearchRequest,
    limit: number,
    cursor: string | undefined,
  ): Promise<SearchPage> => {
    if (cursor === undefined) return beginOrder(ask, await search.find(ask), limit)
    const place = readPlace(nameOf(ask), cursor)
    const order = orders.get(place.orderName)
    if (order) return await goOn(ask, order, place, limit)
    const found = await search.find(ask)
    let passed = 0
    while (passed < found.length && !isAfter(found, passed, place)) passed++
    return beginOrder(ask, foundFrom(found, passed), limit)
  }

  function beginOrder(ask: SearchRequest, found: Found, limit: number): SearchPage {
    const hits = firstOf(found, limit)
    if (found.length <= limit) return { hits, nextCursor: null }
    const known = begun.get(found.list)
    const { orderName, order } =
      known?.order.pageSize === limit ? known : nameOrder(ask, found, limit)
    orders.set(orderName, order)
    return { hits, nextCursor: cursorAt(orderName, order, limit) }
  }

  function nameOrder(ask: SearchRequest, found: Found, limit: number) {
    const order = orderOf(found, limit)
    // Named by its content, so that equal orders of the same search are cached once.
    const orderName = `${nameOf(ask)}-${Bun.hash(order.ids).toString(36)}-${limit}`
    const named = { orderName, order }
    begun.set(found.list, named)
    return named
  }

  async function goOn(
    ask: SearchRequest,
    order: Order,
    { orderName, offset }: Place,
    limit: number,
  ): Promise<SearchPage> {
    const end = offset + limit
    const hits = await search.show(ask, [...order.ids.subarray(offset, end)])
    return { hits, nextCursor: end < order.ids.length ? cursorAt(orderName, order, end) : null }
  }
}

/** Returns the name of a search; a cursor is valid for that search alone. */
const nameOf = (ask: SearchRequest) => Bun.hash(JSON.stringify(ask)).toString(36)

function isAfter({ groupAt, keyAt, hotelAt }: Found, index: number, place: Place): boolean {
  const [group, key] = [groupAt(index), keyAt(index)]
  if (group !== place.group) return group > place.group
  return key > place.key || (key === place.key && hotelAt(index).id > place.id)
}

/**
 * Returns the order of sorted hits, with their groups: one per currency, or one in all. Filling arrays by `from` takes
 * five times as long.
 */
function orderOf(found: Found, pageSize: number): Order {
  const ids = new Int32Array(found.length)
  const keys = new Float64Array(Math.floor(found.length / pageSize))
  const groups: Group[] = []
  let last: Group | undefined
  for (let index = 0; index < found.length; index++) {
    const group = found.groupAt(index)
    ids[index] = found.hotelAt(index).id
    if (last?.name !== group) {
      last = { name: group, end: 0 }
      groups.push(last)
    }
    last.end = index + 1
  }
  for (let page = 0; page < keys.length; page++) keys[page] = found.keyAt((page + 1) * pageSize - 1)
  return { ids, pageSize, keys, groups }
}

/**
 * Returns the cursor of an offset. It names the last hotel before it at the end of a page of the first page's size: after
 * a page of another size, one without the cached order repeats hotels rather than skip any.
 */
function cursorAt(
  orderName: string,
  { ids, pageSize, keys, groups }: Order,
  offset: number,
): string {
  // A cursor that was tampered with may be on the first page.
  const pages = Math.max(1, Math.floor(offset / pageSize))
  const last = pages * pageSize - 1
  const { name } = groups.find(({ end }) => last < end)!
  return writeCursor([orderName, offset, name, keys[pages - 1]!, ids[last]!])
}

function readPlace(name: string, cursor: string): Place {
  const [orderName, offset, group, key, id] = readCursor(cursor, 5)
  const isOurs =
    typeof orderName === 'string' &&
    orderName.startsWith(`${name}-`) &&
    typeof group === 'string' &&
    typeof key === 'number' &&
    typeof id === 'number' &&
    Number.isSafeInteger(offset) &&
    Number(offset) > 0
  if (isOurs) return { orderName, offset: Number(offset), group, key, id }
  throw refused('?cursor', 'invalid_cursor', 'This is not a cursor of this search.')
}
