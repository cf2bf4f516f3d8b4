import { expect, test } from 'bun:test'
import { changeMember } from '../../src/service/accounts/members.ts'
import { changeHotel } from '../../src/service/catalog/catalog.ts'
import { pruneOld } from '../../src/service/retention.ts'
import { confirmSecondFactor, upsertUnconfirmed } from '../../src/store/accounts/second-factors.ts'
import { login, PASSWORD, register } from '../support/accounts.ts'
import { accept, inviteMember, linkOf, withPassword } from '../support/links.ts'
import { mailsOf, postman, scriptAnswers, startMailing } from '../support/mails.ts'
import { startService, type TestService } from '../support/service.ts'
import { historyOf, signInAgain } from '../support/staff.ts'
import { addAgency, signIn, type TestUser, withToken } from '../support/users.ts'

// Invitations (issue 17, part 3).

const HOUR_MS = 60 * 60 * 1_000
const NEW = { email: 'new@example.com', role: 'front_desk' }
const ADMIN = { type: 'user', id: 'an admin' } as const

const owner = (service: TestService, name = 'owner') =>
  signIn(service, 'hotel_manager', { name, hotelIds: [service.alfa.id] })

const invite = ({ call }: TestUser, body: object = NEW, hotel = '') =>
  call('POST', `/v1/panel/invitations${hotel && `?hotel=${hotel}`}`, { body })

const openOf = async ({ call }: TestUser) =>
  (await call('GET', '/v1/panel/invitations')).body.items as Record<string, any>[]

/** A service with a mail server and an owner of Alfa. */
async function startWithMail() {
  const service = await startMailing()
  const server = scriptAnswers()
  return { service, alfa: await owner(service), ...server, ...postman(service, server) }
}

test('who is invited by mail chooses name and password, is signed in and belongs to the hotel', async () => {
  const { service, alfa, letters, work } = await startWithMail()
  await using _ = service
  const answer = await invite(alfa)
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({ member: null, link: { url: null } })
  await work()
  expect(letters).toHaveLength(1)
  expect(letters[0]).toMatchObject({
    to: { name: '', address: 'new@example.com' },
    subject: 'Invitation to Hotel alfa',
    replyTo: undefined,
  })
  for (const part of [
    'owner invites you',
    'Front desk',
    'Good until: 11 Mar 2027, 12:00 (works once)',
  ])
    expect(letters[0]!.text).toContain(part)
  const token = linkOf(letters[0]!)

  const { body: view } = await service.call('POST', '/v1/auth/link', { body: { token } })
  expect(view).toEqual({
    kind: 'invitation',
    email: 'new@example.com',
    newEmail: null,
    hotel: { slug: 'alfa', name: 'Hotel alfa' },
    agency: null,
    role: 'front_desk',
    invitedBy: 'owner',
    needsSignIn: false,
    expiresAt: '2027-03-11T09:00:00.000Z',
  })
  const { body: accepted, headers } = await accept(service, token, { keep: true })
  expect(accepted.hotelSlug).toBe('alfa')
  expect(accepted.session.user).toMatchObject({
    email: 'new@example.com',
    name: 'Nil',
    role: 'hotel_manager',
    memberships: [{ hotelSlug: 'alfa', role: 'front_desk' }],
  })
  expect(headers.get('set-cookie')).toContain('HttpOnly')
  const call = withToken(service, accepted.session.token)
  expect((await call('GET', '/v1/panel/dashboard')).status).toBe(200)
  // It is one among the sessions that can be seen and ended.
  expect((await call('GET', '/v1/auth/sessions')).text).toContain('"current":true')
  expect(await call('GET', '/v1/panel/members')).toBeProblem(403, 'role_missing')
  expect((await login(service, { email: 'new@example.com' })).status).toBe(200)
  expect(await openOf(alfa)).toEqual([])
})

