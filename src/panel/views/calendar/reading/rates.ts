import type { Rate, RateDay, RateDays } from '../../../../client/call.ts'
import { type CalendarDate, datesBetween } from '../../../../domain/kernel/date.ts'
import { RATE_DAYS_PULLED_MAX } from '../../../../domain/kernel/limits.ts'
import { STD } from '../../../../domain/rates/rate.ts'
import { call } from '../../../lib/api.ts'
import { language } from '../../../lib/i18n.ts'
import { useLoad } from '../../../lib/load.ts'
import { readRates } from '../../../lib/rates.ts'
import type { Place, RateTerms, Row } from '../model/days.ts'

/** The days of rates to be read. */
type Wanted = {
  from: string
  to: string
  codes: readonly string[]
  /** Left out: all of them, and `count` is their number. */
  rateCode?: readonly string[]
  count?: number
}

type RoomRates = RateDays['rooms']

const NO_RATES = { rates: [] as Rate[], terms: new Map() as RateTerms }

/** The hotel's active rates, and their days of the unfolded room types; nothing is read if none is unfolded. */
export function useRates(hotel: string, range: { from: string; to: string }, codes: string[]) {
  const { from, to } = range
  return useLoad(
    async (signal) => {
      if (codes.length === 0) return NO_RATES
      const items = await readRates(hotel, signal)
      const rates = items.filter(({ active }) => active)
      // Inactive rates are in the answer, too.
      const rooms = await readRateDays(hotel, { from, to, codes, count: items.length }, signal)
      const terms: RateTerms = new Map(
        rooms.map((room) => [
          room.roomCode,
          new Map(room.rates.map(({ rateCode, days }) => [rateCode, days])),
        ]),
      )
      return { rates, terms }
    },
    [hotel, from, to, codes.join(), language.get()],
  )
}

/** Reads days of rates as they are sold now, in as many calls as they need. @throws Problem */
async function readRateDays(
  hotel: string,
  { from, to, codes, rateCode, count = 1 }: Wanted,
  signal?: AbortSignal,
): Promise<RoomRates> {
  const days = datesBetween(from as CalendarDate, to as CalendarDate).length
  const each = Math.max(1, Math.floor(RATE_DAYS_PULLED_MAX / (days * count)))
  const rooms: RoomRates = []
  for (let start = 0; start < codes.length; start += each) {
    const roomCode = codes.slice(start, start + each)
    const query = { hotel, from, to, roomCode, rateCode }
    const answer = await call('pullPanelRates', query, { signal })
    rooms.push(...answer.rooms)
  }
  return rooms
}

/** Days of one rate by room type and date. */
const placesOf = (rooms: RoomRates): Map<string, RateDay> =>
  new Map(
    rooms.flatMap(({ roomCode, rates }) =>
      rates.flatMap(({ days }) => days.map((day) => [`${roomCode} ${day.date}`, day] as const)),
    ),
  )

/** The days of the standard rate to be read, for rows without restrictions; undefined if there are none. */
export function wantedOf(rows: readonly Row[], places: readonly Place[]): Wanted | undefined {
  const ofRooms = places.filter(({ row }) => !rows[row]!.rate)
  const codes = [...new Set(ofRooms.map(({ row }) => rows[row]!.room.roomCode))]
  const dates = ofRooms.map(({ row, col }) => rows[row]!.days[col]!.date).sort()
  const [from, to] = [dates[0], dates.at(-1)]
  return from && to ? { from, to, codes, rateCode: [STD] } : undefined
}

/** Reads the restrictions of one rate, by room type and date. @throws Problem */
export const readTerms = async (
  hotel: string,
  wanted: Wanted | undefined,
  signal?: AbortSignal,
): Promise<Map<string, RateDay>> =>
  wanted ? placesOf(await readRateDays(hotel, wanted, signal)) : new Map()
