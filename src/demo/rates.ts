import type { RateChange } from '../domain/days/fold-rates.ts'
import type { Change } from '../domain/kernel/availability.ts'
import type { CalendarDate } from '../domain/kernel/date.ts'
import { NO_RATE_DAY, type Rate, type RateDay, STD } from '../domain/rates/rate.ts'
import { bilingual } from './catalog.ts'
import { type DemoRoomType, isWeekend, roundPrice } from './days.ts'

/** The facts of a hotel that its rates are made from. */
export type RateBasis = {
  roomCodes: string[]
  /** The price of a double. */
  basePriceCents: number
  hasHalfBoard: boolean
  /** True for the hotels with a key: their `STD` has no restrictions, because a newcomer's first calls go there. */
  hasKey: boolean
  stars: number
}

/** Lists the room types of the half-board rate, which has its own price every day; five-star hotels add family rooms. */
const halfBoardRooms = ({ hasHalfBoard, stars }: RateBasis): string[] => {
  if (!hasHalfBoard) return []
  return stars === 5 ? ['DBL', 'FAM'] : ['DBL']
}
const SUNDAY = 0
/** Derived prices are whole lira, euros and dollars, and hundreds of yen. */
const WHOLE = 100
/** The room type with a minimum stay of two nights at weekends. */
const RESTRICTED_ROOM = 'DBL'

/** Returns a demo hotel's rates besides `STD`: flexible, non-refundable, and half board. */
export function demoRates(hotel: RateBasis): Rate[] {
  const { roomCodes, basePriceCents, hasHalfBoard } = hotel
  const shared = { boardCode: null, roomCodes, guests: null, public: true, active: true }
  const flexible: Rate = {
    ...shared,
    ...{ rateCode: 'FLEX', ...bilingual('Flexible', 'Esnek') },
    pricing: { type: 'derived', percentBp: 0, roundTo: WHOLE },
    cancellation: { freeUntilDays: 1, penalty: 'first_night' },
  }
  const saver: Rate = {
    ...shared,
    ...{ rateCode: 'NRF', ...bilingual('Non-refundable', 'İptal edilemez') },
    pricing: { type: 'derived', percentBp: -1_200, roundTo: WHOLE },
    cancellation: { freeUntilDays: null, penalty: 'all' },
  }
  const halfBoard: Rate = {
    ...shared,
    ...{ rateCode: 'HBD', ...bilingual('Half board', 'Yarım pansiyon'), boardCode: 'HB' },
    roomCodes: halfBoardRooms(hotel),
    pricing: { type: 'own' },
    guests: {
      ...{ adults: 2, lessPercentBp: 2_000, moreCents: roundPrice(basePriceCents * 0.4) },
      children: [
        { toAge: 2, amountCents: 0 },
        { toAge: 11, percentBp: 3_000 },
      ],
    },
    cancellation: { freeUntilDays: 7, penalty: 'percent', percentBp: 5_000 },
  }
  return hasHalfBoard ? [flexible, saver, halfBoard] : [flexible, saver]
}

/**
 * Returns the rate days of a room type. Half board has its own prices and is closed to arrival on Sundays (CTA). The
 * non-refundable rate and half board have a minimum stay of two nights at weekends, and so has `STD` in five-star hotels
 * in season. In hotels without a key weekends of the non-refundable rate are booked a week ahead, and half board at most
 * 300 days ahead.
 *
 * @param days the days of the room type, from the first that is on sale
 */
export function demoRateDays(
  hotel: RateBasis,
  { roomCode, peakMonth }: DemoRoomType,
  days: readonly Change[],
): RateChange[] {
  const changed = (rateCode: string, date: CalendarDate, set: Partial<RateDay>): RateChange => ({
    ...{ roomCode, rateCode, date },
    before: null,
    after: { ...NO_RATE_DAY, ...set },
  })
  const changes: RateChange[] = []
  if (halfBoardRooms(hotel).includes(roomCode))
    for (const { date, after } of days) {
      const weekday = new Date(date).getUTCDay()
      changes.push(
        changed('HBD', date, {
          priceCents: roundPrice(after.priceCents! * 1.15),
          minStay: isWeekend(weekday) ? 2 : null,
          maxAdvanceDays: hotel.hasKey ? null : 300,
          closedToArrival: weekday === SUNDAY ? true : null,
        }),
      )
    }
  if (roomCode !== RESTRICTED_ROOM) return changes
  const weekends = days.filter(({ date }) => isWeekend(new Date(date).getUTCDay()))
  const ofSaver = { minStay: 2, minAdvanceDays: hotel.hasKey ? null : 7 }
  changes.push(...weekends.map(({ date }) => changed('NRF', date, ofSaver)))
  if (hotel.stars === 5 && !hotel.hasKey)
    for (const { date } of weekends)
      if (new Date(date).getUTCMonth() + 1 === peakMonth)
        changes.push(changed(STD, date, { minStay: 2 }))
  return changes
}
