import { expect, test } from 'bun:test'
import { createLinkSigner } from '../../src/store/accounts/signer.ts'
import { createVault } from '../../src/store/engine/vault.ts'

const KEY = 'an encryption key that is long enough'
const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='

test('what is sealed is opened again, also by another vault of the same key (contract §4)', async () => {
  for (const text of [SECRET, '', 'Çelik Yılmaz 🏨', 'x'.repeat(100_000)]) {
    const sealed = await createVault(KEY).seal(text)
    expect(sealed).toMatch(/^v1\.[\w-]+$/)
    expect(await createVault(KEY).open(sealed)).toBe(text)
    const bytes = Buffer.from(sealed.slice(3), 'base64url')
    if (text.length > 3) expect(bytes.includes(text)).toBe(false)
  }
})

test('what an earlier version sealed or signed is opened, and is signed alike', async () => {
  const sealed =
    'v1.yIOHEudbs1OCMHwdS-XCduSFCgvHigBnCWr9DdefZ38SIgQFwDp3GBrkXff8nbhrutExXmBl_MyTH8i2ItlLBvX8O1d5NkYkgPnKka7x'
  expect(await createVault(KEY).open(sealed)).toBe(SECRET)
  const links = createLinkSigner(KEY)
  const link = { id: 'link-1', kind: 'invitation', expiresAtMs: 1_893_456_000_000 } as const
  expect(await links.sign(link)).toEndWith('.Z6GVJ14_1qZ3TRsplPHvM-BGaKs6vTPapJfsZ8L9P8w')
  expect(await links.digits(link.id)).toBe('090799')
})

test('sealed twice a text looks different each time: two equal secrets cannot be told', async () => {
  const vault = createVault(KEY)
  const seals = await Promise.all(Array.from({ length: 100 }, () => vault.seal(SECRET)))
  expect(new Set(seals).size).toBe(100)
})

test('another key opens nothing', async () => {
  const sealed = await createVault(KEY).seal(SECRET)
  expect(await createVault(`${KEY}!`).open(sealed)).toBeUndefined()
})

test('every flipped bit, every cut and every addition is noticed', async () => {
  const vault = createVault(KEY)
  const sealed = await vault.seal('whsec_short')
  const bytes = Buffer.from(sealed.slice(3), 'base64url')
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = Buffer.from(bytes)
    changed[bit >> 3]! ^= 1 << (bit & 7)
    expect(await vault.open(`v1.${changed.toString('base64url')}`)).toBeUndefined()
  }
  for (let length = 0; length < bytes.length; length++) {
    const cut = `v1.${bytes.subarray(0, length).toString('base64url')}`
    expect(await vault.open(cut)).toBeUndefined()
  }
  expect(await vault.open(`${sealed}AAAA`)).toBeUndefined()
})
