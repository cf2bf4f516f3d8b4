import type { Day } from '../kernel/availability.ts'
import { addDays, type CalendarDate, daysBetween } from '../kernel/date.ts'
import type { Stay } from '../kernel/night.ts'
import { type DayParts, derivedPrice, type Rate, type RateDay } from '../rates/rate.ts'
import { packRateDay, unpackRateDay } from '../rates/rate-word.ts'

/**
 * Some days of a hotel's room types, as search keeps them: room type by room type in the order of
 * `SearchHotel.rooms`, a cell a day. A price of 0 is a night without one, and, where no rates are used, one that is not
 * for sale whatever the reason; where they are, a count below 0 is that of a closed day, `closedCount` of it.
 */
export type DayBlock = {
  prices: Float64Array
  available: Int16Array
  /** null: of a hotel that uses no rates. */
  rates: RateBlock | null
}

/**
 * What a block has of each rate: room type by room type, rate by rate in the order of `of`, a cell a day. Few arrays for all
 * of them: to look into one that is not in the processor's cache takes as long as to price three nights.
 */
type RateBlock = {
  of: readonly Rate[]
  /** At the rate, those of derived rates worked out; 0: none. */
  prices: Float64Array
  /** See `packRateDay`; null: nothing was ever set on any of these days. */
  words: Int32Array | null
}

/**
 * Days in a block. Measured on 500 hotels of five room types: with blocks of a calendar month the first search for
 * three nights takes twice as long (31 ms beside 15), with four days no less; later searches are the same.
 */
export const BLOCK_DAYS = 8
/** Blocks are counted from here, some time before any stay. */
const DAY_ZERO = '2000-01-01' as CalendarDate
/** More rooms than a block can count are as good as these: no stay has so many. */
const COUNT_MAX = 32_767

/** The nights of a stay that lie in one block; blocks and their days count from 0. */
export type StayPart = { block: number; first: number; nights: number }

/** An empty block for some room types, and their rates where there are any: nothing is for sale. */
export function emptyBlock(rooms: number, of: readonly Rate[] | null = null): DayBlock {
  const cells = rooms * BLOCK_DAYS
  return {
    prices: new Float64Array(cells),
    available: of ? new Int16Array(cells).fill(closedCount(0)) : new Int16Array(cells),
    rates: of && { of, prices: new Float64Array(cells * of.length), words: null },
  }
}

/** What the arrays of a block take. */
export function bytesOf({ prices, available, rates }: DayBlock): number {
  const ofRates = rates ? rates.prices.byteLength + (rates.words?.byteLength ?? 0) : 0
  return prices.byteLength + available.byteLength + ofRates
}

/** Where a day of a rate stands, by the cell of its room type's. */
const rateCell = (cell: number, rate: number, rates: number): number =>
  (Math.floor(cell / BLOCK_DAYS) * rates + rate) * BLOCK_DAYS + (cell % BLOCK_DAYS)

/** Puts a stored day into its cell. */
export function fillCell({ prices, available, rates }: DayBlock, cell: number, day: Day): void {
  const price = day.priceCents ?? 0
  const count = Math.min(day.available, COUNT_MAX)
  prices[cell] = day.closed && !rates ? 0 : price
  available[cell] = day.closed && rates ? closedCount(count) : count
  if (!rates) return
  for (const [index, { pricing }] of rates.of.entries()) {
    if (pricing?.type === 'own') continue
    const atRate = pricing && price > 0 ? (derivedPrice(price, pricing) ?? 0) : price
    rates.prices[rateCell(cell, index, rates.of.length)] = atRate
  }
}

/** Puts a stored day of a rate into its cell. @returns whether the block takes more memory than before */
export function fillRateCell(block: DayBlock, rate: number, cell: number, day: RateDay): boolean {
  const rates = block.rates!
  const at = rateCell(cell, rate, rates.of.length)
  if (rates.of[rate]!.pricing?.type === 'own') rates.prices[at] = day.priceCents ?? 0
  const word = packRateDay(day)
  const isFirst = word !== 0 && !rates.words
  if (isFirst) rates.words = new Int32Array(rates.prices.length)
  if (rates.words) rates.words[at] = word
  return isFirst
}

/** What is known of the day of a cell for a rate, told apart no further than a quote needs it. */
export function partsOfCell(
  { prices, available, rates }: DayBlock,
  rate: number,
  cell: number,
): DayParts {
  const priceCents = prices[cell]! || null
  const count = available[cell]!
  if (!rates) {
    const day = { available: count, priceCents, closed: priceCents === null }
    return { day, std: undefined, own: undefined }
  }
  const closed = count < 0
  const day = { available: closed ? closedCount(count) : count, priceCents, closed }
  const own = rate === 0 ? undefined : rateDayIn(rates, rate, cell)
  return { day, std: rateDayIn(rates, 0, cell), own }
}

/** undefined: nothing is set. */
function rateDayIn({ of, prices, words }: RateBlock, rate: number, cell: number) {
  const at = rateCell(cell, rate, of.length)
  const price = of[rate]!.pricing?.type === 'own' ? prices[at]! : 0
  const word = words?.[at] ?? 0
  return price === 0 && word === 0 ? undefined : unpackRateDay(word, price || null)
}

/** The count of a closed day as it is kept, and back. */
const closedCount = (count: number) => -1 - count

/** The blocks that the nights of a stay lie in, in order. */
export function partsOf({ checkin, checkout }: Pick<Stay, 'checkin' | 'checkout'>): StayPart[] {
  const parts: StayPart[] = []
  const end = daysBetween(DAY_ZERO, checkout)
  let day = daysBetween(DAY_ZERO, checkin)
  while (day < end) {
    const block = Math.floor(day / BLOCK_DAYS)
    const next = Math.min(end, (block + 1) * BLOCK_DAYS)
    parts.push({ block, first: day - block * BLOCK_DAYS, nights: next - day })
    day = next
  }
  return parts
}

/** The block that a date lies in, and its day there. */
export function placeOfDate(date: CalendarDate): { block: number; day: number } {
  const days = daysBetween(DAY_ZERO, date)
  const block = Math.floor(days / BLOCK_DAYS)
  return { block, day: days - block * BLOCK_DAYS }
}

/** The dates of a block, in order. */
export function datesOfBlock(block: number): CalendarDate[] {
  return Array.from({ length: BLOCK_DAYS }, (_, day) => addDays(DAY_ZERO, block * BLOCK_DAYS + day))
}
