import { expect, test } from 'bun:test'
import { readDay } from '../../src/panel/lib/typed-day.ts'

test.each([
  ['24.11.2026', 'tr-TR', '2026-11-24'],
  ['24/11/2026', 'en-GB', '2026-11-24'],
  ['11/24/2026', 'en-US', '2026-11-24'],
  ['4-1-27', 'tr-TR', '2027-01-04'],
  [' 24 11 2026 ', 'en-GB', '2026-11-24'],
  ['24112026', 'tr-TR', '2026-11-24'],
  ['2026-11-24', 'tr-TR', '2026-11-24'],
  ['2026-11-24', 'en-US', '2026-11-24'],
])('%s is a day in %s', (text, tag, day) => {
  expect<string | undefined>(readDay(text, tag)).toBe(day)
})

test.each([
  ['31.02.2026', 'tr-TR'],
  ['24/11/2026', 'en-US'],
  ['24.11', 'tr-TR'],
  ['24.11.202', 'tr-TR'],
  ['24.11.2026.', 'tr-TR'],
  ['24.11.2026 1', 'tr-TR'],
  ['241126', 'tr-TR'],
  ['tomorrow', 'en-GB'],
  ['', 'en-GB'],
])('%s is none in %s', (text, tag) => {
  expect(readDay(text, tag)).toBeUndefined()
})
