import { expect, test } from 'bun:test'
import { addDays, type CalendarDate } from '../../src/domain/kernel/date.ts'
import { type GuestPrices, NO_RATE_DAY, STANDARD } from '../../src/domain/rates/rate.ts'
import { emptyBlock, fillCell, fillRateCell, placeOfDate } from '../../src/domain/sale/day-block.ts'
import { publicRatesOf } from '../../src/domain/sale/search.ts'
import { cheapestAtRates } from '../../src/domain/sale/search-rates.ts'
import { askOf } from '../../src/domain/sale/search-stay.ts'
import { rate } from '../support/rate-days.ts'

const CHECKIN = '2030-01-04' as CalendarDate
const ROOM = {
  roomCode: 'DBL',
  maxAdults: 4,
  maxChildren: 0,
  maxOccupancy: 4,
  boards: [],
  supplementsCents: {},
  perGuest: [],
}

/** The cheapest of `STD` and of a rate of prices of its own, for two adults, night by night from `CHECKIN`. */
function lowestOf(std: readonly number[], own: readonly number[], guests: GuestPrices) {
  const party = rate({ rateCode: 'PARTY', roomCodes: ['DBL'], guests })
  const rates = [STANDARD, party]
  const stay = { checkin: CHECKIN, checkout: addDays(CHECKIN, std.length) }
  const ask = askOf({ ...stay, party: { rooms: 1, adults: 2, children: 0, childAges: null } }, null)
  const blocks = ask.ratedBlocks.map(() => emptyBlock(1, rates))
  for (const [night, priceCents] of std.entries()) {
    const { block, day } = placeOfDate(addDays(CHECKIN, night))
    const of = blocks[ask.ratedBlocks.indexOf(block)]!
    fillCell(of, day, { available: 1, priceCents, closed: false })
    fillRateCell(of, 1, day, { ...NO_RATE_DAY, priceCents: own[night]! })
  }
  const { lowest } = cheapestAtRates(
    { rooms: [ROOM], publicRates: publicRatesOf([ROOM], rates), aheadDays: 0 },
    blocks,
    ask,
  )
  return [lowest!.rateCode, lowest!.totalCents]
}

test('a rate that is cheaper by what its nights are rounded down is found (contract-rates, Party)', () => {
  const guests = { adults: 3, lessPercentBp: 1_000 }
  // A tenth less is 5.4 a night, 16.2 in all: each night is rounded for itself.
  expect(lowestOf([5, 5, 6], [6, 6, 6], guests)).toEqual(['PARTY', 15])
  expect(lowestOf([5, 5, 5], [6, 6, 6], guests)).toEqual(['STD', 15])
})

test('one adult fewer is a tenth less, two fewer are a fifth less, one more pays what is set (contract-rates, Party)', () => {
  const prices = (cents: number) => [cents, cents, cents]
  expect(lowestOf(prices(91), prices(100), { adults: 3, lessPercentBp: 1_000 })).toEqual([
    'PARTY',
    270,
  ])
  expect(lowestOf(prices(81), prices(100), { adults: 4, lessPercentBp: 1_000 })).toEqual([
    'PARTY',
    240,
  ])
  expect(lowestOf(prices(81), prices(80), { adults: 1, moreCents: 2 })).toEqual(['STD', 243])
})
