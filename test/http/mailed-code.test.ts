import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createApp } from '../../src/app.ts'
import { createContext } from '../../src/http/api/context.ts'
import { login, loginFrom, register } from '../support/accounts.ts'
import { linkOf, tokenIn } from '../support/links.ts'
import { mailsOf, postman, scriptAnswers, startMailing } from '../support/mails.ts'
import { codeAt, enrol } from '../support/second-factor.ts'
import { caller, startService, type TestService } from '../support/service.ts'
import { signIn } from '../support/users.ts'

// The mailed code of an account that others guess at (`contract-access`, *Accounts*; S3).

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const FAILURES = 30
const HOME = '203.0.113.5'
const AWAY = '192.0.2.7'

/** Grace, who has signed in at home, in a service with a mail server behind a proxy. */
async function start() {
  const service = await startMailing({ trustedProxies: 1 })
  const server = scriptAnswers()
  await register(service)
  expect((await loginFrom(service, HOME)).status).toBe(200)
  return { service, ...server, ...postman(service, server) }
}

/** Strangers fail 30 times within 10 minutes, each from a network of its own. */
async function guessAt(service: TestService, email = 'grace@example.com', failures = FAILURES) {
  for (let n = 0; n < failures; n++) {
    if (n > 0 && n % 10 === 0) service.clock.advance(MINUTE_MS)
    const answer = await loginFrom(service, `198.51.${n}.9`, { email, password: 'not this one' })
    expect(answer).toBeProblem(401, 'credentials_invalid')
  }
  service.clock.advance(MINUTE_MS)
}

const codeIn = ({ text }: { text: string }): string => /^Code: (\d{6})$/m.exec(text)![1]!

/** Six digits that are not these. */
const otherThan = (code: string, n = 1): string =>
  String((Number(code) + n) % 1_000_000).padStart(6, '0')

/** Alters every code that there is. */
const setCodes = ({ store }: TestService, change: { tries: number } | { usedAtMs: null }) =>
  store.tx(async ({ db, t }) => void (await db.update(t.accountLink).set(change)))

/** Guessed at, and asked for the code from elsewhere. @returns the code that was mailed */
async function askForCode({ service, letters, work }: Awaited<ReturnType<typeof start>>) {
  await guessAt(service)
  expect(await loginFrom(service, AWAY)).toBeProblem(401, 'mail_code_required')
  await work()
  return codeIn(letters.at(-1)!)
}

test('from 30 failures over unknown places on the right password needs a mailed code there, and nothing at a known place', async () => {
  const started = await start()
  await using service = started.service
  const { letters, work } = started
  await guessAt(service, undefined, FAILURES - 1)
  expect((await loginFrom(service, '203.0.114.200')).status).toBe(200)
  await guessAt(service, undefined, 1)
  expect((await loginFrom(service, HOME)).status).toBe(200)
  expect(await mailsOf(service)).toEqual([])

  expect(await loginFrom(service, AWAY)).toBeProblem(401, 'mail_code_required')
  await work()
  expect(letters).toHaveLength(1)
  const [{ to, subject, text }] = letters as [(typeof letters)[number]]
  expect([to.address, subject]).toEqual(['grace@example.com', 'Your code to sign in'])
  expect(text).toContain('do not give the code to anyone, and choose another password at once')
  expect(text).toContain('Good until')
  const mailedCode = codeIn(letters[0]!)
  const spaced = mailedCode.replace(/^.../, '$& ')
  expect((await loginFrom(service, AWAY, { mailedCode: spaced })).status).toBe(200)
  // The place is known from now on, the code is used up.
  expect((await loginFrom(service, AWAY)).status).toBe(200)
  expect(await loginFrom(service, '203.0.115.201', { mailedCode })).toBeProblem(
    401,
    'mail_code_invalid',
  )
})

test('neither a wrong password nor an account that there is not is told of a code, and nothing is mailed', async () => {
  const { service, letters, work } = await start()
  await using _ = service
  for (const email of ['grace@example.com', 'nobody@example.com']) {
    await guessAt(service, email)
    for (const sent of [{}, { mailedCode: '123456' }]) {
      const body = { email, password: 'not this one', ...sent }
      expect(await loginFrom(service, AWAY, body)).toBeProblem(401, 'credentials_invalid')
    }
  }
  await work()
  expect(letters).toEqual([])
})

