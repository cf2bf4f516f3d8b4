import { afterAll, expect, test } from 'bun:test'
import { LOGIN_FAILURES_PER_MINUTE } from '../../src/domain/kernel/limits.ts'
import { passFactor } from '../../src/service/accounts/second-factor.ts'
import { login, PASSWORD, register, registerGuest, statuses } from '../support/accounts.ts'
import type { Answer } from '../support/matchers.ts'
import { breachesOf, operationsOf } from '../support/openapi.ts'
import {
  begin,
  codeAt,
  confirm,
  enrol,
  insertConfirmed,
  loginWith,
  nextCode,
  remove,
} from '../support/second-factor.ts'
import { startService, type TestService } from '../support/service.ts'
import { APART, rankDistance, timeInTurn } from '../support/statistics.ts'
import { signIn, signSession, withToken } from '../support/users.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const WRONG = '000000'

/** What was tried, and what came of it, a line each. */
const report: string[] = []
const tell = (attack: string, outcome: string) => void report.push(`${attack}: ${outcome}`)
afterAll(
  () => void process.stdout.write(`Attacks on the second factor\n  ${report.join('\n  ')}\n`),
)

/** Grace with a second factor. */
async function graceWithFactor(service: TestService) {
  const grace = await registerGuest(service)
  const held = await enrol(service, grace.call)
  return { ...grace, ...held, held }
}

/** A code that is not one of these moments. */
const wrongFor = (secret: string, nowMs: number) =>
  [WRONG, '111111', '222222', '333333'].find(
    (code) => ![-1, 0, 1].some((steps) => codeAt(secret, nowMs, steps) === code),
  )!

test('a log-in with a second factor takes two steps: the password, then a code (issue 17, 3)', async () => {
  await using service = await startService()
  const { held } = await graceWithFactor(service)
  const half = await login(service)
  expect(half).toBeProblem(401, 'totp_required')
  expect(half.body.token).toBeUndefined()
  const code = nextCode(service, held)
  const whole = await loginWith(service, `${code.slice(0, 3)} ${code.slice(3)}`)
  expect(whole.status).toBe(200)
  expect(whole.body.user).toMatchObject({ email: 'grace@example.com', secondFactor: true })
  const call = withToken(service, whole.body.token)
  expect((await call('GET', '/v1/auth/me')).status).toBe(200)
  const { body } = await call('GET', '/v1/auth/second-factor')
  expect(body).toEqual({ since: expect.any(String), recoveryCodesLeft: 10 })
})

test('confirming a second factor ends every other session, for they were begun without it; the one that asks stands', async () => {
  await using service = await startService()
  const { call } = await registerGuest(service)
  const { body } = await login(service)
  const other = withToken(service, body.token)
  expect((await other('GET', '/v1/auth/me')).status).toBe(200)
  await enrol(service, call)
  expect(await other('GET', '/v1/auth/me')).toBeProblem(401, 'unauthenticated')
  const { body: me } = await call('GET', '/v1/auth/me')
  expect(me.secondFactor).toBe(true)
  const admin = await signIn(service, 'admin')
  const { items } = (await admin.call('GET', `/v1/admin/history?entity=user&id=${me.id}`)).body
  expect(items[0]).toMatchObject({ actor: { id: me.id }, after: { sessionsEnded: 1 } })
})

