// Words of many bookings at once, as after an upgrade, in the order of hotels.

import { asc, gt, inArray } from 'drizzle-orm'
import type { Handle, Tx } from '../engine/engine.ts'
import { chunks, pacedChunks, readSlices } from '../engine/pace.ts'
import { preparedLists } from '../engine/prepared.ts'
import type { WordPart } from '../engine/word-part.ts'
import {
  entriesOf,
  findHeld,
  findLastIndexed,
  INDEXED_AT_ONCE,
  insertEntries,
  MISSING_MS_MAX,
  noteIndexed,
  type WordEntry,
  wordColumns,
} from './word-index.ts'

/**
 * Bookings of one plan, which a stop makes begin anew, and of one of its transactions, which others wait for. Twice as many
 * write a third less for each, but a push beside them waits 1.6 times as long.
 */
const PLANNED = { all: 20_000, part: 600 }
const PLANNED_SLICE = 2_000

/**
 * Plans how many bookings at once come into the index of words, as after an upgrade: hotel by hotel, because the words
 * of a hotel lie together. In the order of their ids 200 bookings change a page of the index for each of their words,
 * and take 2.4 times the processor time; four times as many bytes are written.
 *
 * @returns parts, each for a transaction of `indexThese`; undefined if there are fewer bookings, or if one of a lower id may
 *   still come
 */
export async function planIndexing(
  handle: Handle,
  nowMs: number,
  size = PLANNED,
): Promise<WordPart[] | undefined> {
  const { id, hotelId, createdAtMs } = handle.t.booking
  const last = await findLastIndexed(handle)
  const read = (after: { id: number } | undefined, limit: number) =>
    handle.db
      .select({ id, hotelId, createdAtMs })
      .from(handle.t.booking)
      .where(gt(id, after?.id ?? last))
      .orderBy(asc(id))
      .limit(limit)
  const all: Awaited<ReturnType<typeof read>> = []
  for await (const slice of readSlices(read, Math.min(size.all, PLANNED_SLICE))) {
    if (slice.some((row) => row.createdAtMs > nowMs - MISSING_MS_MAX)) return undefined
    all.push(...slice)
    if (all.length >= size.all) break
  }
  if (all.length < size.all) return undefined
  const through = all.at(-1)!.id
  all.sort((a, b) => a.hotelId - b.hotelId || a.id - b.id)
  const parts: WordPart[] = [...chunks(all, size.part)].map((part) => ({
    ids: part.map((row) => row.id),
  }))
  parts.at(-1)!.through = through
  return parts
}

/**
 * Adds bookings to the index of words, all that are left of these. A part again adds nothing.
 *
 * @param entries theirs, if they were read since anything was last written
 * @returns false if another transaction holds one of them: nothing is noted, and all of the plan begins anew
 */
export async function indexThese(
  tx: Tx,
  { ids, through }: WordPart,
  entries?: readonly WordEntry[],
): Promise<boolean> {
  const found = entries ?? (await readEntries(tx, ids))
  if (!found) return false
  await insertEntries(tx, found)
  if (through !== undefined) await noteIndexed(tx, through)
  return true
}

/**
 * The entries of bookings in the index of words, as they have to be, of all that are left of these; undefined if another
 * transaction holds one of them.
 */
export async function readEntries(
  handle: Handle,
  ids: readonly number[],
): Promise<WordEntry[] | undefined> {
  const entries: WordEntry[] = []
  for await (const some of pacedChunks(ids, INDEXED_AT_ONCE)) {
    const free = await selectThese(handle, { ids: some })
    // A booking may also have been deleted.
    if (free.length < some.length && (await isOneHeld(handle, free, some))) return undefined
    entries.push(...entriesOf(free))
  }
  return entries
}

/** True if one of these that were not locked is there all the same. */
async function isOneHeld(handle: Handle, free: readonly { id: number }[], ids: readonly number[]) {
  return findHeld(free, await selectIds(handle, { ids })) !== undefined
}

const selectThese = preparedLists(['ids'], ({ t: { booking }, db, dialect }, { ids }) => {
  const { id, hotelId, agencyId } = booking
  const query = db
    .select({ ...wordColumns(booking), hotelId, agencyId })
    .from(booking)
    .where(inArray(id, ids))
  return dialect.lockFree(query, 'share').prepare()
})

const selectIds = preparedLists(['ids'], ({ t: { booking }, db }, { ids }) =>
  db.select({ id: booking.id }).from(booking).where(inArray(booking.id, ids)).prepare(),
)
