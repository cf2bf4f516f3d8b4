import { expect, test } from 'bun:test'
import {
  type Ask,
  deal,
  type Guests,
  type Hotel,
  halfUp,
  partyPrice,
  priceOf,
  type Rate,
  type RateDay,
  type Room,
  taxParts,
} from './rates-oracle.ts'
import { bookingOf, pageRates, searchOf } from './rates-oracle-answers.ts'
import { changeOf } from './rates-oracle-change.ts'
import { type Booking, cancelPenalty, noShowPenalty, termsPenalty } from './rates-oracle-penalty.ts'
import { quote } from './rates-oracle-quote.ts'

// Examples worked by hand from contract-rates, so that the oracle is not only as the service.

const NIGHT = '2027-04-01'
const ASK: Ask = {
  checkin: NIGHT,
  checkout: '2027-04-03',
  rooms: 1,
  adults: 2,
  children: 0,
  childAges: null,
}

const rate = (given: Partial<Rate> & { rateCode: string }): Rate => ({
  name: given.rateCode,
  boardCode: null,
  roomCodes: ['DBL'],
  pricing: { type: 'own' },
  guests: null,
  cancellation: { freeUntilDays: 0, penalty: 'none' },
  public: true,
  active: true,
  ...given,
})
const STD = rate({ rateCode: 'STD', pricing: null })
const derived = (percentBp: number, amountCents = 0, roundTo = 1) =>
  rate({ rateCode: 'NRF', pricing: { type: 'derived', percentBp, amountCents, roundTo } })

/** A double at 100.01 a night, six nights from the first of April. */
function hotel(
  rates: Rate[] = [],
  rateDays: Record<string, RateDay> = {},
  more: Partial<Room> = {},
): Hotel & { room: Room } {
  const dates = ['01', '02', '03', '04', '05', '06'].map((day) => `2027-04-${day}`)
  const room: Room = {
    roomCode: 'DBL',
    maxAdults: 3,
    maxChildren: 2,
    maxOccupancy: 4,
    boards: ['RO', 'BB'],
    supplements: [],
    days: new Map(dates.map((date) => [date, { available: 5, priceCents: 10_001, closed: false }])),
    rateDays: new Map(Object.entries(rateDays)),
    ...more,
  }
  return { rooms: [room], rates: [STD, ...rates], taxes: [], today: '2027-03-10', room }
}

test('a derived price takes the percent first, halves up, then the amount; below 1 there is none', () => {
  const { room } = hotel()
  // 10,001 × 0.85 = 8,500.85
  expect(priceOf(room, derived(-1_500), NIGHT)).toBe(8_501n)
  expect(priceOf(room, derived(-1_500, -8_500), NIGHT)).toBe(1n)
  expect(priceOf(room, derived(-1_500, -8_501), NIGHT)).toBeNull()
  // 10,001 × 0.5 = 5,000.5
  expect(priceOf(room, derived(-5_000), NIGHT)).toBe(5_001n)
  expect(halfUp(-5n, 2n)).toBe(-2n)
  expect(halfUp(-7n, 2n)).toBe(-3n)
})

test('a derived price is rounded last, to the nearest multiple, halves up; below 1 there is none', () => {
  const { room } = hotel()
  // 8,501 and 51 more
  expect(priceOf(room, derived(-1_500, 0, 100), NIGHT)).toBe(8_500n)
  expect(priceOf(room, derived(-1_500, 49, 100), NIGHT)).toBe(8_600n)
  expect(priceOf(room, derived(-1_500, 48, 100), NIGHT)).toBe(8_500n)
  expect(priceOf(room, derived(-1_500, 0, 10_000), NIGHT)).toBe(10_000n)
  expect(priceOf(room, derived(-1_500, -8_451, 100), NIGHT)).toBe(100n)
  expect(priceOf(room, derived(-1_500, -8_452, 100), NIGHT)).toBeNull()
})

