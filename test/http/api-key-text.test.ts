import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { formatKey, hashKey } from '../../src/domain/accounts/api-key.ts'
import { createApiKey, endApiKey } from '../../src/service/accounts/api-keys.ts'
import { insertApiKey, listApiKeys } from '../../src/store/accounts/api-keys.ts'
import { newKey, withHeader, withKey } from '../support/api-keys.ts'
import { startService } from '../support/service.ts'
import { storedText } from '../support/store.ts'

const FORM = /^service_live_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/

test('a key is <brand>_live_, 43 characters of base62 and a checksum of 6, each another (contract §8)', async () => {
  await using service = await startService()

  const secrets = [service.alfa.secret, service.bravo.secret]
  for (let i = 0; i < 4; i++) secrets.push((await newKey(service)).secret)
  for (const secret of secrets) expect(secret).toMatch(FORM)
  expect(new Set(secrets).size).toBe(secrets.length)
})

test('the secret part of a key draws on all of base62 and on 32 random bytes of it (contract §8)', async () => {
  await using service = await startService()
  const parts = Array.from({ length: 400 }, () => service.deps.newKeySecret())

  expect(new Set(parts).size).toBe(400)
  expect(new Set(parts.join('')).size).toBe(62)
  expect(62 ** parts[0]!.length).toBeGreaterThan(2 ** 256)
})

test('the last 6 characters are the CRC-32 of what stands before them, in base62 (contract §8)', async () => {
  await using service = await startService()
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

  for (const { secret } of [service.alfa, service.bravo]) {
    const sum = [...secret.slice(-6)].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0)
    expect(sum).toBe(crc32(secret.slice(0, -6)))
  }
})

test('a key with a typing error is refused without a look at the database (contract §8)', async () => {
  await using service = await startService()
  const { alfa, store } = service
  const key = (await listApiKeys(store, alfa.id))[0]!

  for (let place = 13; place < alfa.secret.length; place++) {
    const other = alfa.secret[place] === 'a' ? 'b' : 'a'
    const mistyped = alfa.secret.slice(0, place) + other + alfa.secret.slice(place + 1)
    // Were the database asked, it would say yes.
    await store.tx((tx) => insertApiKey(tx, { ...key, id: mistyped, hash: hashKey(mistyped) }))
    expect((await withKey(service, mistyped)).status).toBe(401)
  }
  expect((await withKey(service, alfa.secret)).status).toBe(200)
})

test('only the SHA-256 of a key is stored: its text is nowhere in the database (contract §8)', async () => {
  await using service = await startService()
  const { alfa, store } = service
  const { apiKey } = store.t
  const [row] = await store.db.select().from(apiKey).where(eq(apiKey.id, alfa.keyId))

  expect(row!.hash).toBe(createHash('sha256').update(alfa.secret).digest('base64'))
  expect(row!.prefix).toBe(alfa.secret.slice(0, 'service_live_'.length + 6))
  const stored = await storedText({ ...service, close: service.closeStore })
  expect(stored).toContain(row!.hash)
  expect(stored).not.toContain(alfa.secret)
  expect(stored).not.toContain(alfa.secret.slice('service_live_'.length + 6))
})

test('whatever is not a key of ours is 401 with WWW-Authenticate, in the same words as a revoked one (contract §6)', async () => {
  await using service = await startService()
  const { alfa, deps } = service
  const { key, secret: revoked } = await newKey(service)
  await endApiKey(deps, key)
  const { detail, title } = (await withKey(service, revoked)).body
  const good = alfa.secret
  const turned = good.slice(0, -1) + (good.endsWith('a') ? 'b' : 'a')

  for (const header of [
    '',
    'Bearer',
    'Bearer ',
    `Bearer${good}`,
    good,
    `Basic ${good}`,
    `Basic ${btoa(`${good}:`)}`,
    `Token ${good}`,
    `Bearer ${turned}`,
    `Bearer ${good}x`,
    `Bearer ${good.slice(0, -1)}`,
    `Bearer ${good} ${good}`,
    `Bearer ${good}, Bearer ${good}`,
    `Bearer "${good}"`,
    `Bearer ${good.toLowerCase()}`,
    `Bearer ${formatKey('other', good.slice('service_live_'.length, -6))}`,
    `Bearer ${formatKey('service', '0'.repeat(43))}`,
    `Bearer ${good.replace('_live_', '_test_')}`,
    `Bearer ${'x'.repeat(10_000)}`,
  ]) {
    const answer = await withHeader(service, header)
    expect([header, answer.status]).toEqual([header, 401])
    expect(answer).toBeProblem(401, 'unauthenticated')
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    expect([answer.body.title, answer.body.detail]).toEqual([title, detail])
  }
  expect(await service.call('GET', '/v1/partner/hotel')).toBeProblem(401, 'unauthenticated')
})

test('the scheme may be written in any case and with spaces after it (RFC 9110 §11.1)', async () => {
  await using service = await startService()

  for (const scheme of ['bearer', 'BEARER', 'BeArEr', 'Bearer  '])
    expect((await withHeader(service, `${scheme} ${service.alfa.secret}`)).status).toBe(200)
})

test('a key in the query string or in another header opens nothing (specification §5)', async () => {
  await using service = await startService()
  const { alfa, call } = service

  expect(await call('GET', `/v1/partner/hotel?api_key=${alfa.secret}`)).toBeProblem(
    401,
    'unauthenticated',
  )
  const headers = { 'x-api-key': alfa.secret }
  expect(await call('GET', '/v1/partner/hotel', { headers })).toBeProblem(401, 'unauthenticated')
})

test('a key that was made under another brand goes on opening (contract §8)', async () => {
  await using service = await startService()
  const { deps, alfa } = service
  const { secret } = await createApiKey(
    { ...deps, brand: 'acme' },
    { hotelId: alfa.id, name: 'old' },
  )
  expect(secret).toStartWith('acme_live_')
  expect((await withKey(service, secret)).status).toBe(200)
})
