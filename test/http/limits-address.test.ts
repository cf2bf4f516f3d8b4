import { expect, test } from 'bun:test'
import { recordLog } from '../support/http.ts'
import { readAnswer, startService, type TestService } from '../support/service.ts'

/** Asks for a key's hotel with a wrong key, as seen from behind one proxy. */
const fail = ({ call }: TestService, address: string) =>
  call('GET', '/v1/partner/hotel', {
    headers: { authorization: 'Bearer wrong', 'x-forwarded-for': address },
  })

const statuses = async (count: number, ask: () => Promise<{ status: number }>) => {
  const answers = await Promise.all(Array.from({ length: count }, ask))
  return answers.map(({ status }) => status)
}

/** Whether two addresses share one bucket of the general interface. */
async function isShared(a: string, b: string, trustedProxies = 1): Promise<boolean> {
  await using service = await startService({ publicRatePerMinute: 1, trustedProxies })
  const ask = (address: string) =>
    service.call('GET', '/v1', { headers: { 'x-forwarded-for': address } })
  expect((await ask(a)).status).toBe(200)
  return (await ask(b)).status === 429
}

test('failed authentication is limited by address: 60 a minute are 401, then 429 with an enough Retry-After (contract §7)', async () => {
  await using service = await startService({ trustedProxies: 1 })
  const { clock } = service

  const answers = await statuses(62, () => fail(service, '203.0.113.1'))
  expect(answers).toEqual([...Array(60).fill(401), 429, 429])
  const refused = await fail(service, '203.0.113.1')
  expect(refused).toBeProblem(429, 'rate_limited')
  const retryAfter = Number(refused.headers.get('retry-after'))
  expect(retryAfter).toBeGreaterThanOrEqual(1)
  expect((await fail(service, '203.0.113.2')).status).toBe(401)
  clock.advance(retryAfter * 1_000)
  expect((await fail(service, '203.0.113.1')).status).toBe(401)
})

test('a good key passes from an address whose failures are limited, and its bucket is whole (contract §7)', async () => {
  await using service = await startService({ trustedProxies: 1, requestsPerMinute: null })
  await statuses(70, () => fail(service, '203.0.113.1'))

  const headers = { 'x-forwarded-for': '203.0.113.1' }
  const answer = await service.alfa.call('GET', '/hotel', { headers })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('ratelimit')).toBe('"default";r=59;t=1')
})

test('the general interface is limited by address, with a Retry-After that is enough (contract §7)', async () => {
  await using service = await startService({ publicRatePerMinute: 120 })
  const { call, clock } = service

  const answers = await statuses(121, () => call('GET', '/v1'))
  expect(answers).toEqual([...Array(120).fill(200), 429])
  const refused = await call('GET', '/problems/not_found')
  expect(refused).toBeProblem(429, 'rate_limited')
  clock.advance(Number(refused.headers.get('retry-after')) * 1_000)
  expect((await call('GET', '/v1')).status).toBe(200)
})

test('PUBLIC_RATE_PER_MINUTE=0 switches the limit of the general interface off (contract §10)', async () => {
  await using service = await startService({ publicRatePerMinute: 0 })

  const answers = await statuses(500, () => service.call('GET', '/v1'))
  expect(new Set(answers)).toEqual(new Set([200]))
  expect(service.context.publicLimiter.size()).toBe(0)
})

test('the limits of the general and the partner interface do not touch each other (contract §7)', async () => {
  await using service = await startService({ publicRatePerMinute: 2, requestsPerMinute: null })
  const { alfa, call } = service
  await statuses(5, () => call('GET', '/v1'))

  expect((await call('GET', '/v1')).status).toBe(429)
  expect(await statuses(60, () => alfa.call('GET', '/hotel'))).toEqual(Array(60).fill(200))
})

test('without TRUST_PROXY what a client writes into X-Forwarded-For counts for nothing (contract §10)', async () => {
  expect(await isShared('203.0.113.1', '203.0.113.2', 0)).toBe(true)
})

test('an X-Forwarded-For that is not believed is one line in the log, and none where it is (D19)', async () => {
  for (const [trustedProxies, lines] of [
    [0, ['forwarded_for_ignored']],
    [1, []],
  ] as const) {
    const { log, events } = recordLog()
    await using service = await startService({ log, trustedProxies, publicRatePerMinute: 9 })
    await service.call('GET', '/v1')
    expect(events).toEqual([])
    const headers = { 'x-forwarded-for': '203.0.113.1' }
    for (let round = 0; round < 3; round++) await service.call('GET', '/v1', { headers })
    expect(events.map(({ level, event }) => [level, event])).toEqual(
      lines.map((event) => ['warn', event]),
    )
  }
})

