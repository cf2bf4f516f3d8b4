import { and, type Column, desc, eq, inArray, lte, max, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { HISTORY_OF_A_DAY_MAX, PRUNE_ROWS_MAX } from '../domain/limits.ts'
import type { Handle, Tx } from './engine.ts'
import type { Tables } from './schema.ts'

/** Rows of history that one slice looks at: each of their days is looked up. */
const SLICE = 200

/** Whose history it is: that of days of room types, or that of days of rates. */
export type HistoryKind = 'day' | 'rate_day'

/** The columns that name a day, and what they hold. */
type Cell<Value> = { roomCode: Value; date: Value; rateCode?: Value }

/** A place in the history: after this row. */
export type HistoryPlace = { changeSeq: number; cell: Cell<string> }

/** A day with more history than is kept: that up to a change is to go. */
export type CrowdedDay = { hotelId: number; cell: Cell<string>; upTo: number }

/** The newest change that there is. */
export async function findNewestChange({ t: { change }, db }: Handle): Promise<number> {
  const [row] = await db.select({ seq: max(change.seq) }).from(change)
  return row?.seq ?? 0
}

/** The place after all that a change did. */
export const placeAfter = (changeSeq: number): HistoryPlace => ({
  changeSeq,
  cell: { roomCode: '~', rateCode: '~', date: '~' },
})

/**
 * Days of the next rows of history after a place that were changed more often than is kept.
 *
 * @returns also where to go on; undefined when there are no more
 */
export async function listCrowdedDays(
  { t, db }: Handle,
  kind: HistoryKind,
  after: HistoryPlace,
): Promise<{ crowded: CrowdedDay[]; next: HistoryPlace | undefined }> {
  const history = historyOf(t, kind)
  const { table, hotelId, changeSeq, cell } = history
  const columns = Object.values<Column>(cell)
  const given = namesOf(cell).map((name) => after.cell[name])
  const rows = await db
    .select({ hotelId, changeSeq, ...cell })
    .from(table)
    .where(
      sql`(${list([changeSeq, ...columns])}) > (${list([after.changeSeq, ...given].map((value) => sql`${value}`))})`,
    )
    .orderBy(changeSeq, ...columns)
    .limit(SLICE)
  const places = rows.map(({ hotelId, changeSeq, ...cell }) => ({
    hotelId: Number(hotelId),
    changeSeq: Number(changeSeq),
    cell: cell as Cell<string>,
  }))
  const days = new Map(places.map((place) => [JSON.stringify([place.hotelId, place.cell]), place]))
  const crowded: CrowdedDay[] = []
  for (const { hotelId, cell } of days.values()) {
    const [last] = await db
      .select({ upTo: changeSeq })
      .from(table)
      .where(isOfDay(history, { hotelId, cell }))
      .orderBy(desc(changeSeq))
      .limit(1)
      .offset(HISTORY_OF_A_DAY_MAX)
    if (last) crowded.push({ hotelId, cell, upTo: Number(last.upTo) })
  }
  return { crowded, next: rows.length === SLICE ? places.at(-1) : undefined }
}

/** Deletes the oldest history of a day, and notes of which changes. @returns how many rows; fewer than the most: there are no more */
export async function deleteCrowded(
  { t, db }: Tx,
  kind: HistoryKind,
  day: CrowdedDay,
): Promise<number> {
  const history = historyOf(t, kind)
  const { table, changeSeq } = history
  const isOld = and(isOfDay(history, day), lte(changeSeq, day.upTo))
  const first = db
    .select({ changeSeq })
    .from(table)
    .where(isOld)
    .orderBy(changeSeq)
    .limit(PRUNE_ROWS_MAX)
  const rows = await db
    .delete(table)
    .where(and(isOld, inArray(changeSeq, first)))
    .returning({ seq: changeSeq })
  await db
    .update(t.change)
    .set({ trims: sql`${t.change.trims} + 1` })
    .where(
      inArray(
        t.change.seq,
        rows.map(({ seq }) => Number(seq)),
      ),
    )
  return rows.length
}

/** The columns of a history, those of a day in the order of its key. */
function historyOf({ dayHistory, rateDayHistory }: Tables, kind: HistoryKind) {
  const { hotelId, changeSeq, roomCode, date } = kind === 'day' ? dayHistory : rateDayHistory
  const { rateCode } = rateDayHistory
  const cell: Cell<Column> = kind === 'day' ? { roomCode, date } : { roomCode, rateCode, date }
  const table: SQLiteTable = kind === 'day' ? dayHistory : rateDayHistory
  return { table, hotelId: hotelId as Column, changeSeq: changeSeq as Column, cell }
}

const namesOf = (cell: Cell<Column>) => Object.keys(cell) as (keyof Cell<Column>)[]

const list = (parts: unknown[]) => sql.join(parts as Column[], sql`, `)

const isOfDay = ({ hotelId, cell }: ReturnType<typeof historyOf>, day: Omit<CrowdedDay, 'upTo'>) =>
  and(eq(hotelId, day.hotelId), ...namesOf(cell).map((name) => eq(cell[name]!, day.cell[name])))
