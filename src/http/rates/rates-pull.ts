import type { RoomType } from '../../domain/catalog/catalog.ts'
import type { Range } from '../../domain/dashboards/dashboard.ts'
import { type RateDays, seriesName } from '../../domain/days/fold-rates.ts'
import type { Days } from '../../domain/kernel/availability.ts'
import { addDays, type CalendarDate, datesBetween, daysBetween } from '../../domain/kernel/date.ts'
import { refused } from '../../domain/kernel/errors.ts'
import { RATE_DAYS_PULLED_MAX } from '../../domain/kernel/limits.ts'
import { unknownRate } from '../../domain/kernel/nearest.ts'
import { isSoldWith, type Rate, type RateDay, STD } from '../../domain/rates/rate.ts'
import { createTurns } from '../../service/turns.ts'
import { hotelTopic } from '../../store/catalog/catalog.ts'
import { daysTopic, groupDays, listDays, roomDaysTopic } from '../../store/days/availability.ts'
import type { Handle } from '../../store/engine/engine.ts'
import { nextTurn, pacedChunks } from '../../store/engine/pace.ts'
import { ANY } from '../../store/engine/versions.ts'
import { listRateDays, rateDaysTopic, roomRateDaysTopic } from '../../store/rates/rate-days.ts'
import type { Context } from '../api/context.ts'
import { groupDigits } from '../api/schema.ts'
import { type PullQuery, pickRooms, readPullRange } from '../days/availability-pull.ts'
import { showRateDay } from '../days/day-shape.ts'
import { createKeptPulls, type Pull, pullOf, type RoomText, roomText } from '../days/kept-pulls.ts'

/** Range, room types and rates of a rate pull. Its answers are cached until a change invalidates them. */
export type RatePullQuery = PullQuery & {
  /** Absent: all rates. */
  rateCode?: string[] | undefined
}

/** A pull by the name of its answer. */
type NamedPull = {
  name: string
  range: Range
  roomCode: string[] | null
  rateCode: string[] | null
}

/** Maximum reads while days of the hotel change; the last read is one snapshot, if the database supports it. */
const TRIES_MAX = 3

/** Large pulls that wait: of one hotel five keys' requests of a minute. */
const LARGE_WAITING_MAX = { ofOneMax: 300, inAllMax: 1_000 }

/** A room type with its requested rates, `STD` first. */
type RoomRates = { room: RoomType; rates: Rate[] }

/**
 * Creates the cached rate pull: effective days of each rate of every active room type, without gaps (contract-rates). A
 * change of a day, rate or room type of the hotel invalidates its texts; a change of a day those of its room type alone,
 * so that a pull after it reads and writes one of ten (a quarter of the time). Large pulls are read one at a time, hotels
 * in turn: each pauses after 5 ms, but a turn of the event loop would have a piece of every one that is under way.
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
  const versionOf = (hotelId: number) => String(topicsOf(hotelId).map(store.version))
  // While one waits for a remote database, another is written.
  const atOnce = store.isRemote ? 4 : 1
  const large = createTurns({ ...LARGE_WAITING_MAX, atOnce, retryAfterSeconds: 5 })

  return async (hotelId: number, query: RatePullQuery): Promise<Pull> => {
    const snapshot = await hotelOf(hotelId)
    const range = readPullRange(query, today(snapshot.hotel.timezone))
    const { roomCode = null, rateCode = null } = query
    const name = JSON.stringify([hotelId, range.from, range.to, roomCode, rateCode])
    const known = kept.get(name)
    if (known) return known
    const asked = pickRates(snapshot.rates, pickRooms(snapshot, roomCode), rateCode)
    refuseLarge(range, asked)
    const isLarge = countDays(range, asked) > DAYS_AT_ONCE
    const read = () => readPull(hotelId, { name, range, roomCode, rateCode })
    if (!isLarge) return await read()
    return await large.take(hotelId, async () => {
      // Small requests go in between.
      await nextTurn()
      return kept.get(name) ?? (await read())
    })
  }

  async function readPull(
    hotelId: number,
    { name, range, roomCode, rateCode }: NamedPull,
  ): Promise<Pull> {
    for (let time = 1; ; time++) {
      // Only the version of this hotel: during a long read some other hotel always commits.
      const before = versionOf(hotelId)
      const { hotel, rooms: all, rates } = await hotelOf(hotelId)
      const rooms = pickRates(rates, pickRooms({ rooms: all }, roomCode), rateCode)
      refuseLarge(range, rooms)
      const block = { ...range, hotelId, usesRates: hotel.usesRates, rateCode }
      const isLast = time === TRIES_MAX
      // One snapshot may be younger than any text that is known.
      const texts = isLast ? new Map<string, RoomText>() : kept.roomsOf(name)
      await readRooms(store, block, { rooms, texts, isLast })
      const isWhole = versionOf(hotelId) === before
      const pull = pullOf(
        hotelId,
        range,
        rooms.map(({ room }) => texts.get(room.roomCode)!),
      )
      if (isWhole) kept.set(name, pull, store.version(ANY))
      if (isWhole || isLast) return pull
    }
  }
}

/** The topics of all that a pull of a hotel shows. */
const topicsOf = (hotelId: number) => [
  daysTopic(hotelId),
  rateDaysTopic(hotelId),
  hotelTopic(hotelId),
]

