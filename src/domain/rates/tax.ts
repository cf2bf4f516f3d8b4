import type { Names } from '../kernel/content.ts'

export const TAXES_BP_MAX = 10_000

/** A tax, included in every price. */
export type Tax = { code: string; name: string; percentBp: number }

/** A tax of a hotel. */
export type HotelTax = Tax & Names

/** A tax and its amount within a total. */
export type TaxPart = Tax & { amountCents: number }

/** A total split into its taxes and the net amount; they add up to the total. */
export type TaxSplit = { taxes: TaxPart[]; netCents: number }

/** Adds up tax parts: one for each code and percentage, in the order in which they first appear. */
export function sumTaxes(lists: readonly (readonly TaxPart[])[]): TaxPart[] {
  const sums = new Map<string, TaxPart>()
  for (const part of lists.flat()) {
    const name = JSON.stringify([part.code, part.percentBp])
    const { amountCents = 0 } = sums.get(name) ?? {}
    sums.set(name, { ...part, amountCents: amountCents + part.amountCents })
  }
  return [...sums.values()]
}

/**
 * Splits a total: each tax is total × its basis points / (10,000 + all of them), net is the rest, rounded by the
 * largest remainder; ties go to the earlier tax, then net (contract-rates, *Taxes*).
 */
export function splitTaxes(totalCents: number, taxes: readonly Tax[]): TaxSplit {
  const whole = 10_000n + taxes.reduce((sum, { percentBp }) => sum + BigInt(percentBp), 0n)
  const shares = [...taxes.map(({ percentBp }) => BigInt(percentBp)), 10_000n]
  const exact = shares.map((share) => BigInt(totalCents) * share)
  const parts = exact.map((each) => Number(each / whole))
  const left = totalCents - parts.reduce((sum, part) => sum + part, 0)
  const order = exact
    .map((each, index) => ({ rest: each % whole, index }))
    // Ties keep their order, net last.
    .toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))
  for (const { index } of order.slice(0, left)) parts[index]!++
  return {
    taxes: taxes.map(({ code, name, percentBp }, index) => ({
      ...{ code, name, percentBp },
      amountCents: parts[index]!,
    })),
    netCents: parts.at(-1)!,
  }
}
