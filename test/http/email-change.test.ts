import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Letter } from '../../src/outbox/mail/smtp.ts'
import { login, PASSWORD, register } from '../support/accounts.ts'
import { book, sell } from '../support/bookings.ts'
import { linkOf, withPassword } from '../support/links.ts'
import { postman, scriptAnswers, startMailing } from '../support/mails.ts'
import { startService, type TestService } from '../support/service.ts'
import { historyOf } from '../support/staff.ts'
import { signIn, type TestUser, withToken } from '../support/users.ts'

// A change of one's own address (issue 17, part 3).

const NEW = 'new@example.com'

async function start() {
  const service = await startMailing()
  const server = scriptAnswers()
  const guest = await withPassword(service, 'guest')
  return { service, guest, ...server, ...postman(service, server) }
}

/** Mails go out side by side: puts those of one change in the order of their addresses. */
const inOrder = (letters: Letter[]) =>
  letters.sort((a, b) => a.atMs - b.atMs || (a.to.address < b.to.address ? -1 : 1))

const ask = ({ call }: TestUser, sent: object = {}) =>
  call('POST', '/v1/auth/change-email', {
    body: { email: NEW, currentPassword: PASSWORD, ...sent },
  })

const use = ({ call }: TestService, what: 'confirm' | 'refuse', token: string) =>
  call('POST', `/v1/auth/${what}-email`, { body: { token } })

const emailOf = async ({ call }: TestUser) => (await call('GET', '/v1/auth/me')).body.email

test.each([
  ['the old one first', [0, 1]],
  ['the new one first', [1, 0]],
] as const)('an address is another when both are confirmed, %s', async (_, order) => {
  const { service, guest, letters, work } = await start()
  await using __ = service
  expect((await ask(guest)).status).toBe(202)
  await work()
  inOrder(letters)
  expect(letters.map(({ to }) => to.address)).toEqual(['guest@example.com', NEW])
  // A stranger's mailbox is told of no account.
  expect(letters[1]!.text + letters[1]!.html + letters[1]!.to.name).not.toContain('guest')
  const [first, second] = order.map((index) => linkOf(letters[index]!)) as [string, string]

  const { body } = await service.call('POST', '/v1/auth/link', { body: { token: first } })
  expect(body.kind).toBe(order[0] === 0 ? 'email_old' : 'email_new')
  expect((await use(service, 'confirm', first)).body).toEqual({ isDone: false })
  expect(await use(service, 'confirm', first)).toBeProblem(410, 'link_invalid')
  expect(await emailOf(guest)).toBe('guest@example.com')
  service.clock.advance(1)
  expect((await use(service, 'confirm', second)).body).toEqual({ isDone: true })
  expect(await emailOf(guest)).toBe(NEW)
  expect((await login(service, { email: NEW })).status).toBe(200)
  await work()
  inOrder(letters)
  expect(letters.slice(2).map(({ to, subject }) => [to.address, subject])).toEqual([
    ['guest@example.com', 'The e-mail address of your account was changed'],
    [NEW, 'The e-mail address of your account was changed'],
  ])
  const [user] = await service.store.db.select().from(service.store.t.user)
  expect(user!.provenAddress).toBe(NEW)
})

test('the address before refuses, or the new one: nothing changes, and both links are dead', async () => {
  for (const index of [0, 1]) {
    const { service, guest, letters, work } = await start()
    await using _ = service
    await ask(guest)
    await work()
    inOrder(letters)
    const tokens = letters.map(linkOf)
    if (index === 0) await use(service, 'confirm', tokens[1]!)
    expect((await use(service, 'refuse', tokens[index]!)).status).toBe(204)
    for (const token of tokens)
      expect(await use(service, 'confirm', token)).toBeProblem(410, 'link_invalid')
    expect(await emailOf(guest)).toBe('guest@example.com')
  }
})

test('it needs the current password, whose tries are those of log-ins, and another address', async () => {
  const { service, guest } = await start()
  await using _ = service
  const same = await ask(guest, { email: 'Guest@example.com' })
  expect(same.body.errors[0]).toMatchObject({ path: '/email', code: 'repeated' })
  for (let count = 0; count < 10; count++) {
    const answer = await ask(guest, { currentPassword: 'wrong password' })
    expect(answer.body.errors[0]).toMatchObject({ code: 'wrong_password' })
  }
  expect(await ask(guest)).toBeProblem(429, 'rate_limited')
})

test('of a taken address nobody learns: the answer is the same, its holder is told and gets no link', async () => {
  const { service, guest, letters, work } = await start()
  await using _ = service
  const free = await ask(guest, { email: 'free@example.com' })
  await register(service, { email: 'taken@example.com' })
  const taken = await ask(guest, { email: 'taken@example.com' })
  expect([taken.status, taken.text]).toEqual([free.status, free.text])
  await work()
  inOrder(letters)
  // The links of before are dead, and so nobody is sent them.
  expect(letters.map(({ to, subject }) => [to.address, subject])).toEqual([
    ['guest@example.com', 'Confirm: another e-mail address for your account'],
    ['taken@example.com', 'This address belongs to an account already'],
  ])
  expect(letters[1]!.text).not.toContain('#link=')
  expect((await use(service, 'confirm', linkOf(letters[0]!))).body).toEqual({ isDone: false })
})

