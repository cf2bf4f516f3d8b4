import { and, asc, type Column, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import { NO_RATE_DAY, type RateDay } from '../../domain/rates/rate.ts'
import type { Handle } from '../engine/engine.ts'
import { nextTurn } from '../engine/loop-turns.ts'

/** Days that one statement sums up, and days of rates that one statement reads. */
const DAYS_AT_ONCE = 2_000
const RATE_DAYS_AT_ONCE = 500
/** Parts of a change that are listed; `more` counts the rest. */
const PARTS_MAX = 20

/** The least and the greatest value of a field over some nights; null if it has no value on any of them. */
type Extent = { least: number | null; most: number | null }

/** The change of one field: the number of nights, and its values there after and before. */
type FieldSum = Extent & { nights: number; before: Extent }

/** The days of one room type, or of one of its rates, that a change altered. */
type DaysPart = {
  roomCode: string
  /** null: the days of the room type itself. */
  rateCode: string | null
  from: CalendarDate
  to: CalendarDate
  nights: number
  /** By the name of the field; 1 and 0 stand for on and off. */
  fields: Record<string, FieldSum>
}

/** The effect of a change on days, as sums; `cost`: the amount that was read for it, in days of rates. */
export type DaySums = { parts: DaysPart[]; more: number; cost: number }

/** Sums up the effect of one change on days and days of rates, slice by slice. */
export async function sumDays(handle: Handle, changeSeq: number): Promise<DaySums> {
  const parts = new Map<string, DaysPart>()
  const days = await addDays(handle, changeSeq, parts)
  const rateDays = await addRateDays(handle, changeSeq, parts)
  const all = [...parts.values()]
  const listed = all.slice(0, PARTS_MAX)
  return { parts: listed, more: all.length - listed.length, cost: days / 10 + rateDays + 1 }
}

async function addDays(
  { t, db }: Handle,
  changeSeq: number,
  parts: Map<string, DaysPart>,
): Promise<number> {
  const { dayHistory: day } = t
  let after: { roomCode: string; to: CalendarDate } | undefined
  for (let count = 0; ; ) {
    const slice = db
      .select(getTableColumns(day))
      .from(day)
      .where(
        and(
          eq(day.changeSeq, changeSeq),
          after && sql`(${day.roomCode}, ${day.date}) > (${after.roomCode}, ${after.to})`,
        ),
      )
      .orderBy(asc(day.roomCode), asc(day.date))
      .limit(DAYS_AT_ONCE)
      .as('slice')
    const isNew = {
      available: sql`${slice.available} is distinct from ${slice.availableBefore}`,
      priceCents: sql`${slice.priceCents} is distinct from ${slice.priceCentsBefore}`,
      closed: sql`${slice.closed} <> coalesce(${slice.closedBefore}, false)`,
    }
    const sums = (name: keyof typeof isNew, value: SQL | Column, before: SQL | Column) => {
      const changed = sql`case when ${isNew[name]} then ${value} end`
      const former = sql`case when ${isNew[name]} then ${before} end`
      return {
        [`${name}Nights`]: sql`count(case when ${isNew[name]} then 1 end)`
          .mapWith(Number)
          .as(`${name}_nights`),
        [`${name}Least`]: sql`min(${changed})`.mapWith(asNumber).as(`${name}_least`),
        [`${name}Most`]: sql`max(${changed})`.mapWith(asNumber).as(`${name}_most`),
        [`${name}LeastBefore`]: sql`min(${former})`.mapWith(asNumber).as(`${name}_least_before`),
        [`${name}MostBefore`]: sql`max(${former})`.mapWith(asNumber).as(`${name}_most_before`),
      }
    }
    const rows = await db
      .select({
        roomCode: slice.roomCode,
        from: sql<CalendarDate>`min(${slice.date})`.mapWith(asDate).as('from_date'),
        to: sql<CalendarDate>`max(${slice.date})`.mapWith(asDate).as('to_date'),
        nights: sql<number>`count(*)`.mapWith(Number).as('nights'),
        ...sums('available', slice.available, slice.availableBefore),
        ...sums('priceCents', slice.priceCents, slice.priceCentsBefore),
        ...sums('closed', flag(slice.closed), flag(slice.closedBefore)),
      })
      .from(slice)
      .groupBy(slice.roomCode)
      .orderBy(asc(slice.roomCode))
    let found = 0
    for (const row of rows) {
      found += row.nights
      const part = partOf(parts, { ...row, rateCode: null })
      part.nights += row.nights
      const sums = row as unknown as Record<string, number | null>
      for (const name of ['available', 'priceCents', 'closed'])
        addTo(part, name, {
          nights: sums[`${name}Nights`]!,
          least: sums[`${name}Least`]!,
          most: sums[`${name}Most`]!,
          before: { least: sums[`${name}LeastBefore`]!, most: sums[`${name}MostBefore`]! },
        })
    }
    count += found
    if (found < DAYS_AT_ONCE) return count
    after = rows.at(-1)
    await nextTurn()
  }
}

async function addRateDays(
  { t, db }: Handle,
  changeSeq: number,
  parts: Map<string, DaysPart>,
): Promise<number> {
  const { rateDayHistory: day } = t
  const { hotelId, changeSeq: seq, prevSeq, ...columns } = getTableColumns(day)
  const { roomCode, rateCode, date } = columns
  let after: { roomCode: string; rateCode: string; date: string } | undefined
  for (let count = 0; ; ) {
    const rows = await db
      .select(columns)
      .from(day)
      .where(
        and(
          eq(seq, changeSeq),
          after &&
            sql`(${roomCode}, ${rateCode}, ${date}) > (${after.roomCode}, ${after.rateCode}, ${after.date})`,
        ),
      )
      .orderBy(asc(roomCode), asc(rateCode), asc(date))
      .limit(RATE_DAYS_AT_ONCE)
    for (const { roomCode, rateCode, date, before, ...is } of rows) {
      // The stored state leaves out fields at their default.
      const was: RateDay = { ...NO_RATE_DAY, ...(before !== null && JSON.parse(before)) }
      const part = partOf(parts, { roomCode, rateCode, from: date, to: date })
      part.nights++
      for (const [name, value] of Object.entries(is)) {
        const former = was[name as keyof RateDay]
        if (value === former) continue
        addTo(part, name, { nights: 1, ...extentOf(value), before: extentOf(former) })
      }
    }
    count += rows.length
    if (rows.length < RATE_DAYS_AT_ONCE) return count
    after = rows.at(-1)
    await nextTurn()
  }
}

type Span = Pick<DaysPart, 'roomCode' | 'rateCode' | 'from' | 'to'>

/** The part that a span belongs to, widened to hold it. */
function partOf(parts: Map<string, DaysPart>, { roomCode, rateCode, from, to }: Span): DaysPart {
  const name = `${roomCode}\n${rateCode ?? ''}`
  let part = parts.get(name)
  if (!part) {
    part = { roomCode, rateCode, from, to, nights: 0, fields: {} }
    parts.set(name, part)
  }
  if (from < part.from) part.from = from
  if (to > part.to) part.to = to
  return part
}

function addTo({ fields }: DaysPart, name: string, sum: FieldSum): void {
  if (sum.nights === 0) return
  const now = fields[name]
  if (!now) {
    fields[name] = sum
    return
  }
  now.nights += sum.nights
  widen(now, sum)
  widen(now.before, sum.before)
}

function widen(extent: Extent, { least, most }: Extent): void {
  extent.least = lesser(extent.least, least, Math.min)
  extent.most = lesser(extent.most, most, Math.max)
}

const extentOf = (value: number | boolean | null): Extent => {
  const amount = value === null ? null : Number(value)
  return { least: amount, most: amount }
}

const flag = (column: Column | SQL.Aliased) => sql`case when ${column} then 1 else 0 end`

const lesser = (a: number | null, b: number | null, pick: (...of: number[]) => number) =>
  a === null ? b : b === null ? a : pick(a, b)

const asDate = (value: unknown) => value as CalendarDate
const asNumber = (value: unknown) => (value === null ? null : Number(value))