test('a price is for so many adults: less for fewer, more for further ones, and for children by age', () => {
  const guests: Guests = {
    adults: 2,
    lessPercentBp: 2_500,
    moreCents: 3_000,
    children: [
      { toAge: 2, amountCents: 0 },
      { toAge: 11, percentBp: 3_333 },
    ],
  }
  const pays = (adults: number, ...ages: (number | null)[]) =>
    partyPrice(10_001n, guests, { adults, ages })
  expect(pays(2)).toBe(10_001n)
  // 10,001 × 0.75 = 7,500.75
  expect(pays(1)).toBe(7_501n)
  expect(pays(4)).toBe(16_001n)
  // 10,001 × 0.3333 = 3,333.3333
  expect(pays(2, 2, 11)).toBe(13_334n)
  // Older than every band: a second adult of the party.
  expect(pays(1, 12)).toBe(10_001n)
  expect(pays(2, 12)).toBe(13_001n)
  // Ages missing: the dearest of the bands and of a further adult.
  expect(pays(2, null)).toBe(13_334n)
  expect(partyPrice(8_000n, guests, { adults: 2, ages: [null] })).toBe(11_000n)
  expect(partyPrice(10_001n, { ...guests, children: [] }, { adults: 2, ages: [5, null] })).toBe(
    10_001n,
  )
})

test('adults, then children the oldest first, are dealt to the rooms in turn', () => {
  expect(deal({ rooms: 2, adults: 3, children: 3, childAges: [4, 16, 9] })).toEqual([
    { adults: 2, ages: [9] },
    { adults: 1, ages: [16, 4] },
  ])
})

test('rooms that cost differently are party_uneven, the board with it', () => {
  const perGuest = { boardCode: 'BB', supplementCents: 700, per: 'guest' as const }
  const { room, ...of } = hotel([], {}, { supplements: [perGuest] })
  const ask = { ...ASK, rooms: 2, adults: 3 }
  const with3 = quote(of, { room, rate: STD }, ask, 'BB')
  expect(with3.reasons).toEqual([{ code: 'party_uneven', dates: [NIGHT, '2027-04-02'] }])
  expect(quote(of, { room, rate: STD }, ask, 'RO').totalPriceCents).toBe(40_004)
  // Two adults and a child of any age in each room.
  const with6 = { ...ask, adults: 4, children: 2, childAges: [1, 17] }
  expect(quote(of, { room, rate: STD }, with6, 'BB').nightly?.[0]?.priceCents).toBe(12_101)
})

test('net and taxes are parts of the total by largest remainder, ties to the taxes', () => {
  const tax = (percentBp: number) => ({ code: `T${percentBp}`, name: 'Tax', percentBp })
  // 110 at 10 %: 10 and 100.
  expect(taxParts(110, [tax(1_000)])).toMatchObject({ taxes: [{ amountCents: 10 }], netCents: 100 })
  // 1 of 20,000 each: a tie, the tax has it.
  expect(taxParts(1, [tax(10_000)])).toMatchObject({ taxes: [{ amountCents: 1 }], netCents: 0 })
  // 100: net 83.33, 8.33, 8.33: the cent that is missing is a tie of all three.
  expect(taxParts(100, [tax(1_000), tax(1_000)])).toMatchObject({
    taxes: [{ amountCents: 9 }, { amountCents: 8 }],
    netCents: 83,
  })
})

test('a derived rate inherits the restrictions of STD field by field, an own rate none', () => {
  const own = rate({ rateCode: 'OWN' })
  const { room, ...of } = hotel([derived(0), own], {
    'STD 2027-04-01': { minStay: 3, maxStay: 4 },
    'STD 2027-04-02': { minStayThrough: 3 },
    'NRF 2027-04-01': { minStay: 1 },
    'NRF 2027-04-03': { closedToDeparture: true },
    'OWN 2027-04-01': { priceCents: 5_000 },
    'OWN 2027-04-02': { priceCents: 5_000 },
  })
  const reasons = (each: Rate) => quote(of, { room, rate: each }, ASK, null).reasons
  expect(reasons(STD)).toEqual([
    { code: 'min_stay', dates: [NIGHT] },
    { code: 'min_stay_through', dates: ['2027-04-02'] },
  ])
  expect(reasons(derived(0))).toEqual([
    { code: 'min_stay_through', dates: ['2027-04-02'] },
    { code: 'closed_to_departure', dates: ['2027-04-03'] },
  ])
  expect(reasons(own)).toEqual([])
})

