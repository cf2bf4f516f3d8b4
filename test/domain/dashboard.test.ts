import { expect, test } from 'bun:test'
import { countsOf, totalsOf } from '../../src/domain/bookings/booking-sums.ts'
import {
  addSold,
  type FiguresSource,
  nightsSold,
  performanceOf,
  pickupOf,
  type RoomFiguresSource,
  ratio,
} from '../../src/domain/dashboards/dashboard.ts'
import type { CalendarDate } from '../../src/domain/kernel/date.ts'

const day = (text: string) => text as CalendarDate
const nights = (...prices: [string, number][]) =>
  prices.map(([date, priceCents]) => ({ date: day(date), priceCents }))

const DBL = { roomCode: 'DBL', totalRooms: 4, active: true }
const sold = (more: Partial<RoomFiguresSource>): RoomFiguresSource => ({
  roomCode: 'DBL',
  status: 'confirmed',
  rooms: 1,
  nightly: nights(['2027-04-01', 10_000]),
  ...more,
})
const APRIL_1 = { from: day('2027-04-01'), to: day('2027-04-01') }
const APRIL_1_2 = { from: day('2027-04-01'), to: day('2027-04-02') }

test('occupancy, ADR, RevPAR and revenue are the standard ratios, worked out by hand (contract §5)', () => {
  // 2 nights × 4 rooms = 8 to sell. Sold: 2 rooms on the 1st and 2nd, 1 room on the 2nd = 5.
  // Revenue: 2 × (100 + 120) + 1 × 90 = 530. ADR 530 / 5 = 106. RevPAR 530 / 8 = 66.25. Occupancy 5 / 8 = 62.5 %.
  const bookings = [
    sold({ rooms: 2, nightly: nights(['2027-04-01', 10_000], ['2027-04-02', 12_000]) }),
    sold({ nightly: nights(['2027-04-02', 9_000]) }),
  ]

  expect(performanceOf(APRIL_1_2, [DBL], bookings, new Map())).toEqual({
    roomNightsSold: 5,
    roomNightsAvailable: 8,
    occupancyBasisPoints: 6_250,
    revenueCents: 53_000,
    adrCents: 10_600,
    revParCents: 6_625,
  })
})

test('only nights of the range count, whatever the stay reaches beyond it', () => {
  const stay = sold({
    nightly: nights(['2027-03-31', 1], ['2027-04-01', 10_000], ['2027-04-02', 1]),
  })
  expect(performanceOf(APRIL_1, [DBL], [stay], new Map())).toMatchObject({
    roomNightsSold: 1,
    revenueCents: 10_000,
  })
})

test.each([
  ['confirmed', 2],
  ['completed', 2],
  ['no_show', 1],
  ['pending', 0],
  ['cancelled', 0],
  ['expired', 0],
] as const)('a booking that is %s has %p of its two nights sold', (status, count) => {
  const nightly = nights(['2027-04-01', 10_000], ['2027-04-02', 12_000])
  expect(nightsSold({ status, nightly })).toEqual(nightly.slice(0, count))
})

test('a room type of unknown number has those sold, held and left; a closed day has none left; one switched off only those sold', () => {
  const rooms = [
    { roomCode: 'A', totalRooms: null, active: true },
    { roomCode: 'B', totalRooms: null, active: true },
    { roomCode: 'C', totalRooms: 9, active: false },
  ]
  const bookings = [
    sold({ roomCode: 'A' }),
    sold({ roomCode: 'A', status: 'pending', rooms: 2 }),
    sold({ roomCode: 'B' }),
    sold({ roomCode: 'C' }),
  ]
  const days = new Map(
    [
      ['A', { available: 5, closed: false }],
      ['B', { available: 5, closed: true }],
    ].map(([code, cell]) => [
      code as string,
      new Map([[APRIL_1.from, cell as { available: number; closed: boolean }]]),
    ]),
  )
  // A: 1 sold + 2 held + 5 left; B: 1 sold; C: 1 sold.
  expect(performanceOf(APRIL_1, rooms, bookings, days)).toMatchObject({
    roomNightsSold: 3,
    roomNightsAvailable: 10,
    occupancyBasisPoints: 3_000,
  })
})

test('nothing sold has no ADR, nothing to sell has no occupancy and no RevPAR: null, not a division by zero', () => {
  expect(performanceOf(APRIL_1, [DBL], [], new Map())).toMatchObject({
    occupancyBasisPoints: 0,
    adrCents: null,
    revParCents: 0,
  })
  expect(performanceOf(APRIL_1, [], [], new Map())).toMatchObject({
    occupancyBasisPoints: null,
    revParCents: null,
  })
})

