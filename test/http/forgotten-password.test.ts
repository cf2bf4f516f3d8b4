import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { confirmSecondFactor, upsertUnconfirmed } from '../../src/store/accounts/second-factors.ts'
import { updateUser } from '../../src/store/accounts/users.ts'
import { login, PASSWORD, registerGuest } from '../support/accounts.ts'
import { linkOf, resetLink, withPassword } from '../support/links.ts'
import { mailsOf, postman, scriptAnswers, startMailing } from '../support/mails.ts'
import { enrol, insertConfirmed } from '../support/second-factor.ts'
import { startService, type TestService } from '../support/service.ts'
import { historyOf, signInAgain } from '../support/staff.ts'
import { APART, rankDistance, timeInTurn } from '../support/statistics.ts'
import { addAgency, signIn, withToken } from '../support/users.ts'

// Forgotten passwords (issue 17, part 3).

const HOUR_MS = 60 * 60 * 1_000
const MINUTE_MS = 60 * 1_000
const OTHER = 'a ferry on the Bosphorus'

const forget = ({ call }: TestService, email: string, sent = {}) =>
  call('POST', '/v1/auth/forgot-password', { body: { email, ...sent } })

const reset = ({ call }: TestService, token: string, password = OTHER) =>
  call('POST', '/v1/auth/reset-password', { body: { token, password } })

/** Asks, and waits until what was asked is in the queue. */
async function forgotten(service: TestService, email: string, sent = {}) {
  const answer = await forget(service, email, sent)
  await service.context.forgotten.idle()
  return answer
}

async function start() {
  const service = await startMailing()
  const server = scriptAnswers()
  return { service, ...server, ...postman(service, server) }
}

test('a link is mailed by which a new password is chosen: every token ends, other links are dead, and a mail says so', async () => {
  const { service, letters, work } = await start()
  await using _ = service
  const { email, call } = await registerGuest(service)
  expect((await forgotten(service, email.toUpperCase())).status).toBe(202)
  await forgotten(service, email)
  await work()
  expect(letters.map(({ subject }) => subject)).toEqual(['Choose a new password'])
  const token = linkOf(letters[0]!)
  expect(letters[0]!.text).toContain('Account: grace@example.com')
  expect((await reset(service, token)).body).toEqual({ email, role: 'guest' })
  expect(await reset(service, token)).toBeProblem(410, 'link_invalid')
  expect(await call('GET', '/v1/auth/me')).toBeProblem(401, 'unauthenticated')
  expect(await login(service)).toBeProblem(401, 'credentials_invalid')
  expect((await login(service, { password: OTHER })).status).toBe(200)
  await work()
  expect(letters[1]).toMatchObject({ subject: 'Your password was changed', to: { address: email } })
  const [user] = await service.store.db.select().from(service.store.t.user)
  expect(user!.provenAddress).toBe(email)
})

test('the link before is dead when there is another one, and the mail of a link that has ended is not sent', async () => {
  const { service, letters, work } = await start()
  await using _ = service
  const { email } = await registerGuest(service)
  await forgotten(service, email)
  await work()
  await forgotten(service, email, { language: 'tr' })
  await work()
  expect(letters[1]!.subject).toBe('Yeni parolanızı belirleyin')
  expect(await reset(service, linkOf(letters[0]!))).toBeProblem(410, 'link_invalid')
  expect((await reset(service, linkOf(letters[1]!))).status).toBe(200)
})

