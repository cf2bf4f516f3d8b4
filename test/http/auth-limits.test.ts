import { expect, test } from 'bun:test'
import {
  login,
  loginFrom,
  PASSWORD,
  register,
  registerGuest,
  sortedStatuses,
  statuses,
} from '../support/accounts.ts'
import { recordLog } from '../support/http.ts'
import type { Answer } from '../support/matchers.ts'
import { type Call, startService } from '../support/service.ts'
import { withToken } from '../support/users.ts'

const WRONG = { password: 'wrong password' }
const HOME = '203.0.113.1'
const AWAY = '198.51.100.7'
/** Some milliseconds a hash: long enough that a crowd has to wait. */
const COSTLY = { memoryCost: 4_096, timeCost: 2 }
const retryAfterMs = ({ headers }: Answer) => Number(headers.get('retry-after')) * 1_000

test('ten failures in a minute, then 429 even for the right password, with a Retry-After that is enough (contract §5, §7)', async () => {
  await using service = await startService()
  await register(service)

  expect(await sortedStatuses(12, () => login(service, WRONG))).toEqual([
    ...Array(10).fill(401),
    429,
    429,
  ])
  const refused = await login(service)
  expect(refused).toBeProblem(429, 'rate_limited')
  service.clock.advance(retryAfterMs(refused))
  expect((await login(service)).status).toBe(200)
})

test('an account that is none is throttled in the same words and for the same time (contract §5)', async () => {
  await using service = await startService()
  await register(service)
  const walk = async (email: string) => {
    const answers: Answer[] = []
    for (let count = 0; count < 12; count++) answers.push(await login(service, { email, ...WRONG }))
    return answers.map(({ status, headers, body }) => ({
      status,
      retryAfter: headers.get('retry-after'),
      body: { ...body, requestId: '' },
    }))
  }
  expect(await walk('grace@example.com')).toEqual(await walk('nobody@example.com'))
})

test('the case of an e-mail does not buy more guesses (contract §5)', async () => {
  await using service = await startService()
  const spell = (index: number) =>
    login(service, { email: index % 2 ? 'GRACE@example.com' : ' grace@Example.com', ...WRONG })
  expect(await sortedStatuses(11, spell)).toEqual([...Array(10).fill(401), 429])
})

test('failures of one account leave another alone (contract §5)', async () => {
  await using service = await startService()
  await register(service)
  await statuses(12, () => login(service, { email: 'other@example.com', ...WRONG }))
  expect((await login(service)).status).toBe(200)
})

test('log-ins that succeed are not counted (contract §5)', async () => {
  await using service = await startService()
  await register(service)
  for (let count = 0; count < 30; count++) expect((await login(service)).status).toBe(200)
})

test('who guesses without end from elsewhere does not shut the holder out where they logged in before (contract §5)', async () => {
  // With mail, for without it those that are let through are drawn.
  await using service = await startService({ trustedProxies: 1, world: { isMailing: true } })
  await register(service)
  await loginFrom(service, HOME)

  const attack = () => statuses(50, () => loginFrom(service, AWAY, WRONG))
  for (let minute = 0; minute < 5; minute++) {
    expect(new Set(await attack())).toEqual(new Set([401, 429]))
    expect((await loginFrom(service, HOME)).status).toBe(200)
    expect((await loginFrom(service, AWAY)).status).toBe(429)
    service.clock.advance(60_000)
  }
})

test('where the account logged in before, guesses are bounded as well: ten of the place, ten as of a stranger (contract-access, Accounts)', async () => {
  await using service = await startService({ trustedProxies: 1 })
  await register(service)
  await loginFrom(service, HOME)
  const guess = () => loginFrom(service, HOME, WRONG)
  expect(await sortedStatuses(10, guess)).toEqual(Array(10).fill(401))
  expect(await sortedStatuses(11, guess)).toEqual([...Array(10).fill(401), 429])
})

test('an e-mail that ends in an address does not reach the place of another account (contract §5)', async () => {
  await using service = await startService({ trustedProxies: 1 })
  await register(service)
  await loginFrom(service, HOME)
  for (const between of [' ', '\n', '\t', ':', '|'])
    await statuses(12, () =>
      loginFrom(service, AWAY, { email: `grace@example.com${between}${HOME}`, ...WRONG }),
    )
  expect((await loginFrom(service, HOME)).status).toBe(200)
})

test.each([
  ['register', 201],
  ['login', 401],
] as const)(
  '%s is limited to 10 a minute from one address, with an enough Retry-After (contract §7)',
  async (what, status) => {
    await using service = await startService({ publicRatePerMinute: 120, trustedProxies: 1 })
    const ask = (index: number, address = HOME) =>
      service.call('POST', `/v1/auth/${what}`, {
        body: {
          email: `guest${index}@example.com`,
          password: PASSWORD,
          ...(what === 'register' && { name: 'Guest' }),
        },
        headers: { 'x-forwarded-for': address },
      })

    expect(await sortedStatuses(12, (index) => ask(index))).toEqual([
      ...Array(10).fill(status),
      429,
      429,
    ])
    const refused = await ask(20)
    expect(refused).toBeProblem(429, 'rate_limited')
    expect((await ask(21, AWAY)).status).toBe(status)
    service.clock.advance(retryAfterMs(refused))
    expect((await ask(22)).status).toBe(status)
  },
)

