import { expect, test } from 'bun:test'
import { createApp } from '../../src/app.ts'
import { createContext } from '../../src/http/api/context.ts'
import { loginFrom, register, registerGuest } from '../support/accounts.ts'
import type { Answer } from '../support/matchers.ts'
import { codeAt, enrol } from '../support/second-factor.ts'
import { caller, startService, type TestService } from '../support/service.ts'

// Without mail: tries at an account that others guess at are drawn (`contract-access`, *Accounts*; S3).

const MINUTE_MS = 60_000
const HOME = '203.0.113.5'
const AWAY = '192.0.2.7'
const WRONG = { password: 'not this one' }

/** Strangers have failed 30 times within 10 minutes, and one is let through at this moment. */
async function guessAt(service: TestService, sent = {}) {
  for (let n = 0; n <= 30; n++) {
    if (n % 10 === 0) service.clock.advance(MINUTE_MS)
    const answer = await loginFrom(service, `198.51.${n}.9`, { ...WRONG, ...sent })
    expect(answer).toBeProblem(401, 'credentials_invalid')
  }
}

/** So many wait for their turn. */
async function untilWaiting({ clock }: TestService, count: number) {
  // One turn more is due: the next draw.
  while (clock.turns.pending() < count + 1) await new Promise(setImmediate)
}

/** What became of tries that wait, once one was drawn and the others were told. */
async function outcomes(service: TestService, asked: Promise<Answer>[]) {
  await untilWaiting(service, asked.length)
  service.clock.advance(6_000)
  await Promise.race(asked)
  service.clock.advance(4_000)
  const answers = await Promise.all(asked)
  return answers.map(({ status, body }) => `${status} ${body.code ?? ''}`).toSorted()
}

test('from 30 failures on those who come from elsewhere are drawn, ten a minute, and told to come again after ten seconds; a known place never waits', async () => {
  await using service = await startService({ trustedProxies: 1 })
  await register(service)
  await loginFrom(service, HOME)
  for (const email of ['grace@example.com', 'nobody@example.com']) {
    await guessAt(service, { email })
    const tries = Array.from({ length: 5 }, (_, n) =>
      loginFrom(service, `192.0.${n}.1`, { email, ...WRONG }),
    )
    await untilWaiting(service, 5)
    if (email === 'grace@example.com')
      expect((await loginFrom(service, HOME, { email })).status).toBe(200)
    const four = Array<string>(4).fill('429 rate_limited')
    expect(await outcomes(service, tries)).toEqual(['401 credentials_invalid', ...four])
    service.clock.advance(MINUTE_MS)
  }
})

test('the holder is drawn like the others, and the place is known from then on', async () => {
  await using service = await startService({ trustedProxies: 1 })
  await register(service)
  await guessAt(service)
  expect(await outcomes(service, [loginFrom(service, AWAY)])).toEqual(['200 '])
  const stranger = loginFrom(service, '192.0.9.1', WRONG)
  await untilWaiting(service, 1)
  expect((await loginFrom(service, AWAY)).status).toBe(200)
  service.clock.advance(MINUTE_MS)
  await stranger
})

test('who brings a right second factor with the password is let in at once; who brings one of the two waits and learns nothing', async () => {
  await using service = await startService({ trustedProxies: 1 })
  const { call } = await registerGuest(service)
  const held = await enrol(service, call)
  await guessAt(service)
  const from = (place: number, sent: Record<string, unknown>) =>
    loginFrom(service, `192.0.${place}.1`, sent)

  const right = codeAt(held.secret, service.clock.nowMs, 1)
  const waiting = [
    from(1, { ...WRONG, totp: right }),
    from(2, { totp: '000000' }),
    from(3, { ...WRONG, totp: held.recoveryCodes[1] }),
  ]
  await untilWaiting(service, waiting.length)
  expect((await from(4, { totp: right })).status).toBe(200)
  expect((await from(5, { totp: held.recoveryCodes[0] })).status).toBe(200)
  const answers = await outcomes(service, waiting)
  expect(answers.filter((each) => each === '429 rate_limited')).toHaveLength(2)
  expect(answers[0]).toMatch(/^401 (credentials_invalid|totp_invalid)$/)
})

test('a second factor that the account has not, or of an account that there is not, waits like any other try', async () => {
  await using service = await startService({ trustedProxies: 1 })
  await register(service)
  for (const email of ['grace@example.com', 'nobody@example.com']) {
    await guessAt(service, { email })
    const tries = [1, 2].map((n) =>
      loginFrom(service, `192.0.${n}.1`, { email, ...WRONG, totp: '123456' }),
    )
    const answers = await outcomes(service, tries)
    expect(answers).toEqual(['401 credentials_invalid', '429 rate_limited'])
    service.clock.advance(MINUTE_MS)
  }
})

test('ten minutes without failures end it', async () => {
  await using service = await startService({ trustedProxies: 1 })
  await register(service)
  await guessAt(service)
  service.clock.advance(10 * MINUTE_MS)
  const answers = [1, 2, 3].map((n) => loginFrom(service, `192.0.${n}.1`))
  for (const { status } of await Promise.all(answers)) expect(status).toBe(200)
})

test('counts are each replica’s own, and what one has learned of known places holds at the other', async () => {
  await using service = await startService({ trustedProxies: 1 })
  await register(service)
  await guessAt(service)
  const call = caller(createApp(createContext(service.deps, { ...service.context })))
  const other = { ...service, call }
  expect((await loginFrom(other, AWAY, WRONG)).status).toBe(401)
  expect((await loginFrom(other, HOME)).status).toBe(200)
  const waiting = loginFrom(service, AWAY, WRONG)
  await untilWaiting(service, 1)
  expect((await loginFrom(service, HOME)).status).toBe(200)
  service.clock.advance(MINUTE_MS)
  expect((await waiting).status).toBe(401)
})
