import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { parseDecimal, parseSigned, wholeOf } from '../../src/panel/lib/decimal.ts'
import { degreesOf } from '../../src/panel/parts/degrees.ts'

const LOCALES = { '.': 'en-GB', ',': 'tr-TR' } as const

test('an amount is read back as it is written in either language, its thousands set apart or not', () => {
  const sign = fc.constantFrom<'.' | ','>('.', ',')
  const cents = fc.integer({ min: 0, max: 100_000_000_000 })
  fc.assert(
    fc.property(
      sign,
      cents,
      fc.boolean(),
      fc.constantFrom(0, 2, 3),
      (sign, cents, useGrouping, digits) => {
        const units = cents / 10 ** digits
        const how = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping }
        const text = new Intl.NumberFormat(LOCALES[sign], how).format(units)
        expect(parseDecimal(text, sign, digits)).toBe(units)
      },
    ),
  )
})

test.each([
  // A hotelier who writes prices as in another language does not sell at a hundred times the price.
  ['129,90', '.', 2, 129.9],
  ['129.90', ',', 2, 129.9],
  ['1,5', '.', 2, 1.5],
  ['1.234,56', ',', 2, 1234.56],
  ['1.234', ',', 2, 1234],
  ['1,234', '.', 2, 1234],
  ['1,234', ',', 3, 1.234],
  [' 1 000 ', '.', 2, 1000],
  ['1.234,56', '.', 2, undefined],
  ['1,234', ',', 2, undefined],
  ['1.234', '.', 2, undefined],
  ['12,34,5', '.', 2, undefined],
  ['1.5', '.', 0, undefined],
  ['1,5', '.', 0, undefined],
  ['-1', '.', 2, undefined],
  ['1e9', '.', 2, undefined],
  ['', '.', 2, undefined],
  ['.5', '.', 2, undefined],
  ['five', '.', 2, undefined],
] as const)('%p with the decimal sign %p and %p decimals is %p', (text, sign, digits, number) => {
  expect(parseDecimal(text, sign, digits)).toBe(number)
})

test.each([
  ['0', 0],
  [' 40 ', 40],
  ['1000', 1000],
  ['', null],
  [' ', null],
  // The thousands of either language, and what only a program writes: none of them becomes another number.
  ...['1,000', '1.000', '1 000', '6,000', '6.000', '1e3', '0x10', '-1', '1.5', '1,5', 'ten'].map(
    (text) => [text, text] as const,
  ),
  ['1'.repeat(10), '1'.repeat(10)],
] as const)(
  '%p written where a whole number belongs goes out as %p in every language',
  (text, sent) => {
    expect(wholeOf(text)).toBe(sent)
  },
)

test.each([
  ['41.0082', 41.0082],
  ['41,0082', 41.0082],
  ['-33.9', -33.9],
  ['400', 400],
  ['', null],
  ...['1,000.5', '1.000,5', '1e1', '0x10', '41.0082, 28.9784', '.5'].map(
    (text) => [text, text] as const,
  ),
] as const)('%p written where degrees belong goes out as %p in every language', (text, sent) => {
  expect(degreesOf(text)).toBe(sent)
})

test.each([
  ['-12.5', -12.5],
  // The signs that people and their telephones write.
  ['−12.5', -12.5],
  ['– 12.5', -12.5],
  ['+3', 3],
  [' 3 ', 3],
  ['-0', 0],
  ...['', '-', '--3', '3-', '-,5', 'less'].map((text) => [text, undefined] as const),
] as const)('%p with or without a sign is %p', (text, value) => {
  expect(parseSigned(text, (plain) => parseDecimal(plain, '.', 2))).toBe(value)
})
