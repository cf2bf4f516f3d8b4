import fc from 'fast-check'
import type { RoomType } from '../../src/domain/catalog/catalog.ts'
import type { Day } from '../../src/domain/kernel/availability.ts'
import {
  type GuestPrices,
  NO_PENALTY,
  type Rate,
  type RateDay,
  STANDARD,
  STD,
} from '../../src/domain/rates/rate.ts'
import { addDay } from './bookings.ts'
import { room } from './service.ts'

/** First night of the days; they cross a month and several blocks. */
export const FIRST = '2027-04-25'
const NIGHTS = 14
export const BOARDS = ['RO', 'BB'] as const
export const ROOMS = ['R0', 'R1'] as const
const RATES = ['A', 'B', 'C'] as const

type Party = { adults: number; children: number; ages: number[] | null; rooms: number }
export type StayQuery = Party & { start: number; nights: number; board: string | null }

// Without bias, which would draw the 1 more often than once in so many times.
const chance = (of: number) =>
  fc.noBias(fc.integer({ min: 1, max: of })).map((drawn) => drawn === 1)
const maybe = <T>(arbitrary: fc.Arbitrary<T>, freq = 2) => fc.option(arbitrary, { freq })

const guests: fc.Arbitrary<GuestPrices> = fc.record({
  adults: fc.integer({ min: 1, max: 3 }),
  lessPercentBp: fc.constantFrom(0, 1_000, 6_000),
  moreCents: fc.constantFrom(0, 700),
  children: fc
    .subarray([
      { toAge: 3, amountCents: 0 },
      { toAge: 9, percentBp: 3_333 },
      { toAge: 15, amountCents: 450 },
    ])
    .map((bands) => bands),
})
const pricing = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ type: 'own' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('derived' as const),
      percentBp: fc.constantFrom(-10_000, -1_500, -333, 0, 250),
      amountCents: fc.constantFrom(-120, 0, 75),
      roundTo: fc.constantFrom(1, 7, 100),
    }),
  },
)
const rest = {
  translations: fc.constant(STANDARD.translations),
  guests: maybe(guests),
  public: chance(5).map((hidden) => !hidden),
}

/** A rate that is not `STD`, of a code, sold with some of the room types. */
export const rateOf = (
  rateCode: string,
  roomCodes: readonly string[] = ROOMS,
): fc.Arbitrary<Rate> =>
  fc.record({
    rateCode: fc.constant(rateCode),
    name: fc.constant(`Rate ${rateCode}`),
    boardCode: fc.option(fc.constantFrom(...BOARDS), { freq: 3 }),
    roomCodes: fc.subarray([...roomCodes], { minLength: 1 }),
    pricing,
    cancellation: fc.constant(NO_PENALTY),
    active: chance(8).map((off) => !off),
    ...rest,
  })
export const standard: fc.Arbitrary<Rate> = fc.record({
  rateCode: fc.constant(STD),
  name: fc.constant('Standard'),
  boardCode: fc.constant(null),
  roomCodes: fc.constant(null),
  pricing: fc.constant(null),
  cancellation: fc.constant(NO_PENALTY),
  active: fc.constant(true),
  ...rest,
})
// Mostly open, or hardly a stay could be had.
export const day: fc.Arbitrary<Day> = fc.record({
  available: fc.constantFrom(0, 1, 2, 3, 3, 3, 3, 3),
  priceCents: fc.option(
    fc.integer({ min: 2, max: 12 }).map((price) => price * 53),
    { freq: 25 },
  ),
  closed: chance(25),
})
const seldom = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.tuple(chance(9), arbitrary).map(([is, value]) => (is ? value : null))
export const rateDay: fc.Arbitrary<RateDay> = fc.record({
  priceCents: fc.option(fc.integer({ min: 1, max: 700 }), { freq: 20 }),
  closed: chance(25),
  minStay: seldom(fc.integer({ min: 1, max: 4 })),
  minStayThrough: seldom(fc.integer({ min: 1, max: 3 })),
  maxStay: seldom(fc.integer({ min: 0, max: 5 })),
  // Stays arrive 46 to 60 days after the test clock's today.
  minAdvanceDays: seldom(fc.constantFrom(0, 7, 50, 56, 730)),
  maxAdvanceDays: seldom(fc.constantFrom(0, 49, 55, 90, 730)),
  closedToArrival: seldom(fc.boolean()),
  closedToDeparture: seldom(fc.boolean()),
})
const nightsOf = <T>(arbitrary: fc.Arbitrary<T>, freq: number) =>
  fc.array(maybe(arbitrary, freq), { minLength: NIGHTS, maxLength: NIGHTS })

