import { expect, test } from 'bun:test'
import { daysOf, history, pull, push } from '../support/http.ts'
import { startService, type TestHotel } from '../support/service.ts'

const DATE = '2027-04-01'
const GOOD = { roomCode: 'DBL', date: DATE, available: 4, priceCents: 12900 }
/** Wrong in itself, and wrong only against what is stored: found at two different steps. */
const MALFORMED = { ...GOOD, available: -1 }
const PRICELESS = { roomCode: 'SGL', date: DATE, available: 4 }

const NEVER = { date: DATE, available: 0, priceCents: 0, closed: true }
const dayOf = async (hotel: TestHotel) => daysOf(await pull(hotel, DATE), 'DBL')[0]

/** What a push counted. */
const tally = ({ status, body }: { status: number; body: any }) => [
  status,
  body.received,
  body.applied,
  body.unchanged,
  body.rejected,
]

test('a push whose elements are all good is 200 in either mode (contract §2)', async () => {
  await using service = await startService()
  const { alfa } = service

  expect(tally(await push(alfa, [GOOD]))).toEqual([200, 1, 1, 0, 0])
  expect(tally(await push(alfa, [GOOD], '?mode=partial'))).toEqual([200, 1, 0, 1, 0])
  const atomic = await push(alfa, [GOOD, { ...GOOD, available: 5 }], '?mode=atomic')
  expect(tally(atomic)).toEqual([200, 2, 1, 1, 0])
  expect(await dayOf(alfa)).toMatchObject({ available: 5 })
})

for (const [name, bad] of [
  ['malformed', MALFORMED],
  ['without a price', PRICELESS],
] as const) {
  test(`in partial mode the good elements are applied beside one ${name}: 207 (contract §2)`, async () => {
    await using service = await startService()
    const { alfa } = service

    for (const query of ['', '?mode=partial']) {
      const available = query === '' ? 4 : 5
      const answer = await push(alfa, [bad, { ...GOOD, available }], query)
      expect(tally(answer)).toEqual([207, 2, 1, 0, 1])
      expect(answer.headers.get('content-type')).toStartWith('application/json')
      expect(answer.body.mode).toBe('partial')
      expect(answer.body.errors).toMatchObject([{ index: 0, date: DATE }])
      expect(await dayOf(alfa)).toMatchObject({ available })
    }
  })

  test(`in atomic mode one element ${name} leaves everything as it was: 422 (contract §2)`, async () => {
    await using service = await startService()
    const { alfa } = service

    const answer = await push(alfa, [GOOD, bad], '?mode=atomic')
    expect(answer).toBeProblem(422, 'validation_failed')
    expect(tally(answer)).toEqual([422, 2, 0, 0, 2])
    expect(answer.body).toMatchObject({ mode: 'atomic', dryRun: false, warnings: [] })
    expect(answer.body.errors).toMatchObject([{ index: 1, date: DATE }])
    expect(await dayOf(alfa)).toEqual(NEVER)
    expect((await history(alfa, 'DBL', DATE)).body.items).toEqual([])
  })

  test(`when every element is ${name} nothing is written: 422 in either mode (contract §2)`, async () => {
    await using service = await startService()
    const { alfa } = service

    for (const mode of ['partial', 'atomic']) {
      const answer = await push(alfa, [bad, bad], `?mode=${mode}`)
      expect(answer).toBeProblem(422, 'validation_failed')
      expect(tally(answer)).toEqual([422, 2, 0, 0, 2])
    }
    expect(await dayOf(alfa)).toEqual(NEVER)
  })
}

test('a push that finds every day so already is 200, counted as unchanged (contract §2)', async () => {
  await using service = await startService()
  const { alfa } = service
  await push(alfa, [GOOD])

  const again = await push(alfa, [GOOD, { roomCode: 'DBL', date: DATE, available: 4 }])
  expect(tally(again)).toEqual([200, 2, 0, 2, 0])
  expect((await history(alfa, 'DBL', DATE)).body.items).toHaveLength(1)
})

test('a good element that changes nothing beside a bad one is 207, for not all were refused (contract §2)', async () => {
  await using service = await startService()
  await push(service.alfa, [GOOD])

  expect(tally(await push(service.alfa, [GOOD, MALFORMED]))).toEqual([207, 2, 0, 1, 1])
})

test('a dry run answers as the push would, status and report, and writes nothing (contract §2)', async () => {
  await using service = await startService()
  const { alfa } = service
  const pushes: [unknown[], string][] = [
    [[GOOD, { ...GOOD, available: 3 }], 'mode=partial'],
    [[GOOD, MALFORMED, PRICELESS], 'mode=partial'],
    [[GOOD, MALFORMED], 'mode=atomic'],
    [[PRICELESS], 'mode=partial'],
    [[GOOD], 'mode=atomic'],
  ]
  for (const [updates, query] of pushes) {
    const before = (await pull(alfa, DATE)).text
    const entries = (await history(alfa, 'DBL', DATE)).body.items.length
    const dry = await push(alfa, updates, `?${query}&dryRun=true`)
    expect((await pull(alfa, DATE)).text).toBe(before)
    expect((await history(alfa, 'DBL', DATE)).body.items).toHaveLength(entries)

    const wet = await push(alfa, updates, `?${query}&dryRun=false`)
    expect(dry.status).toBe(wet.status)
    expect(dry.body.dryRun).toBe(true)
    expect(wet.body.dryRun).toBe(false)
    const same = { dryRun: 0, pushId: 0, requestId: 0 }
    expect({ ...dry.body, ...same }).toEqual({ ...wet.body, ...same })
  }
})

test('a push of 10,000 elements is taken and one of 10,001 refused as a whole (contract §2)', async () => {
  await using service = await startService()
  const { alfa } = service
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...GOOD, available: (index % 9) + 1 }))

  const most = await push(alfa, many(10_000))
  expect(most.status).toBe(200)
  expect(most.body.received).toBe(10_000)
  const before = await dayOf(alfa)
  const over = await push(alfa, [...many(10_000), { ...GOOD, available: 77 }])
  expect(over).toBeProblem(422, 'validation_failed')
  expect(over.body.errors).toMatchObject([{ path: '/updates', code: 'wrong_length' }])
  expect(await dayOf(alfa)).toEqual(before)
})
