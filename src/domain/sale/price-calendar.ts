import { addDays, type CalendarDate, daysBetween } from '../kernel/date.ts'
import { closedWord, lengthsOf, withoutDeparture } from '../rates/restriction-bits.ts'
import { partySetsOf } from './assignment.ts'
import { allNumbers, type CellNumbers, mapNumbers } from './cell-numbers.ts'
import { BLOCK_DAYS, type DayBlock, partsOf } from './day-block.ts'
import type { Party } from './party.ts'
import type { SearchHotel } from './search.ts'
import { assignmentsIn, type PartiesAsk } from './search-parties.ts'
import { cheapestAtRates } from './search-rates.ts'
import { askOf, cheapestStay, type StayAsk } from './search-stay.ts'

// Price calendar (contract-agencies, *Pages for guests*). Each night is priced by the search itself, as a stay of one
// night: once without restrictions, and then with those of its day, for each length that one of them names.

/** Days of one calendar. */
export const CALENDAR_DAYS_MAX = 62

/** One day of a calendar. */
export type PricedDay = {
  date: CalendarDate
  /** Lowest total of this night for all parties; null: nothing is left for them. */
  lowestCents: number | null
  /** The least nights of a stay that arrives on this day; null: none may arrive. */
  minStay: number | null
}

/** The days on sale of a calendar, both ends included, and who asks. */
export type CalendarAsk = {
  from: CalendarDate
  to: CalendarDate
  parties: readonly Party[]
  /** In the time zone of the hotel. */
  today: CalendarDate
  /** The last night that can be sold. */
  last: CalendarDate
  /** Nights of the longest stay that the caller may book. */
  nightsMax: number
}

/** A hotel as the calendar prices it. */
type CalendarHotel = Pick<SearchHotel, 'rooms' | 'rates' | 'publicRates'>

/** Returns the blocks of a calendar's days, ascending. */
export const calendarBlocks = (range: Pick<CalendarAsk, 'from' | 'to'>): number[] =>
  partsOfRange(range).map(({ block }) => block)

/**
 * Prices the days of a calendar, in steps of one night. Restrictions of later nights, and of the departure, are those of
 * a stay and not looked at.
 *
 * @param blocks those of `calendarBlocks`
 */
export function* priceCalendar(
  hotel: CalendarHotel,
  blocks: readonly DayBlock[],
  { parties, today, last, nightsMax, ...range }: CalendarAsk,
): Generator<void, PricedDay[]> {
  const sets = partySetsOf(parties)
  const anyNight = { checkin: range.from, checkout: addDays(range.from, 1) }
  const asks = sets.kinds.map((party) => askOf({ ...anyNight, party }, null))
  const days: PricedDay[] = []
  for (const [index, { block: number, first, nights }] of partsOfRange(range).entries()) {
    const block = blocks[index]!
    const free = withWords(block, closedWord, null)
    const arrival = withWords(block, withoutDeparture, block.rates?.aheads ?? null)
    for (let day = first; day < first + nights; day++) {
      const date = addDays(range.from, days.length)
      const parts = [{ block: number, first: day, nights: 1 }]
      const askFor = (length: number): PartiesAsk => {
        // The departure is not looked at, so that any day of the block will do.
        const stay = { parts, departure: { part: 0, day }, nights: length }
        return { sets, asks: asks.map((ask): StayAsk => ({ ...ask, ...stay })) }
      }
      const aheadDays = daysBetween(today, date)
      const lowestCents = yield* lowestOf({ ...hotel, aheadDays }, free, askFor(1))
      const longest = Math.min(nightsMax, daysBetween(date, last) + 1)
      let minStay: number | null = null
      for (const length of lowestCents === null ? [] : lengthsOn(block, day)) {
        if (length > longest) break
        // Without any restriction the price has said that rooms are left.
        const isFree = arrival === free
        if (!isFree && (yield* lowestOf({ ...hotel, aheadDays }, arrival, askFor(length))) === null)
          continue
        minStay = length
        break
      }
      days.push({ date, lowestCents, minStay })
      yield
    }
  }
  return days
}

const partsOfRange = ({ from, to }: Pick<CalendarAsk, 'from' | 'to'>) =>
  partsOf({ checkin: from, checkout: addDays(to, 1) })

/** Returns the lowest total of a stay within one block; null: none. */
function* lowestOf(
  hotel: CalendarHotel & { aheadDays: number },
  block: DayBlock,
  ask: PartiesAsk,
): Generator<void, number | null> {
  const blocks = [block]
  const { rooms, rates } = hotel
  const [first] = ask.asks
  // One room needs no assignment, and the search then looks at nothing dearer than what it has found.
  if (ask.sets.kindOf.length > 1)
    return (yield* assignmentsIn(hotel, blocks, ask)).lowest?.totalCents ?? null
  const found = rates
    ? cheapestAtRates(hotel, blocks, first!).lowest
    : cheapestStay(rooms, blocks, first!)
  return found?.totalCents ?? null
}

/** Returns a block with other restrictions; itself if it has none. */
function withWords(block: DayBlock, change: (word: number) => number, aheads: CellNumbers | null) {
  const { rates } = block
  if (!rates?.words && !rates?.aheads) return block
  const words = rates.words && mapNumbers(rates.words, change)
  return { ...block, rates: { ...rates, words, aheads } }
}

/** Returns the lengths of stay that restrictions of a day name as the least, ascending; 1 is always one of them. */
function lengthsOn({ rates }: DayBlock, day: number): number[] {
  const lengths = new Set([1])
  const words = rates?.words ? allNumbers(rates.words) : []
  for (let cell = day; cell < words.length; cell += BLOCK_DAYS)
    for (const length of lengthsOf(words[cell]!)) lengths.add(length)
  return [...lengths].sort((a, b) => a - b)
}
