import { expect, test } from 'bun:test'
import { createPasswords, PASSWORD_COST } from '../../src/service/passwords.ts'

const CHEAP = { memoryCost: 8, timeCost: 1 }

test('a hash is argon2id of the cost asked for, with a salt of its own (contract §5)', async () => {
  const passwords = createPasswords({ memoryCost: 64, timeCost: 3 })
  const [first, second] = await Promise.all(['a password', 'a password'].map(passwords.hash))
  expect(first).toMatch(/^\$argon2id\$v=19\$m=64,t=3,p=1\$/)
  expect(second).not.toBe(first)
  expect(await passwords.verify('a password', first)).toBeTrue()
  expect(await passwords.verify('a passwort', first)).toBeFalse()
})

test('what the service pays by default is not below what OWASP asks for: 19 MiB, 2 passes', () => {
  expect(PASSWORD_COST.memoryCost).toBeGreaterThanOrEqual(19 * 1_024)
  expect(PASSWORD_COST.timeCost).toBeGreaterThanOrEqual(2)
})

test.each([undefined, '', 'no password opens this', '$2b$10$abc'])(
  'no password opens the hash %p, and asking breaks nothing',
  async (hash) => {
    const passwords = createPasswords(CHEAP)
    for (const password of ['', 'a password', hash ?? ''])
      expect(await passwords.verify(password || 'x', hash)).toBeFalse()
  },
)

test('2 hashes are made and 32 wait, the 35th is refused; then there is room again (contract §5)', async () => {
  const passwords = createPasswords(CHEAP)
  await passwords.verify('warm', undefined)
  const crowd = Array.from({ length: 35 }, () => passwords.hash('a password'))
  const outcomes = await Promise.allSettled(crowd)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(34)
  expect(outcomes.at(-1)).toMatchObject({
    status: 'rejected',
    reason: { code: 'unavailable', facts: { retryAfterSeconds: 2 } },
  })
  expect(await passwords.hash('a password')).toStartWith('$argon2id$')
})
