import { expect, test } from 'bun:test'
import { history, push } from '../support/http.ts'
import { BAD, DATE, GOOD, isReplayed, KEY, leftOf, send } from '../support/push-key.ts'
import { count, DAY_MS, run } from '../support/retention.ts'
import { startService, type TestHotel } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

const entries = async (hotel: TestHotel) => (await history(hotel, 'DBL', DATE)).body.items.length

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
