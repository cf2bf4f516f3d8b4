import { expect, test } from 'bun:test'
import { insertReview } from '../../src/store/bookings/reviews.ts'
import { NO_NAMES } from '../support/catalog.ts'
import { addCity, addHotel } from '../support/search.ts'
import { startService } from '../support/service.ts'

test('cities stand by name with the number of hotels on sale, and are found by part of it (contract §5)', async () => {
  await using service = await startService()
  const izmir = await addCity(service, 'izmir', 'İzmir')
  await addCity(service, 'agri', 'Ağrı')
  for (const [slug, active] of [
    ['one', true],
    ['two', true],
    ['off', false],
  ] as const)
    await addHotel(service, { cityId: izmir, slug, active })
  const cities = async (query: string) =>
    (await service.call('GET', `/v1/cities?${query}`)).body.items

  expect(await cities('')).toEqual([
    { slug: 'agri', name: 'Ağrı', country: 'TR', ...NO_NAMES, hotels: 0 },
    { slug: 'alfa-city', name: 'City of alfa', country: 'TR', ...NO_NAMES, hotels: 1 },
    { slug: 'bravo-city', name: 'City of bravo', country: 'TR', ...NO_NAMES, hotels: 1 },
    { slug: 'izmir', name: 'İzmir', country: 'TR', ...NO_NAMES, hotels: 2 },
  ])
  expect(await cities('q=izm')).toHaveLength(1)
  expect(await cities('q=%C4%B1ZM')).toHaveLength(1)
  expect(await cities('q=AGR%C4%B0')).toMatchObject([{ slug: 'agri' }])
  expect(await cities('q=city%20brav')).toMatchObject([{ slug: 'bravo-city' }])
  expect(await cities('q=paris')).toEqual([])
})

test('a walk over the pages of cities repeats and skips none, those of one name too (contract §5)', async () => {
  await using service = await startService()
  for (let index = 0; index < 9; index++)
    await addCity(service, `c${index}`, index % 2 ? 'Springfield' : `Town ${index}`)
  const all = (await service.call('GET', '/v1/cities?limit=100')).body.items
  const seen: unknown[] = []
  let cursor = ''
  do {
    const { body } = await service.call('GET', `/v1/cities?limit=2${cursor}`)
    seen.push(...body.items)
    // One that stands before every page to come.
    await addCity(service, `a${seen.length}`, 'Aachen')
    cursor = body.nextCursor ? `&cursor=${body.nextCursor}` : ''
  } while (cursor)

  expect(seen).toEqual(all)
  expect(seen).toHaveLength(11)
})

test("a hotel's reviews are for everybody, newest first, without what leads to the booking (contract §5)", async () => {
  await using service = await startService()
  const { alfa, bravo, store } = service
  for (let index = 0; index < 5; index++)
    await store.tx((tx) =>
      insertReview(tx, {
        hotelId: index === 4 ? bravo.id : alfa.id,
        id: `review-${index}`,
        bookingCode: `SECRET${index}`,
        author: 'Carla Ç.',
        rating: index + 1,
        text: `Stay ${index}`,
        createdAtMs: service.clock.nowMs,
        reply: index === 0 ? 'Thank you.' : null,
        repliedAtMs: index === 0 ? service.clock.nowMs : null,
      }),
    )
  const seen: any[] = []
  let cursor = ''
  do {
    const { body, text } = await service.call('GET', `/v1/hotels/alfa/reviews?limit=3${cursor}`)
    expect(text).not.toContain('SECRET')
    seen.push(...body.items)
    cursor = body.nextCursor ? `&cursor=${body.nextCursor}` : ''
  } while (cursor)

  expect(seen.map(({ rating }) => rating)).toEqual([4, 3, 2, 1])
  expect(seen[3]).toEqual({
    id: 'review-0',
    author: 'Carla Ç.',
    rating: 1,
    text: 'Stay 0',
    createdAt: '2027-03-10T09:00:00.000Z',
    reply: 'Thank you.',
    repliedAt: '2027-03-10T09:00:00.000Z',
  })
  const { body } = await service.call('GET', '/v1/hotels/alfa')
  expect([body.rating, body.reviewCount]).toEqual([2.5, 4])
})
