import { expect, test } from 'bun:test'
import { createLoginWatch } from '../../src/server/tell-logins.ts'
import { login, register, sortedStatuses } from '../support/accounts.ts'
import { recordLog } from '../support/http.ts'
import { withPassword } from '../support/links.ts'
import type { Answer } from '../support/matchers.ts'
import { askMetrics } from '../support/metrics.ts'
import { startService, type TestService } from '../support/service.ts'

// What stands before a hash (`contract-access`, *Accounts*; S9).

const start = () => startService({ publicRatePerMinute: 100_000, trustedProxies: 1 })

/** A wrong password for nobody. */
const guess = (service: TestService, address: string, n: number) =>
  login(
    service,
    { email: `n${n}@example.com`, password: 'wrong password' },
    { 'x-forwarded-for': address },
  )

/** How many of some more guesses than are let through reach a hash. */
async function countPassed(service: TestService, count: number, address: (n: number) => string) {
  let tried = 0
  for (let n = 0; n < count; n++) if ((await guess(service, address(n), n)).status === 401) tried++
  return tried
}

const hex = (n: number) => n.toString(16)

test.each([
  ['an IPv4 address', 10, () => '203.0.113.1'],
  ['a /24', 100, (n: number) => `203.0.113.${n}`],
  ['a /64', 10, (n: number) => `2001:db8:7:1::${hex(n)}`],
  ['a /56', 30, (n: number) => `2001:db8:7:1${hex(n % 256).padStart(2, '0')}::1`],
  ['a /48', 100, (n: number) => `2001:db8:7:${hex(n * 256)}::1`],
])('log-ins of %s are bounded to %d a minute', async (_what, bound, address) => {
  await using service = await start()
  expect(await countPassed(service, bound + 5, address)).toBe(bound)
  service.clock.advance(60_000)
  expect((await guess(service, address(0), 0)).status).toBe(401)
})

test('what a wide network refuses costs a narrow one nothing', async () => {
  await using service = await start()
  expect(await countPassed(service, 105, (n) => `203.0.113.${n}`)).toBe(100)
  for (let n = 0; n < 20; n++) expect((await guess(service, '203.0.113.250', n)).status).toBe(429)
  service.clock.advance(6_000)
  expect(await countPassed(service, 12, () => '203.0.113.250')).toBe(10)
})

test('registrations, which cost a hash, too, have buckets of the same sizes of their own', async () => {
  await using service = await start()
  const ask = (n: number) =>
    register(
      service,
      { email: `n${n}@example.com` },
      { 'x-forwarded-for': `2001:db8:7:1${hex(n).padStart(2, '0')}::1` },
    )
  const answers: number[] = []
  for (let n = 0; n < 32; n++) answers.push((await ask(n)).status)
  expect(answers).toEqual([...Array(30).fill(201), 429, 429])
  expect((await guess(service, '2001:db8:7:100::1', 0)).status).toBe(401)
})

test('while strangers fill their waiting places, who is known comes in, and no refusal writes a line of its own', async () => {
  const { log, events } = recordLog()
  await using service = await startService({
    passwordCost: { memoryCost: 4_096, timeCost: 2 },
    trustedProxies: 1,
    log,
  })
  await register(service)
  const home = { 'x-forwarded-for': '203.0.113.1' }
  const cookie = (await login(service, {}, home)).headers.getSetCookie()[0]!.split(';')[0]!
  const watch = createLoginWatch(service.context)
  const crowd = sortedStatuses(60, (n) => guess(service, `198.51.${n}.1`, n))
  const known = await sortedStatuses(10, () => login(service, {}, { ...home, cookie }))
  expect(known).toEqual(Array(10).fill(200))
  const refused = (await crowd).filter((status) => status === 503).length
  expect(refused).toBeGreaterThan(0)

  const { text } = await askMetrics(service.call)
  expect(text).toContain(`roomwire_login_refusals_total{bound="waiting"} ${refused}\n`)
  expect(text).toContain('roomwire_login_refusals_total{bound="address"} 0\n')
  expect(events).toEqual([])
  await watch()
  await watch()
  const facts = { address: 0, account: 0, waiting: refused }
  expect(events).toEqual([{ level: 'warn', event: 'logins_refused', facts }])
})

test('guests who sign in without end, at home with accounts of their own, leave places to those whom somebody let in', async () => {
  await using service = await startService({
    passwordCost: { memoryCost: 4_096, timeCost: 2 },
    publicRatePerMinute: 100_000,
    trustedProxies: 1,
  })
  const home = { 'x-forwarded-for': '203.0.113.1' }
  const { user } = await withPassword(service, 'hotel_manager')
  const desk = { email: user.email }
  const cookieOf = ({ headers }: Answer) => headers.getSetCookie()[0]!.split(';')[0]!
  const ours = { ...home, cookie: cookieOf(await login(service, desk, home)) }
  const guests: { email: string; headers: Record<string, string> }[] = []
  for (let n = 0; n < 4; n++) {
    const email = `n${n}@example.com`
    const headers = { 'x-forwarded-for': `198.51.100.${n}` }
    await register(service, { email }, headers)
    const cookie = cookieOf(await login(service, { email }, headers))
    guests.push({ email, headers: { ...headers, cookie } })
  }
  const crowd = sortedStatuses(40, (n) => {
    const { email, headers } = guests[n % 4]!
    return login(service, { email }, headers)
  })
  const known = await sortedStatuses(4, () => login(service, desk, ours))
  expect(known).toEqual(Array(4).fill(200))
  expect(await crowd).toContain(503)
})
