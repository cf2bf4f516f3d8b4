import { addDays, type CalendarDate } from '../kernel/date.ts'
import { type Rate, STANDARD, type Terms } from '../rates/rate.ts'
import { BLOCK_DAYS, type DayBlock } from './day-block.ts'
import type { SearchHotel } from './search.ts'
import { type PartiesAsk, roomsLeft } from './search-parties.ts'
import { cheapestAtRates, type RatedHotel } from './search-rates.ts'
import { cheapestStay, type Offer, type StayAsk } from './search-stay.ts'

// Every offer of a hotel for a stay, priced by the search itself: the cheapest offer of one room type at one rate.

/** A room type at a rate: the price for each kind of party, in their order; null: not sold to it. */
type RateOffer = {
  rate: Rate
  boardCode: string | null
  totals: readonly (number | null)[]
}

/**
 * A room type with at least one offer; `left` counts the rooms left on the scarcest night, and `own` those of the
 * agency's own allotment.
 */
export type RoomOffers = { roomCode: string; left: number; own: number; rates: RateOffer[] }

/** Rates priced in one step: well below a millisecond. */
const STEP_RATES = 200

/**
 * Finds every offer of a hotel for a stay; room types by their cheapest offer, rates by theirs, ties by code.
 *
 * @param hotel `publicRates` are those that the caller may book
 * @param blocks those of the first of `asks`: all parties stay on the same nights
 */
export function* offersOfRooms(
  hotel: RatedHotel & Pick<SearchHotel, 'rates'>,
  blocks: readonly DayBlock[],
  { asks }: PartiesAsk,
): Generator<void, RoomOffers[]> {
  const found: RoomOffers[] = []
  let priced = 0
  for (const [place, { roomCode }] of hotel.rooms.entries()) {
    const offers: RateOffer[] = []
    for (const { rate, offerTo } of ratesAt(hotel, place, blocks)) {
      const each = asks.map(offerTo)
      const sold = each.find((offer) => offer !== null)
      priced += asks.length
      if (priced >= STEP_RATES) {
        yield
        priced = 0
      }
      if (!sold) continue
      const totals = each.map((offer) => offer?.totalCents ?? null)
      offers.push({ rate, boardCode: sold.boardCode, totals })
    }
    if (offers.length === 0) continue
    const left = roomsLeft(place, blocks, asks[0]!)
    const own = Math.min(left, ownLeft(place, blocks, asks[0]!))
    found.push({ roomCode, left, own, rates: offers.sort(byTotal) })
  }
  return found.sort((one, other) => byTotal(one.rates[0]!, other.rates[0]!))
}

/** Returns the rooms of a type that the agency has left of its own on every night of a stay. */
export function ownLeft(
  room: number,
  blocks: readonly DayBlock[],
  { parts }: Pick<StayAsk, 'parts'>,
): number {
  let left = Number.MAX_SAFE_INTEGER
  for (const [part, { first, nights }] of parts.entries()) {
    const { own } = blocks[part]!
    if (!own) return 0
    const start = room * BLOCK_DAYS + first
    for (let cell = start; cell < start + nights; cell++) left = Math.min(left, own[cell]!)
  }
  return left
}

/** True if a booking made today is cancelled without a penalty, by the terms of its rate. */
export const isFreeToday = (
  { freeUntilDays, penalty }: Terms,
  checkin: CalendarDate,
  today: CalendarDate,
): boolean =>
  penalty === 'none' || (freeUntilDays !== null && addDays(checkin, -freeUntilDays) >= today)

/** Returns the rates of a room type, each with the search for its offer. */
function ratesAt(
  { rooms, rates, publicRates, aheadDays }: RatedHotel & Pick<SearchHotel, 'rates'>,
  place: number,
  blocks: readonly DayBlock[],
) {
  const span = { first: place, end: place + 1 }
  type Ask = PartiesAsk['asks'][number]
  if (!rates) {
    const offerTo = (ask: Ask): Offer | null => cheapestStay(rooms, blocks, ask, span)
    return [{ rate: STANDARD, offerTo }]
  }
  return publicRates[place]!.map((one) => {
    const alone = { rooms, publicRates: rooms.map(() => [one]), aheadDays }
    const offerTo = (ask: Ask): Offer | null =>
      cheapestAtRates(alone, blocks, ask, { ...span, found: { from: null, lowest: null } }).lowest
    return { rate: rates[one.place]!, offerTo }
  })
}

/** Compares offers by the price for the first party that can have them. */
const byTotal = (one: RateOffer, other: RateOffer) => leastOf(one) - leastOf(other)

const leastOf = ({ totals }: RateOffer): number =>
  Math.min(...totals.map((total) => total ?? Number.POSITIVE_INFINITY))
