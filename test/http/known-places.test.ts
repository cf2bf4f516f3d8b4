import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createApp } from '../../src/app.ts'
import { createContext } from '../../src/http/api/context.ts'
import { forgetAnswers } from '../../src/service/retention.ts'
import { login, PASSWORD, register, registerGuest, sortedStatuses } from '../support/accounts.ts'
import type { Answer } from '../support/matchers.ts'
import { caller, type Settings, startService, type TestService } from '../support/service.ts'

// Known places and browsers: a wrong password never shuts its holder out (`contract-access`, *Accounts*; S3).

const WRONG = { password: 'wrong password' }
const HOME = '203.0.113.1'
const NEIGHBOUR = '203.0.113.200'
const AWAY = '198.51.100.7'
const DAY_MS = 24 * 60 * 60 * 1_000

/** Without a mail server those who guess without end would wait for their turns (`drawn-tries.test.ts`). */
const MAILING: Settings = { publicRatePerMinute: 100_000, world: { isMailing: true } }

const start = (settings: Settings = {}) => startService({ trustedProxies: 1, ...settings })

const from = (service: TestService, address: string, cookie?: string, sent = {}) =>
  login(service, sent, { 'x-forwarded-for': address, ...(cookie && { cookie }) })

/** The cookie that a browser is known by, as it sends it. */
const deviceIn = ({ headers }: Answer): string =>
  headers
    .getSetCookie()
    .find((cookie) => /^(__Host-)?device=/.test(cookie))!
    .split(';')[0]!

/** Grace, who has signed in at home with her browser. */
async function settled(settings: Settings = {}) {
  const service = await start(settings)
  await register(service, {}, { 'x-forwarded-for': HOME })
  return { service, cookie: deviceIn(await from(service, HOME)) }
}

/** Wrong passwords from an address until one is refused. @returns how many were tried */
async function guesses(service: TestService, address: string, cookie?: string): Promise<number> {
  for (let tried = 0; tried < 50; tried++)
    if ((await from(service, address, cookie, WRONG)).status === 429) return tried
  throw new Error('nobody is refused')
}

test.each([
  ['http://localhost:3000', 'device=', []],
  ['https://hotel.example', '__Host-device=', ['Secure']],
])(
  'under %s a log-in leaves a cookie of 90 days that no script reads',
  async (publicUrl, name, more) => {
    await using service = await start({ publicUrl })
    await register(service)
    const [cookie = ''] = (await from(service, HOME)).headers.getSetCookie()
    expect(cookie).toStartWith(name)
    const attributes = cookie.split('; ').slice(1).toSorted()
    const expected = ['HttpOnly', `Max-Age=${(90 * DAY_MS) / 1_000}`, 'Path=/', 'SameSite=Strict']
    expect(attributes).toEqual([...expected, ...more].toSorted())
    const kept = deviceIn(await from(service, HOME, cookie.split(';')[0]!))
    expect(kept).toBe(cookie.split(';')[0]!)
  },
)

test('the cookie is kept as a hash, and one that no service made is not taken', async () => {
  await using service = await start()
  await register(service)
  const forged = 'device=mine'
  const cookie = deviceIn(await from(service, HOME, forged))
  expect(cookie).not.toBe(forged)
  const rows = await service.store.db.select().from(service.store.t.device)
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(cookie.split('=')[1]!)
})

test('whatever strangers do, also behind the same address, the holder comes in with a known browser at a known place', async () => {
  const { service, cookie } = await settled(MAILING)
  await using _ = service
  for (let minute = 0; minute < 3; minute++) {
    for (const address of [AWAY, NEIGHBOUR, HOME]) await guesses(service, address)
    expect(await from(service, HOME)).toBeProblem(429, 'rate_limited')
    expect((await from(service, HOME, cookie)).status).toBe(200)
    expect((await from(service, NEIGHBOUR, cookie)).status).toBe(200)
    service.clock.advance(60_000)
  }
})

test('a known place has ten failures a minute, then counts as an unknown one; a browser known there has ten of its own', async () => {
  const { service, cookie } = await settled()
  await using _ = service
  expect(await guesses(service, AWAY)).toBe(10)
  expect(await guesses(service, NEIGHBOUR)).toBe(20)
  expect(await guesses(service, HOME, cookie)).toBe(10)
})

test('a browser that is known is refused for failures alone, however many of its log-ins are on their way at once', async () => {
  const { service, cookie } = await settled()
  await using _ = service
  expect(await sortedStatuses(30, () => from(service, HOME, cookie))).toEqual(Array(30).fill(200))
  const wrong = await sortedStatuses(12, () => from(service, HOME, cookie, WRONG))
  expect(wrong).toEqual([...Array(10).fill(401), 429, 429])
})

