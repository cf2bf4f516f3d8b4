import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { mailboxOf } from '../../src/domain/accounts/mailbox.ts'
import { normalizeEmail } from '../../src/domain/kernel/address.ts'
import { isEmail } from '../../src/domain/kernel/text.ts'

test.each([
  ['Bomb@Example.COM', 'bomb@example.com'],
  ['bomb+7@example.com', 'bomb@example.com'],
  ['bomb+a+b@example.com', 'bomb@example.com'],
  ['bomb＋7@example.com', 'bomb@example.com'],
  ['ｂomb@ｅxample.com', 'bomb@example.com'],
  ['b.o.m.b@gmail.com', 'bomb@gmail.com'],
  ['B.omb+x@GoogleMail.com', 'bomb@gmail.com'],
  ['BRAND™@example.com', 'brandtm@example.com'],
  ['Ϲ@example.com', 'ϲ@example.com'],
  ['a@bücher.example', 'a@xn--bcher-kva.example'],
  ['a@bücher.EXAMPLE', 'a@xn--bcher-kva.example'],
  ['a@例え。example', 'a@例え.example'],
])('%p and %p are one mailbox (contract-access, One mailbox)', (one, other) => {
  expect(mailboxOf(one)).toBe(mailboxOf(other))
})

test.each([
  ['b.omb@example.com', 'bomb@example.com'],
  ['bomb@gmail.com', 'bomb@example.com'],
  ['bomb@mail.gmail.com', 'bomb@gmail.com'],
  ['bomb-1@example.com', 'bomb@example.com'],
])('%p and %p are two mailboxes (contract-access, One mailbox)', (one, other) => {
  expect(mailboxOf(one)).not.toBe(mailboxOf(other))
})

const letters = (of: string) =>
  fc.array(fc.constantFrom(...of), { minLength: 1, maxLength: 8 }).map((all) => all.join(''))
const local = letters('abcıİßéÉşΣςﬁＡ１９.')
const tag = letters('abc123.+-_é')
const domain = fc.constantFrom('example.com', 'bücher.example', 'GMAIL.com', 'googlemail.com')

test('no tag, case, width or composition makes another mailbox, and a mailbox is its own (contract-access)', () => {
  fc.assert(
    fc.property(local, tag, domain, (name, tag, at) => {
      const box = mailboxOf(`${name}@${at}`)
      expect(mailboxOf(`${name}+${tag}@${at}`)).toBe(box)
      expect(mailboxOf(`${name}@${at.toUpperCase()}`)).toBe(box)
      for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'])
        expect(mailboxOf(`${name}@${at}`.normalize(form))).toBe(box)
      expect(mailboxOf(box)).toBe(box)
    }),
    { numRuns: 2_000 },
  )
})

test('of any address, spelled as it is kept or as it was said, there is one mailbox (contract-access)', () => {
  const address = fc
    .tuple(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.domain())
    .map(([name, at]) => `${name}@${at}`)
    .filter(isEmail)
  fc.assert(
    fc.property(address, (email) => {
      const box = mailboxOf(email)
      expect(mailboxOf(normalizeEmail(email))).toBe(box)
      expect(mailboxOf(box)).toBe(box)
      expect(box).not.toContain('+')
    }),
    { numRuns: 2_000 },
  )
})
