import { expect, test } from 'bun:test'
import { book } from '../support/bookings.ts'
import { makeRate } from '../support/rates.ts'
import {
  addCity,
  addHotel,
  addPriced,
  find,
  hotelPage,
  putDays,
  slugsOf,
} from '../support/search.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

// Several rooms are asked for by `party`, one each (contract-groups, Asking).

const DATES = 'checkin=2027-04-01&checkout=2027-04-03'
const ROOMS = [
  { roomCode: 'DBL', maxAdults: 2, maxChildren: 0, maxOccupancy: 2 },
  { roomCode: 'FAM', maxAdults: 3, maxChildren: 2, maxOccupancy: 4 },
  { roomCode: 'SGL', maxAdults: 1, maxChildren: 0, maxOccupancy: 1 },
]

/** Alfa with two doubles at 100.00, five family rooms at 150.00 and one single at 60.00 a night. */
async function startAlfa() {
  const service = await startService({ rooms: ROOMS })
  const nights = (day: object) => Array(2).fill(day)
  const { id } = service.alfa
  await putDays(service, id, 'DBL', nights({ available: 2, priceCents: 10_000 }))
  await putDays(service, id, 'FAM', nights({ available: 5, priceCents: 15_000 }))
  await putDays(service, id, 'SGL', nights({ available: 1, priceCents: 6_000 }))
  return service
}

/** What a search of Alfa's city shows of Alfa. */
const hitOf = async (service: TestService, query: string) =>
  (await find(service, `city=alfa-city&${DATES}&${query}`)).body.items[0]

/** The room type and total of each party. */
const roomsOf = ({ stays }: any) =>
  stays.map(({ roomCode, totalPriceCents }: any) => [roomCode, totalPriceCents])

test('several parties are shown the cheapest rooms that are left for all of them, one each (contract-groups, Asking)', async () => {
  await using service = await startAlfa()
  const hit = await hitOf(service, 'party=2,9&party=1&party=2')
  expect(hit).toMatchObject({
    ...{ fromTotalCents: 62_000, lowestTotalCents: 62_000, lowest: null },
    ...{ roomCode: null, boardCode: null, reason: null },
  })
  expect(hit.stays).toEqual([
    {
      party: { adults: 2, childAges: [9] },
      ...{ roomCode: 'FAM', rateCode: 'STD', boardCode: 'RO', totalPriceCents: 30_000 },
    },
    {
      party: { adults: 1, childAges: [] },
      ...{ roomCode: 'SGL', rateCode: 'STD', boardCode: 'RO', totalPriceCents: 12_000 },
    },
    {
      party: { adults: 2, childAges: [] },
      ...{ roomCode: 'DBL', rateCode: 'STD', boardCode: 'RO', totalPriceCents: 20_000 },
    },
  ])
  // The single and the doubles are soon gone.
  expect(roomsOf(await hitOf(service, 'party=1&party=1&party=1&party=2'))).toEqual([
    ...[
      ['DBL', 20_000],
      ['DBL', 20_000],
      ['SGL', 12_000],
      ['FAM', 30_000],
    ],
  ])
  expect(await hitOf(service, Array(8).fill('party=1').join('&'))).toMatchObject({
    lowestTotalCents: 12_000 + 2 * 20_000 + 5 * 30_000,
  })
  const nine = await service.call('GET', `/v1/hotels?${Array(9).fill('party=1').join('&')}`)
  expect(nine).toBeProblem(422, 'validation_failed')
  expect(nine.body.errors).toMatchObject([{ path: '?party', code: 'wrong_length' }])
})

test('where the parties do not fit the rooms left a hotel is not found (contract-groups, Asking)', async () => {
  await using service = await startAlfa()
  const families = (count: number) => Array(count).fill('party=2,9').join('&')
  expect((await hitOf(service, families(5))).lowestTotalCents).toBe(150_000)
  expect(await hitOf(service, families(6))).toBeUndefined()
  // The scarcest night counts.
  await putDays(service, service.alfa.id, 'FAM', [undefined, { available: 3, priceCents: 15_000 }])
  expect(await hitOf(service, families(4))).toBeUndefined()
  expect(await hitOf(service, 'party=4&party=1')).toBeUndefined()
  const { rooms, ...page } = (await hotelPage(service, 'alfa', `${DATES}&party=4&party=1`)).body
  expect(page).toMatchObject({ fromTotalCents: null, lowestTotalCents: null, stays: [] })
  expect(rooms[0].quotes[0]).toMatchObject({ quote: null, reason: { code: 'party_too_large' } })
})

test('of equally cheap rooms those of fewer types are shown, then those of the first type (contract-groups, Asking)', async () => {
  await using service = await startAlfa()
  const same = { priceCents: 10_000 }
  await putDays(service, service.alfa.id, 'DBL', Array(2).fill({ ...same, available: 2 }))
  await putDays(service, service.alfa.id, 'FAM', Array(2).fill({ ...same, available: 3 }))
  const of = async (query: string) =>
    roomsOf(await hitOf(service, query)).map(([room]: any) => room)
  expect(await of('party=2&party=2&party=2')).toEqual(['FAM', 'FAM', 'FAM'])
  expect(await of('party=2&party=2')).toEqual(['DBL', 'DBL'])
  expect(await of('party=2&party=2,9')).toEqual(['FAM', 'FAM'])
  expect(await of('party=2&party=2&party=2&party=2,9')).toEqual(['DBL', 'DBL', 'FAM', 'FAM'])
})

