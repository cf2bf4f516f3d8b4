import { and, between, eq, inArray, isNotNull, ne, or, type SQL } from 'drizzle-orm'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import { NO_RESTRICTION, type RateDay, type Restrictions, STD } from '../../domain/rates/rate.ts'
import type { Flag } from '../engine/dialect.ts'
import type { Handle } from '../engine/engine.ts'
import { padIds } from '../engine/rows.ts'

/** Raw row: hotel, room code, rate code and date, then the price and restrictions (MinLOS, CTA, CTD) of the day. */
type RateDayValues = [
  hotelId: number,
  roomCode: string,
  rateCode: string,
  date: CalendarDate,
  priceCents: number | null,
  closed: Flag,
  minStay: number | null,
  minStayThrough: number | null,
  maxStay: number | null,
  minAdvanceDays: number | null,
  maxAdvanceDays: number | null,
  closedToArrival: Flag | null,
  closedToDeparture: Flag | null,
]

/** Stored days of some hotels' active rates, also `STD`, for their active room types; `from` and `to` inclusive. */
export async function listRateDayRows(
  handle: Handle,
  hotelIds: readonly number[],
  range: { from: CalendarDate; to: CalendarDate },
): Promise<RateDayValues[]> {
  const { t, db, dialect } = handle
  const ids = padIds(hotelIds)
  const { roomType, rate, rateDay } = t
  const where = (rateCode: SQL | undefined) =>
    and(
      inArray(roomType.hotelId, ids),
      eq(roomType.active, true),
      eq(rateDay.hotelId, roomType.hotelId),
      eq(rateDay.roomCode, roomType.roomCode),
      rateCode,
      between(rateDay.date, range.from, range.to),
    )
  // Cross joins and raw rows, for the reasons given at `listDayRows`. STD need not have a row among the rates.
  const select = () => db.select(columnsOf(handle)).from(roomType)
  const ofStd = select()
    .crossJoin(rateDay)
    .where(where(and(eq(rateDay.rateCode, STD), restricts(handle))))
  const ofOthers = select()
    .crossJoin(rate)
    .crossJoin(rateDay)
    .where(
      where(
        and(
          eq(rate.hotelId, roomType.hotelId),
          eq(rate.active, true),
          ne(rate.rateCode, STD),
          eq(rateDay.rateCode, rate.rateCode),
          isSet(handle),
        ),
      ),
    )
  return [...(await dialect.values(ofStd)), ...(await dialect.values(ofOthers))] as RateDayValues[]
}

/** The condition that a day sets anything: a day that sets nothing is as one without a row. */
function isSet({ t: { rateDay } }: Handle): SQL | undefined {
  const { priceCents, minStay, minStayThrough, maxStay, closed } = rateDay
  const { minAdvanceDays, maxAdvanceDays, closedToArrival, closedToDeparture } = rateDay
  const fields = [priceCents, minStay, minStayThrough, maxStay, minAdvanceDays, maxAdvanceDays]
  const isThere = [...fields, closedToArrival, closedToDeparture].map((field) => isNotNull(field))
  return or(eq(closed, true), ...isThere)
}

/** The condition that a day of `STD` restricts stays: from there rates inherit what they do not set themselves. */
function restricts({ t: { rateDay } }: Handle): SQL | undefined {
  const { closed, closedToArrival, closedToDeparture } = rateDay
  const numbers = Object.entries(NO_RESTRICTION).filter(([, value]) => typeof value === 'number')
  return or(
    ...[closed, closedToArrival, closedToDeparture].map((flag) => eq(flag, true)),
    ...numbers.map(([name, value]) => ne(rateDay[name as keyof Restrictions], value)),
  )
}

function columnsOf({ t: { rateDay } }: Handle) {
  const { hotelId, roomCode, rateCode, date, priceCents, closed } = rateDay
  const { minStay, minStayThrough, maxStay, closedToArrival, closedToDeparture } = rateDay
  const { minAdvanceDays, maxAdvanceDays } = rateDay
  return {
    ...{ hotelId, roomCode, rateCode, date, priceCents, closed },
    ...{ minStay, minStayThrough, maxStay, minAdvanceDays, maxAdvanceDays },
    ...{ closedToArrival, closedToDeparture },
  }
}

/** The price and restrictions of a day, from its row. */
export function rateDayOf(row: RateDayValues): RateDay {
  const [, , , , priceCents, closed, minStay, minStayThrough, maxStay, ...rest] = row
  const [minAdvanceDays, maxAdvanceDays, arrival, departure] = rest
  return {
    ...{ priceCents, closed: Boolean(closed), minStay, minStayThrough, maxStay },
    ...{ minAdvanceDays, maxAdvanceDays },
    closedToArrival: arrival === null ? null : Boolean(arrival),
    closedToDeparture: departure === null ? null : Boolean(departure),
  }
}
