import { and, asc, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { isFoundBy, searchWords } from '../../domain/bookings/booking-words.ts'
import { roomWordOf } from '../../domain/bookings/desk.ts'
import type { Handle } from '../engine/engine.ts'
import { preparedLists, preparedShapes } from '../engine/prepared.ts'
import {
  type BookingFilter,
  type BookingOwner,
  type BookingPlace,
  comesAfter,
  conditionsOf,
  indexRangesOf,
  meetsColumn,
} from './booking-filter.ts'
import { CANDIDATES_MAX, gather, listOfCode, listUnindexed, SLICE } from './candidates.ts'
import { listRange } from './index-ranges.ts'
import { wordColumns } from './word-index.ts'

/** Sorts behind every word, byte by byte. */
const LAST = '\u{10ffff}'
/** An index that holds fewer is the quickest way to a page of a list. */
export const CANDIDATES_FEW = SLICE
/** Words of a search that are looked up: the longest ones. */
const WORDS_LOOKED_UP_MAX = 8

/** A search: the filter's conditions on each booking, and words that it must have unless it is among `found`. */
export type BookingSearch = ReturnType<typeof conditionsOf> & {
  words: readonly string[]
  found?: ReadonlySet<number>
  /** The hotel, if the filter has no other condition. */
  ofHotel?: number | undefined
}

/** A place in the index of words. */
type WordPlace = BookingPlace & { word: string }

/** A filter as a search, and what lists the bookings that an index finds for it; undefined when its text holds no word. */
export async function prepareSearch(handle: Handle, filter: BookingFilter) {
  const words = filter.q === undefined ? [] : searchWords(filter.q)
  if (words.length === 0 && filter.q !== undefined) return undefined
  const inRoom = await listOfRoom(handle, filter)
  const found = new Set(inRoom.map(({ id }) => id))
  const { hotelId, agencyId, userId } = filter
  const conditions = conditionsOf(handle.t, filter)
  const isPlain = !conditions.rest && agencyId === undefined && userId === undefined
  return {
    ...{ ...conditions, words, found, ofHotel: isPlain ? hotelId : undefined },
    /** @param most undefined if each index has as many places */
    listCandidates: (most = CANDIDATES_MAX) =>
      listCandidates(handle, filter, { words, found: inRoom, most }),
  }
}

/** True if a search matches a booking. */
export const isHit = (
  row: Pick<SearchRow, 'id' | 'code' | 'groupCode' | 'guest' | 'isMeant'>,
  { words, found }: BookingSearch,
) => row.isMeant && (found?.has(row.id) || isFoundBy(row, words))

/**
 * Bookings that one index finds and that include every one a filter means: those with one of the words, in the range of
 * dates, not acknowledged, or not proven. The index with the fewest of them is taken.
 *
 * @param search `words`: folded beginnings of words, the longest first; `found`: bookings that the search finds by
 *   something other than their words
 * @returns each once, unsorted; undefined when each index finds `most` of them or more
 */
async function listCandidates(
  handle: Handle,
  filter: BookingFilter,
  {
    words,
    found,
    most,
  }: { words: readonly string[]; found: readonly BookingPlace[]; most: number },
): Promise<BookingPlace[] | undefined> {
  const reads: (() => Promise<BookingPlace[] | undefined>)[] = []
  // The order matters: a booking that is indexed between the two reads is then found twice, and never missed.
  const unindexed = words.length > 0 ? await listUnindexed(handle) : undefined
  const ofCode = unindexed || words.length !== 1 ? [] : await listOfCode(handle, filter)
  // Codes are drawn at random, so that no other word begins with one.
  if (ofCode.length > 0) reads.push(async () => [...ofCode, ...found])
  if (unindexed)
    for (const word of words.slice(0, WORDS_LOOKED_UP_MAX))
      reads.push(async () => {
        const places = await listAllOfWord(handle, filter, word, most)
        return places && [...places, ...unindexed, ...found]
      })
  for (const range of indexRangesOf(handle.t, filter))
    reads.push(() => listRange(handle, range, most))
  let fewest: BookingPlace[] | undefined
  for (const read of reads) {
    const places = await read()
    if (places && places.length < (fewest?.length ?? Number.POSITIVE_INFINITY)) fewest = places
    if (fewest && fewest.length < SLICE) break
  }
  return fewest && [...new Map(fewest.map((place) => [place.id, place])).values()]
}

/** Bookings of a hotel whose room numbers begin as the search does; empty unless the filter says `byRoom`, or if they are too many. */
async function listOfRoom(handle: Handle, filter: BookingFilter): Promise<BookingPlace[]> {
  const { q, byRoom = false, hotelId } = filter
  const word = byRoom && hotelId !== undefined ? roomWordOf(q ?? '') : undefined
  return (word && (await listAllOfWord(handle, { hotelId }, word))) || []
}

const listAllOfWord = (handle: Handle, owner: BookingOwner, word: string, most?: number) =>
  gather<WordPlace>((after, limit) => listWord(handle, owner, word, { after, limit }), most)

/** Bookings of an owner with a word that begins so, in the order of the index, after one of its places. */
export async function listWord(
  handle: Handle,
  { hotelId, agencyId }: BookingOwner,
  prefix: string,
  { after, limit }: { after: WordPlace | undefined; limit: number },
): Promise<WordPlace[]> {
  const owner = hotelId !== undefined ? 'hotel' : agencyId == null ? 'anyone' : 'agency'
  const select = selectWord(handle, { owner, isAfter: after !== undefined })
  const range = { word: after?.word ?? prefix, id: after?.id, end: prefix + LAST }
  return await select.execute({ hotelId, agencyId, ...range, limit })
}

const { placeholder } = sql

// Building the statements of a search took half of one that finds two bookings, here and below.
const selectWord = preparedShapes(
  (
    { t: { bookingWord }, db },
    { owner, isAfter }: { owner: 'hotel' | 'agency' | 'anyone'; isAfter: boolean },
  ) => {
    const { word, bookingId: id, createdAtMs, hotelId, agencyId } = bookingWord
    const isOwners = {
      hotel: eq(hotelId, placeholder('hotelId')),
      agency: eq(agencyId, placeholder('agencyId')),
      anyone: undefined,
    }
    return db
      .select({ word, id, createdAtMs })
      .from(bookingWord)
      .where(
        and(
          isOwners[owner],
          isAfter
            ? sql`(${word}, ${id}) > (${placeholder('word')}, ${placeholder('id')})`
            : gte(word, placeholder('word')),
          lt(word, placeholder('end')),
        ),
      )
      .orderBy(asc(word), asc(id))
      .limit(placeholder('limit'))
      .prepare()
  },
)

/** The places of a whole list; undefined when there are too many. */
export const listOfScope = ({ t, db }: Handle, scope: SQL | undefined) =>
  gather<BookingPlace>((after, limit) =>
    db
      .select({ id: t.booking.id, createdAtMs: t.booking.createdAtMs })
      .from(t.booking)
      .where(and(scope, comesAfter(t, after)))
      .orderBy(desc(t.booking.createdAtMs), desc(t.booking.id))
      .limit(limit),
  )

export type SearchRow = Awaited<ReturnType<typeof listNewest>>[number]

/** Bookings newest first, with their words. @param rest the conditions that `isMeant` tells of */
export async function listNewest(
  { t, db }: Handle,
  where: SQL | undefined,
  rest: SQL | undefined,
  limit: number,
) {
  const { id, createdAtMs } = t.booking
  return await db
    .select({ ...wordColumns(t.booking), isMeant: meetsColumn(rest) })
    .from(t.booking)
    .where(where)
    .orderBy(desc(createdAtMs), desc(id))
    .limit(limit)
}

/** Bookings of some ids, newest first, with their words. @param hotelId the hotel that `isMeant` tells of */
export const listOfIds = (handle: Handle, ids: readonly number[], hotelId: number) =>
  selectOfIds(handle, { ids }, { hotelId })

const selectOfIds = preparedLists(['ids'], ({ t: { booking }, db }, { ids }) =>
  db
    .select({
      ...wordColumns(booking),
      isMeant: meetsColumn(eq(booking.hotelId, placeholder('hotelId'))),
    })
    .from(booking)
    .where(inArray(booking.id, ids))
    .orderBy(desc(booking.createdAtMs), desc(booking.id))
    .prepare(),
)