test('five wrong codes end it, and the right one is refused then; each counts as a failure', async () => {
  const started = await start()
  await using service = started.service
  const mailedCode = await askForCode(started)
  for (let n = 1; n <= 5; n++)
    expect(await loginFrom(service, AWAY, { mailedCode: otherThan(mailedCode, n) })).toBeProblem(
      401,
      'mail_code_invalid',
    )
  expect(await loginFrom(service, AWAY, { mailedCode })).toBeProblem(401, 'mail_code_invalid')
  service.clock.advance(MINUTE_MS)
  expect(await loginFrom(service, AWAY)).toBeProblem(401, 'mail_code_required')
  await started.work()
  const next = codeIn(started.letters.at(-1)!)
  expect(next).not.toBe(mailedCode)
  expect((await loginFrom(service, AWAY, { mailedCode: next })).status).toBe(200)
})

test('of many codes sent at once no more than five are tried, and of the right one sent twenty times one passes', async () => {
  const started = await start()
  await using service = started.service
  const mailedCode = await askForCode(started)
  const from = (n: number) => `192.0.${n}.1`
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => loginFrom(service, from(n), { mailedCode })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  await setCodes(service, { usedAtMs: null })
  service.clock.advance(MINUTE_MS)
  await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      loginFrom(service, from(100 + n), { mailedCode: otherThan(mailedCode, n + 1) }),
    ),
  )
  const [link] = await service.store.db.select().from(service.store.t.accountLink)
  expect(link!.tries).toBe(5)
})

test('a code is good for 15 minutes', async () => {
  const started = await start()
  await using service = started.service
  const mailedCode = await askForCode(started)
  service.clock.advance(15 * MINUTE_MS)
  expect(await loginFrom(service, AWAY, { mailedCode })).toBeProblem(401, 'mail_code_invalid')
})

test('while one is good no other is mailed, and five an hour at most', async () => {
  const started = await start()
  await using service = started.service
  await askForCode(started)
  expect(await loginFrom(service, AWAY)).toBeProblem(401, 'mail_code_required')
  for (let n = 1; n < 5; n++) {
    await setCodes(service, { tries: 5 })
    expect(await loginFrom(service, AWAY)).toBeProblem(401, 'mail_code_required')
  }
  await setCodes(service, { tries: 5 })
  const late = await loginFrom(service, AWAY)
  expect(late).toBeProblem(429, 'rate_limited')
  expect(late.headers.get('retry-after')).toBe('3600')
  expect(await mailsOf(service)).toHaveLength(5)
  service.clock.advance(HOUR_MS)
  expect(await loginFrom(service, AWAY)).toBeProblem(401, 'mail_code_required')
})

test('whoever was asked for a code is asked for it also when nobody guesses any more, until one is given or the password is another', async () => {
  const started = await start()
  await using service = started.service
  await askForCode(started)
  service.clock.advance(3 * HOUR_MS)
  expect(await loginFrom(service, AWAY)).toBeProblem(401, 'mail_code_required')
  const body = { email: 'grace@example.com' }
  await service.call('POST', '/v1/auth/forgot-password', { body })
  await service.context.forgotten.idle()
  await started.work()
  const password = 'a ferry on the Bosphorus'
  const token = linkOf(started.letters.at(-1)!)
  const headers = { 'x-forwarded-for': '192.0.2.77' }
  await service.call('POST', '/v1/auth/reset-password', { body: { token, password }, headers })
  expect((await loginFrom(service, '192.0.2.88', { password })).status).toBe(200)
})

test('a mailed reset opens the place where it was used, and one that an admin hands over none', async () => {
  const started = await start()
  await using service = started.service
  const reset = (token: string, password: string, address: string) =>
    service.call('POST', '/v1/auth/reset-password', {
      body: { token, password },
      headers: { 'x-forwarded-for': address },
    })
  await guessAt(service)
  const body = { email: 'grace@example.com' }
  await service.call('POST', '/v1/auth/forgot-password', { body })
  await service.context.forgotten.idle()
  await started.work()
  const password = 'a ferry on the Bosphorus'
  expect((await reset(linkOf(started.letters.at(-1)!), password, '192.0.2.77')).status).toBe(200)
  expect((await loginFrom(service, '192.0.2.88', { password })).status).toBe(200)
  expect(await loginFrom(service, '192.0.3.88', { password })).toBeProblem(
    401,
    'mail_code_required',
  )

  const admin = await signIn(service, 'admin')
  const { user: users } = service.store.t
  const [user] = await service.store.db.select().from(users).where(eq(users.email, body.email))
  const made = await admin.call('POST', `/v1/admin/users/${user!.id}/reset-link`)
  const other = 'a boat on the Bosphorus'
  expect((await reset(tokenIn(made.body.url), other, '192.0.4.77')).status).toBe(200)
  expect(await loginFrom(service, '192.0.4.88', { password: other })).toBeProblem(
    401,
    'mail_code_required',
  )
})

