import { expect, test } from 'bun:test'
import { login, PASSWORD, register } from '../support/accounts.ts'
import { recordLog } from '../support/http.ts'
import { accept, inviteMember, withPassword } from '../support/links.ts'
import { addPasskey, signInBy } from '../support/passkeys.ts'
import { startService } from '../support/service.ts'
import { signSession, withToken } from '../support/users.ts'

test('the log has a line for each sign-in of people of hotels, agencies and admins: who, how and from where, and no name (ASVS 16.3.1)', async () => {
  const { log, events } = recordLog()
  await using service = await startService({ log, trustedProxies: 1 })
  const from = { 'x-forwarded-for': '203.0.113.7' }
  const owner = await withPassword(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  await register(service, {}, from)
  await login(service, {}, from)
  const wrong = { email: owner.user.email, password: 'not the password' }
  expect((await login(service, wrong, from)).status).toBe(401)
  expect(events).toEqual([])

  expect((await login(service, { email: owner.user.email }, from)).status).toBe(200)
  const call = withToken(service, await signSession(service, owner.user))
  expect((await signInBy(service, await addPasskey(call))).status).toBe(200)
  const { session } = (await accept(service, await inviteMember(service, { call }))).body

  const { id: userId } = owner.user
  const facts = [
    { userId, by: 'password', address: '203.0.113.7' },
    { userId, by: 'passkey', address: 'local' },
    { userId: session.user.id, by: 'invitation', address: 'local' },
  ]
  expect(events).toEqual(
    facts.map((each) => ({
      ...{ level: 'info', event: 'signed_in' },
      facts: { ...each, role: 'hotel_manager' },
    })),
  )
  const text = JSON.stringify(events)
  for (const told of [owner.user.email, PASSWORD, session.token]) expect(text).not.toContain(told)
})
