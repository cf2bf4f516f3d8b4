import { expect, test } from 'bun:test'
import type { Config } from '../../src/config.ts'
import { createLog } from '../../src/log.ts'
import { fingerprints, keepFingerprints } from '../../src/server/secrets.ts'
import { tokenKeyOf } from '../../src/server/token-key.ts'
import { createBookingTokens } from '../../src/store/bookings/booking-tokens.ts'
import { findMeta, writeMeta } from '../../src/store/engine/meta.ts'
import { createVault } from '../../src/store/engine/vault.ts'
import { startStore, storedText, type TestStore } from '../support/store.ts'

const [ONE, OTHER] = ['one secret of thirty-two characters', 'another of thirty-two characters']

/** A start with this ENCRYPTION_KEY: the token of a booking, and what the log says. */
async function begin({ store }: TestStore, encryptionKey: string) {
  const said: string[] = []
  const log = createLog('warn', (line) => void said.push(JSON.parse(line).event))
  const key = await tokenKeyOf({ store, log }, createVault(encryptionKey))
  return {
    key,
    token: createBookingTokens(key).manage({ id: 7, groupCode: null, manageEpoch: 0 }),
    said,
  }
}

test('the tokens of bookings are the same after a restart, and others in another database (contract-access)', async () => {
  await using one = await startStore()
  await using two = await startStore()
  const first = await begin(one, ONE)
  expect(first.token).toMatch(/^[\w-]{22}$/)
  expect(await begin(one, ONE)).toEqual(first)
  expect((await begin(two, ONE)).token).not.toBe(first.token)
})

test('a key that another ENCRYPTION_KEY cannot open is made anew, and the log says that links have ended', async () => {
  await using one = await startStore()
  const first = await begin(one, ONE)
  const second = await begin(one, OTHER)
  expect(second.token).not.toBe(first.token)
  expect([first.said, second.said]).toEqual([[], ['booking_links_ended']])
  expect(await begin(one, OTHER)).toEqual({ ...second, said: [] })
})

test('replicas that start at the same time agree on a key, a first one and one made anew', async () => {
  await using one = await startStore(4)
  for (const secret of [ONE, OTHER]) {
    const starts = await Promise.all(Array.from({ length: 8 }, () => begin(one, secret)))
    expect(new Set(starts.map(({ token }) => token)).size).toBe(1)
  }
})

test('the database has the key sealed alone', async () => {
  const one = await startStore()
  const { key } = await begin(one, ONE)
  expect(await findMeta(one.store, 'booking_token_key')).toStartWith('v1.')
  const text = await storedText(one)
  for (const coding of ['base64', 'base64url', 'hex', 'latin1'] as const)
    expect(text.includes(key.toString(coding))).toBe(false)
  await one[Symbol.asyncDispose]()
})

test('a new secret of fewer than 8 different characters is refused; one that the database knows is warned of and taken (contract-access, Settings; S20)', async () => {
  await using one = await startStore()
  const plain = { jwtSecret: 'a'.repeat(40), encryptionKey: ONE }
  const said: string[] = []
  const log = createLog('warn', (line) => void said.push(JSON.parse(line).event))
  const config = { database: 'roomwire.db' } as Config
  const keep = () => keepFingerprints({ store: one.store, log }, config, plain)
  expect(keep()).rejects.toThrow('JWT_SECRET must have at least 8 different characters')

  // As a version of before has kept it.
  const [kept] = fingerprints(plain)
  await one.store.tx((tx) => writeMeta(tx, kept!.key, kept!.own))
  await keep()
  expect(said).toEqual(['plain_secret'])
})