test('rates are listed STD first, then the bookable by total, the others by code; search has the cheapest', () => {
  const { room, ...of } = hotel(
    [
      derived(-1_000),
      rate({ rateCode: 'AAA', boardCode: 'BB' }),
      rate({ rateCode: 'SEC', public: false }),
    ],
    { 'SEC 2027-04-01': { priceCents: 1 }, 'SEC 2027-04-02': { priceCents: 1 } },
  )
  const list = (isHouse: boolean) =>
    pageRates(of, room, { ask: ASK, board: null, isHouse }).map(({ rateCode }) => rateCode)
  expect(list(false)).toEqual(['STD', 'NRF', 'AAA'])
  expect(list(true)).toEqual(['STD', 'SEC', 'NRF', 'AAA'])
  expect(searchOf(of, ASK, null)).toMatchObject({
    fromTotalCents: 20_002,
    lowestTotalCents: 18_002,
    lowest: [{ rateCode: 'NRF', boardCode: 'RO' }],
  })
  const order = { ...ASK, roomCode: 'DBL', rateCode: 'SEC' }
  expect(bookingOf(of, order, { isHouse: false })).toEqual({ status: 422, code: 'unknown_rate' })
  expect(bookingOf(of, { ...order, boardCode: 'HB' }, { isHouse: true })).toMatchObject({
    code: 'unknown_board',
  })
  expect(bookingOf(of, { ...order, rateCode: 'AAA', boardCode: 'RO' }, { isHouse: true })).toEqual({
    status: 422,
    code: 'board_not_in_rate',
  })
})

const bookingWith = (more: Partial<Booking> = {}): Booking => ({
  ...ASK,
  roomCode: 'DBL',
  rateCode: 'STD',
  boardCode: 'RO',
  nightly: [NIGHT, '2027-04-02'].map((date) => ({ date, priceCents: 10_001 })),
  totalPriceCents: 20_002,
  cancellation: { freeUntilDays: 2, penalty: 'percent', percentBp: 2_500 },
  taxes: [],
  isHold: false,
  ...more,
})

test('penalties are by the terms kept, free until their day, at least what was begun', () => {
  expect(termsPenalty(bookingWith(), '2027-03-30')).toBe(0n)
  // 20,002 × 0.25 = 5,000.5
  expect(termsPenalty(bookingWith(), '2027-03-31')).toBe(5_001n)
  const cancel = (today: string, more: object = {}) =>
    cancelPenalty(bookingWith(), { today, side: 'guest', ...more })
  expect(cancel(NIGHT)).toBe(5_001n)
  expect(cancel('2027-04-02')).toBe(10_001n)
  expect(cancel('2027-04-02', { side: 'house' })).toBe(0n)
  expect(noShowPenalty(bookingWith(), NIGHT)).toBe(10_001n)
})

test('a change that owes a penalty may not drop a night, nor lower the total or the penalty', () => {
  const { room: _, ...of } = hotel([derived(-1_000), rate({ rateCode: 'FLX' })], {
    'FLX 2027-04-01': { priceCents: 90_000 },
    'FLX 2027-04-02': { priceCents: 90_000 },
  })
  const change = (given: object, today: string, more: object = {}) => {
    const who = { side: 'guest' as const, isPrivileged: false, today, ...more }
    return [...changeOf(of, bookingWith(), given, who).refusals]
  }
  const shorter = { checkout: '2027-04-02' }
  expect(change(shorter, '2027-03-30')).toEqual([])
  expect(change(shorter, '2027-03-31')).toEqual(['terms_forbid_change'])
  expect(change(shorter, '2027-03-31', { side: 'house' })).toEqual([])
  // Cheaper; and dearer, but on terms that cost nothing.
  expect(change({ rateCode: 'NRF' }, '2027-03-31')).toEqual(['terms_forbid_change'])
  expect(change({ rateCode: 'FLX' }, '2027-03-31')).toEqual(['terms_forbid_change'])
  expect(change({ checkout: '2027-04-04' }, '2027-03-31')).toEqual([])
  expect(change({ adults: 1 }, '2027-04-02')).toEqual(['night_passed'])
  expect(change({ adults: 1 }, '2027-04-02', { side: 'house', isPrivileged: true })).toEqual([])
})
