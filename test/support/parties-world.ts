import fc from 'fast-check'
import { NO_RATE_DAY } from '../../src/domain/rates/rate.ts'
import type { Party } from '../../src/domain/sale/party.ts'
import { BOARDS, day, rateDay, rateOf, roomType, standard } from './rated-world.ts'

// Hotels with rates, and a stay of several parties in each.

/** Nights whose days are set, the last one being a check-out day at most. */
const NIGHTS = 4
const ROOMS = ['R0', 'R1', 'R2'] as const
const RATES = ['A', 'B'] as const

const byNight = <T>(arbitrary: fc.Arbitrary<T | null>) =>
  fc.array(arbitrary, { minLength: NIGHTS, maxLength: NIGHTS })
/** Mostly open, or hardly a group could be had. */
const roomDay = fc
  .tuple(day, fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 7, 8, 9), fc.integer({ min: 1, max: 30 }))
  .map(([given, available, chance]) => (chance === 1 ? null : { ...given, available }))
/** Mostly with nothing but a price. */
const seldomSet = fc
  .tuple(rateDay, fc.integer({ min: 1, max: 4 }))
  .map(([given, chance]) =>
    chance === 1 ? given : { ...NO_RATE_DAY, priceCents: given.priceCents },
  )

const hotel = fc.record({
  rooms: fc.tuple(...ROOMS.map(roomType)),
  rates: fc.tuple(standard, ...RATES.map((code) => rateOf(code, ROOMS))),
  days: fc.tuple(...ROOMS.map(() => byNight(roomDay))),
  /** By room type, then of STD and each rate. */
  rateDays: fc.tuple(
    ...ROOMS.map(() => fc.tuple(byNight(seldomSet), ...RATES.map(() => byNight(seldomSet)))),
  ),
})
export type PartiesHotel = typeof hotel extends fc.Arbitrary<infer T> ? T : never

const party: fc.Arbitrary<Party> = fc
  .record({
    adults: fc.constantFrom(1, 1, 2, 2, 2, 3),
    ages: fc.constantFrom([], [], [], [8], [2], [12, 2], [16]),
  })
  .map(({ adults, ages }) => {
    const childAges = ages.length > 0 ? [...ages] : null
    return { rooms: 1, adults, children: ages.length, childAges }
  })

const query = fc.record({
  nights: fc.constantFrom(1, 1, 2, NIGHTS - 1),
  board: fc.constantFrom(null, null, null, ...BOARDS),
  parties: fc
    .tuple(
      fc.array(party, { minLength: 1, maxLength: 3 }),
      fc.oneof(
        { weight: 3, arbitrary: fc.array(fc.nat(2), { minLength: 2, maxLength: 4 }) },
        fc.array(fc.nat(2), { minLength: 5, maxLength: 8 }),
      ),
    )
    // Most groups have some parties that are alike.
    .map(([kinds, of]) => of.map((kind) => kinds[kind % kinds.length]!)),
})
export type PartiesQuery = typeof query extends fc.Arbitrary<infer T> ? T : never

export const partiesWorld = fc.record({ hotel, query })
