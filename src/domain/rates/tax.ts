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
  if (lists.length === 0) return []
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
  let whole = 10_000
  for (const { percentBp } of taxes) whole += percentBp
  // Products of all but enormous amounts are exact as numbers, which take a tenth of the time of big ones.
  const isExact = Number.isSafeInteger(totalCents * whole)
  const amounts: number[] = []
  const rests: number[] = []
  let left = totalCents
  for (let index = 0; index <= taxes.length; index++) {
    const share = taxes[index]?.percentBp ?? 10_000
    const [amount, rest] = isExact
      ? divide(totalCents * share, whole)
      : divideBig(BigInt(totalCents) * BigInt(share), BigInt(whole))
    amounts.push(amount)
    rests.push(rest)
    left -= amount
  }
  for (; left > 0; left--) {
    // Of equal remainders the first has it, net last.
    const index = indexOfLargest(rests)
    amounts[index]!++
    rests[index] = -1
  }
  return {
    taxes: taxes.map(({ code, name, percentBp }, index) => ({
      code,
      name,
      percentBp,
      amountCents: amounts[index]!,
    })),
    netCents: amounts[taxes.length]!,
  }
}

function divide(exact: number, whole: number): [quotient: number, rest: number] {
  const rest = exact % whole
  return [(exact - rest) / whole, rest]
}

const divideBig = (exact: bigint, whole: bigint): [quotient: number, rest: number] => [
  Number(exact / whole),
  Number(exact % whole),
]

function indexOfLargest(numbers: readonly number[]): number {
  let largest = 0
  for (let index = 1; index < numbers.length; index++)
    if (numbers[index]! > numbers[largest]!) largest = index
  return largest
}
