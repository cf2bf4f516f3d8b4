import { expect, test } from 'bun:test'
import { NO_RESTRICTION } from '../../src/domain/rates/rate.ts'
import type { Scenario } from '../../src/domain/sandbox/certification.ts'
import { withAnotherKey } from '../support/api-keys.ts'
import { doneBy, on, shownOf, startCertifying, YEAR } from '../support/certified.ts'
import { patch, push } from '../support/http.ts'
import { makeRate } from '../support/rates.ts'
import { bookTest, openSandbox } from '../support/sandbox.ts'
import { startService } from '../support/service.ts'

const DBL = { roomCode: 'DBL' }
const day = (days: number, more: object) => ({ ...DBL, date: on(days), ...more })
const range = (from: number, to: number, more: object) => ({
  ...DBL,
  dateFrom: on(from),
  dateTo: on(to),
  ...more,
})

test.each<[Scenario[], string, object[]]>([
  [['one_day'], 'a price of a day', [day(30, { priceCents: 11_000 })]],
  [['one_day'], 'a count of a day', [day(30, { available: 3 })]],
  [
    ['one_day'],
    'a day of two room types',
    [day(30, { available: 3 }), { roomCode: 'SGL', date: on(30), available: 3 }],
  ],
  [['many_days'], 'a range', [range(30, 40, { priceCents: 11_000 })]],
  [['many_days'], 'a range of 179 days', [range(30, 208, { priceCents: 11_000 })]],
  [['half_year'], 'a range of 180 days', [range(30, 209, { priceCents: 11_000 })]],
  [
    ['half_year'],
    'restrictions for half a year',
    [range(30, 209, { priceCents: 11_000, minStay: 1 })],
  ],
  [
    ['many_days', 'ranges'],
    'weekends of a range',
    [range(30, 60, { weekdays: ['fri', 'sat'], priceCents: 11_000 })],
  ],
  [['one_day', 'closed'], 'stop sale', [day(30, { closed: true })]],
  [['one_day', 'min_stay'], 'minStay', [day(30, { minStay: 2 })]],
  [['one_day', 'min_stay_through'], 'minStayThrough', [day(30, { minStayThrough: 2 })]],
  [['one_day', 'max_stay'], 'maxStay', [day(30, { maxStay: 7 })]],
  [['one_day', 'min_advance'], 'minAdvanceDays', [day(30, { minAdvanceDays: 7 })]],
  [['one_day', 'max_advance'], 'maxAdvanceDays', [day(30, { maxAdvanceDays: 0 })]],
  [['one_day', 'closed_to_arrival'], 'closedToArrival', [day(30, { closedToArrival: true })]],
  [['one_day', 'closed_to_departure'], 'closedToDeparture', [day(30, { closedToDeparture: true })]],
  [
    ['many_days', 'min_stay', 'max_stay'],
    'several at once',
    [range(30, 40, { minStay: 2, maxStay: 7 })],
  ],
  // Near misses.
  [[], 'what stands already', [range(30, 40, { priceCents: 10_000 })]],
  [['one_day'], 'all weekdays', [range(30, 30, { weekdays: allWeek(), priceCents: 11_000 })]],
  [
    ['many_days'],
    'a range of all weekdays',
    [range(30, 60, { weekdays: allWeek(), priceCents: 11_000 })],
  ],
  [
    ['many_days'],
    'weekdays of which nothing changes',
    [
      range(30, 60, { weekdays: ['fri', 'sat'], priceCents: 10_000 }),
      range(70, 71, { priceCents: 11_000 }),
    ],
  ],
  [
    [],
    'several days of which one changes',
    [day(30, { priceCents: 11_000 }), day(31, { priceCents: 10_000 })],
  ],
  [['one_day'], 'a count of 0', [day(30, { available: 0 })]],
  [
    ['one_day'],
    'a day that was never open',
    [day(400, { available: 0, priceCents: 1, closed: true })],
  ],
  [[], 'restrictions that restrict nothing', [day(30, NO_RESTRICTION)]],
  [[], 'what was refused', [day(30, { priceCents: -1 })]],
  [[], 'a day too far', [day(800, { priceCents: 11_000 })]],
])('%p: %s (contract §2, Sandbox: certification)', async (scenarios, _, updates) => {
  await using world = await startCertifying()
  await patch(world.sandbox, updates)

  expect(await doneBy(world.sandbox)).toEqual(scenarios)
})

