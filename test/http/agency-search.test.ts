import { expect, test } from 'bun:test'
import { setAside } from '../support/allotments.ts'
import { book } from '../support/bookings.ts'
import { makeRate } from '../support/rates.ts'
import { addCity, addPriced, putDays } from '../support/search.ts'
import { startService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'
import { putTerms } from '../support/terms.ts'

// An agency searches what it may sell, by gross, commission and net (contract-agencies; issue 34, *API*).

const DATES = 'checkin=2027-04-01&checkout=2027-04-03'
const ROOMS = [
  { roomCode: 'DBL', maxAdults: 2, maxChildren: 0, maxOccupancy: 2 },
  { roomCode: 'SGL', maxAdults: 1, maxChildren: 0, maxOccupancy: 1 },
]
const BOUND = { freeUntilDays: null, penalty: 'all' } as const

/** Alfa with three doubles at 100.00 and one single at 60.33 a night, and the agency Delta at 10 %. */
async function startAlfa() {
  const service = await startService({ rooms: ROOMS })
  const staff = await hireStaff(service)
  const nights = (day: object) => Array(2).fill(day)
  await putDays(service, service.alfa.id, 'DBL', nights({ available: 3, priceCents: 10_000 }))
  await putDays(service, service.alfa.id, 'SGL', nights({ available: 1, priceCents: 6_033 }))
  const ask = async (query: string, path = '') =>
    (await staff.agent.call('GET', `/v1/acenta/search${path}?${DATES}&${query}`)).body
  return { service, ...staff, ask, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() }
}

test('each room type at each rate has its gross, commission and net price and the rooms left (issue 34, *API*)', async () => {
  await using world = await startAlfa()
  const { service, ask } = world
  await makeRate(service, {
    ...{ rateCode: 'SAVER', pricing: { type: 'derived', percentBp: -1_000 } },
    cancellation: BOUND,
    roomCodes: ['DBL'],
  })
  const { items } = await ask('city=alfa-city&party=2&party=1')
  const [two, one] = [
    { adults: 2, childAges: [] },
    { adults: 1, childAges: [] },
  ]
  const free = { freeUntilDays: 0, penalty: 'none' }
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({ slug: 'alfa', commissionBp: 1_000, timezone: 'Europe/Istanbul' })
  expect(items[0].cheapest).toEqual({
    ...{ grossCents: 30_066, commissionCents: 3_007, netCents: 27_059 },
    stays: [
      {
        ...{ party: two, roomCode: 'DBL', rateCode: 'SAVER', boardCode: 'RO' },
        ...{ cancellation: BOUND, grossCents: 18_000, commissionCents: 1_800, netCents: 16_200 },
      },
      {
        ...{ party: one, roomCode: 'SGL', rateCode: 'STD', boardCode: 'RO' },
        ...{ cancellation: free, grossCents: 12_066, commissionCents: 1_207, netCents: 10_859 },
      },
    ],
  })
  const double = (grossCents: number) =>
    [two, one].map((party) => ({
      ...{ party, grossCents, commissionCents: grossCents / 10, netCents: (grossCents * 9) / 10 },
    }))
  expect(items[0].rooms).toMatchObject([
    {
      ...{ roomCode: 'SGL', roomsLeft: 1 },
      rates: [
        {
          rateCode: 'STD',
          prices: [{ party: one, grossCents: 12_066, commissionCents: 1_207, netCents: 10_859 }],
        },
      ],
    },
    {
      ...{ roomCode: 'DBL', roomsLeft: 3 },
      rates: [
        { rateCode: 'SAVER', cancellation: BOUND, prices: double(18_000) },
        { rateCode: 'STD', cancellation: free, prices: double(20_000) },
      ],
    },
  ])
  expect(await ask('party=2&party=1', '/alfa')).toEqual(items[0])
})

test('what the search shows is what a booking costs, with the commission that it keeps (contract-agencies)', async () => {
  await using world = await startAlfa()
  const { ask, agent } = world
  const { rooms } = await ask('rooms=2&adults=4', '/alfa')
  const [{ prices }] = rooms[0].rates
  const order = { roomCode: 'DBL', rooms: 2, adults: 4, expectedTotalCents: prices[0].grossCents }
  const booked = await book(agent.call, order)
  expect(booked.status).toBe(201)
  expect(booked.body.commissionCents).toBe(prices[0].commissionCents)
  expect((await ask('party=2', '/alfa')).rooms[0].roomsLeft).toBe(1)
})

test('only rates that are free today are shown when these are asked for, in prices as in the order (issue 34)', async () => {
  await using world = await startAlfa()
  const { service, ask } = world
  const cityId = await addCity(service, 'izmir')
  for (const [slug, cents] of [
    ['one', 10_000],
    ['two', 11_000],
    ['three', 12_000],
  ] as const)
    await addPriced(service, { cityId, slug }, cents)
  const cut = { type: 'derived', percentBp: -5_000 } as const
  const late = { freeUntilDays: 30, penalty: 'all' } as const
  await makeRate(service, { rateCode: 'CUT', pricing: cut, cancellation: late }, 'three')
  await makeRate(service, { rateCode: 'STD', cancellation: late }, 'two')
  const slugs = async (more: string) =>
    (await ask(`city=izmir&${more}`)).items.map(({ slug }: { slug: string }) => slug)
  expect(await slugs('')).toEqual(['three', 'one', 'two'])
  expect(await slugs('freeCancellation=true')).toEqual(['one', 'three'])
  const { cheapest, rooms } = await ask('freeCancellation=true', '/three')
  expect([cheapest.grossCents, rooms[0].rates.length]).toEqual([24_000, 1])
  expect(await ask('freeCancellation=true', '/two')).toMatchObject({ cheapest: null, rooms: [] })
})

test('the terms of a hotel give an agency private rates, its own commission and options, and take the hotel off by a stop sale (contract-agencies)', async () => {
  await using world = await startAlfa()
  const { service, ask, agent, echoAgent, manager } = world
  const deal = { type: 'derived', percentBp: -2_000 } as const
  await makeRate(service, { rateCode: 'DEAL', pricing: deal, public: false })
  await makeRate(service, { rateCode: 'OTHER', pricing: deal, public: false })
  const agreed = { commissionBp: 1_500, rateCodes: ['DEAL'], optionDays: 7 }
  await putTerms(manager, { ...agreed, creditLimitCents: 90_000 })
  const hotel = await ask('party=2', '/alfa')
  expect(hotel).toMatchObject({
    ...{ commissionBp: 1_500, optionDays: 7, creditLeftCents: 90_000 },
    cheapest: { grossCents: 16_000, commissionCents: 2_400, stays: [{ rateCode: 'DEAL' }] },
  })
  const codes = (of: typeof hotel) =>
    of.rooms[0].rates.map(({ rateCode }: { rateCode: string }) => rateCode)
  expect(codes(hotel)).toEqual(['DEAL', 'STD'])
  expect((await ask('city=alfa-city&party=2')).items).toEqual([hotel])
  const path = `/v1/acenta/search/alfa?${DATES}`
  const others = (await echoAgent.call('GET', path)).body
  expect(others).toMatchObject({ commissionBp: 1_000, optionDays: 0, creditLeftCents: 0 })
  expect(codes(others)).toEqual(['STD'])
  await putTerms(manager, { ...agreed, active: false })
  expect(codes(await ask('party=2', '/alfa'))).toEqual(['STD'])
  await putTerms(manager, { ...agreed, stopSale: true })
  expect(await agent.call('GET', path)).toBeProblem(404, 'not_found')
  expect((await ask('city=alfa-city')).items).toEqual([])
})

test('an agency is shown the rooms that it may take and those of its own, and finds the hotels where it has some (contract-agencies, *Allotment*)', async () => {
  await using world = await startAlfa()
  const { ask, agent, echoAgent, manager } = world
  await putTerms(manager)
  await setAside(manager, { rooms: 2 })
  const path = `/v1/acenta/search/alfa?${DATES}&party=2`
  const left = async (of: typeof agent) => {
    const { roomsLeft, ownLeft } = (await of.call('GET', path)).body.rooms[0]
    return [roomsLeft, ownLeft]
  }
  expect([await left(agent), await left(echoAgent)]).toEqual([
    [3, 2],
    [1, 0],
  ])
  const found = async (query: string) =>
    (await ask(`city=alfa-city&party=2&${query}`)).items.map(({ slug }: { slug: string }) => slug)
  expect(await found('ownAllotment=true')).toEqual(['alfa'])
  await book(agent.call, { roomCode: 'DBL', rooms: 2, adults: 2 })
  expect([await left(agent), await left(echoAgent)]).toEqual([
    [1, 0],
    [1, 0],
  ])
  expect([await found('ownAllotment=true'), await found('')]).toEqual([[], ['alfa']])
})

test('in the order of allotments hotels with own rooms on every night come first, each part by price, over pages (issue 34 §2)', async () => {
  await using world = await startAlfa()
  const { service, ask, manager, agent } = world
  const cityId = await addCity(service, 'izmir')
  for (const [slug, cents] of [
    ['one', 9_000],
    ['two', 11_000],
  ] as const)
    await addPriced(service, { cityId, slug }, cents)
  await putTerms(manager)
  const slugs = (items: { slug: string }[]) => items.map(({ slug }) => slug)
  const query = 'party=2&sort=allotment'
  expect(slugs((await ask(query)).items)).toEqual(['one', 'alfa', 'two'])
  await setAside(manager, { rooms: 1 })
  expect(slugs((await ask(query)).items)).toEqual(['alfa', 'one', 'two'])
  const first = await ask(`${query}&limit=2`)
  const second = await ask(`${query}&limit=2&cursor=${first.nextCursor}`)
  expect([slugs(first.items), slugs(second.items)]).toEqual([['alfa', 'one'], ['two']])
  const byPrice = `/v1/acenta/search?${DATES}&party=2&limit=2&cursor=${first.nextCursor}`
  expect(await agent.call('GET', byPrice)).toBeProblem(422, 'validation_failed')
})

test('hotels that cannot take the parties are named with the reason that comes closest (issue 34 §2)', async () => {
  await using world = await startAlfa()
  const { service, agent, manager } = world
  const told = async (query: string) => {
    const path = `/v1/acenta/refusals?${DATES}&city=alfa-city&${query}`
    const { count, hotels } = (await agent.call('GET', path)).body
    const reasons = hotels.map((hotel: any) => [hotel.slug, hotel.reason.code, hotel.reason.dates])
    return { count, reasons }
  }
  expect(await told('party=2')).toEqual({ count: 0, reasons: [] })
  // No room sleeps three; four doubles are too many, though each party alone would find one.
  expect(await told('party=3')).toEqual({
    ...{ count: 1, reasons: [['alfa', 'party_too_large', []]] },
  })
  expect(await told('party=2&party=2&party=2&party=2')).toEqual({
    ...{ count: 1, reasons: [['alfa', 'sold_out', []]] },
  })
  await putDays(service, service.alfa.id, 'DBL', [
    { available: 3, priceCents: 10_000 },
    { available: 0, priceCents: 10_000 },
  ])
  expect(await told('party=2')).toEqual({
    ...{ count: 1, reasons: [['alfa', 'sold_out', ['2027-04-02']]] },
  })
  expect((await told('party=1')).count).toBe(0)
  // A stop sale takes the hotel off, as in the search.
  await putTerms(manager, { stopSale: true })
  expect((await told('party=2')).count).toBe(0)
})

test('pages follow one order, and a cursor is good for its own agency and filter alone (contract §5, *Lists*)', async () => {
  await using world = await startAlfa()
  const { service, agent, echoAgent } = world
  const cityId = await addCity(service, 'izmir')
  for (const slug of ['one', 'two', 'three']) await addPriced(service, { cityId, slug }, 10_000)
  const path = `/v1/acenta/search?${DATES}&city=izmir&limit=2`
  const first = (await agent.call('GET', path)).body
  const second = `${path}&cursor=${first.nextCursor}`
  expect((await agent.call('GET', second)).body.items).toMatchObject([{ slug: 'three' }])
  expect(await echoAgent.call('GET', second)).toBeProblem(422, 'validation_failed')
  expect(await agent.call('GET', `${second}&freeCancellation=true`)).toBeProblem(
    422,
    'validation_failed',
  )
})

test('an agency searches by dates; a hotel that is not on sale is not found (issue 34, *API*)', async () => {
  await using world = await startAlfa()
  const { agent, admin } = world
  for (const path of ['/v1/acenta/search', '/v1/acenta/search/alfa']) {
    const answer = await agent.call('GET', path)
    expect(answer).toBeProblem(422, 'validation_failed')
    expect(answer.body.errors).toMatchObject([{ path: '?checkin', code: 'required' }])
  }
  await admin.call('PATCH', '/v1/admin/hotels/alfa', { body: { active: false } })
  for (const slug of ['alfa', 'none'])
    expect(await agent.call('GET', `/v1/acenta/search/${slug}?${DATES}`)).toBeProblem(
      404,
      'not_found',
    )
})
