import { expect, test } from 'bun:test'
import { PRICE_CENTS_MAX } from '../../src/domain/kernel/limits.ts'
import {
  meantPlaces,
  type PriceChange,
  stepOf,
} from '../../src/panel/views/calendar/model/day-edit.ts'
import type { Row } from '../../src/panel/views/calendar/model/days.ts'
import { bigMovesOf, type Update } from '../../src/panel/views/calendar/model/step.ts'

const EVERY_DAY = new Set([0, 1, 2, 3, 4, 5, 6])
const rowOf = (...prices: number[]): Row => ({
  room: { roomCode: 'DBL', name: 'Double room', totalRooms: null },
  days: prices.map((priceCents, col) => ({
    date: `2027-03-0${col + 1}`,
    available: 5,
    priceCents,
    closed: false,
  })),
  fresh: new Set<number>(),
})
const edited = (price: PriceChange, shown: number[], seen = shown): Update[] => {
  const selection = { anchor: { row: 0, col: 0 }, head: { row: 0, col: shown.length - 1 } }
  const rows = [rowOf(...shown)]
  const targets = meantPlaces(rows, selection, EVERY_DAY).map((at) => ({ ...at, edit: { price } }))
  return stepOf(rows, targets, { seen: [rowOf(...seen)] }).updates as Update[]
}
const after = (price: PriceChange, cents: number) => edited(price, [cents])[0]!.priceCents

test('per cent are reckoned in whole minor units, halves up, as in unbounded integers (contract §1, D13)', () => {
  expect(after({ how: 'raisePercent', value: 1_500 }, 50)).toBe(58)
  let state = 20_271_108
  const upTo = (max: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * (max + 1))
  }
  const wrong: unknown[] = []
  for (let round = 0; round < 50_000; round++) {
    const cents = upTo(round % 2 === 0 ? 100_000 : PRICE_CENTS_MAX)
    const value = upTo(round % 3 === 0 ? 10_000 : 2_000)
    const [up, down] = [10_000n + BigInt(value), 10_000n - BigInt(value)]
    const exact = (share: bigint) => Number((BigInt(cents) * share * 2n + 10_000n) / 20_000n)
    const found = [
      after({ how: 'raisePercent', value }, cents),
      after({ how: 'lowerPercent', value }, cents),
    ]
    if (found[0] !== exact(up) || found[1] !== exact(down)) wrong.push({ cents, value, found })
  }
  expect(wrong).toEqual([])
})

test('a price is set in the place of the one that was seen, per day, and taken back to it (issue 11)', () => {
  const set = edited({ how: 'set', value: 620_000 }, [990_000, 700_000], [800_000, 700_000])
  expect(set.map(({ expectedPriceCents }) => expectedPriceCents)).toEqual([800_000, 700_000])
  expect(edited({ how: 'raisePercent', value: 1_000 }, [990_000], [800_000])).toMatchObject([
    { expectedPriceCents: 800_000, priceCents: 880_000 },
  ])
})

test('a price that moves by more than half is told, the widest by name; half, and what had no price, is not (issue 11)', () => {
  const moves = (price: PriceChange, ...shown: number[]) =>
    bigMovesOf({ updates: edited(price, shown) })
  expect(moves({ how: 'set', value: 500 }, 1_000)).toBeUndefined()
  expect(moves({ how: 'set', value: 1_500 }, 1_000)).toBeUndefined()
  expect(moves({ how: 'set', value: 499 }, 1_000)).toMatchObject({ count: 1 })
  expect(moves({ how: 'set', value: 1_501 }, 1_000)).toMatchObject({ count: 1 })
  expect(moves({ how: 'set', value: 900_000 }, 0)).toBeUndefined()
  expect(moves({ how: 'lower', value: 600 }, 1_000)).toMatchObject({ count: 1 })
  expect(moves({ how: 'raisePercent', value: 5_000 }, 1_000)).toBeUndefined()
  expect(moves({ how: 'raisePercent', value: 5_100 }, 1_000)).toMatchObject({ count: 1 })
  expect(moves({ how: 'set', value: 444_400 }, 1_530_000, 500_000, 1_020_000, 0)).toMatchObject({
    count: 2,
    widest: { date: '2027-03-01', before: 1_530_000, after: 444_400 },
  })
  expect(
    bigMovesOf({ updates: [{ roomCode: 'DBL', date: '2027-03-01', closed: true }] }),
  ).toBeUndefined()
})
