import { expect, test } from 'bun:test'
import { book } from '../support/bookings.ts'
import { NO_ROOM_CONTENT } from '../support/catalog.ts'
import { addCity, addHotel, hotelPage, putDays, STAY } from '../support/search.ts'
import { startService } from '../support/service.ts'

const OPEN = { available: 3, priceCents: 10_000 }

/** A hotel with a room type for every answer. */
async function addFull(service: Awaited<ReturnType<typeof startService>>) {
  const boards = { boards: ['RO', 'BB'], supplementsCents: { RO: 0, BB: 1_250 } }
  const rooms = [
    { roomCode: 'CLO' },
    { roomCode: 'DBL', description: 'One double bed.', ...boards },
    { roomCode: 'OFF', active: false },
    { roomCode: 'SGL', maxAdults: 1, maxChildren: 0, maxOccupancy: 1 },
    { roomCode: 'SOL' },
  ]
  const cityId = await addCity(service, 'izmir')
  const id = await addHotel(service, { cityId, slug: 'full', stars: 5, currency: 'TRY', rooms })
  for (const roomCode of ['DBL', 'OFF', 'SGL'])
    await putDays(service, id, roomCode, [OPEN, { available: 2, priceCents: 11_000 }])
  await putDays(service, id, 'SOL', [OPEN, { ...OPEN, available: 0 }])
  await putDays(service, id, 'CLO', [
    { ...OPEN, closed: true },
    { ...OPEN, available: 0 },
  ])
  return id
}

const byCode = (rooms: any[], roomCode: string) => rooms.find((room) => room.roomCode === roomCode)

test('without dates the page describes the hotel and its room types on sale (contract §5)', async () => {
  await using service = await startService()
  await addFull(service)
  const { status, body } = await hotelPage(service, 'full')

  expect(status).toBe(200)
  expect(body).toMatchObject({
    slug: 'full',
    name: 'Hotel full',
    city: { slug: 'izmir', name: 'izmir', country: 'TR' },
    stars: 5,
    rating: null,
    reviewCount: 0,
    currency: 'TRY',
    address: '1 Main St',
    lat: 41,
    lng: 29,
    timezone: 'Europe/Istanbul',
    checkinTime: '14:00',
    checkoutTime: '12:00',
  })
  expect(body.rooms.map(({ roomCode }: any) => roomCode)).toEqual(['CLO', 'DBL', 'SGL', 'SOL'])
  expect(byCode(body.rooms, 'DBL')).toEqual({
    roomCode: 'DBL',
    name: 'Room DBL',
    description: 'One double bed.',
    maxAdults: 2,
    maxChildren: 1,
    maxOccupancy: 3,
    boards: ['RO', 'BB'],
    ...NO_ROOM_CONTENT,
    photos: [],
  })
})

test('with dates each room type has its quote, or the reason why it cannot be booked with the nights it fails on (contract §5)', async () => {
  await using service = await startService()
  await addFull(service)
  const { rooms } = (await hotelPage(service, 'full', `${STAY}&rooms=2`)).body
  const reasonOf = (code: string) => byCode(rooms, code).reason

  expect(byCode(rooms, 'DBL')).toMatchObject({
    quote: {
      totalPriceCents: 42_000,
      nightly: [
        { date: '2027-04-01', priceCents: 10_000 },
        { date: '2027-04-02', priceCents: 11_000 },
      ],
      boardCode: 'RO',
      available: 2,
      boards: [
        { boardCode: 'RO', totalPriceCents: 42_000 },
        { boardCode: 'BB', totalPriceCents: 47_000 },
      ],
    },
    reason: null,
  })
  expect(reasonOf('SOL')).toMatchObject({ code: 'sold_out', dates: ['2027-04-02'] })
  expect(reasonOf('CLO')).toMatchObject({ code: 'closed_for_sale', dates: ['2027-04-01'] })
  expect(byCode(rooms, 'SGL')).toMatchObject({ quote: { totalPriceCents: 42_000 } })
  const single = (await hotelPage(service, 'full', STAY)).body.rooms
  expect(byCode(single, 'SGL')).toMatchObject({
    quote: null,
    reason: { code: 'party_too_large', dates: [] },
  })
})

test('a board asked for is the one that is quoted, and a room type without it says so (contract §2, §5)', async () => {
  await using service = await startService()
  await addFull(service)
  const { rooms } = (await hotelPage(service, 'full', `${STAY}&board=BB`)).body

  expect(byCode(rooms, 'DBL').quote).toMatchObject({
    boardCode: 'BB',
    totalPriceCents: 23_500,
    nightly: [
      { date: '2027-04-01', priceCents: 11_250 },
      { date: '2027-04-02', priceCents: 12_250 },
    ],
  })
  expect(byCode(rooms, 'SOL').reason).toMatchObject({ code: 'unknown_board', dates: [] })
})

test('a quote is what booking costs, and a reason is what booking answers (contract §3, §5)', async () => {
  await using service = await startService()
  await addFull(service)
  const { rooms } = (await hotelPage(service, 'full', STAY)).body
  const tried: string[] = []
  for (const { roomCode, quote, reason } of rooms) {
    for (const { boardCode, totalPriceCents } of quote?.boards ?? []) {
      const more = { hotelSlug: 'full', roomCode, boardCode, expectedTotalCents: totalPriceCents }
      const { status, body } = await book(service.call, more)
      expect([status, body.totalPriceCents]).toEqual([201, totalPriceCents])
      tried.push(`${roomCode} ${boardCode}`)
    }
    if (!reason || reason.code === 'party_too_large') continue
    const refused = await book(service.call, { hotelSlug: 'full', roomCode })
    expect(refused).toBeProblem(409, reason.code)
    expect(refused.body.dates).toEqual(reason.dates)
    tried.push(`${roomCode} ${reason.code}`)
  }
  expect(tried).toEqual(['CLO closed_for_sale', 'DBL RO', 'DBL BB', 'SOL sold_out'])
  expect(byCode((await hotelPage(service, 'full', STAY)).body.rooms, 'DBL').reason).toMatchObject({
    code: 'sold_out',
    dates: ['2027-04-02'],
  })
})

test('an address without a hotel is 404 (contract §6)', async () => {
  await using service = await startService()
  for (const slug of ['nowhere', 'ALFA', '%00', 'alfa%20', '..%2Falfa'])
    expect(await hotelPage(service, slug, STAY)).toBeProblem(404, 'not_found')
})
