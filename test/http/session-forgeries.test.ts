import { expect, test } from 'bun:test'
import { PASSWORD } from '../support/accounts.ts'
import { startService } from '../support/service.ts'
import {
  ask,
  HOUR_SECONDS,
  LEEWAY_SECONDS,
  resignToken,
  type Scene,
  scene,
} from '../support/token-scene.ts'
import { forge, hmac, partsOf, RSA, rsa } from '../support/tokens.ts'

const without = (claims: Record<string, unknown>, name: string) =>
  Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name))

test('what the table below signs by hand is let in when nothing is wrong with it', async () => {
  await using service = await startService()
  const made = await scene(service)
  expect((await ask(made, `Bearer ${resignToken(made, {})}`)).status).toBe(200)
  expect((await ask(made, `bearer   ${resignToken(made, {})} `)).status).toBe(200)
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
  ['expired this second', (made) => `Bearer ${resignToken(made, { exp: made.nowSeconds })}`],
  ['expired', (made) => `Bearer ${resignToken(made, { exp: made.nowSeconds - 1 })}`],
  ['no expiry', (made) => `Bearer ${resignToken(made, { exp: undefined })}`],
  ['an expiry that is text', (made) => `Bearer ${resignToken(made, { exp: '9999999999' })}`],
  [
    'from the future by nbf',
    (made) => `Bearer ${resignToken(made, { nbf: made.nowSeconds + LEEWAY_SECONDS + 1 })}`,
  ],
  [
    'from the future by iat',
    (made) => `Bearer ${resignToken(made, { iat: made.nowSeconds + LEEWAY_SECONDS + 1 })}`,
  ],
  [
    'from the future by both',
    (made) =>
      `Bearer ${resignToken(made, { iat: made.nowSeconds + HOUR_SECONDS, nbf: made.nowSeconds + HOUR_SECONDS })}`,
  ],
  ['another role, signed again', (made) => `Bearer ${resignToken(made, { role: 'admin' })}`],
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
  ['an account that is none', (made) => `Bearer ${resignToken(made, { sub: 'nobody' })}`],
  ['no account', (made) => `Bearer ${resignToken(made, { sub: undefined })}`],
  ['an account that is an object', (made) => `Bearer ${resignToken(made, { sub: {} })}`],
  ['a version to come', (made) => `Bearer ${resignToken(made, { tv: 1 })}`],
  ['a version that is text', (made) => `Bearer ${resignToken(made, { tv: '0' })}`],
  [
    'no version',
    ({ header, claims, secret }) =>
      `Bearer ${forge(header, without(claims, 'tv'), hmac(secret, 'sha256'))}`,
  ],
  ['another audience', (made) => `Bearer ${resignToken(made, { aud: 'another service' })}`],
  ['several audiences', (made) => `Bearer ${resignToken(made, { aud: ['roomwire', 'x'] })}`],
  ['no audience and no session', (made) => `Bearer ${resignToken(made, { aud: undefined })}`],
  [
    'no audience and a session that is none here',
    (made) => `Bearer ${resignToken(made, { aud: undefined, sid: crypto.randomUUID() })}`,
  ],
  ['no nbf', (made) => `Bearer ${resignToken(made, { nbf: undefined })}`],
  ['no role', (made) => `Bearer ${resignToken(made, { role: undefined })}`],
  ['one byte of the signature turned', ({ guest }) => `Bearer ${flipSignature(guest.token)}`],
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

/** A token whose signature differs in its first byte. */
function flipSignature(token: string): string {
  const [header, claims, signature = ''] = token.split('.')
  const first = signature.startsWith('A') ? 'B' : 'A'
  return `${header}.${claims}.${first}${signature.slice(1)}`
}
