import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { partOf } from '../../src/domain/rates/rate.ts'
import { splitTaxes } from '../../src/domain/rates/tax.ts'

const taxOf = (percentBp: number, index: number) => ({ code: `T${index}`, name: 'Tax', percentBp })

test('taxes and net are the total, each within a cent of its exact part (contract-rates, *Taxes*)', () => {
  const total = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
  const rates = fc.array(fc.integer({ min: 0, max: 1_000 }), { maxLength: 10 })
  fc.assert(
    fc.property(total, rates, (totalCents, percents) => {
      const { taxes, netCents } = splitTaxes(totalCents, percents.map(taxOf))
      const amounts = taxes.map(({ amountCents }) => amountCents)
      expect(amounts.reduce((sum, each) => sum + each, netCents)).toBe(totalCents)
      const whole = BigInt(10_000 + percents.reduce((sum, each) => sum + each, 0))
      for (const [index, amount] of [...amounts, netCents].entries()) {
        const exact = BigInt(totalCents) * BigInt(percents[index] ?? 10_000)
        const off = BigInt(amount) * whole - exact
        expect(off > -whole && off < whole).toBe(true)
      }
    }),
  )
})

test('of equal remainders a tax is rounded up before the next, and all before net (contract-rates, *Taxes*)', () => {
  const { taxes, netCents } = splitTaxes(10, [taxOf(10_000, 0), taxOf(10_000, 1)])
  expect(taxes.map(({ amountCents }) => amountCents)).toEqual([4, 3])
  expect(netCents).toBe(3)
})

test('a part of an amount is rounded halves up, above and below 0, however large it is (contract-rates, *Derived*)', () => {
  const cents = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
  const basisPoints = fc.integer({ min: -110_000, max: 110_000 })
  fc.assert(
    fc.property(cents, basisPoints, (amount, bp) => {
      const top = BigInt(amount) * BigInt(bp) + 5_000n
      const floor = top / 10_000n - (top < 0n && top % 10_000n !== 0n ? 1n : 0n)
      fc.pre(floor < BigInt(Number.MAX_SAFE_INTEGER) && floor > -BigInt(Number.MAX_SAFE_INTEGER))
      expect(BigInt(partOf(amount, bp))).toBe(floor)
    }),
  )
  expect([partOf(1, 5_000), partOf(1, -5_000), partOf(3, -5_000)]).toEqual([1, 0, -1])
})
