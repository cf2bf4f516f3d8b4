import type { Day } from './availability.ts'
import type { Stay } from './booking.ts'
import { addDays, type CalendarDate, daysBetween } from './date.ts'
import type { DayParts, Rate, RateDay } from './rate.ts'
import { isOwnPriced, packRateDay, unpackRateDay } from './rate-word.ts'

/**
 * Some days of a hotel's room types, as search keeps them: room type by room type in the order of
 * `SearchHotel.rooms`, a cell a day. A price of 0 is a night without one, and, where no rates are used, one that is not
 * for sale whatever the reason.
 */
export type DayBlock = {
  prices: Float64Array
  available: Uint16Array
  /** null: of a hotel that uses no rates. */
  rates: RateBlock | null
}

/** What a block has beside it where rates are used: which days are closed, and each rate's in the order of `SearchHotel.rates`. */
export type RateBlock = { closed: Uint8Array; cells: RateCells[] }

/** Days of a rate in a block, its cells those of the block. */
export type RateCells = {
  /** 0: none; null: it has no prices of its own. */
  prices: Float64Array | null
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
const COUNT_MAX = 65_535
/** What the cells of a rate cost beside their arrays. */
const RATE_OVERHEAD_BYTES = 120

/** The nights of a stay that lie in one block; blocks and their days count from 0. */
export type StayPart = { block: number; first: number; nights: number }

/** An empty block for some room types, and their rates where there are any: nothing is for sale. */
export function emptyBlock(
  rooms: number,
  rates: readonly Pick<Rate, 'pricing'>[] | null = null,
): DayBlock {
  const cells = rooms * BLOCK_DAYS
  return {
    prices: new Float64Array(cells),
    available: new Uint16Array(cells),
    rates: rates && {
      closed: new Uint8Array(cells).fill(1),
      cells: rates.map((rate) => ({
        prices: isOwnPriced(rate) ? new Float64Array(cells) : null,
        words: null,
      })),
    },
  }
}

/** What the arrays of a block take. */
export function bytesOf({ prices, available, rates }: DayBlock): number {
  let bytes = prices.byteLength + available.byteLength
  if (!rates) return bytes
  bytes += rates.closed.byteLength
  for (const { prices, words } of rates.cells)
    bytes += RATE_OVERHEAD_BYTES + (prices?.byteLength ?? 0) + (words?.byteLength ?? 0)
  return bytes
}

/** Puts a stored day into its cell. */
export function fillCell({ prices, available, rates }: DayBlock, cell: number, day: Day): void {
  prices[cell] = day.closed && !rates ? 0 : (day.priceCents ?? 0)
  available[cell] = Math.min(day.available, COUNT_MAX)
  if (rates) rates.closed[cell] = Number(day.closed)
}

/** Puts a stored day of a rate into its cell. @returns whether the block takes more memory than before */
export function fillRateCell(block: DayBlock, rate: number, cell: number, day: RateDay): boolean {
  const cells = block.rates!.cells[rate]!
  if (cells.prices) cells.prices[cell] = day.priceCents ?? 0
  const word = packRateDay(day)
  const isFirst = word !== 0 && !cells.words
  if (isFirst) cells.words = new Int32Array(block.prices.length)
  if (cells.words) cells.words[cell] = word
  return isFirst
}

/** What is known of the day of a cell for a rate, told apart no further than a quote needs it. */
export function partsOfCell(
  { prices, available, rates }: DayBlock,
  rate: number,
  cell: number,
): DayParts {
  const priceCents = prices[cell]!
  const closed = rates ? rates.closed[cell] === 1 : priceCents === 0
  const day: Day = { available: available[cell]!, priceCents: priceCents || null, closed }
  if (!rates) return { day, std: undefined, own: undefined }
  const std = rateDayIn(rates.cells[0]!, cell)
  return { day, std, own: rate === 0 ? undefined : rateDayIn(rates.cells[rate]!, cell) }
}

/** undefined: nothing is set. */
function rateDayIn({ prices, words }: RateCells, cell: number): RateDay | undefined {
  const [price, word] = [prices?.[cell] ?? 0, words?.[cell] ?? 0]
  return price === 0 && word === 0 ? undefined : unpackRateDay(word, price || null)
}

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
