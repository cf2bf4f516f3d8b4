import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { EXTRA_UNITS, type Extra } from '../../src/domain/extras/extra.ts'
import {
  type ExtraLine,
  type ExtraOrder,
  extrasTaxesOf,
  fewerExtras,
  orderExtras,
  owedExtras,
  retotal,
  safeExtras,
} from '../../src/domain/extras/extra-lines.ts'
import type { CalendarDate } from '../../src/domain/kernel/date.ts'
import { addDays } from '../../src/domain/kernel/date.ts'
import { AppError } from '../../src/domain/kernel/errors.ts'
import type { Tax } from '../../src/domain/rates/tax.ts'
import { NO_NAMES } from '../support/catalog.ts'

// Extras in a booking (contract-groups, *What a PMS needs of a booking*).

const VAT = { code: 'VAT', name: 'VAT', percentBp: 1_000 }
const STAY = { code: 'STAY', name: 'Stay tax', percentBp: 200 }
const BASIS = { nights: 3, guests: 2 }
const CHECKIN = '2027-04-01' as CalendarDate

const extra = (code: string, given: Partial<Extra> = {}): Extra => ({
  ...{ code, name: code, ...NO_NAMES, per: 'stay', priceCents: 1_000, max: 9 },
  ...{ taxCodes: null, active: true },
  ...given,
})

const put = (
  lines: readonly ExtraLine[],
  order: readonly ExtraOrder[],
  extras: readonly Extra[],
  taxes: readonly Tax[] = [VAT],
) => orderExtras(lines, order, { extras, taxes }, BASIS)

const piecesOf = (lines: readonly ExtraLine[]) =>
  lines.map(({ code, unitPriceCents, quantity }) => [code, unitPriceCents, quantity])

/** The flaws that an order is refused for, as path and code. */
function flawsOf(act: () => unknown): string[] {
  try {
    act()
  } catch (error) {
    if (error instanceof AppError)
      return error.facts.errors!.map(({ path, code }) => `${path} ${code}`)
    throw error
  }
  return []
}

test('a line costs its unit price for the stay, each night, each guest, or each guest and night', () => {
  const extras = EXTRA_UNITS.map((per) => extra(per, { per }))
  const order = EXTRA_UNITS.map((code) => ({ code, quantity: 2 }))

  const lines = put([], order, extras)
  expect(lines.map(({ totalCents }) => totalCents)).toEqual([2_000, 6_000, 4_000, 12_000])
  const longer = retotal(lines, { nights: 4, guests: 3 })
  expect(longer.map(({ totalCents }) => totalCents)).toEqual([2_000, 8_000, 6_000, 24_000])
})

test('more pieces are a line of their own at the price of that day, fewer leave the newest line first', () => {
  const first = put([], [{ code: 'SPA', quantity: 2 }], [extra('SPA')])
  const dearer = [extra('SPA', { priceCents: 1_500, per: 'night', name: 'Spa' })]

  const more = put(first, [{ code: 'SPA', quantity: 5 }], dearer, [STAY])
  expect(more).toEqual([
    { ...first[0]!, totalCents: 2_000, taxes: [VAT] },
    {
      ...{ code: 'SPA', name: 'Spa', per: 'night', unitPriceCents: 1_500, quantity: 3 },
      ...{ totalCents: 13_500, taxes: [STAY] },
    },
  ])
  const fewer = (quantity: number) => piecesOf(put(more, [{ code: 'SPA', quantity }], []))
  expect(fewer(3)).toEqual([
    ['SPA', 1_000, 2],
    ['SPA', 1_500, 1],
  ])
  expect(fewer(1)).toEqual([['SPA', 1_000, 1]])
  expect(put(more, [], [])).toEqual([])
})

test('a code unknown, or off sale and more of it than booked, is unknown_extra; what is booked stands', () => {
  const lines = put([], [{ code: 'SPA', quantity: 2 }], [extra('SPA')])
  const off = [extra('SPA', { active: false })]
  const spa = (quantity: number) => [{ code: 'SPA', quantity }]

  expect(piecesOf(put(lines, spa(2), off))).toEqual([['SPA', 1_000, 2]])
  expect(piecesOf(put(lines, spa(1), off))).toEqual([['SPA', 1_000, 1]])
  expect(flawsOf(() => put(lines, spa(3), off))).toEqual(['/extras/0/code unknown_extra'])
  expect(flawsOf(() => put([], [...spa(1), { code: 'ZOO', quantity: 1 }], [extra('SPA')]))).toEqual(
    ['/extras/1/code unknown_extra'],
  )
})

test('more than the maximum is refused with its place, unless no piece is added; a code stands once', () => {
  const lines = put([], [{ code: 'SPA', quantity: 4 }], [extra('SPA')])
  const lowered = [extra('SPA', { max: 2 })]
  const spa = (quantity: number) => ({ code: 'SPA', quantity })

  expect(flawsOf(() => put([], [spa(3)], lowered))).toEqual(['/extras/0/quantity out_of_range'])
  expect(flawsOf(() => put(lines, [spa(5)], lowered))).toEqual(['/extras/0/quantity out_of_range'])
  expect(piecesOf(put(lines, [spa(3)], lowered))).toEqual([['SPA', 1_000, 3]])
  expect(flawsOf(() => put(lines, [spa(1), spa(1)], lowered))).toEqual(['/extras/1/code repeated'])
})

