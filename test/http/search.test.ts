import { expect, test } from 'bun:test'
import { book } from '../support/bookings.ts'
import { addCity, addHotel, addPriced, find, putDays, STAY, slugsOf } from '../support/search.ts'
import { startService } from '../support/service.ts'

const OPEN = { available: 2, priceCents: 10_000 }

test('with dates a hotel is found only when one room type is open with enough rooms on every night (contract §5)', async () => {
  await using service = await startService()
  const cityId = await addCity(service, 'izmir')
  const days = {
    open: [OPEN, OPEN],
    'sold-out': [OPEN, { ...OPEN, available: 0 }],
    'too-few': [OPEN, { ...OPEN, available: 1 }],
    closed: [{ ...OPEN, closed: true }, OPEN],
    unpriced: [OPEN, { ...OPEN, priceCents: null }],
    free: [OPEN, { ...OPEN, priceCents: 0 }],
    'never-pushed': [OPEN, undefined],
    'never-at-all': [],
  }
  for (const [slug, nights] of Object.entries(days))
    await putDays(service, await addHotel(service, { cityId, slug }), 'DBL', nights)

  expect(await slugsOf(service, `city=izmir&${STAY}`)).toEqual(['open', 'too-few'])
  expect(await slugsOf(service, `city=izmir&${STAY}&rooms=2`)).toEqual(['open'])
  expect(
    await slugsOf(service, `city=izmir&${STAY.replace('adults=2', 'adults=3')}&rooms=3`),
  ).toEqual([])
  expect(await slugsOf(service, 'city=izmir')).toHaveLength(8)
})

test('nights of two room types do not make one stay (contract §5)', async () => {
  await using service = await startService()
  const cityId = await addCity(service, 'izmir')
  const rooms = [{ roomCode: 'DBL' }, { roomCode: 'SGL' }]
  const id = await addHotel(service, { cityId, slug: 'halves', rooms })
  await putDays(service, id, 'DBL', [OPEN, { ...OPEN, available: 0 }])
  await putDays(service, id, 'SGL', [{ ...OPEN, available: 0 }, OPEN])

  expect(await slugsOf(service, `city=izmir&${STAY}`)).toEqual([])
  expect(await slugsOf(service, 'city=izmir&checkin=2027-04-02&checkout=2027-04-03')).toEqual([
    'halves',
  ])
})

test('the checkout date is not a night (contract §3)', async () => {
  await using service = await startService()
  const id = await addHotel(service, { cityId: await addCity(service, 'izmir'), slug: 'two' })
  await putDays(service, id, 'DBL', [OPEN, OPEN, { ...OPEN, closed: true }])

  expect(await slugsOf(service, `city=izmir&${STAY}`)).toEqual(['two'])
  expect(await slugsOf(service, 'city=izmir&checkin=2027-04-01&checkout=2027-04-04')).toEqual([])
})

test('the total is that of the cheapest room type which sleeps the party, and what booking it costs (contract §5)', async () => {
  await using service = await startService()
  const cityId = await addCity(service, 'izmir')
  const rooms = [
    { roomCode: 'DBL' },
    { roomCode: 'FAM', maxAdults: 4, maxChildren: 2, maxOccupancy: 5 },
    { roomCode: 'SGL', maxAdults: 1, maxChildren: 0, maxOccupancy: 1 },
  ]
  const id = await addHotel(service, { cityId, slug: 'mixed', currency: 'TRY', rooms })
  await putDays(service, id, 'DBL', [OPEN, { ...OPEN, priceCents: 10_501 }])
  await putDays(service, id, 'FAM', [
    { available: 9, priceCents: 30_000 },
    { available: 9, priceCents: 30_001 },
  ])
  await putDays(service, id, 'SGL', [
    { available: 9, priceCents: 4_000 },
    { available: 9, priceCents: 4_000 },
  ])
  const cheapest = async (party: string) => {
    const query = `city=izmir&checkin=2027-04-01&checkout=2027-04-03&${party}`
    const { items } = (await find(service, query)).body
    return items.map(({ roomCode, fromTotalCents }: any) => [roomCode, fromTotalCents])
  }

  expect(await cheapest('adults=1')).toEqual([['SGL', 8_000]])
  expect(await cheapest('adults=2')).toEqual([['DBL', 20_501]])
  expect(await cheapest('adults=2&children=2')).toEqual([['FAM', 60_001]])
  expect(await cheapest('adults=4&children=2')).toEqual([])
  expect(await cheapest('adults=3&rooms=2')).toEqual([['DBL', 41_002]])
  expect(await cheapest('adults=6&children=4&rooms=2')).toEqual([['FAM', 120_002]])
  const order = { hotelSlug: 'mixed', adults: 3, rooms: 2, expectedTotalCents: 41_002 }
  const { status, body } = await book(service.call, order)
  expect([status, body.totalPriceCents, body.currency]).toEqual([201, 41_002, 'TRY'])
})