test('a token that names no session counts no more for an account that has a second factor', async () => {
  await using service = await startService()
  const manager = await signIn(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  expect((await manager.call('GET', '/v1/panel/dashboard')).status).toBe(200)
  await insertConfirmed(service.store, service.deps, manager.user.id)
  const refused = await manager.call('GET', '/v1/panel/dashboard')
  expect(refused).toBeProblem(401, 'unauthenticated')
  const token = await signSession(service, manager.user)
  expect((await withToken(service, token)('GET', '/v1/panel/dashboard')).status).toBe(200)
})

test('attack: a log-in without a code at the moment in which the second factor is confirmed', async () => {
  await using service = await startService({ connections: 10 })
  const { call } = await registerGuest(service)
  const secret = await begin(call)
  const code = codeAt(secret, service.clock.nowMs)
  const [, ...entered] = await Promise.all([
    confirm(call, code),
    ...Array.from({ length: 6 }, () => login(service)),
  ])
  for (const { status, body } of entered.filter(({ status }) => status === 200)) {
    const { status: now } = await withToken(service, body.token)('GET', '/v1/auth/me')
    expect([status, now]).toEqual([200, 401])
  }
  tell('log-ins without a code while it is confirmed', 'none is good afterwards')
})

test('a second factor counts for nothing before it is confirmed, and can be begun anew', async () => {
  await using service = await startService()
  const { call } = await registerGuest(service)
  const first = await begin(call)
  expect((await login(service)).status).toBe(200)
  const second = await begin(call)
  const { nowMs } = service.clock
  const flawed = await confirm(call, codeAt(first, nowMs))
  expect(flawed).toBeProblem(422, 'validation_failed')
  expect(flawed.body.errors[0].code).toBe('wrong_code')
  const { status, body } = await confirm(call, codeAt(second, nowMs))
  expect(status).toBe(200)
  expect(new Set(body.recoveryCodes).size).toBe(10)
  expect(await confirm(call, codeAt(second, nowMs, 1))).toBeProblem(404, 'not_found')
  const again = { body: { currentPassword: PASSWORD } }
  expect(await call('POST', '/v1/auth/second-factor', again)).toBeProblem(409, 'already_exists')
})

test('what was begun and not confirmed for half an hour is begun anew', async () => {
  await using service = await startService()
  const { call } = await registerGuest(service)
  const secret = await begin(call)
  service.clock.advance(31 * MINUTE_MS)
  expect(await confirm(call, codeAt(secret, service.clock.nowMs))).toBeProblem(404, 'not_found')
})

test('the picture and the address say the secret, and neither it nor a recovery code stands readable in the database', async () => {
  await using service = await startService()
  const { call } = await registerGuest(service)
  const answer = await call('POST', '/v1/auth/second-factor', {
    body: { currentPassword: PASSWORD },
  })
  const { secret, url, qr } = answer.body
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(url).toStartWith('otpauth://totp/Roomwire:grace%40example.com?')
  expect(url).toContain(`secret=${secret}`)
  expect(qr).toStartWith('<svg')
  const { body } = await confirm(call, codeAt(secret, service.clock.nowMs))
  const { db, t } = service.store
  const kept = JSON.stringify([
    await db.select().from(t.secondFactor),
    await db.select().from(t.recoveryCode),
  ])
  expect(kept).not.toContain(secret)
  for (const code of body.recoveryCodes as string[]) {
    // 24 of 31 characters are 118 bits: a plain hash will do (ASVS 6.5.2).
    expect(code).toMatch(/^([a-hjkmnp-z2-9]{4}-){5}[a-hjkmnp-z2-9]{4}$/)
    expect(kept).not.toContain(code)
    expect(kept).not.toContain(code.replaceAll('-', ''))
  }
})

test('a device whose clock is half a minute off is let in, one that is a minute off is not (RFC 6238 §5.2)', async () => {
  await using service = await startService()
  const { secret } = await graceWithFactor(service)
  service.clock.advance(10 * MINUTE_MS)
  const at = (steps: number) => loginWith(service, codeAt(secret, service.clock.nowMs, steps))
  expect(await at(-2)).toBeProblem(401, 'totp_invalid')
  expect(await at(2)).toBeProblem(401, 'totp_invalid')
  expect((await at(-1)).status).toBe(200)
  expect((await at(1)).status).toBe(200)
  // Of a step before one that was taken.
  expect(await at(0)).toBeProblem(401, 'totp_invalid')
})

test('attack: a code is used again', async () => {
  await using service = await startService()
  const { held } = await graceWithFactor(service)
  const code = nextCode(service, held)
  expect((await loginWith(service, code)).status).toBe(200)
  expect(await loginWith(service, code)).toBeProblem(401, 'totp_invalid')
  tell('replay of a code', 'the second log-in is 401 totp_invalid')
})

test('attack: the code that confirmed the factor is used to log in', async () => {
  await using service = await startService()
  const { secret } = await graceWithFactor(service)
  const replayed = await loginWith(service, codeAt(secret, service.clock.nowMs))
  expect(replayed).toBeProblem(401, 'totp_invalid')
  tell('replay of the code that confirmed', '401 totp_invalid')
})

test('attack: one code is used twenty times at once', async () => {
  await using service = await startService({ connections: 10 })
  const { held } = await graceWithFactor(service)
  // Where Grace logged in before and where not: two buckets of ten tries.
  const code = nextCode(service, held)
  const answers = await statuses(10, () => loginWith(service, code))
  expect(answers.filter((status) => status === 200)).toHaveLength(1)
  const more = nextCode(service, held)
  const { call } = service
  const body = { email: 'grace@example.com', password: PASSWORD, totp: more }
  const twenty = await Promise.all(
    Array.from({ length: 20 }, () => call('POST', '/v1/auth/login', { body })),
  )
  const passed = twenty.filter(({ status }) => status === 200)
  expect(passed.length).toBeLessThanOrEqual(1)
  tell('one code ten times at once', `${answers.filter((each) => each === 200).length} passes`)
})

test('attack: one code is used twenty times at once past every throttle of log-ins', async () => {
  await using service = await startService({ connections: 10 })
  const { call, held } = await graceWithFactor(service)
  const code = nextCode(service, held)
  const { deps, store } = service
  const { id } = (await call('GET', '/v1/auth/me')).body
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => store.tx((tx) => passFactor(tx, deps, id, code))),
  )
  expect(outcomes.filter((outcome) => outcome === 'passed')).toHaveLength(1)
  tell('one code in twenty transactions at once', '1 passes')
})

