import { expect, test } from 'bun:test'
import type { Tax } from '../../src/domain/rates/tax.ts'
import { updateHotel } from '../../src/store/catalog/catalog-edits.ts'
import { book, readAvailable, sell } from '../support/bookings.ts'
import { asGuest } from '../support/manage.ts'
import { makeRate, setRateDay } from '../support/rates.ts'
import { find, hotelPage, STAY } from '../support/search.ts'
import { type Call, startService } from '../support/service.ts'
import { signIn } from '../support/users.ts'

const NIGHTS = { checkin: '2027-04-01', checkout: '2027-04-03' }
const TAXES = [
  { code: 'VAT', name: 'VAT', percentBp: 1_000 },
  { code: 'STAY', name: 'Stay tax', percentBp: 200 },
]
const NEVER_FREE = { freeUntilDays: null, penalty: 'all' } as const

test('a derived rate costs the standard price less its percent, then its amount; its terms stay with the booking (contract-rates, *Rates*)', async () => {
  await using service = await startService()
  await sell(service, { priceCents: 10_005 })
  await makeRate(service, {
    rateCode: 'NRF',
    name: 'Non-refundable',
    pricing: { type: 'derived', percentBp: -1_250, amountCents: 100 },
    cancellation: NEVER_FREE,
  })
  const { status, body } = await book(service.call, { rateCode: 'NRF', rooms: 2 })
  expect(status).toBe(201)
  // floor((10,005 × 8,750 + 5,000) / 10,000) + 100 = 8,754 + 100
  expect(body).toMatchObject({
    rateCode: 'NRF',
    rateName: 'Non-refundable',
    boardCode: 'RO',
    totalPriceCents: 4 * 8_854,
    cancellation: NEVER_FREE,
    penaltyCents: null,
    childAges: null,
  })
  expect(await readAvailable(service)).toEqual([3, 3, 5, 5, 5, 5, 5, 5, 5, 5])
})

test('a rate of its own sells where the day has no price; without one it has no_price, the closed room type goes before (contract-rates, *Rates*)', async () => {
  await using service = await startService()
  await sell(service)
  await makeRate(service, { rateCode: 'OWN', pricing: { type: 'own' } })
  const none = await book(service.call, { rateCode: 'OWN' })
  expect(none).toBeProblem(409, 'no_price')
  expect(none.body.dates).toEqual(['2027-04-01', '2027-04-02'])
  for (const date of ['2027-04-01', '2027-04-02'])
    await setRateDay(service, { date, rateCode: 'OWN', priceCents: 7_000 })
  const { body } = await book(service.call, { rateCode: 'OWN' })
  expect(body).toMatchObject({ rateCode: 'OWN', totalPriceCents: 14_000 })
  await setRateDay(service, {
    date: '2027-04-02',
    rateCode: 'OWN',
    priceCents: 7_000,
    closed: true,
  })
  const closed = await book(service.call, { rateCode: 'OWN' })
  expect(closed).toBeProblem(409, 'closed_for_sale')
  expect(closed.body.dates).toEqual(['2027-04-02'])
  expect((await book(service.call)).status).toBe(201)
})

test('what is switched off, or not sold with the room type, is closed_for_sale; what is not there is unknown_rate (contract-rates, *Rates*)', async () => {
  await using service = await startService({ rooms: [{ roomCode: 'DBL' }, { roomCode: 'TWN' }] })
  await sell(service)
  await makeRate(service, { rateCode: 'OFF', active: false })
  await makeRate(service, { rateCode: 'TWNS', roomCodes: ['TWN'] })
  expect(await book(service.call, { rateCode: 'OFF' })).toBeProblem(409, 'closed_for_sale')
  expect(await book(service.call, { rateCode: 'TWNS' })).toBeProblem(409, 'closed_for_sale')
  const unknown = await book(service.call, { rateCode: 'NONE' })
  expect(unknown).toBeProblem(422, 'validation_failed')
  expect(unknown.body.errors).toMatchObject([{ path: '/rateCode', code: 'unknown_rate' }])
  expect(await readAvailable(service)).toEqual(Array(10).fill(5))
})

