import { expect, test } from 'bun:test'
import { AppError } from '../../src/domain/kernel/errors.ts'
import { SCENARIOS } from '../../src/domain/sandbox/certification.ts'
import { endApiKey } from '../../src/service/accounts/api-keys.ts'
import { noteCall } from '../../src/service/sandbox/certification.ts'
import { withAnotherKey } from '../support/api-keys.ts'
import { book } from '../support/bookings.ts'
import {
  certification,
  doneBy,
  finishAllBut,
  named,
  on,
  shownOf,
  startCertifying,
} from '../support/certified.ts'
import { patch } from '../support/http.ts'
import { breachesOf, operationsOf } from '../support/openapi.ts'
import { count, DAY_MS, prune, run } from '../support/retention.ts'
import { bookTest } from '../support/sandbox.ts'
import type { TestHotel } from '../support/service.ts'
import { signIn } from '../support/users.ts'
import { addWebhook, attemptAll, queueEvents } from '../support/webhooks.ts'

const stay = { checkin: on(22), checkout: on(24), adults: 1 }
const change = [{ roomCode: 'DBL', date: on(30), priceCents: 11_000 }]

test('a new test key has shown nothing, and is told what to do, call by call (contract §2, Sandbox)', async () => {
  await using world = await startCertifying()
  const shown = await certification(world.twin)

  expect(shown).toMatchObject({ test: true, done: 0, of: SCENARIOS.length, certifiedAt: null })
  expect(shown.scenarios.map(({ scenario }) => scenario)).toEqual([...SCENARIOS])
  for (const { done, doneAt, requestIds, deliveryIds, title, next, calls } of shown.scenarios) {
    expect({ done, doneAt, requestIds, deliveryIds }).toEqual({
      ...{ done: false, doneAt: null, requestIds: [], deliveryIds: [] },
    })
    expect(title).not.toBe('')
    expect(next).toMatch(/\.$/)
    for (const call of calls) expect(call).toMatch(/^(GET|POST|PATCH) \/v1\/partner\//)
  }
})

test('the first proof stands: when, and the request that gave it; all of them are a certificate (contract §2, Sandbox)', async () => {
  await using world = await startCertifying()
  const { service, twin, clock } = world
  await named(twin, 'mine', 'PATCH', '/availability', { updates: change })
  const at = new Date(clock.nowMs).toISOString()
  clock.advance(1_000)
  await patch(twin, [{ ...change[0], priceCents: 12_000 }])
  expect(await shownOf(twin, 'one_day')).toMatchObject({
    ...{ done: true, doneAt: at, requestIds: ['mine'] },
  })
  await finishAllBut(service, twin, ['closed'])
  expect((await shownOf(twin, 'one_day')).requestIds).toEqual(['mine'])
  expect(await certification(twin)).toMatchObject({ done: 20, of: 21, certifiedAt: null })
  clock.advance(5_000)
  await patch(twin, [{ roomCode: 'DBL', date: on(31), closed: true }])

  const certifiedAt = new Date(clock.nowMs).toISOString()
  expect(await certification(twin)).toMatchObject({ done: 21, of: 21, certifiedAt })
})

test('what was shown outlives a reset; another key begins anew (contract §2, Sandbox)', async () => {
  await using world = await startCertifying()
  const { service, twin } = world
  await patch(twin, change)
  await twin.call('POST', '/sandbox/reset')
  const another = await withAnotherKey(service, service.alfa, { test: true })

  expect(await doneBy(twin)).toEqual(['one_day'])
  expect(await doneBy(another)).toEqual([])
})

test('a key has a row a scenario at most, and they go with its sandbox (contract §2, Sandbox)', async () => {
  await using world = await startCertifying()
  const { service, twin, clock } = world
  for (let price = 1; price <= 5; price++) {
    await patch(twin, [{ ...change[0], priceCents: 20_000 + price }])
    await bookTest(twin, stay)
    await twin.call('GET', '/changes?limit=500')
  }
  expect(await count(service, 'sandbox_proof')).toBe(2)
  await endApiKey(service.deps, { id: twin.keyId, hotelId: service.alfa.id })
  clock.advance(29 * DAY_MS)
  await prune(service)
  expect(await count(service, 'sandbox_proof')).toBe(2)
  clock.advance(2 * DAY_MS)
  await prune(service)

  expect(await count(service, 'sandbox_proof')).toBe(0)
})

test('of a live key nothing is noted or looked up: its calls need no table of it (contract §2, Sandbox)', async () => {
  await using world = await startCertifying({ requestsPerMinute: 20 })
  const { service } = world
  const { alfa, call } = service
  const { id } = await addWebhook(alfa)
  await run(service, 'alter table sandbox_proof rename to no_proof')
  // Back again, whatever comes: the next test may have the same database.
  await using _ = {
    [Symbol.asyncDispose]: () => run(service, 'alter table no_proof rename to sandbox_proof'),
  }
  const { code } = (await book(call, { checkin: on(22), checkout: on(24) })).body
  await queueEvents(service)
  await attemptAll(service, id)
  const answers = [
    await patch(alfa, change),
    await alfa.call('GET', '/changes'),
    await alfa.call('GET', `/availability?from=${on(0)}&to=${on(364)}`),
    await alfa.call('GET', '/bookings?updatedSince=2000-01-01T00:00:00Z'),
    await alfa.call('GET', `/bookings/${code}`),
    await alfa.call('POST', `/bookings/${code}/ack`, { body: { revision: 1 } }),
    await alfa.call('POST', '/bookings/ack', { body: { acks: [{ code, revision: 1 }] } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  let answer = await alfa.call('GET', '/hotel')
  while (answer.status === 200) answer = await alfa.call('GET', '/hotel')

  expect(answer).toBeProblem(429, 'rate_limited')
})

test('what cannot be noted for the database is no harm to the call; a defect is none of that (contract §2, Sandbox)', async () => {
  await using world = await startCertifying()
  const { service, twin } = world
  const call = { requestId: 'r', startedAtMs: 0, isGood: true, shown: [] }
  const failing = (error: Error) =>
    noteCall(
      {
        ...service.deps,
        store: {
          get t(): never {
            throw error
          },
        } as never,
      },
      { id: twin.keyId, hotelId: twin.id },
      call,
    )
  const away = new AppError('unavailable', 'The database is away.')
  await failing(away)
  await failing(new Error('Failed query', { cause: away }))

  expect(failing(new Error('no such table'))).rejects.toThrow('no such table')
})

test('a hotel’s people see what its test keys have shown; of a live key, or another hotel’s, there is nothing (contract §2, Sandbox)', async () => {
  await using world = await startCertifying()
  const { service, twin } = world
  const { alfa, bravo } = service
  await patch(twin, change)
  const manager = await signIn(service, 'hotel_manager', { hotelIds: [alfa.id] })
  const other = await signIn(service, 'hotel_manager', { name: 'm2', hotelIds: [bravo.id] })
  const path = (keyId: string) => `/v1/panel/api-keys/${keyId}/certification`
  const { test: _, ...own } = await certification(twin)
  const shown = await manager.call('GET', path(twin.keyId))
  const document = (await service.call('GET', '/openapi.json')).body
  const operation = operationsOf(document).get('GET /v1/panel/api-keys/{id}/certification')!

  expect(shown.body).toEqual(own)
  expect(breachesOf(document, operation, shown)).toEqual([])
  expect(await manager.call('GET', path(alfa.keyId))).toBeProblem(404, 'not_found')
  expect(await other.call('GET', path(twin.keyId))).toBeProblem(404, 'not_found')
})

/** Fills a minute's requests of a key that has few of them. */
async function untilRefused(twin: TestHotel) {
  for (;;) {
    const answer = await twin.call('GET', '/hotel')
    if (answer.status === 429) return answer
  }
}

const isBackedOff = async (twin: TestHotel) => (await shownOf(twin, 'back_off')).done

test('back-off: after a 429 nothing is asked until Retry-After has passed, then something is answered (contract §2, Sandbox)', async () => {
  await using world = await startCertifying()
  const { service, clock } = world
  const few = { test: true, requestsPerMinute: 3 }
  const twin = await withAnotherKey(service, service.alfa, few)
  const refused = await untilRefused(twin)
  clock.advance(Number(refused.headers.get('retry-after')) * 1_000)
  const answered = await named(twin, 'then', 'GET', '/hotel')
  expect(answered.status).toBe(200)
  clock.advance(60_000)

  expect((await shownOf(twin, 'back_off')).requestIds).toEqual([
    refused.headers.get('x-request-id')!,
    'then',
  ])
})

const refuse = (twin: TestHotel, status = 429) =>
  twin.call('POST', '/sandbox/faults', { body: { operation: 'getHotel', status, times: 1 } })
const ask = (twin: TestHotel) => twin.call('GET', '/hotel')

test('back-off: a 429 on purpose will do, and calls of the sandbox are none of the key’s (contract §2, Sandbox)', async () => {
  await using world = await startCertifying()
  const { twin, clock } = world
  await refuse(twin)
  expect((await ask(twin)).headers.get('retry-after')).toBe('2')
  clock.advance(1_000)
  await twin.call('GET', '/sandbox/faults')
  expect(await isBackedOff(twin)).toBe(false)
  clock.advance(1_000)
  await ask(twin)

  expect(await isBackedOff(twin)).toBe(true)
})

test('back-off: who asks too early, is refused again, or for something else has not (contract §2, Sandbox)', async () => {
  await using world = await startCertifying()
  const { twin, clock } = world
  const wait = (ms: number) => clock.advance(ms)
  // Too early, and then in time.
  await refuse(twin)
  await ask(twin)
  wait(1_900)
  await ask(twin)
  wait(200)
  await ask(twin)
  expect(await isBackedOff(twin)).toBe(false)
  // A 503 is no 429.
  await refuse(twin, 503)
  await ask(twin)
  wait(2_000)
  await ask(twin)
  expect(await isBackedOff(twin)).toBe(false)
  // What is asked in time is no answer: refused for something else, and again for asking too fast.
  await refuse(twin)
  await ask(twin)
  wait(2_000)
  expect((await twin.call('GET', '/bookings/NONE')).status).toBe(404)
  await refuse(twin)
  await ask(twin)
  wait(1_000)
  expect(await isBackedOff(twin)).toBe(false)
  wait(1_000)
  await ask(twin)

  expect(await isBackedOff(twin)).toBe(true)
})

test('back-off: calls that were under way when one was told to wait are no harm (contract §2, Sandbox)', async () => {
  await using world = await startCertifying()
  const { service, clock } = world
  const few = { test: true, requestsPerMinute: 3 }
  const twin = await withAnotherKey(service, service.alfa, few)
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(twin)))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
  clock.advance(60_000)
  await ask(twin)
  clock.advance(60_000)

  expect(await isBackedOff(twin)).toBe(true)
})

const pullAll = {
  days: `/availability?from=${on(0)}&to=${on(364)}`,
  bookings: '/bookings?updatedSince=2000-01-01T00:00:00Z',
}

test('reconciliation: all days and all bookings, pulled after everything else (contract §2, Sandbox)', async () => {
  await using world = await startCertifying()
  const { service, twin } = world
  for (let each = 0; each < 3; each++) await bookTest(twin, stay)
  for (const path of Object.values(pullAll)) await twin.call('GET', path)
  await finishAllBut(service, twin, ['closed', 'reconciliation'])
  for (const path of Object.values(pullAll)) await twin.call('GET', path)
  await finishAllBut(service, twin, ['reconciliation'])
  expect(await doneBy(twin)).not.toContain('reconciliation')
  await named(twin, 'days', 'GET', pullAll.days)
  expect(await doneBy(twin)).not.toContain('reconciliation')
  const page = await twin.call('GET', `${pullAll.bookings}&limit=2`)
  expect(await doneBy(twin)).not.toContain('reconciliation')
  const rest = `${pullAll.bookings}&limit=2&cursor=${page.body.nextCursor}`
  await named(twin, 'rest', 'GET', rest)

  expect((await shownOf(twin, 'reconciliation')).requestIds).toEqual(['days', 'rest'])
  expect((await certification(twin)).certifiedAt).not.toBeNull()
})

test.each([
  ['a room type alone', [`${pullAll.days}&roomCode=DBL`, pullAll.bookings]],
  ['a day too few', [`/availability?from=${on(0)}&to=${on(363)}`, pullAll.bookings]],
  ['days that begin later', [`/availability?from=${on(2)}&to=${on(364)}`, pullAll.bookings]],
  [
    'days of a range that is too long',
    [`/availability?from=${on(0)}&to=${on(900)}`, pullAll.bookings],
  ],
  ['no days', [pullAll.bookings, pullAll.bookings]],
  ['no bookings', [pullAll.days, pullAll.days]],
  ['what is not acknowledged alone', [pullAll.days, `${pullAll.bookings}&unacked=true`]],
  ['one status alone', [pullAll.days, `${pullAll.bookings}&status=confirmed`]],
  ['bookings of a range', [pullAll.days, `/bookings?from=${on(0)}&to=${on(300)}`]],
  ['bookings since the last', [pullAll.days, '/bookings?updatedSince=2027-03-10T09:00:01Z']],
  ['a refused pull', [pullAll.days, `${pullAll.bookings}&limit=0`]],
])('reconciliation is not: %s (contract §2, Sandbox)', async (_, paths) => {
  await using world = await startCertifying()
  const { service, twin } = world
  await bookTest(twin, stay)
  await finishAllBut(service, twin, ['reconciliation'])
  for (const path of paths) await twin.call('GET', path)

  expect(await doneBy(twin)).not.toContain('reconciliation')
})

test('reconciliation: days that are as they were are pulled as well (contract §2, Sandbox)', async () => {
  await using world = await startCertifying()
  const { service, twin } = world
  const headers = { 'if-none-match': (await twin.call('GET', pullAll.days)).headers.get('etag')! }
  await finishAllBut(service, twin, ['reconciliation'])
  await twin.call('GET', pullAll.bookings)
  expect((await twin.call('GET', pullAll.days, { headers })).status).toBe(304)

  expect(await doneBy(twin)).toContain('reconciliation')
})
