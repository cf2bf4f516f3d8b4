import { expect, test } from 'bun:test'
import { changeHotel } from '../../src/service/catalog/catalog.ts'
import { book } from '../support/bookings.ts'
import { putRateDays } from '../support/rate-rows.ts'
import { makeRate } from '../support/rates.ts'
import { find, putDays } from '../support/search.ts'
import { startService, type TestService, TODAY } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

// The price calendar of a hotel (contract-agencies, *Pages for guests*; contract-groups, *Asking*).

const ROOMS = [
  { roomCode: 'DBL', maxAdults: 2, maxChildren: 0, maxOccupancy: 2 },
  { roomCode: 'FAM', maxAdults: 3, maxChildren: 2, maxOccupancy: 4 },
]
const STAY = { checkin: '2027-04-01', checkout: '2027-04-02', adults: 2 }

/** Alfa with two doubles at 100.00 and five family rooms at 150.00 on the first three nights of April. */
async function startAlfa() {
  const service = await startService({ rooms: ROOMS })
  const { id } = service.alfa
  await putDays(service, id, 'DBL', Array(3).fill({ available: 2, priceCents: 10_000 }))
  await putDays(service, id, 'FAM', Array(3).fill({ available: 5, priceCents: 15_000 }))
  return service
}

const ask = ({ call }: Pick<TestService, 'call'>, query = '', to = '2027-04-04') =>
  call('GET', `/v1/hotels/alfa/calendar?from=2027-04-01&to=${to}${query}`)

/** Lowest price and least stay of the first nights of April. */
const daysOf = async (service: Pick<TestService, 'call'>, query?: string) =>
  (await ask(service, query)).body.days.map(({ lowestCents, minStay }: any) => [
    lowestCents,
    minStay,
  ])
const NOTHING = [null, null]

test('each night has the lowest total of the cheapest rooms for all parties, within the rooms left (contract-groups, Asking)', async () => {
  await using service = await startAlfa()
  expect((await ask(service)).body).toEqual({
    ...{ from: '2027-04-01', to: '2027-04-04', currency: 'EUR', reason: null },
    days: [
      ...[1, 2, 3].map((day) => ({
        ...{ date: `2027-04-0${day}`, lowestCents: 10_000, minStay: 1, arrival: true },
      })),
      { date: '2027-04-04', lowestCents: null, minStay: null, arrival: false },
    ],
  })
  const three = [35_000, 1]
  const groups = '&party=2&party=2&party=2'
  expect(await daysOf(service, groups)).toEqual([three, three, three, NOTHING])
  const family = [15_000, 1]
  expect(await daysOf(service, '&party=2,9')).toEqual([family, family, family, NOTHING])
  expect(await daysOf(service, '&party=5')).toEqual([NOTHING, NOTHING, NOTHING, NOTHING])
})

test('a push, a booking and a change of the hotel show in the next calendar, other hotels’ change nothing (contract-agencies, Pages for guests)', async () => {
  await using service = await startAlfa()
  const { deps, alfa, bravo } = service
  const first = async (query = '&party=2&party=2') => (await daysOf(service, query))[0]
  expect(await first()).toEqual([20_000, 1])
  expect(await first()).toEqual([20_000, 1])
  const booked = await book(service.call, { ...STAY, roomCode: 'DBL' })
  expect(booked.status).toBe(201)
  expect(await first()).toEqual([25_000, 1])
  await putDays(service, alfa.id, 'DBL', [{ available: 2, priceCents: 9_000 }])
  expect(await first()).toEqual([18_000, 1])
  await putDays(service, bravo.id, 'DBL', [{ available: 2, priceCents: 1 }])
  expect(await first()).toEqual([18_000, 1])
  await makeRate(service, { rateCode: 'LOW', pricing: { type: 'derived', percentBp: -5_000 } })
  expect(await first()).toEqual([9_000, 1])
  await putDays(service, alfa.id, 'DBL', [{ available: 2, priceCents: 9_000, closed: true }])
  expect(await first()).toEqual([15_000, 1])
  await changeHotel(deps, { type: 'user', id: 'admin' }, 'alfa', { active: false })
  expect(await ask(service, '&party=2&party=2')).toBeProblem(404, 'not_found')
})

