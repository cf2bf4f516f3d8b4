import { expect, test } from 'bun:test'
import { grantAct, grantLink } from '../../src/http/bookings/booking-access.ts'
import { createMailHealth } from '../../src/service/mail-health.ts'
import { book, CARLA, sell } from '../support/bookings.ts'
import { mailsOf, postman, scriptAnswers, startMailing } from '../support/mails.ts'
import { asGuest, tokenOf } from '../support/manage.ts'
import type { Answer } from '../support/matchers.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'
import { signIn } from '../support/users.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const strict = { world: { manageByEmail: false } }

/** Asks for the link of a booking, and waits for what comes of it. */
async function ask(service: TestService, code: string, body: object, call = service.call) {
  const answer = await call('POST', `/v1/bookings/${code}/manage-link`, { body })
  await service.context.linkRequests.idle()
  return answer
}

const linksTo = async (service: TestService) =>
  (await mailsOf(service))
    .filter(({ kind }) => kind === 'manage_link')
    .map(({ bookingCode, recipient }) => [bookingCode, recipient])

const answerOf = ({ status, body, text }: Answer) => ({
  ...{ status, text: body?.requestId ? '' : text, code: body?.code, detail: body?.detail },
})

test('by code and e-mail the link is mailed where the pair is right, and the answer is the same whatever is true (contract-access)', async () => {
  await using service = await startMailing(strict)
  await sell(service)
  const { manager, agent } = await hireStaff(service)
  const { code } = (await book(service.call)).body
  const ofAgency = (await book(agent.call)).body.code
  const walkIn = { firstName: 'Ilgın', lastName: 'Öztürk', phone: '+90 532 555 01 47' }
  const byPhone = (await book(manager.call, { guest: walkIn })).body.code
  const answers: unknown[] = []
  for (const [of, email] of [
    [code.toLowerCase(), CARLA.toUpperCase()],
    [ofAgency, CARLA],
    [code, 'eve@example.com'],
    [byPhone, CARLA],
    ['ZZZZZZZZZZ', CARLA],
  ])
    answers.push(answerOf(await ask(service, of!, { email })))
  expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1)
  expect(answers[0]).toMatchObject({ status: 202, text: '{}' })
  expect(await linksTo(service)).toEqual([
    [code, CARLA],
    [ofAgency, CARLA],
  ])

  const server = scriptAnswers()
  await postman(service, server).work()
  const letters = server.letters.filter(({ subject }) => subject.startsWith('The link to your'))
  expect(letters[0]!.text).toContain(`/booking#${code}.${asGuest(code).manageToken}\n`)
  expect(letters[1]!.text).toContain(`/booking#${ofAgency}.${await tokenOf(service, ofAgency)}\n`)
})

test('who knows code and e-mail at most is answered before anybody looks: the time tells nothing either', async () => {
  await using service = await startMailing(strict)
  await sell(service)
  const { code } = (await book(service.call)).body
  const nowhere = new Proxy({} as TestService['store'], {
    get: () => {
      throw new Error('somebody looks')
    },
  })
  const context = { ...service.context, store: nowhere }
  const asker = { user: undefined, email: CARLA, manageToken: undefined }
  expect(await grantLink(context, code, asker, { acts: false })).toBeUndefined()
  for (const refused of [
    grantLink(context, code, asker, { acts: true }),
    grantAct(context, code, asker),
  ])
    expect(await refused.catch(({ code }) => code)).toBe('manage_token_required')
})

test('also where the hotel’s own system tells its guests; three times an hour a booking', async () => {
  await using service = await startService({ world: { ...strict.world, isMailing: true } })
  await sell(service)
  const [one, other] = [(await book(service.call)).body.code, (await book(service.call)).body.code]
  for (let each = 0; each < 5; each++) {
    expect((await ask(service, one, { email: CARLA })).status).toBe(202)
    service.clock.advance(MINUTE_MS)
  }
  await ask(service, other, { email: CARLA })
  expect(await linksTo(service)).toEqual([one, one, one, other].map((code) => [code, CARLA]))
  service.clock.advance(HOUR_MS - 5 * MINUTE_MS - 1)
  await ask(service, one, { email: CARLA })
  expect(await linksTo(service)).toHaveLength(4)
  service.clock.advance(1)
  await ask(service, one, { email: CARLA })
  expect(await linksTo(service)).toHaveLength(5)
})

test('what nobody has proven is mailed the link that proves it, too', async () => {
  await using service = await startMailing(strict)
  await sell(service)
  const { agent } = await hireStaff(service)
  const { code } = (await book(service.call)).body
  const proven = (await book(agent.call)).body.code
  for (const of of [code, proven]) await ask(service, of, { email: CARLA })
  const { store } = service
  const mails = (await mailsOf(service)).filter(({ kind }) => kind === 'proof')
  expect(mails.map(({ bookingCode }) => bookingCode)).toEqual([code])
  expect(await store.db.$count(store.t.outbox)).toBe(2)
})

test('without mail, and while the mail server takes none, it is the hotel that is to be asked, which is not named', async () => {
  for (const isMailing of [false, true]) {
    await using service = await startService({ world: { ...strict.world, isMailing } })
    const mailHealth = createMailHealth()
    mailHealth.note(true)
    Object.assign(service.context, { mailHealth })
    await sell(service)
    const { code } = (await book(service.call)).body
    const answers = [
      await ask(service, code, { email: CARLA }),
      await ask(service, code, { email: 'eve@example.com' }),
      await ask(service, 'ZZZZZZZZZZ', { email: CARLA }),
    ]
    for (const answer of answers) expect(answer).toBeProblem(409, 'ask_the_hotel')
    expect(new Set(answers.map((each) => JSON.stringify(answerOf(each)))).size).toBe(1)
    expect(answers[0]!.text).not.toContain('alfa')
    expect(await linksTo(service)).toEqual([])
  }
})

