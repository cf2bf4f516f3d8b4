import type { Change } from '../../domain/kernel/availability.ts'
import { type CalendarDate, daysBetween } from '../../domain/kernel/date.ts'
import type { RecordedColumn } from '../engine/dialect.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { noteSent } from '../engine/left-writes.ts'
import { chunks } from '../engine/pace.ts'
import { prepared } from '../engine/prepared.ts'
import { type DayColumn, dayRows, OF_DAYS } from './day-rows.ts'

// Blocks of days that are written with their history in one statement, where the engine has one.

/** Fewer days are not worth the longer statement. */
const BLOCK_MIN = 100
/** The days of a block that are read for one of them that is written. */
const READ_FOR_ONE_MAX = 3

/**
 * Writes blocks of stored days as a change leaves them, with their history.
 *
 * @param changes announced by the caller (`announceRows`)
 * @returns the changes that are in no block; all of them where history is as fast by a statement of its own
 */
export async function updateBlocks(
  tx: Tx,
  change: { hotelId: number; changeSeq: number },
  changes: readonly Change[],
): Promise<readonly Change[]> {
  const { bulk } = tx.dialect
  if (!bulk.updateRecorded || changes.length < BLOCK_MIN) return changes
  const rest: Change[] = []
  // No turn of the event loop in between: what is left to the commit is sent before the body ends.
  for (const part of chunks(changes, bulk.rowsMax)) {
    const block = blockOf(part)
    if (block) await updateBlock(tx, change, part, block)
    else rest.push(...part)
  }
  return rest
}

async function updateBlock(
  tx: Tx,
  { hotelId, changeSeq }: { hotelId: number; changeSeq: number },
  changes: readonly Change[],
  block: Block,
): Promise<void> {
  const { run, bulk } = tx.dialect
  const { columns, rows } = dayRows(changes, hotelId, changeSeq)
  const roomCodes = bulk.params(['roomCode'], block.roomCodes, [])
  const values = bulk.params(columns, rows, OF_DAYS.alike)
  // Far below what a number holds: that of a change, times those of a statement.
  const judged = changes.reduce((sum, { before }) => sum + (before?.lastSeq ?? 0), 0)
  const params = [...values, rows.length, ...roomCodes, block.from, block.to, judged]
  const writing = run(tx.db, textOf(tx, columns), params)
  noteSent(tx, changes.length)
  await writing
}

type Block = { roomCodes: { roomCode: string }[]; from: CalendarDate; to: CalendarDate }

/** The room types and dates of days that are stored and lie close together. */
function blockOf(changes: readonly Change[]): Block | undefined {
  if (changes.length < BLOCK_MIN) return undefined
  const codes = new Set<string>()
  let { date: from, date: to } = changes[0]!
  for (const { roomCode, date, before } of changes) {
    if (before === null) return undefined
    codes.add(roomCode)
    if (date < from) from = date
    if (date > to) to = date
  }
  const size = codes.size * (daysBetween(from, to) + 1)
  if (size > READ_FOR_ONE_MAX * changes.length) return undefined
  return { roomCodes: [...codes].map((roomCode) => ({ roomCode })), from, to }
}

const textsOf = prepared(() => new Map<string, string>())

function textOf(handle: Handle, columns: readonly DayColumn[]): string {
  const texts = textsOf(handle)
  const known = texts.get(`${columns}`)
  if (known) return known
  const { day, dayHistory } = handle.t
  const those = (names: readonly DayColumn[]) => names.map((name) => day[name])
  const text = handle.dialect.bulk.updateRecorded!(day, those(columns), {
    key: those(OF_DAYS.key),
    alike: those(OF_DAYS.alike),
    history: dayHistory,
    recorded: recordedColumns(handle, columns.includes('shortfall')),
    judged: day.lastSeq,
  })
  texts.set(`${columns}`, text)
  return text
}

/** The columns of a day's history. @param hasShortfall false if all shortfalls are 0, the default */
export function recordedColumns({ t }: Handle, hasShortfall: boolean): RecordedColumn[] {
  const { day, dayHistory: history } = t
  return [
    { column: history.hotelId, value: day.hotelId },
    { column: history.roomCode, value: day.roomCode },
    { column: history.date, value: day.date },
    { column: history.changeSeq, value: day.lastSeq },
    { column: history.availableBefore, value: day.available, isBefore: true },
    { column: history.priceCentsBefore, value: day.priceCents, isBefore: true },
    { column: history.closedBefore, value: day.closed, isBefore: true },
    { column: history.available, value: day.available },
    { column: history.priceCents, value: day.priceCents },
    { column: history.closed, value: day.closed },
    { column: history.prevSeq, value: day.lastSeq, isBefore: true },
    ...(hasShortfall
      ? [
          { column: history.shortfallBefore, value: day.shortfall, isBefore: true },
          { column: history.shortfall, value: day.shortfall },
        ]
      : []),
  ]
}