test('a code of another account opens nothing', async () => {
  const started = await start()
  await using service = started.service
  const mailedCode = await askForCode(started)
  const email = 'ada@example.com'
  await register(service, { email })
  await guessAt(service, email)
  const ada = (sent = {}) => loginFrom(service, AWAY, { email, ...sent })
  expect(await ada()).toBeProblem(401, 'mail_code_required')
  expect(await ada({ mailedCode })).toBeProblem(401, 'mail_code_invalid')
  expect((await loginFrom(service, AWAY, { mailedCode })).status).toBe(200)
})

test('an account with a second factor gives both codes, and the mailed one is used up with the other', async () => {
  const started = await start()
  await using service = started.service
  const { token } = (await loginFrom(service, HOME)).body
  const headers = { authorization: `Bearer ${token}` }
  const held = await enrol(service, (method, path, init) =>
    service.call(method, path, { ...init, headers }),
  )
  await guessAt(service)
  const totp = () => codeAt(held.secret, service.clock.nowMs)
  expect(await loginFrom(service, AWAY, { totp: totp() })).toBeProblem(401, 'mail_code_required')
  await started.work()
  const mailedCode = codeIn(started.letters.at(-1)!)
  expect(await loginFrom(service, AWAY, { mailedCode })).toBeProblem(401, 'totp_required')
  expect((await loginFrom(service, AWAY, { mailedCode, totp: totp() })).status).toBe(200)
})

test('no digits of a code stand in the database, and those of two services differ', async () => {
  const started = await start()
  await using service = started.service
  const mailedCode = await askForCode(started)
  const { db, t } = service.store
  const rows = [await db.select().from(t.accountLink), await db.select().from(t.mail)]
  expect(JSON.stringify(rows)).not.toContain(mailedCode)
  await using other = await startService({ jwtSecret: 'another secret, long enough for it' })
  const { id } = (await db.select().from(t.accountLink))[0]!
  expect(await service.deps.links.digits(id)).toBe(mailedCode)
  expect(await other.deps.links.digits(id)).not.toBe(mailedCode)
})

test('the letter is in the language of the account, else of the browser', async () => {
  const started = await start()
  await using service = started.service
  await guessAt(service)
  await login(service, {}, { 'x-forwarded-for': AWAY, 'accept-language': 'tr-TR,tr;q=0.9' })
  await started.work()
  const { subject, text } = started.letters[0]!
  expect(subject).toBe('Oturum açma kodunuz')
  expect(text).toMatch(/^Kod: \d{6}$/m)
})

test('strangers who register with tags of a mailbox cannot send it more than five codes an hour', async () => {
  const started = await start()
  await using service = started.service
  const codes: number[] = []
  for (let n = 0; n < 6; n++) {
    const email = `victim+${n}@example.com`
    await register(service, { email })
    await guessAt(service, email)
    codes.push((await loginFrom(service, AWAY, { email })).status)
  }
  expect(codes).toEqual([401, 401, 401, 401, 401, 429])
})

test('a code outlives a restart, and is asked for and taken at every replica', async () => {
  const started = await start()
  await using service = started.service
  const mailedCode = await askForCode(started)
  // Another process on the same database, which has seen no failure.
  const call = caller(createApp(createContext(service.deps, { ...service.context })))
  const other = { ...service, call }
  expect(await loginFrom(other, AWAY)).toBeProblem(401, 'mail_code_required')
  expect(await loginFrom(other, AWAY, { mailedCode: otherThan(mailedCode) })).toBeProblem(
    401,
    'mail_code_invalid',
  )
  expect((await loginFrom(other, AWAY, { mailedCode })).status).toBe(200)
  expect(await loginFrom(service, '192.0.9.99', { mailedCode })).toBeProblem(
    401,
    'mail_code_invalid',
  )
})

test('a code goes out before all other mails, and whatever else its mailbox had within the hour', async () => {
  const started = await start()
  await using service = started.service
  const { letters, work } = started
  for (let n = 0; n < 5; n++) {
    const body = { email: 'grace@example.com' }
    await service.call('POST', '/v1/auth/forgot-password', { body })
    await service.context.forgotten.idle()
    await work()
  }
  await register(service, { email: 'ada@example.com' })
  const { db, t } = service.store
  await guessAt(service)
  const body = { email: 'ada@example.com' }
  await service.call('POST', '/v1/auth/forgot-password', { body })
  await service.context.forgotten.idle()
  expect(await loginFrom(service, AWAY)).toBeProblem(401, 'mail_code_required')
  await work()
  expect(letters.slice(5).map(({ subject }) => subject)).toEqual([
    'Your code to sign in',
    'Choose a new password',
  ])
  const states = await db.select({ state: t.mail.state }).from(t.mail)
  expect(states.every(({ state }) => state === 'sent')).toBe(true)
})
