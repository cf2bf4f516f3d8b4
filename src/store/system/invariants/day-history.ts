import { and, asc, eq, gt, gte, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { CalendarDate } from '../../../domain/kernel/date.ts'
import { floorOf, hotelsOf, type NamedHotel } from './hotels.ts'
import { type Invariant, type Look, slicesOf } from './invariant.ts'

/**
 * A day is as its newest change left it, a change finds it as the one before left it, and each is in the feed of its
 * hotel, in that order. Retention deletes the oldest of them.
 */
export const DAY_HISTORY: Invariant = {
  holds: 'days are as their history says, and no change of them is missing in the feed',
  async *find(look) {
    for await (const hotel of hotelsOf(look)) {
      yield* findOtherDays(look, hotel)
      yield* findOtherRateDays(look, hotel)
    }
    yield* findBroken(look)
  },
}

type DayRow = { roomCode: string; date: CalendarDate }

/** Finds days that differ from their newest change. */
async function* findOtherDays(look: Look, { id, slug }: NamedHotel): AsyncGenerator<string> {
  const slices = slicesOf(look, async (handle, after: CountRow | undefined, limit) => {
    const { day, dayHistory: h } = handle.t
    const floor = await floorOf(handle, id)
    const differs = or(
      ne(h.available, day.available),
      isOther(h.priceCents, day.priceCents),
      ne(h.closed, day.closed),
      ne(h.shortfall, day.shortfall),
    )
    return await handle.db
      .select({
        ...{ roomCode: day.roomCode, date: day.date, available: day.available },
        ...{ lastSeq: day.lastSeq, told: h.available },
        isLost: isLost(h.changeSeq, day.lastSeq, floor),
        differs: flag(and(isNotNull(h.changeSeq), differs)),
      })
      .from(day)
      .leftJoin(
        h,
        and(eq(h.changeSeq, day.lastSeq), eq(h.roomCode, day.roomCode), eq(h.date, day.date)),
      )
      .where(
        and(
          eq(day.hotelId, id),
          after && sql`(${day.roomCode}, ${day.date}) > (${after.roomCode}, ${after.date})`,
        ),
      )
      .orderBy(asc(day.roomCode), asc(day.date))
      .limit(limit)
  })
  for await (const rows of slices)
    for (const { roomCode, date, available, lastSeq, told, isLost, differs } of rows) {
      const place = `${slug} ${roomCode} ${date}`
      if (isLost) yield `${place}: its newest change ${lastSeq} is not in its history`
      if (differs && told !== available)
        yield `${place}: ${available} rooms left by the day and ${told} by its newest change ${lastSeq}`
      else if (differs) yield `${place}: its newest change ${lastSeq} says otherwise than the day`
    }
}

type CountRow = DayRow & NewestRow & { available: number; told: number | null }
type NewestRow = { lastSeq: number | null; isLost: number; differs: number }

/** Finds days of rates that differ from their newest change. */
async function* findOtherRateDays(look: Look, { id, slug }: NamedHotel): AsyncGenerator<string> {
  type Row = DayRow & NewestRow & { rateCode: string }
  const slices = slicesOf(look, async (handle, after: Row | undefined, limit) => {
    const { rateDay: day, rateDayHistory: h } = handle.t
    const { roomCode, rateCode, date } = day
    const floor = await floorOf(handle, id)
    const differs = RATE_COLUMNS.map((name) => isOther(h[name], day[name]))
    return await handle.db
      .select({
        ...{ roomCode, rateCode, date, lastSeq: day.lastSeq },
        isLost: isLost(h.changeSeq, day.lastSeq, floor),
        differs: flag(and(isNotNull(h.changeSeq), or(...differs))),
      })
      .from(day)
      .leftJoin(
        h,
        and(
          eq(h.changeSeq, day.lastSeq),
          eq(h.roomCode, roomCode),
          eq(h.rateCode, rateCode),
          eq(h.date, date),
        ),
      )
      .where(
        and(
          eq(day.hotelId, id),
          after &&
            sql`(${roomCode}, ${rateCode}, ${date}) > (${after.roomCode}, ${after.rateCode}, ${after.date})`,
        ),
      )
      .orderBy(asc(roomCode), asc(rateCode), asc(date))
      .limit(limit)
  })
  for await (const rows of slices)
    for (const { roomCode, rateCode, date, lastSeq, isLost, differs } of rows) {
      const place = `${slug} ${roomCode} ${rateCode} ${date}`
      if (isLost) yield `${place}: its newest change ${lastSeq} is not in its history`
      if (differs)
        yield `${place}: its newest change ${lastSeq} says otherwise than the day of the rate`
    }
}

const RATE_COLUMNS = [
  ...(['priceCents', 'closed', 'minStay', 'minStayThrough', 'maxStay'] as const),
  ...(['minAdvanceDays', 'maxAdvanceDays', 'closedToArrival', 'closedToDeparture'] as const),
]

/** Finds changes of days that do not follow the one before, or are not in the feed of their hotel. */
async function* findBroken(look: Look): AsyncGenerator<string> {
  const slices = slicesOf(look, (handle, after: BrokenRow | undefined, limit) => {
    const { dayHistory: h, change, hotel, meta } = handle.t
    const before = alias(h, 'before')
    const earlier = alias(change, 'earlier')
    const follows = and(
      eq(before.available, h.availableBefore),
      sql`not ${isOther(before.priceCents, h.priceCentsBefore)}`,
      eq(before.closed, h.closedBefore),
      sql`${before.shortfall} = coalesce(${h.shortfallBefore}, 0)`,
      lt(before.changeSeq, h.changeSeq),
    )
    return handle.db
      .select({
        ...{ changeSeq: h.changeSeq, roomCode: h.roomCode, date: h.date, prevSeq: h.prevSeq },
        ...{ slug: hotel.slug, seq: change.seq },
        isBroken: flag(and(isNotNull(before.changeSeq), sql`not (${follows})`)),
        // Retention deletes what is up to the floor, and counts what it takes of days that change very often.
        isGone: flag(
          and(
            isNull(before.changeSeq),
            sql`coalesce(${earlier.trims}, 0) = 0`,
            sql`${h.prevSeq} > coalesce((select cast(${meta.value} as bigint) from ${meta}
              where ${meta.key} = 'feed_floor:' || ${h.hotelId}), 0)`,
          ),
        ),
      })
      .from(h)
      .innerJoin(hotel, eq(hotel.id, h.hotelId))
      .leftJoin(change, and(eq(change.seq, h.changeSeq), eq(change.hotelId, h.hotelId)))
      .leftJoin(
        before,
        and(
          eq(before.changeSeq, h.prevSeq),
          eq(before.roomCode, h.roomCode),
          eq(before.date, h.date),
        ),
      )
      .leftJoin(earlier, eq(earlier.seq, h.prevSeq))
      .where(
        and(
          gt(h.hotelId, 0),
          gte(h.changeSeq, after?.changeSeq ?? 0),
          after &&
            sql`(${h.changeSeq}, ${h.roomCode}, ${h.date}) > (${after.changeSeq}, ${after.roomCode}, ${after.date})`,
        ),
      )
      .orderBy(asc(h.changeSeq), asc(h.roomCode), asc(h.date))
      .limit(limit)
  })
  for await (const rows of slices)
    for (const { slug, changeSeq, roomCode, date, prevSeq, seq, ...is } of rows) {
      const place = `${slug} ${roomCode} ${date}`
      if (seq === null) yield `${place}: its change ${changeSeq} is not in the feed`
      if (is.isBroken)
        yield `${place}: its change ${changeSeq} does not begin where ${prevSeq} ended`
      if (is.isGone)
        yield `${place}: the change ${prevSeq} before ${changeSeq} is not in its history`
    }
}

type BrokenRow = DayRow & {
  changeSeq: number
  prevSeq: number | null
  slug: string
  seq: number | null
  isBroken: number
  isGone: number
}

/** A condition as a number, which both engines answer alike; unknown is 0. */
const flag = (condition: SQL | undefined) =>
  sql<number>`case when ${condition} then 1 else 0 end`.mapWith(Number)

/** True if two values differ, null being a value. */
const isOther = (a: unknown, b: unknown) => sql`${a} is distinct from ${b}`

/** True if the newest change of a day has no history, although retention has not come to it. */
const isLost = (changeSeq: unknown, lastSeq: unknown, floor: number) =>
  flag(sql`${lastSeq} > ${floor} and ${changeSeq} is null`)
