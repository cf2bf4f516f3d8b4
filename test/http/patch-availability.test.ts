import { expect, test } from 'bun:test'
import { addDay, book, readAvailable, sell } from '../support/bookings.ts'
import { daysOf, patch, pull, push } from '../support/http.ts'
import { startService, type TestService, TODAY } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

const NIGHT = '2027-04-01'
const PLACE = { roomCode: 'DBL', date: NIGHT }
const ROOMS = [
  { roomCode: 'DBL', totalRooms: 9, basePriceCents: 10_000, maxAdults: 9, maxOccupancy: 9 },
  { roomCode: 'TWN', totalRooms: null, basePriceCents: null },
]
const start = () => startService({ rooms: ROOMS })
const dayOf = async ({ alfa }: TestService, date = NIGHT, roomCode = 'DBL') =>
  daysOf(await pull(alfa, date), roomCode)[0]!

test('one element of weekend prices for a year is each of its days, counts and flags untouched (contract-counts, PATCH)', async () => {
  await using service = await start()
  await sell(service, { available: 4 })
  const { status, body } = await patch(service.alfa, [
    {
      roomCode: 'DBL',
      dateFrom: NIGHT,
      dateTo: '2028-03-30',
      weekdays: ['sat', 'fri'],
      priceCents: 14_900,
    },
  ])
  expect(status).toBe(200)
  // 52 of each.
  expect(body).toMatchObject({ received: 104, applied: 104, unchanged: 0, rejected: 0, days: 104 })
  // A Friday.
  expect(await dayOf(service, '2027-04-02')).toMatchObject({
    available: 4,
    priceCents: 14_900,
    closed: false,
  })
  expect(await dayOf(service, '2027-04-04')).toMatchObject({ available: 4, priceCents: 10_000 })
  // A day that PATCH makes has no rooms and is open.
  expect(await dayOf(service, '2028-03-25')).toMatchObject({ available: 0, closed: false })
  // What is recorded and told is days.
  const { body: told } = await service.alfa.call('GET', '/changes?limit=500')
  const days = told.changes.flatMap((change: any) => change.days ?? [])
  expect(days.filter(({ priceCents }: any) => priceCents === 14_900)).toHaveLength(104)
})

test('elements apply in order, each to what it names, and warn of nothing (contract-counts, PATCH)', async () => {
  await using service = await start()
  const { body } = await patch(service.alfa, [
    { ...PLACE, available: 3, priceCents: 9_000 },
    { roomCode: 'DBL', dateFrom: NIGHT, dateTo: addDay(NIGHT, 1), priceCents: 8_000 },
    { ...PLACE, closed: true },
  ])
  expect(body).toMatchObject({ received: 4, applied: 4, warnings: [] })
  expect(await dayOf(service)).toMatchObject({ available: 3, priceCents: 8_000, closed: true })
})

test.each([
  [{ roomCode: 'DBL', priceCents: 1 }, 'date', 'required'],
  [{ roomCode: 'DBL', dateFrom: NIGHT, priceCents: 1 }, 'dateTo', 'required'],
  [{ roomCode: 'DBL', dateTo: NIGHT, priceCents: 1 }, 'dateFrom', 'required'],
  [{ ...PLACE, dateFrom: NIGHT, priceCents: 1 }, 'dateFrom', 'conflicting_fields'],
  [{ ...PLACE, weekdays: ['mon'], priceCents: 1 }, 'weekdays', 'conflicting_fields'],
  [
    { roomCode: 'DBL', dateFrom: addDay(NIGHT, 1), dateTo: NIGHT, priceCents: 1 },
    'dateTo',
    'range_reversed',
  ],
  // A Thursday.
  [
    { roomCode: 'DBL', dateFrom: NIGHT, dateTo: NIGHT, weekdays: ['fri'], priceCents: 1 },
    'weekdays',
    'no_days',
  ],
  [
    { roomCode: 'DBL', dateFrom: '2027-02-30', dateTo: NIGHT, priceCents: 1 },
    'dateFrom',
    'invalid_date',
  ],
  [{ ...PLACE, weekdays: ['monday'], priceCents: 1 }, 'weekdays/0', 'unknown_value'],
  [{ ...PLACE }, null, 'required'],
  [{ ...PLACE, seenThrough: 'x' }, null, 'required'],
  [{ ...PLACE, available: 1, allotment: 1 }, 'allotment', 'conflicting_fields'],
  [{ ...PLACE, available: null }, 'available', 'null_refused'],
  [{ ...PLACE, minStars: 1 }, 'minStars', 'unknown_field'],
  [{ roomCode: 'DBX', date: NIGHT, available: 1 }, 'roomCode', 'unknown_room'],
  [{ ...PLACE, date: '2020-01-01', available: 1 }, 'date', 'date_in_past'],
])('%p is refused at %p as %s, and counts one', async (element, field, code) => {
  await using service = await start()
  const { status, body } = await patch(service.alfa, [element, { ...PLACE, available: 1 }])
  expect(status).toBe(207)
  expect(body).toMatchObject({ received: 2, rejected: 1, applied: 1 })
  expect(body.errors).toMatchObject([{ index: 0, field, code }])
})

