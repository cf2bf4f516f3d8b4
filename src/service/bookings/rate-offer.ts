import { isRateOf } from '../../domain/agencies/terms.ts'
import type { RoomType } from '../../domain/catalog/catalog.ts'
import type { Day } from '../../domain/kernel/availability.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import { refused } from '../../domain/kernel/errors.ts'
import type { Stay } from '../../domain/kernel/night.ts'
import { effectiveDay } from '../../domain/rates/effective-day.ts'
import { type Rate, rateOf, STD } from '../../domain/rates/rate.ts'
import type { RoomAtRate } from '../../domain/sale/quote.ts'
import type { HotelSnapshot } from '../../store/catalog/catalog.ts'
import { readDays } from '../../store/days/availability.ts'
import type { Handle } from '../../store/engine/engine.ts'
import { batch } from '../../store/engine/pace.ts'
import { listDaysAtRates, type RateDayRow } from '../../store/rates/rate-days.ts'
import type { RoomsAside } from '../agencies/rooms-aside.ts'
import type { AgencyAtHotel } from '../agencies/terms.ts'

/** The asker of a rate: `isStaff` is true for the hotel's staff and admins; `agency` asks as itself, or null. */
type RateViewer = { isStaff: boolean; agency: AgencyAtHotel | null }

/**
 * Returns the rate with this code; default: `STD`. Of rates that are not public the hotel's own people see all, and an
 * agency those of its terms (contract-rates, *Public*).
 *
 * @throws AppError `validation_failed` with `unknown_rate`, `rate_required`
 */
export function findRate(
  rates: readonly Rate[],
  rateCode: string | null,
  { isStaff, agency }: RateViewer,
): Rate {
  const rate = rateOf(rates, rateCode ?? STD)
  if (rate && (rate.public || isStaff || (agency && isRateOf(agency.terms, rate)))) return rate
  if (rateCode === null)
    throw refused('/rateCode', 'rate_required', 'Name a rate; this hotel has no default rate.')
  throw refused('/rateCode', 'unknown_rate', 'This hotel sells no rate with this code.')
}

/**
 * Reads a room type at a rate with all stored data for the days of a stay, including the check-out day.
 *
 * @param aside what is set aside of it: the rooms left are those that its taker may take
 */
export async function readOffer(
  handle: Handle,
  { hotel }: Pick<HotelSnapshot, 'hotel'>,
  { room, rate }: { room: RoomType; rate: Rate },
  { checkin, checkout }: Pick<Stay, 'checkin' | 'checkout'>,
  aside: RoomsAside,
): Promise<RoomAtRate> {
  const { roomCode } = room
  const place = { hotelId: hotel.id, roomCode, from: checkin, to: checkout }
  const rateCodes = [STD, rate.rateCode] as const
  const [days, rows] = await batch(
    readDays(handle, place),
    hotel.usesRates ? listDaysAtRates(handle, { ...place, rateCodes }) : [],
  )
  const set = new Map(rows.map((row) => [nameOf(row), row]))
  const dayLeft = (day: Day | undefined, date: CalendarDate) =>
    day && { ...day, available: aside.left(date, day.available) }
  return {
    room,
    rate,
    dayOn: (date) =>
      effectiveDay(rate, {
        day: dayLeft(days.get(date), date),
        std: set.get(nameOf({ rateCode: STD, date })),
        own: rate.rateCode === STD ? undefined : set.get(nameOf({ ...rate, date })),
      }),
  }
}

const nameOf = ({ rateCode, date }: Pick<RateDayRow, 'rateCode' | 'date'>) => `${rateCode} ${date}`
