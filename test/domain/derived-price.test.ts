import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { PRICE_CENTS_MAX } from '../../src/domain/kernel/limits.ts'
import { derivedPrice } from '../../src/domain/rates/rate.ts'

/** A quotient as a whole number, rounded down. */
function floor(top: bigint, bottom: bigint): bigint {
  return top / bottom - (top % bottom < 0n ? 1n : 0n)
}

/** The multiple that is nearest to an amount; of two that are as near, the upper one. */
function nearest(cents: bigint, multipleOf: bigint): bigint {
  const below = floor(cents, multipleOf) * multipleOf
  return below + multipleOf - cents <= cents - below ? below + multipleOf : below
}

/** The contract’s sentence, word by word, in whole numbers without an end. */
function worked(day: number, percentBp: number, amountCents: number, roundTo: number) {
  const exact = floor(BigInt(day) * (10_000n + BigInt(percentBp)) + 5_000n, 10_000n)
  const price = nearest(exact + BigInt(amountCents), BigInt(roundTo))
  return price < 1n ? null : Number(price)
}

test('a derived price is the percentage, then the amount, then the nearest multiple of roundTo, halves up, to the cent (contract-rates, *Derived*)', () => {
  const small = { weight: 1, arbitrary: fc.integer({ min: 1, max: 20_000 }) }
  const day = fc.oneof(small, {
    weight: 2,
    arbitrary: fc.integer({ min: 1, max: PRICE_CENTS_MAX }),
  })
  const percentBp = fc.integer({ min: -10_000, max: 100_000 })
  const amount = fc.oneof(
    fc.integer({ min: -20_000, max: 20_000 }),
    fc.integer({ min: -PRICE_CENTS_MAX, max: PRICE_CENTS_MAX }),
  )
  const roundTo = fc.oneof(
    fc.constantFrom(1, 2, 50, 100, 10_000),
    fc.integer({ min: 1, max: 10_000 }),
  )
  fc.assert(
    fc.property(day, percentBp, amount, roundTo, (cents, percent, amountCents, to) => {
      const derivation = { percentBp: percent, amountCents, roundTo: to }
      expect(derivedPrice(cents, derivation)).toBe(worked(cents, percent, amountCents, to))
    }),
    { numRuns: 2_000 },
  )
})

test('without roundTo a derived price is to the cent; half of a multiple goes up, less than half to none (contract-rates, *Derived*)', () => {
  expect(derivedPrice(839_950, { percentBp: -1_200 })).toBe(739_156)
  expect(derivedPrice(840_000, { percentBp: -1_200, roundTo: 1_000 })).toBe(739_000)
  expect(derivedPrice(150, { roundTo: 100 })).toBe(200)
  expect(derivedPrice(149, { roundTo: 100 })).toBe(100)
  expect(derivedPrice(50, { roundTo: 100 })).toBe(100)
  expect(derivedPrice(49, { roundTo: 100 })).toBeNull()
})
