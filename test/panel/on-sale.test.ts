import { expect, test } from 'bun:test'
import { nightsWithoutSale } from '../../src/panel/views/today/on-sale.ts'

const DATE = '2027-04-01'

/** A day of a room type: rooms left, price, closed. */
type Cell = [available: number, priceCents: number, closed: boolean]

const CASES: [what: string, roomsSold: number, cells: Cell[], isUnsold: boolean][] = [
  [
    'one type sells',
    0,
    [
      [1, 100, false],
      [0, 0, true],
    ],
    false,
  ],
  [
    'the house is full',
    3,
    [
      [0, 100, false],
      [0, 0, true],
    ],
    false,
  ],
  [
    'the last rooms are held back',
    3,
    [
      [2, 100, true],
      [0, 0, true],
    ],
    true,
  ],
  [
    'nothing was ever set',
    0,
    [
      [0, 0, true],
      [0, 100, true],
    ],
    true,
  ],
  ['open, but with no rooms and none sold', 0, [[0, 100, false]], true],
  ['open, but without a price', 0, [[2, 0, false]], true],
  ['there is no room type', 0, [], true],
]

test.each(CASES)('a night on which %s', (_what, roomsSold, cells, isUnsold) => {
  const rooms = cells.map(([available, priceCents, closed], index) => ({
    roomCode: `R${index}`,
    days: [{ date: DATE, available, priceCents, closed }],
  }))
  const found = nightsWithoutSale([{ date: DATE, roomsSold }], { from: DATE, to: DATE, rooms })
  expect(found).toEqual(isUnsold ? [DATE] : [])
})
