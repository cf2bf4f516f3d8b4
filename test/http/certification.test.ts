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
  on,
  scenarioNamed,
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
  const shown = await certification(world.sandbox)

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
  const { service, sandbox, clock } = world
  await scenarioNamed(sandbox, 'mine', 'PATCH', '/availability', { updates: change })
  const at = new Date(clock.nowMs).toISOString()
  clock.advance(1_000)
  await patch(sandbox, [{ ...change[0], priceCents: 12_000 }])
  expect(await shownOf(sandbox, 'one_day')).toMatchObject({
    ...{ done: true, doneAt: at, requestIds: ['mine'] },
  })
  await finishAllBut(service, sandbox, ['closed'])
  expect((await shownOf(sandbox, 'one_day')).requestIds).toEqual(['mine'])
  expect(await certification(sandbox)).toMatchObject({ done: 23, of: 24, certifiedAt: null })
  clock.advance(5_000)
  await patch(sandbox, [{ roomCode: 'DBL', date: on(31), closed: true }])

  const certifiedAt = new Date(clock.nowMs).toISOString()
  expect(await certification(sandbox)).toMatchObject({ done: 24, of: 24, certifiedAt })
})

test('what was shown outlives a reset; another key begins anew (contract §2, Sandbox)', async () => {
  await using world = await startCertifying()
  const { service, sandbox } = world
  await patch(sandbox, change)
  await sandbox.call('POST', '/sandbox/reset')
  const another = await withAnotherKey(service, service.alfa, { test: true })

  expect(await doneBy(sandbox)).toEqual(['one_day'])
  expect(await doneBy(another)).toEqual([])
})

test('a key has a row a scenario at most, and they go with its sandbox (contract §2, Sandbox)', async () => {
  await using world = await startCertifying()
  const { service, sandbox, clock } = world
  for (let price = 1; price <= 5; price++) {
    await patch(sandbox, [{ ...change[0], priceCents: 20_000 + price }])
    await bookTest(sandbox, stay)
    await sandbox.call('GET', '/changes?limit=500')
  }
  expect(await count(service, 'sandbox_proof')).toBe(2)
  await endApiKey(service.deps, { id: sandbox.keyId, hotelId: service.alfa.id })
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
  const { service, sandbox } = world
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
      { id: sandbox.keyId, hotelId: sandbox.id },
      call,
    )
  const away = new AppError('unavailable', 'The database is away.')
  await failing(away)
  await failing(new Error('Failed query', { cause: away }))

  expect(failing(new Error('no such table'))).rejects.toThrow('no such table')
})

test('a hotel’s people see what its test keys have shown; of a live key, or another hotel’s, there is nothing (contract §2, Sandbox)', async () => {
  await using world = await startCertifying()
  const { service, sandbox } = world
  const { alfa, bravo } = service
  await patch(sandbox, change)
  const manager = await signIn(service, 'hotel_manager', { hotelIds: [alfa.id] })
  const other = await signIn(service, 'hotel_manager', { name: 'm2', hotelIds: [bravo.id] })
  const path = (keyId: string) => `/v1/panel/api-keys/${keyId}/certification`
  const { test: _, ...own } = await certification(sandbox)
  const shown = await manager.call('GET', path(sandbox.keyId))
  const document = (await service.call('GET', '/openapi.json')).body
  const operation = operationsOf(document).get('GET /v1/panel/api-keys/{id}/certification')!

  expect(shown.body).toEqual(own)
  expect(breachesOf(document, operation, shown)).toEqual([])
  expect(await manager.call('GET', path(alfa.keyId))).toBeProblem(404, 'not_found')
  expect(await other.call('GET', path(sandbox.keyId))).toBeProblem(404, 'not_found')
})

/** Fills a minute's requests of a key that has few of them. */
async function untilRefused(sandbox: TestHotel) {
  for (;;) {
    const answer = await sandbox.call('GET', '/hotel')
    if (answer.status === 429) return answer
  }
}

const isBackedOff = async (sandbox: TestHotel) => (await shownOf(sandbox, 'back_off')).done

test('back-off: after a 429 nothing is asked until Retry-After has passed, then something is answered (contract §2, Sandbox)', async () => {
  await using world = await startCertifying()
  const { service, clock } = world
  const few = { test: true, requestsPerMinute: 3 }
  const sandbox = await withAnotherKey(service, service.alfa, few)
  const refused = await untilRefused(sandbox)
  clock.advance(Number(refused.headers.get('retry-after')) * 1_000)
  const answered = await scenarioNamed(sandbox, 'then', 'GET', '/hotel')
  expect(answered.status).toBe(200)
  clock.advance(60_000)

  expect((await shownOf(sandbox, 'back_off')).requestIds).toEqual([
    refused.headers.get('x-request-id')!,
    'then',
  ])
})