test('of equally cheap room types the first by code is named (contract §5)', async () => {
  await using service = await startService()
  const rooms = [{ roomCode: 'TWN' }, { roomCode: 'DBL' }]
  const id = await addHotel(service, {
    cityId: await addCity(service, 'izmir'),
    slug: 'same',
    rooms,
  })
  for (const { roomCode } of rooms) await putDays(service, id, roomCode, [OPEN, OPEN])

  const { items } = (await find(service, `city=izmir&${STAY}`)).body
  expect(items[0]).toMatchObject({ roomCode: 'DBL', fromTotalCents: 20_000 })
})

test('a board asked for is priced in and leaves out what is not sold with it; else the first board counts (contract §2, §5)', async () => {
  await using service = await startService()
  const cityId = await addCity(service, 'izmir')
  const boards = (codes: string[], cents: number) => ({
    boards: codes,
    supplementsCents: Object.fromEntries(codes.map((code, place) => [code, cents * place])),
  })
  const rooms = [
    { roomCode: 'DBL', ...boards(['RO', 'BB'], 3_000) },
    { roomCode: 'SUI', ...boards(['BB'], 0) },
  ]
  const id = await addHotel(service, { cityId, slug: 'boards', rooms })
  await putDays(service, id, 'DBL', [OPEN, OPEN])
  await putDays(service, id, 'SUI', [
    { available: 2, priceCents: 12_000 },
    { available: 2, priceCents: 12_000 },
  ])
  await addPriced(
    service,
    { cityId, slug: 'bare', rooms: [{ roomCode: 'DBL', boards: [] }] },
    50_000,
  )
  const found = async (more: string) =>
    (await find(service, `city=izmir&${STAY}${more}`)).body.items.map((item: any) => [
      item.roomCode,
      item.boardCode,
      item.fromTotalCents,
    ])

  expect(await found('')).toEqual([
    ['DBL', 'RO', 20_000],
    ['DBL', null, 100_000],
  ])
  expect(await found('&board=BB')).toEqual([['SUI', 'BB', 24_000]])
  expect(await found('&board=BB&rooms=2')).toEqual([['SUI', 'BB', 48_000]])
  expect(await found('&board=RO')).toEqual([['DBL', 'RO', 20_000]])
  expect(await slugsOf(service, 'city=izmir&board=BB')).toEqual(['boards'])
  expect(await slugsOf(service, 'city=izmir&adults=5')).toEqual([])
})

test('a cheaper room type that is not sold with the board asked for does not count (contract §5)', async () => {
  await using service = await startService()
  const rooms = [
    { roomCode: 'DBL', boards: ['RO'] },
    { roomCode: 'SUI', boards: ['BB'] },
  ]
  const cityId = await addCity(service, 'izmir')
  const id = await addPriced(service, { cityId, slug: 'two', rooms }, 10_000)
  await putDays(service, id, 'SUI', [{ priceCents: 8_000 }, { priceCents: 8_000 }])
  const cheapest = async (more: string) =>
    (await find(service, `city=izmir&${STAY}${more}`)).body.items[0].fromTotalCents

  expect(await cheapest('')).toBe(16_000)
  expect(await cheapest('&board=BB')).toBe(16_000)
  expect(await cheapest('&board=RO')).toBe(20_000)
})