test('who has the token, or a session, ends the links of before; code and e-mail never do', async () => {
  await using service = await startMailing(strict)
  await sell(service)
  const guest = await signIn(service, 'guest')
  const { code } = (await book(service.call)).body
  const old = asGuest(code)
  const cancel = (body: object) => service.call('POST', `/v1/bookings/${code}/cancel`, { body })
  const renew = true

  for (const email of [CARLA, 'eve@example.com'])
    expect(await ask(service, code, { email, renew })).toBeProblem(403, 'manage_token_required')
  expect(await ask(service, code, { manageToken: 'A'.repeat(22), renew })).toBeProblem(
    404,
    'not_found',
  )
  expect((await ask(service, code, old)).body).toEqual({})
  expect((await cancel({ ...old, simulate: true })).status).toBe(200)

  const renewed = await ask(service, code, { ...old, renew })
  expect(renewed.status).toBe(202)
  expect(renewed.body).toEqual({ manageToken: await tokenOf(service, code) })
  expect(await cancel(old)).toBeProblem(404, 'not_found')
  expect(await ask(service, code, { ...old, renew })).toBeProblem(404, 'not_found')
  expect((await cancel({ ...renewed.body, simulate: true })).status).toBe(200)

  const own = (await book(guest.call)).body.code
  const before = await tokenOf(service, own)
  expect((await ask(service, own, { renew }, guest.call)).body).toEqual({})
  expect(await tokenOf(service, own)).not.toBe(before)
  expect((await linksTo(service)).map(([of]) => of)).toEqual([code, code, own])
  const { deskHistory } = (
    await (await hireStaff(service)).manager.call('GET', `/v1/panel/bookings/${code}`)
  ).body
  expect(deskHistory).toMatchObject([
    { actor: { type: 'booking', id: code }, after: { link: 'ended' } },
  ])
})

test('links are renewed no more often than the new one can be mailed', async () => {
  await using service = await startMailing(strict)
  await sell(service)
  const { code } = (await book(service.call)).body
  let key: object = asGuest(code)
  for (let each = 0; each < 3; each++) {
    key = (await ask(service, code, { ...key, renew: true })).body
    service.clock.advance(MINUTE_MS)
  }
  const refused = await ask(service, code, { ...key, renew: true })
  expect(refused).toBeProblem(429, 'rate_limited')
  expect(refused.headers.get('retry-after')).toBe(String(57 * 60))
  service.clock.advance(57 * MINUTE_MS)
  expect((await ask(service, code, { ...key, renew: true })).status).toBe(202)
})

test('an agency’s booking is not renewed by its link; the agency’s people renew it', async () => {
  await using service = await startMailing(strict)
  await sell(service)
  const { agent } = await hireStaff(service)
  const { code } = (await book(agent.call)).body
  const manageToken = await tokenOf(service, code)
  expect(await ask(service, code, { manageToken, renew: true })).toBeProblem(403, 'forbidden')
  expect((await ask(service, code, { manageToken })).status).toBe(202)
  expect((await ask(service, code, { renew: true }, agent.call)).status).toBe(202)
  expect(await tokenOf(service, code)).not.toBe(manageToken)
})

test('the desk hands over link and code, also of who has no e-mail; the history tells who did, and no token', async () => {
  await using service = await startMailing(strict)
  await sell(service)
  const { manager } = await hireStaff(service)
  const guest = { firstName: 'Ilgın', lastName: 'Öztürk', phone: '+90 532 555 01 47' }
  const { code } = (await book(manager.call, { guest })).body
  const path = `/v1/panel/bookings/${code}`
  const first = (await manager.call('POST', `${path}/manage-link`)).body
  const token = await tokenOf(service, code)
  expect(first).toEqual({
    url: `http://localhost:3000/booking#${code}.${token}`,
    code: expect.stringMatching(/^[\w-]{6} [\w-]{6} [\w-]{5} [\w-]{5}$/),
  })
  expect(first.code.replaceAll(' ', '')).toBe(token)
  expect((await manager.call('POST', `${path}/manage-link`)).body).toEqual(first)
  const second = await manager.call('POST', `${path}/manage-link`, { body: { renew: true } })
  expect(second.body.url).not.toBe(first.url)
  const body = { manageToken: token }
  const refused = await service.call('POST', `/v1/bookings/${code}/cancel`, { body })
  expect(refused).toBeProblem(404, 'not_found')

  const { body: shown, text } = await manager.call('GET', path)
  expect(shown.deskHistory).toMatchObject(
    ['renewed', 'handed_over', 'handed_over'].map((link) => ({
      ...{ actor: { type: 'user', id: manager.user.id }, before: null, after: { link } },
    })),
  )
  expect(shown.revision).toBe(1)
  const { store } = service
  const kept = JSON.stringify(await store.db.select().from(store.t.audit))
  for (const each of [token, await tokenOf(service, code)]) {
    expect(text).not.toContain(each)
    expect(kept).not.toContain(each)
  }
  expect(await mailsOf(service)).toEqual([])
})

test('a booking that the desk gives new links is asked for proof anew, for the mail of before has ended with them', async () => {
  await using service = await startMailing(strict)
  await sell(service)
  const { manager } = await hireStaff(service)
  const { code } = (await book(service.call)).body
  await manager.call('POST', `/v1/panel/bookings/${code}/manage-link`, { body: { renew: true } })
  const proof = (await mailsOf(service)).filter(({ kind }) => kind === 'proof')
  expect(proof).toMatchObject([{ bookingCode: code, manageEpoch: 1 }])
})
