// Bookings newest first, and what reads the pages of any list of them.

import { and, inArray } from 'drizzle-orm'
import { ROWS_SEARCHED_MAX } from '../../domain/kernel/search-text.ts'
import type { Handle } from '../engine/engine.ts'
import { nextTurn } from '../engine/loop-turns.ts'
import { chunks, readSlices } from '../engine/pace.ts'
import { type BookingPlace, byNewest, comesAfter } from './booking-filter.ts'
import {
  type BookingSearch,
  CANDIDATES_FEW,
  isHit,
  listNewest,
  listOfIds,
  type prepareSearch,
  type SearchRow,
} from './booking-words.ts'

/** A page of a list: at most so many, after a place. */
export type PageOf<Place> = { after?: Place | undefined; limit: number }
/** `stoppedAt`: the page has looked through as many bookings as it may, up to this place. */
export type Stop<Place> = { stoppedAt?: Place | undefined }
/** The places of a page. */
export type Hits<Place> = Stop<Place> & { places: Place[] }

/** Bookings that are read in one turn of the event loop. */
export const SLICE = 500
/** Pages of the newest bookings that are looked through where an index finds many. */
const FIRST_PAGES = 4
type NewestSearch = NonNullable<Awaited<ReturnType<typeof prepareSearch>>> & PageOf<BookingPlace>

/** The newest bookings that a search means, by whichever way reads the fewest. */
export async function findNewest(
  handle: Handle,
  search: NewestSearch,
): Promise<Hits<BookingPlace>> {
  const few = await search.listCandidates(CANDIDATES_FEW)
  if (few) return await searchAmong(handle, few, search)
  const first = await searchFirst(handle, search)
  if (first) return first
  const candidates = await search.listCandidates()
  return candidates
    ? await searchAmong(handle, candidates, search)
    : await searchNewest(handle, search)
}

/** A page out of the newest bookings of a list alone; undefined if they do not fill it. */
async function searchFirst(
  handle: Handle,
  search: BookingSearch & PageOf<BookingPlace>,
): Promise<Hits<BookingPlace> | undefined> {
  const { scope, rest, after, limit } = search
  const read = Math.min(SLICE, FIRST_PAGES * limit)
  const rows = await listNewest(handle, and(scope, comesAfter(handle.t, after)), rest, read)
  const hits = rows.filter((row) => isHit(row, search))
  return hits.length < limit ? undefined : { places: hits.slice(0, limit).map(placeOf) }
}

/** Looks through a list newest first. */
function searchNewest(
  handle: Handle,
  search: BookingSearch & PageOf<BookingPlace>,
): Promise<Hits<BookingPlace>> {
  const { scope, rest, after, limit } = search
  const slices = readSlices<SearchRow>(
    (last) => listNewest(handle, and(scope, comesAfter(handle.t, last ?? after)), rest, SLICE),
    SLICE,
  )
  return collect(slices, { isHit: (row) => isHit(row, search), placeOf, limit })
}

/** Looks through bookings that include every one the search means, newest first. */
export function searchAmong(
  handle: Handle,
  candidates: readonly BookingPlace[],
  search: BookingSearch & PageOf<BookingPlace>,
): Promise<Hits<BookingPlace>> {
  const { scope, rest, after, limit, ofHotel } = search
  const left = candidates.filter((place) => !after || byNewest(after, place) < 0)
  // The scope is not among the conditions: through its index each slice would read the whole list.
  const slices = readByIds(left.sort(byNewest), (ids) =>
    ofHotel === undefined
      ? listNewest(handle, inArray(handle.t.booking.id, ids), and(scope, rest), SLICE)
      : listOfIds(handle, ids, ofHotel),
  )
  return collect(slices, { isHit: (row) => isHit(row, search), placeOf, limit })
}

const placeOf = ({ id, createdAtMs }: SearchRow): BookingPlace => ({ id, createdAtMs })

/** The places of the hits among some rows; ends when there are enough, or when as many rows as one page may read were read. */
export async function collect<Row, Place>(
  slices: AsyncIterable<readonly Row[]>,
  each: { isHit: (row: Row) => boolean; placeOf: (row: Row) => Place; limit: number },
): Promise<Hits<Place>> {
  const places: Place[] = []
  let count = 0
  for await (const rows of slices) {
    for (const row of rows) {
      if (each.isHit(row)) places.push(each.placeOf(row))
      if (places.length === each.limit) return { places }
    }
    count += rows.length
    if (count >= ROWS_SEARCHED_MAX) return { places, stoppedAt: each.placeOf(rows.at(-1)!) }
  }
  return { places }
}

/** Reads bookings by their ids, a slice in each turn of the event loop. */
export async function* readByIds<Row>(
  places: readonly BookingPlace[],
  read: (ids: number[]) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (const part of chunks(places, SLICE)) {
    yield await read(part.map(({ id }) => id))
    await nextTurn()
  }
}
