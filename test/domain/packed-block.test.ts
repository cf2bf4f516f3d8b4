import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { NO_RATE_DAY, type Rate, type RateDay, STANDARD } from '../../src/domain/rates/rate.ts'
import {
  BLOCK_DAYS,
  bytesOf,
  emptyBlock,
  fillCell,
  fillRateCell,
} from '../../src/domain/sale/day-block.ts'
import { packBlock, unpackBlock } from '../../src/domain/sale/packed-block.ts'
import { plainBlock } from '../support/packed-days.ts'

const rates: fc.Arbitrary<Rate[] | null> = fc.option(
  fc
    .array(
      fc.constantFrom<Rate['pricing']>(
        { type: 'own' },
        { type: 'derived', percentBp: -1_000 },
        { type: 'derived', amountCents: -40_000, roundTo: 100 },
      ),
      { maxLength: 3 },
    )
    .map((all) => [
      STANDARD,
      ...all.map((pricing, index) => ({ ...STANDARD, rateCode: `R${index}`, pricing })),
    ]),
)
const price = fc.oneof(
  fc.constant(null),
  fc.integer({ min: 1, max: 90_000 }),
  fc.constantFrom(2 ** 32 - 1, 2 ** 32, 9_007_199_254_740_991),
)
const flag = fc.constantFrom(null, true, false)
const stays = fc.option(fc.integer({ min: 0, max: 90 }))
const days = fc.option(fc.integer({ min: 0, max: 730 }))
const rateDay: fc.Arbitrary<RateDay> = fc.record({
  priceCents: price,
  closed: fc.boolean(),
  minStay: stays,
  minStayThrough: stays,
  maxStay: stays,
  minAdvanceDays: days,
  maxAdvanceDays: days,
  closedToArrival: flag,
  closedToDeparture: flag,
})
/** Few fields are set on most days, and none on many. */
const someDay = fc.oneof(
  rateDay,
  rateDay.map(({ priceCents }) => ({ ...NO_RATE_DAY, priceCents })),
  rateDay.map(({ minStay }) => ({ ...NO_RATE_DAY, minStay })),
)
const place = { cell: fc.nat(), rate: fc.nat() }
const acts = fc.array(
  fc.oneof(
    fc.record({
      ...place,
      day: fc.record({
        available: fc.oneof(fc.nat(5), fc.constant(40_000)),
        priceCents: price,
        closed: fc.boolean(),
      }),
    }),
    fc.record({ ...place, rateDay: someDay }),
  ),
  { maxLength: 60 },
)
const world = fc.record({ rooms: fc.nat(4), rates, acts })

function build({ rooms, rates, acts }: typeof world extends fc.Arbitrary<infer W> ? W : never) {
  const block = emptyBlock(rooms, rates)
  for (const act of rooms === 0 ? [] : acts) {
    const cell = act.cell % (rooms * BLOCK_DAYS)
    if ('day' in act) fillCell(block, cell, act.day)
    else if (rates) fillRateCell(block, act.rate % rates.length, cell, act.rateDay)
  }
  return block
}

test('a packed block is the same after unpacking, wherever its bytes lie, and never larger than its memory and head (issue 35)', () => {
  fc.assert(
    fc.property(world, fc.nat(9), (given, at) => {
      const block = build(given)
      const bytes = packBlock(block)
      const elsewhere = new Uint8Array(at + bytes.length)
      elsewhere.set(bytes, at)
      const { rooms, rates } = given
      expect(plainBlock(unpackBlock(bytes, rooms, rates)!)).toEqual(plainBlock(block))
      const other = unpackBlock(elsewhere.subarray(at), rooms, rates)!
      expect(plainBlock(other)).toEqual(plainBlock(block))
      // Nothing that is written into the block reaches bytes around it.
      other.available.fill(1)
      other.prices.fill(1)
      if (at > 0) expect([...elsewhere.subarray(at)]).toEqual([...bytes])
      // Each of the different numbers is stored once, in the place of a whole number and at most a byte a day.
      expect(bytes.length).toBeLessThanOrEqual(8 + 2 * bytesOf(block))
    }),
  )
})

test('bytes of another length are no block', () => {
  const block = emptyBlock(2, [STANDARD])
  fillCell(block, 3, { available: 1, priceCents: 9_000, closed: false })
  fillRateCell(block, 0, 3, { ...NO_RATE_DAY, minStay: 3 })
  const bytes = packBlock(block)
  for (const wrong of [bytes.subarray(1), bytes.subarray(0, 3), Uint8Array.of(...bytes, 0)])
    expect(unpackBlock(wrong, 2, [STANDARD])).toBeUndefined()
  expect(unpackBlock(bytes, 3, [STANDARD])).toBeUndefined()
  expect(unpackBlock(bytes, 2, null)).toBeUndefined()
})

test('many different restrictions are stored one by one', () => {
  const rooms = 40
  const block = emptyBlock(rooms, [STANDARD])
  for (let cell = 0; cell < rooms * BLOCK_DAYS; cell++)
    fillRateCell(block, 0, cell, { ...NO_RATE_DAY, minStay: cell % 90, maxStay: 90 - (cell % 88) })
  expect(plainBlock(unpackBlock(packBlock(block), rooms, [STANDARD])!)).toEqual(plainBlock(block))
})