test('a browser that is known counts for nothing elsewhere, and another’s for nothing at all', async () => {
  const { service, cookie } = await settled()
  await using _ = service
  expect(await guesses(service, AWAY)).toBe(10)
  expect(await from(service, AWAY, cookie)).toBeProblem(429, 'rate_limited')
  expect(await guesses(service, NEIGHBOUR)).toBe(20)
  const stranger = await register(service, { email: 'mallory@example.com' })
  expect(stranger.status).toBe(201)
  const theirs = deviceIn(await from(service, HOME, undefined, { email: 'mallory@example.com' }))
  expect(await from(service, HOME, theirs)).toBeProblem(429, 'rate_limited')
})

test('a place of IPv6 is its /48', async () => {
  const { service, cookie } = await settled()
  await using _ = service
  const again = deviceIn(await from(service, '2001:db8:7:1::1', cookie))
  expect(again).toBe(cookie)
  expect(await guesses(service, '2001:db8:7:ffff::9')).toBe(20)
  expect((await from(service, '2001:db8:7:ff::2', cookie)).status).toBe(200)
  expect(await guesses(service, '2001:db8:8::1')).toBe(10)
})

test('places and browsers outlast a restart, another replica knows them, and 90 days without a log-in end them', async () => {
  const { service, cookie } = await settled()
  await using _ = service
  // Another process has the database, and nothing else, in common.
  const replica = {
    ...service,
    call: caller(createApp(createContext(service.deps, service.context))),
  }
  for (const each of [service, replica]) {
    await guesses(each, AWAY)
    await guesses(each, HOME)
    expect(await from(each, HOME)).toBeProblem(429, 'rate_limited')
    expect((await from(each, HOME, cookie)).status).toBe(200)
  }
  service.clock.advance(90 * DAY_MS + 1)
  expect(await guesses(service, HOME, cookie)).toBe(10)
  expect(await from(service, HOME, cookie)).toBeProblem(429, 'rate_limited')
  await forgetAnswers(service.deps, new AbortController().signal)
  const { store } = service
  expect(await store.db.select().from(store.t.device)).toEqual([])
  expect(await store.db.select().from(store.t.knownPlace)).toEqual([])
})

test('who is signed in and says the password again is held up by nobody’s guesses but those of the session', async () => {
  await using service = await start()
  const { call } = await registerGuest(service)
  const change = (currentPassword: string) =>
    call('PATCH', '/v1/auth/me', {
      body: { currentPassword, newPassword: 'a ferry on the Bosphorus' },
      headers: { 'x-forwarded-for': AWAY },
    })
  await guesses(service, AWAY)
  for (let count = 0; count < 10; count++)
    expect(await change('not this one')).toBeProblem(422, 'validation_failed')
  expect(await change('not this one')).toBeProblem(429, 'rate_limited')
  service.clock.advance(60_000)
  await guesses(service, AWAY)
  expect((await change(PASSWORD)).status).toBe(200)
})

test('an account keeps its hundred places and browsers of last', async () => {
  await using service = await start()
  await register(service)
  for (let count = 0; count < 103; count++) {
    service.clock.advance(1_000)
    expect((await from(service, `10.0.${count}.1`)).status).toBe(200)
  }
  const { db, t } = service.store
  const places = await db.select({ place: t.knownPlace.place }).from(t.knownPlace)
  expect(places).toHaveLength(100)
  expect(places).not.toContainEqual({ place: '10.0.2.0/24' })
  expect(await db.select().from(t.device)).toHaveLength(100)
})

test('no run of strangers’ calls refuses the holder with a known browser at a known place', async () => {
  const { service, cookie } = await settled(MAILING)
  await using _ = service
  const call = fc.record({
    address: fc.constantFrom(HOME, NEIGHBOUR, AWAY, '2001:db8::1'),
    device: fc.constantFrom(undefined, `device=${'A'.repeat(32)}`, 'device=short'),
    waitMs: fc.constantFrom(0, 0, 0, 7_000),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(call, { maxLength: 30, size: 'max' }), async (calls) => {
      for (const { address, device, waitMs } of calls) {
        service.clock.advance(waitMs)
        await from(service, address, device, WRONG)
      }
      expect((await from(service, HOME, cookie)).status).toBe(200)
    }),
    { numRuns: 15 },
  )
})