test('a house that is overbooked is more than full', () => {
  const full = performanceOf(APRIL_1, [DBL], [sold({ rooms: 5 })], new Map())
  expect(full.occupancyBasisPoints).toBe(12_500)
})

test.each([
  [1, 3, 0],
  [1, 2, 1],
  [2, 3, 1],
  [5, 2, 3],
  [9_007_199_254_740_991, 2, 4_503_599_627_370_496],
  [7, 0, null],
])('%p / %p is %p: whole, halves rounded up', (numerator, denominator, quotient) => {
  expect(ratio(numerator, denominator)).toBe(quotient)
})

test('pickup is what was booked from tonight on, net of cancellations and of nights taken off (contract §5)', () => {
  const tonight = day('2027-04-01')
  const two: FiguresSource = {
    status: 'confirmed',
    rooms: 2,
    nightly: nights(['2027-03-31', 1], ['2027-04-01', 1], ['2027-04-02', 1]),
  }
  const cancelled: FiguresSource = { ...two, status: 'cancelled' }
  const shorter: FiguresSource = { ...two, nightly: two.nightly.slice(0, 2) }
  const held: FiguresSource = { ...two, status: 'pending' }

  // New: 2 rooms × 2 nights from tonight on; the night before is past.
  expect(pickupOf([{ before: undefined, now: two }], tonight)).toBe(4)
  // Cancelled in the window: they go off the books, also when they came in it.
  expect(pickupOf([{ before: two, now: cancelled }], tonight)).toBe(-4)
  expect(pickupOf([{ before: undefined, now: cancelled }], tonight)).toBe(0)
  // One night less of 2 rooms.
  expect(pickupOf([{ before: two, now: shorter }], tonight)).toBe(-2)
  // A hold is nothing sold, until it is confirmed.
  expect(pickupOf([{ before: undefined, now: held }], tonight)).toBe(0)
  expect(pickupOf([{ before: held, now: two }], tonight)).toBe(4)
  expect(
    pickupOf(
      [
        { before: undefined, now: two },
        { before: two, now: shorter },
      ],
      tonight,
    ),
  ).toBe(2)
})

test('sums are by currency: of bookings that stand their total, of those that ended their penalty; counts name every state (contract-rates, *Penalties*)', () => {
  const sum = { bookings: 1, totalPriceCents: 100, commissionCents: 10 }
  const sums = [
    { ...sum, status: 'confirmed', currency: 'EUR', bookings: 2 },
    { ...sum, status: 'completed', currency: 'EUR' },
    { ...sum, status: 'cancelled', currency: 'EUR' },
    { ...sum, status: 'no_show', currency: 'TRY' },
    { ...sum, status: 'confirmed', currency: 'TRY' },
  ] as const

  expect(totalsOf(sums)).toEqual([
    { currency: 'EUR', bookings: 3, revenueCents: 300, commissionCents: 30 },
    { currency: 'TRY', bookings: 1, revenueCents: 200, commissionCents: 20 },
  ])
  expect(countsOf(sums)).toEqual({
    pending: 0,
    confirmed: 3,
    cancelled: 1,
    expired: 0,
    no_show: 1,
    completed: 1,
  })
})

test('bookings added up by room type, night, price and kind come to the same figures, whatever their number', () => {
  const rooms = [DBL, { roomCode: 'ANY', totalRooms: null, active: true }]
  const statuses = ['confirmed', 'completed', 'no_show', 'pending', 'cancelled', 'expired'] as const
  const bookings = Array.from({ length: 300 }, (_, index) =>
    sold({
      roomCode: index % 3 === 0 ? 'ANY' : 'DBL',
      status: statuses[index % 6]!,
      rooms: 1 + (index % 4),
      nightly: nights(
        ['2027-03-31', 5_000],
        ['2027-04-01', 10_000 + (index % 2)],
        ['2027-04-02', 9_999],
        ['2027-04-03', 1],
      ).slice(index % 3),
    }),
  )
  const added = new Map<string, RoomFiguresSource>()
  for (let start = 0; start < bookings.length; start += 70)
    addSold(added, APRIL_1_2, bookings.slice(start, start + 70))
  expect(added.size).toBeLessThan(20)
  const whole = performanceOf(APRIL_1_2, rooms, bookings, new Map())
  expect(whole.roomNightsSold).toBeGreaterThan(100)
  expect(performanceOf(APRIL_1_2, rooms, [...added.values()], new Map())).toEqual(whole)
})