test('days of a range that cannot be set fail, the first 31 named, the rest applies (contract-counts, PATCH)', async () => {
  await using service = await start()
  const yesterday = addDay(TODAY, -1)
  const early = addDay(TODAY, -40)
  const { status, body } = await patch(service.alfa, [
    { roomCode: 'DBL', dateFrom: early, dateTo: TODAY, priceCents: 5_000 },
  ])
  expect(status).toBe(207)
  expect(body).toMatchObject({ received: 41, applied: 2, rejected: 39 })
  expect(body.errors).toHaveLength(1)
  expect(body.errors[0]).toMatchObject({
    index: 0,
    date: early,
    field: 'dateFrom',
    code: 'date_in_past',
    failed: 39,
    values: { date: yesterday },
  })
  expect(body.errors[0].dates).toHaveLength(31)
  const over = await patch(service.alfa, [
    { roomCode: 'DBL', dateFrom: NIGHT, dateTo: addDay(NIGHT, 2), available: 10 },
  ])
  expect(over).toBeProblem(422, 'validation_failed')
  expect(over.body.errors).toMatchObject([
    {
      code: 'above_capacity',
      failed: 3,
      dates: [NIGHT, addDay(NIGHT, 1), addDay(NIGHT, 2)],
    },
  ])
})

test('more than 20,000 days are refused as a whole, however they are named (contract-counts, PATCH)', async () => {
  await using service = await start()
  const year = { roomCode: 'DBL', dateFrom: TODAY, dateTo: addDay(TODAY, 499), priceCents: 7 }
  const most = await patch(
    service.alfa,
    Array.from({ length: 40 }, () => year),
  )
  expect(most.body).toMatchObject({ received: 20_000 })
  const cases = [
    [
      ...Array.from({ length: 40 }, () => ({ ...year, priceCents: 8 })),
      { ...PLACE, priceCents: 8 },
    ],
    [{ ...year, dateFrom: '0001-01-01', dateTo: '9999-12-31', priceCents: 8 }],
    [{ ...year, dateFrom: '1000-01-01', dateTo: '1999-12-31', weekdays: ['sun'], priceCents: 8 }],
  ]
  for (const updates of cases) {
    const answer = await patch(service.alfa, updates)
    expect(answer).toBeProblem(422, 'validation_failed')
    expect(answer.body.errors).toMatchObject([{ code: 'too_many_days', values: { max: 20_000 } }])
  }
  expect(await dayOf(service, TODAY)).toMatchObject({ priceCents: 7 })
})

test('a price alone never touches a count, whatever was sold meanwhile (contract-counts, PATCH; case B)', async () => {
  await using service = await start()
  await sell(service, { available: 6 })
  await book(service.call, { rooms: 4, adults: 4 })
  const { body } = await patch(service.alfa, [{ ...PLACE, priceCents: 11_000 }])
  expect(body).toMatchObject({ applied: 1, corrected: 0, warnings: [] })
  expect(await dayOf(service)).toMatchObject({ available: 2, priceCents: 11_000 })
})

test('atomic holds back all days for one bad one; a dry run writes none (contract-counts, PATCH)', async () => {
  await using service = await start()
  const range = { roomCode: 'DBL', dateFrom: NIGHT, dateTo: addDay(NIGHT, 9) }
  const held = await patch(
    service.alfa,
    [
      { ...range, available: 2 },
      { ...PLACE, available: 10 },
    ],
    { query: '?mode=atomic' },
  )
  expect(held).toBeProblem(422, 'validation_failed')
  const dry = await patch(service.alfa, [{ ...range, available: 2 }], { query: '?dryRun=true' })
  expect(dry.body).toMatchObject({ dryRun: true, applied: 10, received: 10 })
  expect(await readAvailable(service)).toEqual(Array(10).fill(0))
})

test('the panel changes days the same way, without an Idempotency-Key (contract-rates, Routes)', async () => {
  await using service = await start()
  await push(service.alfa, [{ ...PLACE, available: 2 }])
  const { manager } = await hireStaff(service)
  const { status, body } = await manager.call('PATCH', '/v1/panel/availability?hotel=alfa', {
    body: {
      updates: [{ roomCode: 'DBL', dateFrom: NIGHT, dateTo: addDay(NIGHT, 1), availableBy: 1 }],
    },
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({ received: 2, applied: 2 })
  expect((await readAvailable(service)).slice(0, 2)).toEqual([3, 1])
})
