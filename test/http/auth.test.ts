import { expect, test } from 'bun:test'
import { findUserSecret, updateUser } from '../../src/store/accounts/users.ts'
import { login, PASSWORD, register, registerGuest, statuses } from '../support/accounts.ts'
import { book, sell } from '../support/bookings.ts'
import { startService } from '../support/service.ts'
import { addAgency, signIn } from '../support/users.ts'

const ACCOUNT = {
  id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  email: 'grace@example.com',
  name: 'Grace',
  role: 'guest',
  status: 'active',
  hotels: [],
  memberships: [],
  agencyCode: null,
  agencyRole: null,
  language: null,
  secondFactor: false,
  createdAt: '2027-03-10T09:00:00.000Z',
}

test('a guest registers, logs in and sees the own account (specification §5, contract §5)', async () => {
  await using service = await startService()

  const made = await register(service)
  expect(made.status).toBe(201)
  expect(made.headers.get('location')).toBe('/v1/auth/me')
  expect(made.body).toEqual(ACCOUNT)

  const { status, headers, body } = await login(service)
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(body).toEqual({
    token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    tokenType: 'Bearer',
    expiresIn: 43_200,
    user: made.body,
  })

  const authorization = `${body.tokenType} ${body.token}`
  const me = await service.call('GET', '/v1/auth/me', { headers: { authorization } })
  expect(me.status).toBe(200)
  expect(me.body).toEqual(made.body)
})