test('a private rate is there for the hotel’s people and admins alone; where STD is private a public booking names a rate (contract-rates, *Public*)', async () => {
  await using service = await startService()
  await sell(service)
  await makeRate(service, { rateCode: 'CORP', public: false })
  await makeRate(service, { rateCode: 'WEB' })
  await makeRate(service, { rateCode: 'STD', public: false })
  const code = async (more: object, call: Call = service.call) => {
    const { status, body } = await book(call, { ...more })
    return status === 201 ? body.rateCode : body.errors[0].code
  }
  const { call: manager } = await signIn(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  const hotelIds = [service.bravo.id]
  const { call: next } = await signIn(service, 'hotel_manager', { name: 'next', hotelIds })
  const { call: admin } = await signIn(service, 'admin')
  const { call: guest } = await signIn(service, 'guest')
  expect(await code({ rateCode: 'CORP' })).toBe('unknown_rate')
  expect(await code({ rateCode: 'CORP' }, guest)).toBe('unknown_rate')
  expect(await code({ rateCode: 'CORP' }, next)).toBe('unknown_rate')
  expect(await code({})).toBe('rate_required')
  expect(await code({ rateCode: 'STD' })).toBe('unknown_rate')
  expect(await code({ rateCode: 'WEB' })).toBe('WEB')
  expect(await code({ rateCode: 'CORP' }, manager)).toBe('CORP')
  expect(await code({ rateCode: 'CORP' }, admin)).toBe('CORP')
  expect(await code({}, manager)).toBe('STD')
})

test.each([
  ['min_stay', { date: '2027-04-01', minStay: 3 }, ['2027-04-01']],
  ['min_stay_through', { date: '2027-04-02', minStayThrough: 3 }, ['2027-04-02']],
  ['max_stay', { date: '2027-04-01', maxStay: 1 }, ['2027-04-01']],
  ['min_advance', { date: '2027-04-01', minAdvanceDays: 23 }, ['2027-04-01']],
  ['max_advance', { date: '2027-04-01', maxAdvanceDays: 21 }, ['2027-04-01']],
  ['closed_to_arrival', { date: '2027-04-01', closedToArrival: true }, ['2027-04-01']],
  ['closed_to_departure', { date: '2027-04-03', closedToDeparture: true }, ['2027-04-03']],
])(
  'a restriction of STD holds for it and for what inherits, however a stay is asked for: %s (contract-rates)',
  async (code, day, dates) => {
    await using service = await startService()
    await sell(service)
    await makeRate(service, { rateCode: 'FLEX' })
    await makeRate(service, { rateCode: 'OWN', pricing: { type: 'own' } })
    for (const date of ['2027-04-01', '2027-04-02'])
      await setRateDay(service, { date, rateCode: 'OWN', priceCents: 50_000 })
    const later = { checkin: '2027-04-05', checkout: '2027-04-07' }
    const other = async (rateCode: string) =>
      (await book(service.call, { ...later, rateCode })).body.code
    const earlier = { STD: await other('STD'), FLEX: await other('FLEX') }
    const searched = async () => (await find(service, STAY)).body.items[0]
    expect(await searched()).toMatchObject({ fromTotalCents: 20_000, lowestTotalCents: 20_000 })
    await setRateDay(service, day)
    expect(await searched()).toMatchObject({ fromTotalCents: null, lowestTotalCents: 100_000 })
    const [room] = (await hotelPage(service, 'alfa', STAY)).body.rooms
    expect(room.reason).toMatchObject({ code, dates })
    for (const rateCode of ['STD', 'FLEX'] as const) {
      const quoted = room.rates.find((each: { rateCode: string }) => each.rateCode === rateCode)
      expect(quoted.reasons).toMatchObject([{ code, dates }])
      const path = `/v1/bookings/${earlier[rateCode]}`
      const moved = { ...asGuest(earlier[rateCode]), checkin: NIGHTS.checkin }
      for (const refused of [
        await book(service.call, { rateCode }),
        await book(service.call, { rateCode, hold: true }),
        await service.call('PATCH', path, { body: { ...moved, checkout: NIGHTS.checkout } }),
      ]) {
        expect(refused).toBeProblem(409, code)
        expect(refused.body.dates).toEqual(dates)
      }
    }
    expect(await book(service.call)).toBeProblem(409, code)
    // Own rates inherit nothing.
    expect((await book(service.call, { rateCode: 'OWN' })).status).toBe(201)
  },
)

test('a derived restriction that was set is its own: it lifts that of STD (contract-rates, *Derived*)', async () => {
  await using service = await startService()
  await sell(service)
  await makeRate(service, { rateCode: 'FLEX' })
  await setRateDay(service, { date: '2027-04-01', minStay: 3, closedToArrival: true })
  await setRateDay(service, { date: '2027-04-01', rateCode: 'FLEX', minStay: 1 })
  expect(await book(service.call, { rateCode: 'FLEX' })).toBeProblem(409, 'closed_to_arrival')
  await setRateDay(service, {
    date: '2027-04-01',
    rateCode: 'FLEX',
    minStay: 1,
    closedToArrival: false,
  })
  expect((await book(service.call, { rateCode: 'FLEX' })).status).toBe(201)
  expect(await book(service.call)).toBeProblem(409, 'min_stay')
})

test('a total is taken apart by the hotel’s taxes to the last cent, and stays so when they change (contract-rates, *Taxes*)', async () => {
  await using service = await startService()
  await sell(service, { priceCents: 9_999 })
  const set = (taxes: Tax[]) =>
    service.store.tx((tx) => updateHotel(tx, service.alfa.id, { taxes }))
  await set(TAXES)
  const { body } = await book(service.call, NIGHTS)
  // 19,998 × 1,000 / 11,200 = 1,785.535…, × 200 = 357.107…, net 17,855.357…: the first is rounded up.
  expect(body.taxes.map(({ amountCents }: { amountCents: number }) => amountCents)).toEqual([
    1_786, 357,
  ])
  expect(body.netCents).toBe(17_855)
  await set([])
  const longer = await service.call('PATCH', `/v1/bookings/${body.code}`, {
    body: { ...asGuest(body.code), checkout: '2027-04-04' },
  })
  const sum = longer.body.taxes.reduce(
    (total: number, { amountCents }: { amountCents: number }) => total + amountCents,
    longer.body.netCents,
  )
  expect(longer.body.taxes).toHaveLength(2)
  expect(sum).toBe(longer.body.totalPriceCents)
})

test('under one key another rate, or another age, is another request; STD spelled out is the same (contract §3)', async () => {
  await using service = await startService()
  await sell(service)
  await makeRate(service, { rateCode: 'FLEX' })
  const key = { 'idempotency-key': 'one' }
  const { body } = await book(service.call, {}, key)
  const same = await book(service.call, { rateCode: 'STD', children: 0 }, key)
  expect(same.body.code).toBe(body.code)
  for (const other of [{ rateCode: 'FLEX' }, { childAges: [] }])
    expect(await book(service.call, other, key)).toBeProblem(409, 'idempotency_conflict')
})
