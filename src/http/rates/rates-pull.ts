import type { RoomType } from '../../domain/catalog/catalog.ts'
import type { Range } from '../../domain/dashboards/dashboard.ts'
import { seriesName } from '../../domain/days/fold-rates.ts'
import type { Day } from '../../domain/kernel/availability.ts'
import { addDays, type CalendarDate, datesBetween, daysBetween } from '../../domain/kernel/date.ts'
import { refused } from '../../domain/kernel/errors.ts'
import { RATE_DAYS_PULLED_MAX } from '../../domain/kernel/limits.ts'
import { unknownRate } from '../../domain/kernel/nearest.ts'
import { isSoldWith, type Rate, STD } from '../../domain/rates/rate.ts'
import { hotelTopic } from '../../store/catalog/catalog.ts'
import { daysTopic, listDaysByRoom, roomDaysTopic } from '../../store/days/availability.ts'
import type { Handle } from '../../store/engine/engine.ts'
import { pacedChunks } from '../../store/engine/pace.ts'
import {
  listRateDays,
  type RateDayRow,
  rateDaysTopic,
  roomRateDaysTopic,
} from '../../store/rates/rate-days.ts'
import type { Context, HotelSnapshot } from '../api/context.ts'
import { groupDigits } from '../api/schema.ts'
import { type PullQuery, pickRooms, readPullRange } from '../days/availability-pull.ts'
import { showRateDay } from '../days/day-shape.ts'
import { createKeptPulls, type Pull, type RoomText, roomText } from '../days/kept-pulls.ts'
import { createWholePulls, type PullCaller, roomsAtOnce } from '../days/whole-pulls.ts'

/** Range, room types and rates of a rate pull. Its answers are cached until a change invalidates them. */
export type RatePullQuery = PullQuery & {
  /** Absent: all rates. */
  rateCode?: string[] | undefined
}

/** A room type with its requested rates, `STD` first. */
type RoomRates = { roomCode: string; room: RoomType; rates: Rate[] }

/**
 * Creates the cached rate pull: effective days of each rate of every active room type, without gaps (contract-rates). A
 * change of a day, rate or room type of the hotel invalidates its texts; a change of a day those of its room type alone,
 * so that a pull after it reads and writes one of ten (a quarter of the time).
 *
 * @throws AppError `validation_failed` naming the parameter; `unavailable` if too many large pulls wait
 */
export function createRatePulls(context: Pick<Context, 'store' | 'today' | 'hotelOf' | 'caches'>) {
  const { store, today, hotelOf, caches } = context
  const kept = createKeptPulls(store, caches.share('rate_pulls'), {
    allTopics: (hotelId) => [daysTopic(hotelId), rateDaysTopic(hotelId)],
    topicsOf: (hotelId, roomCode) => [
      roomDaysTopic(hotelId, roomCode),
      roomRateDaysTopic(hotelId, roomCode),
    ],
  })
  const pullWhole = createWholePulls<RoomRates>(store, kept)

  return async (hotelId: number, query: RatePullQuery, caller: PullCaller): Promise<Pull> => {
    const snapshot = await hotelOf(hotelId)
    const range = readPullRange(query, today(snapshot.hotel.timezone))
    const { roomCode = null, rateCode = null } = query
    const name = JSON.stringify([hotelId, range.from, range.to, roomCode, rateCode])
    const known = kept.get(name)
    if (known) return known
    const pick = ({ rooms, rates }: Pick<HotelSnapshot, 'rooms' | 'rates'>) =>
      pickRates(rates, pickRooms({ rooms }, roomCode), rateCode)
    const picked = pick(snapshot)
    checkDays(range, picked)
    return await pullWhole({
      ...{ hotelId, ...range, name, caller, topics: topicsOf(hotelId) },
      series: ({ rates }) => rates.length,
      async rooms() {
        const now = await hotelOf(hotelId)
        if (now === snapshot) return picked
        const rooms = pick(now)
        checkDays(range, rooms)
        return rooms
      },
      async read(handle, rooms) {
        const { usesRates } = (await hotelOf(hotelId)).hotel
        return await writeRooms(handle, { ...range, hotelId, usesRates, rateCode }, rooms)
      },
    })
  }
}

/** The topics of all that a pull of a hotel shows. */
const topicsOf = (hotelId: number) => [
  daysTopic(hotelId),
  rateDaysTopic(hotelId),
  hotelTopic(hotelId),
]

/** The rate pull that partners and the panel share. */
export type RatePulls = ReturnType<typeof createRatePulls>

