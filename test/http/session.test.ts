import { expect, test } from 'bun:test'
import type { User } from '../../src/domain/user.ts'
import { updateUser } from '../../src/store/users.ts'
import { login, PASSWORD, registered } from '../support/accounts.ts'
import { startService, type TestService } from '../support/service.ts'
import { forge, hmac, partsOf, RSA, rsa } from '../support/tokens.ts'
import { signIn, type TestUser, withToken } from '../support/users.ts'

const HOUR_SECONDS = 3_600
const LEEWAY_SECONDS = 60

/** A token of a guest, and what to sign others with. */
type Scene = {
  service: TestService
  guest: TestUser
  secret: string
  header: Record<string, unknown>
  claims: Record<string, unknown>
  nowSeconds: number
}

async function scene(service: TestService): Promise<Scene> {
  const guest = await signIn(service, 'guest')
  return {
    service,
    guest,
    secret: service.context.jwtSecret,
    nowSeconds: service.clock.nowMs / 1_000,
    ...partsOf(guest.token),
  }
}

/** The scene's token with other claims, signed as the service signs. */
const resigned = ({ header, claims, secret }: Scene, other: Record<string, unknown>) =>
  forge(header, { ...claims, ...other }, hmac(secret, 'sha256'))

const without = (claims: Record<string, unknown>, name: string) =>
  Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name))

const ask = ({ service }: Scene, authorization: string) =>
  service.call('GET', '/v1/auth/me', { headers: { authorization } })

test('a token is HS256 with a kid, the account, role and version, 12 hours from now (contract §5)', async () => {
  await using service = await startService()
  const { guest, header, claims, nowSeconds } = await scene(service)
  expect(header).toEqual({ alg: 'HS256', typ: 'JWT', kid: expect.stringMatching(/^[0-9a-f]{16}$/) })
  expect(claims).toEqual({
    sub: guest.user.id,
    role: 'guest',
    tv: 0,
    nbf: nowSeconds,
    exp: nowSeconds + 12 * HOUR_SECONDS,
  })
})

test('what the table below signs by hand is let in when nothing is wrong with it', async () => {
  await using service = await startService()
  const made = await scene(service)
  expect((await ask(made, `Bearer ${resigned(made, {})}`)).status).toBe(200)
  expect((await ask(made, `bearer   ${resigned(made, {})} `)).status).toBe(200)
})

const NONE = () => ''

/** Every way to come without a right of one's own; each is one header (contract §5). */
const FORGERIES: [string, (scene: Scene) => string][] = [
  ['alg none', ({ claims }) => `Bearer ${forge({ alg: 'none', typ: 'JWT' }, claims, NONE)}`],
  ['alg None', ({ claims }) => `Bearer ${forge({ alg: 'None', typ: 'JWT' }, claims, NONE)}`],
  [
    'alg none with the signature of a token',
    ({ claims, guest }) =>
      `Bearer ${forge({ alg: 'none' }, claims, () => partsOf(guest.token).signature)}`,
  ],
  ['no signature', ({ guest }) => `Bearer ${guest.token.split('.').slice(0, 2).join('.')}.`],
  ['two parts only', ({ guest }) => `Bearer ${guest.token.split('.').slice(0, 2).join('.')}`],
  [
    'RS256 with somebody’s key',
    ({ header, claims }) => `Bearer ${forge({ ...header, alg: 'RS256' }, claims, rsa)}`,
  ],
  [
    'RS256 with the key in the header',
    ({ header, claims }) =>
      `Bearer ${forge({ ...header, alg: 'RS256', jwk: RSA.publicKey }, claims, rsa)}`,
  ],
  [
    'HS256 with a public key as its secret',
    ({ header, claims }) => `Bearer ${forge(header, claims, hmac(RSA.publicKey, 'sha256'))}`,
  ],
  [
    'RS256 said, HS256 signed with the right secret',
    ({ header, claims, secret }) =>
      `Bearer ${forge({ ...header, alg: 'RS256' }, claims, hmac(secret, 'sha256'))}`,
  ],
  [
    'HS512 with the right secret',
    ({ header, claims, secret }) =>
      `Bearer ${forge({ ...header, alg: 'HS512' }, claims, hmac(secret, 'sha512'))}`,
  ],
  [
    'HS384 with the right secret',
    ({ header, claims, secret }) =>
      `Bearer ${forge({ ...header, alg: 'HS384' }, claims, hmac(secret, 'sha384'))}`,
  ],
  [
    'another secret',
    ({ header, claims }) => `Bearer ${forge(header, claims, hmac('not the secret', 'sha256'))}`,
  ],
  [
    'a header that must be understood and is not',
    ({ header, claims, secret }) =>
      `Bearer ${forge({ ...header, crit: ['x'], x: 1 }, claims, hmac(secret, 'sha256'))}`,
  ],
  ['expired this second', (made) => `Bearer ${resigned(made, { exp: made.nowSeconds })}`],
  ['expired', (made) => `Bearer ${resigned(made, { exp: made.nowSeconds - 1 })}`],
  ['no expiry', (made) => `Bearer ${resigned(made, { exp: undefined })}`],
  ['an expiry that is text', (made) => `Bearer ${resigned(made, { exp: '9999999999' })}`],
  [
    'from the future by nbf',
    (made) => `Bearer ${resigned(made, { nbf: made.nowSeconds + LEEWAY_SECONDS + 1 })}`,
  ],
  [
    'from the future by iat',
    (made) => `Bearer ${resigned(made, { iat: made.nowSeconds + LEEWAY_SECONDS + 1 })}`,
  ],
  [
    'from the future by both',
    (made) =>
      `Bearer ${resigned(made, { iat: made.nowSeconds + HOUR_SECONDS, nbf: made.nowSeconds + HOUR_SECONDS })}`,
  ],
  ['another role, signed again', (made) => `Bearer ${resigned(made, { role: 'admin' })}`],
  [
    'another role edited in',
    ({ header, claims, guest }) =>
      `Bearer ${forge(header, { ...claims, role: 'admin' }, () => partsOf(guest.token).signature)}`,
  ],
  [
    'another account edited in',
    ({ header, claims, guest }) =>
      `Bearer ${forge(header, { ...claims, sub: 'somebody' }, () => partsOf(guest.token).signature)}`,
  ],
  ['an account that is none', (made) => `Bearer ${resigned(made, { sub: 'nobody' })}`],
  ['no account', (made) => `Bearer ${resigned(made, { sub: undefined })}`],
  ['an account that is an object', (made) => `Bearer ${resigned(made, { sub: {} })}`],
  ['a version to come', (made) => `Bearer ${resigned(made, { tv: 1 })}`],
  ['a version that is text', (made) => `Bearer ${resigned(made, { tv: '0' })}`],
  [
    'no version',
    ({ header, claims, secret }) =>
      `Bearer ${forge(header, without(claims, 'tv'), hmac(secret, 'sha256'))}`,
  ],
  ['no nbf', (made) => `Bearer ${resigned(made, { nbf: undefined })}`],
  ['no role', (made) => `Bearer ${resigned(made, { role: undefined })}`],
  ['one byte of the signature turned', ({ guest }) => `Bearer ${turned(guest.token)}`],
  ['garbage', () => 'Bearer garbage'],
  ['garbage of three parts', () => 'Bearer a.b.c'],
  [
    'claims that are no object',
    ({ header, secret }) => `Bearer ${forge(header, [] as never, hmac(secret, 'sha256'))}`,
  ],
  ['an API key', ({ service }) => `Bearer ${service.alfa.secret}`],
  ['an empty header', () => ''],
  ['Bearer alone', () => 'Bearer'],
  ['Bearer and a blank', () => 'Bearer '],
  ['no scheme', ({ guest }) => guest.token],
  ['another scheme', ({ guest }) => `Token ${guest.token}`],
  ['Basic', () => `Basic ${btoa(`guest@example.com:${PASSWORD}`)}`],
  ['two tokens', ({ guest }) => `Bearer ${guest.token} ${guest.token}`],
  ['two headers in one', ({ guest }) => `Bearer ${guest.token}, Bearer ${guest.token}`],
]

