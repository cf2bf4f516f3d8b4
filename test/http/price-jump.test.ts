import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { jumpFault } from '../../src/domain/days/price-jump.ts'
import { type CalendarDate, datesBetween } from '../../src/domain/kernel/date.ts'
import { PRICE_CENTS_MAX } from '../../src/domain/kernel/limits.ts'
import { daysOf, type Element, patch, pull, push } from '../support/http.ts'
import { addRates } from '../support/rate-days.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

const NIGHT = '2027-04-01'
const LAST = '2027-05-10'
const DAY = { roomCode: 'DBL', date: NIGHT, available: 3 }
const OWN = { roomCode: 'DBL', rateCode: 'OWN', date: NIGHT }
const YEAR = { roomCode: 'DBL', dateFrom: NIGHT, dateTo: LAST }

/** Alfa with 40 nights on sale at 10,000, and a rate of prices of its own that has 10,000 on the first. */
async function start() {
  const service = await startService()
  const { alfa } = service
  await addRates(service, alfa, { rateCode: 'OWN' })
  const days = [
    { ...YEAR, available: 3, priceCents: 10_000 },
    { ...OWN, priceCents: 10_000 },
  ]
  expect((await patch(alfa, days)).body.warnings).toEqual([])
  return service
}
const jumpsOf = (remarks: Element[]) =>
  remarks.filter(({ code }) => code === 'price_jump').map(({ index, date }) => [index, date])
const priceOf = async ({ alfa }: TestService) =>
  daysOf(await pull(alfa, NIGHT), 'DBL')[0]!.priceCents

test('a price jumps if it is more than five times, or less than a fifth of, the one before, to the cent (contract §2, price_jump)', () => {
  const cents = fc.oneof(fc.nat(1_000), fc.integer({ min: 1, max: PRICE_CENTS_MAX }))
  const near = fc.tuple(cents, fc.integer({ min: -2, max: 2 }), fc.boolean())
  const pair = fc.oneof(
    fc.tuple(cents, cents),
    near.map(([price, off, isUp]) =>
      [price, Math.max(0, 5 * price + off)].toSorted((a, b) => (isUp ? a - b : b - a)),
    ),
  )
  fc.assert(
    fc.property(pair, ([was, is]) => {
      const [a, b] = [BigInt(was!), BigInt(is!)]
      const isJump = a > 0n && b > 0n && (b > 5n * a || a > 5n * b)
      expect(jumpFault(was!, is)?.code).toBe(isJump ? 'price_jump' : undefined)
    }),
    { numRuns: 2_000 },
  )
  expect([jumpFault(null, 5), jumpFault(5, null), jumpFault(5)]).toEqual(Array(3).fill(undefined))
})

test('a PUT is warned of a price that jumps, once for each element and date, and applies it; exactly five times is none (contract §2, price_jump)', async () => {
  await using service = await start()
  const { alfa } = service
  const tries: [number, boolean][] = [
    [50_000, false],
    [10_000, false],
    [2_000, false],
    [10_001, true],
    [2_000, true],
    [10_000, false],
    [1_999, true],
  ]
  for (const [priceCents, isJump] of tries) {
    const dry = await push(alfa, [{ ...DAY, priceCents }], '?dryRun=true')
    expect(jumpsOf(dry.body.warnings)).toEqual(isJump ? [[0, NIGHT]] : [])
    const { body } = await push(alfa, [{ ...DAY, priceCents }])
    expect([body.applied, jumpsOf(body.warnings)]).toEqual([1, isJump ? [[0, NIGHT]] : []])
  }
  const { body } = await push(alfa, [{ ...DAY, priceCents: 10_000 }, { ...DAY }])
  expect(body.warnings[0]).toEqual({
    ...{ index: 0, roomCode: 'DBL', date: NIGHT, code: 'price_jump' },
    message: 'The price 10000 is more than five times the one that it replaces, 1999.',
    values: { before: 1_999, after: 10_000 },
  })
  // Against the element before it, which it replaces.
  const twice = [
    { ...DAY, priceCents: 60_000 },
    { ...DAY, priceCents: 10_000 },
  ]
  expect(jumpsOf((await push(alfa, twice)).body.warnings)).toEqual([
    [0, NIGHT],
    [1, NIGHT],
  ])
})

test('a first price is no jump, nor is a closed day without one (contract §2, price_jump)', async () => {
  await using service = await start()
  const { alfa } = service
  const [none, closed] = [
    { ...DAY, date: '2027-07-01' },
    { ...DAY, available: 0, closed: true },
  ]
  for (const element of [
    { ...none, priceCents: 1_000_000 },
    { ...closed, priceCents: 0 },
    { ...DAY, priceCents: 100, closed: false },
  ])
    expect((await push(alfa, [element])).body.warnings).toEqual([])
  const rate = { ...OWN, date: '2027-04-02' }
  for (const priceCents of [1_000_000, null, 100])
    expect((await patch(alfa, [{ ...rate, priceCents }])).body.warnings).toEqual([])
})

