import { expect, test } from 'bun:test'
import { PASSKEY_CHALLENGE_MS } from '../../src/domain/accounts/passkey.ts'
import { forgetAnswers } from '../../src/service/retention.ts'
import { login, PASSWORD, register, registerGuest } from '../support/accounts.ts'
import { createAuthenticator } from '../support/authenticator.ts'
import { makeCertificates } from '../support/certificates.ts'
import { temporaryFolder } from '../support/folder.ts'
import { addPasskey, enteredBy, optionsFor, sendNew, signInBy } from '../support/passkeys.ts'
import { type Call, startService, type TestService } from '../support/service.ts'
import { signIn, signSession, withToken } from '../support/users.ts'

const PATH = '/v1/auth/passkeys'
const listed = async (call: Call) => (await call('GET', PATH)).body.items as any[]

/** Somebody with a session of their own. */
async function entered(service: TestService, name: string): Promise<Call> {
  const { user } = await signIn(service, 'guest', { name })
  return withToken(service, await signSession(service, user))
}

test('a passkey is added, named, listed, used to sign in without typing, and removed (contract-access, Passkeys)', async () => {
  await using service = await startService()
  const { call } = await registerGuest(service)
  const options = await optionsFor(call, 'add')
  expect(options).toMatchObject({
    rp: { id: 'localhost', name: 'service' },
    user: { name: 'grace@example.com', displayName: 'Grace' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const authenticator = createAuthenticator()
  const made = await sendNew(call, authenticator.create(options))
  expect(made.status).toBe(201)
  expect(made.body).toEqual({
    id: authenticator.id,
    name: 'Telephone',
    host: 'localhost',
    usable: true,
    createdAt: '2027-03-10T09:00:00.000Z',
    lastUsedAt: null,
  })
  service.clock.advance(60_000)
  const asked = await optionsFor(service.call, 'sign_in')
  expect(asked).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
  expect(asked.allowCredentials ?? []).toEqual([])
  const passkey = authenticator.get(asked)
  const { status, body, headers } = await service.call('POST', `${PATH}/verify`, {
    body: { passkey, keep: true },
  })
  expect(status).toBe(200)
  expect(body.user).toMatchObject({ email: 'grace@example.com', shownPasskey: true })
  expect(headers.get('set-cookie')).toContain('HttpOnly')
  const again = withToken(service, body.token)
  const renamed = await again('PATCH', `${PATH}/${authenticator.id}`, { body: { name: 'Key' } })
  expect(renamed.body.name).toBe('Key')
  expect(await listed(again)).toMatchObject([
    { name: 'Key', lastUsedAt: '2027-03-10T09:01:00.000Z' },
  ])
  const removal = { body: { currentPassword: PASSWORD } }
  expect((await again('DELETE', `${PATH}/${authenticator.id}`, removal)).status).toBe(204)
  expect(await listed(again)).toEqual([])
  expect(await signInBy(service, authenticator)).toBeProblem(401, 'passkey_invalid')
})

test('what is wrong with a passkey that signs in is told alike (contract-access, Passkeys)', async () => {
  await using service = await startService()
  const { call } = await registerGuest(service)
  const mine = await addPasskey(call)
  const other = await entered(service, 'other')
  const others = await addPasskey(other)
  const refusals = [
    await signInBy(service, createAuthenticator(), { userHandle: 'bm9ib2R5' }),
    await signInBy(service, mine, { origin: 'http://localhost:3001' }),
    await signInBy(service, mine, { type: 'webauthn.create' }),
    await signInBy(service, mine, { isUnverified: true }),
    await signInBy(service, mine, { challenge: 'bm9uZSBvZiBvdXJz' }),
    await signInBy(service, mine, { userHandle: others.state.userHandle! }),
  ]
  // A passkey under the name of another, and a challenge of another purpose or host.
  const send = (passkey: object) => service.call('POST', `${PATH}/verify`, { body: { passkey } })
  const forged = mine.get(await optionsFor(service.call, 'sign_in'))
  refusals.push(await send({ ...forged, id: others.id, rawId: others.id }))
  for (const purpose of ['step_up', 'add'] as const) {
    const { challenge } = await optionsFor(call, purpose)
    refusals.push(await send(mine.get({ challenge, rpId: 'localhost' })))
  }
  const elsewhere = await optionsFor(service.call, 'sign_in')
  refusals.push(await send(mine.get({ ...elsewhere, rpId: 'other.example' })))
  for (const refusal of refusals) expect(refusal).toBeProblem(401, 'passkey_invalid')
  const details = new Set(refusals.map(({ body }) => body.detail))
  expect(details.size).toBe(1)
  expect((await signInBy(service, mine)).status).toBe(200)
})

test('an answer is good once, for five minutes, also after a wrong one (contract-access, Passkeys)', async () => {
  await using service = await startService()
  const { call } = await registerGuest(service)
  const mine = await addPasskey(call)
  const send = (passkey: object) => service.call('POST', `${PATH}/verify`, { body: { passkey } })
  const used = mine.get(await optionsFor(service.call, 'sign_in'))
  const answers = await Promise.all([send(used), send(used), send(used)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401])
  const wrong = await optionsFor(service.call, 'sign_in')
  await send(mine.get(wrong, { isUnverified: true }))
  expect(await send(mine.get(wrong))).toBeProblem(401, 'passkey_invalid')
  const late = mine.get(await optionsFor(service.call, 'sign_in'))
  const timely = mine.get(await optionsFor(service.call, 'sign_in'))
  service.clock.advance(PASSKEY_CHALLENGE_MS - 1)
  expect((await send(timely)).status).toBe(200)
  service.clock.advance(1)
  expect(await send(late)).toBeProblem(401, 'passkey_invalid')
})

test('a clone is refused where the authenticator counts, and one that never counts is let in (contract-access, Passkeys)', async () => {
  await using service = await startService()
  const { call } = await registerGuest(service)
  const counting = await addPasskey(call, { counts: true })
  const clone = { ...counting.state }
  expect((await signInBy(service, counting)).status).toBe(200)
  expect((await signInBy(service, counting)).status).toBe(200)
  counting.state.counter = clone.counter
  expect(await signInBy(service, counting)).toBeProblem(401, 'passkey_invalid')
  counting.state.counter = 10
  expect((await signInBy(service, counting)).status).toBe(200)
  const silent = await addPasskey(call)
  for (const _ of [1, 2]) expect((await signInBy(service, silent)).status).toBe(200)
})

test('a blocked account is not entered by its passkey (contract-access, Passkeys)', async () => {
  await using service = await startService()
  const { call } = await registerGuest(service)
  const mine = await addPasskey(call)
  const { body } = await call('GET', '/v1/auth/me')
  const { user: admin } = await signIn(service, 'admin')
  const asAdmin = withToken(service, await signSession(service, admin))
  await asAdmin('PATCH', `/v1/admin/users/${body.id}`, { body: { status: 'blocked' } })
  expect(await signInBy(service, mine)).toBeProblem(401, 'passkey_invalid')
})

test('nobody lists, names or removes another’s passkey, or adds one by another’s answer (contract-access, Passkeys)', async () => {
  await using service = await startService()
  const { call } = await registerGuest(service)
  const mine = await addPasskey(call)
  const eve = await entered(service, 'eve')
  expect(await listed(eve)).toEqual([])
  const path = `${PATH}/${mine.id}`
  expect(await eve('PATCH', path, { body: { name: 'Eve’s' } })).toBeProblem(404, 'not_found')
  expect(await eve('DELETE', path)).toBeProblem(404, 'not_found')
  const options = await optionsFor(call, 'add')
  const stolen = createAuthenticator().create(options)
  expect(await sendNew(eve, stolen)).toBeProblem(422, 'validation_failed')
  // One that is kept already, whoever asks.
  expect(await sendNew(eve, mine.create(await optionsFor(eve, 'add')))).toBeProblem(
    422,
    'validation_failed',
  )
  expect(await listed(call)).toMatchObject([{ name: 'Telephone' }])
})

test('who is not verified, or tells of a maker with certificates, is not added (contract-access, Passkeys)', async () => {
  await using service = await startService()
  const { call } = await registerGuest(service)
  const refused = async (otherwise: Parameters<typeof authenticator.create>[1]) => {
    const made = authenticator.create(await optionsFor(call, 'add'), otherwise)
    expect(await sendNew(call, made)).toBeProblem(422, 'validation_failed')
  }
  const authenticator = createAuthenticator()
  await refused({ isUnverified: true })
  await refused({ origin: 'https://evil.example' })
  // All of it right: the certificates of some kinds name addresses that the library would ask.
  using folder = temporaryFolder()
  const made = await makeCertificates(folder.path, 'maker')
  const pem = await Bun.file(made.certificate).text()
  const certificate = new Uint8Array(Buffer.from(pem.replace(/-----.*-----|\s/g, ''), 'base64'))
  await refused({ maker: { key: await Bun.file(made.key).text(), certificate } })
  const certificates = new Map<string, unknown>([['x5c', [new Uint8Array([48, 0])]]])
  for (const fmt of ['packed', 'android-key', 'fido-u2f', 'tpm', 'apple'])
    await refused({ statement: { fmt, attStmt: certificates } })
  expect(await listed(call)).toEqual([])
})

test('the last passkey goes with the password alone, the others without (contract-access, Passkeys)', async () => {
  await using service = await startService()
  const { call } = await registerGuest(service)
  const [first, last] = [await addPasskey(call), await addPasskey(call)]
  expect((await call('DELETE', `${PATH}/${first.id}`)).status).toBe(204)
  const path = `${PATH}/${last.id}`
  const wrong = { body: { currentPassword: 'not the password' } }
  for (const init of [{}, wrong]) {
    const refusal = await call('DELETE', path, init)
    expect(refusal).toBeProblem(422, 'validation_failed')
    expect(refusal.body.errors[0].path).toBe('/currentPassword')
  }
  expect((await call('DELETE', path, { body: { currentPassword: PASSWORD } })).status).toBe(204)
})

test('a removed passkey ends the other sessions that it began (contract-access, Passkeys)', async () => {
  await using service = await startService()
  const { call } = await registerGuest(service)
  const stolen = await addPasskey(call)
  await addPasskey(call)
  const thief = await enteredBy(service, stolen)
  expect((await thief('GET', '/v1/auth/me')).status).toBe(200)
  const { body } = await login(service)
  const mine = withToken(service, body.token)
  expect((await mine('DELETE', `${PATH}/${stolen.id}`)).status).toBe(204)
  expect(await thief('GET', '/v1/auth/me')).toBeProblem(401, 'unauthenticated')
  expect((await mine('GET', '/v1/auth/me')).status).toBe(200)
})

test('an account has ten passkeys at most (contract-access, Passkeys)', async () => {
  await using service = await startService()
  const { call } = await registerGuest(service)
  const asked = await optionsFor(call, 'add')
  for (const _ of Array(10)) await addPasskey(call)
  const more = await call('POST', `${PATH}/options`, { body: { for: 'add' } })
  expect(more).toBeProblem(422, 'validation_failed')
  expect(await sendNew(call, createAuthenticator().create(asked))).toBeProblem(
    422,
    'validation_failed',
  )
  expect(await listed(call)).toHaveLength(10)
})

test('passkeys of another host are shown as unusable, and open nothing (contract-access, Passkeys)', async () => {
  await using before = await startService({ publicUrl: 'https://before.example' })
  const { call } = await registerGuest(before)
  const mine = createAuthenticator()
  const origin = 'https://before.example'
  const made = mine.create(await optionsFor(call, 'add'), { origin })
  expect((await sendNew(call, made)).status).toBe(201)
  before.context.passkeysAt = { host: 'after.example', origin: 'https://after.example' }
  expect(await listed(call)).toMatchObject([{ host: 'before.example', usable: false }])
  for (const there of [origin, 'https://after.example'])
    expect(await signInBy(before, mine, { origin: there })).toBeProblem(401, 'passkey_invalid')
})

test('at an IP address there are no passkeys, and the own page can say so (contract-access, Passkeys)', async () => {
  await using service = await startService({ publicUrl: 'http://127.0.0.1:3000' })
  const { call } = await registerGuest(service)
  expect((await call('GET', PATH)).body).toEqual({ origin: null, items: [], nextCursor: null })
  expect(await service.call('POST', `${PATH}/options`)).toBeProblem(409, 'passkeys_off')
})

test('asking to add or to step up needs a session, and tells nothing of who exists', async () => {
  await using service = await startService()
  await register(service)
  for (const purpose of ['add', 'step_up'])
    expect(await service.call('POST', `${PATH}/options`, { body: { for: purpose } })).toBeProblem(
      401,
      'unauthenticated',
    )
})

test('challenges that were not answered are forgotten', async () => {
  await using service = await startService()
  const count = async () =>
    (await service.store.db.select().from(service.store.t.passkeyChallenge)).length
  await optionsFor(service.call, 'sign_in')
  expect(await count()).toBe(1)
  service.clock.advance(PASSKEY_CHALLENGE_MS + 1)
  await forgetAnswers(service.deps, new AbortController().signal)
  expect(await count()).toBe(0)
})

test('a hotel that asks for a second factor lets in the session that has shown a passkey, and no other (contract-access, Passkeys)', async () => {
  await using service = await startService()
  const { user } = await signIn(service, 'hotel_manager', {
    name: 'mert',
    hotelIds: [service.alfa.id],
  })
  const byPassword = withToken(service, await signSession(service, user))
  const mine = await addPasskey(withToken(service, await signSession(service, user)))
  const owner = await enteredBy(service, mine)
  const asked = await owner('PATCH', '/v1/panel/second-factor', { body: { required: true } })
  expect(asked.body).toEqual({ required: true })
  expect((await owner('GET', '/v1/panel/hotel')).status).toBe(200)
  expect(await byPassword('GET', '/v1/panel/hotel')).toBeProblem(403, 'second_factor_required')
  service.context.passkeysAt = { host: 'after.example', origin: 'https://after.example' }
  expect(await owner('GET', '/v1/panel/hotel')).toBeProblem(403, 'second_factor_required')
})

test('the history tells of passkeys added and removed', async () => {
  await using service = await startService()
  const { call } = await registerGuest(service)
  const mine = await addPasskey(call, { name: 'Laptop' })
  await call('DELETE', `${PATH}/${mine.id}`, { body: { currentPassword: PASSWORD } })
  const { call: admin } = await signIn(service, 'admin')
  const { body } = await admin('GET', '/v1/admin/history?entity=user')
  expect(body.items.slice(0, 2).map(({ after }: any) => after)).toEqual([
    { name: 'Grace', passkeyRemoved: 'Laptop' },
    { name: 'Grace', passkeyAdded: 'Laptop' },
  ])
})
