import { expect, test } from 'bun:test'
import type { RoomType } from '../../src/domain/catalog/catalog.ts'
import { cancelBooking } from '../../src/service/bookings/cancel-booking.ts'
import { changeHotel, createHotel } from '../../src/service/catalog/catalog.ts'
import { changeRoomType, createRoomType } from '../../src/service/catalog/catalog-rooms.ts'
import { changeCity, createCity } from '../../src/service/catalog/places.ts'
import { insertReview } from '../../src/store/bookings/reviews.ts'
import { book, sell } from '../support/bookings.ts'
import { find, hotelPage, STAY, slugsOf } from '../support/search.ts'
import { room, startService, type TestService } from '../support/service.ts'

const ACTOR = { type: 'user', id: 'admin' } as const
const QUERY = `city=alfa-city&${STAY}`

/** What everybody sees of Alfa at present: price in the search, room types on its page. */
async function searchAgain(service: TestService) {
  const { items } = (await find(service, QUERY)).body
  const page = await hotelPage(service, 'alfa', STAY)
  const rooms = page.body.rooms?.map(({ roomCode, quote }: any) => [
    roomCode,
    quote?.totalPriceCents,
  ])
  return { found: items.map((item: any) => [item.name, item.fromTotalCents]), rooms }
}

test('a push, a booking and a cancellation show in the next search (contract §5)', async () => {
  await using service = await startService()
  expect((await searchAgain(service)).found).toEqual([])
  await sell(service, { available: 1 })
  expect(await searchAgain(service)).toEqual({
    found: [['Hotel alfa', 20_000]],
    rooms: [
      ['DBL', 20_000],
      ['SGL', undefined],
    ],
  })
  const { code } = (await book(service.call)).body
  expect((await searchAgain(service)).found).toEqual([])
  await cancelBooking(service.deps, code, ACTOR, { reason: null, caller: 'hotel' })
  expect((await searchAgain(service)).found).toEqual([['Hotel alfa', 20_000]])
  await sell(service, { priceCents: 12_345 })
  expect((await searchAgain(service)).found).toEqual([['Hotel alfa', 24_690]])
})

test('a change of a hotel, its city, its room types or its rating shows in the next search (contract §5)', async () => {
  await using service = await startService()
  const { deps, store, alfa } = service
  await sell(service)
  await searchAgain(service)
  const change = (changes: Parameters<typeof changeHotel>[3]) =>
    changeHotel(deps, ACTOR, 'alfa', changes)
  const changeRoom = (changes: Partial<RoomType>) =>
    changeRoomType(deps, ACTOR, { hotel: 'alfa', roomCode: 'DBL' }, changes)

  await change({ name: 'Alfa anew' })
  expect((await searchAgain(service)).found).toEqual([['Alfa anew', 20_000]])
  await change({ active: false })
  expect(await searchAgain(service)).toEqual({ found: [], rooms: undefined })
  await change({ active: true })
  expect((await searchAgain(service)).found).toHaveLength(1)
  await changeRoom({ active: false })
  expect((await searchAgain(service)).found).toEqual([])
  await changeRoom({ active: true, maxAdults: 1, maxOccupancy: 1 })
  expect((await searchAgain(service)).found).toEqual([])
  await changeRoom({ maxAdults: 2, maxOccupancy: 2, boards: ['BB', 'RO'] })
  expect((await find(service, QUERY)).body.items).toMatchObject([{ boardCode: 'BB' }])
  const suite = room({ roomCode: 'AAA' })
  await createRoomType(deps, ACTOR, 'alfa', suite)
  expect((await searchAgain(service)).rooms[0]).toEqual(['AAA', undefined])
  await sell(service, { roomCode: 'AAA', priceCents: 5_000 })
  expect((await searchAgain(service)).found).toEqual([['Alfa anew', 10_000]])
  await changeCity(deps, ACTOR, 'alfa-city', { name: 'Örgryte' })
  expect(await slugsOf(service, 'q=orgryte')).toEqual(['alfa'])
  const review = { hotelId: alfa.id, id: 'r', bookingCode: 'X', author: 'C.', text: '', rating: 4 }
  await store.tx((tx) =>
    insertReview(tx, { ...review, createdAtMs: 1, reply: null, repliedAtMs: null }),
  )
  expect((await find(service, QUERY)).body.items).toMatchObject([{ rating: 4, reviewCount: 1 }])
})

test('a hotel that is new, or moves to another city, is found where it is now and nowhere else (contract §5)', async () => {
  await using service = await startService()
  const { deps } = service
  const cities = async () =>
    Object.fromEntries(
      (await service.call('GET', '/v1/cities')).body.items.map(({ slug, hotels }: any) => [
        slug,
        hotels,
      ]),
    )
  expect(await slugsOf(service, 'city=alfa-city')).toEqual(['alfa'])
  expect(await slugsOf(service, 'city=bravo-city')).toEqual(['bravo'])
  expect(await cities()).toEqual({ 'alfa-city': 1, 'bravo-city': 1 })

  const { slug } = await createCity(deps, ACTOR, { name: 'Charlie', country: 'TR' })
  expect(await slugsOf(service, `city=${slug}`)).toEqual([])
  await changeHotel(deps, ACTOR, 'alfa', { city: slug })
  expect(await slugsOf(service, `city=${slug}`)).toEqual(['alfa'])
  expect(await slugsOf(service, 'city=alfa-city')).toEqual([])
  const {
    id: _,
    slug: __,
    city: ___,
    ...fields
  } = (await service.context.hotelOf(service.bravo.id)).hotel
  const made = await createHotel(deps, ACTOR, { ...fields, name: 'Brand new', city: slug })
  expect(await slugsOf(service, `city=${slug}`)).toEqual(['alfa', made.slug])
  expect(await slugsOf(service, '')).toEqual(['alfa', 'bravo', made.slug])
  expect(await cities()).toEqual({ 'alfa-city': 0, 'bravo-city': 1, [slug]: 2 })
})

test('searches in the midst of bookings never show a room that an answered booking took (contract §5)', async () => {
  await using service = await startService()
  await sell(service, { available: 20 })
  let taken = 0
  let isOver = false
  let searchesAmid = 0
  const guests = Array.from({ length: 4 }, async () => {
    while ((await book(service.call, { rooms: 1 })).status === 201) taken++
  })
  const searcher = async () => {
    while (!isOver) {
      // Searches answered from memory would leave the bookings no turn.
      await new Promise((resolve) => setImmediate(resolve))
      const takenBefore = taken
      const page = await hotelPage(service, 'alfa', STAY)
      const left = page.body.rooms[0].quote?.available ?? 0
      expect(left).toBeLessThanOrEqual(20 - takenBefore)
      const found = await slugsOf(service, `${QUERY.replace('adults=2', 'adults=20')}&rooms=20`)
      if (takenBefore > 0) expect(found).toEqual([])
      if (takenBefore > 0 && takenBefore < 20) searchesAmid++
    }
  }
  const searchers = [searcher(), searcher()]
  await Promise.all(guests)
  isOver = true
  await Promise.all(searchers)
  expect(taken).toBe(20)
  expect(searchesAmid).toBeGreaterThan(0)
  expect((await searchAgain(service)).found).toEqual([])
})