test('without a mail server the answer shows the link once, and it proves no address', async () => {
  await using service = await startService()
  const alfa = await owner(service)
  const answer = await invite(alfa)
  expect(answer.body.link.url).toStartWith('http://localhost:3000/panel#link=')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect((await alfa.call('GET', '/v1/panel/invitations')).text).not.toContain('#link=')
  const token = answer.body.link.url.split('=')[1]
  expect((await accept(service, token)).status).toBe(200)
  const { t, db } = service.store
  const users = await db.select().from(t.user)
  expect(users.find(({ email }) => email === NEW.email)!.provenAddress).toBeNull()
})

test('a link that was mailed proves the address of who used it', async () => {
  const { service, alfa, letters, work } = await startWithMail()
  await using _ = service
  await invite(alfa)
  await work()
  await accept(service, linkOf(letters[0]!))
  const { t, db } = service.store
  const users = await db.select().from(t.user)
  expect(users.find(({ email }) => email === NEW.email)!.provenAddress).toBe(NEW.email)
})

test('a link is good once, for 24 hours, and until the next one', async () => {
  await using service = await startService()
  const alfa = await owner(service)
  const used = await inviteMember(service, alfa)
  expect((await accept(service, used)).status).toBe(200)
  expect(await accept(service, used)).toBeProblem(410, 'link_invalid')

  const first = await inviteMember(service, alfa, { email: 'b@example.com' })
  const second = await inviteMember(service, alfa, { email: 'b@example.com', role: 'read_only' })
  expect(await accept(service, first)).toBeProblem(410, 'link_invalid')
  service.clock.advance(24 * HOUR_MS)
  expect(await accept(service, second)).toBeProblem(410, 'link_invalid')
})

test('up to the last moment of 24 hours a link is good', async () => {
  await using service = await startService()
  const token = await inviteMember(service, await owner(service))
  service.clock.advance(24 * HOUR_MS - 1)
  expect((await accept(service, token)).status).toBe(200)
})

test('of two who use a link at once one is too late', async () => {
  await using service = await startService()
  const token = await inviteMember(service, await owner(service))
  const answers = await Promise.all([accept(service, token), accept(service, token)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410])
})

test('a password that is refused leaves the link good, and name and password are needed', async () => {
  await using service = await startService()
  const token = await inviteMember(service, await owner(service))
  for (const [sent, path, code] of [
    [{ password: 'short' }, '/password', 'wrong_length'],
    [{ password: NEW.email }, '/password', 'like_name'],
    [{ password: undefined }, '/password', 'required'],
    [{ name: undefined }, '/name', 'required'],
  ] as const) {
    const answer = await accept(service, token, sent)
    const isWeak = 'password' in sent && sent.password !== undefined
    expect(answer).toBeProblem(422, isWeak ? 'password_too_weak' : 'validation_failed')
    expect(answer.body.errors[0]).toMatchObject({ path, code })
  }
  expect((await accept(service, token)).status).toBe(200)
})

test('the list says who was invited by whom and what became of the mail; resent it has another link, withdrawn none', async () => {
  const { service, alfa, letters, work } = await startWithMail()
  await using _ = service
  await invite(alfa)
  const [one] = await openOf(alfa)
  expect(one).toMatchObject({ ...NEW, invitedBy: 'owner', mailState: 'pending' })
  await work()
  expect((await openOf(alfa))[0]!.mailState).toBe('sent')

  const again = await alfa.call('POST', `/v1/panel/invitations/${one!.id}/resend`)
  expect(again.status).toBe(201)
  await work()
  expect(letters).toHaveLength(2)
  expect(await accept(service, linkOf(letters[0]!))).toBeProblem(410, 'link_invalid')
  const [other, ...rest] = await openOf(alfa)
  expect(rest).toEqual([])
  expect(other!.id).not.toBe(one!.id)
  const path = `/v1/panel/invitations/${other!.id}`
  expect((await alfa.call('DELETE', path)).status).toBe(204)
  expect(await alfa.call('DELETE', path)).toBeProblem(404, 'not_found')
  expect(await alfa.call('POST', `${path}/resend`)).toBeProblem(404, 'not_found')
  expect(await accept(service, linkOf(letters[1]!))).toBeProblem(410, 'link_invalid')
  expect(await openOf(alfa)).toEqual([])
})

