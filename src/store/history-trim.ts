import { and, desc, eq, inArray, lte, max, sql } from 'drizzle-orm'
import type { CalendarDate } from '../domain/date.ts'
import { HISTORY_OF_A_DAY_MAX, PRUNE_ROWS_MAX } from '../domain/limits.ts'
import type { Handle, Tx } from './engine.ts'

/** Rows of history that one slice looks at: each of their days is looked up. */
const SLICE = 200

/** A place in the history of days: after this row. */
export type HistoryPlace = { changeSeq: number; roomCode: string; date: string }

/** A day with more history than is kept: that up to a change is to go. */
export type CrowdedDay = { hotelId: number; roomCode: string; date: CalendarDate; upTo: number }

/** The newest change that there is. */
export async function findNewestChange({ t: { change }, db }: Handle): Promise<number> {
  const [row] = await db.select({ seq: max(change.seq) }).from(change)
  return row?.seq ?? 0
}

/**
 * Days of the next rows of history after a place that were changed more often than is kept.
 *
 * @returns also where to go on; undefined when there are no more
 */
export async function listCrowdedDays(
  { t: { dayHistory: history }, db }: Handle,
  { changeSeq, roomCode, date }: HistoryPlace,
): Promise<{ crowded: CrowdedDay[]; next: HistoryPlace | undefined }> {
  const { hotelId } = history
  const rows = await db
    .select({
      hotelId,
      changeSeq: history.changeSeq,
      roomCode: history.roomCode,
      date: history.date,
    })
    .from(history)
    .where(
      sql`(${history.changeSeq}, ${history.roomCode}, ${history.date}) > (${changeSeq}, ${roomCode}, ${date})`,
    )
    .orderBy(history.changeSeq, history.roomCode, history.date)
    .limit(SLICE)
  const days = new Map(rows.map((row) => [`${row.hotelId} ${row.roomCode} ${row.date}`, row]))
  const crowded: CrowdedDay[] = []
  for (const day of days.values()) {
    const [last] = await db
      .select({ upTo: history.changeSeq })
      .from(history)
      .where(isOfDay(history, day))
      .orderBy(desc(history.changeSeq))
      .limit(1)
      .offset(HISTORY_OF_A_DAY_MAX)
    if (last) crowded.push({ ...day, ...last })
  }
  return { crowded, next: rows.length === SLICE ? rows.at(-1) : undefined }
}

/** Deletes the oldest history of a day, and notes of which changes. @returns how many rows; fewer than the most: there are no more */
export async function deleteCrowded(
  { t: { dayHistory: history, change }, db }: Tx,
  day: CrowdedDay,
): Promise<number> {
  const isOld = and(isOfDay(history, day), lte(history.changeSeq, day.upTo))
  const first = db
    .select({ changeSeq: history.changeSeq })
    .from(history)
    .where(isOld)
    .orderBy(history.changeSeq)
    .limit(PRUNE_ROWS_MAX)
  const rows = await db
    .delete(history)
    .where(and(isOld, inArray(history.changeSeq, first)))
    .returning({ seq: history.changeSeq })
  const seqs = rows.map(({ seq }) => seq)
  await db
    .update(change)
    .set({ trims: sql`${change.trims} + 1` })
    .where(inArray(change.seq, seqs))
  return rows.length
}

const isOfDay = (
  { hotelId, roomCode, date }: Handle['t']['dayHistory'],
  day: Omit<CrowdedDay, 'upTo'>,
) => and(eq(hotelId, day.hotelId), eq(roomCode, day.roomCode), eq(date, day.date))