test('each party pays the cheapest public rate that its room has for it; the total at STD is of STD alone (contract-groups, Asking)', async () => {
  await using service = await startAlfa()
  const derived = (percentBp: number) => ({ type: 'derived' as const, percentBp })
  await makeRate(service, { rateCode: 'LOW', roomCodes: ['FAM'], pricing: derived(-4_000) })
  await makeRate(service, {
    ...{ rateCode: 'SECRET', roomCodes: ['FAM', 'DBL'], public: false },
    pricing: derived(-9_000),
  })
  const query = 'party=2&party=2,9'
  const hit = await hitOf(service, query)
  expect(hit).toMatchObject({ fromTotalCents: 50_000, lowestTotalCents: 36_000 })
  expect(hit.stays.map(({ rateCode }: any) => rateCode)).toEqual(['LOW', 'LOW'])
  // What it says can be booked, each for what it says.
  for (const { party, roomCode, rateCode, totalPriceCents } of hit.stays) {
    const stay = { checkin: '2027-04-01', checkout: '2027-04-03', ...party, roomCode, rateCode }
    const booked = await book(service.call, { ...stay, expectedTotalCents: totalPriceCents })
    expect(booked.status).toBe(201)
  }
  expect(await slugsOf(service, `city=alfa-city&${DATES}&${query}&minPriceCents=36001`)).toEqual([])
  await makeRate(service, { rateCode: 'STD', public: false })
  expect(await hitOf(service, query)).toMatchObject({ fromTotalCents: null })
})

test('hotels are sorted and bounded by the total of all rooms, page by page (contract-groups, Asking)', async () => {
  await using service = await startService()
  const cityId = await addCity(service, 'izmir')
  // The cheapest hotel has one room at that price, its others are dear.
  const rooms = [{ roomCode: 'DBL' }, { roomCode: 'TWN' }]
  const mixed = await addHotel(service, { cityId, slug: 'mixed', rooms })
  await putDays(service, mixed, 'DBL', Array(2).fill({ available: 1, priceCents: 1_000 }))
  await putDays(service, mixed, 'TWN', Array(2).fill({ available: 9, priceCents: 30_000 }))
  await addPriced(service, { cityId, slug: 'plain' }, 10_000)
  await addPriced(service, { cityId, slug: 'full' }, 100, { available: 1 })
  const slugs = (more: string) => slugsOf(service, `city=izmir&${DATES}${more}`)
  expect(await slugs('&party=2')).toEqual(['full', 'mixed', 'plain'])
  const two = '&party=2&party=1'
  expect(await slugs(two)).toEqual(['plain', 'mixed'])
  expect(await slugs(`${two}&sort=-price`)).toEqual(['mixed', 'plain'])
  expect(await slugs(`${two}&maxPriceCents=40000`)).toEqual(['plain'])
  expect(await slugs(`${two}&minPriceCents=40001`)).toEqual(['mixed'])
  const { items, nextCursor } = (await find(service, `city=izmir&${DATES}${two}&limit=1`)).body
  expect(items[0].slug).toBe('plain')
  expect(await slugs(`${two}&limit=1&cursor=${nextCursor}`)).toEqual(['mixed'])
  const other = await service.call(
    'GET',
    `/v1/hotels?city=izmir&${DATES}&party=2&party=2&cursor=${nextCursor}`,
  )
  expect(other).toBeProblem(422, 'validation_failed')
})

test('without dates hotels are found whose room types sleep each of the parties (contract-groups, Asking)', async () => {
  await using service = await startAlfa()
  const found = (query: string) => slugsOf(service, `city=alfa-city&${query}`)
  expect(await found('party=2,9&party=1')).toEqual(['alfa'])
  expect(await found('party=2,9&party=5')).toEqual([])
  const [hit] = (await find(service, 'city=alfa-city&party=2,9&party=1')).body.items
  expect(hit).not.toHaveProperty('stays')
})

test('one party alone answers as adults and ages do, in search and on the page of a hotel (contract-groups, Asking)', async () => {
  await using service = await startAlfa()
  for (const [party, spelled] of [
    ['party=2', 'adults=2'],
    ['party=2,9', 'adults=2&childAges=9'],
    ['party=1,3,12', 'adults=1&children=2&childAges=3,12'],
    ['party=2&board=RO', 'adults=2&board=RO'],
  ] as const) {
    const hit = await hitOf(service, party)
    expect(hit).toEqual(await hitOf(service, spelled))
    expect(hit).not.toHaveProperty('stays')
    const page = await hotelPage(service, 'alfa', `${DATES}&${party}`)
    expect(page.body).toEqual((await hotelPage(service, 'alfa', `${DATES}&${spelled}`)).body)
  }
  await addPriced(service, { cityId: await addCity(service, 'far'), slug: 'far' }, 1)
  const one = (await find(service, `${DATES}&party=1&limit=1`)).body
  // It is the same search: its cursor is good for the other spelling.
  await find(service, `${DATES}&adults=1&limit=1&cursor=${one.nextCursor}`)
})

