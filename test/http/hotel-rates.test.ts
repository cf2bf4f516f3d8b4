import { expect, test } from 'bun:test'
import { NO_PENALTY, type RateDay } from '../../src/domain/rates/rate.ts'
import { changeHotel } from '../../src/service/catalog/catalog.ts'
import { addDay, sell } from '../support/bookings.ts'
import { NO_NAMES } from '../support/catalog.ts'
import { putRateDays } from '../support/rate-rows.ts'
import { makeRate } from '../support/rates.ts'
import { hotelPage, STAY } from '../support/search.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

const ACTOR = { type: 'user', id: 'admin' } as const
const VAT = { code: 'VAT', name: 'VAT', percentBp: 1_000 }
const setTaxes = ({ deps }: TestService) => changeHotel(deps, ACTOR, 'alfa', { taxes: [VAT] })

/** What the page says of the double room. */
async function double(service: TestService, query = STAY, call = service.call) {
  const { body } = await hotelPage({ ...service, call }, 'alfa', query)
  return body.rooms.find(({ roomCode }: any) => roomCode === 'DBL')
}

const codesOf = ({ rates }: any) => rates.map(({ rateCode }: any) => rateCode)
const rateIn = ({ rates }: any, code: string) =>
  rates.find(({ rateCode }: any) => rateCode === code)

/** Prices of an own rate on the nights of `STAY`, and what else is set of them. */
const own = (priceCents: number, rest: Partial<RateDay> = {}) => [
  { priceCents, ...rest },
  { priceCents, ...rest },
]

test('the page has each rate with its total, nights, taxes and terms: STD, the bookable by total, the others by code (contract-rates, *Quotes*)', async () => {
  await using service = await startService()
  const { id: hotelId } = service.alfa
  await sell(service)
  await setTaxes(service)
  const cancellation = { freeUntilDays: null, penalty: 'percent', percentBp: 5_000 } as const
  await makeRate(service, { rateCode: 'ZLOW', pricing: { type: 'derived', percentBp: -1_000 } })
  await makeRate(service, { rateCode: 'HIGH', pricing: { type: 'own' }, cancellation })
  await putRateDays(service, { hotelId, rateCode: 'HIGH' }, own(12_000))
  await makeRate(service, { rateCode: 'NONE', pricing: { type: 'own' } })
  await makeRate(service, { rateCode: 'BOTH', pricing: { type: 'own' } })
  await putRateDays(service, { hotelId, rateCode: 'BOTH' }, own(8_000, { minStay: 3 }))

  const room = await double(service)
  expect(codesOf(room)).toEqual(['STD', 'ZLOW', 'HIGH', 'BOTH', 'NONE'])
  expect(room.quote).toMatchObject({ totalPriceCents: 20_000, boardCode: 'RO', available: 5 })
  expect(rateIn(room, 'STD')).toMatchObject({ name: 'Standard', totalPriceCents: 20_000 })
  expect(rateIn(room, 'HIGH')).toEqual({
    rateCode: 'HIGH',
    name: 'Rate HIGH',
    ...NO_NAMES,
    boardCode: 'RO',
    totalPriceCents: 24_000,
    nightly: [
      { date: '2027-04-01', priceCents: 12_000 },
      { date: '2027-04-02', priceCents: 12_000 },
    ],
    taxes: [{ ...VAT, amountCents: 2_182 }],
    netCents: 21_818,
    cancellation,
    reason: null,
    reasons: [],
  })
  const none = { totalPriceCents: null, nightly: null, taxes: null, netCents: null }
  expect(rateIn(room, 'BOTH')).toEqual({
    ...{ rateCode: 'BOTH', name: 'Rate BOTH', ...NO_NAMES, boardCode: 'RO', ...none },
    cancellation: NO_PENALTY,
    reason: { code: 'min_stay', message: expect.any(String), dates: ['2027-04-01'] },
    reasons: [{ code: 'min_stay', message: expect.any(String), dates: ['2027-04-01'] }],
  })
  expect(rateIn(room, 'NONE').reason).toMatchObject({
    code: 'no_price',
    dates: ['2027-04-01', '2027-04-02'],
  })
})