test('an account shows its hotels by slug and its agency by code (contract §5)', async () => {
  await using service = await startService()
  const manager = await signIn(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  const agent = await signIn(service, 'agency_user', { agencyId: await addAgency(service) })
  expect((await manager.call('GET', '/v1/auth/me')).body.hotels).toEqual(['alfa'])
  expect((await agent.call('GET', '/v1/auth/me')).body.agencyCode).toBe('DELTA')
})

test('what is kept of a password is an argon2id hash, and no answer shows it (contract §5)', async () => {
  await using service = await startService()
  const { call } = await registerGuest(service)

  const secret = await findUserSecret(service.store, 'grace@example.com')
  expect(secret?.passwordHash).toStartWith('$argon2id$')
  expect(await Bun.password.verify(PASSWORD, secret!.passwordHash)).toBeTrue()
  const texts = [(await login(service)).text, (await call('GET', '/v1/auth/me')).text]
  for (const text of texts) expect(text).not.toMatch(/argon2|password/i)
})

test('e-mail addresses are the same in upper and lower case, names are trimmed (contract §3, §5)', async () => {
  await using service = await startService()
  const { body } = await register(service, { email: 'Grace@Example.COM', name: '  Grace ' })
  expect(body).toMatchObject({ email: 'grace@example.com', name: 'Grace' })
  expect((await login(service, { email: ' GRACE@example.com ' })).status).toBe(200)
  const again = await register(service, { email: 'gRACE@example.com' })
  expect(again).toBeProblem(409, 'already_exists')
  expect(again.body.errors).toMatchObject([{ path: '/email', code: 'already_exists' }])
})

test('of fifteen who register one address at once one gets it, and the rest 409 (contract §5)', async () => {
  await using service = await startService()
  const answers = await statuses(15, (index) => register(service, { name: `Grace ${index}` }))
  expect(answers.filter((status) => status === 201)).toHaveLength(1)
  expect(answers.filter((status) => status === 409)).toHaveLength(14)
})

test('nobody registers as more than a guest: a role in the body is refused (contract §5)', async () => {
  await using service = await startService()
  for (const extra of [
    { role: 'admin' },
    { status: 'active' },
    { hotelIds: [1] },
    { agencyId: 1 },
  ]) {
    const answer = await register(service, extra)
    expect(answer).toBeProblem(422, 'validation_failed')
    expect(answer.body.errors[0].path).toBe(`/${Object.keys(extra)[0]}`)
  }
})

test('a registered address opens no booking that was made with it: it is not verified (contract §3)', async () => {
  await using service = await startService()
  await sell(service)
  const guest = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com' }
  const { code } = (await book(service.call, { guest })).body
  const { call } = await registerGuest(service)
  expect((await call('GET', '/v1/bookings')).body.items).toEqual([])
  expect(await call('GET', `/v1/bookings/${code}`)).toBeProblem(404, 'not_found')
  expect((await call('GET', `/v1/bookings/${code}?email=${guest.email}`)).status).toBe(200)
})

test('a guest registers with an address and a password of 8 characters alone, and is called by the address (contract §5)', async () => {
  await using service = await startService()
  const body = { email: 'Ada@Example.com', password: '8 ducks!' }

  const made = await service.call('POST', '/v1/auth/register', { body })

  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({ email: 'ada@example.com', name: 'ada@example.com' })
  expect((await login(service, body)).status).toBe(200)
  expect((await register(service, { password: '🦆8 ducks' })).status).toBe(201)
})

test.each([
  ['/email', { email: 'grace' }],
  ['/email', { email: `${'g'.repeat(250)}@example.com` }],
  ['/email', { email: 'gr ace@example.com' }],
  ['/password', { password: '' }],
  ['/password', { password: 'seven 7' }],
  ['/password', { password: 'x'.repeat(201) }],
  ['/password', { password: '🦆'.repeat(7) }],
  ['/password', { password: 'aaaaaaaaaaaa' }],
  ['/password', { password: 'GRACE@example.com' }],
  ['/name', { name: '' }],
  ['/name', { name: '   ' }],
  ['/name', { name: 'x'.repeat(201) }],
  ['/name', { name: 'a\0b' }],
])('a registration wrong at %s is 422 and makes nothing: %j', async (path, wrong) => {
  await using service = await startService()
  const answer = await register(service, wrong)
  const isWeak = 'password' in wrong && wrong.password !== ''
  expect(answer).toBeProblem(422, isWeak ? 'password_too_weak' : 'validation_failed')
  expect(answer.body.errors[0].path).toBe(path)
  expect(await service.store.db.select().from(service.store.t.user)).toEqual([])
})

test.each([
  ['ten characters', 'ten chars.'],
  ['two hundred', `${'x'.repeat(199)}y`],
  ['two hundred, most of two units', `${'🦆'.repeat(199)}y`],
  ['blanks at its ends', '  spaces all round  '],
])('a password of %s is taken as it is', async (_, password) => {
  await using service = await startService()
  expect((await register(service, { password })).status).toBe(201)
  expect((await login(service, { password })).status).toBe(200)
  expect((await login(service, { password: password.slice(0, -1) })).status).toBe(401)
})

test('a password typed with composed or decomposed letters is the same password', async () => {
  await using service = await startService()
  await register(service, { password: 'şişli çarşısı'.normalize('NFD') })
  expect((await login(service, { password: 'şişli çarşısı'.normalize('NFC') })).status).toBe(200)
})

test('unknown e-mail, wrong password and blocked account get one and the same 401 (contract §5)', async () => {
  await using service = await startService()
  await register(service)
  await register(service, { email: 'blocked@example.com' })
  const { store, deps } = service
  const { id } = (await findUserSecret(store, 'blocked@example.com'))!
  await store.tx((tx) => updateUser(tx, id, { status: 'blocked', updatedAtMs: deps.nowMs() }))

  const answers = [
    await login(service, { password: 'wrong password' }),
    await login(service, { email: 'nobody@example.com' }),
    await login(service, { email: 'not an address' }),
    await login(service, { email: 'blocked@example.com' }),
    await login(service, { email: 'blocked@example.com', password: 'wrong password' }),
  ]
  for (const answer of answers) {
    expect(answer).toBeProblem(401, 'credentials_invalid')
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    expect({ ...answer.body, requestId: '' }).toEqual({ ...answers[0]!.body, requestId: '' })
    expect([...answer.headers.keys()]).toEqual([...answers[0]!.headers.keys()])
  }
})

test('an account without a password that opens it cannot be logged in to', async () => {
  await using service = await startService()
  const { user } = await signIn(service, 'admin')
  const answer = await login(service, { email: user.email, password: 'no password opens this' })
  expect(answer).toBeProblem(401, 'credentials_invalid')
})

test('logging out ends every token of the account, and nobody else’s (contract §5)', async () => {
  await using service = await startService()
  const phone = await registerGuest(service)
  const other = await signIn(service, 'guest', { name: 'carla' })
  const laptop = (await login(service)).body.token

  expect((await phone.call('POST', '/v1/auth/logout')).status).toBe(204)
  expect(await phone.call('GET', '/v1/auth/me')).toBeProblem(401, 'unauthenticated')
  const authorization = `Bearer ${laptop}`
  expect((await service.call('GET', '/v1/auth/me', { headers: { authorization } })).status).toBe(
    401,
  )
  expect((await other.call('GET', '/v1/auth/me')).status).toBe(200)
  expect((await login(service)).status).toBe(200)
})

test.each([
  ['POST', '/v1/auth/logout'],
  ['GET', '/v1/auth/me'],
  ['PATCH', '/v1/auth/me'],
])('%s %s without a token is 401, whatever the body (contract §6)', async (method, path) => {
  await using service = await startService()
  const raw = method === 'PATCH' ? { raw: '{' } : {}
  const answer = await service.call(method, path, raw)
  expect(answer).toBeProblem(401, 'unauthenticated')
  expect(answer.headers.get('www-authenticate')).toBe('Bearer')
})