test('a mail whose link has ended meanwhile is not sent', async () => {
  const { service, alfa, letters, work } = await startWithMail()
  await using _ = service
  await invite(alfa)
  const [one] = await openOf(alfa)
  await alfa.call('DELETE', `/v1/panel/invitations/${one!.id}`)
  await work()
  expect(letters).toEqual([])
  expect(await mailsOf(service)).toMatchObject([{ kind: 'invitation', state: 'dropped' }])
})

test('Bravo sees and touches nothing of what Alfa invited, and the log of mails tells nobody of it', async () => {
  const { service, alfa, work } = await startWithMail()
  await using _ = service
  const { call } = await signIn(service, 'hotel_manager', {
    name: 'bravo',
    hotelIds: [service.bravo.id],
  })
  await invite(alfa)
  await work()
  const [one] = await openOf(alfa)
  expect((await call('GET', '/v1/panel/invitations')).body.items).toEqual([])
  const path = `/v1/panel/invitations/${one!.id}`
  expect(await call('DELETE', path)).toBeProblem(404, 'not_found')
  expect(await call('POST', `${path}/resend`)).toBeProblem(404, 'not_found')
  expect((await alfa.call('GET', '/v1/panel/mails')).body.items).toEqual([])
})

test('who has an account of a hotel is let in at once; of guests, agencies, admins and the blocked nothing is told', async () => {
  const { service, alfa } = await startWithMail()
  await using _ = service
  await signIn(service, 'hotel_manager', { name: 'manager' })
  await signIn(service, 'hotel_manager', { name: 'blocked', status: 'blocked' })
  await signIn(service, 'guest')
  await signIn(service, 'admin')
  await signIn(service, 'agency_user', { agencyId: await addAgency(service) })

  const known = await invite(alfa, { email: 'Manager@Example.com', role: 'revenue' })
  expect(known.body).toMatchObject({ link: null, member: { name: 'manager', role: 'revenue' } })
  expect(await invite(alfa, { email: 'manager@example.com', role: 'revenue' })).toBeProblem(
    409,
    'already_exists',
  )
  const answers = new Set<string>()
  for (const name of ['guest', 'admin', 'agency_user', 'blocked', 'nobody'])
    answers.add((await invite(alfa, { ...NEW, email: `${name}@example.com` })).text)
  expect(answers.size).toBe(1)
  expect(new Set((await openOf(alfa)).map(({ mailState }) => mailState)).size).toBe(1)
})

test('a guest whose mailbox the link was mailed to works for the hotel with a new password; what opened the account before opens it no more', async () => {
  const { service, alfa, letters, work } = await startWithMail()
  await using _ = service
  await register(service, { email: NEW.email, password: 'of who registered first' })
  const first = (await login(service, { email: NEW.email, password: 'of who registered first' }))
    .body.token
  const { id: userId } = (await withToken(service, first)('GET', '/v1/auth/me')).body
  await service.store.tx(async (tx) => {
    await upsertUnconfirmed(tx, { userId, secret: 'sealed', createdAtMs: 0 })
    await confirmSecondFactor(tx, { userId, confirmedAtMs: 0 })
  })
  await invite(alfa)
  await work()
  const accepted = await accept(service, linkOf(letters[0]!))
  expect(accepted.body.session.user.role).toBe('hotel_manager')
  expect(await withToken(service, first)('GET', '/v1/auth/me')).toBeProblem(401, 'unauthenticated')
  const former = { email: NEW.email, password: 'of who registered first' }
  expect(await login(service, former)).toBeProblem(401, 'credentials_invalid')
  expect((await login(service, { email: NEW.email, password: PASSWORD })).status).toBe(200)
})