test('a hotel that is not active is found nowhere, nor is a room type (contract §5)', async () => {
  await using service = await startService()
  const cityId = await addCity(service, 'izmir')
  await addPriced(service, { cityId, slug: 'off', active: false }, 10_000)
  const rooms = [{ roomCode: 'DBL', active: false }, { roomCode: 'SUI' }]
  const id = await addPriced(service, { cityId, slug: 'half', rooms }, 10_000)

  expect(await slugsOf(service, 'city=izmir')).toEqual(['half'])
  expect(await slugsOf(service, `city=izmir&${STAY}`)).toEqual([])
  await putDays(service, id, 'SUI', [OPEN, OPEN])
  expect(await slugsOf(service, `city=izmir&${STAY}`)).toEqual(['half'])
  expect(await service.call('GET', '/v1/hotels/off')).toBeProblem(404, 'not_found')
  expect(await service.call('GET', '/v1/hotels/off/reviews')).toBeProblem(404, 'not_found')
  const { body } = await service.call('GET', '/v1/hotels/half')
  expect(body.rooms.map(({ roomCode }: any) => roomCode)).toEqual(['SUI'])
})

test('what a stay costs is found over the end of a month and of a year, as long as a stay may be (contract §3)', async () => {
  await using service = await startService()
  const id = await addHotel(service, { cityId: await addCity(service, 'izmir'), slug: 'long' })
  const days = Array.from({ length: 120 }, (_, day) => ({ available: 1, priceCents: 100 + day }))
  await putDays(service, id, 'DBL', days, '2027-11-20')
  const total = async (checkin: string, checkout: string) =>
    (await find(service, `city=izmir&checkin=${checkin}&checkout=${checkout}`)).body.items[0]
      ?.fromTotalCents
  const sum = (from: number, nights: number) =>
    Array.from({ length: nights }, (_, night) => 100 + from + night).reduce((a, b) => a + b)

  expect(await total('2027-11-30', '2027-12-01')).toBe(sum(10, 1))
  expect(await total('2027-12-28', '2028-01-05')).toBe(sum(38, 8))
  expect(await total('2028-02-28', '2028-03-02')).toBe(sum(100, 3))
  expect(await total('2027-12-01', '2028-02-29')).toBe(sum(11, 90))
  expect(await total('2027-11-19', '2027-11-21')).toBeUndefined()
})

test('a stay that begins before the day of its hotel cannot be had there (contract §1)', async () => {
  await using service = await startService()
  const cityId = await addCity(service, 'izmir')
  for (const timezone of ['Pacific/Kiritimati', 'Europe/Istanbul', 'Pacific/Pago_Pago']) {
    const slug = timezone.slice(-4).toLowerCase()
    const id = await addHotel(service, { cityId, slug, timezone })
    await putDays(service, id, 'DBL', [OPEN, OPEN, OPEN, OPEN], '2027-03-09')
  }
  const from = (checkin: string, checkout: string) =>
    slugsOf(service, `city=izmir&checkin=${checkin}&checkout=${checkout}`)

  // Noon of 10 March in Istanbul is 23:00 of that day on Kiritimati and 22:00 of the day before on Pago Pago.
  expect(await from('2027-03-09', '2027-03-10')).toEqual(['pago'])
  expect(await from('2027-03-10', '2027-03-11')).toEqual(['mati', 'nbul', 'pago'])
  service.clock.advance(3_600_000)
  expect(await from('2027-03-10', '2027-03-11')).toEqual(['nbul', 'pago'])
})
