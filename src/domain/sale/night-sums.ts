import type { Derivation, GuestPrices } from '../rates/rate.ts'
import { BLOCK_DAYS, type DayBlock, followingPrice } from './day-block.ts'
import type { PublicRate } from './search.ts'
import type { StayAsk } from './search-stay.ts'

// Sums of the prices of a stay's nights, and bounds of them. They run for every room type and rate of a search.

/** Returns the sum of a stay's `STD` prices; 0: a price is missing; negative: a night is closed or short of rooms. */
export function stdSum(
  room: number,
  blocks: readonly DayBlock[],
  { parts, party }: StayAsk,
): number {
  let sum = 0
  let isPriced = true
  for (let part = 0; part < parts.length; part++) {
    const { first, nights } = parts[part]!
    const { available, prices } = blocks[part]!
    const start = room * BLOCK_DAYS + first
    for (let cell = start; cell < start + nights; cell++) {
      if (available[cell]! < party.rooms) return -1
      const price = prices[cell]!
      if (price === 0) isPriced = false
      sum += price
    }
  }
  return isPriced ? sum : 0
}

/** Returns the sum of a rate's prices over the nights of a stay; 0: a price is missing. */
export function sumAtRate(
  rate: PublicRate,
  room: number,
  blocks: readonly DayBlock[],
  { parts }: StayAsk,
): number {
  let sum = 0
  for (let part = 0; part < parts.length; part++) {
    const { first, nights } = parts[part]!
    for (let day = first; day < first + nights; day++) {
      const price = nightPrice(rate, room, blocks[part]!, day)
      if (price === 0) return 0
      sum += price
    }
  }
  return sum
}

/** Returns the price of a rate on a day of a block, as `priceAt`; 0: none. */
export function nightPrice(
  { ownPlace, pricing }: PublicRate,
  room: number,
  { prices, rates }: DayBlock,
  day: number,
): number {
  if (ownPlace >= 0) return rates!.ownPrices[(room * rates!.owns + ownPlace) * BLOCK_DAYS + day]!
  return followingPrice(prices[room * BLOCK_DAYS + day]!, pricing)
}

/** Returns a lower bound of the sum of a derived rate's prices from that of `STD`, which most of them do not go below. */
export function leastDerived(
  stdCents: number,
  { pricing }: PublicRate,
  { nights }: StayAsk,
): number {
  const { percentBp = 0, amountCents = 0, roundTo = 1 } = pricing as Derivation
  const product = stdCents * (10_000 + percentBp)
  // Beyond that a sum is no longer exact.
  if (product > Number.MAX_SAFE_INTEGER) return 0
  // Each night is rounded twice, by at most a half of a cent and of `roundTo`.
  return product / 10_000 + nights * (amountCents - roundTo)
}

/** Returns a lower bound of a room's price from one of the sum of its nights' prices: it rules out most rates. */
export function leastOf(
  cents: number,
  guests: GuestPrices | null,
  { parties, nights }: StayAsk,
): number {
  if (guests === null || !guests.lessPercentBp) return cents
  const fewer = guests.adults - parties[0]!.adults
  if (fewer <= 0) return cents
  // Children who pay as adults make it fewer: below nothing a smaller sum would be a greater bound.
  const shareBp = Math.max(0, 10_000 - fewer * guests.lessPercentBp)
  // Each night rounds by at most a half; the rest of the cent covers the rounding of the product.
  return (cents * shareBp) / 10_000 - nights
}