test('a link that was handed over takes no guest’s account, nor does any link that of an agency or an admin', async () => {
  const { service, alfa, letters, work } = await startWithMail()
  await using _ = service
  await signIn(service, 'admin')
  await signIn(service, 'agency_user', { agencyId: await addAgency(service) })
  for (const name of ['admin', 'agency_user'])
    await invite(alfa, { ...NEW, email: `${name}@example.com` })
  await work()
  for (const letter of letters)
    expect(await accept(service, linkOf(letter))).toBeProblem(410, 'link_invalid')

  await using mailless = await startService()
  await register(mailless, { email: NEW.email })
  const token = await inviteMember(mailless, await owner(mailless))
  expect(await accept(mailless, token)).toBeProblem(410, 'link_invalid')
  expect((await login(mailless, { email: NEW.email })).body.user.role).toBe('guest')
})

test('who is invited by two hotels accepts the second signed in, and nobody else does', async () => {
  await using service = await startService()
  const chief = await signIn(service, 'hotel_manager', {
    hotelIds: [service.alfa.id, service.bravo.id],
  })
  const both: string[] = []
  for (const hotel of ['alfa', 'bravo'])
    both.push((await invite(chief, NEW, hotel)).body.link.url.split('#link=')[1])
  const { token } = (await accept(service, both[0]!)).body.session
  const view = await service.call('POST', '/v1/auth/link', { body: { token: both[1] } })
  expect(view.body.needsSignIn).toBe(true)
  expect(await accept(service, both[1]!)).toBeProblem(401, 'unauthenticated')
  expect(await accept({ call: chief.call }, both[1]!)).toBeProblem(401, 'unauthenticated')

  const { call } = { call: withToken(service, token) }
  const body = { token: both[1] }
  const joined = await call('POST', '/v1/auth/accept-invitation', { body })
  expect(joined.body).toEqual({ hotelSlug: 'bravo', agencyCode: null, session: null })
  expect((await call('GET', '/v1/auth/me')).body.memberships).toHaveLength(2)
})

test('only owners and admins invite, whatever role; who has lost that role meanwhile has invited nobody', async () => {
  await using service = await startService()
  const { alfa } = service
  const desk = await signIn(service, 'hotel_manager', {
    memberships: [{ hotelId: alfa.id, role: 'revenue' }],
  })
  expect(await invite(desk)).toBeProblem(403, 'role_missing')
  const first = await owner(service)
  const second = await owner(service, 'second')
  const token = await inviteMember(service, second)
  const to = { userId: second.user.id, role: 'revenue' as const }
  await changeMember(service.deps, { type: 'user', id: first.user.id }, { ...alfa }, to)
  expect(await accept(service, token)).toBeProblem(410, 'link_invalid')
  expect(await service.call('POST', '/v1/auth/link', { body: { token } })).toBeProblem(
    410,
    'link_invalid',
  )
})

test.each([
  ['removed', { hotels: [] }, { hotels: ['alfa'] }],
  ['demoted', undefined, undefined],
  ['blocked', { status: 'blocked' }, { status: 'active' }],
  ['given another role', { role: 'guest' }, { role: 'hotel_manager', hotels: ['alfa'] }],
] as const)(
  'what an owner had invited ends with their being %s, and does not come back when they own the hotel again',
  async (_, change, back) => {
    await using service = await startService()
    const admin = await signIn(service, 'admin')
    const first = await owner(service)
    const second = await owner(service, 'second')
    await inviteMember(service, first, { email: 'other@example.com' })
    const token = await inviteMember(service, second)
    const path = (change ? '/v1/admin/users/' : '/v1/panel/members/') + second.user.id
    const turn = async (body: object) =>
      expect((await (change ? admin : first).call('PATCH', path, { body })).status).toBe(200)
    await turn(change ?? { role: 'revenue' })
    expect((await openOf(first)).map(({ email }) => email)).toEqual(['other@example.com'])
    const { items } = (await first.call('GET', '/v1/panel/history?entity=invitation')).body
    expect(items[0].after).toMatchObject({ ...NEW, deletedAtMs: service.clock.nowMs })
    await turn(back ?? { role: 'owner' })
    expect(await accept(service, token)).toBeProblem(410, 'link_invalid')
  },
)

