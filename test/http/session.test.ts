import { expect, test } from 'bun:test'
import type { User } from '../../src/domain/accounts/user.ts'
import { updateUser } from '../../src/store/accounts/users.ts'
import { login, registerGuest } from '../support/accounts.ts'
import { startService } from '../support/service.ts'
import { ask, HOUR_SECONDS, LEEWAY_SECONDS, resignToken, scene } from '../support/token-scene.ts'
import { partsOf } from '../support/tokens.ts'
import { signIn, withToken } from '../support/users.ts'

test('a token is HS256 with a kid, the account, audience, role and version, 12 hours from now (contract §5)', async () => {
  await using service = await startService()
  const { guest, header, claims, nowSeconds } = await scene(service)
  expect(header).toEqual({ alg: 'HS256', typ: 'JWT', kid: expect.stringMatching(/^[0-9a-f]{16}$/) })
  expect(claims).toEqual({
    sub: guest.user.id,
    aud: 'roomwire',
    role: 'guest',
    tv: 0,
    nbf: nowSeconds,
    exp: nowSeconds + 12 * HOUR_SECONDS,
  })
})

test('a clock that is a minute behind the signer’s is no reason to refuse a token (contract §5)', async () => {
  await using service = await startService()
  const made = await scene(service)
  const ahead = made.nowSeconds + LEEWAY_SECONDS
  const token = resignToken(made, { nbf: ahead, iat: ahead, exp: ahead + HOUR_SECONDS })
  expect((await ask(made, `Bearer ${token}`)).status).toBe(200)
  // Its signature is known by now, its times are looked at again.
  service.clock.advance(-1_000)
  expect(await ask(made, `Bearer ${token}`)).toBeProblem(401, 'unauthenticated')
})

test('a token stands for 12 hours and not a second longer (contract §5)', async () => {
  await using service = await startService()
  const { call } = await registerGuest(service)
  service.clock.advance(12 * HOUR_SECONDS * 1_000 - 1_000)
  expect((await call('GET', '/v1/auth/me')).status).toBe(200)
  service.clock.advance(1_000)
  expect(await call('GET', '/v1/auth/me')).toBeProblem(401, 'unauthenticated')
})

const CHANGES: [string, Partial<User>][] = [
  ['blocked', { status: 'blocked' }],
  ['given another role', { role: 'admin' }],
  ['given a new version', { tokenVersion: 1 }],
]

test.each(CHANGES)(
  'the token of an account that is %s ends with the next request (contract §5)',
  async (_, changes) => {
    await using service = await startService()
    const { store, deps } = service
    const { user, call } = await signIn(service, 'hotel_manager')
    expect((await call('GET', '/v1/auth/me')).status).toBe(200)
    await store.tx((tx) => updateUser(tx, user.id, { ...changes, updatedAtMs: deps.nowMs() }))
    expect(await call('GET', '/v1/auth/me')).toBeProblem(401, 'unauthenticated')
    expect(await call('GET', '/v1/bookings')).toBeProblem(401, 'unauthenticated')
  },
)

test('a blocked account that is let in again needs a new token only if its version was raised (contract §5)', async () => {
  await using service = await startService()
  const { store, deps } = service
  const { user, call } = await signIn(service, 'guest')
  const write = (changes: Partial<User>) =>
    store.tx((tx) => updateUser(tx, user.id, { ...changes, updatedAtMs: deps.nowMs() }))
  const me = () => call('GET', '/v1/auth/me')
  await write({ status: 'blocked' })
  expect(await me()).toBeProblem(401, 'unauthenticated')
  await write({ status: 'active' })
  expect((await me()).status).toBe(200)
  await write({ status: 'blocked', tokenVersion: 1 })
  await write({ status: 'active' })
  expect(await me()).toBeProblem(401, 'unauthenticated')
})

test('a token logged in with is over after logout, the next one good (contract §5)', async () => {
  await using service = await startService()
  const first = await registerGuest(service)
  await first.call('POST', '/v1/auth/logout')
  const { token } = (await login(service)).body
  expect(await first.call('GET', '/v1/auth/me')).toBeProblem(401, 'unauthenticated')
  expect((await withToken(service, token)('GET', '/v1/auth/me')).status).toBe(200)
})

test('a service with another secret refuses the token, and names its own key otherwise (contract §5)', async () => {
  await using service = await startService()
  await using other = await startService({ jwtSecret: 'another secret of the tests, as long' })
  const mine = await signIn(service, 'guest')
  const theirs = await signIn(other, 'guest', mine.user)
  expect(await withToken(other, mine.token)('GET', '/v1/auth/me')).toBeProblem(
    401,
    'unauthenticated',
  )
  expect((await theirs.call('GET', '/v1/auth/me')).status).toBe(200)
  expect(partsOf(mine.token).header.kid).not.toBe(partsOf(theirs.token).header.kid)
})

test('a session opens nothing of the partner interface, not even an admin’s (specification §5)', async () => {
  await using service = await startService()
  const { call } = await signIn(service, 'admin')
  expect(await call('GET', '/v1/partner/hotel')).toBeProblem(401, 'unauthenticated')
})
