import {
  and,
  type Column,
  desc,
  eq,
  getTableColumns,
  inArray,
  lt,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Handle } from '../engine/engine.ts'
import { prepared } from '../engine/prepared.ts'
import { padIds } from '../engine/rows.ts'
import type { Tables } from '../engine/schema.ts'
import { actorOf, isActorKey, publicActor } from './actors.ts'

// The history (audit trail) of a day is a linked list: the day names its newest change, each entry names the one
// before. The list ends at the first entry, or at one that retention deleted, which starts with the oldest. Each step
// leads to an older change, even in damaged data, so that every walk ends.

/** Kind of history: of days of room types, or of days of rates. */
export type HistoryKind = 'day' | 'rate_day'

/** Rows of the tables of both kinds. */
type HistoryRows = {
  day: Tables['dayHistory']['$inferSelect']
  rate_day: Tables['rateDayHistory']['$inferSelect']
}

/** The columns that name a day of a hotel, with values of some type. */
export type Cell<Value> = { roomCode: Value; date: Value; rateCode?: Value }

/** A day of a hotel's room type or of one of its rates. */
export type CellPlace = Cell<string> & { hotelId: number }

type HistoryPage = { beforeSeq?: number | undefined; limit: number }

/** The history of one day, newest first: each row of its table, and the head of the entry that it becomes. */
export async function listEntries<Kind extends HistoryKind>(
  handle: Handle,
  kind: Kind,
  place: CellPlace & HistoryPage,
) {
  const { t, db } = handle
  const { change, apiKey, user } = t
  const { history } = chainOf(t, kind)
  const seqs = await listChain(handle, kind, place, place)
  if (seqs.length === 0) return []
  const rows = await db
    .select({
      row: getTableColumns(history.table),
      change: getTableColumns(change),
      ...{ keyName: apiKey.name, vendorId: apiKey.vendorId, userName: user.name },
    })
    .from(history.table)
    .innerJoin(change, eq(change.seq, history.changeSeq))
    .leftJoin(apiKey, isActorKey(t, change))
    .leftJoin(user, and(eq(change.actorType, 'user'), eq(user.id, change.actorId)))
    .where(and(isOfCell(history, place), inArray(history.changeSeq, padIds(seqs))))
    .orderBy(desc(history.changeSeq))
  return rows.map(({ row, change: { seq, pushId, atMs, ...by }, keyName, vendorId, userName }) => ({
    row: row as HistoryRows[Kind],
    head: { seq, actor: publicActor(actorOf(by, vendorId), keyName), userName, pushId, atMs },
  }))
}

/**
 * Numbers of the changes of a day, newest first. The last one's history may be deleted.
 *
 * @param part `beforeSeq`: a change of the day; only older ones are returned
 */
export async function listChain(
  handle: Handle,
  kind: HistoryKind,
  { hotelId, ...cell }: CellPlace,
  { beforeSeq, limit }: HistoryPage,
): Promise<number[]> {
  const select = CHAINS[kind][beforeSeq === undefined ? 'newest' : 'older']
  const rows = await select(handle).execute({ hotelId, ...cell, beforeSeq, limit })
  return rows.map(({ seq }) => seq)
}

const CHAINS = {
  day: { newest: prepareChain('day', true), older: prepareChain('day', false) },
  rate_day: { newest: prepareChain('rate_day', true), older: prepareChain('rate_day', false) },
}

/** Prepares the walk of a chain: most are so short that building the statement takes nine tenths of the time. */
function prepareChain(kind: HistoryKind, isFromNewest: boolean) {
  return prepared(({ t, db }) => {
    const { placeholder } = sql
    const { day, history } = chainOf(t, kind)
    const names = ['hotelId' as const, ...namesOf(day.cell)]
    const place = Object.fromEntries(names.map((name) => [name, placeholder(name)]))
    const entry = (seq: SQL | Placeholder) =>
      sql`select ${history.prevSeq} from ${history.table}
        where ${and(eq(history.changeSeq, seq), isOfCell(history, place), lt(history.prevSeq, history.changeSeq))}`
    const first = isFromNewest
      ? sql`select ${day.lastSeq} from ${day.table} where ${isOfCell(day, place)}`
      : entry(placeholder('beforeSeq'))
    const next = entry(sql`chain.seq`)
    // Each step is a look-up of its own, so that no planner turns it into another join.
    const chain = sql`(with recursive chain(seq, place) as (
      select (${first}), 1
      union all
      select (${next}), place + 1 from chain where seq is not null and place < ${placeholder('limit')}
    ) select seq from chain where seq is not null) steps`
    return db
      .select({ seq: sql<number>`seq`.mapWith(Number) })
      .from(chain)
      .prepare()
  })
}

/** The tables and columns of a kind; those of the cell in the order of the key. */
export function chainOf({ day, dayHistory, rateDay, rateDayHistory }: Tables, kind: HistoryKind) {
  const ofDays = kind === 'day'
  const days = ofDays ? day : rateDay
  const history = ofDays ? dayHistory : rateDayHistory
  const cellOf = ({ roomCode, date }: Cell<Column>, rateCode: Column): Cell<Column> =>
    ofDays ? { roomCode, date } : { roomCode, rateCode, date }
  return {
    day: {
      table: days,
      hotelId: days.hotelId as Column,
      cell: cellOf(days, rateDay.rateCode),
      lastSeq: days.lastSeq as Column,
    },
    history: {
      table: history,
      hotelId: history.hotelId as Column,
      cell: cellOf(history, rateDayHistory.rateCode),
      changeSeq: history.changeSeq as Column,
      prevSeq: history.prevSeq as Column,
    },
  }
}

/** Names of a cell's columns, in the order of the key. */
export const namesOf = (cell: Cell<unknown>) => Object.keys(cell) as (keyof Cell<unknown>)[]

const isOfCell = (
  { hotelId, cell }: { hotelId: Column; cell: Cell<Column> },
  place: { [Name in keyof CellPlace]?: unknown },
): SQL | undefined =>
  and(eq(hotelId, place.hotelId), ...namesOf(cell).map((name) => eq(cell[name]!, place[name])))
