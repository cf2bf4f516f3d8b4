import { expect, test } from 'bun:test'
import { gzipSync } from 'bun'
import { withAnotherKey } from '../support/api-keys.ts'
import { daysOf, history, pull, push } from '../support/http.ts'
import { count, DAY_MS, run } from '../support/retention.ts'
import { startService, type TestHotel } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

const DATE = '2027-04-01'
const GOOD = { roomCode: 'DBL', date: DATE, available: 4, priceCents: 12900 }
const BAD = { ...GOOD, available: -1 }
const KEY = { 'idempotency-key': 'a-key' }

const send = ({ call }: TestHotel, updates: unknown[], query = '', headers = KEY) =>
  call('PUT', `/availability${query}`, { body: { updates }, headers })
const leftOf = async (hotel: TestHotel) => daysOf(await pull(hotel, DATE), 'DBL')[0]!.available
const entries = async (hotel: TestHotel) => (await history(hotel, 'DBL', DATE)).body.items.length
const isReplayed = ({ headers }: { headers: Headers }) => headers.get('idempotency-replayed')

test.each([
  ['wholly applied', [GOOD], '', 200],
  ['applied in part', [GOOD, BAD, { ...GOOD, roomCode: 'DBK\ud800' }], '', 207],
  ['applied in atomic mode', [GOOD, { ...GOOD, available: 5 }], '?mode=atomic', 200],
  [
    'of more errors and warnings than are listed',
    [...Array(1_002).fill(GOOD), ...Array(1_002).fill(BAD)],
    '',
    207,
  ],
])(
  'a push %s is answered again under its key, byte for byte, and done once (contract-counts)',
  async (_, updates, query, status) => {
    await using service = await startService()
    const { alfa } = service

    const first = await send(alfa, updates, query)
    expect([first.status, isReplayed(first)]).toEqual([status, null])
    await push(alfa, [{ ...GOOD, available: 9 }])
    const changes = await entries(alfa)
    const again = await send(alfa, updates, query)
    expect([again.status, isReplayed(again)]).toEqual([status, 'true'])
    expect(again.text).toBe(first.text)
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'))
    expect([await leftOf(alfa), await entries(alfa)]).toEqual([9, changes])
    expect(await count(service, 'push')).toBe(2)
  },
)

test('a push that found every day so already is kept, too (contract-counts)', async () => {
  await using service = await startService()
  const { alfa } = service
  await push(alfa, [GOOD])

  const first = await send(alfa, [GOOD])
  expect([first.status, first.body.unchanged]).toEqual([200, 1])
  await push(alfa, [{ ...GOOD, available: 1 }])
  const again = await send(alfa, [GOOD])
  expect([again.text, isReplayed(again)]).toEqual([first.text, 'true'])
  expect(await leftOf(alfa)).toBe(1)
})

test('what was answered is answered again though hotel and room types are others by now (contract-counts)', async () => {
  await using service = await startService()
  const { alfa } = service
  const body = { updates: [{ ...GOOD, available: 0, priceCents: undefined }], currency: 'EUR' }
  const sendIt = () => alfa.call('PUT', '/availability', { body, headers: KEY })

  const first = await sendIt()
  expect(first.status).toBe(200)
  const { admin } = await hireStaff(service)
  const changed = await admin.call('PATCH', '/v1/admin/hotels/alfa', { body: { currency: 'USD' } })
  expect(changed.status).toBe(200)
  expect((await push(alfa, [GOOD])).body.currency).toBe('USD')
  const again = await sendIt()
  expect([again.status, again.text, isReplayed(again)]).toEqual([200, first.text, 'true'])
})

test('the same request is the same JSON value: white space and order of fields do not matter, gzip neither (contract-counts)', async () => {
  await using service = await startService()
  const { alfa } = service
  const first = await send(alfa, [GOOD, { ...GOOD, available: 3 }])
  const body = { updates: [GOOD, { ...GOOD, available: 3 }] }
  const turned = `{ "updates" : [ {"priceCents":1.29e4, "available":4.0,"date":"2027-04-01","roomCode":"\\u0044BL"},
    {"available":3,"roomCode":"DBL","date":"2027-04-01","priceCents":12900}]\n}`
  const gzip = { ...KEY, 'content-encoding': 'gzip' }

  for (const init of [
    { raw: JSON.stringify(body, null, 2), headers: KEY },
    { raw: turned, headers: KEY },
    { raw: gzipSync(JSON.stringify(body)), headers: gzip },
    { raw: gzipSync(turned), headers: gzip },
  ]) {
    const again = await alfa.call('PUT', '/availability', init)
    expect([again.text, isReplayed(again)]).toEqual([first.text, 'true'])
  }
  const named = await alfa.call('PUT', '/availability?mode=partial&dryRun=false&onStale=correct', {
    body,
    headers: KEY,
  })
  expect([named.text, isReplayed(named)]).toEqual([first.text, 'true'])
})

