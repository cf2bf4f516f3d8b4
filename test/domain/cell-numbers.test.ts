import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  allNumbers,
  bytesOfNumbers,
  mapNumbers,
  noNumbers,
  numberAt,
  setNumber,
} from '../../src/domain/sale/cell-numbers.ts'

const CELLS = 400

/** Few different numbers, or more than have places. */
const writes = fc.oneof(
  fc.array(fc.record({ cell: fc.nat(CELLS - 1), number: fc.integer({ min: -2, max: 5 }) })),
  fc.array(fc.record({ cell: fc.nat(CELLS - 1), number: fc.integer({ min: 1, max: 2 ** 30 }) }), {
    minLength: 200,
    maxLength: 400,
    size: 'max',
  }),
)

test('numbers of cells are those that were written last, and say when they take more memory (issue 35)', () => {
  fc.assert(
    fc.property(writes, (all) => {
      const numbers = noNumbers(CELLS)
      const plain = new Int32Array(CELLS)
      for (const { cell, number } of all) {
        const before = bytesOfNumbers(numbers)
        plain[cell] = number
        expect(setNumber(numbers, cell, number)).toBe(bytesOfNumbers(numbers) > before)
      }
      expect(allNumbers(numbers)).toEqual(plain)
      expect([...plain.keys()].map((cell) => numberAt(numbers, cell))).toEqual([...plain])
      const doubled = mapNumbers(numbers, (number) => number * 2)
      expect(allNumbers(doubled)).toEqual(plain.map((number) => number * 2))
    }),
  )
})