test('behind TRUST_PROXY proxies the address is the one that the outermost of them wrote (contract §10)', async () => {
  expect(await isShared('203.0.113.1', '203.0.113.2')).toBe(false)
  // What stands before it was written by the client: inventing a new one each time does not help.
  expect(await isShared('1.1.1.1, 203.0.113.1', '2.2.2.2, 203.0.113.1')).toBe(true)
  expect(await isShared('203.0.113.1, 1.1.1.1', '203.0.113.1, 2.2.2.2')).toBe(false)
  expect(await isShared('1.1.1.1, 203.0.113.1, 10.0.0.1', '203.0.113.1, 10.0.0.2', 2)).toBe(true)
  expect(await isShared('203.0.113.1, 10.0.0.1', '203.0.113.2, 10.0.0.1', 2)).toBe(false)
  expect(await isShared('203.0.113.1,10.0.0.1', ' 203.0.113.1 , 10.0.0.1 ', 2)).toBe(true)
})

test('with fewer addresses than proxies, or an empty one, the address is the one that connects (contract §10)', async () => {
  expect(await isShared('203.0.113.1', '203.0.113.2', 2)).toBe(true)
  expect(await isShared('', '', 1)).toBe(true)
  expect(await isShared('1.1.1.1, ', '2.2.2.2,', 1)).toBe(true)
})

test('an IPv6 address counts as its /64, and one that carries an IPv4 address as that (contract §7)', async () => {
  expect(await isShared('2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(true)
  expect(await isShared('2001:db8:1:2::1', '2001:db8:1:3::1')).toBe(false)
  expect(await isShared('2001:db8::1', '2001:db8:0:0:5::1')).toBe(true)
  expect(await isShared('2001:db8::1', '2001:db8:0:1::1')).toBe(false)
  expect(await isShared('::1', '::2')).toBe(true)
  expect(await isShared('::1', '2001:db8::1')).toBe(false)
  expect(await isShared('::ffff:203.0.113.1', '203.0.113.1')).toBe(true)
  expect(await isShared('::ffff:203.0.113.1', '::ffff:203.0.113.2')).toBe(false)
  expect(await isShared('::FFFF:203.0.113.1', '203.0.113.1')).toBe(true)
})

test('one IPv6 network is one however its address is written (RFC 5952)', async () => {
  expect(await isShared('2001:DB8:A:2::1', '2001:db8:a:2::1')).toBe(true)
  expect(await isShared('2001:0db8:000a:0002::1', '2001:db8:a:2::1')).toBe(true)
  expect(await isShared('::ffff:cb00:7101', '203.0.113.1')).toBe(true)
})

test('an address that a proxy writes with its port counts without it (RFC 7239 §6)', async () => {
  expect(await isShared('203.0.113.1:1234', '203.0.113.1:5678')).toBe(true)
  expect(await isShared('203.0.113.1:1234', '203.0.113.2:1234')).toBe(false)
  expect(await isShared('[2001:db8:1:2::1]:1234', '2001:db8:1:2::2')).toBe(true)
})

test('over a real connection the address is the peer (contract §7)', async () => {
  await using service = await startService({ publicRatePerMinute: 2, listen: true })
  const { url, context } = service
  const ask = async () => readAnswer(await fetch(`${url}/v1`))

  expect((await ask()).status).toBe(200)
  expect((await ask()).status).toBe(200)
  expect(await ask()).toBeProblem(429, 'rate_limited')
  const { remaining } = context.publicLimiter.peek('127.0.0.1', { capacity: 2, perMinute: 2 })
  expect(remaining).toBe(0)
})

test('buckets of addresses that went quiet are dropped: a flood of addresses does not stay in memory (issue 2)', async () => {
  await using service = await startService({ trustedProxies: 1 })
  const { clock, context } = service
  const flood = async (network: number) => {
    for (let host = 0; host < 2_000; host++)
      await fail(service, `10.${network}.${host >> 8}.${host & 255}`)
  }

  for (let network = 0; network < 5; network++) {
    await flood(network)
    clock.advance(60_000)
  }
  expect(context.failureLimiter.size()).toBeLessThan(5_000)
})
