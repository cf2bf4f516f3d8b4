import { expect, test } from 'bun:test'
import { login, PASSWORD, register, registerGuest } from '../support/accounts.ts'
import type { Answer } from '../support/matchers.ts'
import { type Settings, startService, type TestService } from '../support/service.ts'

const HOUR_MS = 3_600_000
const SESSION = '/v1/auth/session'
const OWN = { 'sec-fetch-site': 'same-origin' }

/** Grace's browser after a log-in that keeps the session. */
async function keptSession(settings: Settings = {}) {
  const service = await startService(settings)
  await register(service)
  const answer = await login(service, { keep: true })
  const cookie = cookieOf(answer)!
  const resume = (headers: Record<string, string> = OWN) =>
    service.call('POST', SESSION, { headers: { cookie: pairOf(cookie), ...headers } })
  return { service, answer, cookie, resume, [Symbol.asyncDispose]: () => disposed(service) }
}

const disposed = (service: TestService) => service[Symbol.asyncDispose]()
const cookieOf = ({ headers }: Answer) =>
  headers.getSetCookie().find((cookie) => /^(__Host-)?session=/.test(cookie))
const pairOf = (cookie: string) => cookie.split(';')[0]!
const attributesOf = (cookie: string) =>
  cookie
    .split('; ')
    .slice(1)
    .filter((part) => !part.startsWith('Expires='))
    .toSorted()

test('a log-in sets the cookie of a session only when it asks to be kept', async () => {
  await using service = await startService()
  await register(service)
  expect(cookieOf(await login(service))).toBeUndefined()
  expect(cookieOf(await login(service, { keep: false }))).toBeUndefined()
  expect(cookieOf(await login(service, { keep: true }))).toStartWith('session=')
  const wrong = await login(service, { keep: true, password: 'not her password' })
  expect(wrong).toBeProblem(401, 'credentials_invalid')
  expect(cookieOf(wrong)).toBeUndefined()
})

test.each([
  ['http://localhost:3000', [`Path=${SESSION}`]],
  ['https://hotel.example', ['Path=/', 'Secure']],
])(
  'under %s no script reads the cookie and no other site or address gets it',
  async (publicUrl, more) => {
    await using kept = await keptSession({ publicUrl })
    expect(attributesOf(kept.cookie)).toEqual(
      ['HttpOnly', 'Max-Age=43200', 'SameSite=Strict', ...more].toSorted(),
    )
  },
)

test('a reload gets the same session for as long as it is still good', async () => {
  await using kept = await keptSession()
  kept.service.clock.advance(HOUR_MS)
  const resumed = await kept.resume()
  expect(resumed.status).toBe(200)
  expect(resumed.body).toEqual({ ...kept.answer.body, expiresIn: 11 * 3_600 })
  expect(resumed.headers.get('cache-control')).toBe('no-store')
  const authorization = `Bearer ${resumed.body.token}`
  const me = await kept.service.call('GET', '/v1/auth/me', { headers: { authorization } })
  expect(me.body.email).toBe('grace@example.com')
})

test('a browser that keeps no session gets an empty answer, and one that has ended is dropped', async () => {
  await using kept = await keptSession()
  const none = await kept.service.call('POST', SESSION, { headers: OWN })
  expect(none.status).toBe(204)
  expect(cookieOf(none)).toBeUndefined()

  kept.service.clock.advance(12 * HOUR_MS)
  const ended = await kept.resume()
  expect(ended.status).toBe(204)
  expect(ended.text).toBe('')
  expect(attributesOf(cookieOf(ended)!)).toContain('Max-Age=0')
  expect(pairOf(cookieOf(ended)!)).toBe('session=')
})

test('the cookie opens nothing else', async () => {
  await using kept = await keptSession()
  const headers = { cookie: pairOf(kept.cookie) }
  for (const [method, path] of [
    ['GET', '/v1/auth/me'],
    ['POST', '/v1/auth/logout'],
    ['GET', '/v1/bookings'],
  ] as const)
    expect(await kept.service.call(method, path, { headers })).toBeProblem(401, 'unauthenticated')
})