test('what an admin had invited ends when they are blocked', async () => {
  await using service = await startService()
  const [admin, other] = [
    await signIn(service, 'admin'),
    await signIn(service, 'admin', { name: 'b' }),
  ]
  const alfa = await owner(service)
  await invite(other, NEW, 'alfa')
  const path = `/v1/admin/users/${other.user.id}`
  expect((await admin.call('PATCH', path, { body: { status: 'blocked' } })).status).toBe(200)
  expect(await openOf(alfa)).toEqual([])
})

test('into a hotel that is suspended people are invited as they work for it: it may be waiting for its approval', async () => {
  await using service = await startService()
  const alfa = await owner(service)
  const token = await inviteMember(service, alfa)
  await changeHotel(service.deps, ADMIN, 'alfa', { active: false })
  expect((await accept(service, token)).status).toBe(200)
  expect((await invite(alfa, { ...NEW, email: 'x@example.com' })).status).toBe(201)
})

test('an address is invited five times an hour, whoever invites; a hotel has 50 open invitations', async () => {
  await using service = await startService()
  const alfa = await owner(service)
  for (let count = 0; count < 5; count++) expect((await invite(alfa)).status).toBe(201)
  const sixth = await invite(alfa)
  expect(sixth).toBeProblem(422, 'validation_failed')
  expect(sixth.body.errors[0]).toMatchObject({ path: '/email', code: 'too_many' })
  for (let count = 1; count < 50; count++)
    expect((await invite(alfa, { ...NEW, email: `n${count}@example.com` })).status).toBe(201)
  expect(await invite(alfa, { ...NEW, email: 'one@example.com' })).toBeProblem(
    422,
    'validation_failed',
  )
  service.clock.advance(HOUR_MS)
  expect((await invite(alfa)).status).toBe(201)
})

test('the history of the hotel says who invited, sent again, withdrew and joined', async () => {
  await using service = await startService()
  const alfa = await owner(service)
  const token = await inviteMember(service, alfa)
  await accept(service, token)
  const gone = { email: 'gone@example.com', role: 'read_only' }
  await invite(alfa, gone)
  service.clock.advance(1)
  await alfa.call('POST', `/v1/panel/invitations/${(await openOf(alfa))[0]!.id}/resend`)
  await alfa.call('DELETE', `/v1/panel/invitations/${(await openOf(alfa))[0]!.id}`)

  const { items } = (await alfa.call('GET', '/v1/panel/history')).body
  expect(
    items.map(({ entity, before, after, actor }: any) => [entity, actor.name, before, after]),
  ).toMatchObject([
    ['invitation', 'owner', gone, { ...gone, deletedAtMs: service.clock.nowMs }],
    ['invitation', 'owner', gone, { ...gone, sentAtMs: service.clock.nowMs }],
    ['invitation', 'owner', null, gone],
    ['member', 'Nil', null, { name: 'Nil', role: 'front_desk', accepted: true }],
    ['invitation', 'owner', null, NEW],
  ])
  const { body } = await alfa.call('GET', '/v1/panel/history?entity=invitation')
  expect(body.items).toHaveLength(4)
  const admin = await withPassword(service, 'admin')
  const made = (await historyOf(admin)).filter(({ entity }) => entity === 'user')
  expect(made).toMatchObject([{ before: null, after: { role: 'hotel_manager', name: 'Nil' } }])
})

test('rows of links are kept 30 days, whatever became of them', async () => {
  await using service = await startService()
  const alfa = await owner(service)
  await accept(service, await inviteMember(service, alfa))
  service.clock.advance(24 * HOUR_MS)
  const again = await signInAgain(service, alfa)
  await invite(again, { ...NEW, email: 'x@example.com' })
  const { t, db } = service.store
  const rows = async () => (await db.select().from(t.accountLink)).length
  for (const [days, kept] of [
    [29, 2],
    [1, 1],
    [1, 0],
  ] as const) {
    service.clock.advance(days * 24 * HOUR_MS)
    await pruneOld(service.deps, new AbortController().signal)
    expect([days, await rows()]).toEqual([days, kept])
  }
})
