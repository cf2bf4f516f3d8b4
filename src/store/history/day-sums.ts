import { and, asc, type Column, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import { NO_RATE_DAY, type RateDay } from '../../domain/rates/rate.ts'
import type { Handle } from '../engine/engine.ts'
import { nextTurn } from '../engine/loop-turns.ts'
import { preparedShapes } from '../engine/prepared.ts'

const { placeholder } = sql

/** Days that one statement sums up, and days of rates that one statement reads. */
const DAYS_AT_ONCE = 2_000
const RATE_DAYS_AT_ONCE = 500
const RATE_FIELDS = Object.keys(NO_RATE_DAY) as (keyof RateDay)[]
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

/** Sums up a slice of a change's days, by room type: the first, or the one after a day. */
const selectDays = preparedShapes(({ t, db }, { isFirst }: { isFirst: boolean }) => {
  const { dayHistory: day } = t
  const slice = db
    .select(getTableColumns(day))
    .from(day)
    .where(
      and(
        eq(day.changeSeq, placeholder('changeSeq')),
        isFirst
          ? undefined
          : sql`(${day.roomCode}, ${day.date}) > (${placeholder('roomCode')}, ${placeholder('date')})`,
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
  return db
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
    .prepare()
})

async function addDays(
  handle: Handle,
  changeSeq: number,
  parts: Map<string, DaysPart>,
): Promise<number> {
  let after: { roomCode: string; date: CalendarDate } | undefined
  for (let count = 0; ; ) {
    const select = selectDays(handle, { isFirst: after === undefined })
    const rows = await select.execute({ changeSeq, ...after })
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
    const { roomCode, to: date } = rows.at(-1)!
    after = { roomCode, date }
    await nextTurn()
  }
}

/** Reads a slice of a change's days of rates: the first, or the one after a day. */
const selectRateDays = preparedShapes(({ t, db }, { isFirst }: { isFirst: boolean }) => {
  const { rateDayHistory: day } = t
  const { hotelId, changeSeq, prevSeq, ...columns } = getTableColumns(day)
  const { roomCode, rateCode, date } = columns
  const place = sql`(${placeholder('roomCode')}, ${placeholder('rateCode')}, ${placeholder('date')})`
  return db
    .select(columns)
    .from(day)
    .where(
      and(
        eq(changeSeq, placeholder('changeSeq')),
        isFirst ? undefined : sql`(${roomCode}, ${rateCode}, ${date}) > ${place}`,
      ),
    )
    .orderBy(asc(roomCode), asc(rateCode), asc(date))
    .limit(RATE_DAYS_AT_ONCE)
    .prepare()
})

async function addRateDays(
  handle: Handle,
  changeSeq: number,
  parts: Map<string, DaysPart>,
): Promise<number> {
  let after: { roomCode: string; rateCode: string; date: CalendarDate } | undefined
  for (let count = 0; ; ) {
    const select = selectRateDays(handle, { isFirst: after === undefined })
    const rows = await select.execute({ changeSeq, ...after })
    for (const { roomCode, rateCode, date, before, ...is } of rows) {
      // The stored state leaves out fields at their default.
      const was: RateDay = before === null ? NO_RATE_DAY : { ...NO_RATE_DAY, ...JSON.parse(before) }
      const part = partOf(parts, { roomCode, rateCode, from: date, to: date })
      part.nights++
      for (const name of RATE_FIELDS) {
        const [value, former] = [is[name], was[name]]
        if (value === former) continue
        addTo(part, name, { nights: 1, ...extentOf(value), before: extentOf(former) })
      }
    }
    count += rows.length
    if (rows.length < RATE_DAYS_AT_ONCE) return count
    const { roomCode, rateCode, date } = rows.at(-1)!
    after = { roomCode, rateCode, date }
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
