import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { hasCardNumber } from '../../src/domain/kernel/card-number.ts'

/** Doubles every second digit from the right, as the annex of ISO/IEC 7812-1 tells it. */
function luhnDigit(payload: string): number {
  let sum = 0
  let isDoubled = true
  for (let at = payload.length - 1; at >= 0; at -= 1) {
    const digit = Number(payload[at]) * (isDoubled ? 2 : 1)
    sum += Math.floor(digit / 10) + (digit % 10)
    isDoubled = !isDoubled
  }
  return (10 - (sum % 10)) % 10
}

const digits = (min: number, max: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max })
    .map((d) => d.join(''))

/** Card numbers without their last digit: 12 to 18 digits that begin as a card does. */
const payloads = fc.oneof(
  fc.tuple(fc.constantFrom('2', '3', '4', '5', '6'), digits(11, 17)).map((part) => part.join('')),
  digits(8, 14).map((rest) => `9792${rest}`),
)

/** Digits with gaps of spaces and hyphens between them. */
const grouped = (number: string) =>
  fc
    .array(fc.constantFrom('', '', '', ' ', '-', ' - ', '\u00a0'), {
      minLength: number.length - 1,
      maxLength: number.length - 1,
    })
    .map((gaps) => [...number].map((digit, at) => digit + (gaps[at] ?? '')).join(''))

const words = fc.constantFrom('', 'Late arrival. ', 'Kart: ', 'room 204, ', '\n', 'CVV ')

test('a card number is found however it is grouped, and no longer once a digit is wrong (contract-groups, *What a PMS needs*)', () => {
  fc.assert(
    fc.property(
      payloads.chain((payload) => {
        const last = luhnDigit(payload)
        return fc.tuple(
          fc.constant(last),
          ...[words, words],
          fc.integer({ min: 1, max: 9 }),
          grouped(`${payload}${last}`),
        )
      }),
      ([last, before, after, wrong, written]) => {
        // A date among the digits is none of a card's groupings.
        fc.pre(!/\d-\d\d-\d/.test(written))
        expect(hasCardNumber(`${before}${written} ${after}`)).toBe(true)
        const broken = `${written.slice(0, -1)}${(last + wrong) % 10}`
        if (!/[\s-]/.test(broken)) expect(hasCardNumber(`${before}${broken} ${after}`)).toBe(false)
      },
    ),
  )
})

test.each([
  'visa 4111 1111 1111 1111',
  '4111-1111-1111-1111 12/28 123',
  '12 28 4111 1111 1111 1111 737',
  'amex 3782 822463 10005',
  'Troy 9792030000000000',
  'mastercard2223000048400011please',
  '٤١١١ ١١١١ ١١١١ ١١١١',
  '４１１１１１１１１１１１１１１１',
  '4111\u200b1111\u200b1111\u200b1111',
])('%j holds a card number', (text) => {
  expect(hasCardNumber(text)).toBe(true)
})

test.each([
  ['a telephone', '+90 532 123 45 67, 0212 456 78 90'],
  ['another digit', '4111 1111 1111 1112'],
  ['a first digit of no card', '1111 1111 1111 1117'],
  ['twelve digits', '411111111116'],
  ['twenty digits', '41111111111111111110'],
  ['dates', 'from 2026-11-26 - 2026-11-29'],
  ['two dates', '26-11-2026 - 28-11-2026'],
  ['an IBAN', 'iade: TR33 0006 1005 1978 6457 8413 26 Ada Yilmaz'],
  ['an IBAN whose digits are those of a card', 'GB82 WEST 1234 5698 7654 32'],
  ['rooms and prices', '204, 206: 4.111,00 + 1.111,00'],
])('%s is no card number: %j', (_, text) => {
  expect(hasCardNumber(text)).toBe(false)
})