test('what is only tried, refused as a whole, given again or pushed by another shows nothing (contract §2, Sandbox)', async () => {
  await using world = await startCertifying()
  const { service, sandbox } = world
  const updates = [day(30, { priceCents: 11_000 })]
  await patch(sandbox, updates, { query: '?dryRun=true' })
  for (const bad of [
    { ...DBL, date: 'x' },
    { ...DBL, date: on(30), priceCents: 0 },
  ])
    await patch(sandbox, [...updates, bad], { query: '?mode=atomic' })
  await patch(service.alfa, updates)
  const bravos = await openSandbox(service, service.bravo)
  await patch(bravos, updates)
  const second = await withAnotherKey(service, service.alfa, { test: true })
  expect(await doneBy(sandbox)).toEqual([])
  expect(await doneBy(second)).toEqual([])

  const updated = await patch(second, updates, { key: 'k' })
  expect(updated.body.applied).toBe(1)
  expect(await doneBy(second)).toEqual(['one_day'])
  expect(await doneBy(sandbox)).toEqual([])
  expect((await patch(second, updates, { key: 'k' })).headers.get('idempotency-replayed')).toBe(
    'true',
  )
})

test('a rate that is closed, or restricted, counts as well (contract §2, Sandbox)', async () => {
  await using service = await startService()
  await makeRate(service, { rateCode: 'NRF', name: 'Saver' })
  await patch(service.alfa, YEAR)
  const sandbox = await openSandbox(service)
  await patch(sandbox, [day(30, { rateCode: 'NRF', closed: true })])
  expect(await doneBy(sandbox)).toEqual(['one_day', 'closed'])
  await patch(sandbox, [day(30, { rateCode: 'NRF', closed: false })])
  await patch(sandbox, [day(32, { rateCode: 'NRF', ...NO_RESTRICTION })])
  await patch(sandbox, [day(31, { rateCode: 'NRF', maxStay: 3 })])

  expect(await doneBy(sandbox)).toEqual(['one_day', 'closed', 'max_stay'])
})

test.each<[string, object[][]]>([
  ['one call', [YEAR]],
  ['a call each room type', YEAR.map((element) => [element])],
  [
    'counts and prices by themselves',
    [
      YEAR.flatMap(({ available, priceCents, ...rest }) => [
        { ...rest, available },
        { ...rest, priceCents },
      ]),
    ],
  ],
  ['without today, which may be over', [YEAR.map((each) => ({ ...each, dateFrom: on(1) }))]],
  ['two years', [YEAR.map((each) => ({ ...each, dateTo: on(700) }))]],
])('a full sync may be %s (contract §2, Sandbox: full sync)', async (_, calls) => {
  await using world = await startCertifying()
  const ids: string[] = []
  for (const updates of calls) {
    const answer = await patch(world.sandbox, updates)
    ids.push(answer.headers.get('x-request-id')!)
  }

  expect((await shownOf(world.sandbox, 'full_sync')).requestIds).toEqual(ids)
})

const [dbl, sgl] = YEAR
test.each<[string, object[][]]>([
  ['one room type alone', [[dbl!]]],
  ['no prices', [YEAR.map(({ priceCents, ...rest }) => rest)]],
  ['no counts', [YEAR.map(({ available, ...rest }) => rest)]],
  ['a day too few', [YEAR.map((each) => ({ ...each, dateTo: on(363) }))]],
  ['a day left out', [[sgl!, { ...dbl, dateTo: on(99) }, { ...dbl, dateFrom: on(101) }]]],
  ['weekends alone', [YEAR.map((each) => ({ ...each, weekdays: ['fri', 'sat'] }))]],
  ['an element that is refused', [[...YEAR, { roomCode: 'NONE', date: on(1), available: 1 }]]],
  [
    'half of it in a call',
    [0, 180].map((from) =>
      YEAR.map((each) => ({ ...each, dateFrom: on(from), dateTo: on(from + 184) })),
    ),
  ],
])('a full sync is not: %s (contract §2, Sandbox: full sync)', async (_, calls) => {
  await using world = await startCertifying()
  for (const updates of calls) await patch(world.sandbox, updates)

  expect(await doneBy(world.sandbox)).not.toContain('full_sync')
})

