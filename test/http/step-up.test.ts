import { expect, test } from 'bun:test'
import { STEP_UP_DEMO_MS } from '../../src/domain/accounts/step-up.ts'
import { login, PASSWORD, registerGuest } from '../support/accounts.ts'
import { book, sell } from '../support/bookings.ts'
import { begin, confirm, enrol, nextCode } from '../support/second-factor.ts'
import { type Call, startService, type TestService } from '../support/service.ts'
import { ELEVEN_MINUTES_MS, sessionOf, startAsking, stepUp } from '../support/step-up.ts'
import { signIn, signToken, withToken } from '../support/users.ts'
import { addWebhook } from '../support/webhooks.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const makeKey = (call: Call, name = 'A key') =>
  call('POST', '/v1/panel/api-keys', { body: { name } })

/** Somebody of Alfa with a session of 11 minutes. */
async function stale(service: TestService) {
  const owner = await signIn(service, 'hotel_manager', {
    name: 'owner',
    hotelIds: [service.alfa.id],
  })
  const call = await sessionOf(service, owner)
  service.clock.advance(ELEVEN_MINUTES_MS)
  return { ...owner, call }
}

test('a log-in counts for 10 minutes, a step-up for 10 more (contract-access, Step-up)', async () => {
  await using service = await startAsking()
  const owner = await signIn(service, 'hotel_manager', {
    name: 'owner',
    hotelIds: [service.alfa.id],
  })
  const call = await sessionOf(service, owner)
  const { clock } = service
  clock.advance(10 * MINUTE_MS - 1)
  expect((await makeKey(call)).status).toBe(201)
  clock.advance(1)
  expect(await makeKey(call)).toBeProblem(403, 'step_up_required')
  expect((await stepUp(call)).status).toBe(204)
  clock.advance(10 * MINUTE_MS - 1)
  expect((await makeKey(call)).status).toBe(201)
  clock.advance(1)
  expect(await makeKey(call)).toBeProblem(403, 'step_up_required')
})

test('the refusal names the act, and tells how it is shown (contract-access, Step-up)', async () => {
  await using service = await startAsking()
  const { call } = await stale(service)
  const { body } = await makeKey(call)
  expect(body).toMatchObject({
    act: 'api_key',
    detail: 'To make an API key say your password again: POST /v1/auth/step-up.',
  })
})

test('in the demo a log-in counts for its 12 hours (contract-access, Step-up)', async () => {
  await using service = await startService({
    world: { isDemo: true },
    stepUpMs: undefined,
  })
  const owner = await signIn(service, 'hotel_manager', {
    name: 'owner',
    hotelIds: [service.alfa.id],
  })
  const call = await sessionOf(service, owner)
  service.clock.advance(STEP_UP_DEMO_MS - 1)
  expect((await makeKey(call)).status).toBe(201)
})

test('a token that names no session is asked, and cannot be stepped up (contract-access, Step-up)', async () => {
  await using service = await startAsking()
  const { user } = await stale(service)
  const old = withToken(service, await signToken(service, user))
  expect(await makeKey(old)).toBeProblem(403, 'step_up_required')
  expect(await stepUp(old)).toBeProblem(403, 'forbidden')
})

test('a step-up ends with its session, and another log-in has none of it (contract-access, Step-up)', async () => {
  await using service = await startAsking()
  const { user, call } = await stale(service)
  expect((await stepUp(call)).status).toBe(204)
  const [own] = (await call('GET', '/v1/auth/sessions')).body.items
  expect((await call('DELETE', `/v1/auth/sessions/${own.id}`)).status).toBe(204)
  expect((await makeKey(call)).status).toBe(401)
  expect((await stepUp(call)).status).toBe(401)
  const old = withToken(service, await signToken(service, user))
  expect(await makeKey(old)).toBeProblem(403, 'step_up_required')
})

test('API keys are never asked: webhooks made, sent elsewhere and rotated by one (contract-access, Step-up)', async () => {
  await using service = await startAsking()
  const { alfa, clock } = service
  clock.advance(ELEVEN_MINUTES_MS)
  const { id } = await addWebhook(alfa)
  const body = { url: 'https://hooks.example.com/elsewhere' }
  expect((await alfa.call('PATCH', `/webhooks/${id}`, { body })).status).toBe(200)
  expect((await alfa.call('POST', `/webhooks/${id}/rotate-secret`)).status).toBe(200)
})

