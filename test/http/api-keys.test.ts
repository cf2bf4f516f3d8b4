import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { formatKey, hashKey } from '../../src/domain/api-key.ts'
import { AppError } from '../../src/domain/errors.ts'
import { createApiKey, endApiKey, noteKeyUses } from '../../src/service/api-keys.ts'
import { insertApiKey, listApiKeys } from '../../src/store/api-keys.ts'
import { NOW_MS, startService, type TestService } from '../support/service.ts'

const FORM = /^service_live_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/

const withHeader = ({ call }: TestService, authorization: string) =>
  call('GET', '/v1/partner/hotel', { headers: { authorization } })
const withKey = (service: TestService, secret: string) => withHeader(service, `Bearer ${secret}`)

/** Another key of hotel Alfa. */
const newKey = ({ deps, alfa }: TestService, more: { expiresAtMs?: number } = {}) =>
  createApiKey(deps, { hotelId: alfa.id, name: 'another', ...more })

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

test('the first request of a fresh key passes, at its own hotel (contract §8)', async () => {
  await using service = await startService()
  const { secret } = await newKey(service)

  expect((await withKey(service, secret)).body.slug).toBe('alfa')
  expect((await withKey(service, service.bravo.secret)).body.slug).toBe('bravo')
})

test('only the SHA-256 of a key is stored: its text is nowhere in the database file (contract §8)', async () => {
  await using service = await startService()
  const { alfa, store } = service
  const [row] = store.db.all(sql`select * from api_key where id = ${alfa.keyId}`) as Record<
    string,
    unknown
  >[]

  expect(row!.hash).toBe(createHash('sha256').update(alfa.secret).digest('base64'))
  expect(row!.prefix).toBe(alfa.secret.slice(0, 'service_live_'.length + 6))
  const [{ file }] = store.db.all(sql`pragma database_list`) as [{ file: string }]
  await service.closeStore()
  const bytes = await Bun.file(file).text()
  expect(bytes).toContain(String(row!.hash))
  expect(bytes).not.toContain(alfa.secret)
  expect(bytes).not.toContain(alfa.secret.slice('service_live_'.length + 6))
})

test('a revoked key is refused on the next call, other keys of the hotel are not (contract §8, issue 2)', async () => {
  await using service = await startService()
  const { alfa, deps } = service
  const { key, secret } = await newKey(service)
  expect((await withKey(service, secret)).status).toBe(200)

  await endApiKey(deps, key)
  const refused = await withKey(service, secret)
  expect(refused).toBeProblem(401, 'unauthenticated')
  expect((await alfa.call('GET', '/hotel')).status).toBe(200)
})

test('calls that begin after a revocation was answered are refused, however many are under way (contract §8)', async () => {
  await using service = await startService()
  const { key, secret } = await newKey(service)
  let isEnded = false
  const late: number[] = []

  async function ask(): Promise<void> {
    for (let i = 0; i < 11; i++) {
      const isLate = isEnded
      const { status } = await withKey(service, secret)
      if (isLate) late.push(status)
      await new Promise<void>((resolve) => setImmediate(resolve))
    }
  }
  // 55 calls: fewer than the key's minute and the address's failures allow.
  const asking = Promise.all(Array.from({ length: 5 }, ask))
  await endApiKey(service.deps, key)
  isEnded = true
  await asking

  expect(late.length).toBeGreaterThan(20)
  expect(new Set(late)).toEqual(new Set([401]))
})

test('a key is revoked once, and only by its own hotel (contract §8)', async () => {
  await using service = await startService()
  const { deps, bravo } = service
  const { key, secret } = await newKey(service)

  const foreign = endApiKey(deps, { id: key.id, hotelId: bravo.id })
  expect(await foreign.catch(({ code }) => code)).toBe('not_found')
  expect((await withKey(service, secret)).status).toBe(200)
  await endApiKey(deps, key)
  expect(await endApiKey(deps, key).catch(({ code }) => code)).toBe('not_found')
})

test('a key opens until the instant it expires and not from it on (contract §8)', async () => {
  await using service = await startService()
  const { clock } = service
  const { secret } = await newKey(service, { expiresAtMs: NOW_MS + 1_000 })

  expect((await withKey(service, secret)).status).toBe(200)
  clock.advance(999)
  expect((await withKey(service, secret)).status).toBe(200)
  clock.advance(1)
  expect(await withKey(service, secret)).toBeProblem(401, 'unauthenticated')
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

test('a hotel has at most 5 active keys; revoked and expired ones do not count (contract §5)', async () => {
  await using service = await startService()
  const { clock, deps } = service
  const { key } = await newKey(service)
  await newKey(service, { expiresAtMs: NOW_MS + 1_000 })
  await newKey(service)
  await newKey(service)

  const sixth = await newKey(service).catch((error: unknown) => error)
  expect(sixth).toBeInstanceOf(AppError)
  expect((sixth as AppError).code).toBe('validation_failed')
  await endApiKey(deps, key)
  await newKey(service)
  await expect(newKey(service)).rejects.toThrow('at most 5')
  clock.advance(1_000)
  await newKey(service)
})

test('six keys asked for at once are five (contract §5)', async () => {
  await using service = await startService()

  const made = await Promise.allSettled(Array.from({ length: 6 }, () => newKey(service)))
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
})

test('the last use of a key is noted, of refused calls it is not (contract §8)', async () => {
  await using service = await startService({ requestsPerMinute: 2 })
  const { alfa, bravo, clock, context, deps, store } = service
  const lastUse = async (hotelId: number) => (await listApiKeys(store, hotelId))[0]!.lastUsedAtMs
  expect(await lastUse(alfa.id)).toBeNull()

  await alfa.call('GET', '/hotel')
  clock.advance(1_000)
  await alfa.call('GET', '/hotel')
  clock.advance(1_000)
  expect((await alfa.call('GET', '/hotel')).status).toBe(429)
  await noteKeyUses(deps, context.keyUses)
  expect(await lastUse(alfa.id)).toBe(NOW_MS + 1_000)
  expect(await lastUse(bravo.id)).toBeNull()
  expect(context.keyUses.size).toBe(0)
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