const NIGHT_1 = '2027-04-01'
const NIGHT_2 = '2027-04-02'
const ROWS: [code: string, set: Partial<RateDay>, on: number, date: string][] = [
  ['closed_for_sale', { closed: true }, 1, NIGHT_2],
  ['no_price', { priceCents: null }, 1, NIGHT_2],
  ['min_stay', { minStay: 3 }, 0, NIGHT_1],
  ['min_stay_through', { minStayThrough: 3 }, 1, NIGHT_2],
  ['max_stay', { maxStay: 1 }, 0, NIGHT_1],
  // The stay arrives 22 days after the test clock's today.
  ['min_advance', { minAdvanceDays: 23 }, 0, NIGHT_1],
  ['max_advance', { maxAdvanceDays: 21 }, 0, NIGHT_1],
  ['closed_to_arrival', { closedToArrival: true }, 0, NIGHT_1],
  ['closed_to_departure', { closedToDeparture: true }, 2, '2027-04-03'],
]

test.each(ROWS)(
  '%s: a day of a rate is against the stays that it is meant for, at that rate alone (contract-rates)',
  async (code, set, on, date) => {
    await using service = await startService()
    const place = { hotelId: service.alfa.id, rateCode: 'OWN' }
    await sell(service)
    await makeRate(service, { rateCode: 'OWN', pricing: { type: 'own' } })
    const days = Array.from({ length: 4 }, () => ({ priceCents: 9_000 }))
    await putRateDays(service, place, days)
    expect(rateIn(await double(service), 'OWN')).toMatchObject({ totalPriceCents: 18_000 })

    await putRateDays(service, place, [{ priceCents: 9_000, ...set }], addDay(NIGHT_1, on))
    const room = await double(service)
    expect(rateIn(room, 'OWN')).toMatchObject({
      totalPriceCents: null,
      reason: { code, dates: [date] },
    })
    expect(room.reason).toBeNull()
    // The stay before it ends on the first night, the one after begins on the day it left.
    const other = set.closed || set.priceCents === null || set.minStayThrough ? 3 : on === 0 ? 1 : 0
    const [checkin, checkout] = [addDay(NIGHT_1, other), addDay(NIGHT_1, other + 1)]
    const apart = await double(service, `checkin=${checkin}&checkout=${checkout}`)
    expect(rateIn(apart, 'OWN').reason).toBeNull()
  },
)

test('a restriction of STD is the reason of its quote, and a derived rate inherits it until it has its own (contract-rates, *Derived*)', async () => {
  await using service = await startService()
  const { id: hotelId } = service.alfa
  await sell(service)
  await makeRate(service, { rateCode: 'DER', pricing: { type: 'derived', percentBp: -500 } })
  await makeRate(service, { rateCode: 'OWN', pricing: { type: 'own' } })
  await putRateDays(service, { hotelId, rateCode: 'OWN' }, own(9_000))
  await putRateDays(service, { hotelId, rateCode: 'STD' }, [{ minStay: 3, closedToArrival: true }])

  const room = await double(service)
  expect([room.quote, room.reason]).toMatchObject([null, { code: 'min_stay', dates: [NIGHT_1] }])
  expect(rateIn(room, 'DER').reasons).toMatchObject([
    { code: 'min_stay' },
    { code: 'closed_to_arrival' },
  ])
  expect(rateIn(room, 'OWN').reason).toBeNull()
  const free = [{ minStay: 1, closedToArrival: false }]
  await putRateDays(service, { hotelId, rateCode: 'DER' }, free)
  expect(rateIn(await double(service), 'DER')).toMatchObject({ totalPriceCents: 19_000 })
})

test('a hotel without rates sees nothing of them; one with taxes alone has its standard rate (issue 14)', async () => {
  await using service = await startService()
  await sell(service)
  expect(await double(service)).not.toHaveProperty('rates')

  await setTaxes(service)
  const room = await double(service)
  expect(codesOf(room)).toEqual(['STD'])
  const taxes = [{ ...VAT, amountCents: 1_818 }]
  expect(rateIn(room, 'STD')).toMatchObject({ taxes, netCents: 18_182, cancellation: NO_PENALTY })
  const { body } = await hotelPage(service, 'alfa')
  expect(body.rooms[0]).not.toHaveProperty('rates')
})