test('the taxes in a line are those that the extra named when it was put in, worked out line by line', () => {
  const extras = [
    extra('ALL', { priceCents: 1 }),
    extra('VAT', { priceCents: 101, taxCodes: ['VAT', 'GONE'] }),
    extra('NONE', { taxCodes: [] }),
  ]
  const order = extras.map(({ code }) => ({ code, quantity: 1 }))

  const lines = put([], order, extras, [VAT, STAY])
  expect(lines.map(({ taxes }) => taxes)).toEqual([[VAT, STAY], [VAT], []])
  const all = extrasTaxesOf([
    ...lines,
    ...put([], [order[1]!], extras, [{ ...VAT, percentBp: 2_000 }]),
  ])
  // 1 holds no minor unit of tax, 101 holds 9.18 at 10 % and 16.83 at 20 %.
  expect(all).toEqual([
    { ...VAT, amountCents: 9 },
    { ...STAY, amountCents: 0 },
    { ...VAT, percentBp: 2_000, amountCents: 17 },
  ])
})

test('a cancelled stay that has begun owes what is per night for its nights before today, at least one', () => {
  const extras = EXTRA_UNITS.map((per) => extra(per, { per, priceCents: 1 }))
  const order = EXTRA_UNITS.map((code) => ({ code, quantity: 1 }))
  const lines = put([], order, extras)
  const nightly = [0, 1, 2].map((n) => ({ date: addDays(CHECKIN, n) }))
  const owedOn = (day: number) =>
    owedExtras(lines, { nightly, adults: 1, children: 1 }, addDays(CHECKIN, day))

  // stay 1, night 1 each, guest 2, guest and night 2 each.
  expect([0, 1, 2, 3, 9].map(owedOn)).toEqual([6, 6, 9, 12, 12])
})

test('extras and rooms together are a safe integer, or the extras are refused', () => {
  const dear = [extra('SPA', { priceCents: 1_000_000_000, max: 99, per: 'guest_night' })]
  const order = [{ code: 'SPA', quantity: 99 }]
  const over = () =>
    orderExtras([], order, { extras: dear, taxes: [] }, { nights: 90, guests: 5_000 })
  const lines = put([], order, dear)

  expect(flawsOf(over)).toEqual(['/extras out_of_range'])
  expect(flawsOf(() => retotal(lines, { nights: 90, guests: 5_000 }))).toEqual([
    '/extras out_of_range',
  ])
  const room = Number.MAX_SAFE_INTEGER - safeExtras(lines, 0)
  expect(safeExtras(lines, room)).toBe(594_000_000_000)
  expect(flawsOf(() => safeExtras(lines, room + 1))).toEqual(['/extras out_of_range'])
})

/** A piece as an independent account keeps it: what it costs, and the taxes in it. */
type Piece = { code: string; per: Extra['per']; cents: number; taxes: string }

test('whatever is ordered, put in again, made dearer and stayed longer, each piece costs what it cost when it was put in', () => {
  const codes = ['A', 'B', 'C']
  const step = fc.record({
    prices: fc.array(fc.integer({ min: 0, max: 1_000_000_000 }), { minLength: 3, maxLength: 3 }),
    units: fc.array(fc.constantFrom(...EXTRA_UNITS), { minLength: 3, maxLength: 3 }),
    percentBp: fc.integer({ min: 0, max: 10_000 }),
    order: fc.uniqueArray(
      fc.record({ code: fc.constantFrom(...codes), quantity: fc.integer({ min: 1, max: 9 }) }),
      { selector: ({ code }) => code },
    ),
    nights: fc.integer({ min: 1, max: 90 }),
    guests: fc.integer({ min: 1, max: 20 }),
  })
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), (steps) => {
      let lines: ExtraLine[] = []
      let pieces: Piece[] = []
      for (const { prices, units, percentBp, order, nights, guests } of steps) {
        const taxes = [{ ...VAT, percentBp }]
        const extras = codes.map((code, at) =>
          extra(code, { priceCents: prices[at]!, per: units[at]! }),
        )
        const before = lines
        lines = orderExtras(lines, order, { extras, taxes }, { nights, guests })

        const wantedOf = (code: string) => order.find((each) => each.code === code)?.quantity ?? 0
        const isLess = codes.some(
          (code) => pieces.filter((each) => each.code === code).length > wantedOf(code),
        )
        expect(fewerExtras(before, order) !== undefined).toBe(isLess)
        pieces = codes.flatMap((code, at) => {
          const had = pieces.filter((each) => each.code === code)
          const fresh = { code, per: units[at]!, cents: prices[at]!, taxes: `${percentBp}` }
          return [...had, ...Array<Piece>(9).fill(fresh)].slice(0, wantedOf(code))
        })
        const costOf = ({ per, cents }: Piece) => {
          const byNight = per.endsWith('night') ? cents * nights : cents
          return per.startsWith('guest') ? byNight * guests : byNight
        }
        const sum = pieces.reduce((all, piece) => all + BigInt(costOf(piece)), 0n)
        expect(BigInt(safeExtras(lines, 0))).toBe(sum)
        expect(lines.reduce((all, { quantity }) => all + quantity, 0)).toBe(pieces.length)
        const shares = Map.groupBy(pieces, (piece) => piece.taxes)
        for (const tax of extrasTaxesOf(lines)) {
          const inside = shares.get(`${tax.percentBp}`)!
          const all = inside.reduce((whole, piece) => whole + BigInt(costOf(piece)), 0n)
          const exact = all * BigInt(tax.percentBp)
          const off = BigInt(tax.amountCents) * BigInt(10_000 + tax.percentBp) - exact
          const linesOf = lines.filter(({ taxes: [one] }) => one!.percentBp === tax.percentBp)
          // Each line is off by less than a minor unit.
          const bound = BigInt(linesOf.length * (10_000 + tax.percentBp))
          expect(off > -bound && off < bound).toBe(true)
        }
      }
    }),
    { numRuns: 300 },
  )
})