test('attack: codes are guessed', async () => {
  await using service = await startService({ trustedProxies: 1 })
  const { secret, held } = await graceWithFactor(service)
  let tried = 0
  let throttled = 0
  const startMs = service.clock.nowMs
  for (let minute = 0; minute < 60; minute++) {
    for (let index = 0; index < LOGIN_FAILURES_PER_MINUTE; index++) {
      const answer = await loginWith(service, wrongFor(secret, service.clock.nowMs))
      if (answer.body.code === 'totp_invalid') tried++
      else if (answer.status === 429) throttled++
      else throw new Error(answer.text)
    }
    service.clock.advance(MINUTE_MS)
  }
  expect(service.clock.nowMs - startMs).toBe(HOUR_MS)
  expect(tried).toBe(19)
  expect(throttled).toBe(600 - 19)
  // The right one is not looked at either while there were too many, and a recovery code is.
  const blocked = await loginWith(service, nextCode(service, held))
  expect([200, 429]).toContain(blocked.status)
  tell(
    'brute force of codes',
    `${tried} guesses in the first hour, then 10 an hour: 1 in ${Math.round(1e6 / 3 / 10).toLocaleString('en')} a hour`,
  )
})

test('who has had too many wrong codes is told when there may be another, and a recovery code is taken meanwhile', async () => {
  await using service = await startService()
  const { secret, recoveryCodes, held } = await graceWithFactor(service)
  const wrong = () => loginWith(service, wrongFor(secret, service.clock.nowMs))
  for (let index = 0; index < 10; index++) {
    expect(await wrong()).toBeProblem(401, 'totp_invalid')
    service.clock.advance(7_000)
  }
  const refused = await loginWith(service, nextCode(service, held))
  expect(refused).toBeProblem(429, 'rate_limited')
  const waitMs = Number(refused.headers.get('retry-after')) * 1_000
  expect(waitMs).toBeLessThanOrEqual(6 * MINUTE_MS)
  expect((await loginWith(service, recoveryCodes[0]!)).status).toBe(200)
  service.clock.advance(waitMs)
  expect((await loginWith(service, codeAt(secret, service.clock.nowMs))).status).toBe(200)
})