test('another request under the same key is 409 and changes nothing (contract-counts)', async () => {
  await using service = await startService()
  const { alfa } = service
  const two = [GOOD, { ...GOOD, available: 3 }]
  await send(alfa, two)
  const before = await pull(alfa, DATE)

  const others: [unknown, string][] = [
    [{ updates: two.toReversed() }, ''],
    [{ updates: [GOOD] }, ''],
    [{ updates: two, currency: 'EUR' }, ''],
    [{ updates: [GOOD, { ...GOOD, available: 3, closed: false }] }, ''],
    [{ updates: two }, '?mode=atomic'],
    [{ updates: two }, '?onStale=refuse'],
    // Looked up before anything else of the body: what it says wrong is not the matter.
    [{ updates: [BAD] }, ''],
    [{ updates: [] }, ''],
    [{ updates: two, currency: 'TRY' }, ''],
    ['nonsense', ''],
    [null, ''],
  ]
  for (const [body, query] of others) {
    const answer = await alfa.call('PUT', `/availability${query}`, { body, headers: KEY })
    expect(answer).toBeProblem(409, 'idempotency_conflict')
    expect(isReplayed(answer)).toBeNull()
  }
  expect((await pull(alfa, DATE)).text).toBe(before.text)
  expect(await count(service, 'push')).toBe(1)
  const read = { headers: KEY, raw: '{"updates"' }
  expect(await alfa.call('PUT', '/availability', read)).toBeProblem(400, 'malformed_json')
})

test('numbers that are none to the service are told apart, so that none is answered for another (contract-counts)', async () => {
  await using service = await startService()
  const { alfa } = service
  const raw = (price: string) =>
    `{"updates":[${JSON.stringify(GOOD)},{"roomCode":"DBL","date":"${DATE}","available":1,"priceCents":${price}}]}`

  const first = await alfa.call('PUT', '/availability', { raw: raw('1e999'), headers: KEY })
  expect(first.status).toBe(207)
  for (const price of ['null', '-1e999', '"Infinity"'])
    expect(await alfa.call('PUT', '/availability', { raw: raw(price), headers: KEY })).toBeProblem(
      409,
      'idempotency_conflict',
    )
})

test('an Idempotency-Key is its API key’s own: another key of the hotel and another hotel push anew (contract-counts)', async () => {
  await using service = await startService()
  const { alfa, bravo } = service
  const second = await withAnotherKey(service, alfa)
  const first = await send(alfa, [GOOD])

  const pushes = [await send(second, [GOOD]), await send(bravo, [GOOD])]
  for (const answer of pushes) {
    expect([answer.status, isReplayed(answer)]).toEqual([200, null])
    expect(answer.body.pushId).not.toBe(first.body.pushId)
  }
  expect(await send(second, [{ ...GOOD, available: 2 }])).toBeProblem(409, 'idempotency_conflict')
  expect((await send(alfa, [GOOD])).text).toBe(first.text)
  expect((await send(bravo, [GOOD])).text).toBe(pushes[1]!.text)
})

test('what was refused as a whole is judged anew, under the same key and with another body, too (contract-counts)', async () => {
  await using service = await startService()
  const { alfa } = service
  const refusals: [() => ReturnType<typeof send>, number, string][] = [
    [() => send(alfa, [BAD]), 422, 'validation_failed'],
    [() => send(alfa, [GOOD, BAD], '?mode=atomic'), 422, 'validation_failed'],
    [() => send(alfa, []), 422, 'validation_failed'],
    [
      () => send(alfa, [GOOD], '', { ...KEY, 'if-match': '*' } as typeof KEY),
      412,
      'precondition_failed',
    ],
    [() => send(alfa, [{ ...GOOD, priceCents: 0 }]), 422, 'validation_failed'],
  ]
  const ids = new Set<string>()
  for (let round = 0; round < 2; round++)
    for (const [refused, status, code] of refusals) {
      const answer = await refused()
      expect(answer).toBeProblem(status, code)
      expect(isReplayed(answer)).toBeNull()
      if (answer.body.pushId) ids.add(answer.body.pushId)
    }
  expect(ids.size).toBe(6)
  const good = await send(alfa, [GOOD])
  expect([good.status, isReplayed(good)]).toEqual([200, null])
})