test('a wrong or missing password is told at its field, marks nothing, and is counted as at a log-in (contract-access, Step-up)', async () => {
  await using service = await startAsking()
  const { call } = await stale(service)
  const wrong = await stepUp(call, { currentPassword: 'another one' })
  expect(wrong).toBeProblem(422, 'validation_failed')
  expect(wrong.body.errors).toMatchObject([{ path: '/currentPassword', code: 'wrong_password' }])
  expect((await stepUp(call, {})).body.errors).toMatchObject([
    { path: '/currentPassword', code: 'required' },
  ])
  expect(await makeKey(call)).toBeProblem(403, 'step_up_required')
  const tries = Array.from({ length: 12 }, () => stepUp(call, { currentPassword: 'another one' }))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses).toContain(429)
})

test('an account with a second factor needs its code, too, which counts once (contract-access, Step-up)', async () => {
  await using service = await startAsking()
  const { call } = await registerGuest(service)
  const held = await enrol(service, call)
  service.clock.advance(ELEVEN_MINUTES_MS)
  const missing = await stepUp(call)
  expect(missing.body.errors).toMatchObject([{ path: '/code', code: 'required' }])
  const wrong = await stepUp(call, { currentPassword: PASSWORD, code: '000000' })
  expect(wrong.body.errors).toMatchObject([{ path: '/code', code: 'wrong_code' }])
  const code = nextCode(service, held)
  expect((await stepUp(call, { currentPassword: PASSWORD, code })).status).toBe(204)
  const again = await stepUp(call, { currentPassword: PASSWORD, code })
  expect(again.body.errors).toMatchObject([{ path: '/code', code: 'wrong_code' }])
  const [recovery] = held.recoveryCodes
  expect((await stepUp(call, { currentPassword: PASSWORD, code: recovery })).status).toBe(204)
})

test('who has said the password to begin a second factor is not asked again to confirm it (contract-access, Step-up)', async () => {
  await using service = await startAsking()
  const { call } = await registerGuest(service)
  service.clock.advance(ELEVEN_MINUTES_MS)
  await begin(call)
  expect(await confirm(call, '000000')).toBeProblem(422, 'validation_failed')
  service.clock.advance(ELEVEN_MINUTES_MS)
  expect(await confirm(call, '000000')).toBeProblem(403, 'step_up_required')
  const later = withToken(service, (await login(service)).body.token)
  expect(await confirm(later, '000000')).toBeProblem(422, 'validation_failed')
})

test('a webhook that stays where it is, a name, and what is only tried ask for nothing (contract-access, Step-up)', async () => {
  await using service = await startAsking()
  const { call, user } = await stale(service)
  const { id } = await addWebhook(service.alfa)
  const { url } = (await call('GET', `/v1/panel/webhooks/${id}`)).body
  const change = { body: { url, active: false } }
  expect((await call('PATCH', `/v1/panel/webhooks/${id}`, change)).status).toBe(200)
  const admin = await sessionOf(service, await signIn(service, 'admin'))
  service.clock.advance(ELEVEN_MINUTES_MS)
  const path = `/v1/admin/users/${user.id}`
  const status = { status: 'blocked' }
  expect((await admin('PATCH', path, { body: { name: 'Another' } })).status).toBe(200)
  expect((await admin('PATCH', path, { body: { ...status, simulate: true } })).status).toBe(200)
  expect(await admin('PATCH', path, { body: status })).toBeProblem(403, 'step_up_required')
  const tried = await call('DELETE', `/v1/panel/members/${user.id}?simulate=true`)
  expect(tried).not.toBeProblem(403, 'step_up_required')
})

test('20 bookings are ended unasked, and any number that strangers have made within 48 hours and nobody proved (contract-access, Step-up)', async () => {
  await using service = await startAsking()
  const { call } = await stale(service)
  await sell(service, { available: 60 })
  const strangers: string[] = []
  for (let at = 0; at < 22; at++) strangers.push((await book(service.call)).body.code)
  const own = (await book(call)).body.code
  const cancel = (codes: string[], more = {}) =>
    call('POST', '/v1/panel/bookings/cancel', { body: { codes, reason: 'No answer', ...more } })
  const asked = [...strangers.slice(0, 20), own]

  expect(await cancel(asked)).toBeProblem(403, 'step_up_required')
  expect((await cancel(asked, { simulate: true })).status).toBe(200)
  expect((await cancel(strangers.slice(0, 21))).status).toBe(200)
  service.clock.advance(49 * HOUR_MS)
  const late = await signIn(service, 'hotel_manager', { name: 'late', hotelIds: [service.alfa.id] })
  const lateCall = await sessionOf(service, late)
  service.clock.advance(ELEVEN_MINUTES_MS)
  const cancelLate = (codes: string[]) =>
    lateCall('POST', '/v1/panel/bookings/cancel', { body: { codes, reason: 'No answer' } })
  expect(await cancelLate(strangers.slice(0, 21))).toBeProblem(403, 'step_up_required')
  expect((await cancelLate(strangers.slice(2))).status).toBe(200)
})