/** Reads the room types without a text, and writes theirs. All are of one moment only if the hotel has not changed meanwhile. */
async function readRooms(
  store: Context['store'],
  block: Block,
  {
    rooms,
    texts,
    isLast,
  }: { rooms: readonly RoomRates[]; texts: Map<string, RoomText>; isLast: boolean },
): Promise<void> {
  const stale = rooms.filter(({ room }) => !texts.has(room.roomCode))
  const read = (handle: Handle) => writeRooms(handle, block, stale)
  for (const text of await (isLast ? store.long.snapshot(read) : read(store)))
    texts.set(text.roomCode, text)
  // A commit may have fallen between two statements, or between a known text and this read.
  if (stale.length > 0) await store.freshen(topicsOf(block.hotelId))
}

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
    room,
    rates: requested.filter((rate) => isSoldWith(rate, room.roomCode)),
  }))
}

/** The number of rate days of a pull. */
const countDays = ({ from, to }: Range, rooms: readonly RoomRates[]): number =>
  (daysBetween(from, to) + 1) * countRates(rooms)

const countRates = (rooms: readonly RoomRates[]): number =>
  rooms.reduce((sum, { rates }) => sum + rates.length, 0)

/** Refuses a pull of more rate days than an answer may have. @throws AppError `validation_failed` */
function refuseLarge({ from, to }: Range, rooms: readonly RoomRates[]): void {
  const rates = countRates(rooms)
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

/** Rate days read by one statement, and written, before the event loop is released. */
const DAYS_AT_ONCE = 1_000

/** Returns the number of room types to read at once. */
function roomsAtOnce({ from, to }: Range, rooms: readonly RoomRates[]): number {
  const ratesMax = Math.max(1, ...rooms.map(({ rates }) => rates.length))
  return Math.ceil(DAYS_AT_ONCE / ((daysBetween(from, to) + 1) * ratesMax))
}

async function writeRooms(
  handle: Handle,
  { usesRates, rateCode, ...block }: Block,
  rooms: readonly RoomRates[],
): Promise<RoomText[]> {
  const { from, to } = block
  const dates = datesBetween(from, to)
  const texts: RoomText[] = []
  for await (const part of pacedChunks(rooms, roomsAtOnce(block, rooms))) {
    const roomCodes = part.map(({ room }) => room.roomCode)
    const days = groupDays(await listDays(handle, { ...block, roomCodes }))
    const ofRates = usesRates ? await readSeries(handle, block, part) : new Map()
    for await (const [each] of pacedChunks(part, 1)) {
      const text = await writeRoom(dates, each!, { days, ofRates })
      texts.push(roomText(each!.room, text))
    }
  }
  return texts
}

/** Reads the stored days of rates of some room types, with `STD`, by `seriesName`. */
async function readSeries(
  handle: Handle,
  block: Omit<Block, 'usesRates' | 'rateCode'>,
  rooms: readonly RoomRates[],
): Promise<Map<string, Map<CalendarDate, RateDay>>> {
  const series = new Map<string, Map<CalendarDate, RateDay>>()
  const roomCodes = rooms.map(({ room }) => room.roomCode)
  const codes = rooms.flatMap(({ rates }) => rates.map(({ rateCode }) => rateCode))
  const atOnce = Math.ceil(DAYS_AT_ONCE / (rooms.length * (daysBetween(block.from, block.to) + 1)))
  for await (const part of pacedChunks([...new Set([STD, ...codes])], atOnce))
    for (const row of await listRateDays(handle, { ...block, roomCodes, rateCodes: part })) {
      const name = seriesName(row)
      const days = series.get(name)
      if (days) days.set(row.date, row)
      else series.set(name, new Map([[row.date, row]]))
    }
  return series
}

async function writeRoom(
  dates: readonly CalendarDate[],
  { room, rates }: RoomRates,
  { days, ofRates }: { days: Days; ofRates: RateDays },
): Promise<string> {
  const { roomCode } = room
  const day = days.get(roomCode)
  const std = ofRates.get(seriesName({ roomCode, rateCode: STD }))
  const texts: string[] = []
  for await (const [rate] of pacedChunks(rates, 1)) {
    const { rateCode } = rate!
    const own = ofRates.get(seriesName({ roomCode, rateCode }))
    const shown = dates.map((date) => {
      const parts = { day: day?.get(date), std: std?.get(date), own: own?.get(date) }
      return showRateDay(date, rate!, room, parts)
    })
    texts.push(JSON.stringify({ rateCode, days: shown }))
  }
  return `{"roomCode":${JSON.stringify(roomCode)},"rates":[${texts.join(',')}]}`
}
