import { RATE_DAYS_PULLED_MAX } from '../../../../domain/limits.ts'
import { STD } from '../../../../domain/rate.ts'
import { api, type Page } from '../../../lib/api.ts'
import { useLoad } from '../../../lib/load.ts'
import type { Hotel, Rate, RateDay, RateDays } from '../../../lib/types.ts'
import type { Place, RateTerms, Row } from '../model/days.ts'

/** What of a hotel's rates is asked for. */
type Wanted = {
  from: string
  to: string
  codes: readonly string[]
  /** All of them when it is left out. */
  rateCode?: string
}

const NO_RATES = { rates: [] as Rate[], terms: new Map() as RateTerms }

/** The hotel's rates that are on sale, and their days of the room types that are unfolded; of none nothing is read. */
export function useRates(hotel: string, range: { from: string; to: string }, codes: string[]) {
  const { from, to } = range
  return useLoad(
    async (signal) => {
      if (codes.length === 0) return NO_RATES
      const query = { hotel }
      const { items } = await api.get<Page<Rate>>('/v1/panel/rates', { query, signal })
      const rates = items.filter(({ active }) => active)
      const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
      // The service answers so many days of rates at once, those of rates that are switched off included.
      const each = Math.max(1, Math.floor(RATE_DAYS_PULLED_MAX / (days * items.length)))
      const terms = new Map<string, ReadonlyMap<string, readonly RateDay[]>>()
      for (let start = 0; start < codes.length; start += each) {
        const part = codes.slice(start, start + each)
        const { rooms } = await readRateDays(hotel, { from, to, codes: part }, signal)
        for (const room of rooms)
          terms.set(room.roomCode, new Map(room.rates.map((rate) => [rate.rateCode, rate.days])))
      }
      return { rates, terms: terms as RateTerms }
    },
    [hotel, from, to, codes.join()],
  )
}

/** Days of rates as they are sold now (`GET /v1/panel/rates/days`). @throws Problem */
export async function readRateDays(
  hotel: Hotel['slug'],
  { from, to, codes, rateCode }: Wanted,
  signal?: AbortSignal,
): Promise<RateDays> {
  const query = { hotel, from, to, roomCode: codes, rateCode }
  return await api.get<RateDays>('/v1/panel/rates/days', { query, ...(signal && { signal }) })
}

/** Days of one rate by room type and date. */
export const placesOf = ({ rooms }: RateDays): Map<string, RateDay> =>
  new Map(
    rooms.flatMap(({ roomCode, rates }) =>
      rates.flatMap(({ days }) => days.map((day) => [`${roomCode} ${day.date}`, day] as const)),
    ),
  )

/** Restrictions of the standard rate on days whose row has none, by room type and date. @throws Problem */
export async function readTerms(
  hotel: Hotel['slug'],
  rows: readonly Row[],
  places: readonly Place[],
): Promise<Map<string, RateDay>> {
  const ofRooms = places.filter(({ row }) => !rows[row]!.rate)
  const codes = [...new Set(ofRooms.map(({ row }) => rows[row]!.room.roomCode))]
  const dates = ofRooms.map(({ row, col }) => rows[row]!.days[col]!.date).sort()
  const [from, to] = [dates[0], dates.at(-1)]
  if (!from || !to) return new Map()
  return placesOf(await readRateDays(hotel, { from, to, codes, rateCode: STD }))
}
