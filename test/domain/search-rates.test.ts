import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { addDays, type CalendarDate } from '../../src/domain/kernel/date.ts'
import {
  type ChildBand,
  type GuestPrices,
  NO_RATE_DAY,
  STANDARD,
} from '../../src/domain/rates/rate.ts'
import {
  emptyBlock,
  fillCell,
  fillRateCell,
  placeOfDate,
  priceAt,
} from '../../src/domain/sale/day-block.ts'
import { partyPrice } from '../../src/domain/sale/party.ts'
import { publicRatesOf } from '../../src/domain/sale/search.ts'
import { cheapestAtRates } from '../../src/domain/sale/search-rates.ts'
import { askOf } from '../../src/domain/sale/search-stay.ts'
import { rate } from '../support/rate-days.ts'

const CHECKIN = '2030-01-04' as CalendarDate
const ROOM = {
  roomCode: 'DBL',
  maxAdults: 4,
  maxChildren: 3,
  maxOccupancy: 7,
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

/** Prices so low that the roundings of a night decide. */
const lowPrice = fc.integer({ min: 1, max: 120 })
const derivation = fc.record(
  {
    percentBp: fc.integer({ min: -9_900, max: 3_000 }),
    amountCents: fc.integer({ min: -9, max: 9 }),
    roundTo: fc.constantFrom(1, 2, 5, 10, 50),
  },
  { requiredKeys: [] },
)
const givenRate = fc.record({
  pricing: fc.oneof(
    fc.constant({ type: 'own' as const }),
    derivation.map((given) => ({ type: 'derived' as const, ...given })),
  ),
  guests: fc.option(
    fc.record({
      adults: fc.constantFrom(2, 3, 4, 6),
      lessPercentBp: fc.nat(9_500),
      // Older children pay as adults.
      children: fc.constant([{ toAge: 2, amountCents: 0 }] satisfies ChildBand[]),
    }),
  ),
})

/** Four adults fewer would pay less than nothing, but three children pay as adults: 25 cents become 50, and then 24. */
const REDUCED_TO_NOTHING = {
  rates: [
    {
      pricing: { type: 'derived' as const, percentBp: 0, amountCents: 0, roundTo: 50 as const },
      guests: {
        ...{ adults: 6 as const, lessPercentBp: 5_101 },
        children: [{ toAge: 2, amountCents: 0 }],
      },
    },
  ],
  nights: [25],
  ages: [12, 12, 12] as (1 | 12 | 17)[],
}

test('of all rates the cheapest is found, whatever bounds rule others out (contract-rates, Quotes)', () => {
  const world = fc.record({
    rates: fc.array(givenRate, { minLength: 1, maxLength: 6 }),
    nights: fc.array(lowPrice, { minLength: 1, maxLength: 12 }),
    ages: fc.array(fc.constantFrom(1, 12, 17), { maxLength: 3 }),
  })
  fc.assert(
    fc.property(world, ({ rates: given, nights, ages }) => {
      const rates = [
        STANDARD,
        ...given.map((each, at) => rate({ rateCode: `R${at}`, roomCodes: ['DBL'], ...each })),
      ]
      const stay = { checkin: CHECKIN, checkout: addDays(CHECKIN, nights.length) }
      const party = { rooms: 1, adults: 2, children: ages.length, childAges: ages }
      const ask = askOf({ ...stay, party }, null)
      const blocks = ask.ratedBlocks.map(() => emptyBlock(1, rates))
      const places = nights.map((priceCents, night) => {
        const { block, day } = placeOfDate(addDays(CHECKIN, night))
        const of = blocks[ask.ratedBlocks.indexOf(block)]!
        fillCell(of, day, { available: 1, priceCents, closed: false })
        for (const [at, { pricing }] of rates.entries())
          if (pricing?.type === 'own')
            fillRateCell(of, at, day, { ...NO_RATE_DAY, priceCents: priceCents + at })
        return { of, day }
      })
      // Every night of every rate, one by one.
      const totals = rates.map(({ guests }, at) => {
        const each = places.map(({ of, day }) => {
          const cents = priceAt(of, at, day)
          return cents === 0 ? 0 : partyPrice(cents, guests, { adults: 2, ages })
        })
        const isSold = each.every((cents) => cents > 0)
        return isSold ? each.reduce((sum, cents) => sum + cents) : Number.POSITIVE_INFINITY
      })
      const least = Math.min(...totals)
      const hotel = { rooms: [ROOM], publicRates: publicRatesOf([ROOM], rates), aheadDays: 0 }
      const { lowest } = cheapestAtRates(hotel, blocks, ask)
      expect([lowest!.rateCode, lowest!.totalCents]).toEqual([
        rates[totals.indexOf(least)]!.rateCode,
        least,
      ])
    }),
    { numRuns: 2_000, examples: [[REDUCED_TO_NOTHING]] },
  )
})