test('a link is dead after 24 hours, and when the password was changed otherwise, the account blocked or its address another', async () => {
  const { service, letters, work } = await start()
  await using _ = service
  const admin = await signIn(service, 'admin')
  const { body: account } = await service.call('POST', '/v1/auth/register', {
    body: { email: 'grace@example.com', password: PASSWORD },
  })
  const next = async () => {
    service.clock.advance(HOUR_MS)
    await forgotten(service, 'grace@example.com')
    await work()
    return linkOf(letters.at(-1)!)
  }
  const asAdmin = async (body: object) => {
    const { call } = await signInAgain(service, admin)
    expect((await call('PATCH', `/v1/admin/users/${account.id}`, { body })).status).toBe(200)
  }

  const late = await next()
  service.clock.advance(24 * HOUR_MS)
  const dead = [late]
  const { body } = await login(service)
  const headers = { authorization: `Bearer ${body.token}` }
  dead.push(await next())
  const own = { currentPassword: PASSWORD, newPassword: OTHER }
  await service.call('PATCH', '/v1/auth/me', { headers, body: own })
  for (const change of [
    { password: PASSWORD },
    { status: 'blocked' },
    { email: 'another@example.com' },
  ]) {
    await asAdmin({ status: 'active', email: 'grace@example.com' })
    dead.push(await next())
    await asAdmin(change)
  }
  await asAdmin({ status: 'active', email: 'grace@example.com' })
  for (const token of dead) expect(await reset(service, token)).toBeProblem(410, 'link_invalid')
})

test('a password that is refused leaves the link good', async () => {
  await using service = await startService()
  const token = await resetLink(
    await signIn(service, 'admin'),
    await withPassword(service, 'guest'),
  )
  expect(await reset(service, token, 'short')).toBeProblem(422, 'password_too_weak')
  expect(await reset(service, token, 'guest@example.com')).toBeProblem(422, 'password_too_weak')
  expect((await reset(service, token)).status).toBe(200)
})

test('whatever is asked the answer is the same: known, unknown, blocked, of every role, and no address at all', async () => {
  const { service } = await start()
  await using _ = service
  for (const role of ['guest', 'hotel_manager', 'admin'] as const) await signIn(service, role)
  await signIn(service, 'agency_user', { agencyId: await addAgency(service) })
  await signIn(service, 'guest', { name: 'blocked', status: 'blocked' })
  const answers = new Set<string>()
  for (const name of ['guest', 'hotel_manager', 'admin', 'agency_user', 'blocked', 'nobody']) {
    const { status, text } = await forgotten(service, `${name}@example.com`)
    answers.add(`${status} ${text}`)
  }
  answers.add(`202 ${(await forgotten(service, 'no address')).text}`)
  expect([...answers]).toEqual(['202 {"isMailing":true}'])
  expect((await mailsOf(service)).map(({ address }) => address)).toEqual(
    ['guest', 'hotel_manager', 'admin', 'agency_user'].map((name) => `${name}@example.com`),
  )
})

test('known, unknown and blocked accounts cannot be told apart by the time of 200 answers each', async () => {
  const { service } = await start()
  await using _ = service
  await signIn(service, 'guest', { name: 'known' })
  const { user } = await signIn(service, 'guest', { name: 'block' })
  const change = { status: 'blocked' as const, updatedAtMs: 0 }
  await service.store.tx((tx) => updateUser(tx, user.id, change))
  const asks = (name: string) => async () => {
    service.clock.advance(MINUTE_MS)
    expect((await forget(service, `${name}@example.com`)).status).toBe(202)
  }

  const times = await timeInTurn(
    { known: asks('known'), unknown: asks('nobod'), blocked: asks('block') },
    200,
  )
  await service.context.forgotten.idle()

  expect(Math.abs(rankDistance(times.known, times.unknown))).toBeLessThan(APART)
  expect(Math.abs(rankDistance(times.known, times.blocked))).toBeLessThan(APART)
}, 60_000)

test('at most five mails an hour for an account, however often it is asked for; the sixth kills no link', async () => {
  const { service, letters, work } = await start()
  await using _ = service
  const { email } = await registerGuest(service)
  for (let count = 0; count < 8; count++) {
    service.clock.advance(MINUTE_MS)
    expect((await forgotten(service, email)).status).toBe(202)
    await work()
  }
  expect(letters).toHaveLength(5)
  expect((await reset(service, linkOf(letters[4]!))).status).toBe(200)
})

test('asking is bounded for each address of mail, and of a caller', async () => {
  await using service = await startService({ publicRatePerMinute: 300 })
  for (let count = 0; count < 10; count++)
    expect((await forget(service, 'a@example.com')).status).toBe(202)
  expect(await forget(service, 'b@example.com')).toBeProblem(429, 'rate_limited')

  await using unlimited = await startService()
  for (let count = 0; count < 10; count++)
    expect((await forget(unlimited, 'a@example.com')).status).toBe(202)
  expect(await forget(unlimited, 'a@example.com')).toBeProblem(429, 'rate_limited')
  expect((await forget(unlimited, 'b@example.com')).status).toBe(202)
})

