import { type EffectiveDay, effectiveDay } from '../rates/effective-day.ts'
import type { DayParts } from '../rates/rate.ts'
import { inheritAhead, refusesAhead, unpackRateDay } from '../rates/restriction-bits.ts'
import { type CellNumbers, numberAt } from './cell-numbers.ts'
import { closedCount, type DayBlock, rateCell } from './day-block.ts'

// Single days of a block, as quotes read them.

/** True if a rate, or `STD`, has more than a price on a cell's day; on most it has not. */
export function isRestricted({ rates }: DayBlock, rate: number, cell: number): boolean {
  if (!rates || (rates.words === null && rates.aheads === null)) return false
  const { of, words, aheads } = rates
  const at = rateCell(cell, rate, of.length)
  const std = rateCell(cell, 0, of.length)
  return isEitherSet(words, at, std) || isEitherSet(aheads, at, std)
}

const isEitherSet = (numbers: CellNumbers | null, one: number, other: number) =>
  numbers !== null && (numberAt(numbers, one) !== 0 || numberAt(numbers, other) !== 0)

/** Returns a cell's day as one of the block's rates sells it, as precisely as a quote needs. */
export const dayOfCell = (block: DayBlock, rate: number, cell: number): EffectiveDay =>
  effectiveDay(block.rates!.of[rate]!, partsOfCell(block, rate, cell))

/** Returns the parts of a cell's day for a rate, as precisely as a quote needs. */
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

/** Reads a rate's day; undefined: nothing is set. */
function rateDayIn(rates: NonNullable<DayBlock['rates']>, rate: number, cell: number) {
  const { of, owns, ownPlaces, ownPrices, words, aheads } = rates
  const at = rateCell(cell, rate, of.length)
  const own = ownPlaces[rate]!
  const price = own >= 0 ? ownPrices[rateCell(cell, own, owns)]! : 0
  const word = words ? numberAt(words, at) : 0
  const ahead = aheads ? numberAt(aheads, at) : 0
  if (price === 0 && word === 0 && ahead === 0) return undefined
  return unpackRateDay(word, ahead, price || null)
}

/** True if the bounds of a rate's advance booking refuse a stay that arrives on a cell's day, so many days ahead. */
export function isAheadRefused(
  { rates }: DayBlock,
  { place, isDerived }: { place: number; isDerived: boolean },
  cell: number,
  aheadDays: number,
): boolean {
  const { of, aheads } = rates!
  if (aheads === null) return false
  const set = numberAt(aheads, rateCell(cell, place, of.length))
  const std = isDerived ? numberAt(aheads, rateCell(cell, 0, of.length)) : 0
  return refusesAhead(inheritAhead(set, std), aheadDays)
}
