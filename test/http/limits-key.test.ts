import { expect, test } from 'bun:test'
import { pull, push } from '../support/http.ts'
import type { Answer } from '../support/matchers.ts'
import { startService, type TestHotel } from '../support/service.ts'

const hotel = (of: TestHotel) => of.call('GET', '/hotel')
const burst = (of: TestHotel, count: number) =>
  Promise.all(Array.from({ length: count }, () => hotel(of)))
const count = (answers: Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length

/** `r` and `t` of the `RateLimit` header (draft-ietf-httpapi-ratelimit-headers). */
function rateOf({ headers }: Answer): [remaining: number, resetSeconds: number] {
  const match = headers.get('ratelimit')?.match(/^"default";r=(\d+);t=(\d+)(?:, "days";|$)/)
  return [Number(match?.[1]), Number(match?.[2])]
}

test('61 calls at once on one key: 60 pass and one is 429 with a whole Retry-After of at least 1 (specification §8, contract §7)', async () => {
  await using service = await startService({ requestsPerMinute: null })
  const { alfa, bravo } = service

  const answers = await burst(alfa, 61)
  expect(count(answers, 200)).toBe(60)
  expect(count(answers, 429)).toBe(1)
  const refused = answers.find(({ status }) => status === 429)!
  expect(refused).toBeProblem(429, 'rate_limited')
  expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  expect(rateOf(refused)[0]).toBe(0)
  // Another key is untouched.
  expect(rateOf(await hotel(bravo))).toEqual([59, 1])
})

test('a client that waits exactly Retry-After gets through, whatever the limit (contract §7)', async () => {
  // 60 refill in whole seconds, the others do not: Retry-After is rounded up and still enough.
  for (const requestsPerMinute of [1, 7, 13, 59, 60, 61, 97, 1_000, 3_601]) {
    await using service = await startService({ requestsPerMinute })
    const { alfa, clock } = service
    for (const elapsedMs of [0, 1, 333, 999.7, 12_345.678]) {
      clock.advance(elapsedMs)
      let refused: Answer
      do refused = await hotel(alfa)
      while (refused.status === 200)
      expect(refused).toBeProblem(429, 'rate_limited')
      const retryAfter = Number(refused.headers.get('retry-after'))
      expect(retryAfter).toBeGreaterThanOrEqual(1)
      expect(retryAfter).toBeLessThanOrEqual(Math.ceil(60 / requestsPerMinute))
      clock.advance(retryAfter * 1_000)
      expect([requestsPerMinute, elapsedMs, (await hotel(alfa)).status]).toEqual([
        requestsPerMinute,
        elapsedMs,
        200,
      ])
    }
  }
})

test('a bucket of 60 refills one a second, up to 60 and no further (contract §7)', async () => {
  await using service = await startService({ requestsPerMinute: null })
  const { alfa, bravo, clock } = service
  await burst(alfa, 60)
  await burst(bravo, 60)

  clock.advance(999)
  expect((await hotel(bravo)).status).toBe(429)
  clock.advance(1)
  expect((await hotel(alfa)).status).toBe(200)
  expect((await hotel(alfa)).status).toBe(429)
  clock.advance(10_000)
  expect(count(await burst(alfa, 20), 200)).toBe(10)
  clock.advance(24 * 3_600_000)
  expect(count(await burst(alfa, 70), 200)).toBe(60)
})

test('a step of the wall clock neither fills a bucket nor starves it (contract §7)', async () => {
  await using service = await startService({ requestsPerMinute: null })
  const { alfa, clock } = service
  await burst(alfa, 60)

  clock.nowMs += 3_600_000
  expect((await hotel(alfa)).status).toBe(429)
  clock.nowMs -= 7_200_000
  clock.monotonicMs += 1_000
  expect((await hotel(alfa)).status).toBe(200)
})

test('a refused call takes nothing, so that a client that keeps asking is let in as soon as one that waits (contract §7)', async () => {
  await using service = await startService({ requestsPerMinute: null })
  const { alfa, clock } = service
  await burst(alfa, 60)

  for (let i = 0; i < 9; i++) {
    clock.advance(100)
    expect((await hotel(alfa)).status).toBe(429)
  }
  // The first was refused after 100 ms and told a second.
  clock.advance(200)
  expect((await hotel(alfa)).status).toBe(200)
})

test('a key may have a limit of its own, and says so (contract §7)', async () => {
  await using service = await startService({ requestsPerMinute: 5 })
  const { alfa } = service

  const answers = await burst(alfa, 8)
  expect(count(answers, 200)).toBe(5)
  expect(count(answers, 429)).toBe(3)
  for (const { headers } of answers)
    expect(headers.get('ratelimit-policy')).toBe('"default";q=5;w=60, "days";q=100000;w=120')
  // 12 seconds a token, and everybody is told of one of their own.
  const refused = answers.filter(({ status }) => status === 429)
  const told = refused.map(({ headers }) => headers.get('retry-after')).toSorted()
  expect(told).toEqual(['12', '24', '36'])
})

test('every partner answer says the policy and what is left: 200, 207, 304, 400, 413, 415, 422, 429 (contract §7)', async () => {
  await using service = await startService({ requestsPerMinute: 10 })
  const { alfa } = service
  const good = { roomCode: 'DBL', date: '2027-04-01', available: 4, priceCents: 100 }
  const put = (raw: string, headers = {}) => alfa.call('PUT', '/availability', { raw, headers })

  const first = await pull(alfa, '2027-04-01')
  const etag = { 'if-none-match': first.headers.get('etag')! }
  const answers = [
    first,
    await alfa.call('GET', '/availability?from=2027-04-01&to=2027-04-01', { headers: etag }),
    await push(alfa, [good, {}]),
    await put('{'),
    await put('{}', { 'content-type': 'text/plain' }),
    await put(' '.repeat(4 * 1024 * 1024 + 1)),
    await push(alfa, [{}]),
    await alfa.call('GET', '/availability?from=x'),
    await alfa.call('GET', '/limits'),
    await alfa.call('GET', '/availability/history?roomCode=NOPE&date=2027-04-01'),
    await hotel(alfa),
  ]
  expect(answers.map(({ status }) => status)).toEqual([
    200, 304, 207, 400, 415, 413, 422, 422, 200, 422, 429,
  ])
  for (const { headers } of answers)
    expect(headers.get('ratelimit-policy')).toBe('"default";q=10;w=60, "days";q=100000;w=120')
  expect(answers.map((answer) => rateOf(answer)[0])).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0])
  expect(rateOf(answers[0]!)[1]).toBe(6)
  expect(rateOf(answers.at(-1)!)[1]).toBe(60)
})

