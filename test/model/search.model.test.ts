import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { rounds } from '../support/rounds.ts'
import { addCity, addHotel, find, putDays } from '../support/search.ts'
import {
  FIRST,
  type ModelChange,
  type ModelHotel,
  modelSearch,
  queryText,
  world,
} from '../support/search-model.ts'
import { startService, type TestService } from '../support/service.ts'

/** Makes the model's catalogue. @returns the hotels' ids */
async function build(service: TestService, hotels: readonly ModelHotel[]): Promise<number[]> {
  const cities = new Map<string, number>()
  for (const city of ['ankara', 'bursa']) cities.set(city, await addCity(service, city))
  const ids: number[] = []
  for (const [index, { city, name, place, ratings, rooms, ...rest }] of hotels.entries()) {
    const id = await addHotel(service, {
      ...rest,
      cityId: cities.get(city)!,
      slug: `h${index}`,
      name: name[0],
      lat: place[0],
      lng: place[1],
      rooms: rooms.map(({ days, boards, ...room }, number) => ({
        ...room,
        roomCode: `R${number}`,
        boards: boards.map(({ code }) => code),
        supplementsCents: Object.fromEntries(boards.map(({ code, cents }) => [code, cents])),
      })),
    })
    ids.push(id)
    for (const [number, { days }] of rooms.entries())
      await putDays(
        service,
        id,
        `R${number}`,
        days.map((day) => day ?? undefined),
        FIRST,
      )
    await rate(service, id, ratings)
  }
  return ids
}

async function rate({ store }: TestService, id: number, ratings: number[]) {
  const { hotel } = store.t
  const ratingSum = ratings.reduce((a, b) => a + b, 0)
  const set = { ratingSum, ratingCount: ratings.length }
  await store.tx(({ db }) => db.update(hotel).set(set).where(eq(hotel.id, id)))
}

/** Changes a day in the model and in the service. */
async function obey(
  service: TestService,
  hotels: ModelHotel[],
  ids: number[],
  { hotel, room, night, day }: ModelChange,
) {
  const place = hotel % hotels.length
  const days = hotels[place]!.rooms[room]?.days
  if (!days) return
  days[night] = day
  const none = Array.from({ length: night }, () => undefined)
  await putDays(service, ids[place]!, `R${room}`, [...none, day], FIRST)
}

/** Everything a search finds, walked in pages of three. */
async function walk(service: TestService, query: string) {
  const items: any[] = []
  let cursor = ''
  do {
    const { body } = await find(service, `${query}&limit=3${cursor}`)
    items.push(...body.items)
    cursor = body.nextCursor ? `&cursor=${body.nextCursor}` : ''
  } while (cursor)
  return items
}

test('search finds what a naive model finds in the raw days, in the same order and at the same price, over changing days (issue 3)', async () => {
  let hits = 0
  await fc.assert(
    fc.asyncProperty(world, async ({ hotels, rounds }) => {
      await using service = await startService()
      const ids = await build(service, hotels)
      for (const { changes, query } of rounds) {
        for (const change of changes) await obey(service, hotels, ids, change)
        const items = await walk(service, queryText(query))
        // The service's own hotels, Alfa and Bravo, are not the model's.
        const found = items.filter(({ slug }) => /^h\d/.test(slug))
        const expected = modelSearch(hotels, query)
        hits += expected.length
        expect(found.map(({ slug }) => slug)).toEqual(expected.map(({ slug }) => slug))
        for (const [index, { far, totalCents, roomCode, boardCode }] of expected.entries()) {
          if (query.stay)
            expect(found[index]).toMatchObject({ fromTotalCents: totalCents, roomCode, boardCode })
          else expect(found[index]).not.toHaveProperty('fromTotalCents')
          if (far !== null) expect(found[index].distanceKm).toBeCloseTo(far, 1)
        }
      }
    }),
    { numRuns: rounds(150) },
  )
  // Enough was found for the agreement to mean something.
  expect(hits).toBeGreaterThan(rounds(100))
}, 60_000)
