import { expect, test } from 'bun:test'
import { agentName } from '../../src/domain/accounts/second-factor.ts'
import { noteSessionUses } from '../../src/service/accounts/sessions.ts'
import { forgetAnswers } from '../../src/service/retention.ts'
import { userTopic } from '../../src/store/accounts/users.ts'
import { login, PASSWORD, register, registerGuest } from '../support/accounts.ts'
import { eventually } from '../support/http.ts'
import { type Call, startService, type TestService } from '../support/service.ts'
import { forge, hmac, partsOf } from '../support/tokens.ts'
import { signIn, signToken, withToken } from '../support/users.ts'

const PATH = '/v1/auth/sessions'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'

const sessionsOf = async (call: Call): Promise<Record<string, any>[]> => {
  const { status, body } = await call('GET', PATH)
  expect(status).toBe(200)
  return body.items
}
const meOf = async (call: Call) => (await call('GET', '/v1/auth/me')).status

/** Grace logged in once more. */
async function again(service: TestService, userAgent = IPHONE): Promise<Call> {
  const { body } = await login(service, {}, { 'user-agent': userAgent })
  return withToken(service, body.token)
}

test('one’s own log-ins are listed, the newest first, with browser and address and the one that asks', async () => {
  await using service = await startService({ trustedProxies: 1 })
  await register(service)
  const from = { 'user-agent': FIREFOX, 'x-forwarded-for': '203.0.113.7' }
  const first = withToken(service, (await login(service, {}, from)).body.token)
  service.clock.advance(HOUR_MS)
  const second = await again(service)
  const [newest, oldest, ...others] = await sessionsOf(second)
  expect(others).toEqual([])
  expect(newest).toMatchObject({ agent: 'Safari, iPhone', current: true })
  expect(oldest).toEqual({
    id: expect.any(String),
    agent: 'Firefox, Windows',
    address: '203.0.113.7',
    current: false,
    createdAt: '2027-03-10T09:00:00.000Z',
    seenAt: '2027-03-10T09:00:00.000Z',
    expiresAt: '2027-03-10T21:00:00.000Z',
  })
  expect((await sessionsOf(first)).map(({ current }) => current)).toEqual([false, true])
})

test('an ended session is refused from its next request on, also where it was used before (issue 17, 3)', async () => {
  await using service = await startService()
  const { call } = await registerGuest(service)
  const phone = await again(service)
  expect(await meOf(phone)).toBe(200)
  const [ended] = await sessionsOf(call)
  expect((await call('DELETE', `${PATH}/${ended!.id}`)).status).toBe(204)
  expect(await phone('GET', '/v1/auth/me')).toBeProblem(401, 'unauthenticated')
  expect(await meOf(call)).toBe(200)
  expect(await call('DELETE', `${PATH}/${ended!.id}`)).toBeProblem(404, 'not_found')
})

test('who waits for what happens at a hotel is told at once that the session is ended', async () => {
  await using service = await startService()
  const { call } = await registerGuest(service)
  const { body } = await call('GET', '/v1/auth/me')
  const admin = await signIn(service, 'admin')
  const role = { role: 'hotel_manager', hotels: ['alfa'] }
  await admin.call('PATCH', `/v1/admin/users/${body.id}`, { body: role })
  const desk = await again(service)
  const phone = await again(service)
  const { store } = service
  const { subscribe } = store
  let isWaiting = false
  store.subscribe = (topic, listener) => {
    isWaiting ||= topic === userTopic(body.id)
    return subscribe(topic, listener)
  }
  const waiting = phone('GET', '/v1/panel/changes?cursor=latest&waitSeconds=25')
  await eventually(() => isWaiting)
  const startMs = performance.now()
  expect((await desk('DELETE', PATH)).status).toBe(204)
  expect(await waiting).toBeProblem(401, 'unauthenticated')
  expect(performance.now() - startMs).toBeLessThan(10_000)
})

test('all others are ended at once, the one that asks stands', async () => {
  await using service = await startService()
  const { call } = await registerGuest(service)
  const others = [await again(service), await again(service)]
  expect((await call('DELETE', PATH)).status).toBe(204)
  for (const other of others) expect(await meOf(other)).toBe(401)
  expect(await sessionsOf(call)).toHaveLength(1)
  const admin = await signIn(service, 'admin')
  const { items } = (await admin.call('GET', '/v1/admin/history?entity=user')).body
  expect(items[0]).toMatchObject({ after: { sessionsEnded: 2 } })
})

test('a session of another account is as if there were none', async () => {
  await using service = await startService()
  const { call } = await registerGuest(service)
  const [own] = await sessionsOf(call)
  await register(service, { email: 'eve@example.com' })
  const { body } = await login(service, { email: 'eve@example.com' })
  const eve = withToken(service, body.token)
  expect(await eve('DELETE', `${PATH}/${own!.id}`)).toBeProblem(404, 'not_found')
  expect((await eve('DELETE', PATH)).status).toBe(204)
  expect(await meOf(call)).toBe(200)
  expect(await sessionsOf(eve)).toHaveLength(1)
})