test.each(FORGERIES)('a token with %s is 401 (contract §5, §6)', async (_, authorize) => {
  await using service = await startService()
  const made = await scene(service)
  const answer = await ask(made, authorize(made))
  expect(answer).toBeProblem(401, 'unauthenticated')
  expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  expect(answer.text).not.toContain(made.guest.user.email)
})

test.each(FORGERIES.filter(([name]) => name !== 'an empty header'))(
  'a token with %s does not pass for no token where none is needed (contract §5)',
  async (_, authorize) => {
    await using service = await startService()
    const headers = { authorization: authorize(await scene(service)) }
    const answer = await service.call('GET', '/v1/bookings/AAAAAAAAAA?email=a@b.cd', { headers })
    expect(answer).toBeProblem(401, 'unauthenticated')
  },
)

test('a clock that is a minute behind the signer’s is no reason to refuse a token (contract §5)', async () => {
  await using service = await startService()
  const made = await scene(service)
  const ahead = made.nowSeconds + LEEWAY_SECONDS
  const token = resigned(made, { nbf: ahead, iat: ahead, exp: ahead + HOUR_SECONDS })
  expect((await ask(made, `Bearer ${token}`)).status).toBe(200)
})

test('a token stands for 12 hours and not a second longer (contract §5)', async () => {
  await using service = await startService()
  const { call } = await registered(service)
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
  await write({ status: 'blocked', tokenVersion: 1 })
  await write({ status: 'active' })
  expect(await call('GET', '/v1/auth/me')).toBeProblem(401, 'unauthenticated')
})

test('a token logged in with is over after logout, the next one good (contract §5)', async () => {
  await using service = await startService()
  const first = await registered(service)
  await first.call('POST', '/v1/auth/logout')
  const { token } = (await login(service)).body
  expect(await first.call('GET', '/v1/auth/me')).toBeProblem(401, 'unauthenticated')
  expect((await withToken(service, token)('GET', '/v1/auth/me')).status).toBe(200)
})

test.each([
  ['none', undefined],
  ['null', null],
  ["another secret's", '0123456789abcdef'],
  ['an empty one', ''],
])('a token with a right signature is refused when its kid is %s (contract §5)', async (_, kid) => {
  await using service = await startService()
  const made = await scene(service)
  const { header, claims, secret } = made
  const token = forge({ ...header, kid }, claims, hmac(secret, 'sha256'))
  expect(await ask(made, `Bearer ${token}`)).toBeProblem(401, 'unauthenticated')
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

/** A token whose signature differs in its first byte. */
function turned(token: string): string {
  const [header, claims, signature = ''] = token.split('.')
  const first = signature.startsWith('A') ? 'B' : 'A'
  return `${header}.${claims}.${first}${signature.slice(1)}`
}