/** Returns each room type with its rates of the given codes; without codes all. @throws AppError `validation_failed` */
function pickRates(rates: Rate[], rooms: RoomType[], codes: string[] | null): RoomRates[] {
  const known = rates.map(({ rateCode }) => rateCode)
  const unknown = codes?.find((code) => !known.includes(code))
  if (unknown !== undefined) {
    const { code, message, values } = unknownRate(unknown, known)
    throw refused('?rateCode', code, message, values)
  }
  const requested = rates.filter(({ rateCode }) => !codes || codes.includes(rateCode))
  return rooms.map((room) => ({
    ...{ roomCode: room.roomCode, room },
    rates: requested.filter((rate) => isSoldWith(rate, room.roomCode)),
  }))
}

/** @throws AppError `validation_failed` for more rate days than an answer may have */
function checkDays({ from, to }: Range, rooms: readonly RoomRates[]): void {
  const rates = rooms.reduce((sum, { rates }) => sum + rates.length, 0)
  const days = daysBetween(from, to) + 1
  if (rates * days <= RATE_DAYS_PULLED_MAX) return
  const max = RATE_DAYS_PULLED_MAX
  const fitting = Math.floor(max / rates)
  const advice =
    fitting > 0
      ? `ask for ${fitting} days at a time (to=${addDays(from, fitting - 1)}), or for fewer room types or rates (roomCode, rateCode)`
      : 'ask for fewer room types or rates (roomCode, rateCode)'
  const message = `The pull has ${days} days of ${rates} rates of room types; the maximum is ${groupDigits(max)} rate days: ${advice}.`
  throw refused('?to', 'range_too_large', message, { max })
}

type Block = Range & { hotelId: number; usesRates: boolean; rateCode: string[] | null }

async function writeRooms(
  handle: Handle,
  { usesRates, rateCode, ...block }: Block,
  rooms: readonly RoomRates[],
): Promise<RoomText[]> {
  const { from, to } = block
  const dates = datesBetween(from, to)
  const texts: RoomText[] = []
  const ratesMax = Math.max(1, ...rooms.map(({ rates }) => rates.length))
  for await (const part of pacedChunks(rooms, roomsAtOnce(block, ratesMax))) {
    const roomCodes = part.map(({ roomCode }) => roomCode)
    const days = await listDaysByRoom(handle, { ...block, roomCodes })
    const ofRates = usesRates ? await readSeries(handle, block, part) : new Map()
    for (const each of part) {
      const ofRoom = byDate(dates, days.get(each.roomCode))
      texts.push(roomText(each.room, await writeRoom(dates, each, ofRoom, ofRates)))
    }
  }
  return texts
}

/** The rows of a series at the place of each date, both by date ascending; undefined: none. */
function byDate<Row extends { date: CalendarDate }>(
  dates: readonly CalendarDate[],
  rows: readonly Row[] = [],
): (Row | undefined)[] {
  let next = 0
  return dates.map((date) => (rows[next]?.date === date ? rows[next++] : undefined))
}

/** Stored days of rates by `seriesName`, each by date ascending. */
type Series = ReadonlyMap<string, readonly RateDayRow[]>

/** Reads the stored days of rates of some room types, with `STD`. */
async function readSeries(
  handle: Handle,
  block: Omit<Block, 'usesRates' | 'rateCode'>,
  rooms: readonly RoomRates[],
): Promise<Series> {
  const series = new Map<string, RateDayRow[]>()
  const roomCodes = rooms.map(({ roomCode }) => roomCode)
  const codes = rooms.flatMap(({ rates }) => rates.map(({ rateCode }) => rateCode))
  const atOnce = roomsAtOnce(block, rooms.length)
  for await (const part of pacedChunks([...new Set([STD, ...codes])], atOnce))
    for (const row of await listRateDays(handle, { ...block, roomCodes, rateCodes: part })) {
      const name = seriesName(row)
      const rows = series.get(name)
      if (rows) rows.push(row)
      else series.set(name, [row])
    }
  return series
}

async function writeRoom(
  dates: readonly CalendarDate[],
  { roomCode, room, rates }: RoomRates,
  days: readonly (Day | undefined)[],
  ofRates: Series,
): Promise<string> {
  const seriesOf = (rateCode: string) =>
    byDate(dates, ofRates.get(seriesName({ roomCode, rateCode })))
  const std = seriesOf(STD)
  const atOnce = roomsAtOnce({ from: dates[0]!, to: dates.at(-1)! })
  const texts: string[] = []
  for await (const part of pacedChunks(rates, atOnce))
    for (const rate of part) {
      const { rateCode } = rate
      const own = seriesOf(rateCode)
      const shown = dates.map((date, at) =>
        showRateDay(date, rate, room, { day: days[at], std: std[at], own: own[at] }),
      )
      texts.push(JSON.stringify({ rateCode, days: shown }))
    }
  return `{"roomCode":${JSON.stringify(roomCode)},"rates":[${texts.join(',')}]}`
}
