import { refused } from '../kernel/errors.ts'
import type { Night } from '../kernel/night.ts'

/**
 * A price that the hotel's people agree on with a guest, of one room and night, and why: the same each night, what each
 * night costs, or so much less than the rate's.
 */
export type ManualPrice = { reason: string } & (SamePrice | { nightly: Night[] })

/** What each night costs alike: so much, or so much less than the rate's. */
export type SamePrice = { priceCents: number } | { lessPercentBp: number }

/**
 * The nights of a stay at a manual price; totals and taxes come of them as of any others. Of less per cent each night is
 * rounded for itself, halves up.
 *
 * @throws AppError `validation_failed` where the nights named are not those of the stay
 */
export function atManualPrice(nightly: readonly Night[], price: ManualPrice): Night[] {
  if (!('nightly' in price))
    return nightly.map(({ date, priceCents }) => ({ date, priceCents: atPrice(priceCents, price) }))
  const named = new Map(price.nightly.map((night) => [night.date, night]))
  if (price.nightly.length !== nightly.length || nightly.some(({ date }) => !named.has(date)))
    throw refused('/manualPrice/nightly', 'unknown_value', 'Name every night of the stay, once.')
  return nightly.map(({ date }) => named.get(date)!)
}

/** What a night of a price comes to at another that is agreed on. */
export const atPrice = (cents: number, price: SamePrice): number =>
  'priceCents' in price
    ? price.priceCents
    : Math.floor((cents * (10_000 - price.lessPercentBp) + 5_000) / 10_000)
