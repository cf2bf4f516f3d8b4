import { expect, test } from 'bun:test'
import { findUser } from '../../src/store/accounts/users.ts'
import { PASSWORD, register } from '../support/accounts.ts'
import { book, CARLA, sell } from '../support/bookings.ts'
import { asGuest } from '../support/manage.ts'
import { startService, type TestService } from '../support/service.ts'
import { completedStay, hireStaff } from '../support/staff.ts'
import { addAgency, signIn, signToken, type TestUser, withToken } from '../support/users.ts'

type Item = Record<string, any>

/** Somebody as the database has them now, signed in anew. */
async function comeBack(service: TestService, { user: { id } }: TestUser): Promise<TestUser> {
  const user = (await findUser(service.store, id))!
  const token = await signToken(service, user)
  return { user, token, call: withToken(service, token) }
}

test('who has left an agency keeps nothing of its bookings, those they made themselves included (contract §5)', async () => {
  await using service = await startService()
  await sell(service)
  const { admin, agent, deltaId } = await hireStaff(service)
  const { code } = (await book(agent.call)).body
  const own = (await book(agent.call)).body
  const colleague = await signIn(service, 'agency_user', { name: 'colleague', agencyId: deltaId })
  const path = `/v1/bookings/${code}`

  const demoted = { body: { role: 'guest' } }
  expect((await admin.call('PATCH', `/v1/admin/users/${agent.user.id}`, demoted)).status).toBe(200)
  const { call } = await comeBack(service, agent)
  expect((await call('GET', '/v1/bookings')).body.items).toEqual([])
  expect(await call('GET', path)).toBeProblem(404, 'not_found')
  expect(await call('PATCH', path, { body: { adults: 1 } })).toBeProblem(404, 'not_found')
  expect(await call('POST', `${path}/cancel`)).toBeProblem(404, 'not_found')
  expect(await call('POST', `${path}/confirm`)).toBeProblem(404, 'not_found')

  const { items } = (await colleague.call('GET', '/v1/bookings')).body
  expect(items.map((item: Item) => item.code)).toEqual([own.code, code])
  expect((await colleague.call('PATCH', path, { body: { adults: 1 } })).status).toBe(200)
  expect((await admin.call('GET', path)).status).toBe(200)
  expect((await service.call('GET', `${path}?email=${CARLA}`)).status).toBe(200)
})

test('who changes from one agency to another leaves the bookings of the first with it (contract §5)', async () => {
  await using service = await startService()
  await sell(service)
  const { admin, agent, deltaId } = await hireStaff(service)
  await signIn(service, 'agency_user', { name: 'another owner', agencyId: deltaId })
  const { code } = (await book(agent.call)).body

  const moved = { body: { agencyCode: 'ECHO' } }
  expect((await admin.call('PATCH', `/v1/admin/users/${agent.user.id}`, moved)).status).toBe(200)
  const { call } = await comeBack(service, agent)
  expect((await call('GET', '/v1/bookings')).body.items).toEqual([])
  expect(await call('GET', `/v1/bookings/${code}`)).toBeProblem(404, 'not_found')
})

test('a guest keeps their own bookings also when they come to an agency and leave it again', async () => {
  await using service = await startService()
  await sell(service)
  const { admin, guest } = await hireStaff(service)
  const { code } = (await book(guest.call)).body
  const give = (body: Item) => admin.call('PATCH', `/v1/admin/users/${guest.user.id}`, { body })

  await give({ role: 'agency_user', agencyCode: 'DELTA' })
  await book((await comeBack(service, guest)).call)
  await give({ role: 'guest' })
  const { call } = await comeBack(service, guest)
  const { items } = (await call('GET', '/v1/bookings')).body
  expect(items.map((item: Item) => item.code)).toEqual([code])
  expect((await call('GET', `/v1/bookings/${code}`)).status).toBe(200)
})

test('who has left an agency reviews no stay that it booked (contract §5)', async () => {
  await using service = await startService()
  const agencyId = await addAgency(service)
  const agent = await signIn(service, 'agency_user', { name: 'agent', agencyId })
  const admin = await signIn(service, 'admin')
  const code = await completedStay(service, agent.call)
  const boss = await comeBack(service, admin)
  await boss.call('PATCH', `/v1/admin/users/${agent.user.id}`, { body: { role: 'guest' } })

  const { call } = await comeBack(service, agent)
  const review = { body: { rating: 5, text: 'Lovely.' } }
  expect(await call('POST', `/v1/bookings/${code}/review`, review)).toBeProblem(404, 'not_found')
})

test('an e-mail address is the same however its letters are composed (contract §3)', async () => {
  await using service = await startService()
  await sell(service)
  const [composed, taken] = ['jos\u00e9@example.com', 'JOSE\u0301@example.com']

  expect((await register(service, { email: composed })).status).toBe(201)
  expect(await register(service, { email: taken })).toBeProblem(409, 'already_exists')
  const body = { email: taken, password: PASSWORD }
  expect((await service.call('POST', '/v1/auth/login', { body })).status).toBe(200)

  const guest = { firstName: 'José', lastName: 'Ruiz', email: composed }
  const { code } = (await book(service.call, { guest })).body
  for (const email of [composed, taken]) {
    const path = `/v1/bookings/${code}?email=${encodeURIComponent(email)}`
    expect((await service.call('GET', path)).status).toBe(200)
  }
})

test('strangers who name their requests alike are not in each other’s way (contract §3)', async () => {
  await using service = await startService()
  await sell(service)
  const named = { 'idempotency-key': 'order-1' }
  const guest = { firstName: 'Dora', lastName: 'Demir', email: 'dora@example.com' }

  const carlas = await book(service.call, {}, named)
  const doras = await book(service.call, { guest }, named)
  expect([carlas.status, doras.status]).toEqual([201, 201])
  expect(doras.body.code).not.toBe(carlas.body.code)
  const again = await book(service.call, {}, named)
  expect(again.body.code).toBe(carlas.body.code)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(await book(service.call, { adults: 1 }, named)).toBeProblem(409, 'idempotency_conflict')
})

test.each(['XX', 'EU', 'ZZ'])('%s is no country of a guest (ISO 3166-1)', async (country) => {
  await using service = await startService()
  await sell(service)
  const guest = { firstName: 'Carla', lastName: 'Çelik', email: CARLA }
  const refusal = [expect.objectContaining({ path: '/guest/country', code: 'unknown_country' })]

  const placed = await book(service.call, { guest: { ...guest, country } })
  expect(placed).toBeProblem(422, 'validation_failed')
  expect(placed.body.errors).toEqual(refusal)
  const { body } = await book(service.call, { guest: { ...guest, country: 'TR' } })
  const changed = await service.call('PATCH', `/v1/bookings/${body.code}`, {
    body: { ...asGuest(body.code), guest: { country } },
  })
  expect(changed.body.errors).toEqual(refusal)
})
