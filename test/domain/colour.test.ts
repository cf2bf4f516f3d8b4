import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { CONTRAST_MIN, contrastOf, readableBeside } from '../../src/domain/kernel/colour.ts'

// The one colour of a hotel (contract-agencies, *Pages for guests*).

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`)
const WHITE = '#ffffff'
const BLACK = '#000000'

test('contrast is that of WCAG', () => {
  expect(contrastOf(WHITE, BLACK)).toBeCloseTo(21, 5)
  expect(contrastOf('#777777', WHITE)).toBeCloseTo(4.478, 3)
  expect(contrastOf('#777777', WHITE)).toBe(contrastOf(WHITE, '#777777'))
})

test('every colour is moved until it can be read beside any other, on the near side of which it is left alone', () => {
  fc.assert(
    fc.property(colour, colour, (own, beside) => {
      const moved = readableBeside(own, beside)
      expect(moved).toMatch(/^#[0-9a-f]{6}$/)
      expect(contrastOf(moved, beside)).toBeGreaterThanOrEqual(CONTRAST_MIN)
      if (contrastOf(own, beside) >= CONTRAST_MIN) expect(moved).toBe(own)
      // What can be read is moved no more.
      expect(readableBeside(moved, beside)).toBe(moved)
    }),
    { numRuns: 2_000 },
  )
})

test('it is moved no farther than needed, and keeps its hue', () => {
  const channels = (text: string) =>
    [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16))
  fc.assert(
    fc.property(colour, (own) => {
      fc.pre(contrastOf(own, WHITE) < CONTRAST_MIN)
      const moved = readableBeside(own, WHITE)
      // Two shades more of each channel cannot be read.
      const lighter = channels(moved).map((each, at) => Math.min(each + 2, channels(own)[at]!))
      const hex = `#${lighter.map((each) => each.toString(16).padStart(2, '0')).join('')}`
      expect(contrastOf(hex, WHITE)).toBeLessThan(CONTRAST_MIN + 0.03)
      const ratios = channels(own).flatMap((each, at) =>
        each > 20 ? [channels(moved)[at]! / each] : [],
      )
      for (const ratio of ratios) expect(Math.abs(ratio - ratios[0]!)).toBeLessThan(0.06)
    }),
    { numRuns: 500 },
  )
})
