import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { NO_RATE_DAY } from '../../src/domain/rates/rate.ts'
import { addDay } from '../support/bookings.ts'
import { putRateDays } from '../support/rate-rows.ts'
import { buildHotels } from '../support/rated-hotels.ts'
import { FIRST, type RatedHotel, ROOMS, ratedWorld } from '../support/rated-world.ts'
import { rounds } from '../support/rounds.ts'
import { find } from '../support/search.ts'
import { startService, type TestService } from '../support/service.ts'

// The calendar of a hotel against searches for stays in it (contract-agencies, *Pages for guests*).

const WORLDS = 48
const NIGHTS = 14
const LENGTHS = [1, 2, 3, 4]
const PARTIES = ['2', '1', '3', '2,8', '1,2,12']
const someOf = (parties: string[], maxLength: number) =>
  fc.array(fc.constantFrom(...parties), { minLength: 1, maxLength })
// Mostly what has a price, or hardly a night would.
const party = fc
  .oneof({ weight: 2, arbitrary: someOf(['2', '1'], 2) }, someOf(PARTIES, 3))
  .map((parties) => parties.map((each) => `party=${each}`).join('&'))

/** Nights whose arrivals stay longer, at whatever rate: else some rate mostly takes one night. */
const strictNights = fc.array(fc.constantFrom(null, null, null, 2, 3), {
  minLength: NIGHTS,
  maxLength: NIGHTS,
})

type RateDays = RatedHotel['rateDays'][number][number]
/** A change of a rate's days. */
type Change = (day: NonNullable<RateDays[number]>) => Partial<NonNullable<RateDays[number]>>

/** The days of rates with some of their settings alone. */
const onlySome = (hotels: readonly RatedHotel[], pick: Change) =>
  hotels.map((hotel) => ({
    ...hotel,
    rateDays: hotel.rateDays.map((room) =>
      room.map((days) => days.map((day) => day && { ...day, ...pick(day) })),
    ),
  })) as RatedHotel[]

/** No restriction but a closed rate. */
const OPEN = {
  ...{ minStay: null, minStayThrough: null, maxStay: null },
  ...{ minAdvanceDays: null, maxAdvanceDays: null },
  ...{ closedToArrival: null, closedToDeparture: null },
}

async function calendarsOf({ call }: TestService, hotels: number, parties: string) {
  const range = `from=${FIRST}&to=${addDay(FIRST, NIGHTS - 1)}`
  const paths = Array.from({ length: hotels }, (_, at) => `/v1/hotels/h${at}/calendar`)
  const answers = await Promise.all(paths.map((path) => call('GET', `${path}?${range}&${parties}`)))
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200))
  return answers.map(({ body }) => body.days as any[])
}

/** The lowest total by search of each hotel for a stay; null: it is not found. */
async function totalsOf(
  service: TestService,
  hotels: number,
  { night, nights, parties }: { night: number; nights: number; parties: string },
): Promise<(number | null)[]> {
  const checkin = addDay(FIRST, night)
  const stay = `checkin=${checkin}&checkout=${addDay(checkin, nights)}&${parties}`
  const { items } = (await find(service, `city=izmir&${stay}`)).body
  const known = new Map(items.map((item: any) => [item.slug, item.lowestTotalCents]))
  return Array.from({ length: hotels }, (_, at) => (known.get(`h${at}`) as number) ?? null)
}

test('a night of the calendar costs what a search for it alone finds, and a stay that a search finds may arrive (contract-agencies, Pages for guests)', async () => {
  const seen = { priced: 0, restricted: 0 }
  await fc.assert(
    fc.asyncProperty(ratedWorld, party, strictNights, async ({ hotels }, parties, strict) => {
      await using service = await startService()
      const count = hotels.length
      const ids = await buildHotels(
        service,
        onlySome(hotels, () => OPEN),
      )
      const free = await calendarsOf(service, count, parties)
      for (let night = 0; night < NIGHTS; night++) {
        const totals = await totalsOf(service, count, { night, nights: 1, parties })
        const days = free.map((each) => each[night])
        expect(days).toMatchObject(
          totals.map((lowestCents) => {
            const isLeft = lowestCents !== null
            return { lowestCents, minStay: isLeft ? 1 : null, arrival: isLeft }
          }),
        )
        seen.priced += totals.filter((total) => total !== null).length
      }

      // The departure is no matter of the day of arrival.
      const restricted = onlySome(hotels, () => ({ closedToDeparture: null }))
      for (const [index, { rates, rateDays }] of restricted.entries())
        for (const [at, roomCode] of ROOMS.entries())
          for (const [of, { rateCode }] of rates.entries()) {
            const days = rateDays[at]![of]!.map((day, night) => {
              const minStay = strict[night]!
              return minStay === null ? (day ?? undefined) : { ...(day ?? NO_RATE_DAY), minStay }
            })
            await putRateDays(service, { hotelId: ids[index]!, roomCode, rateCode }, days, FIRST)
          }
      const bound = await calendarsOf(service, count, parties)
      const lowest = (all: any[][]) => all.map((days) => days.map(({ lowestCents }) => lowestCents))
      expect(lowest(bound)).toEqual(lowest(free))
      for (let night = 0; night < NIGHTS; night++)
        for (const nights of LENGTHS) {
          const totals = await totalsOf(service, count, { night, nights, parties })
          for (const [index, total] of totals.entries()) {
            const { minStay, arrival } = bound[index]![night]
            expect(arrival).toBe(minStay !== null)
            if (total !== null) expect(minStay).toBeWithin(1, nights + 1)
            if (nights === 1) expect(minStay === 1).toBe(total !== null)
            if (minStay !== 1 && free[index]![night].minStay === 1) seen.restricted++
          }
        }
    }),
    { numRuns: rounds(WORLDS) },
  )
  expect(seen.priced).toBeGreaterThan(rounds(WORLDS))
  expect(seen.restricted).toBeGreaterThan(rounds(WORLDS))
})
