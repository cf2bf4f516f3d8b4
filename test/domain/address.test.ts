import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { normalizeEmail } from '../../src/domain/kernel/address.ts'
import { isEmail } from '../../src/domain/kernel/text.ts'

test.each([
  ['ａdmin@own.example', 'admin@own.example'],
  ['root@ｏwn.example', 'root@own.example'],
  ['ﬁona@example.com', 'fiona@example.com'],
  ['a@bücher.example', 'a@xn--bcher-kva.example'],
  ['A@BÜCHER.example', 'a@xn--bcher-kva.example'],
])('%p and %p are one address (contract-access, Accounts; S5)', (one, other) => {
  expect(normalizeEmail(one)).toBe(normalizeEmail(other))
  expect(normalizeEmail(one)).toBe(other)
})

test('no address is another one once it is kept, and none that is kept is refused', () => {
  const address = fc
    .tuple(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.domain())
    .map(([name, at]) => `${name}@${at}`)
    .filter(isEmail)
  fc.assert(
    fc.property(address, (email) => {
      const kept = normalizeEmail(email)
      expect(normalizeEmail(kept)).toBe(kept)
      expect(isEmail(kept)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('an address in plain ASCII is kept as all others are', () => {
  const label = fc.stringMatching(/^[A-Za-z0-9-]{1,6}$/)
  const address = fc
    .tuple(fc.string({ unit: 'binary-ascii', maxLength: 8 }), fc.array(label, { minLength: 1 }))
    .map(([name, labels]) => `${name}@${labels.join('.')}`)
  fc.assert(
    fc.property(fc.oneof(address, fc.emailAddress(), fc.webAuthority()), (email) => {
      // Only the space keeps it from the short way.
      expect(normalizeEmail(email)).toBe(normalizeEmail(` ${email}`))
    }),
    { numRuns: 5_000 },
  )
})

test.each(['root＠own@example.com', 'a¨b@example.com', `${'ﷺ'.repeat(20)}@example.com`])(
  '%j is none, for as it would be kept it is none',
  (each) => {
    expect(isEmail(each)).toBe(false)
  },
)
