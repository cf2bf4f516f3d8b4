import { and, type Column, eq, inArray, lte, max, sql } from 'drizzle-orm'
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
import { nextTurn } from '../engine/loop-turns.ts'
import { pacedChunks } from '../engine/pace.ts'

/**
 * Retention of days that change very often: only their newest history is kept. One slice looks at this many rows; for a
 * row that is the newest of its day, the chain of the day is walked.
 */
const SLICE = 200
/** The most excess entries that one slice finds; its last day may add more. */
const FOUND_MAX = 100_000
/** Entries beyond the kept ones that are walked at once. */
const STEPS = 500
/** How many days that have changed since the pass began it walks; further ones are left to the next. */
const MOVED_MAX = 100_000
/** Work after which a pass rests: walks take a tenth of a millisecond, and a rest has a timer. */
const UNRESTED_MS = 2

/** A position in the history: after this row. */
export type HistoryPlace = { changeSeq: number; cell: Cell<string> }

/** A pass over the history. */
export type TrimPass = {
  /** The newest change when it began. */
  newestSeq: number
  /** The days that have changed since and were walked. */
  moved: Set<string>
  /** Rests after walks. @param workedMs how long they took */
  rest: (workedMs: number) => Promise<void>
  /** Ends a slice early. */
  stopping: AbortSignal
}

/** The sequence number of the newest change. */
export async function findNewestChange({ t: { change }, db }: Handle): Promise<number> {
  const [row] = await db.select({ seq: max(change.seq) }).from(change)
  return row?.seq ?? 0
}

/** The position after everything that a change did. */
export const placeAfter = (changeSeq: number): HistoryPlace => ({
  changeSeq,
  cell: { roomCode: '~', rateCode: '~', date: '~' },
})

/**
 * Lists the excess history of days, all but the newest entries, for the days whose newest entry is among the next rows
 * after a position, and for those that have changed since the pass began. The list is sorted by age, oldest first,
 * whatever the day: entries of one change, which lie on one page, are deleted together, and each chain is cut from its end.
 *
 * @returns the excess and the next position; `next` is undefined if the pass has no more rows
 */
export async function listExcessHistory(
  handle: Handle,
  kind: HistoryKind,
  after: HistoryPlace,
  pass: TrimPass,
  foundMax = FOUND_MAX,
): Promise<{ crowded: HistoryPlace[]; next: HistoryPlace | undefined }> {
  const rows = await listRows(handle, kind, after, pass.newestSeq)
  const crowded: HistoryPlace[] = []
  let next: HistoryPlace | undefined
  let isCut = false
  let workedMs = 0
  for await (const [row] of pacedChunks(rows, 1)) {
    const { hotelId, changeSeq, prevSeq, lastSeq, ...cell } = row!
    next = { changeSeq, cell }
    // Most days have changed once.
    if (prevSeq === null || lastSeq === null) continue
    if (lastSeq !== changeSeq && !isNewlyMoved(pass, lastSeq, [hotelId, ...Object.values(cell)]))
      continue
    const sinceMs = performance.now()
    const seqs = await listDropped(handle, kind, { hotelId, ...cell }, lastSeq)
    workedMs += performance.now() - sinceMs
    if (workedMs >= UNRESTED_MS) {
      await pass.rest(workedMs)
      workedMs = 0
    }
    for (const seq of seqs) crowded.push({ changeSeq: seq, cell })
    isCut = crowded.length >= foundMax || pass.stopping.aborted
    if (isCut) break
  }
  return {
    crowded: crowded.toSorted((a, b) => a.changeSeq - b.changeSeq),
    next: isCut || rows.length === SLICE ? next : undefined,
  }
}

/** True the first time that the pass meets a day that has changed since: its newest entry is never met. */
function isNewlyMoved({ newestSeq, moved }: TrimPass, lastSeq: number, names: unknown[]): boolean {
  if (lastSeq <= newestSeq) return false
  const day = names.join(' ')
  if (moved.has(day) || moved.size >= MOVED_MAX) return false
  moved.add(day)
  return true
}

type HistoryRow = CellPlace & { changeSeq: number; prevSeq: number | null; lastSeq: number | null }

/** The next rows after a position and up to a change, each with the newest change of its day. */
async function listRows(
  { t, db }: Handle,
  kind: HistoryKind,
  after: HistoryPlace,
  newestSeq: number,
): Promise<HistoryRow[]> {
  const { day, history } = chainOf(t, kind)
  const { table, hotelId, changeSeq, prevSeq, cell } = history
  const columns = namesOf(cell).map((name) => cell[name]!)
  const position = namesOf(cell).map((name) => after.cell[name])
  const rows = await db
    .select({ hotelId, changeSeq, prevSeq, lastSeq: day.lastSeq, ...cell })
    .from(table)
    .leftJoin(
      day.table,
      and(
        eq(day.hotelId, hotelId),
        ...namesOf(cell).map((name) => eq(day.cell[name]!, cell[name])),
      ),
    )
    .where(
      and(
        sql`(${list([changeSeq, ...columns])}) > (${list([after.changeSeq, ...position].map((value) => sql`${value}`))})`,
        lte(changeSeq, newestSeq),
      ),
    )
    .orderBy(changeSeq, ...columns)
    .limit(SLICE)
  return rows as unknown as HistoryRow[]
}

/** The changes of a day whose history is to be deleted, newest first. @param lastSeq the newest change of the day */
async function listDropped(
  handle: Handle,
  kind: HistoryKind,
  place: CellPlace,
  lastSeq: number,
): Promise<number[]> {
  // One more than is kept, since the newest entry is not part of this list.
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

/** Deletes entries of the history, and counts the trim at each of their changes. */
export async function deleteEntries(
  { t, db }: Tx,
  kind: HistoryKind,
  entries: readonly HistoryPlace[],
): Promise<void> {
  const { table, changeSeq, cell } = chainOf(t, kind).history
  const names = namesOf(cell)
  const rows = entries.map(
    // PostgreSQL needs the type of a lone value.
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
