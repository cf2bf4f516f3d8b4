import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { respellAddresses } from '../../src/service/accounts/addresses.ts'
import { login, PASSWORD, register, registerGuest } from '../support/accounts.ts'
import { book, sell } from '../support/bookings.ts'
import { linkOf, withPassword } from '../support/links.ts'
import { postman, scriptAnswers, startMailing } from '../support/mails.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'
import { signIn } from '../support/users.ts'

// Addresses are NFKC, their domains in ASCII (contract-access, Accounts; S5).

const WIDE = 'ｇrace@example.com'
const MINE = 'Grace@bücher.example'
const DNS = 'grace@xn--bcher-kva.example'

/** Keeps an account under an address as versions before this rule did. */
async function keptAs(service: TestService, email: string, name: string) {
  const made = await withPassword(service, 'guest', { name })
  const { id } = made.user
  await service.store.tx(({ db, t: { user } }) =>
    db.update(user).set({ email, provenAddress: email }).where(eq(user.id, id)),
  )
  return made
}

const idOf = (service: TestService, email: string) =>
  login(service, { email }).then(({ body }) => body.user?.id)

test('a twin in wide letters, or of a domain in its own script, is the same address', async () => {
  await using service = await startService()
  await registerGuest(service)
  for (const email of [WIDE, 'grace@ｅxample.com', 'GRACE@EXAMPLE.COM'])
    expect(await register(service, { email })).toBeProblem(409, 'already_exists')
  expect((await login(service, { email: WIDE })).body.user.email).toBe('grace@example.com')
  expect((await register(service, { email: MINE })).body.email).toBe(DNS)
  expect(await register(service, { email: DNS })).toBeProblem(409, 'already_exists')
  for (const email of [MINE, DNS]) expect((await login(service, { email })).status).toBe(200)
})

test('an admin, an owner and an invitation find one account by each of its spellings', async () => {
  await using service = await startService()
  const { admin, manager } = await hireStaff(service)
  const body = { email: MINE, password: PASSWORD, name: 'Grace', role: 'hotel_manager' }
  const made = await admin.call('POST', '/v1/admin/users', { body })
  expect(made.body.email).toBe(DNS)
  const again = await admin.call('POST', '/v1/admin/users', { body: { ...body, email: DNS } })
  expect(again).toBeProblem(409, 'already_exists')
  const path = `/v1/admin/users/${manager.user.id}`
  const taken = await admin.call('PATCH', path, { body: { email: MINE } })
  expect(taken).toBeProblem(409, 'already_exists')
  const asked = { email: MINE.toUpperCase(), role: 'front_desk' }
  const invited = await manager.call('POST', '/v1/panel/invitations?hotel=alfa', { body: asked })
  expect(invited.body.member.email).toBe(DNS)
})

test('rows of before are spelled as addresses are now, with what was proven of them, and open by both', async () => {
  await using service = await startService()
  const { user } = await keptAs(service, 'grace@bücher.example', 'grace')
  expect(await idOf(service, MINE)).toBe(user.id)
  await respellAddresses(service.deps)
  const [row] = await service.store.db.select().from(service.store.t.user)
  expect(row).toMatchObject({ email: DNS, provenAddress: DNS })
  for (const email of [MINE, DNS]) expect(await idOf(service, email)).toBe(user.id)
})

test('of two rows of before that are one address each goes on opening by its own spelling', async () => {
  await using service = await startService()
  const plain = await keptAs(service, 'grace@example.com', 'plain')
  const wide = await keptAs(service, WIDE, 'wide')
  await respellAddresses(service.deps)
  expect(await idOf(service, 'grace@example.com')).toBe(plain.user.id)
  expect(await idOf(service, WIDE)).toBe(wide.user.id)
  expect(await register(service, { email: WIDE })).toBeProblem(409, 'already_exists')
  const admin = await signIn(service, 'admin')
  const path = `/v1/admin/users/${wide.user.id}`
  expect((await admin.call('PATCH', path, { body: { name: 'W' } })).body.email).toBe(WIDE)
})

test('a forgotten password is mailed by each spelling, to the address in ASCII', async () => {
  const service = await startMailing()
  await using _ = service
  const server = scriptAnswers()
  const { work } = postman(service, server)
  await register(service, { email: MINE })
  const body = { email: MINE.toUpperCase() }
  await service.call('POST', '/v1/auth/forgot-password', { body })
  await service.context.forgotten.idle()
  await work()
  expect(server.letters[0]!.to.address).toBe(DNS)
  const set = { token: linkOf(server.letters[0]!), password: 'a ferry on the Bosphorus' }
  expect((await service.call('POST', '/v1/auth/reset-password', { body: set })).status).toBe(200)
})

test('a booking is read by each spelling of its guest’s address', async () => {
  await using service = await startService()
  await sell(service)
  const guest = { firstName: 'Grace', lastName: 'Hopper', email: MINE }
  const { code } = (await book(service.call, { guest })).body
  for (const email of [MINE, DNS, 'ｇrace@bücher.example']) {
    const read = await service.call(
      'GET',
      `/v1/bookings/${code}?email=${encodeURIComponent(email)}`,
    )
    expect(read.status).toBe(200)
  }
})