const refuse = (sandbox: TestHotel, status = 429) =>
  sandbox.call('POST', '/sandbox/faults', { body: { operation: 'getHotel', status, times: 1 } })
const ask = (sandbox: TestHotel) => sandbox.call('GET', '/hotel')

test('back-off: a 429 on purpose will do, and calls of the sandbox are none of the key’s (contract §2, Sandbox)', async () => {
  await using world = await startCertifying()
  const { sandbox, clock } = world
  await refuse(sandbox)
  expect((await ask(sandbox)).headers.get('retry-after')).toBe('2')
  clock.advance(1_000)
  await sandbox.call('GET', '/sandbox/faults')
  expect(await isBackedOff(sandbox)).toBe(false)
  clock.advance(1_000)
  await ask(sandbox)

  expect(await isBackedOff(sandbox)).toBe(true)
})

test('back-off: who asks too early, is refused again, or for something else has not (contract §2, Sandbox)', async () => {
  await using world = await startCertifying()
  const { sandbox, clock } = world
  const wait = (ms: number) => clock.advance(ms)
  // Too early, and then in time.
  await refuse(sandbox)
  await ask(sandbox)
  wait(1_900)
  await ask(sandbox)
  wait(200)
  await ask(sandbox)
  expect(await isBackedOff(sandbox)).toBe(false)
  // A 503 is no 429.
  await refuse(sandbox, 503)
  await ask(sandbox)
  wait(2_000)
  await ask(sandbox)
  expect(await isBackedOff(sandbox)).toBe(false)
  // What is asked in time is no answer: refused for something else, and again for asking too fast.
  await refuse(sandbox)
  await ask(sandbox)
  wait(2_000)
  expect((await sandbox.call('GET', '/bookings/NONE')).status).toBe(404)
  await refuse(sandbox)
  await ask(sandbox)
  wait(1_000)
  expect(await isBackedOff(sandbox)).toBe(false)
  wait(1_000)
  await ask(sandbox)

  expect(await isBackedOff(sandbox)).toBe(true)
})

test('back-off: calls that were under way when one was told to wait are no harm (contract §2, Sandbox)', async () => {
  await using world = await startCertifying()
  const { service, clock } = world
  const few = { test: true, requestsPerMinute: 3 }
  const sandbox = await withAnotherKey(service, service.alfa, few)
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(sandbox)))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
  clock.advance(60_000)
  await ask(sandbox)
  clock.advance(60_000)

  expect(await isBackedOff(sandbox)).toBe(true)
})

const pullAll = {
  days: `/availability?from=${on(0)}&to=${on(364)}`,
  bookings: '/bookings?updatedSince=2000-01-01T00:00:00Z',
}

test('reconciliation: all days and all bookings, pulled after everything else (contract §2, Sandbox)', async () => {
  await using world = await startCertifying()
  const { service, sandbox } = world
  for (let each = 0; each < 3; each++) await bookTest(sandbox, stay)
  for (const path of Object.values(pullAll)) await sandbox.call('GET', path)
  await finishAllBut(service, sandbox, ['closed', 'reconciliation'])
  for (const path of Object.values(pullAll)) await sandbox.call('GET', path)
  await finishAllBut(service, sandbox, ['reconciliation'])
  expect(await doneBy(sandbox)).not.toContain('reconciliation')
  await scenarioNamed(sandbox, 'days', 'GET', pullAll.days)
  expect(await doneBy(sandbox)).not.toContain('reconciliation')
  const page = await sandbox.call('GET', `${pullAll.bookings}&limit=2`)
  expect(await doneBy(sandbox)).not.toContain('reconciliation')
  const rest = `${pullAll.bookings}&limit=2&cursor=${page.body.nextCursor}`
  await scenarioNamed(sandbox, 'rest', 'GET', rest)

  expect((await shownOf(sandbox, 'reconciliation')).requestIds).toEqual(['days', 'rest'])
  expect((await certification(sandbox)).certifiedAt).not.toBeNull()
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
  const { service, sandbox } = world
  await bookTest(sandbox, stay)
  await finishAllBut(service, sandbox, ['reconciliation'])
  for (const path of paths) await sandbox.call('GET', path)

  expect(await doneBy(sandbox)).not.toContain('reconciliation')
})

test('reconciliation: days that are as they were are pulled as well (contract §2, Sandbox)', async () => {
  await using world = await startCertifying()
  const { service, sandbox } = world
  const headers = {
    'if-none-match': (await sandbox.call('GET', pullAll.days)).headers.get('etag')!,
  }
  await finishAllBut(service, sandbox, ['reconciliation'])
  await sandbox.call('GET', pullAll.bookings)
  expect((await sandbox.call('GET', pullAll.days, { headers })).status).toBe(304)

  expect(await doneBy(sandbox)).toContain('reconciliation')
})
