import { expect, test } from 'bun:test'
import { sell } from '../support/bookings.ts'
import { find, STAY } from '../support/search.ts'
import { startService } from '../support/service.ts'

const HOTELS = '/v1/hotels'
const PAGE = '/v1/hotels/alfa'
const CITIES = '/v1/cities'
const REVIEWS = '/v1/hotels/alfa/reviews'

/** A path, its query string, and the parameter and code it is refused with. */
const ROWS: [path: string, query: string, parameter: string, code: string][] = [
  [HOTELS, 'checkin=2027-04-01', 'checkout', 'required'],
  [HOTELS, 'checkout=2027-04-01', 'checkin', 'required'],
  [HOTELS, 'checkin=2027-04-31&checkout=2027-05-02', 'checkin', 'invalid_date'],
  [HOTELS, 'checkin=2027-04-01&checkout=soon', 'checkout', 'invalid_date'],
  [HOTELS, 'checkin=2027-04-01&checkout=2027-04-01', 'checkout', 'range_reversed'],
  [HOTELS, 'checkin=2027-04-02&checkout=2027-04-01', 'checkout', 'range_reversed'],
  [HOTELS, 'checkin=2027-04-01&checkout=2027-07-01', 'checkout', 'stay_too_long'],
  [HOTELS, 'checkin=2027-03-08&checkout=2027-03-12', 'checkin', 'date_in_past'],
  [HOTELS, 'checkin=2029-03-08&checkout=2029-03-15', 'checkout', 'date_too_far'],
  [HOTELS, `${STAY}&adults=0`.replace('&adults=2', ''), 'adults', 'out_of_range'],
  [HOTELS, `${STAY}&rooms=3`, 'adults', 'out_of_range'],
  [HOTELS, `${STAY}&rooms=0`, 'rooms', 'out_of_range'],
  [HOTELS, `${STAY}&rooms=51`, 'rooms', 'out_of_range'],
  [HOTELS, 'children=-1', 'children', 'out_of_range'],
  [HOTELS, 'children=1.5', 'children', 'wrong_type'],
  [HOTELS, 'adults=two', 'adults', 'wrong_type'],
  [HOTELS, 'adults=1e1', 'adults', 'wrong_type'],
  [HOTELS, 'adults=%202', 'adults', 'wrong_type'],
  [HOTELS, 'adults=1&adults=2', 'adults', 'repeated'],
  [HOTELS, `${STAY}&minPriceCents=-1`, 'minPriceCents', 'out_of_range'],
  [HOTELS, `${STAY}&maxPriceCents=9007199254740993`, 'maxPriceCents', 'out_of_range'],
  [HOTELS, `${STAY}&minPriceCents=2&maxPriceCents=1`, 'maxPriceCents', 'range_reversed'],
  [HOTELS, 'minPriceCents=1', 'minPriceCents', 'needs_dates'],
  [HOTELS, 'maxPriceCents=1', 'maxPriceCents', 'needs_dates'],
  [HOTELS, 'sort=price', 'sort', 'needs_dates'],
  [HOTELS, 'sort=-price', 'sort', 'needs_dates'],
  [HOTELS, 'sort=name', 'sort', 'unknown_value'],
  [HOTELS, 'sort=', 'sort', 'unknown_value'],
  [HOTELS, 'sort=distance', 'lat', 'required'],
  [HOTELS, 'lat=1', 'lng', 'required'],
  [HOTELS, 'lng=1', 'lat', 'required'],
  [HOTELS, 'radiusKm=1', 'lat', 'required'],
  [HOTELS, 'lat=90.1&lng=0', 'lat', 'out_of_range'],
  [HOTELS, 'lat=0&lng=-180.5', 'lng', 'out_of_range'],
  [HOTELS, 'lat=&lng=1', 'lat', 'wrong_type'],
  [HOTELS, 'lat=%20&lng=1', 'lat', 'wrong_type'],
  [HOTELS, 'lat=0x10&lng=1', 'lat', 'wrong_type'],
  [HOTELS, 'lat=NaN&lng=1', 'lat', 'wrong_type'],
  [HOTELS, 'lat=Infinity&lng=1', 'lat', 'wrong_type'],
  [HOTELS, 'lat=1&lng=1&radiusKm=-1', 'radiusKm', 'out_of_range'],
  [HOTELS, 'lat=1&lng=1&radiusKm=50000', 'radiusKm', 'out_of_range'],
  [HOTELS, 'stars=6', 'stars', 'unknown_value'],
  [HOTELS, 'stars=4,5', 'stars', 'unknown_value'],
  [HOTELS, 'stars=', 'stars', 'unknown_value'],
  [HOTELS, 'stars=4&stars=many', 'stars', 'unknown_value'],
  [HOTELS, 'board=XX', 'board', 'unknown_board'],
  [HOTELS, 'board=bb', 'board', 'unknown_board'],
  [HOTELS, 'city=atlantis', 'city', 'unknown_city'],
  [HOTELS, 'city=', 'city', 'unknown_city'],
  [HOTELS, 'city=alfa-city&city=bravo-city', 'city', 'repeated'],
  [HOTELS, `q=${'a'.repeat(201)}`, 'q', 'wrong_length'],
  [HOTELS, 'limit=0', 'limit', 'out_of_range'],
  [HOTELS, 'limit=101', 'limit', 'out_of_range'],
  [HOTELS, 'limit=many', 'limit', 'wrong_type'],
  [HOTELS, 'cursor=x', 'cursor', 'invalid_cursor'],
  [HOTELS, 'cursor=', 'cursor', 'invalid_cursor'],
  [
    HOTELS,
    `cursor=${Buffer.from('["a-b",1,2,3]').toString('base64url')}`,
    'cursor',
    'invalid_cursor',
  ],
  [HOTELS, 'price=1', 'price', 'unknown_field'],
  [PAGE, 'checkin=2027-04-01', 'checkout', 'required'],
  [PAGE, 'checkin=2027-03-09&checkout=2027-03-12', 'checkin', 'date_in_past'],
  [PAGE, 'checkin=2029-03-08&checkout=2029-03-11', 'checkout', 'date_too_far'],
  [PAGE, 'checkin=2027-04-01&checkout=2027-07-01', 'checkout', 'stay_too_long'],
  [PAGE, `${STAY}&rooms=3`, 'adults', 'out_of_range'],
  [PAGE, `${STAY}&board=XX`, 'board', 'unknown_board'],
  [PAGE, 'q=a', 'q', 'unknown_field'],
  [CITIES, `q=${'a'.repeat(201)}`, 'q', 'wrong_length'],
  [CITIES, 'limit=101', 'limit', 'out_of_range'],
  [CITIES, 'cursor=x', 'cursor', 'invalid_cursor'],
  [CITIES, 'country=TR', 'country', 'unknown_field'],
  [REVIEWS, 'cursor=x', 'cursor', 'invalid_cursor'],
  [REVIEWS, 'limit=0', 'limit', 'out_of_range'],
]

