import { expect, test } from 'bun:test'
import { type Element, push } from '../support/http.ts'
import { startService } from '../support/service.ts'

const DATE = '2027-04-01'
const GOOD = { roomCode: 'DBL', date: DATE, available: 4, priceCents: 12900 }
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** So many elements, each with the flaws of `element`. */
const repeat = (count: number, element: unknown) => Array.from({ length: count }, () => element)

test('the report has exactly the members of the contract, in its order (contract §2)', async () => {
  await using service = await startService()

  const { body } = await push(service.alfa, [GOOD, { ...GOOD, available: -1 }, GOOD])
  expect(Object.keys(body)).toEqual([
    'pushId',
    'mode',
    'dryRun',
    'currency',
    'received',
    'applied',
    'unchanged',
    'rejected',
    'corrected',
    'stale',
    'errors',
    'warnings',
  ])
  expect(body.pushId).toMatch(UUID_V7)
  expect(Object.keys(body.errors[0])).toEqual([
    'index',
    'roomCode',
    'date',
    'field',
    'code',
    'message',
    'values',
  ])
  expect(body).toEqual({
    pushId: body.pushId,
    mode: 'partial',
    dryRun: false,
    currency: 'EUR',
    received: 3,
    applied: 1,
    unchanged: 1,
    rejected: 1,
    corrected: 0,
    stale: 0,
    errors: [
      {
        index: 1,
        roomCode: 'DBL',
        date: DATE,
        field: 'available',
        code: 'out_of_range',
        message: 'Must be 0 to 9999.',
        values: { min: 0, max: 9999 },
      },
    ],
    warnings: [
      {
        index: 0,
        roomCode: 'DBL',
        date: DATE,
        code: 'duplicate_element',
        message: expect.any(String),
        values: { index: 2 },
      },
    ],
  })
})

test('every push has an id of its own, also a dry one and a refused one (contract §2)', async () => {
  await using service = await startService()
  const { alfa } = service

  const answers = [
    await push(alfa, [GOOD]),
    await push(alfa, [GOOD]),
    await push(alfa, [GOOD], '?dryRun=true'),
    await push(alfa, [{}]),
  ]
  for (const { body } of answers) expect(body.pushId).toMatch(UUID_V7)
  expect(new Set(answers.map(({ body }) => body.pushId)).size).toBe(4)
})

test('a 422 is a problem with the whole report in it, each error with its place in the body (contract §2, §6)', async () => {
  await using service = await startService()

  const answer = await push(service.alfa, [GOOD, { ...GOOD, closed: 'no' }], '?mode=atomic')
  expect(answer).toBeProblem(422, 'validation_failed')
  expect(answer.body).toMatchObject({ mode: 'atomic', received: 2, applied: 0, rejected: 2 })
  expect(answer.body.errors).toEqual([
    {
      path: '/updates/1/closed',
      index: 1,
      roomCode: 'DBL',
      date: DATE,
      field: 'closed',
      code: 'wrong_type',
      message: 'Must be a boolean.',
    },
  ])
})

test('every flaw of an element is told, its room and date echoed as far as they can be (contract §2)', async () => {
  await using service = await startService()

  const { body } = await push(service.alfa, [
    GOOD,
    { roomCode: 'DBK', date: '2027-02-30', available: '2', priceCents: -1, extra: 1 },
    { roomCode: 7, date: null, available: 1 },
    'nonsense',
  ])
  const told = body.errors.map(({ index, roomCode, date, field, code }: Element) => [
    index,
    roomCode,
    date,
    field,
    code,
  ])
  expect(told.toSorted()).toEqual(
    [
      [1, 'DBK', '2027-02-30', 'roomCode', 'unknown_room'],
      [1, 'DBK', '2027-02-30', 'date', 'invalid_date'],
      [1, 'DBK', '2027-02-30', 'available', 'wrong_type'],
      [1, 'DBK', '2027-02-30', 'priceCents', 'out_of_range'],
      [1, 'DBK', '2027-02-30', 'extra', 'unknown_field'],
      [2, null, null, 'roomCode', 'wrong_type'],
      [2, null, null, 'date', 'null_refused'],
      [3, null, null, null, 'wrong_type'],
    ].toSorted(),
  )
  expect(body.rejected).toBe(3)
})

test('errors found in the element and errors found against the store stand in the order of elements (contract §2)', async () => {
  await using service = await startService({ rooms: [{ roomCode: 'DBL', totalRooms: 5 }] })

  const { body } = await push(service.alfa, [
    { ...GOOD, available: 6 },
    { ...GOOD, available: -1 },
    { ...GOOD, available: 7 },
    { ...GOOD, date: 'x' },
    GOOD,
  ])
  expect(body.errors.map(({ index, code }: Element) => [index, code])).toEqual([
    [0, 'above_capacity'],
    [1, 'out_of_range'],
    [2, 'above_capacity'],
    [3, 'invalid_date'],
  ])
})

test('at most 1,000 errors are listed, and more are said to be cut off (contract §2)', async () => {
  await using service = await startService({ rooms: [{ roomCode: 'DBL', totalRooms: 5 }] })
  const { alfa } = service
  const oneFlaw = { ...GOOD, available: -1 }
  const twoFlaws = { ...GOOD, available: -1, closed: 'no' }
  const atStore = { ...GOOD, available: 6 }

  for (const [elements, truncated] of [
    [repeat(1_000, oneFlaw), undefined],
    [repeat(1_001, oneFlaw), true],
    [repeat(500, twoFlaws), undefined],
    [repeat(501, twoFlaws), true],
    [[...repeat(499, twoFlaws), oneFlaw, twoFlaws], true],
    [repeat(1_000, atStore), undefined],
    [repeat(1_001, atStore), true],
    [[...repeat(500, atStore), ...repeat(501, oneFlaw)], true],
    [[...repeat(10_000, oneFlaw)], true],
  ] as const) {
    const { body } = await push(alfa, [...elements])
    expect(body.rejected).toBe(elements.length)
    expect(body.errors).toHaveLength(1_000)
    expect(body.truncated).toBe(truncated)
    const indexes = body.errors.map(({ index }: Element) => index)
    expect(indexes).toEqual(indexes.toSorted((a: number, b: number) => a - b))
  }
})

test('at most 1,000 warnings are listed, apart from the errors, and more are said to be cut off (contract §2)', async () => {
  await using service = await startService()
  const { alfa } = service

  const thousand = await push(alfa, repeat(1_001, GOOD))
  expect(thousand.body.warnings).toHaveLength(1_000)
  expect(thousand.body.truncated).toBeUndefined()
  const both = await push(alfa, [...repeat(1_001, GOOD), ...repeat(1_000, {})])
  expect(both.status).toBe(207)
  expect(both.body.warnings).toHaveLength(1_000)
  expect(both.body.errors).toHaveLength(1_000)
  const more = await push(alfa, repeat(1_002, GOOD))
  expect(more.body.warnings).toHaveLength(1_000)
  expect(more.body.truncated).toBe(true)
})
