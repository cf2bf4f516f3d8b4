import { expect, test } from 'bun:test'
import { loginFrom } from '../support/accounts.ts'
import type { Answer } from '../support/matchers.ts'
import { startService, type TestService } from '../support/service.ts'

/** Calls that are made at once, come again exactly as told, and end when each has got through. */
async function waitAsTold({ clock }: TestService, count: number, ask: () => Promise<Answer>) {
  const refusals: number[] = Array(count).fill(0)
  let waiting = refusals.map((_, index) => ({ atMs: clock.monotonicMs, index }))
  let requests = 0
  while (waiting.length > 0) {
    const atMs = Math.min(...waiting.map((call) => call.atMs))
    const now = waiting.filter((call) => call.atMs === atMs)
    waiting = waiting.filter((call) => call.atMs > atMs)
    clock.advance(atMs - clock.monotonicMs)
    const answers = await Promise.all(now.map(ask))
    requests += now.length
    for (const [place, answer] of answers.entries()) {
      if (answer.status !== 429) continue
      const { index } = now[place]!
      refusals[index]!++
      waiting.push({ atMs: atMs + Number(answer.headers.get('retry-after')) * 1_000, index })
    }
  }
  return { requests, refusals, seconds: clock.monotonicMs / 1_000 }
}

test('120 parallel calls of one key that wait as told are 180 requests, none refused twice (contract §7)', async () => {
  await using service = await startService({ requestsPerMinute: null })
  const { alfa } = service
  const ended = await waitAsTold(service, 120, () => alfa.call('GET', '/hotel'))
  expect(Math.max(...ended.refusals)).toBe(1)
  expect(ended).toMatchObject({ requests: 180, seconds: 60 })
})

test('the limit of a key scales what its calls are told (contract §7)', async () => {
  await using service = await startService({ requestsPerMinute: 240 })
  const { alfa } = service
  const ended = await waitAsTold(service, 280, () => alfa.call('GET', '/hotel'))
  expect(Math.max(...ended.refusals)).toBe(1)
  expect(ended).toMatchObject({ requests: 320, seconds: 10 })
})

test('of more calls than two minutes have room for each is told at most 60 seconds, and all get through (contract §7)', async () => {
  await using service = await startService({ requestsPerMinute: 5 })
  const { alfa } = service
  const told: number[] = []
  const ended = await waitAsTold(service, 20, async () => {
    const answer = await alfa.call('GET', '/hotel')
    if (answer.status === 429) told.push(Number(answer.headers.get('retry-after')))
    return answer
  })
  expect(Math.max(...told)).toBe(60)
  expect(ended.seconds).toBe(180)
})

test('calls that never wait leave each other key’s as they are, and their own when they end (contract §7)', async () => {
  await using service = await startService({ requestsPerMinute: null })
  const { alfa, bravo, clock } = service
  const ask = () => alfa.call('GET', '/hotel')
  await Promise.all(Array.from({ length: 60 }, ask))
  for (let round = 0; round < 100; round++) {
    clock.advance(100)
    await Promise.all(Array.from({ length: 10 }, ask))
  }
  expect((await ask()).headers.get('retry-after')).toBe('60')
  expect((await bravo.call('GET', '/hotel')).headers.get('ratelimit')).toBe('"default";r=59;t=1')

  clock.advance(5_000)
  expect((await ask()).status).toBe(200)
})

test('what is left, as every answer and GET /limits say it, leaves out the tokens that are promised (contract §7)', async () => {
  await using service = await startService({ requestsPerMinute: null })
  const { alfa, clock } = service
  const ask = () => alfa.call('GET', '/hotel')
  const left = async () => (await ask()).headers.get('ratelimit')?.match(/r=(\d+)/)?.[1]
  await Promise.all(Array.from({ length: 60 }, ask))
  clock.advance(500)
  expect((await ask()).headers.get('retry-after')).toBe('1')
  // The token that is there since 500 ms is kept for another 500.
  clock.advance(999)
  expect(await left()).toBe('0')
  expect((await ask()).status).toBe(429)
  clock.advance(3_001)
  const { status, body } = await alfa.call('GET', '/limits')
  expect([status, body.requests.remaining]).toEqual([200, 3])
  expect(await left()).toBe('2')
})

test.each([
  ['failed authentication', 60, (service: TestService) => failing(service)],
  ['the general interface', 20, ({ call }: TestService) => call('GET', '/v1')],
  ['log-ins', 10, (service: TestService) => loginFrom(service, '203.0.113.1')],
] as const)(
  '%s: twice the limit of calls at once that wait as told are refused once each at most (contract §7)',
  async (_, limit, ask) => {
    await using service = await startService({ publicRatePerMinute: 20, trustedProxies: 1 })
    const ended = await waitAsTold(service, 2 * limit, () => ask(service))
    expect(Math.max(...ended.refusals)).toBe(1)
    expect(ended.requests).toBe(3 * limit)
  },
)

const failing = ({ call }: TestService) =>
  call('GET', '/v1/partner/hotel', {
    headers: { authorization: 'Bearer wrong', 'x-forwarded-for': '203.0.113.1' },
  })