test('a restriction of the day bounds the arrival, and no price; only public rates count (contract-agencies, Pages for guests)', async () => {
  await using service = await startAlfa()
  const { id: hotelId } = service.alfa
  const half = { type: 'derived' as const, percentBp: -5_000 }
  await makeRate(service, { rateCode: 'LOW', roomCodes: ['FAM'], pricing: half })
  await makeRate(service, { rateCode: 'SECRET', public: false, pricing: half })
  const set = (rateCode: string, roomCode: string, days: Parameters<typeof putRateDays>[2]) =>
    putRateDays(service, { hotelId, roomCode, rateCode }, days)
  await set('STD', 'DBL', [{ minStay: 3 }, { closedToArrival: true }, { minStayThrough: 2 }])
  await set('STD', 'FAM', [{ minStay: 4, maxStay: 3 }, { minAdvanceDays: 200 }, { minStay: 9 }])
  await set('LOW', 'FAM', [{ minStay: 5, maxStay: 0 }, undefined, { minStay: 3 }])
  // The rate takes over what is set for STD and not for itself.
  expect(await daysOf(service)).toEqual([[7_500, 3], [7_500, null], [7_500, 2], NOTHING])
  expect(await daysOf(service, '&party=3')).toEqual([
    [7_500, 5],
    [7_500, null],
    [7_500, 3],
    NOTHING,
  ])
  expect(await daysOf(service, '&party=3&party=2&party=2&party=2')).toEqual([
    [30_000, 5],
    [30_000, null],
    [30_000, 3],
    NOTHING,
  ])
  await set('LOW', 'FAM', [{ closed: true }])
  expect((await daysOf(service))[0]).toEqual([10_000, 3])
})

test('what guests may book at once bounds the calendar of guests, not of the hotel’s staff (contract-access, One booking)', async () => {
  await using service = await startAlfa()
  const { manager } = await hireStaff(service)
  const body = { webMaxRooms: 1, webMaxNights: 2 }
  expect((await manager.call('PATCH', '/v1/panel/hotel', { body })).status).toBe(200)
  const two = '&party=2&party=1'
  const [day] = (await ask(service, two)).body.days
  expect(day).toMatchObject({ lowestCents: null, arrival: false })
  expect((await ask(service, two)).body.reason.code).toBe('stay_too_large')
  expect((await daysOf(manager, two))[0]).toEqual([20_000, 1])
  await putRateDays(service, { hotelId: service.alfa.id, rateCode: 'STD' }, [{ minStay: 3 }])
  await makeRate(service, { rateCode: 'LOW', roomCodes: ['DBL'] })
  await putDays(service, service.alfa.id, 'FAM', [{ available: 0, priceCents: 15_000 }])
  expect((await daysOf(service))[0]).toEqual([10_000, null])
  expect((await daysOf(manager))[0]).toEqual([10_000, 3])
  const [hit] = (await find(service, `city=alfa-city&checkin=2027-04-01&checkout=2027-04-04`)).body
    .items
  expect(hit.reason.code).toBe('stay_too_large')
})

test('past days and days beyond those on sale have nothing, and a wrong parameter is named (contract-agencies, Pages for guests)', async () => {
  await using service = await startAlfa()
  const of = (query: string) => service.call('GET', `/v1/hotels/alfa/calendar?${query}`)
  await putDays(
    service,
    service.alfa.id,
    'DBL',
    Array(2).fill({ priceCents: 10_000 }),
    '2027-03-09',
  )
  const around = (await of(`from=2027-03-09&to=${TODAY}`)).body.days
  expect(around).toMatchObject([{ lowestCents: null }, { lowestCents: 10_000, arrival: true }])
  const far = (await of('from=9999-12-01&to=9999-12-31')).body.days
  expect(far).toHaveLength(31)
  expect(far.some(({ lowestCents }: any) => lowestCents !== null)).toBe(false)
  // The last night that is sold admits a stay of one night alone.
  await putRateDays(
    service,
    { hotelId: service.alfa.id, rateCode: 'STD' },
    [{ minStay: 2 }],
    '2029-03-09',
  )
  await makeRate(service, { rateCode: 'LOW', roomCodes: ['DBL'] })
  await putDays(service, service.alfa.id, 'DBL', [{ priceCents: 10_000 }], '2029-03-09')
  expect((await of('from=2029-03-09&to=2029-03-10')).body.days).toMatchObject([
    { lowestCents: 10_000, minStay: null },
    { lowestCents: null },
  ])
  expect((await of('from=2027-04-01&to=2027-06-01')).body.days).toHaveLength(62)
  for (const [query, path, code] of [
    ['to=2027-04-01', '?from', 'required'],
    ['from=2027-04-01', '?to', 'required'],
    ['from=2027-04-02&to=2027-04-01', '?to', 'range_reversed'],
    ['from=2027-04-01&to=2027-06-02', '?to', 'range_too_long'],
    ['from=2027-02-30&to=2027-04-01', '?from', 'invalid_date'],
    ['from=2027-04-01&to=2027-04-01&party=0', '?party', 'wrong_format'],
    [`from=2027-04-01&to=2027-04-01${'&party=1'.repeat(9)}`, '?party', 'wrong_length'],
    ['from=2027-04-01&to=2027-04-01&adults=2', '?adults', 'unknown_field'],
  ]) {
    const answer = await of(query!)
    expect(answer).toBeProblem(422, 'validation_failed')
    expect([query, answer.body.errors[0]]).toMatchObject([query, { path, code }])
  }
  expect(
    await service.call('GET', '/v1/hotels/nowhere/calendar?from=2027-04-01&to=2027-04-01'),
  ).toBeProblem(404, 'not_found')
})