test('a dry run is judged anew, replays nothing and keeps nothing (contract-counts)', async () => {
  await using service = await startService()
  const { alfa } = service

  const dry = await send(alfa, [GOOD], '?dryRun=true')
  expect([dry.status, isReplayed(dry), dry.body.applied]).toEqual([200, null, 1])
  const wet = await send(alfa, [GOOD])
  expect([wet.status, isReplayed(wet), wet.body.applied]).toEqual([200, null, 1])
  const later = await send(alfa, [GOOD], '?dryRun=true')
  expect([later.status, isReplayed(later), later.body.unchanged]).toEqual([200, null, 1])
  expect((await send(alfa, [BAD, GOOD], '?dryRun=true')).status).toBe(207)
  expect((await send(alfa, [GOOD])).text).toBe(wet.text)
})

test('after 24 hours a key stands for nothing any more, whether or not it was forgotten yet (contract-counts)', async () => {
  await using service = await startService()
  const { alfa, clock } = service
  const first = await send(alfa, [GOOD])
  clock.advance(DAY_MS)
  expect((await send(alfa, [GOOD])).text).toBe(first.text)

  clock.advance(1)
  const anew = await send(alfa, [{ ...GOOD, available: 2 }])
  expect([anew.status, isReplayed(anew), anew.body.applied]).toEqual([200, null, 1])
  expect((await send(alfa, [{ ...GOOD, available: 2 }])).text).toBe(anew.text)
  expect(await send(alfa, [GOOD])).toBeProblem(409, 'idempotency_conflict')
})

test('a replay costs a token as any request does (contract §7, contract-counts)', async () => {
  await using service = await startService({ requestsPerMinute: 60 })
  const { alfa } = service

  await send(alfa, [GOOD])
  const left = Number((await send(alfa, [GOOD])).headers.get('ratelimit')!.match(/r=(\d+)/)![1])
  const again = await send(alfa, [GOOD])
  expect(isReplayed(again)).toBe('true')
  expect(Number(again.headers.get('ratelimit')!.match(/r=(\d+)/)![1])).toBe(left - 1)
})

test('a key has the form that bookings take, also of a dry run; in the panel a push has none (contract §3)', async () => {
  await using service = await startService()
  const { alfa } = service
  const { manager } = await hireStaff(service)
  const wrong = { errors: [{ path: 'header:Idempotency-Key', code: 'wrong_format' }] }

  for (const key of ['', 'two words', 'x'.repeat(256), 'é'])
    for (const query of ['', '?dryRun=true']) {
      const answer = await send(alfa, [GOOD], query, { 'idempotency-key': key })
      expect(answer).toBeProblem(422, 'validation_failed')
      expect(answer.body).toMatchObject(wrong)
    }
  for (const key of ['x'.repeat(255), '"8e03978e-40d5-43dd-bc93-6894a57f9324"'])
    expect((await send(alfa, [GOOD], '', { 'idempotency-key': key })).status).toBe(200)

  const init = { body: { updates: [{ ...GOOD, available: 1 }] }, headers: KEY }
  const refused = await manager.call('PUT', '/v1/panel/availability', init)
  expect(refused).toBeProblem(422, 'validation_failed')
  expect(refused.body.errors).toMatchObject([
    { path: 'header:Idempotency-Key', code: 'unknown_field' },
  ])
  expect(await leftOf(alfa)).toBe(4)
})

test('a push whose entry in the log is gone is pushed anew rather than answered from nothing (contract-counts)', async () => {
  await using service = await startService()
  const { alfa } = service
  const first = await send(alfa, [GOOD])
  await run(service, 'delete from push')

  const anew = await send(alfa, [GOOD])
  expect([anew.status, isReplayed(anew), anew.body.unchanged]).toEqual([200, null, 1])
  expect(anew.body.pushId).not.toBe(first.body.pushId)
  expect((await send(alfa, [GOOD])).text).toBe(anew.text)
})
