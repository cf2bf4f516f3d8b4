import { expect, test } from 'bun:test'
import { findUserSecret, updateUser } from '../../src/store/accounts/users.ts'
import { login, PASSWORD, registerGuest, statuses } from '../support/accounts.ts'
import { startService, type TestService } from '../support/service.ts'

const EMAIL = 'grace@example.com'

/** Grace, whose hash was made at another cost than today's: with a token, too. */
async function graceOfOld(service: TestService) {
  const grace = await registerGuest(service)
  const { id } = (await findUserSecret(service.store, EMAIL))!
  const old = await Bun.password.hash(PASSWORD, {
    algorithm: 'argon2id',
    memoryCost: 64,
    timeCost: 2,
  })
  const updatedAtMs = service.deps.nowMs()
  await service.store.tx((tx) => updateUser(tx, id, { passwordHash: old, updatedAtMs }))
  return {
    ...grace,
    id,
    old,
    hash: async () => (await findUserSecret(service.store, EMAIL))!.passwordHash,
  }
}

test('a hash of an earlier cost opens the account and is renewed by the log-in that succeeds; tokens stand (contract §5)', async () => {
  await using service = await startService()
  const { call, old, hash } = await graceOfOld(service)
  expect((await login(service, { password: 'wrong password' })).status).toBe(401)
  expect(await hash()).toBe(old)

  expect((await login(service)).status).toBe(200)
  const renewed = await hash()
  expect(renewed).toStartWith('$argon2id$v=19$m=8,t=1,p=1$')
  expect((await call('GET', '/v1/auth/me')).status).toBe(200)

  expect((await login(service)).status).toBe(200)
  expect(await hash()).toBe(renewed)
})

test('log-ins side by side that renew the same hash all succeed (contract §5)', async () => {
  await using service = await startService()
  const { hash } = await graceOfOld(service)
  expect(new Set(await statuses(8, () => login(service)))).toEqual(new Set([200]))
  expect(await hash()).toStartWith('$argon2id$v=19$m=8,t=1,p=1$')
})

test('a blocked account’s hash is not renewed, and its password opens nothing (contract §5)', async () => {
  await using service = await startService()
  const { id, old, hash } = await graceOfOld(service)
  const updatedAtMs = service.deps.nowMs()
  await service.store.tx((tx) => updateUser(tx, id, { status: 'blocked', updatedAtMs }))
  expect((await login(service)).status).toBe(401)
  expect(await hash()).toBe(old)
})
