import { expect, test } from 'bun:test'
import { createApp } from '../../src/app.ts'
import { createTurns } from '../../src/service/turns.ts'
import { history, pull, push, recordLog } from '../support/http.ts'
import { caller, startService, type TestHotel, type TestService } from '../support/service.ts'
import { forbidWrites } from '../support/store.ts'

const INSIDE = 'select secret from vault at /srv/roomwire/store.ts'
const GOOD = { roomCode: 'DBL', date: '2027-04-01', available: 4, priceCents: 100 }

/** Alfa as before, at a service of which one dependency throws. */
function withDefect({ context, alfa }: TestService, thrown: unknown): TestHotel {
  const hotelOf = () => {
    throw thrown
  }
  const call = caller(createApp({ ...context, hotelOf }))
  const authorization = `Bearer ${alfa.secret}`
  return {
    ...alfa,
    call: (method, path, init = {}) =>
      call(method, `/v1/partner${path}`, { ...init, headers: { authorization, ...init.headers } }),
  }
}

test('a defect is 500 internal: nothing of the inside goes out, and the log has it under the requestId (contract §6)', async () => {
  const { log, events } = recordLog()
  await using service = await startService({ log })
  const cause = new Error('the cause of it')
  const alfa = withDefect(service, new Error(INSIDE, { cause }))

  const answer = await alfa.call('GET', '/hotel', { headers: { 'x-request-id': 'mine' } })
  expect(answer).toBeProblem(500, 'internal')
  expect(Object.keys(answer.body)).toEqual([
    'type',
    'title',
    'status',
    'code',
    'detail',
    'requestId',
  ])
  const all = answer.text + JSON.stringify([...answer.headers])
  for (const word of ['select', 'secret', 'vault', '/srv', 'cause', '.ts', 'Error:'])
    expect(all).not.toContain(word)
  expect(events).toMatchObject([
    {
      level: 'error',
      event: 'internal',
      facts: {
        requestId: 'mine',
        method: 'GET',
        error: INSIDE,
        cause: { error: 'the cause of it' },
      },
    },
  ])
  expect(events[0]!.facts.stack).toContain('errors-defect.test.ts')
})

test('a defect on any partner route is 500 with the headers of the limit, and the service goes on (contract §6, §7)', async () => {
  const { log } = recordLog()
  await using service = await startService({ log })
  const alfa = withDefect(service, new TypeError(INSIDE))

  for (const answer of [
    await pull(alfa, '2027-04-01'),
    await push(alfa, [GOOD]),
    await history(alfa, 'DBL', '2027-04-01'),
    await alfa.call('GET', '/mapping'),
  ]) {
    expect(answer).toBeProblem(500, 'internal')
    expect(answer.headers.get('ratelimit')).toBeTruthy()
  }
  expect((await alfa.call('GET', '/boards')).status).toBe(200)
})

test('whatever is thrown is 500: no error, an error with a foreign code or status (contract §6)', async () => {
  const { log, events } = recordLog()
  await using service = await startService({ log })
  const thrown = [
    'a text',
    7,
    { code: 'NOT_AN_ERROR', status: 200, message: INSIDE },
    Object.assign(new Error(INSIDE), { code: 'EACCES', status: 418 }),
    Object.assign(new Error(INSIDE), { code: 42, cause: 'text' }),
  ]

  for (const each of thrown) {
    const answer = await withDefect(service, each).call('GET', '/hotel')
    expect(answer).toBeProblem(500, 'internal')
    expect(answer.text).not.toContain('vault')
  }
  expect(events).toHaveLength(thrown.length)
})

test('no secret of a key reaches the log, whatever goes wrong (contract §8)', async () => {
  const { log, events } = recordLog()
  await using service = await startService({ log })
  const { alfa, call } = service

  await withDefect(service, new Error(INSIDE)).call('GET', '/hotel')
  await alfa.call('PUT', '/availability', { raw: '{' })
  await call('GET', '/v1/partner/hotel', { headers: { authorization: `Bearer ${alfa.secret}x` } })
  expect(events.length).toBeGreaterThan(0)
  expect(JSON.stringify(events)).not.toContain(alfa.secret)
})

test('while the database cannot be written a push is 503 with Retry-After, nothing changes, and pulls go on (contract §6)', async () => {
  const { log, events } = recordLog()
  await using service = await startService({ log })
  const { alfa } = service
  await push(alfa, [GOOD])
  await forbidWrites(service)

  const answer = await push(alfa, [{ ...GOOD, available: 5 }])
  expect(answer).toBeProblem(503, 'unavailable')
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(answer.text).not.toMatch(/read-?only/)
  const pulled = await pull(alfa, '2027-04-01')
  expect(pulled.body.rooms[0].days[0].available).toBe(4)
  expect(await push(alfa, [{}])).toBeProblem(422, 'validation_failed')
  expect(events).toMatchObject([{ event: 'unavailable', facts: { method: 'PUT' } }])
  expect(JSON.stringify(events[0]!.facts.cause)).toMatch(/read-?only/)
})

test('a push refused because too many wait is one line of level warn, without a stack (contract §7)', async () => {
  const { log, events } = recordLog()
  await using service = await startService({ log })
  const largePushes = createTurns({ ofOneMax: 0, inAllMax: 0, retryAfterSeconds: 10 })
  const call = caller(createApp({ ...service.context, largePushes }))
  const headers = { authorization: `Bearer ${service.alfa.secret}` }
  const body = { updates: Array.from({ length: 101 }, () => GOOD) }

  const answer = await call('PUT', '/v1/partner/availability', { headers, body })
  expect(answer).toBeProblem(503, 'unavailable')
  expect(answer.headers.get('retry-after')).toBe('10')
  const facts = {
    requestId: answer.body.requestId,
    method: 'PUT',
    error: 'Too many large requests are waiting; nothing was changed.',
  }
  expect(events).toEqual([{ level: 'warn', event: 'unavailable', facts }])
})

test('pushes that wait together while the database cannot be written are all answered 503 (contract §6)', async () => {
  await using service = await startService({ log: recordLog().log })
  const { alfa } = service
  await forbidWrites(service)

  const answers = await Promise.all(Array.from({ length: 100 }, () => push(alfa, [GOOD])))
  for (const answer of answers) expect(answer).toBeProblem(503, 'unavailable')
})

test('after the store was closed a push is answered 503 rather than left waiting (contract §6, §10)', async () => {
  await using service = await startService({ log: recordLog().log })
  const { alfa, closeStore } = service
  await push(alfa, [GOOD])
  await closeStore()

  for (let available = 5; available < 8; available++)
    expect(await push(alfa, [{ ...GOOD, available }])).toBeProblem(503, 'unavailable')
})

test('/v1/health is 503 with Retry-After when the database cannot be written, and when it was closed (contract §5)', async () => {
  for (const breakIt of [forbidWrites, ({ closeStore }: TestService) => closeStore()]) {
    const { log, events } = recordLog()
    await using service = await startService({ log })
    await breakIt(service)

    const answer = await service.call('GET', '/v1/health')
    expect(answer).toBeProblem(503, 'unavailable')
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(events.map(({ event }) => event)).toContain('health_failed')
  }
})
