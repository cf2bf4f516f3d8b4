import { expect, test } from 'bun:test'
import type { Letter } from '../../src/outbox/mail/smtp.ts'
import { login, PASSWORD, register } from '../support/accounts.ts'
import { linkOf, withPassword } from '../support/links.ts'
import { postman, scripted, startMailing } from '../support/mails.ts'
import { startService, type TestService } from '../support/service.ts'
import type { TestUser } from '../support/users.ts'
import { signIn } from '../support/users.ts'

// A change of one's own address (issue 17, part 3).

const NEW = 'new@example.com'

async function start() {
  const service = await startMailing()
  const server = scripted()
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

test('an address that somebody took between the two is not given away', async () => {
  const { service, guest, letters, work } = await start()
  await using _ = service
  await ask(guest)
  await work()
  inOrder(letters)
  const tokens = letters.map(linkOf)
  await use(service, 'confirm', tokens[0]!)
  await register(service, { email: NEW })
  expect(await use(service, 'confirm', tokens[1]!)).toBeProblem(410, 'link_invalid')
  expect(await emailOf(guest)).toBe('guest@example.com')
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
