import { and, desc, inArray, type SQL, sql } from 'drizzle-orm'
import { isFoundBy } from '../../domain/bookings/booking-words.ts'
import { ROWS_SEARCHED_MAX } from '../../domain/kernel/search-text.ts'
import type { Handle } from '../engine/engine.ts'
import { chunks, nextTurn } from '../engine/pace.ts'
import { type BookingPlace, byNewest, comesAfter } from './booking-filter.ts'
import { wordedColumns } from './booking-words.ts'

/** Bookings that are looked at in one turn of the event loop. */
const SLICE = 500

/** What is looked for, and where. */
export type Sought = {
  /** What an index in the order of the page answers. */
  scope: SQL | undefined
  /** What each booking is asked besides. */
  rest: SQL | undefined
  /** Folded beginnings of words, all of which it must have. */
  words: readonly string[]
  /** Bookings that are found whatever their words are. */
  found?: ReadonlySet<number>
  after: BookingPlace | undefined
  limit: number
}

/** Keys of bookings that were found; `stoppedAt` is the last one that was looked at, when there may be more. */
export type Found = { ids: number[]; stoppedAt?: BookingPlace }

/** Looks through bookings newest first, at most `ROWS_SEARCHED_MAX` of them. */
export async function searchNewest(handle: Handle, sought: Sought): Promise<Found> {
  const { t } = handle
  const ids: number[] = []
  let { after } = sought
  for (let looked = 0; looked < ROWS_SEARCHED_MAX; looked += SLICE) {
    const rows = await readSlice(handle, and(sought.scope, comesAfter(t, after)), sought)
    if (isFull(ids, rows, sought) || rows.length < SLICE) return { ids }
    const { id, createdAtMs } = rows.at(-1)!
    after = { id, createdAtMs }
    await nextTurn()
  }
  return { ids, stoppedAt: after! }
}

/** Looks through some bookings, of which each that is looked for is one, newest first. */
export async function searchAmong(
  handle: Handle,
  candidates: readonly BookingPlace[],
  sought: Sought,
): Promise<Found> {
  const { after } = sought
  // By their keys and nothing else: by the scope's index each slice would read all that is in it.
  const rest = and(sought.scope, sought.rest)
  const left = candidates.filter((place) => !after || byNewest(after, place) < 0)
  left.sort(byNewest)
  const ids: number[] = []
  for (const part of chunks(left, SLICE)) {
    const where = inArray(
      handle.t.booking.id,
      part.map(({ id }) => id),
    )
    if (isFull(ids, await readSlice(handle, where, { ...sought, rest }), sought)) break
    await nextTurn()
  }
  return { ids }
}

/** Adds what is found among some rows. @returns whether there is enough */
function isFull(
  ids: number[],
  rows: Awaited<ReturnType<typeof readSlice>>,
  { words, found, limit }: Sought,
): boolean {
  for (const row of rows) {
    if (ids.length === limit) return true
    if (row.isMeant && (found?.has(row.id) || isFoundBy(row, words))) ids.push(row.id)
  }
  return ids.length === limit
}

/** A slice of bookings, newest first: where they stand, whether they are what is asked, and what they are found by. */
async function readSlice({ t, db }: Handle, where: SQL | undefined, { rest }: Sought) {
  const { id, createdAtMs } = t.booking
  // Not as a condition: that could choose another index, and then there would be no end to what is read.
  const isMeant = sql`case when ${rest ?? sql`true`} then 1 else 0 end`.mapWith(Boolean)
  return await db
    .select({ ...wordedColumns(t.booking), isMeant })
    .from(t.booking)
    .where(where)
    .orderBy(desc(createdAtMs), desc(id))
    .limit(SLICE)
}
