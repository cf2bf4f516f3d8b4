import type { Day } from '../kernel/availability.ts'
import { addDays, type CalendarDate, daysBetween } from '../kernel/date.ts'
import type { Stay } from '../kernel/night.ts'
import { derivedPrice, type Rate, type RateDay, type RatePricing } from '../rates/rate.ts'
import { packAhead, packRateDay } from '../rates/restriction-bits.ts'
import { bytesOfNumbers, type CellNumbers, noNumbers, setNumber } from './cell-numbers.ts'

/**
 * A block of a hotel's days, as the search cache keeps it: one cell per day, room type by room type in the order of
 * `SearchHotel.rooms`. A price of 0 is a night without a price or, without rates, a night not for sale for any reason;
 * with rates, a negative count is that of a closed day, `closedCount` of it. Its arrays may lie in the bytes that it was
 * packed in.
 */
export type DayBlock = {
  prices: Prices
  available: Int16Array
  /** null for a hotel without rates. */
  rates: RateBlock | null
  /** Rooms that the agency who looks at the days has left of its own; absent: none. */
  own?: Int16Array
}

/** Prices in minor units; those of nearly all blocks fit into 4 bytes. */
type Prices = Uint32Array | Float64Array

/**
 * The rates of a block: room type by room type, rate by rate in the order of `of`, one cell per day. Few arrays serve
 * all rates: reading one that is not in the processor's cache takes as long as pricing three nights.
 */
type RateBlock = OwnPlaces & {
  of: readonly Rate[]
  /** Prices of the rates that have their own, in their order; all others follow from the day's. 0: none. */
  ownPrices: Prices
  /** See `packRateDay`; null: nothing is set on any of these days. */
  words: CellNumbers | null
  /** See `packAhead`; null: no advance booking is bounded on any of these days. */
  aheads: CellNumbers | null
}

/** The number of rates with prices of their own, and the place of each rate among them; -1: its prices follow. */
type OwnPlaces = { owns: number; ownPlaces: readonly number[] }

/**
 * Days in a block. Measured on 500 hotels of five room types: with blocks of a calendar month the first search for
 * three nights takes twice as long (31 ms beside 15), with four days no less; later searches are the same.
 */
export const BLOCK_DAYS = 8
/** The date of block 0, before any stay. */
const DAY_ZERO = '2000-01-01' as CalendarDate
/** The largest price that fits into 4 bytes. */
const UINT32_MAX = 0xffff_ffff
/** The largest count of a block; no stay needs more rooms. */
const COUNT_MAX = 32_767

/** The nights of a stay that lie in one block; blocks and their days count from 0. */
export type StayPart = { block: number; first: number; nights: number }

/** Creates a block with nothing for sale, for room types and, if any, their rates. */
export function emptyBlock(rooms: number, of: readonly Rate[] | null = null): DayBlock {
  const cells = rooms * BLOCK_DAYS
  const prices = new Uint32Array(cells)
  if (!of) return { prices, available: new Int16Array(cells), rates: null }
  const available = new Int16Array(cells).fill(closedCount(0))
  const ownPrices = new Uint32Array(cells * ownPlacesOf(of).owns)
  return { prices, available, rates: rateBlock(of, { ownPrices, words: null, aheads: null }) }
}

/** Creates the rates of a block. */
export function rateBlock(
  of: readonly Rate[],
  { ownPrices, words, aheads }: Pick<RateBlock, 'ownPrices' | 'words' | 'aheads'>,
): RateBlock {
  const { owns, ownPlaces } = ownPlacesOf(of)
  return { of, owns, ownPlaces, ownPrices, words, aheads }
}

/** The places of the rates of each hotel, which all of its blocks share. */
const places = new WeakMap<readonly Rate[], OwnPlaces>()

/** Returns which rates have prices of their own. */
export function ownPlacesOf(of: readonly Rate[]): OwnPlaces {
  const known = places.get(of)
  if (known) return known
  const found = { owns: 0, ownPlaces: new Array<number>(of.length) }
  for (let rate = 0; rate < of.length; rate++)
    found.ownPlaces[rate] = of[rate]!.pricing?.type === 'own' ? found.owns++ : -1
  places.set(of, found)
  return found
}

