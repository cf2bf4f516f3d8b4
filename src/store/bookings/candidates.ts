// Bookings among which a search looks.

import { asc, eq, gt, inArray, max, sql } from 'drizzle-orm'
import type { Handle } from '../engine/engine.ts'
import { readSlices } from '../engine/pace.ts'
import { prepared } from '../engine/prepared.ts'
import {
  type BookingFilter,
  type BookingPlace,
  conditionsOf,
  meetsColumn,
} from './booking-filter.ts'
import { isOfGroup } from './groups.ts'
import { findLastIndexed } from './word-index.ts'

/** Places of an index that are read in one turn of the event loop. */
export const SLICE = 2_000
/** An index that holds more places than these narrows a list no better than reading the newest bookings does. */
export const CANDIDATES_MAX = 20_000

/** Every row that a read finds, slice by slice; undefined when there are `most` or more. */
export async function gather<Place>(
  read: (after: Place | undefined, limit: number) => Promise<Place[]>,
  most = CANDIDATES_MAX,
): Promise<Place[] | undefined> {
  const all: Place[] = []
  for await (const part of readSlices(read, SLICE)) {
    all.push(...part)
    if (all.length >= most) return undefined
  }
  return all
}

/** The newest bookings, which the index of words does not hold yet; undefined when there are too many. */
export async function listUnindexed(handle: Handle): Promise<BookingPlace[] | undefined> {
  const last = await findLastIndexed(handle)
  return await gather<BookingPlace>((after, limit) =>
    selectAfter(handle).execute({ last: after?.id ?? last, limit }),
  )
}

/**
 * Counts the bookings that the index of words does not hold yet: exactly if they are fewer than 20,000, else at most so
 * many, as the ids reach: counting millions would take seconds.
 */
export async function countUnindexed(handle: Handle): Promise<number> {
  const few = await listUnindexed(handle)
  if (few) return few.length
  const { booking } = handle.t
  const [newest] = await handle.db.select({ id: max(booking.id) }).from(booking)
  return Number(newest?.id ?? 0) - (await findLastIndexed(handle))
}

const selectAfter = prepared(({ t: { booking }, db }) => {
  const { id, createdAtMs } = booking
  return db
    .select({ id, createdAtMs })
    .from(booking)
    .where(gt(id, sql.placeholder('last')))
    .orderBy(asc(id))
    .limit(sql.placeholder('limit'))
    .prepare()
})

/**
 * The bookings in the scope of a filter whose code, or whose group's, is the whole text of a search; unsorted, and empty
 * for any other text. A code of another hotel is as unknown as one that was never drawn.
 */
export async function listOfCode(handle: Handle, filter: BookingFilter): Promise<BookingPlace[]> {
  const { t, db } = handle
  const { id, createdAtMs } = t.booking
  const code = filter.q!.trim().toUpperCase()
  const held = await selectOfCode(handle).execute({ code })
  if (held.length === 0) return []
  // In the conditions, the scope could choose its own index.
  const isInScope = meetsColumn(conditionsOf(t, filter).scope)
  const ids = held.map((row) => row.id)
  const rows = await db
    .select({ id, createdAtMs, isInScope })
    .from(t.booking)
    .where(inArray(id, ids))
  return rows.filter((row) => row.isInScope)
}

const selectOfCode = prepared(({ t: { booking }, db }) => {
  const { id, code } = booking
  const own = db
    .select({ id })
    .from(booking)
    .where(eq(code, sql.placeholder('code')))
  return own.unionAll(db.select({ id }).from(booking).where(isOfGroup(booking))).prepare()
})
