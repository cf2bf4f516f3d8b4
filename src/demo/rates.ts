import type { RateChange } from '../domain/days/fold-rates.ts'
import type { Change } from '../domain/kernel/availability.ts'
import type { CalendarDate } from '../domain/kernel/date.ts'
import { NO_RATE_DAY, type Rate, type RateDay, STD } from '../domain/rates/rate.ts'
import { bilingual } from './catalog.ts'
import { type DemoRoomType, isWeekend, roundPrice } from './days.ts'

/** What of a hotel its rates are made from. */
export type RateBasis = {
  roomCodes: string[]
  /** Of a double. */
  basePriceCents: number
  hasHalfBoard: boolean
  /** Its `STD` is held to nothing: a newcomer's first lines go there. */
  hasKey: boolean
  stars: number
}

/** Room types that are sold at the half-board rate, which has a price of its own for every day: families in five-star hotels. */
const halfBoardRooms = ({ hasHalfBoard, stars }: RateBasis): string[] => {
  if (!hasHalfBoard) return []
  return stars === 5 ? ['DBL', 'FAM'] : ['DBL']
}
const SUNDAY = 0
/** Derived prices are whole lira, euros and dollars, and hundreds of yen. */
const WHOLE = 100
/** The room type that weekends of two nights are asked of. */
const RESTRICTED_ROOM = 'DBL'

/** The rates of a hotel of the demo beside `STD`: a flexible one, one that is never refunded, and one with half board. */
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
 * Days of the rates of a room type: half board at prices of its own, nobody arriving on a Sunday, and weekends of two
 * nights at least for who saves or has half board. Five-star hotels ask for such weekends in season of everybody.
 *
 * @param days of the room type, from the first that is sold on
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
          closedToArrival: weekday === SUNDAY ? true : null,
        }),
      )
    }
  if (roomCode !== RESTRICTED_ROOM) return changes
  const weekends = days.filter(({ date }) => isWeekend(new Date(date).getUTCDay()))
  changes.push(...weekends.map(({ date }) => changed('NRF', date, { minStay: 2 })))
  if (hotel.stars === 5 && !hotel.hasKey)
    for (const { date } of weekends)
      if (new Date(date).getUTCMonth() + 1 === peakMonth)
        changes.push(changed(STD, date, { minStay: 2 }))
  return changes
}