test.each([
  ['the new one last', [0, 1]],
  ['the new one first', [1, 0]],
] as const)(
  'nobody stops a change who registers the new address meanwhile, %s (contract-access, Accounts; S6)',
  async (_, order) => {
    const { service, guest, letters, work } = await start()
    await using __ = service
    await sell(service)
    await ask(guest)
    await work()
    inOrder(letters)
    const tokens = order.map((index) => linkOf(letters[index]!))
    await use(service, 'confirm', tokens[0]!)
    service.clock.advance(1_000)
    // Nothing is reserved.
    expect((await register(service, { email: NEW })).status).toBe(201)
    const stranger = withToken(service, (await login(service, { email: NEW })).body.token)
    const of = { firstName: 'S', lastName: 'Tranger', email: NEW }
    const { code } = (await book(stranger, { guest: of })).body
    expect((await use(service, 'confirm', tokens[1]!)).body).toEqual({ isDone: true })

    expect(await emailOf(guest)).toBe(NEW)
    // The account of before opens nothing of who was there, and who was there is out.
    expect((await guest.call('GET', '/v1/bookings')).body.items).toEqual([])
    expect(await guest.call('GET', `/v1/bookings/${code}`)).toBeProblem(404, 'not_found')
    expect(await stranger('GET', '/v1/auth/me')).toBeProblem(401, 'unauthenticated')
    const { user } = service.store.t
    const rows = await service.store.db.select().from(user)
    const other = rows.find(({ id }) => id !== guest.user.id)!
    expect(other).toMatchObject({ email: `${other.id}@displaced.invalid`, status: 'blocked' })
    const [entry] = await historyOf(await signIn(service, 'admin'), `?entity=user&id=${other.id}`)
    expect(entry).toMatchObject({
      actor: { type: 'system', id: 'change-email' },
      before: { email: NEW, status: 'active' },
    })
  },
)

test('who proved the new address meanwhile, or works for a hotel, keeps it; the reason is said and no link spent', async () => {
  const { service, guest, letters, work } = await start()
  await using _ = service
  await ask(guest)
  await work()
  inOrder(letters)
  const tokens = letters.map(linkOf)
  await use(service, 'confirm', tokens[0]!)
  service.clock.advance(1_000)
  await register(service, { email: NEW })
  const { user } = service.store.t
  const set = (values: object) =>
    service.store.tx(({ db }) => db.update(user).set(values).where(eq(user.email, NEW)))
  for (const values of [{ provenAddress: NEW }, { provenAddress: null, role: 'hotel_manager' }]) {
    await set(values)
    const refused = await use(service, 'confirm', tokens[1]!)
    expect(refused).toBeProblem(409, 'already_exists')
    expect(refused.body.detail).toContain('belongs to another account')
    expect(await emailOf(guest)).toBe('guest@example.com')
  }
  await set({ email: 'elsewhere@example.com' })
  expect((await use(service, 'confirm', tokens[1]!)).body).toEqual({ isDone: true })
})

test('of two who ask for one address the first to prove it has it', async () => {
  const { service, guest, letters, work } = await start()
  await using _ = service
  const second = await withPassword(service, 'guest', { name: 'second' })
  await ask(guest)
  await ask(second)
  await work()
  const linksOf = (address: string) =>
    letters.filter(({ to }) => to.address === address).map(linkOf)
  const fresh = linksOf(NEW)
  for (const token of [...linksOf('guest@example.com'), ...linksOf('second@example.com')])
    expect((await use(service, 'confirm', token)).body).toEqual({ isDone: false })
  expect((await use(service, 'confirm', fresh[0]!)).body).toEqual({ isDone: true })
  expect(await use(service, 'confirm', fresh[1]!)).toBeProblem(409, 'already_exists')
})

test('another change, another password and an admin’s hand end the links before', async () => {
  const { service, guest, letters, work } = await start()
  await using _ = service
  const admin = await signIn(service, 'admin')
  await ask(guest)
  await work()
  await ask(guest, { email: 'other@example.com' })
  await work()
  const path = `/v1/admin/users/${guest.user.id}`
  await admin.call('PATCH', path, { body: { email: 'third@example.com' } })
  for (const letter of letters)
    expect(await use(service, 'confirm', linkOf(letter))).toBeProblem(410, 'link_invalid')
  expect(await emailOf(guest)).toBe('third@example.com')
})

test('five times an hour, and without a mail server not at all: then an admin does it', async () => {
  const { service, guest } = await start()
  await using _ = service
  for (let count = 0; count < 5; count++)
    expect((await ask(guest, { email: `n${count}@example.com` })).status).toBe(202)
  expect((await ask(guest)).body.errors[0]).toMatchObject({ code: 'too_many' })

  await using mailless = await startService()
  expect(await ask(await withPassword(mailless, 'guest'))).toBeProblem(409, 'mail_off')
})