test('attack: a recovery code is used again, and twenty times at once', async () => {
  await using service = await startService({ connections: 10 })
  const { call, recoveryCodes } = await graceWithFactor(service)
  const [first, second] = recoveryCodes
  expect((await loginWith(service, first!.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
  expect(await loginWith(service, first!)).toBeProblem(401, 'totp_invalid')
  const { deps, store } = service
  const { id } = (await call('GET', '/v1/auth/me')).body
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => store.tx((tx) => passFactor(tx, deps, id, second))),
  )
  expect(outcomes.filter((outcome) => outcome === 'passed')).toHaveLength(1)
  const { body } = await call('GET', '/v1/auth/second-factor')
  expect(body.recoveryCodesLeft).toBe(8)
  tell('recovery code reused', '401 totp_invalid; of twenty at once 1 passes')
})

test('new recovery codes end those of before', async () => {
  await using service = await startService()
  const { call, recoveryCodes, held } = await graceWithFactor(service)
  const body = { currentPassword: PASSWORD, code: nextCode(service, held) }
  const renewed = await call('POST', '/v1/auth/second-factor/recovery-codes', { body })
  expect(renewed.status).toBe(200)
  expect(renewed.body.recoveryCodes).toHaveLength(10)
  expect(await loginWith(service, recoveryCodes[0]!)).toBeProblem(401, 'totp_invalid')
  expect((await loginWith(service, renewed.body.recoveryCodes[0])).status).toBe(200)
  const without = { currentPassword: PASSWORD, code: WRONG }
  const refused = await call('POST', '/v1/auth/second-factor/recovery-codes', { body: without })
  expect(refused).toBeProblem(422, 'validation_failed')
})

test('attack: codes of another account', async () => {
  await using service = await startService()
  await graceWithFactor(service)
  await register(service, { email: 'ada@example.com' })
  const { body } = await login(service, { email: 'ada@example.com' })
  const ada = await enrol(service, withToken(service, body.token))
  expect(await loginWith(service, nextCode(service, ada))).toBeProblem(401, 'totp_invalid')
  expect(await loginWith(service, ada.recoveryCodes[0]!)).toBeProblem(401, 'totp_invalid')
  expect(
    (await loginWith(service, ada.recoveryCodes[0]!, { email: 'ada@example.com' })).status,
  ).toBe(200)
  tell('code of another account', '401 totp_invalid, and it is not used up')
})

test('attack: a code without the password', async () => {
  await using service = await startService()
  const { held, recoveryCodes } = await graceWithFactor(service)
  const code = nextCode(service, held)
  const wrong = { password: 'wrong password' }
  expect(await loginWith(service, code, wrong)).toBeProblem(401, 'credentials_invalid')
  expect(await loginWith(service, recoveryCodes[0]!, wrong)).toBeProblem(401, 'credentials_invalid')
  // Neither was used up by it.
  expect((await loginWith(service, code)).status).toBe(200)
  expect((await loginWith(service, recoveryCodes[0]!)).status).toBe(200)
  tell('code without password', '401 credentials_invalid, and it is not used up')
})

test('attack: a secret of one’s own is confirmed for another, or another’s for oneself', async () => {
  await using service = await startService()
  const grace = await registerGuest(service)
  await register(service, { email: 'eve@example.com' })
  const { body } = await login(service, { email: 'eve@example.com' })
  const eve = withToken(service, body.token)
  const [of, her] = [await begin(eve), await begin(grace.call)]
  const { nowMs } = service.clock
  expect(await confirm(grace.call, codeAt(of, nowMs))).toBeProblem(422, 'validation_failed')
  expect(await confirm(eve, codeAt(her, nowMs))).toBeProblem(422, 'validation_failed')
  // Who has a stolen token alone begins nothing.
  const guess = { body: { currentPassword: 'not hers' } }
  const begun = await grace.call('POST', '/v1/auth/second-factor', guess)
  expect(begun).toBeProblem(422, 'validation_failed')
  expect((await confirm(grace.call, codeAt(her, nowMs))).status).toBe(200)
  tell('enrolment swapped', '422 wrong_code; with a stolen token 422 wrong_password')
})

test('attack: switching it off with a stolen token alone, with the password alone, with a code alone', async () => {
  await using service = await startService()
  const { call, held, secret } = await graceWithFactor(service)
  const code = nextCode(service, held)
  const wrong = wrongFor(secret, service.clock.nowMs)
  expect(await remove(call, wrong)).toBeProblem(422, 'validation_failed')
  expect(await remove(call, code, 'not hers')).toBeProblem(422, 'validation_failed')
  const empty = await call('POST', '/v1/auth/second-factor/remove', { body: {} })
  expect(empty).toBeProblem(422, 'validation_failed')
  expect(await login(service)).toBeProblem(401, 'totp_required')
  tell('switching off without password or code', '422')
  expect((await remove(call, code)).status).toBe(204)
  expect((await login(service)).status).toBe(200)
  expect(await remove(call, code)).toBeProblem(404, 'not_found')
})

test('a recovery code switches it off, too: whoever has lost the device has another one afterwards', async () => {
  await using service = await startService()
  const { call, recoveryCodes } = await graceWithFactor(service)
  expect((await remove(call, recoveryCodes[3]!)).status).toBe(204)
  await enrol(service, call)
  expect(await login(service)).toBeProblem(401, 'totp_required')
})

test('guesses at password and code on the own page are those of a log-in (contract §5)', async () => {
  await using service = await startService()
  const { call, secret } = await graceWithFactor(service)
  const wrong = wrongFor(secret, service.clock.nowMs)
  for (let index = 0; index < 10; index++)
    expect(await remove(call, wrong, index % 2 ? PASSWORD : 'not hers')).toBeProblem(
      422,
      'validation_failed',
    )
  expect(await remove(call, wrong)).toBeProblem(429, 'rate_limited')
})

test('attack: who has a second factor is told by an answer only after the right password', async () => {
  await using service = await startService()
  await graceWithFactor(service)
  await register(service, { email: 'ada@example.com' })
  const wrong = { password: 'wrong password' }
  const told = async (sent: object) => {
    const { status, body } = await login(service, { ...wrong, ...sent })
    return { status, ...body, requestId: '' }
  }
  const unknown = await told({ email: 'nobody@example.com' })
  expect(await told({})).toEqual(unknown)
  expect(await told({ email: 'ada@example.com' })).toEqual(unknown)
  expect(await told({ totp: WRONG })).toEqual(unknown)
  expect(await told({ email: 'nobody@example.com', totp: WRONG })).toEqual(unknown)
  tell('totp_required asked without the password', 'the same 401 credentials_invalid for all')
})

test('attack: nor by the time of 200 log-ins each', async () => {
  await using service = await startService({ passwordCost: { memoryCost: 1_024, timeCost: 1 } })
  await graceWithFactor(service)
  await register(service, { email: 'adaaa@example.com' })
  const tries = (email: string, totp?: string) => async () => {
    service.clock.advance(MINUTE_MS)
    const { status } = await login(service, { email, password: 'wrong password', totp })
    expect(status).toBe(401)
  }
  const times = await timeInTurn(
    {
      factor: tries('grace@example.com', WRONG),
      none: tries('adaaa@example.com', WRONG),
      unknown: tries('nobod@example.com', WRONG),
    },
    200,
  )
  const apart = [rankDistance(times.factor, times.unknown), rankDistance(times.factor, times.none)]
  for (const distance of apart) expect(Math.abs(distance)).toBeLessThan(APART)
  tell(
    'totp_required by time',
    `${apart.map((each) => each.toFixed(1)).join(' and ')} deviations apart, below ${APART}`,
  )
}, 60_000)

test('attack: taking a factor off without being an admin, and an admin off one’s own', async () => {
  await using service = await startService()
  const { call } = await graceWithFactor(service)
  const { id } = (await call('GET', '/v1/auth/me')).body
  const path = `/v1/admin/users/${id}/second-factor`
  expect(await service.call('DELETE', path)).toBeProblem(401, 'unauthenticated')
  expect(await call('DELETE', path)).toBeProblem(403, 'forbidden')
  const manager = await signIn(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  expect(await manager.call('DELETE', path)).toBeProblem(403, 'forbidden')
  const admin = await signIn(service, 'admin')
  const own = `/v1/admin/users/${admin.user.id}/second-factor`
  expect(await admin.call('DELETE', own)).toBeProblem(403, 'forbidden')
  tell('removal by who is no admin', '401, 403; an admin’s own 403')
  const removed = await admin.call('DELETE', path)
  expect(removed.status).toBe(200)
  expect(removed.body.secondFactor).toBe(false)
  expect((await login(service)).status).toBe(200)
  expect(await admin.call('DELETE', path)).toBeProblem(404, 'not_found')
  const { items } = (await admin.call('GET', `/v1/admin/history?entity=user&id=${id}`)).body
  expect(items[0]).toMatchObject({
    actor: { id: admin.user.id },
    before: { secondFactor: true },
    after: { secondFactor: false },
  })
  expect(items[1]).toMatchObject({ before: { secondFactor: false }, after: { secondFactor: true } })
})

test('of an account with a second factor every log-in is counted once for its address (contract §7)', async () => {
  await using service = await startService({ publicRatePerMinute: 300, trustedProxies: 1 })
  const { held } = await graceWithFactor(service)
  for (let count = 0; count < 12; count++) {
    expect((await login(service)).status).toBe(401)
    expect((await loginWith(service, nextCode(service, held))).status).toBe(200)
  }
})

test('what is answered of the second factor and of sessions keeps its documented schema (contract §6)', async () => {
  await using service = await startService()
  const grace = await registerGuest(service)
  const { body: document } = await service.call('GET', '/openapi.json')
  const operations = operationsOf(document)
  const check = (called: string, answer: Answer) => {
    expect(answer.status).toBeLessThan(300)
    expect([called, breachesOf(document, operations.get(called)!, answer)]).toEqual([called, []])
  }
  const base = '/v1/auth/second-factor'
  const first = { body: { currentPassword: PASSWORD } }
  const begun = await grace.call('POST', base, first)
  check(`POST ${base}`, begun)
  const held = { secret: begun.body.secret, recoveryCodes: [] }
  check(`POST ${base}/confirm`, await confirm(grace.call, nextCode(service, held)))
  const said = () => ({ body: { currentPassword: PASSWORD, code: nextCode(service, held) } })
  check(`POST ${base}/recovery-codes`, await grace.call('POST', `${base}/recovery-codes`, said()))
  check(`GET ${base}`, await grace.call('GET', base))
  check('GET /v1/auth/sessions', await grace.call('GET', '/v1/auth/sessions'))
  const asked = await login(service)
  expect(breachesOf(document, operations.get('POST /v1/auth/login')!, asked)).toEqual([])
})

test('attack: the token of a session that was ended, on every kind of route', async () => {
  await using service = await startService()
  const { call, token } = await registerGuest(service)
  const thief = withToken(service, (await login(service)).body.token)
  expect((await thief('GET', '/v1/auth/me')).status).toBe(200)
  expect((await call('DELETE', '/v1/auth/sessions')).status).toBe(204)
  for (const [method, path] of [
    ['GET', '/v1/auth/me'],
    ['GET', '/v1/bookings'],
    ['GET', '/v1/auth/sessions'],
    ['DELETE', '/v1/auth/sessions'],
    ['POST', '/v1/auth/logout'],
  ] as const)
    expect(await thief(method, path)).toBeProblem(401, 'unauthenticated')
  expect((await withToken(service, token)('GET', '/v1/auth/me')).status).toBe(200)
  tell('the token of an ended session', '401 unauthenticated from the next request on')
})