test('a log-in that succeeds gives its token back: the eleventh good one in a minute from an address passes (contract §5, §7)', async () => {
  await using service = await startService({ publicRatePerMinute: 300, trustedProxies: 1 })
  await register(service, {}, { 'x-forwarded-for': HOME })
  for (let count = 0; count < 25; count++) expect((await loginFrom(service, HOME)).status).toBe(200)
  // What fails is counted as before, whoever's it is.
  const guess = (index: number) =>
    loginFrom(service, HOME, { email: `guest${index}@example.com`, ...WRONG })
  expect(await sortedStatuses(11, guess)).toEqual([...Array(10).fill(401), 429])
  expect((await loginFrom(service, HOME)).status).toBe(429)
})

test('a log-in that succeeds gives no token of the general limit back (contract §7)', async () => {
  await using service = await startService({ publicRatePerMinute: 8, trustedProxies: 1 })
  await register(service, {}, { 'x-forwarded-for': HOME })
  const answers: number[] = []
  for (let count = 0; count < 8; count++) answers.push((await loginFrom(service, HOME)).status)
  expect(answers).toEqual([...Array(7).fill(200), 429])
})

test('a request refused for its address counts against no account (contract §7)', async () => {
  await using service = await startService({ publicRatePerMinute: 120, trustedProxies: 1 })
  await statuses(40, (index) =>
    loginFrom(service, HOME, { email: `x${index}@example.com`, ...WRONG }),
  )
  const guesses = () => loginFrom(service, HOME, { email: 'grace@example.com', ...WRONG })
  expect(new Set(await statuses(20, guesses))).toEqual(new Set([429]))
  const fresh = await loginFrom(service, AWAY, { email: 'grace@example.com', ...WRONG })
  expect(fresh.status).toBe(401)
})

test('LOGIN_LIMITS=0 switches the limits by address off, not those by account; the general limit alone does neither (contract-access, Settings)', async () => {
  await using general = await startService({ publicRatePerMinute: 0, loginLimits: true })
  const some = await statuses(11, (index) => register(general, { email: `g${index}@example.com` }))
  expect(some).toEqual([...Array(10).fill(201), 429])

  await using service = await startService({ publicRatePerMinute: 300, loginLimits: false })
  const fresh = await statuses(15, (index) => register(service, { email: `g${index}@example.com` }))
  expect(fresh).toEqual(Array(15).fill(201))
  const guesses = await sortedStatuses(11, () =>
    login(service, { email: 'g1@example.com', ...WRONG }),
  )
  expect(guesses).toEqual([...Array(10).fill(401), 429])
})

test('signed-in calls are limited by account, counted once: two people behind one address do not share (contract §7)', async () => {
  await using service = await startService({ publicRatePerMinute: 5 })
  const grace = await registerGuest(service)
  await register(service, { email: 'ada@example.com' })
  const { body } = await login(service, { email: 'ada@example.com' })
  const ada = withToken(service, body.token)
  const me = (call: Call) => () => call('GET', '/v1/auth/me')

  expect(await sortedStatuses(6, me(grace.call))).toEqual([...Array(5).fill(200), 429])
  expect((await me(grace.call)()).body.detail).toBe('Too many requests from this account.')
  expect(await sortedStatuses(6, me(ada))).toEqual([...Array(5).fill(200), 429])
  // Four entries were the address's, which has one left.
  expect(await sortedStatuses(2, () => service.call('GET', '/v1'))).toEqual([200, 429])
  const refused = await me(ada)()
  service.clock.advance(retryAfterMs(refused))
  expect((await me(ada)()).status).toBe(200)
})

test('a token that does not stand counts for its address (contract §7)', async () => {
  await using service = await startService({ publicRatePerMinute: 5 })
  const forged = (index: number) => withToken(service, `a.b.${index}`)('GET', '/v1/auth/me')
  expect(await sortedStatuses(6, forged)).toEqual([...Array(5).fill(401), 429])
  expect((await service.call('GET', '/v1')).status).toBe(429)
})

test('who comes when too many passwords wait is told to come again (contract §5)', async () => {
  const { log } = recordLog()
  await using service = await startService({ passwordCost: COSTLY, log })
  await register(service)

  const crowd = Array.from({ length: 60 }, (_, index) =>
    login(service, { email: `nobody${index}@example.com`, ...WRONG }),
  )
  const answers = await Promise.all(crowd)
  const busy = answers.filter(({ status }) => status === 503)
  expect(busy.length).toBeGreaterThan(0)
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(60 - busy.length)
  for (const answer of busy) {
    expect(answer).toBeProblem(503, 'unavailable')
    expect(retryAfterMs(answer)).toBeGreaterThanOrEqual(1_000)
  }
  expect((await login(service)).status).toBe(200)
})

test('what was too busy to be tried is not a failure of the account (contract §5)', async () => {
  const { log } = recordLog()
  await using service = await startService({ passwordCost: COSTLY, log })
  await register(service)
  const crowd = statuses(33, (index) =>
    login(service, { email: `n${index}@example.com`, ...WRONG }),
  )
  const tries = await statuses(10, () => login(service, WRONG))
  expect(await crowd).toHaveLength(33)
  expect(tries).toContain(503)
  // A slow machine may have tried some of them.
  const failures = tries.filter((status) => status === 401).length
  expect(await sortedStatuses(11 - failures, () => login(service, WRONG))).toEqual([
    ...Array(10 - failures).fill(401),
    429,
  ])
})