test('of a range its first 31 dates are told, at STD and at a rate with prices of its own (contract §2, price_jump)', async () => {
  await using service = await start()
  const { alfa } = service
  const dates = datesBetween(NIGHT as CalendarDate, LAST as CalendarDate)
  const told = (index: number) => dates.slice(0, 31).map((date) => [index, date])

  const day = await patch(alfa, [{ ...YEAR, priceCents: 99_000 }])
  expect([day.body.applied, jumpsOf(day.body.warnings)]).toEqual([40, told(0)])
  await patch(alfa, [{ ...YEAR, rateCode: 'OWN', priceCents: 10_000 }])
  const rates = [
    { ...OWN, priceCents: 60_000 },
    { ...YEAR, rateCode: 'OWN', priceCents: 1_000 },
  ]
  const rate = await patch(alfa, rates)
  expect(rate.status).toBe(200)
  expect(jumpsOf(rate.body.warnings)).toEqual([[0, NIGHT], ...told(1)])
  expect((await patch(alfa, [{ ...YEAR, minStay: 2 }])).body.warnings).toEqual([])
})

test('a report lists a thousand jumps and says that there were more (contract §2)', async () => {
  await using service = await start()
  const { alfa } = service
  const far = (at: number) => ({ ...DAY, priceCents: at % 2 ? 10_000 : 100_000 })
  const { body } = await push(
    alfa,
    Array.from({ length: 1_001 }, (_, at) => far(at)),
  )
  expect([body.warnings.length, body.truncated]).toEqual([1_000, true])
})

test('with onJump=refuse the element is refused whole, and the others are applied (contract §2, price_jump)', async () => {
  await using service = await start()
  const { alfa } = service
  const others = { ...DAY, date: '2027-04-02', priceCents: 12_000 }
  const far = { ...DAY, available: 1, priceCents: 100 }

  const put = await push(alfa, [far, others], '?onJump=refuse')
  expect([put.status, put.body.applied, put.body.rejected]).toEqual([207, 1, 1])
  expect(put.body.errors).toMatchObject([
    { index: 0, field: 'priceCents', code: 'price_jump', values: { before: 10_000, after: 100 } },
  ])
  expect(put.body.warnings).toEqual([])
  expect(daysOf(await pull(alfa, NIGHT), 'DBL')).toMatchObject([
    { available: 3, priceCents: 10_000 },
  ])

  const query = '?onJump=refuse'
  const range = await patch(alfa, [{ ...YEAR, priceCents: 100 }], { query })
  expect(range).toBeProblem(422, 'validation_failed')
  expect(range.body.errors).toMatchObject([{ code: 'price_jump', failed: 40 }])
  expect(range.body.errors[0].dates).toHaveLength(31)
  const rate = await patch(alfa, [{ ...OWN, priceCents: 100 }], { query })
  expect(rate).toBeProblem(422, 'validation_failed')
  expect(jumpsOf(rate.body.errors)).toEqual([[0, NIGHT]])
  expect((await patch(alfa, [{ ...OWN, priceCents: 2_000 }], { query })).body.applied).toBe(1)
  const atomic = await push(alfa, [others, far], '?onJump=refuse&mode=atomic&dryRun=true')
  expect(jumpsOf(atomic.body.errors)).toEqual([[1, NIGHT]])
  const wrong = await push(alfa, [others], '?onJump=correct')
  expect(wrong.body.errors).toMatchObject([{ path: '?onJump', code: 'unknown_value' }])
})

test('the panel’s pushes tell of a jump and refuse it likewise (contract §2, price_jump)', async () => {
  await using service = await start()
  const { manager } = await hireStaff(service)
  const send = (method: string, element: object, query = '') =>
    manager.call(method, `/v1/panel/availability${query}`, { body: { updates: [element] } })
  for (const [method, element] of [
    ['PUT', { roomCode: 'DBL', date: NIGHT, priceCents: 100_000 }],
    ['PATCH', { ...OWN, priceCents: 100_000, expectedPriceCents: 10_000 }],
  ] as const) {
    const refused = await send(method, element, '?onJump=refuse')
    expect(refused).toBeProblem(422, 'validation_failed')
    expect(jumpsOf(refused.body.errors)).toEqual([[0, NIGHT]])
    const { status, body } = await send(method, element)
    expect([status, jumpsOf(body.warnings)]).toEqual([200, [[0, NIGHT]]])
  }
})

test('onJump is part of what an Idempotency-Key stands for; warn is what a push means that says nothing (contract-counts)', async () => {
  await using service = await start()
  const { alfa } = service
  const send = (query: string) =>
    alfa.call('PUT', `/availability${query}`, {
      body: { updates: [{ ...DAY, priceCents: 11_000 }] },
      headers: { 'idempotency-key': 'a-key' },
    })
  const first = await send('')
  expect(await send('?onJump=refuse')).toBeProblem(409, 'idempotency_conflict')
  const again = await send('?onJump=warn')
  expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true'])
  expect(await priceOf(service)).toBe(11_000)
})
