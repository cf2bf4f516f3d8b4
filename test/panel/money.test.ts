import { afterAll, beforeAll, expect, test } from 'bun:test'

const NAVIGATOR = Object.getOwnPropertyDescriptor(globalThis, 'navigator')!
Object.defineProperty(globalThis, 'navigator', {
  value: { languages: ['en-GB'] },
  configurable: true,
})
const { amount, money } = await import('../../src/panel/lib/format.ts')
const { language } = await import('../../src/panel/lib/i18n.ts')
const before = language.get()

beforeAll(() => language.set('en'))

afterAll(() => {
  language.set(before)
  Object.defineProperty(globalThis, 'navigator', NAVIGATOR)
})

test.each([
  [840_000, 'TRY', '₺8,400'],
  [1_137_350, 'TRY', '₺11,373.50'],
  [-5, 'TRY', '-₺0.05'],
  [840_000, 'EUR', '€8,400'],
  [8_400, 'JPY', 'JP¥8,400'],
  // A sign that several countries write says which one.
  [840_000, 'USD', 'US$8,400'],
  [840_000, 'SEK', 'SEK 8,400'],
])(
  '%i minor units of %s are written %s: with a sign that is no other currency’s, without minor units where there are none (issue 18)',
  (cents, currency, text) => {
    expect(money(cents, currency).replaceAll(/\s/g, ' ')).toBe(text)
  },
)

test('what stands in one column has minor units where one has any, so that it lines up (issue 18)', () => {
  const column = [840_000, 76_364]
  expect(column.map((cents) => money(cents, 'TRY', column))).toEqual(['₺8,400.00', '₺763.64'])
  expect(column.map((cents) => amount(cents, 'TRY'))).toEqual(['8,400', '763.64'])
})
