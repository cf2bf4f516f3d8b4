import { refused } from '../kernel/errors.ts'
import type { Night } from '../kernel/night.ts'

/**
 * A price that the hotel agrees with a guest for one room and night, with its reason: one price for all nights, a
 * price for each night, or a percentage off the rate.
 */
export type ManualPrice = { reason: string } & (SamePrice | { nightly: Night[] })

/** One price for every night: an amount, or a percentage off the rate. */
export type SamePrice = { priceCents: number } | { lessPercentBp: number }

/**
 * Returns the nights of a stay at a manual price; totals and taxes follow from them as usual. A percentage off rounds
 * each night, halves up.
 *
 * @throws AppError `validation_failed` if the named nights are not those of the stay
 */
export function atManualPrice(nightly: readonly Night[], price: ManualPrice): Night[] {
  if (!('nightly' in price))
    return nightly.map(({ date, priceCents }) => ({ date, priceCents: atPrice(priceCents, price) }))
  const named = new Map(price.nightly.map((night) => [night.date, night]))
  if (price.nightly.length !== nightly.length || nightly.some(({ date }) => !named.has(date)))
    throw refused('/manualPrice/nightly', 'unknown_value', 'Name every night of the stay, once.')
  return nightly.map(({ date }) => named.get(date)!)
}

/** Returns the price of one night after the agreement. */
export const atPrice = (cents: number, price: SamePrice): number =>
  'priceCents' in price
    ? price.priceCents
    : Math.floor((cents * (10_000 - price.lessPercentBp) + 5_000) / 10_000)
