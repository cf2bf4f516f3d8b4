import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type ApiKey,
  formatKey,
  hashKey,
  isKeyActive,
  isWellFormedKey,
  KEY_SECRET,
  keyPrefix,
} from '../../src/domain/accounts/api-key.ts'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const brand = fc.stringMatching(/^[a-z][a-z0-9-]{0,31}$/)
const secret = fc.string({
  unit: fc.constantFrom(...BASE62),
  minLength: KEY_SECRET.length,
  maxLength: KEY_SECRET.length,
})
const character = fc.oneof(
  fc.constantFrom(...BASE62),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  fc.constantFrom(' ', '\n', '\0', '_', 'é', '\ud800'),
)

test('a secret of that alphabet and length holds at least 32 random bytes (contract §8)', () => {
  expect(KEY_SECRET.alphabet).toBe(BASE62)
  expect(62n ** BigInt(KEY_SECRET.length) >= 2n ** 256n).toBe(true)
})

test('a key is brand, "_live_", secret and six characters of checksum, and well formed (contract §8)', () => {
  fc.assert(
    fc.property(brand, secret, (brand, secret) => {
      const key = formatKey(brand, secret)
      expect(key.startsWith(`${brand}_live_${secret}`)).toBe(true)
      expect(key.slice(`${brand}_live_${secret}`.length)).toMatch(/^[0-9A-Za-z]{6}$/)
      expect(isWellFormedKey(key)).toBe(true)
      expect(formatKey(brand, secret)).toBe(key)
    }),
  )
})

test('a key with any one character changed, lost or doubled is refused (contract §8)', () => {
  fc.assert(
    fc.property(brand, secret, fc.nat(), character, (brand, secret, place, character) => {
      const key = formatKey(brand, secret)
      const at = place % key.length
      const changed = key.slice(0, at) + character + key.slice(at + 1)
      if (changed !== key) expect(isWellFormedKey(changed)).toBe(false)
      expect(isWellFormedKey(key.slice(0, at) + key.slice(at + 1))).toBe(false)
      expect(isWellFormedKey(key.slice(0, at) + key[at] + key.slice(at))).toBe(false)
    }),
    { numRuns: 5_000 },
  )
})

test('a key with two neighbours swapped is refused (contract §8)', () => {
  fc.assert(
    fc.property(brand, secret, fc.nat(), (brand, secret, place) => {
      const key = formatKey(brand, secret)
      const at = place % (key.length - 1)
      const swapped = key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2)
      expect(isWellFormedKey(swapped)).toBe(swapped === key)
    }),
    { numRuns: 3_000 },
  )
})

test('a key of any brand is one, for keys outlive a change of name, and nothing else is a key', () => {
  fc.assert(
    fc.property(brand, secret, fc.string(), (brand, secret, text) => {
      expect(isWellFormedKey(formatKey(brand, secret))).toBe(true)
      expect(isWellFormedKey(text)).toBe(false)
      expect(isWellFormedKey(`${brand}_live_${text}`)).toBe(false)
    }),
  )
})

test('what is shown and stored of a key does not tell it (contract §8)', () => {
  fc.assert(
    fc.property(brand, secret, (brand, secret) => {
      for (const kind of ['live', 'test', 'vendor', 'site'] as const) {
        const key = formatKey(brand, secret, kind)
        expect(keyPrefix(key)).toBe(`${brand}_${kind}_${secret.slice(0, 6)}`)
        expect(Buffer.from(hashKey(key), 'base64')).toHaveLength(32)
      }
    }),
  )
  expect(hashKey('abc')).toBe('ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=')
})

test('a key opens until it is revoked or the very instant it expires (contract §8)', () => {
  const key: ApiKey = {
    id: '',
    hotelId: 1,
    test: false,
    vendorId: null,
    name: '',
    prefix: '',
    scopes: [],
    allowedIps: [],
    requestsPerMinute: null,
    createdAtMs: 0,
    expiresAtMs: null,
    revokedAtMs: null,
    lastUsedAtMs: null,
    lastUsedFrom: null,
    ...{ feedSeq: null, feedAtMs: null, eventSeq: null },
    createdBy: null,
  }
  expect(isKeyActive(key, Number.MAX_SAFE_INTEGER)).toBe(true)
  expect(isKeyActive({ ...key, expiresAtMs: 1_000 }, 999)).toBe(true)
  expect(isKeyActive({ ...key, expiresAtMs: 1_000 }, 1_000)).toBe(false)
  expect(isKeyActive({ ...key, revokedAtMs: 1 }, 0)).toBe(false)
})
