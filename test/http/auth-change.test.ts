import { expect, test } from 'bun:test'
import { findUserSecret, updatePassword } from '../../src/store/accounts/users.ts'
import { listAudit } from '../../src/store/history/audit.ts'
import { login, PASSWORD, registerGuest, sortedStatuses, statuses } from '../support/accounts.ts'
import { startService } from '../support/service.ts'
import { withToken } from '../support/users.ts'

const NEW = 'a ferry on the Bosphorus'

test('the holder changes the name; tokens stay, and the change is kept with its actor (contract §5)', async () => {
  await using service = await startService()
  const { call } = await registerGuest(service)

  const { status, body } = await call('PATCH', '/v1/auth/me', { body: { name: ' Grace H. ' } })
  expect(status).toBe(200)
  expect(body.name).toBe('Grace H.')
  expect((await call('GET', '/v1/auth/me')).body).toEqual(body)
  const [entry] = await listAudit(service.store, { entity: 'user' }, { limit: 10 })
  expect(entry).toMatchObject({
    entityId: body.id,
    actor: { type: 'user', id: body.id },
    before: { name: 'Grace' },
    after: { name: 'Grace H.' },
  })
})

test('an empty change changes nothing', async () => {
  await using service = await startService()
  const { call } = await registerGuest(service)
  const before = (await call('GET', '/v1/auth/me')).body
  expect((await call('PATCH', '/v1/auth/me', { body: {} })).body).toEqual(before)
  expect(await listAudit(service.store, {}, { limit: 10 })).toEqual([])
})

test('a new password ends every token and the old password (contract §5)', async () => {
  await using service = await startService()
  const { call } = await registerGuest(service)
  const body = { currentPassword: PASSWORD, newPassword: NEW }

  expect((await call('PATCH', '/v1/auth/me', { body })).status).toBe(200)
  expect(await call('GET', '/v1/auth/me')).toBeProblem(401, 'unauthenticated')
  expect(await login(service)).toBeProblem(401, 'credentials_invalid')
  expect((await login(service, { password: NEW })).status).toBe(200)
  const [entry] = await listAudit(service.store, { entity: 'user' }, { limit: 10 })
  expect(entry!.after).toMatchObject({ passwordChanged: true })
  expect(JSON.stringify(entry)).not.toMatch(/argon|ferry/)
})

test('a password is good until its holder changes it, however long that is (ASVS 6.2.10)', async () => {
  await using service = await startService()
  await registerGuest(service)
  service.clock.advance(10 * 365 * 24 * 3_600_000)
  expect((await login(service)).status).toBe(200)
})

test.each([
  ['/currentPassword', { newPassword: NEW }],
  ['/currentPassword', { currentPassword: 'wrong password', newPassword: NEW }],
  ['/newPassword', { currentPassword: PASSWORD }],
  ['/newPassword', { currentPassword: PASSWORD, newPassword: 'short' }],
  ['/newPassword', { currentPassword: PASSWORD, newPassword: 'grace@example.com' }],
  ['/name', { name: ' ', currentPassword: PASSWORD, newPassword: NEW }],
  ['/name', { name: null }],
  ['/email', { email: 'other@example.com' }],
  ['/role', { role: 'admin' }],
  ['/tokenVersion', { tokenVersion: 0 }],
])('a change wrong at %s is 422 and changes nothing: %j', async (path, body) => {
  await using service = await startService()
  const { call } = await registerGuest(service)
  const answer = await call('PATCH', '/v1/auth/me', { body })
  const isWeak = path === '/newPassword' && 'newPassword' in body
  expect(answer).toBeProblem(422, isWeak ? 'password_too_weak' : 'validation_failed')
  expect(answer.body.errors[0].path).toBe(path)
  expect((await call('GET', '/v1/auth/me')).body.name).toBe('Grace')
  expect((await login(service)).status).toBe(200)
})

test('of ten changes of one password at once one wins; the others find it wrong, or their token ended (contract §5)', async () => {
  await using service = await startService()
  const { call } = await registerGuest(service)
  const change = (index: number) =>
    call('PATCH', '/v1/auth/me', {
      body: { currentPassword: PASSWORD, newPassword: `${NEW} ${index}` },
    })
  const answers = await statuses(10, change)
  expect(answers.filter((status) => status === 200)).toHaveLength(1)
  // Who comes in after the winner's commit is signed in no more.
  expect(answers.filter((status) => status === 422 || status === 401)).toHaveLength(9)
  const winner = answers.indexOf(200)
  expect((await login(service, { password: `${NEW} ${winner}` })).status).toBe(200)
})

test('guesses at the current password count as failed log-ins of the account (contract §5)', async () => {
  await using service = await startService()
  const { call } = await registerGuest(service)
  const guess = (index: number) =>
    call('PATCH', '/v1/auth/me', {
      body: { currentPassword: `wrong password ${index}`, newPassword: NEW },
    })
  expect(await sortedStatuses(11, guess)).toEqual([...Array(10).fill(422), 429])
  expect((await call('PATCH', '/v1/auth/me', { body: { name: 'Still me' } })).status).toBe(200)
})

test('a log-in with the old password that is under way when it changes opens nothing (contract §5)', async () => {
  // Some ten milliseconds a hash: the change is committed while the log-in computes.
  await using service = await startService({ passwordCost: { memoryCost: 8_192, timeCost: 2 } })
  await registerGuest(service)
  const { store } = service
  const { id, passwordHash: former } = (await findUserSecret(store, 'grace@example.com'))!

  const underWay = login(service)
  const passwordHash = await Bun.password.hash(NEW, {
    algorithm: 'argon2id',
    memoryCost: 8,
    timeCost: 1,
  })
  expect(await store.tx((tx) => updatePassword(tx, { id, former, passwordHash }))).toBeTrue()

  const { body } = await underWay
  const { status } = await withToken(service, body.token ?? 'none')('GET', '/v1/auth/me')
  expect(status).toBe(401)
  expect((await login(service, { password: NEW })).status).toBe(200)
})