test('GET /limits says every limit and what is left of this key, itself counted (contract §2)', async () => {
  await using service = await startService({ requestsPerMinute: null })
  const { alfa, clock } = service
  await burst(alfa, 9)

  const { status, body } = await alfa.call('GET', '/limits')
  expect(status).toBe(200)
  expect(body.requests).toEqual({ perMinute: 60, remaining: 50, resetSeconds: 10 })
  clock.advance(3_000)
  expect((await alfa.call('GET', '/limits')).body.requests).toEqual({
    perMinute: 60,
    remaining: 52,
    resetSeconds: 8,
  })
  expect(body).toMatchObject({
    body: { bytesMax: 4_194_304 },
    availabilityPull: { daysMax: 750, pastDaysMax: 366 },
    availabilityPush: {
      updatesMax: 10_000,
      pastDaysMax: 1,
      futureDaysMax: 730,
      availableMax: 9_999,
      reportEntriesMax: 1_000,
    },
    changes: {
      limitDefault: 100,
      limitMax: 500,
      daysMax: 10_000,
      waitSecondsMax: 25,
      keptDays: 90,
    },
    lists: { limitDefault: 20, limitMax: 100 },
  })
})

test('a 401 takes no token from anyone (contract §7, issue 2)', async () => {
  await using service = await startService({ requestsPerMinute: null })
  const { alfa, call } = service

  for (const authorization of [`Bearer ${alfa.secret}x`, `Basic ${alfa.secret}`, 'Bearer', ''])
    for (let i = 0; i < 10; i++) {
      const answer = await call('GET', '/v1/partner/hotel', { headers: { authorization } })
      expect(answer).toBeProblem(401, 'unauthenticated')
      expect(answer.headers.get('ratelimit')).toBeNull()
    }
  expect(rateOf(await hotel(alfa))[0]).toBe(59)
})

test('a wrong method or address takes no token (contract §7)', async () => {
  await using service = await startService({ requestsPerMinute: null })
  const { alfa } = service

  await alfa.call('DELETE', '/hotel')
  await alfa.call('GET', '/nothing')
  expect(rateOf(await hotel(alfa))[0]).toBe(59)
})
