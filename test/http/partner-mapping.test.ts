import { expect, test } from 'bun:test'
import { NO_HOUSE_RULES } from '../../src/domain/catalog/hotel-page.ts'
import { insertRoomType } from '../../src/store/catalog/catalog.ts'
import { NO_NAMES, STANDARD_NAMES } from '../support/catalog.ts'
import { makeRate } from '../support/rates.ts'
import { room, startService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

const HOTEL = {
  slug: 'alfa',
  name: 'Hotel alfa',
  city: { slug: 'alfa-city', name: 'City of alfa', country: 'TR', ...NO_NAMES },
  currency: 'EUR',
  timezone: 'Europe/Istanbul',
  stars: 4,
  address: '1 Main St',
  lat: 41,
  lng: 29,
  checkinTime: '14:00',
  checkoutTime: '12:00',
  restoreOnCancel: true,
  taxes: [],
  active: true,
}
/** Its public texts and contact, none of them said. */
const NO_TEXTS = { description: null, policies: null }
const CONTENT = {
  ...{ phone: null, email: null, website: null },
  translations: { en: NO_TEXTS, tr: NO_TEXTS },
  // The page for guests (contract-agencies).
  ...{
    amenities: [],
    distances: [],
    agreements: [],
    licenceNumber: null,
    logo: null,
    colour: null,
  },
  houseRules: NO_HOUSE_RULES,
}
const ROOM = {
  roomCode: 'DBL',
  name: 'Double',
  description: 'Sea view',
  totalRooms: 12,
  overbookingRooms: 0,
  maxAdults: 2,
  maxChildren: 1,
  maxOccupancy: 3,
  boards: ['BB', 'RO'],
  basePriceCents: 12900,
  active: true,
}
/** What its boards add, where nothing is said of them. */
const supplements = ['BB', 'RO'].map((boardCode) => ({
  ...{ boardCode, supplementCents: 0 },
  per: 'room',
}))
const BOARDS = [
  { code: 'RO', name: 'Room only', ...NO_NAMES },
  { code: 'BB', name: 'Bed and breakfast', ...NO_NAMES },
]

const STANDARD = {
  rateCode: 'STD',
  name: 'Standard',
  ...STANDARD_NAMES,
  boardCode: null,
  roomCodes: ['DBL'],
  pricing: null,
  guests: null,
  cancellation: { freeUntilDays: 0, penalty: 'none' },
  public: true,
  active: true,
}

test('the hotel has exactly the fields of the contract, alone and as the list of one (contract §2)', async () => {
  await using service = await startService()
  const { alfa } = service

  const one = await alfa.call('GET', '/hotel')
  expect([one.status, one.body]).toEqual([200, { ...HOTEL, ...CONTENT }])
  const list = await alfa.call('GET', '/hotels')
  expect([list.status, list.body]).toEqual([
    200,
    { hotels: [{ ...HOTEL, feedCursor: expect.any(String) }] },
  ])
})

test('a room type has exactly the fields of the contract, its currency that of the hotel (contract §2)', async () => {
  await using service = await startService({ rooms: [ROOM] })

  const { status, body } = await service.alfa.call('GET', '/rooms')
  const mapped = { ...ROOM, supplements, currency: 'EUR' }
  const none = { name: null, description: null }
  const more = {
    ...{ beds: [], sizeM2: null, amenities: [], position: null },
    ...{ supplementsCents: { BB: 0, RO: 0 }, translations: { en: none, tr: none } },
  }
  expect([status, body]).toEqual([200, { rooms: [{ ...mapped, ...more }] }])
  expect((await service.alfa.call('GET', '/mapping')).body.rooms).toEqual([mapped])
})

test('room types stand by code, those switched off among them, unset numbers as null (contract §2)', async () => {
  await using service = await startService({
    rooms: [{ roomCode: 'SGL' }, { roomCode: 'dbl' }, { roomCode: 'DBL', active: false }],
  })

  const { rooms } = (await service.alfa.call('GET', '/rooms')).body
  expect(rooms.map(({ roomCode, active }: typeof ROOM) => [roomCode, active])).toEqual([
    ['DBL', false],
    ['SGL', true],
    ['dbl', true],
  ])
  expect(rooms[0]).toMatchObject({ totalRooms: null, basePriceCents: null })
})

test('boards are listed from the simplest on, and a room type names its own, the one of the price first (contract §2)', async () => {
  await using service = await startService({ rooms: [ROOM] })
  const { alfa } = service

  const { status, body } = await alfa.call('GET', '/boards')
  expect([status, body]).toEqual([200, { boards: BOARDS }])
  expect((await alfa.call('GET', '/rooms')).body.rooms[0].boards).toEqual(['BB', 'RO'])
})

test('the mapping is hotel, rooms, boards and rates in one; a hotel that made no rate has STD (contract §2)', async () => {
  await using service = await startService({ rooms: [ROOM] })

  const { status, body } = await service.alfa.call('GET', '/mapping')
  expect([status, body]).toEqual([
    200,
    {
      allotments: [],
      hotel: HOTEL,
      rooms: [{ ...ROOM, supplements, currency: 'EUR' }],
      boards: BOARDS,
      rates: [STANDARD],
    },
  ])
})

test('the mapping has every rate of the hotel as the panel shows it, also private ones and those off sale; Bravo’s has none of them (contract-rates, Rates)', async () => {
  await using service = await startService({ rooms: [ROOM] })
  await makeRate(service, { rateCode: 'OFF', active: false })
  await makeRate(service, { rateCode: 'CORP', public: false, guests: { adults: 2 } })
  await makeRate(service, { rateCode: 'STD', public: false })
  const { rates } = (await service.alfa.call('GET', '/mapping')).body

  expect(rates).toMatchObject([
    { ...STANDARD, public: false },
    { rateCode: 'CORP', pricing: { type: 'derived' }, guests: { adults: 2 }, public: false },
    { rateCode: 'OFF', roomCodes: ['DBL'], active: false },
  ])
  const { manager } = await hireStaff(service)
  expect((await manager.call('GET', '/v1/panel/rates')).body.items).toEqual(rates)
  expect((await service.bravo.call('GET', '/mapping')).body.rates).toEqual([STANDARD])
})

test('a new room type is in the mapping as soon as it was made (contract §2)', async () => {
  await using service = await startService({ rooms: [] })
  const { alfa, store } = service

  expect((await alfa.call('GET', '/rooms')).body).toEqual({ rooms: [] })
  for (const roomCode of ['B', 'A']) {
    await store.tx((tx) => insertRoomType(tx, alfa.id, room({ roomCode })))
    const { rooms } = (await alfa.call('GET', '/rooms')).body
    expect(rooms.map((each: typeof ROOM) => each.roomCode)).toContain(roomCode)
  }
})