test('without a mail server the answer says so; an admin, and nobody else, makes a link that is handed over', async () => {
  await using service = await startService()
  const guest = await withPassword(service, 'guest')
  const admin = await signIn(service, 'admin')
  const manager = await signIn(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  expect((await forgotten(service, guest.user.email)).body).toEqual({ isMailing: false })
  const path = `/v1/admin/users/${guest.user.id}/reset-link`
  expect(await manager.call('POST', path)).toBeProblem(403, 'forbidden')
  expect(await guest.call('POST', path)).toBeProblem(403, 'forbidden')
  expect(await admin.call('POST', '/v1/admin/users/none/reset-link')).toBeProblem(404, 'not_found')
  const { body, headers } = await admin.call('POST', path)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(body.expiresAt).toBe('2027-03-11T09:00:00.000Z')
  expect((await reset(service, body.url.split('#link=')[1])).status).toBe(200)
  const { name } = guest.user
  expect(await historyOf(admin, `?entity=user&id=${guest.user.id}`)).toMatchObject([
    { after: { name, passwordChanged: true } },
    { after: { name, resetLinkMade: true } },
  ])
  const { user: users } = service.store.t
  const [user] = await service.store.db.select().from(users).where(eq(users.id, guest.user.id))
  expect(user!.provenAddress).toBeNull()
  expect(await mailsOf(service)).toEqual([])
})

test('a second factor stands when the password is chosen anew by a link', async () => {
  await using service = await startService()
  const guest = await withPassword(service, 'guest')
  const userId = guest.user.id
  await service.store.tx(async (tx) => {
    await upsertUnconfirmed(tx, { userId, secret: 'sealed', createdAtMs: 0 })
    await confirmSecondFactor(tx, { userId, confirmedAtMs: 0 })
  })
  const token = await resetLink(await signIn(service, 'admin'), guest)
  expect((await reset(service, token)).status).toBe(200)
  const attempt = await login(service, { email: guest.user.email, password: OTHER })
  expect(attempt).toBeProblem(401, 'totp_required')
})

test('a guest’s second factor ends when a mailed link proves the address for the first time: who registered with it had not shown that it is theirs', async () => {
  const { service, letters, work } = await start()
  await using _ = service
  const { email, call } = await registerGuest(service)
  await enrol(service, call)
  await forgotten(service, email)
  await work()
  expect((await reset(service, linkOf(letters.at(-1)!))).status).toBe(200)
  const { status, body } = await login(service, { password: OTHER })
  expect([status, body.user.secondFactor]).toEqual([200, false])
  const admin = await signIn(service, 'admin')
  const path = `/v1/admin/history?entity=user&id=${body.user.id}`
  const { items } = (await admin.call('GET', path)).body
  expect(items[0]).toMatchObject({ before: { secondFactor: true }, after: { secondFactor: false } })

  // Of who has shown it before it is theirs and stands.
  const change = { body: { currentPassword: OTHER, newPassword: PASSWORD } }
  expect((await withToken(service, body.token)('PATCH', '/v1/auth/me', change)).status).toBe(200)
  const owner = withToken(service, (await login(service)).body.token)
  await enrol(service, owner)
  await forgotten(service, email)
  await work()
  expect((await reset(service, linkOf(letters.at(-1)!))).status).toBe(200)
  expect(await login(service, { password: OTHER })).toBeProblem(401, 'totp_required')
})

test('that of who works for a hotel stands when a mailed link proves the address for the first time', async () => {
  const { service, letters, work } = await start()
  await using _ = service
  const { user } = await withPassword(service, 'hotel_manager')
  await insertConfirmed(service.store, service.deps, user.id)
  await forgotten(service, user.email)
  await work()
  expect((await reset(service, linkOf(letters.at(-1)!))).status).toBe(200)
  const attempt = await login(service, { email: user.email, password: OTHER })
  expect(attempt).toBeProblem(401, 'totp_required')
})
