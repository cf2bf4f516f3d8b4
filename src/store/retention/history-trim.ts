import { and, type Column, eq, inArray, max, sql } from 'drizzle-orm'
import { HISTORY_OF_A_DAY_MAX } from '../../domain/kernel/availability.ts'
import {
  type Cell,
  type CellPlace,
  chainOf,
  type HistoryKind,
  listChain,
  namesOf,
} from '../days/history-chain.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { nextTurn, pacedChunks } from '../engine/pace.ts'

/** Rows of history that one slice looks at: those that are the newest of their day have its chain walked. */
const SLICE = 200
/** Entries to be dropped that one slice finds, but for those of its last day. */
const FOUND_MAX = 20_000
/** Entries that are walked at once beyond those that are kept. */
const STEPS = 2_000

/** A place in the history: after this row. */
export type HistoryPlace = { changeSeq: number; cell: Cell<string> }

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
 * What is to be dropped of the history of days that the next rows after a place are the newest of: all but as much as
 * is kept. Oldest first, whatever its day: what stands together goes together, and no chain is broken before its end.
 *
 * @returns also where to go on; undefined when there are no more
 */
export async function listExcessHistory(
  handle: Handle,
  kind: HistoryKind,
  after: HistoryPlace,
): Promise<{ crowded: HistoryPlace[]; next: HistoryPlace | undefined }> {
  const rows = await listRows(handle, kind, after)
  const crowded: HistoryPlace[] = []
  let next: HistoryPlace | undefined
  for await (const [row] of pacedChunks(rows, 1)) {
    const { hotelId, changeSeq, lastSeq, ...cell } = row!
    next = { changeSeq, cell }
    if (lastSeq !== changeSeq) continue
    const seqs = await listDropped(handle, kind, { hotelId, ...cell }, changeSeq)
    for (const seq of seqs) crowded.push({ changeSeq: seq, cell })
    if (crowded.length >= FOUND_MAX) break
  }
  return {
    crowded: crowded.toSorted((a, b) => a.changeSeq - b.changeSeq),
    next: rows.length === SLICE || crowded.length >= FOUND_MAX ? next : undefined,
  }
}

type HistoryRow = CellPlace & { changeSeq: number; lastSeq: number | null }

/** The next rows after a place, each with the newest change of its day. */
async function listRows(
  { t, db }: Handle,
  kind: HistoryKind,
  after: HistoryPlace,
): Promise<HistoryRow[]> {
  const { day, history } = chainOf(t, kind)
  const { table, hotelId, changeSeq, cell } = history
  const columns = namesOf(cell).map((name) => cell[name]!)
  const given = namesOf(cell).map((name) => after.cell[name])
  const rows = await db
    .select({ hotelId, changeSeq, lastSeq: day.lastSeq, ...cell })
    .from(table)
    .leftJoin(
      day.table,
      and(
        eq(day.hotelId, hotelId),
        ...namesOf(cell).map((name) => eq(day.cell[name]!, cell[name])),
      ),
    )
    .where(
      sql`(${list([changeSeq, ...columns])}) > (${list([after.changeSeq, ...given].map((value) => sql`${value}`))})`,
    )
    .orderBy(changeSeq, ...columns)
    .limit(SLICE)
  return rows as unknown as HistoryRow[]
}

/** The changes of a day whose history is to be dropped, newest first. @param lastSeq its newest */
async function listDropped(
  handle: Handle,
  kind: HistoryKind,
  place: CellPlace,
  lastSeq: number,
): Promise<number[]> {
  // With the newest, which is not among them, one more than are kept.
  const limit = HISTORY_OF_A_DAY_MAX
  const seqs = await listChain(handle, kind, place, { beforeSeq: lastSeq, limit })
  if (seqs.length < limit) return []
  const dropped = [seqs.at(-1)!]
  for (;;) {
    const more = await listChain(handle, kind, place, { beforeSeq: dropped.at(-1)!, limit: STEPS })
    dropped.push(...more)
    if (more.length < STEPS) return dropped
    await nextTurn()
  }
}

/** Deletes rows of history, and notes of which changes. */
export async function deleteEntries(
  { t, db }: Tx,
  kind: HistoryKind,
  entries: readonly HistoryPlace[],
): Promise<void> {
  const { table, changeSeq, cell } = chainOf(t, kind).history
  const names = namesOf(cell)
  const rows = entries.map(
    // A value alone has no type to PostgreSQL.
    (entry) =>
      sql`(cast(${entry.changeSeq} as bigint), ${list(names.map((name) => sql`${entry.cell[name]}`))})`,
  )
  const key = [changeSeq, ...names.map((name) => cell[name]!)]
  const deleted = await db
    .delete(table)
    .where(sql`(${list(key)}) in (values ${list(rows)})`)
    .returning({ seq: changeSeq })
  const seqs = new Set(deleted.map(({ seq }) => Number(seq)))
  await db
    .update(t.change)
    .set({ trims: sql`${t.change.trims} + 1` })
    .where(inArray(t.change.seq, [...seqs]))
}

const list = (parts: unknown[]) => sql.join(parts as Column[], sql`, `)