test.each([
  ['party=2&adults=2', 'adults', 'conflicting_fields'],
  ['party=2&children=1', 'children', 'conflicting_fields'],
  ['party=2&childAges=9', 'childAges', 'conflicting_fields'],
  ['party=2&party=1&rooms=2', 'rooms', 'conflicting_fields'],
  ['party=', 'party', 'wrong_format'],
  ['party=0,9', 'party', 'wrong_format'],
  ['party=2,18', 'party', 'wrong_format'],
  ['party=1&party=2,', 'party', 'wrong_format'],
  ['party=1001', 'party', 'wrong_format'],
])(
  '%s is refused at ?%s in search and on the page of a hotel (contract-groups, Asking)',
  async (query, parameter, code) => {
    await using service = await startService()
    for (const path of ['/v1/hotels', '/v1/hotels/alfa'])
      for (const dates of ['', `${DATES}&`]) {
        // Without dates a page looks at no party.
        if (path.endsWith('alfa') && dates === '' && code === 'conflicting_fields') continue
        const answer = await service.call('GET', `${path}?${dates}${query}`)
        expect(answer).toBeProblem(422, 'validation_failed')
        expect(answer.body.errors).toMatchObject([{ path: `?${parameter}`, code }])
      }
  },
)

test('the page of a hotel quotes each room type for each party, and says which rooms are the cheapest for all (contract-groups, Asking)', async () => {
  await using service = await startAlfa()
  await makeRate(service, {
    ...{ rateCode: 'LOW', roomCodes: ['FAM'] },
    pricing: { type: 'derived', percentBp: -1_000 },
  })
  const query = 'party=2,9&party=1&party=2,9'
  const { rooms, ...page } = (await hotelPage(service, 'alfa', `${DATES}&${query}`)).body
  const { fromTotalCents, lowestTotalCents, stays } = await hitOf(service, query)
  expect(page).toMatchObject({ fromTotalCents, lowestTotalCents, stays })
  expect(lowestTotalCents).toBe(2 * 27_000 + 12_000)
  for (const [index, childAges] of [[9], [], [9]].entries()) {
    const adults = childAges.length > 0 ? 2 : 1
    const ages = childAges.map((age) => `&childAges=${age}`).join()
    const alone = (await hotelPage(service, 'alfa', `${DATES}&adults=${adults}${ages}`)).body
    for (const [at, { quotes, ...room }] of rooms.entries()) {
      const { quote, reason, rates, ...same } = alone.rooms[at]
      expect(quotes[index]).toEqual({ party: { adults, childAges }, quote, reason, rates })
      expect(room).toEqual(same)
    }
  }
})

test('several parties past what a hotel lets guests book at once are told so, and are past it together (contract-access, One booking)', async () => {
  await using service = await startAlfa()
  const { manager } = await hireStaff(service)
  await manager.call('PATCH', '/v1/panel/hotel', { body: { webMaxRooms: 2 } })
  expect(await hitOf(service, 'party=2&party=1')).toMatchObject({ reason: null })
  const query = 'party=2&party=1&party=1'
  expect(await hitOf(service, query)).toMatchObject({
    ...{ fromTotalCents: null, lowestTotalCents: null, stays: [] },
    reason: { code: 'stay_too_large' },
  })
  const { rooms, ...page } = (await hotelPage(service, 'alfa', `${DATES}&${query}`)).body
  expect(page).toMatchObject({ fromTotalCents: null, lowestTotalCents: null, stays: [] })
  expect(rooms[0].quotes[2]).toMatchObject({ quote: null, reason: { code: 'stay_too_large' } })
  const staff = (await hotelPage(manager, 'alfa', `${DATES}&${query}`)).body
  expect(staff.lowestTotalCents).toBe(20_000 + 20_000 + 12_000)
})

test('what is sold out meanwhile is shown without rooms on a later page (contract-groups, Asking)', async () => {
  await using service = await startService()
  const cityId = await addCity(service, 'izmir')
  await addPriced(service, { cityId, slug: 'one' }, 1_000)
  const two = await addPriced(service, { cityId, slug: 'two' }, 2_000)
  const query = `city=izmir&${DATES}&party=2&party=2&limit=1`
  const { nextCursor } = (await find(service, query)).body
  const later = async () => (await find(service, `${query}&cursor=${nextCursor}`)).body.items[0]
  expect((await later()).stays).toHaveLength(2)
  await putDays(service, two, 'DBL', [undefined, { available: 1, priceCents: 2_000 }])
  expect(await later()).toMatchObject({ slug: 'two', lowestTotalCents: null, stays: [] })
})