test('a parameter of a search that is wrong, missing, unknown or repeated is refused and named (contract §5, §6)', async () => {
  await using service = await startService()
  for (const [path, query, parameter, code] of ROWS) {
    const url = `${path}?${query}`
    const answer = await service.call('GET', url)
    expect([url, answer.status]).toEqual([url, 422])
    expect(answer).toBeProblem(422, 'validation_failed')
    expect([url, answer.body.errors]).toMatchObject([url, [{ path: `?${parameter}`, code }]])
  }
})

test('a party is two adults in one room unless said otherwise, and an adult for each of more rooms (contract §5)', async () => {
  const single = { roomCode: 'SGL', maxAdults: 1, maxOccupancy: 1 }
  await using service = await startService({ rooms: [{ roomCode: 'DBL' }, single] })
  await sell(service, { available: 50 })
  await sell(service, { roomCode: 'SGL', available: 50, priceCents: 6_000 })
  const cheapest = async (more: string) => {
    const query = `checkin=2027-04-01&checkout=2027-04-03${more}`
    const [item] = (await find(service, query)).body.items
    return [item.roomCode, item.fromTotalCents]
  }
  expect(await cheapest('')).toEqual(['DBL', 20_000])
  expect(await cheapest('&adults=1')).toEqual(['SGL', 12_000])
  expect(await cheapest('&rooms=2')).toEqual(['SGL', 24_000])
  expect(await cheapest('&rooms=3')).toEqual(['SGL', 36_000])
  expect(await cheapest('&rooms=3&adults=4')).toEqual(['DBL', 60_000])
  expect(await cheapest('&rooms=50')).toEqual(['SGL', 600_000])
})

test('the addresses of search belong to everybody: a wrong credential is not looked at (specification §4.2)', async () => {
  await using service = await startService()
  for (const path of [HOTELS, PAGE, CITIES, REVIEWS]) {
    const headers = { authorization: 'Bearer nonsense' }
    expect((await service.call('GET', path, { headers })).status).toBe(200)
    expect(await service.call('POST', path)).toBeProblem(405, 'method_not_allowed')
  }
})

test('search counts against the limit of the address (contract §7)', async () => {
  await using service = await startService({ publicRatePerMinute: 3 })
  const statuses: number[] = []
  for (const path of [HOTELS, PAGE, CITIES, REVIEWS])
    statuses.push((await service.call('GET', path)).status)
  expect(statuses).toEqual([200, 200, 200, 429])
})
