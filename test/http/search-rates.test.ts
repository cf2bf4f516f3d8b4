import { expect, test } from 'bun:test'
import type { RateDay } from '../../src/domain/rates/rate.ts'
import { addDay, book, sell } from '../support/bookings.ts'
import { putRateDays } from '../support/rate-rows.ts'
import { makeRate } from '../support/rates.ts'
import { addCity, addPriced, find, STAY, slugsOf } from '../support/search.ts'
import { startService, type TestService } from '../support/service.ts'
import { signIn } from '../support/users.ts'

/** What a search shows of Alfa: both totals, and whose the lower one is. */
async function searchRates(service: TestService, query = STAY) {
  const [hit] = (await find(service, `city=alfa-city&${query}`)).body.items
  if (!hit) return 'not found'
  return [hit.fromTotalCents, hit.lowestTotalCents, hit.lowest.roomCode, hit.lowest.rateCode]
}

const place = ({ alfa }: TestService, rateCode: string) => ({ hotelId: alfa.id, rateCode })
const nights = (day: Partial<RateDay>, count = 2) => Array.from({ length: count }, () => day)

test('where there are no rates both totals are the same, at the standard rate (contract-rates, *Quotes*)', async () => {
  await using service = await startService()
  await sell(service)
  const [hit] = (await find(service, `city=alfa-city&${STAY}`)).body.items
  expect(hit).toMatchObject({
    ...{ fromTotalCents: 20_000, roomCode: 'DBL', boardCode: 'RO', lowestTotalCents: 20_000 },
    lowest: { roomCode: 'DBL', rateCode: 'STD', boardCode: 'RO' },
  })
  const [undated] = (await find(service, 'city=alfa-city')).body.items
  for (const name of ['fromTotalCents', 'lowestTotalCents', 'lowest'])
    expect(undated).not.toHaveProperty(name)
})

test('the lowest total is over public rates, and is what booking at that rate costs; a hotel is listed while either can be had (contract-rates, *Quotes*)', async () => {
  await using service = await startService()
  await sell(service)
  await makeRate(service, { rateCode: 'LOW', pricing: { type: 'derived', percentBp: -1_500 } })
  await makeRate(service, {
    ...{ rateCode: 'SECRET', public: false },
    pricing: { type: 'derived', percentBp: -5_000 },
  })
  await makeRate(service, { rateCode: 'GONE', active: false, pricing: { type: 'own' } })
  await putRateDays(service, place(service, 'GONE'), nights({ priceCents: 1 }))
  expect(await searchRates(service)).toEqual([20_000, 17_000, 'DBL', 'LOW'])
  const booked = await book(service.call, { rateCode: 'LOW', expectedTotalCents: 17_000 })
  expect(booked.status).toBe(201)

  await putRateDays(service, place(service, 'STD'), [{ minStay: 3 }])
  await putRateDays(service, place(service, 'LOW'), [{ minStay: 1 }])
  expect(await searchRates(service)).toEqual([null, 17_000, 'DBL', 'LOW'])
  await putRateDays(service, place(service, 'LOW'), [{ closed: true }])
  expect(await searchRates(service)).toBe('not found')
  await putRateDays(service, place(service, 'STD'), [{}])
  expect(await searchRates(service)).toEqual([20_000, 20_000, 'DBL', 'STD'])
  await makeRate(service, { rateCode: 'STD', public: false })
  expect(await searchRates(service)).toBe('not found')
  const admin = await signIn(service, 'admin')
  expect((await find(admin, `city=alfa-city&${STAY}`)).body.items).toEqual([])
})

test('prices are bounded and sorted by the lowest total (contract-rates, *Quotes*)', async () => {
  await using service = await startService()
  const cityId = await addCity(service, 'izmir')
  for (const [slug, cents] of [
    ['one', 10_000],
    ['two', 11_000],
    ['three', 12_000],
  ] as const)
    await addPriced(service, { cityId, slug }, cents)
  const cut = { rateCode: 'CUT', pricing: { type: 'derived', percentBp: -5_000 } } as const
  await makeRate(service, cut, 'three')
  const slugs = (more: string) => slugsOf(service, `city=izmir&${STAY}${more}`)

  expect(await slugs('&sort=price')).toEqual(['three', 'one', 'two'])
  expect(await slugs('&sort=-price')).toEqual(['two', 'one', 'three'])
  expect(await slugs('&maxPriceCents=12000')).toEqual(['three'])
  expect(await slugs('&minPriceCents=12001')).toEqual(['one', 'two'])
  const [first] = (await find(service, `city=izmir&${STAY}&sort=price`)).body.items
  expect(first).toMatchObject({ fromTotalCents: 24_000, lowestTotalCents: 12_000 })
})

test('of equally cheap offers the first room type is named, and of its rates STD (contract-rates, *Quotes*)', async () => {
  await using service = await startService({ rooms: [{ roomCode: 'DBL' }, { roomCode: 'TWN' }] })
  for (const roomCode of ['DBL', 'TWN']) await sell(service, { roomCode })
  await makeRate(service, { rateCode: 'AAA' })
  expect(await searchRates(service)).toEqual([20_000, 20_000, 'DBL', 'STD'])
  await makeRate(service, { rateCode: 'STD', public: false })
  expect(await searchRates(service)).toEqual([null, 20_000, 'DBL', 'AAA'])
})

