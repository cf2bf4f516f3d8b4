import { expect, test } from 'bun:test'
import { registerGuest } from '../support/accounts.ts'
import { linkOf } from '../support/links.ts'
import { postman, scriptAnswers, startMailing } from '../support/mails.ts'
import { addPasskey, optionsFor, signInBy } from '../support/passkeys.ts'
import { signIn } from '../support/users.ts'

// Anybody registers with any address: what a stranger added opens nothing once its holder comes (contract-access, Accounts).

const OTHER = 'a ferry on the Bosphorus'

async function start() {
  const service = await startMailing()
  const server = scriptAnswers()
  return { service, ...server, ...postman(service, server) }
}

test('a passkey that is added is mailed to the holder; a guest’s end when a mailed link proves the address for the first time, and later stand (contract-access, Passkeys)', async () => {
  const { service, letters, work } = await start()
  await using _ = service
  const { email, call } = await registerGuest(service)
  const strangers = await addPasskey(call, { name: 'Theirs' })
  await work()
  expect(letters).toMatchObject([
    { subject: 'A passkey was added to your account', to: { address: email } },
  ])
  expect(letters[0]!.text).toContain('Account: grace@example.com')
  const reset = async () => {
    await service.call('POST', '/v1/auth/forgot-password', { body: { email } })
    await service.context.forgotten.idle()
    await work()
    const body = { token: linkOf(letters.findLast(({ subject }) => /Choose/.test(subject))!) }
    return await service.call('POST', '/v1/auth/reset-password', {
      body: { ...body, password: OTHER },
    })
  }
  expect((await reset()).status).toBe(200)
  expect(await signInBy(service, strangers)).toBeProblem(401, 'passkey_invalid')

  const { body } = await service.call('POST', '/v1/auth/login', {
    body: { email, password: OTHER },
  })
  const holder: typeof call = (method, path, init = {}) =>
    service.call(method, path, {
      ...init,
      headers: { authorization: `Bearer ${body.token}`, ...init.headers },
    })
  const own = await addPasskey(holder)
  service.clock.advance(60 * 60 * 1_000)
  expect((await reset()).status).toBe(200)
  expect((await signInBy(service, own)).status).toBe(200)
})

test('a challenge to step up signs nobody in (contract-access, Passkeys)', async () => {
  const { service } = await start()
  await using _ = service
  const { call } = await registerGuest(service)
  const mine = await addPasskey(call)
  // As if it were nobody's: what is asked by somebody is kept as theirs.
  const { challenge, rpId } = await optionsFor(service.call, 'sign_in')
  const { passkeyChallenge } = service.store.t
  await service.store.tx((tx) => tx.db.update(passkeyChallenge).set({ purpose: 'step_up' }))
  const passkey = mine.get({ challenge, rpId })
  const answer = await service.call('POST', '/v1/auth/passkeys/verify', { body: { passkey } })
  expect(answer).toBeProblem(401, 'passkey_invalid')
})

test('a stranger’s passkey opens no account that an invitation lets into a hotel (contract-access, Passkeys)', async () => {
  const { service, letters, work } = await start()
  await using _ = service
  const { email, call } = await registerGuest(service)
  const strangers = await addPasskey(call)
  const { call: admin } = await signIn(service, 'admin')
  const invited = await admin('POST', '/v1/admin/hotels/alfa/invitations', {
    body: { email, role: 'owner' },
  })
  expect(invited.status).toBe(201)
  await work()
  const token = linkOf(letters.findLast(({ subject }) => /Invitation/.test(subject))!)
  const accepted = await service.call('POST', '/v1/auth/accept-invitation', {
    body: { token, name: 'Grace', password: OTHER },
  })
  expect(accepted.status).toBe(200)
  expect(await signInBy(service, strangers)).toBeProblem(401, 'passkey_invalid')
})
