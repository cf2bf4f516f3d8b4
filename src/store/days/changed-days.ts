import { asc, count, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { EVENT_DAYS_MAX } from '../../domain/kernel/limits.ts'
import type { Handle } from '../engine/engine.ts'
import { nextTurn } from '../engine/loop-turns.ts'
import type { RateDayRow } from '../rates/rate-days.ts'
import { areRatesUsed } from '../rates/rates.ts'
import type { DayRow } from './availability.ts'

// Days of the change feed's entries.

/** Days of one change after which other requests get a turn. */
const MANY = 1_000

/** A changed day after the change. */
export type ChangedDay = DayRow & {
  /** True if the change changed its price or closed flag (`STD`); the rooms left are not part of `STD`. */
  isStandardChanged: boolean
}

/** Days of room types and of rates that a change touched. */
export type ChangedDays = { days: ChangedDay[]; rateDays: RateDayRow[] }

/** Days of a change without days. */
export const NO_DAYS: ChangedDays = { days: [], rateDays: [] }

/** `entriesRead`: entries of the first change that the reader has already. */
type DaysQuery = { hotelId: number; entriesRead: number; daysMax: number }

/**
 * Days of some changes in their order, up to `daysMax` in all. Each change has its days of room types first, by room
 * code and date, then its days of rates, by room code, rate code and date.
 *
 * @returns the days by number of the change; `cut` names the change and the kind of day at which `daysMax` cut them off
 */
export async function listChangedDays(
  handle: Handle,
  changes: readonly { seq: number }[],
  { hotelId, entriesRead, daysMax }: DaysQuery,
): Promise<{
  ofChanges: Map<number, ChangedDays>
  cut?: { seq: number; of: keyof ChangedDays }
}> {
  const ofChanges = new Map<number, ChangedDays>()
  const [first] = changes
  if (!first) return { ofChanges }
  const seqs = changes.map(({ seq }) => seq)
  const skipped = entriesRead * EVENT_DAYS_MAX
  const limit = daysMax + 1
  // Read after the changes: a change of a rate's day sets this flag in its own transaction.
  const hasRates = await areRatesUsed(handle, hotelId)
  const ofFirst = hasRates && entriesRead > 0 ? await countDays(handle, first.seq) : skipped
  const offset = Math.min(skipped, ofFirst)
  const days = await listDayHistory(handle, seqs, { limit, offset })
  // Thousands of rows of each kind would hold the event loop for long. A turn in between is safe, because history never
  // changes.
  if (hasRates && [...days.values()].some((those) => those.length > MANY)) await nextTurn()
  // The last entry of days may be smaller than the others.
  const rateEntriesRead = entriesRead - Math.ceil(offset / EVENT_DAYS_MAX)
  const rateDays = hasRates
    ? await listRateDayHistory(handle, seqs, { limit, offset: rateEntriesRead * EVENT_DAYS_MAX })
    : new Map<number, RateDayRow[]>()
  let left = daysMax
  for (const seq of seqs) {
    const own: ChangedDays = { days: [], rateDays: [] }
    ofChanges.set(seq, own)
    const those = days.get(seq) ?? []
    own.days = those.slice(0, left)
    if (those.length > left) return { ofChanges, cut: { seq, of: 'days' } }
    left -= those.length
    const ofRates = rateDays.get(seq) ?? []
    own.rateDays = ofRates.slice(0, left)
    if (ofRates.length > left) return { ofChanges, cut: { seq, of: 'rateDays' } }
    left -= ofRates.length
  }
  return { ofChanges }
}

async function countDays({ t: { dayHistory }, db }: Handle, changeSeq: number): Promise<number> {
  const [row] = await db
    .select({ days: count() })
    .from(dayHistory)
    .where(eq(dayHistory.changeSeq, changeSeq))
  return row!.days
}

/** A page of history rows. */
type Slice = { limit: number; offset: number }

async function listDayHistory(
  { t, db }: Handle,
  seqs: number[],
  { limit, offset }: Slice,
): Promise<Map<number, ChangedDay[]>> {
  const { changeSeq, roomCode, date, available, priceCents, closed } = t.dayHistory
  const { priceCentsBefore, closedBefore } = t.dayHistory
  // One flag, since two more columns a row made a page of the feed an eighth dearer. A new day has nothing before it.
  const isStandardChanged = sql`(${priceCents} is distinct from ${priceCentsBefore}
    or ${closed} is distinct from ${closedBefore})`.mapWith(Boolean)
  const rows = await db
    .select({
      changeSeq,
      day: { roomCode, date, available, priceCents, closed, isStandardChanged },
    })
    .from(t.dayHistory)
    .where(inArray(changeSeq, seqs))
    .orderBy(asc(changeSeq), asc(roomCode), asc(date))
    .limit(limit)
    .offset(offset)
  return byChange(rows)
}

async function listRateDayHistory(
  { t: { rateDayHistory }, db }: Handle,
  seqs: number[],
  { limit, offset }: Slice,
): Promise<Map<number, RateDayRow[]>> {
  const { hotelId, changeSeq, before, prevSeq, ...day } = getTableColumns(rateDayHistory)
  const rows = await db
    .select({ changeSeq, day })
    .from(rateDayHistory)
    .where(inArray(changeSeq, seqs))
    .orderBy(asc(changeSeq), asc(day.roomCode), asc(day.rateCode), asc(day.date))
    .limit(limit)
    .offset(offset)
  return byChange(rows)
}

function byChange<Row>(rows: readonly { changeSeq: number; day: Row }[]): Map<number, Row[]> {
  const days = new Map<number, Row[]>()
  for (const { changeSeq, day } of rows) {
    const those = days.get(changeSeq)
    if (those) those.push(day)
    else days.set(changeSeq, [day])
  }
  return days
}