/** Returns the memory of a block's arrays, in bytes. */
export function bytesOf({ prices, available, rates }: DayBlock): number {
  const ofDays = prices.byteLength + available.byteLength
  if (!rates) return ofDays
  const { ownPrices, words, aheads } = rates
  return ofDays + ownPrices.byteLength + bytesOfNumbers(words) + bytesOfNumbers(aheads)
}

/** Returns the index of a rate's day, from the cell of its room type. */
export const rateCell = (cell: number, rate: number, rates: number): number =>
  (Math.floor(cell / BLOCK_DAYS) * rates + rate) * BLOCK_DAYS + (cell % BLOCK_DAYS)

/** Returns the price of a rate on a cell's day, as stored or as it follows from the day's; 0: none. */
export function priceAt({ prices, rates }: DayBlock, rate: number, cell: number): number {
  if (!rates) return prices[cell]!
  const own = rates.ownPlaces[rate]!
  if (own >= 0) return rates.ownPrices[rateCell(cell, own, rates.owns)]!
  return followingPrice(prices[cell]!, rates.of[rate]!.pricing)
}

/** Writes a stored day into its cell. @returns true if the block now takes more memory */
export function fillCell(block: DayBlock, cell: number, day: Day): boolean {
  const { available, rates } = block
  const count = Math.min(day.available, COUNT_MAX)
  available[cell] = day.closed && rates ? closedCount(count) : count
  return setPrice(block, 'prices', cell, day.closed && !rates ? 0 : (day.priceCents ?? 0))
}

/** Writes a price into its array, which is replaced by a wider one for the first that needs it. @returns true if it is */
function setPrice<Name extends string>(
  of: Record<Name, Prices>,
  name: Name,
  at: number,
  cents: number,
): boolean {
  const isTooWide = cents > UINT32_MAX && of[name] instanceof Uint32Array
  if (isTooWide) of[name] = new Float64Array(of[name])
  of[name][at] = cents
  return isTooWide
}

/** Returns the price of a day at `STD` or at a derived rate, from the day's own; 0: none. */
export const followingPrice = (price: number, pricing: RatePricing | null): number =>
  pricing?.type === 'derived' && price > 0 ? (derivedPrice(price, pricing) ?? 0) : price

/** Writes a stored day of a rate into its cell. @returns true if the block now takes more memory */
export function fillRateCell(block: DayBlock, rate: number, cell: number, day: RateDay): boolean {
  const rates = block.rates!
  const own = rates.ownPlaces[rate]!
  const cents = day.priceCents ?? 0
  const isWider = own >= 0 && setPrice(rates, 'ownPrices', rateCell(cell, own, rates.owns), cents)
  const at = rateCell(cell, rate, rates.of.length)
  const isMoreWords = setPacked(block, 'words', at, packRateDay(day))
  const isMoreAheads = setPacked(block, 'aheads', at, packAhead(day))
  return isWider || isMoreWords || isMoreAheads
}

/** Writes a packed number, and creates all of them for the first that is set. @returns true if they take more memory */
function setPacked(
  { prices, rates }: DayBlock,
  name: 'words' | 'aheads',
  at: number,
  packed: number,
): boolean {
  const known = rates![name]
  if (known) return setNumber(known, at, packed)
  if (packed === 0) return false
  rates![name] = noNumbers(prices.length * rates!.of.length)
  setNumber(rates![name], at, packed)
  return true
}

/** Encodes the count of a closed day, and decodes it. */
export const closedCount = (count: number) => -1 - count

/** Returns the blocks of a stay's nights, in order. */
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

/** Returns the block of a date, and the day within it. */
export function placeOfDate(date: CalendarDate): { block: number; day: number } {
  const days = daysBetween(DAY_ZERO, date)
  const block = Math.floor(days / BLOCK_DAYS)
  return { block, day: days - block * BLOCK_DAYS }
}

/** Returns the dates of a block, in order. */
export function datesOfBlock(block: number): CalendarDate[] {
  return Array.from({ length: BLOCK_DAYS }, (_, day) => addDays(DAY_ZERO, block * BLOCK_DAYS + day))
}
