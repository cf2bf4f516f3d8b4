// Days of a large push that are staged: put beside the tables before its transaction, for which all other writes wait.

import type { Change } from '../../domain/kernel/availability.ts'
import { type CalendarDate, daysBetween } from '../../domain/kernel/date.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { announceRows, noteSent } from '../engine/left-writes.ts'
import { CHUNK, pacedChunks } from '../engine/pace.ts'
import { partsOf, prepared } from '../engine/prepared.ts'
import { type DayColumn, hasShortfall, OF_DAYS } from './day-rows.ts'
import { recordedColumns } from './recorded-days.ts'

/** Days that wait at consecutive places, and the moves that write them. */
export type StagedDays = { first: number; days: number; moves: Move[] }

/**
 * Days at consecutive places that one statement writes; with `run`, consecutive dates of one room type that are all
 * stored already.
 */
type Move = { place: number; days: number; run?: Run }
type Run = { roomCode: string; from: CalendarDate; to: CalendarDate }

/** Days of one transaction that puts them there, some 1 ms. */
export const STAGED_AT_ONCE = 1_000
/** Days of one statement that moves them, at most 1 ms. */
const MOVED_MAX = 1_000
/** Fewer consecutive days are not worth a statement of their own. */
const RUN_MIN = 20
/** Far more than the days of a push. */
const PLACES = 1_000_000
const EPOCH = '1970-01-01' as CalendarDate

const COLUMNS: DayColumn[] = [...OF_DAYS.key, 'available', 'priceCents', 'closed', 'lastSeq']

/** True if changes can be staged: none has a shortfall or a cursor, which few have. */
export const canStage = ({ dialect }: Handle, changes: readonly Change[]): boolean =>
  dialect.bulk.staging !== undefined &&
  changes.length > CHUNK &&
  !changes.some((change) => hasShortfall(change) || change.seenOrder != null)

/**
 * Puts changes beside the tables, behind those that were put before them. The first of a push take the place of another
 * push's: one at a time is written.
 */
export async function stageDays(
  tx: Tx,
  changes: readonly Change[],
  before: StagedDays | undefined,
): Promise<StagedDays> {
  const { run } = tx.dialect
  const { texts, stages } = stagingOf(tx)
  if (!before) await run(tx.db, texts.clear, [])
  const { first, days, moves } = before ?? { first: ++stages.last * PLACES, days: 0, moves: [] }
  let place = first + days
  const added = movesOf(changes, place)
  for (const part of partsOf(changes)) {
    const params: unknown[] = []
    for (const { roomCode, date, before, after } of part) {
      params.push(place++, roomCode, date, after.available, after.priceCents, after.closed)
      if (before)
        params.push(before.available, before.priceCents, before.closed, before.lastSeq ?? null)
      else params.push(null, null, null, null)
    }
    await run(tx.db, texts.put(part.length), params)
  }
  return { first, days: place - first, moves: [...moves, ...added] }
}

/** The moves of changes from a place on, in their order. */
function movesOf(changes: readonly Change[], place: number): Move[] {
  const moves: Move[] = []
  for (let at = 0; at < changes.length; ) {
    const days = countRun(changes, at)
    const last = moves.at(-1)
    if (days >= RUN_MIN) {
      const { roomCode, date: from } = changes[at]!
      const run = { roomCode, from, to: changes[at + days - 1]!.date }
      moves.push({ place: place + at, days, run })
    } else if (last && !last.run && last.days + days <= MOVED_MAX) last.days += days
    else moves.push({ place: place + at, days })
    at += days
  }
  return moves
}

/** Counts the changes, from one on, to stored days of one room type whose dates follow each other; at least 1. */
function countRun(changes: readonly Change[], at: number): number {
  const { roomCode, date, before } = changes[at]!
  const isNext = (change: Change, days: number) =>
    change.roomCode === roomCode &&
    change.before !== null &&
    daysBetween(date, change.date) === days
  let days = 1
  if (before === null) return days
  while (days < MOVED_MAX && at + days < changes.length && isNext(changes[at + days]!, days)) days++
  return days
}

/**
 * Writes staged days, with their history.
 *
 * @param changes the same days
 * @returns false if they wait no more: nothing was written
 */
export async function writeStaged(
  tx: Tx,
  { hotelId, changeSeq }: { hotelId: number; changeSeq: number },
  changes: readonly Change[],
  { first, days, moves }: StagedDays,
): Promise<boolean> {
  const { run, rows } = tx.dialect
  const { texts } = stagingOf(tx)
  const numberOf = async (query: typeof texts.written) =>
    (await rows<{ number: number }>(tx.db, query))[0]!.number
  if ((await numberOf(texts.waiting(first, first + days - 1))) !== changes.length) return false
  announceRows(tx, changes.length)
  const before = await numberOf(texts.written)
  const alike = [hotelId, changeSeq]
  for await (const [move] of pacedChunks(moves, 1)) {
    const { place, days, run: of } = move!
    if (!of) await run(tx.db, texts.upsert, [...alike, place, place + days - 1])
    else {
      const base = place - daysBetween(EPOCH, of.from)
      await run(tx.db, texts.update, [...alike, base, of.roomCode, of.from, of.to])
    }
  }
  let place = first
  for await (const part of pacedChunks(changes, MOVED_MAX)) {
    await run(tx.db, texts.record, [...alike, place, place + part.length - 1])
    place += part.length
    noteSent(tx, part.length)
  }
  const written = (await numberOf(texts.written)) - before
  if (written !== 2 * changes.length)
    throw new Error(`${written} rows were written for ${changes.length} days`)
  return true
}

/** The texts of a connection, and the number of the last push that was staged on it. */
const stagingOf = prepared((handle) => {
  const { day, dayHistory: history } = handle.t
  const those = (names: readonly DayColumn[]) => names.map((name) => day[name])
  const texts = handle.dialect.bulk.staging!(day, those(COLUMNS), {
    key: those(OF_DAYS.key),
    alike: those(OF_DAYS.alike),
    history,
    recorded: recordedColumns(handle, false),
  })
  return { texts, stages: { last: 0 } }
})