test('the cookie of an ended session resumes nothing', async () => {
  await using service = await startService()
  const { call } = await registerGuest(service)
  const kept = await login(service, { keep: true })
  const cookie = kept.headers.get('set-cookie')!.split(';')[0]!
  const resume = () => service.call('POST', '/v1/auth/session', { headers: { cookie } })
  expect((await resume()).body.token).toBe(kept.body.token)
  await call('DELETE', PATH)
  expect((await resume()).status).toBe(204)
})

test('a token of the version before names a session and no audience, and is good (ASVS 9.2.3)', async () => {
  await using service = await startService()
  await register(service)
  const { header, claims } = partsOf((await login(service)).body.token)
  const token = forge(
    header,
    { ...claims, aud: undefined },
    hmac(service.context.jwtSecret, 'sha256'),
  )
  expect(await meOf(withToken(service, token))).toBe(200)
})

test('tokens that name no session go on, and end with the others by a log-out or another password (contract §5)', async () => {
  await using service = await startService()
  await register(service)
  const { body } = await login(service)
  const { user } = await signIn(service, 'guest')
  const before = withToken(service, await signToken(service, user))
  expect(await meOf(before)).toBe(200)
  expect(partsOf(body.token).claims.sid).toBeString()
  expect(await sessionsOf(before)).toEqual([])
  expect((await before('POST', '/v1/auth/logout')).status).toBe(204)
  expect(await meOf(before)).toBe(401)
})

test('a log-out and another password end every session, and none of them is listed afterwards (contract §5)', async () => {
  await using service = await startService()
  const { call } = await registerGuest(service)
  const phone = await again(service)
  await call('POST', '/v1/auth/logout')
  expect(await meOf(phone)).toBe(401)
  const next = await again(service)
  expect(await sessionsOf(next)).toHaveLength(1)
  const change = { currentPassword: PASSWORD, newPassword: 'a ferry on the Bosphorus' }
  expect((await next('PATCH', '/v1/auth/me', { body: change })).status).toBe(200)
  expect(await meOf(next)).toBe(401)
})

test('an account has at most 100 sessions: the oldest end', async () => {
  await using service = await startService()
  const { call } = await registerGuest(service)
  let last = call
  for (let count = 0; count < 100; count++) {
    service.clock.advance(1_000)
    last = await again(service)
  }
  expect(await meOf(call)).toBe(401)
  expect(await sessionsOf(last)).toHaveLength(100)
})

test('when a session was seen is written some minutes coarse, off the requests', async () => {
  await using service = await startService()
  const { call } = await registerGuest(service)
  const seen = async () => {
    await call('GET', '/v1/auth/me')
    await noteSessionUses(service.deps, service.context.sessionUses)
    return (await sessionsOf(call))[0]!.seenAt
  }
  service.clock.advance(4 * MINUTE_MS)
  expect(await seen()).toBe('2027-03-10T09:00:00.000Z')
  service.clock.advance(2 * MINUTE_MS)
  expect(await seen()).toBe('2027-03-10T09:06:00.000Z')
})

test('expired sessions are deleted, others stand', async () => {
  await using service = await startService()
  await registerGuest(service)
  service.clock.advance(11 * HOUR_MS)
  const late = await again(service)
  const { db, t } = service.store
  expect(await db.select().from(t.session)).toHaveLength(2)
  service.clock.advance(2 * HOUR_MS)
  await forgetAnswers(service.deps, new AbortController().signal)
  expect(await db.select().from(t.session)).toHaveLength(1)
  expect(await meOf(late)).toBe(200)
})

test('requests of a session that is known ask the database nothing more than those without one', async () => {
  await using service = await startService()
  const { call } = await registerGuest(service)
  await call('GET', '/v1/auth/me')
  let loads = 0
  const { db } = service.store
  const select = db.select.bind(db) as (...args: unknown[]) => unknown
  Object.assign(db, {
    select: (...args: unknown[]) => {
      loads++
      return select(...args)
    },
  })
  for (let count = 0; count < 5; count++) expect(await meOf(call)).toBe(200)
  expect(loads).toBe(0)
  // What is counted: after a change of the account it is read anew.
  await again(service)
  loads = 0
  expect(await meOf(call)).toBe(200)
  expect(loads).toBeGreaterThan(0)
  Object.assign(db, { select })
})

test.each([
  [FIREFOX, 'Firefox, Windows'],
  [IPHONE, 'Safari, iPhone'],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36',
    'Chrome, Linux',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 Edg/150.0',
    'Edge, Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36',
    'Chrome, Android',
  ],
  ['curl/8.9.1', 'curl'],
  ['<script>', null],
  ['', null],
  [null, null],
])('%s is shown as %s', (userAgent, name) => {
  expect(agentName(userAgent)).toBe(name)
})
