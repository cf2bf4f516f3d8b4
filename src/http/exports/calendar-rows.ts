import type { RoomType } from '../../domain/catalog/catalog.ts'
import type { Range } from '../../domain/dashboards/dashboard.ts'
import { inPosition, nameIn } from '../../domain/kernel/content.ts'
import type { CsvCell } from '../../domain/kernel/csv.ts'
import { type CalendarDate, datesBetween } from '../../domain/kernel/date.ts'
import type { Language } from '../../domain/kernel/language.ts'
import {
  ADVANCE_DAYS_MAX,
  isSoldWith,
  type Rate,
  type RateDay,
  STD,
} from '../../domain/rates/rate.ts'
import { readDays } from '../../store/days/availability.ts'
import type { Handle } from '../../store/engine/engine.ts'
import { nextTurn } from '../../store/engine/loop-turns.ts'
import { pacedChunks } from '../../store/engine/pace.ts'
import { listRateDays } from '../../store/rates/rate-days.ts'
import type { HotelSnapshot } from '../api/context.ts'
import { showRateDay } from '../days/day-shape.ts'
import { moneyOf } from './booking-rows.ts'
import { inLanguage, type WordPair, YES_NO } from './words.ts'

const HEADS: WordPair[] = [
  ['Date', 'Tarih'],
  ['Room type code', 'Oda tipi kodu'],
  ['Room type', 'Oda tipi'],
  ['Rate code', 'Tarife kodu'],
  ['Rate', 'Tarife'],
  ['Price', 'Fiyat'],
  ['Currency', 'Para birimi'],
  ['Rooms left', 'Müsait oda'],
  ['Closed for sale', 'Satışa kapalı'],
  ['Minimum stay', 'En az gece'],
  ['Minimum stay through', 'En az gece (tüm geceler)'],
  ['Maximum stay', 'En çok gece'],
  ['Minimum days ahead', 'En az gün önce'],
  ['Maximum days ahead', 'En çok gün önce'],
  ['Closed to arrival', 'Girişe kapalı'],
  ['Closed to departure', 'Çıkışa kapalı'],
]

/** Days written before the event loop is released. */
const DAYS_AT_ONCE = 100

/** Returns the header row of the calendar export. */
export const calendarHeads = (language: Language): CsvCell[] =>
  HEADS.map((head) => inLanguage(head, language))

/**
 * Yields the days of a hotel's active room types and rates, by room type, rate and date, in slices, with the effective
 * values of the calendar. A missing price or bound is an empty cell.
 */
export async function* calendarRows(
  handle: Handle,
  { hotel, rooms, rates }: HotelSnapshot,
  range: Range,
  language: Language,
): AsyncGenerator<CsvCell[][]> {
  const dates = datesBetween(range.from, range.to)
  const money = moneyOf()
  const [yes, no] = YES_NO.map((word) => inLanguage(word, language)) as [string, string]
  const flag = (is: boolean) => (is ? yes : no)
  for (const room of inPosition(rooms.filter(({ active }) => active))) {
    const { roomCode } = room
    const roomName = nameIn(room, language)
    const block = { ...range, hotelId: hotel.id }
    const days = await readDays(handle, { ...block, roomCode })
    const daysOf = async (rateCode: string) =>
      hotel.usesRates ? await readSeries(handle, block, room, rateCode) : undefined
    const std = await daysOf(STD)
    for (const rate of rates.filter((each) => each.active && isSoldWith(each, roomCode))) {
      const own = rate.rateCode === STD ? std : await daysOf(rate.rateCode)
      for await (const part of pacedChunks(dates, DAYS_AT_ONCE))
        yield part.map((date) => {
          const day = days.get(date)
          const shown = showRateDay(date, rate, room, {
            day,
            std: std?.get(date),
            own: own?.get(date),
          })
          return [
            ...[date, roomCode, roomName, rate.rateCode, nameIn(rate, language)],
            ...[
              money(shown.priceCents || null, hotel.currency),
              hotel.currency,
              day?.available ?? 0,
            ],
            flag(shown.closed),
            ...[bound(shown.minStay, 1), bound(shown.minStayThrough, 1), bound(shown.maxStay, 0)],
            bound(shown.minAdvanceDays, 0),
            bound(shown.maxAdvanceDays, ADVANCE_DAYS_MAX),
            ...[flag(shown.closedToArrival), flag(shown.closedToDeparture)],
          ]
        })
      await nextTurn()
    }
  }
}

const bound = (value: number, none: number): CsvCell => (value === none ? null : value)

async function readSeries(
  handle: Handle,
  block: Range & { hotelId: number },
  { roomCode }: RoomType,
  rateCode: Rate['rateCode'],
): Promise<Map<CalendarDate, RateDay>> {
  const where = { ...block, roomCodes: [roomCode], rateCodes: [rateCode] }
  return new Map((await listRateDays(handle, where)).map((row) => [row.date, row]))
}