export const roomType = (roomCode: string): fc.Arbitrary<RoomType> =>
  fc
    .record({
      maxAdults: fc.integer({ min: 2, max: 3 }),
      maxChildren: fc.integer({ min: 0, max: 2 }),
      maxOccupancy: fc.integer({ min: 2, max: 5 }),
      boards: fc.subarray([...BOARDS]),
      cents: fc.constantFrom(0, 40),
      perGuest: fc.subarray([...BOARDS], { maxLength: 1 }),
    })
    .map(({ cents, boards, perGuest, ...given }) => ({
      ...room({ roomCode, boards, ...given }),
      supplementsCents: Object.fromEntries(
        boards.map((code, place) => [code, cents * (place + 1)]),
      ),
      perGuest: perGuest.filter((code) => boards.includes(code)),
    }))

const hotel = fc.record({
  rooms: fc.tuple(...ROOMS.map(roomType)),
  rates: fc.tuple(standard, ...RATES.map((code) => rateOf(code))),
  days: fc.tuple(...ROOMS.map(() => nightsOf(day, 30))),
  /** By room type, then of STD and each rate. */
  rateDays: fc.tuple(
    ...ROOMS.map(() => fc.tuple(nightsOf(rateDay, 2), ...RATES.map(() => nightsOf(rateDay, 8)))),
  ),
})
export type RatedHotel = typeof hotel extends fc.Arbitrary<infer T> ? T : never

// Mostly what a hotel may have, or hardly a stay could be had.
const query: fc.Arbitrary<StayQuery> = fc
  .record({
    start: fc.nat(NIGHTS - 6),
    nights: fc.constantFrom(1, 1, 2, 2, 3, 4, 5),
    adults: fc.constantFrom(1, 1, 2, 2, 2, 3, 4),
    rooms: fc.constantFrom(1, 1, 2),
    children: fc.nat(2),
    ages: fc.array(fc.constantFrom(2, 3, 8, 12, 16), { minLength: 2, maxLength: 2 }),
    saysAges: fc.boolean(),
    board: fc.constantFrom(null, null, null, ...BOARDS),
  })
  .map(({ ages, saysAges, ...asked }) => ({
    ...asked,
    adults: Math.max(asked.adults, asked.rooms),
    ages: saysAges && asked.children > 0 ? ages.slice(0, asked.children) : null,
  }))

const place = { room: fc.nat(1), night: fc.nat(NIGHTS - 1) }
/** What becomes of a day, of a day of a rate, and of a rate, before a search. */
const change = fc.oneof(
  fc.record({ ...place, day }),
  fc.record({ ...place, rateCode: fc.constantFrom(STD, ...RATES), rateDay }),
  fc.record({ rate: fc.oneof(standard, ...RATES.map((code) => rateOf(code))) }),
)
export type RatedChange = typeof change extends fc.Arbitrary<infer T> ? T : never

/** Hotels with rates, and searches of them with changes before each. */
export const ratedWorld = fc.record({
  hotels: fc.array(hotel, { minLength: 2, maxLength: 3 }),
  rounds: fc.array(
    fc.record({
      changes: fc.array(fc.record({ hotel: fc.nat(5), change }), { maxLength: 4 }),
      query,
    }),
    { minLength: 5, maxLength: 8 },
  ),
})

/** The check-in and check-out of a query. */
export const datesOf = ({ start, nights }: StayQuery) => ({
  checkin: addDay(FIRST, start),
  checkout: addDay(FIRST, start + nights),
})

/** The query string of a query. */
export function ratedQueryText(query: StayQuery): string {
  const { adults, children, rooms, ages, board } = query
  const params = new URLSearchParams({ ...datesOf(query), adults: `${adults}`, rooms: `${rooms}` })
  if (ages) params.set('childAges', ages.join())
  else params.set('children', String(children))
  if (board) params.set('board', board)
  return params.toString()
}