test('the check-out day is looked at wherever it lies, and nothing else of it (contract-rates, *closedToDeparture*)', async () => {
  await using service = await startService()
  await sell(service, { nights: 20 })
  await makeRate(service, { rateCode: 'OWN', pricing: { type: 'own' } })
  await makeRate(service, { rateCode: 'STD', public: false })
  // Every place of a check-out day in a block and in the next.
  for (let start = 0; start < 10; start++) {
    const [checkin, checkout] = [addDay('2027-04-01', start), addDay('2027-04-01', start + 2)]
    const query = `checkin=${checkin}&checkout=${checkout}`
    const put = (days: (Partial<RateDay> | undefined)[]) =>
      putRateDays(service, place(service, 'OWN'), days, checkin)
    const all = { minStay: 9, minStayThrough: 9, maxStay: 1, closedToArrival: true, closed: true }
    await put([...nights({ priceCents: 9_000 }), all])
    expect([checkout, await searchRates(service, query)]).toEqual([
      checkout,
      [null, 18_000, 'DBL', 'OWN'],
    ])
    await put([undefined, undefined, { closedToDeparture: true }])
    expect([checkout, await searchRates(service, query)]).toEqual([checkout, 'not found'])
    await put([{}, {}, {}])
  }
})

test('a rate with a board has its hotel found by that board, with no supplement (contract-rates, *Board*)', async () => {
  await using service = await startService({ rooms: [{ roomCode: 'DBL' }, { roomCode: 'SGL' }] })
  await sell(service)
  const found = (more: string) => slugsOf(service, `city=alfa-city&board=BB${more}`)
  expect([await found(''), await found(`&${STAY}`)]).toEqual([[], []])

  await makeRate(service, { rateCode: 'WITHBB', boardCode: 'BB', roomCodes: ['DBL'] })
  expect([await found(''), await found(`&${STAY}`)]).toEqual([['alfa'], ['alfa']])
  const [hit] = (await find(service, `city=alfa-city&${STAY}&board=BB`)).body.items
  expect(hit).toMatchObject({
    ...{ fromTotalCents: null, roomCode: null, boardCode: null, lowestTotalCents: 20_000 },
    lowest: { roomCode: 'DBL', rateCode: 'WITHBB', boardCode: 'BB' },
  })
  await makeRate(service, { rateCode: 'RO', boardCode: 'RO', public: false })
  await makeRate(service, { rateCode: 'STD' })
  expect(await slugsOf(service, 'city=alfa-city&board=RO')).toEqual(['alfa'])
})

test('what each guest pays for a board is in the total, and rooms that cost differently cannot be had (contract-rates, *Board*)', async () => {
  const boards = { boards: ['BB'], supplementsCents: { BB: 1_000 }, perGuest: ['BB'] }
  await using service = await startService({ rooms: [{ roomCode: 'DBL', ...boards }] })
  await sell(service)
  await makeRate(service, { rateCode: 'LOW', pricing: { type: 'derived', amountCents: -500 } })
  const party = (query: string) => searchRates(service, STAY.replace('adults=2', query))
  expect(await party('adults=1')).toEqual([22_000, 21_000, 'DBL', 'LOW'])
  expect(await party('adults=2&children=1')).toEqual([26_000, 25_000, 'DBL', 'LOW'])
  expect(await party('adults=4&rooms=2')).toEqual([48_000, 46_000, 'DBL', 'LOW'])
  expect(await party('adults=3&rooms=2')).toBe('not found')
})

test('a PATCH of days of rates, and a change of a rate, show in the next search (contract §5, contract-rates)', async () => {
  await using service = await startService()
  await sell(service)
  const day = { roomCode: 'DBL', dateFrom: '2027-04-01', dateTo: '2027-04-02' }
  const patch = async (fields: Record<string, unknown>) => {
    const body = { updates: [{ ...day, ...fields }] }
    expect((await service.alfa.call('PATCH', '/availability', { body })).status).toBe(200)
    return await searchRates(service)
  }
  const change = async (given: Parameters<typeof makeRate>[1]) => {
    await makeRate(service, given)
    return await searchRates(service)
  }
  expect(await searchRates(service)).toEqual([20_000, 20_000, 'DBL', 'STD'])
  // A restriction alone makes it a hotel that has them.
  expect(await patch({ minStay: 3 })).toBe('not found')
  expect(await patch({ minStay: 1 })).toEqual([20_000, 20_000, 'DBL', 'STD'])
  expect(await change({ rateCode: 'OWN', pricing: { type: 'own' } })).toEqual([
    20_000,
    20_000,
    'DBL',
    'STD',
  ])
  expect(await patch({ rateCode: 'OWN', priceCents: 7_000 })).toEqual([
    20_000,
    14_000,
    'DBL',
    'OWN',
  ])
  expect(await patch({ rateCode: 'OWN', closed: true })).toEqual([20_000, 20_000, 'DBL', 'STD'])
  expect(await patch({ rateCode: 'OWN', closed: false })).toEqual([20_000, 14_000, 'DBL', 'OWN'])
  expect(await patch({ priceCents: 6_000 })).toEqual([12_000, 12_000, 'DBL', 'STD'])
  expect(
    await change({ rateCode: 'DER', pricing: { type: 'derived', amountCents: -100 } }),
  ).toEqual([12_000, 11_800, 'DBL', 'DER'])
  expect(await patch({ priceCents: 5_000 })).toEqual([10_000, 9_800, 'DBL', 'DER'])
  expect(await patch({ rateCode: 'DER', maxStay: 1 })).toEqual([10_000, 10_000, 'DBL', 'STD'])
  expect(await patch({ closed: true })).toBe('not found')
})
