import { eq, inArray, sql } from 'drizzle-orm'
import type { FeedPlace } from '../../domain/feed-cursor.ts'
import type { Handle } from '../engine.ts'
import { paced } from '../pace.ts'
import { padIds } from '../rows.ts'

const FLOOR = 'feed_floor:'

/** The place after the newest entry of each of some hotels; where a feed is empty, the place where it begins. */
export async function listFeedEnds(
  { t, db }: Handle,
  hotelIds: readonly number[],
): Promise<Map<number, FeedPlace>> {
  const { hotel, change, meta } = t
  // One step of the index of changes a hotel, however long its feed is.
  const newest = sql`(select max(${change.seq}) from ${change} where ${change.hotelId} = ${hotel.id})`
  const ends = new Map<number, FeedPlace>()
  for await (const part of paced(hotelIds)) {
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
      const start = starts.get(`${FLOOR}${hotelId}`) ?? 0
      const isKept = seq !== null && seq > start
      ends.set(
        hotelId,
        isKept ? { seq, entries: 0, atMs: atMs! } : { seq: start, entries: 0, atMs: 0 },
      )
    }
  }
  return ends
}
