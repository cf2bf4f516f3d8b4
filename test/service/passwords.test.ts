import { expect, test } from 'bun:test'
import { createPasswords, PASSWORD_COST } from '../../src/service/passwords.ts'

const CHEAP = { memoryCost: 8, timeCost: 1 }

test('a hash is argon2id of the cost asked for, with a salt of its own (contract §5)', async () => {
  const passwords = createPasswords({ memoryCost: 64, timeCost: 3 })
  const [first, second] = await Promise.all(
    ['a password', 'a password'].map((password) => passwords.hash(password)),
  )
  expect(first).toMatch(/^\$argon2id\$v=19\$m=64,t=3,p=1\$/)
  expect(second).not.toBe(first)
  expect(await passwords.verify('a password', first)).toBeTrue()
  expect(await passwords.verify('a passwort', first)).toBeFalse()
})

test('what the service pays by default is OWASP’s first choice: 19 MiB, 2 passes, one lane', async () => {
  expect(PASSWORD_COST).toMatchObject({ memoryCost: 19 * 1_024, timeCost: 2 })
  const passwords = createPasswords()
  const hash = await passwords.hash('a password')
  expect(hash).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$')
  expect(passwords.isOutdated(hash)).toBeFalse()
})

test('a hash of Bun’s own cost, as earlier versions made them, is verified and outdated', async () => {
  const passwords = createPasswords()
  const old = await Bun.password.hash('a password', 'argon2id')
  expect(old).toStartWith('$argon2id$v=19$m=65536,t=2,p=1$')
  expect(await passwords.verify('a password', old)).toBeTrue()
  expect(passwords.isOutdated(old)).toBeTrue()
})

test('no takes a whole number of refusal times, yes what the hash takes (contract §5)', async () => {
  const passwords = createPasswords({ ...CHEAP, refusalMs: 300 })
  const hash = await passwords.hash('a password')
  await passwords.verify('warm', undefined)
  const timed = async (password: string, of: string | undefined) => {
    const startedMs = performance.now()
    await passwords.verify(password, of)
    return performance.now() - startedMs
  }
  // One of three: the cores may be others' meanwhile.
  const yes = [await timed('a password', hash), await timed('a password', hash)]
  expect(Math.min(...yes, await timed('a password', hash))).toBeLessThan(250)
  // A timer may be a millisecond early.
  for (const of of [hash, undefined])
    expect(await timed('a passwort', of)).toBeGreaterThanOrEqual(298)
})

test.each([undefined, '', 'no password opens this', '$2b$10$abc'])(
  'no password opens the hash %p, and asking breaks nothing',
  async (hash) => {
    const passwords = createPasswords(CHEAP)
    for (const password of ['', 'a password', hash ?? ''])
      expect(await passwords.verify(password || 'x', hash)).toBeFalse()
  },
)

test('of strangers 1 hash is made and 16 wait, the 18th is refused; known people have as many places of their own (contract-access, Accounts)', async () => {
  const passwords = createPasswords(CHEAP)
  await passwords.verify('warm', undefined)
  const crowd = Array.from({ length: 18 }, () => passwords.hash('a password', 'stranger'))
  const known = Array.from({ length: 18 }, () => passwords.hash('a password', 'known'))
  for (const outcomes of await Promise.all(
    [crowd, known].map((each) => Promise.allSettled(each)),
  )) {
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(17)
    expect(outcomes.at(-1)).toMatchObject({
      status: 'rejected',
      reason: { code: 'unavailable', facts: { retryAfterSeconds: 2, loginBound: 'waiting' } },
    })
  }
  expect(await passwords.hash('a password', 'stranger')).toStartWith('$argon2id$')
})
