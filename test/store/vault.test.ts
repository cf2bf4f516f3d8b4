import { expect, test } from 'bun:test'
import { createVault } from '../../src/store/engine/vault.ts'

const KEY = 'an encryption key that is long enough'
const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='

test('what is sealed is opened again, also by another vault of the same key (contract §4)', () => {
  for (const text of [SECRET, '', 'Çelik Yılmaz 🏨', 'x'.repeat(100_000)]) {
    const sealed = createVault(KEY).seal(text)
    expect(sealed).toMatch(/^v1\.[\w-]+$/)
    expect(createVault(KEY).open(sealed)).toBe(text)
    const bytes = Buffer.from(sealed.slice(3), 'base64url')
    if (text.length > 3) expect(bytes.includes(text)).toBe(false)
  }
})

test('sealed twice a text looks different each time: two equal secrets cannot be told', () => {
  const vault = createVault(KEY)
  const seals = new Set(Array.from({ length: 100 }, () => vault.seal(SECRET)))
  expect(seals.size).toBe(100)
})

test('another key opens nothing', () => {
  const sealed = createVault(KEY).seal(SECRET)
  expect(createVault(`${KEY}!`).open(sealed)).toBeUndefined()
})

test('every flipped bit, every cut and every addition is noticed', () => {
  const vault = createVault(KEY)
  const sealed = vault.seal('whsec_short')
  const bytes = Buffer.from(sealed.slice(3), 'base64url')
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = Buffer.from(bytes)
    changed[bit >> 3]! ^= 1 << (bit & 7)
    expect(vault.open(`v1.${changed.toString('base64url')}`)).toBeUndefined()
  }
  for (let length = 0; length < bytes.length; length++)
    expect(vault.open(`v1.${bytes.subarray(0, length).toString('base64url')}`)).toBeUndefined()
  expect(vault.open(`${sealed}AAAA`)).toBeUndefined()
})