test('a full sync whose room types come more than an hour apart is none; it takes active room types alone (contract §2, Sandbox)', async () => {
  await using world = await startCertifying({
    rooms: [{ roomCode: 'DBL' }, { roomCode: 'SGL' }, { roomCode: 'OLD', active: false }],
  })
  const { sandbox, clock } = world
  await patch(sandbox, [dbl!])
  clock.advance(61 * 60_000)
  await patch(sandbox, [sgl!])
  expect(await doneBy(sandbox)).toEqual([])
  clock.advance(59 * 60_000)
  await patch(sandbox, [dbl!])

  expect(await doneBy(sandbox)).toEqual(['full_sync'])
})

test('a full sync whose room types come at the same time is one (contract §2, Sandbox)', async () => {
  await using world = await startCertifying()
  const answers = await Promise.all(YEAR.map((element) => patch(world.sandbox, [element])))

  expect((await shownOf(world.sandbox, 'full_sync')).requestIds.toSorted()).toEqual(
    answers.map(({ headers }) => headers.get('x-request-id')!).toSorted(),
  )
})

test('a full sync by PUT counts, too (contract §2, Sandbox)', async () => {
  await using world = await startCertifying()
  const days = Array.from({ length: 365 }, (_, index) => on(index))
  const updates = ['DBL', 'SGL'].flatMap((roomCode) =>
    days.map((date) => ({ roomCode, date, available: 4, priceCents: 12_000 })),
  )
  await push(world.sandbox, updates)

  expect(await doneBy(world.sandbox)).toEqual(['full_sync'])
})

const NIGHT = { roomCode: 'DBL', date: on(22) }
const stay = { checkin: on(22), checkout: on(23), adults: 1 }
const latest = async ({ sandbox }: Awaited<ReturnType<typeof startCertifying>>) =>
  (await sandbox.call('GET', '/changes?cursor=latest')).body.nextCursor as string

test('late count: with its cursor what was sold meanwhile is taken off (contract §2, Sandbox)', async () => {
  await using world = await startCertifying()
  const { sandbox } = world
  const seenThrough = await latest(world)
  await bookTest(sandbox, stay)
  const { body, headers } = await patch(sandbox, [{ ...NIGHT, available: 5 }], { seenThrough })
  expect(body.corrected).toBe(1)

  const { done, requestIds } = await shownOf(sandbox, 'late_count')
  expect({ done, requestIds }).toEqual({ done: true, requestIds: [headers.get('x-request-id')!] })
})

test('late count: without a cursor, with one that knows the booking, by the cap, or refused it is none (contract §2, Sandbox)', async () => {
  await using world = await startCertifying({
    rooms: [{ roomCode: 'DBL', totalRooms: 5 }, { roomCode: 'SGL' }],
  })
  const { sandbox } = world
  const before = await latest(world)
  await bookTest(sandbox, stay)
  const after = await latest(world)
  const capped = await patch(sandbox, [{ ...NIGHT, available: 5 }])
  expect(capped.body.corrected).toBe(1)
  const seen = await patch(sandbox, [{ ...NIGHT, available: 3 }], { seenThrough: after })
  expect(seen.body.corrected).toBe(0)
  const cappedBeside = await patch(sandbox, [{ ...NIGHT, available: 5 }], { seenThrough: after })
  expect(cappedBeside.body.corrected).toBe(1)
  const stale = await patch(sandbox, [{ ...NIGHT, available: 5 }], { seenThrough: before })
  expect(stale.body.stale).toBe(1)
  await patch(sandbox, [{ roomCode: 'SGL', date: on(22), available: 3 }], { seenThrough: before })

  expect((await shownOf(sandbox, 'late_count')).done).toBe(false)
})

function allWeek() {
  return ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
}