test.each([
  [{ 'sec-fetch-site': 'cross-site' }],
  [{ 'sec-fetch-site': 'same-site' }],
  [{ origin: 'https://evil.example' }],
  [{ origin: 'http://localhost:3001' }],
  [{ origin: 'null' }],
])('a request that another origin sends is refused: %j', async (headers) => {
  await using kept = await keptSession()
  expect(await kept.resume(headers)).toBeProblem(403, 'forbidden')
})

test.each([
  [{ origin: 'http://localhost:3000' }],
  [{ origin: 'https://panel.example', host: 'panel.example' }],
  [{ origin: 'https://rewritten.example', 'sec-fetch-site': 'same-origin' }],
  [{}],
])('the service’s own pages are let in, behind a proxy too: %j', async (headers) => {
  await using kept = await keptSession()
  expect((await kept.resume(headers)).status).toBe(200)
})

test('logging out ends the kept session: its cookie is dropped and a copy of it is worth nothing', async () => {
  await using kept = await keptSession()
  const authorization = `Bearer ${kept.answer.body.token}`
  const out = await kept.service.call('POST', '/v1/auth/logout', { headers: { authorization } })
  expect(out.status).toBe(204)
  expect(attributesOf(cookieOf(out)!)).toEqual(
    ['HttpOnly', 'Max-Age=0', `Path=${SESSION}`, 'SameSite=Strict'].toSorted(),
  )
  expect((await kept.resume()).status).toBe(204)
})

test('a password changed elsewhere ends the kept session (contract §5)', async () => {
  await using kept = await keptSession()
  const authorization = `Bearer ${kept.answer.body.token}`
  const body = { currentPassword: PASSWORD, newPassword: 'another battery staple' }
  await kept.service.call('PATCH', '/v1/auth/me', { headers: { authorization }, body })
  expect((await kept.resume()).status).toBe(204)
})

test('a forged cookie is none', async () => {
  await using service = await startService()
  await registerGuest(service)
  const headers = { cookie: 'session=eyJhbGciOiJub25lIn0.e30.', ...OWN }
  expect((await service.call('POST', SESSION, { headers })).status).toBe(204)
})

test('under https the cookie is `__Host-session` for every path, and opens nothing but `/v1/auth/session` (contract-access, Settings; S11)', async () => {
  await using kept = await keptSession({ publicUrl: 'https://hotel.example' })
  expect(kept.cookie).toStartWith('__Host-session=')
  expect((await kept.resume()).status).toBe(200)
  // One of before is another host's as likely as ours.
  const former = { cookie: pairOf(kept.cookie).replace('__Host-', ''), ...OWN }
  expect((await kept.service.call('POST', SESSION, { headers: former })).status).toBe(204)

  const { paths } = (await kept.service.call('GET', '/openapi.json')).body
  const asked = Object.entries<Record<string, unknown>>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => [method.toUpperCase(), path] as const),
  )
  expect(asked.length).toBeGreaterThan(200)
  for (const [method, path] of asked) {
    if (path === SESSION) continue
    const at = path.replaceAll(/\{\w+\}/g, 'x')
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} }
    const without = await kept.service.call(method, at, body)
    const headers = { cookie: pairOf(kept.cookie) }
    const withIt = await kept.service.call(method, at, { ...body, headers })
    expect([method, path, withIt.status]).toEqual([method, path, without.status])
  }
})

test('under https every answer keeps browsers on https, problems and unknown pages, too; under http none (contract-access, Settings; S11)', async () => {
  const told = async (publicUrl: string) => {
    await using service = await startService({ publicUrl })
    const html = { headers: { accept: 'text/html' } }
    const answers = [
      await service.call('GET', '/v1'),
      await service.call('GET', '/v1/nowhere'),
      await service.call('GET', '/nowhere', html),
      await service.call('GET', '/v1/auth/me'),
      await service.call('GET', '/openapi.json'),
      await service.call('GET', '/docs', html),
      await service.call('GET', '/photos/none'),
    ]
    return new Set(answers.map(({ headers }) => headers.get('strict-transport-security')))
  }
  expect(await told('https://hotel.example')).toEqual(new Set(['max-age=63072000']))
  expect(await told('http://hotel.example')).toEqual(new Set([null]))
})
