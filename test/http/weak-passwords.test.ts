import { expect, test } from 'bun:test'
import { login, PASSWORD, register, registerGuest } from '../support/accounts.ts'
import { accept, inviteMember, resetLink, withPassword } from '../support/links.ts'
import type { Answer } from '../support/matchers.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'
import { signIn } from '../support/users.ts'

// Passwords that are tried first (contract-access, Accounts; S16).

/** Refused of owners and admins alone. */
const RUN = 'yuiophgfd!'

function expectWeak(answer: Answer, path: string, code: string) {
  expect(answer).toBeProblem(422, 'password_too_weak')
  expect(answer.body.errors).toMatchObject([{ path, code, message: expect.any(String) }])
}

const start = () => startService()
const reset = ({ call }: TestService, token: string, password: string) =>
  call('POST', '/v1/auth/reset-password', { body: { token, password } })

test.each([
  ['12345678', 'too_common'],
  ['P@ssw0rd', 'too_common'],
  ['qwertyui', 'too_common'],
  ['Password1', 'too_common'],
  ['roomwire', 'like_name'],
  ['service2027!', 'like_name'],
  ['Grace 1906', 'like_name'],
])('a guest does not register with %s (%s)', async (password, code) => {
  await using service = await start()
  expectWeak(await register(service, { password }), '/password', code)
  expect((await register(service, { password: RUN })).status).toBe(201)
})

test('in demo a guest registers with any password of 8 characters, and changes it to none that is weak', async () => {
  await using service = await startService({ world: { isDemo: true } })
  expectWeak(await register(service, { password: 'seven 7' }), '/password', 'wrong_length')
  const password = '12345678'
  expect((await register(service, { password })).status).toBe(201)
  const { token } = (await login(service, { password })).body
  const body = { currentPassword: password, newPassword: 'password1' }
  const headers = { authorization: `Bearer ${token}` }
  const answer = await service.call('PATCH', '/v1/auth/me', { body, headers })
  expectWeak(answer, '/newPassword', 'too_common')
})

test('a change of password is judged by what the account is: an owner by their hotels, too', async () => {
  await using service = await start()
  const change = (newPassword: string, { call }: Pick<TestService, 'call'>) =>
    call('PATCH', '/v1/auth/me', { body: { currentPassword: PASSWORD, newPassword } })
  const guest = await registerGuest(service)
  expectWeak(await change('letmein1', guest), '/newPassword', 'too_common')
  const owner = await withPassword(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  expectWeak(await change('hotel-alfa-2027', owner), '/newPassword', 'like_name')
  expectWeak(await change(RUN, owner), '/newPassword', 'keyboard_run')
  expect((await change('hotel-alfa-2027', guest)).status).toBe(200)
})

test('a password that is chosen by a link is judged, and the link stays good', async () => {
  await using service = await start()
  const { admin, manager } = await hireStaff(service)
  const token = await resetLink(admin, manager)
  expectWeak(await reset(service, token, 'football1'), '/password', 'too_common')
  expectWeak(await reset(service, token, RUN), '/password', 'keyboard_run')
  expect((await reset(service, token, PASSWORD)).status).toBe(200)
})

test('who accepts an invitation is judged by the role and the hotel that it is for', async () => {
  await using service = await start()
  const owner = await signIn(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  const token = await inviteMember(service, owner, { role: 'owner' })
  expectWeak(await accept(service, token, { password: RUN }), '/password', 'keyboard_run')
  expectWeak(await accept(service, token, { password: 'Hotel Alfa 1' }), '/password', 'like_name')
  const desk = await inviteMember(service, owner, { email: 'desk@example.com' })
  expect((await accept(service, desk, { password: RUN })).status).toBe(200)
})

test('passwords that an admin gives are judged by who gets them', async () => {
  await using service = await start()
  const { admin, manager, guest } = await hireStaff(service)
  const account = { email: 'new@example.com', name: 'Nil Kara', role: 'hotel_manager' }
  const make = (sent: object) =>
    admin.call('POST', '/v1/admin/users', { body: { ...account, ...sent } })
  const change = ({ user }: { user: { id: string } }, body: object) =>
    admin.call('PATCH', `/v1/admin/users/${user.id}`, { body })
  expectWeak(await make({ password: 'short' }), '/password', 'wrong_length')
  expectWeak(await make({ password: 'new@example.com' }), '/password', 'like_name')
  const owning = { hotels: ['alfa'] }
  expectWeak(await make({ ...owning, password: 'hotelalfa1' }), '/password', 'like_name')
  expectWeak(await make({ ...owning, password: RUN }), '/password', 'keyboard_run')
  expect((await make({ password: RUN })).status).toBe(201)
  expectWeak(await change(manager, { password: RUN }), '/password', 'keyboard_run')
  expectWeak(await change(guest, { password: RUN, role: 'admin' }), '/password', 'keyboard_run')
  expect((await change(guest, { password: RUN })).status).toBe(200)
})

test('a weak password that stands goes on opening its account', async () => {
  await using service = await start()
  const { deps, store } = service
  await registerGuest(service)
  const passwordHash = await deps.passwords.hash('12345678')
  await store.tx(({ db, t }) => db.update(t.user).set({ passwordHash }))
  expect((await login(service, { password: '12345678' })).status).toBe(200)
})