test('rates that are off, or not sold with a room type, are not listed (contract-rates)', async () => {
  await using service = await startService()
  await sell(service)
  await makeRate(service, { rateCode: 'OFF', active: false })
  await makeRate(service, { rateCode: 'SGLONLY', roomCodes: ['SGL'] })
  await makeRate(service, { rateCode: 'ALL' })
  expect(codesOf(await double(service))).toEqual(['STD', 'ALL'])
})

test('a private rate is there for the hotel’s own people and admins alone, and so is a private STD (contract-rates, *Public*)', async () => {
  await using service = await startService()
  await sell(service)
  await makeRate(service, { rateCode: 'OPEN' })
  await makeRate(service, { rateCode: 'SECRET', public: false })
  const { manager, chief, bravoManager, guest, agent, admin } = await hireStaff(service)
  const seenBy = async (call = service.call) => codesOf(await double(service, STAY, call))
  const outsiders = [service.call, guest.call, agent.call, bravoManager.call]

  for (const { call } of [manager, chief, admin])
    expect(await seenBy(call)).toEqual(['STD', 'OPEN', 'SECRET'])
  for (const call of outsiders) expect(await seenBy(call)).toEqual(['STD', 'OPEN'])

  await makeRate(service, { rateCode: 'STD', public: false })
  expect(await seenBy(manager.call)).toEqual(['STD', 'OPEN', 'SECRET'])
  expect((await double(service, STAY, manager.call)).quote.totalPriceCents).toBe(20_000)
  for (const call of outsiders) {
    const room = await double(service, STAY, call)
    expect([room.quote, room.reason, codesOf(room)]).toEqual([null, null, ['OPEN']])
  }
})

test('a token that is not valid is nobody’s: the page is what everybody sees (contract §5)', async () => {
  await using service = await startService()
  await sell(service)
  await makeRate(service, { rateCode: 'SECRET', public: false })
  for (const authorization of ['Bearer of.no.token', 'Basic Zm9vOmJhcg==', 'Bearer'])
    expect(
      codesOf(
        (await service.call('GET', `/v1/hotels/alfa?${STAY}`, { headers: { authorization } })).body
          .rooms[0],
      ),
    ).toEqual(['STD'])
})

test('a rate with a board includes it: no supplement, and another board is not in it (contract-rates, *Board*)', async () => {
  const boards = { boards: ['RO', 'BB'], supplementsCents: { RO: 0, BB: 1_500 }, perGuest: ['BB'] }
  await using service = await startService({ rooms: [{ roomCode: 'DBL', ...boards }] })
  await sell(service)
  await makeRate(service, { rateCode: 'FREE' })
  await makeRate(service, { rateCode: 'WITHBB', boardCode: 'BB' })

  const open = await double(service)
  expect(open.quote).toMatchObject({
    boardCode: 'RO',
    boards: [
      { boardCode: 'RO', totalPriceCents: 20_000 },
      // Two guests, two nights.
      { boardCode: 'BB', totalPriceCents: 26_000 },
    ],
  })
  expect(rateIn(open, 'WITHBB')).toMatchObject({ boardCode: 'BB', totalPriceCents: 20_000 })
  const bb = await double(service, `${STAY}&board=BB`)
  expect(rateIn(bb, 'FREE')).toMatchObject({ boardCode: 'BB', totalPriceCents: 26_000 })
  expect(rateIn(bb, 'WITHBB')).toMatchObject({ boardCode: 'BB', totalPriceCents: 20_000 })
  const ro = await double(service, `${STAY}&board=RO`)
  const reason = { code: 'board_not_in_rate', dates: [] }
  expect(rateIn(ro, 'WITHBB')).toMatchObject({ boardCode: 'BB', totalPriceCents: null, reason })
  // With three in two rooms breakfast would cost differently from room to room.
  const uneven = await double(service, `${STAY.replace('adults=2', 'adults=3')}&rooms=2`)
  expect(uneven.quote.boards).toEqual([{ boardCode: 'RO', totalPriceCents: 40_000 }])
})
