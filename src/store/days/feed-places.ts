import { and, desc, eq, inArray, lt, lte, sql } from 'drizzle-orm'
import { type FeedPlace, isPlaceLost } from '../../domain/days/feed-cursor.ts'
import type { Handle } from '../engine/engine.ts'
import { findMeta } from '../engine/meta.ts'
import { pacedChunks } from '../engine/pace.ts'
import { padIds } from '../engine/rows.ts'

const FLOOR = 'feed_floor:'

/** The place at which a hotel's feed begins; retention dropped everything before it (contract §2). */
export async function findFeedStart(handle: Handle, hotelId: number): Promise<FeedPlace> {
  const seq = Number((await findMeta(handle, `${FLOOR}${hotelId}`)) ?? 0)
  return { seq, entries: 0, atMs: 0 }
}

/** The place after the newest change of a hotel; undefined if it has none. */
export async function findFeedEnd(
  { t, db }: Handle,
  hotelId: number,
): Promise<FeedPlace | undefined> {
  const { seq, atMs } = t.change
  const [row] = await db
    .select({ seq, atMs })
    .from(t.change)
    .where(eq(t.change.hotelId, hotelId))
    .orderBy(desc(seq))
    .limit(1)
  return row && { ...row, entries: 0 }
}

/** True if a place is still in a hotel's feed, by the rule of `findKeptPlaces`. */
export const isPlaceKept = async (
  handle: Handle,
  hotelId: number,
  { place, start }: { place: FeedPlace; start: FeedPlace },
): Promise<boolean> =>
  (await findKeptPlaces(handle, hotelId, { places: [place], start })).has(place)

/**
 * Places that are still in a hotel's feed: retention has dropped nothing after them, and the change that a place names
 * has the same time.
 */
export async function findKeptPlaces(
  { t, db }: Handle,
  hotelId: number,
  { places, start }: { places: readonly FeedPlace[]; start: FeedPlace },
): Promise<Set<FeedPlace>> {
  const { seq, atMs } = t.change
  const kept = new Set<FeedPlace>()
  for await (const part of pacedChunks(places)) {
    const seqs = part.map((place) => place.seq)
    const rows = await db
      .select({ hotelId: t.change.hotelId, seq, atMs })
      .from(t.change)
      .where(inArray(seq, seqs))
    const times = new Map(
      rows.filter((row) => row.hotelId === hotelId).map((row) => [row.seq, row.atMs]),
    )
    for (const place of part) {
      const isStart = place.seq === start.seq && place.entries === 0 && !isPlaceLost(place, start)
      const isThere = place.seq > start.seq && times.get(place.seq) === place.atMs
      if (isStart || isThere) kept.add(place)
    }
  }
  return kept
}

/** Clocks of replicas stamp the changes; they differ by less than this. */
const CLOCKS_DIFFER_MS_MAX = 60_000

/**
 * The newest place of a hotel's feed that surely precedes the commits lost by a failover or a restore: changes made
 * afterwards are all newer than the lost place.
 *
 * @returns undefined if nothing that old is kept
 */
export async function findPlaceBefore(
  { t, db }: Handle,
  hotelId: number,
  lost: FeedPlace,
): Promise<FeedPlace | undefined> {
  const { seq, atMs } = t.change
  const isOlder = and(lte(atMs, lost.atMs - CLOCKS_DIFFER_MS_MAX), lt(seq, lost.seq))
  const [row] = await db
    .select({ seq, atMs })
    .from(t.change)
    .where(and(eq(t.change.hotelId, hotelId), isOlder))
    .orderBy(desc(atMs), desc(seq))
    .limit(1)
  return row && { ...row, entries: 0 }
}

/** Where a hotel's feed begins, and the place after its newest entry; for an empty feed where it begins. */
export type FeedBounds = { start: FeedPlace; end: FeedPlace }

/** The bounds of each hotel's feed. */
export async function listFeedBounds(
  { t, db }: Handle,
  hotelIds: readonly number[],
): Promise<Map<number, FeedBounds>> {
  const { hotel, change, meta } = t
  // One index step for each hotel, however long its feed is.
  const newest = sql`(select max(${change.seq}) from ${change} where ${change.hotelId} = ${hotel.id})`
  const bounds = new Map<number, FeedBounds>()
  for await (const part of pacedChunks(hotelIds)) {
    const rows = await db
      .select({ hotelId: hotel.id, seq: change.seq, atMs: change.atMs })
      .from(hotel)
      .leftJoin(change, eq(change.seq, newest))
      .where(inArray(hotel.id, padIds([...part])))
    const floors = await db
      .select()
      .from(meta)
      .where(inArray(meta.key, padIds(part.map((id) => `${FLOOR}${id}`))))
    const starts = new Map(floors.map(({ key, value }) => [key, Number(value)]))
    for (const { hotelId, seq, atMs } of rows) {
      const start = { seq: starts.get(`${FLOOR}${hotelId}`) ?? 0, entries: 0, atMs: 0 }
      const isKept = seq !== null && seq > start.seq
      bounds.set(hotelId, { start, end: isKept ? { seq, entries: 0, atMs: atMs! } : start })
    }
  }
  return bounds
}
