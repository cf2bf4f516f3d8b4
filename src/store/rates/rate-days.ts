import { and, asc, between, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { RateChange, StoredRateDay } from '../../domain/days/fold-rates.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import { NO_RATE_DAY, type PlacedRateDay, type RateDay } from '../../domain/rates/rate.ts'
import { type Handle, invalidate, type Tx } from '../engine/engine.ts'
import { pacedChunks } from '../engine/pace.ts'
import { insertOf, prepared, preparedLists } from '../engine/prepared.ts'

// Days of rates: prices and restrictions (minimum and maximum stay, CTA, CTD, stop sale).

/** A stored day of a rate with its room type and date: price and restrictions (MinLOS, CTA, CTD, closed). */
export type RateDayRow = PlacedRateDay

/** Cache topic of the days of a hotel's rates, also restrictions of `STD`; see `Store.version`. */
export const rateDaysTopic = (hotelId: number) => `rate_days:${hotelId}`

/** Cache topic of the days of rates of one room type. */
export const roomRateDaysTopic = (hotelId: number, roomCode: string) =>
  `rate_days:${hotelId}:${roomCode}`

/**
 * Invalidates days of a hotel's rates. Call it after writing them, in the same transaction, with the stored rows:
 * search puts them into its cache.
 */
export function invalidateRateDays(tx: Tx, hotelId: number, rows: readonly RateDayRow[]): void {
  invalidate(tx, rateDaysTopic(hotelId))
  for (const roomCode of new Set(rows.map((row) => row.roomCode)))
    invalidate(tx, roomRateDaysTopic(hotelId, roomCode))
  tx.rateDays.push({ hotelId, rows })
}

/** Stored days of some rates and room types, by room code, rate code and date; `from` and `to` inclusive. */
export async function listRateDays(
  handle: Handle,
  where: {
    hotelId: number
    roomCodes: readonly string[]
    rateCodes: readonly string[]
    from: CalendarDate
    to: CalendarDate
  },
): Promise<RateDayRow[]> {
  const { roomCodes, rateCodes, ...range } = where
  if (roomCodes.length === 0 || rateCodes.length === 0) return []
  return await selectBlock(handle, { roomCodes, rateCodes }, range)
}

const selectBlock = preparedLists(
  ['roomCodes', 'rateCodes'],
  ({ t: { rateDay }, db }, { roomCodes, rateCodes }) => {
    const { hotelId, lastSeq, ...columns } = getTableColumns(rateDay)
    const { roomCode, rateCode, date } = columns
    const { placeholder } = sql
    return db
      .select(columns)
      .from(rateDay)
      .where(
        and(
          eq(hotelId, placeholder('hotelId')),
          inArray(roomCode, roomCodes),
          inArray(rateCode, rateCodes),
          between(date, placeholder('from'), placeholder('to')),
        ),
      )
      .orderBy(asc(roomCode), asc(rateCode), asc(date))
      .prepare()
  },
)

/**
 * Stored days of a room type at two rates, which may be the same; `from` and `to` inclusive. Each booking reads them:
 * `listRateDays` takes 20 µs for it, this one 5.
 */
export async function listDaysAtRates(
  handle: Handle,
  where: {
    hotelId: number
    roomCode: string
    rateCodes: readonly [string, string]
    from: CalendarDate
    to: CalendarDate
  },
): Promise<RateDayRow[]> {
  const { rateCodes, ...place } = where
  const [rateCode, otherRateCode] = rateCodes
  return await selectAtRates(handle).execute({ ...place, rateCode, otherRateCode })
}

const selectAtRates = prepared(({ t: { rateDay }, db }) => {
  const { hotelId, lastSeq, ...columns } = getTableColumns(rateDay)
  const { roomCode, rateCode, date } = rateDay
  const { placeholder } = sql
  return db
    .select(columns)
    .from(rateDay)
    .where(
      and(
        eq(hotelId, placeholder('hotelId')),
        eq(roomCode, placeholder('roomCode')),
        inArray(rateCode, [placeholder('rateCode'), placeholder('otherRateCode')]),
        between(date, placeholder('from'), placeholder('to')),
      ),
    )
    .prepare()
})

/** Stored days of one rate and room type that are about to change, by date; `from` and `to` inclusive. */
export async function readStoredRateDays(
  handle: Handle,
  where: {
    hotelId: number
    roomCode: string
    rateCode: string
    from: CalendarDate
    to: CalendarDate
  },
): Promise<Map<CalendarDate, StoredRateDay>> {
  const rows = await selectSeries(handle).execute(where)
  return new Map(rows.map(({ date, ...day }) => [date, day]))
}

const selectSeries = prepared(({ t: { rateDay }, db }) => {
  const { hotelId, roomCode, rateCode, ...columns } = getTableColumns(rateDay)
  const { placeholder } = sql
  return db
    .select(columns)
    .from(rateDay)
    .where(
      and(
        eq(hotelId, placeholder('hotelId')),
        eq(roomCode, placeholder('roomCode')),
        eq(rateCode, placeholder('rateCode')),
        between(rateDay.date, placeholder('from'), placeholder('to')),
      ),
    )
    .prepare()
})

const KEY = ['hotelId', 'roomCode', 'rateCode', 'date'] as const
const VALUES = Object.keys(NO_RATE_DAY) as (keyof RateDay)[]

/**
 * Columns of rates' days that some changes touch; the others are null before and after. Each column makes a push of
 * 10,000 days some 3 % slower, and most changes have only a price.
 */
export const changedColumns = (changes: readonly RateChange[]): (keyof RateDay)[] =>
  VALUES.filter(
    (name) =>
      name === 'closed' ||
      changes.some(
        ({ before, after }) => after[name] !== null || (before?.[name] ?? null) !== null,
      ),
  )

const insertRateDays = insertOf<(typeof KEY)[number] | keyof RateDay | 'lastSeq'>(
  ({ t }) => t.rateDay,
  ({ t, db }, columns, fill) => {
    const written = columns.slice(KEY.length)
    const set = written.map((name) => [name, sql.raw(`excluded.${t.rateDay[name].name}`)])
    return fill(db.insert(t.rateDay, ...columns)).onConflictDoUpdate({
      target: KEY.map((name) => t.rateDay[name]),
      set: Object.fromEntries(set),
    })
  },
)

/** Writes rates' days as a change leaves them. */
export async function upsertRateDays(
  tx: Tx,
  { hotelId, changeSeq }: { hotelId: number; changeSeq: number },
  changes: readonly RateChange[],
): Promise<void> {
  const rows: RateDayRow[] = []
  for await (const part of pacedChunks(changes, tx.dialect.bulk.rowsMax)) {
    const those = part.map(({ roomCode, rateCode, date, after }) => ({
      hotelId,
      roomCode,
      rateCode,
      date,
      priceCents: after.priceCents,
      closed: after.closed,
      minStay: after.minStay,
      minStayThrough: after.minStayThrough,
      maxStay: after.maxStay,
      minAdvanceDays: after.minAdvanceDays,
      maxAdvanceDays: after.maxAdvanceDays,
      closedToArrival: after.closedToArrival,
      closedToDeparture: after.closedToDeparture,
    }))
    rows.push(...those)
    await insertRateDays(
      tx,
      [...KEY, ...changedColumns(part), 'lastSeq'],
      those.map((row) => ({ ...row, lastSeq: changeSeq })),
    )
  }
  invalidateRateDays(tx, hotelId, rows)
}
