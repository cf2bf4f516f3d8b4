import { expect, test } from 'bun:test'
import { login, register } from '../support/accounts.ts'
import { book, sell } from '../support/bookings.ts'
import { ROWS } from '../support/role-rows.ts'
import { enrol, insertConfirmed } from '../support/second-factor.ts'
import { startService, type TestService } from '../support/service.ts'
import { signIn, signSession, type TestUser, withToken } from '../support/users.ts'

const PATH = '/v1/panel/second-factor'
const ask = (required: boolean) => ({ body: { required } })

/**
 * Gives somebody a second factor and has them sign in with it: accounts of the tests have no password, so the rows are
 * written as they would be.
 */
async function giveFactor(service: TestService, somebody: TestUser): Promise<void> {
  await insertConfirmed(service.store, service.deps, somebody.user.id)
  somebody.call = withToken(service, await signSession(service, somebody.user))
}

/** Alfa, whose owner asks for a second factor and has one, and a receptionist without. */
async function makeStrict(service: TestService) {
  const { alfa, bravo } = service
  const owner = await signIn(service, 'hotel_manager', { name: 'owner', hotelIds: [alfa.id] })
  const desk = await signIn(service, 'hotel_manager', {
    name: 'desk',
    memberships: [{ hotelId: alfa.id, role: 'front_desk' }],
  })
  const both = await signIn(service, 'hotel_manager', {
    name: 'both',
    hotelIds: [alfa.id, bravo.id],
  })
  await giveFactor(service, owner)
  const { status, body } = await owner.call('PATCH', PATH, ask(true))
  expect([status, body]).toEqual([200, { required: true }])
  return { owner, desk, both }
}

test('an owner without a second factor cannot ask for one, and one with it can; the front desk can neither ask nor look', async () => {
  await using service = await startService()
  const owner = await signIn(service, 'hotel_manager', {
    name: 'owner',
    hotelIds: [service.alfa.id],
  })
  const refused = await owner.call('PATCH', PATH, ask(true))
  expect(refused).toBeProblem(422, 'validation_failed')
  expect(refused.body.errors[0]).toMatchObject({ path: '/required', code: 'own_factor_first' })
  expect((await owner.call('GET', PATH)).body).toEqual({ required: false })
  await giveFactor(service, owner)
  expect((await owner.call('PATCH', PATH, ask(true))).body).toEqual({ required: true })
  expect((await owner.call('GET', PATH)).body).toEqual({ required: true })
  const { items } = (await owner.call('GET', '/v1/panel/history')).body
  expect(items[0]).toMatchObject({
    entity: 'hotel',
    before: { secondFactorRequired: false },
    after: { secondFactorRequired: true },
  })
})

test('without a second factor every route of the hotel’s panel is 403 second_factor_required, from the next request on', async () => {
  await using service = await startService()
  const { desk } = await makeStrict(service)
  const panel = Object.keys(ROWS).filter((route) => route.includes(' /v1/panel/'))
  expect(panel.length).toBeGreaterThan(40)
  for (const route of panel) {
    const [method = '', path = ''] = route.split(' ')
    const row = ROWS[route]!
    const at = (row.path ?? path).replaceAll(/:\w+/g, 'x')
    const answer = await desk.call(method, at, row.body === undefined ? {} : { body: row.body })
    expect([route, answer.status, answer.body.code]).toEqual([route, 403, 'second_factor_required'])
  }
})

test('the own account stays open to them, and says why they are not let in', async () => {
  await using service = await startService()
  const { desk } = await makeStrict(service)
  const { status, body } = await desk.call('GET', '/v1/auth/me')
  expect(status).toBe(200)
  expect(body.secondFactor).toBe(false)
  expect(body.memberships).toEqual([
    { hotelSlug: 'alfa', hotelName: 'Hotel alfa', role: 'front_desk', secondFactorRequired: true },
  ])
  expect((await desk.call('GET', '/v1/auth/second-factor')).status).toBe(200)
  expect((await desk.call('GET', '/v1/auth/sessions')).status).toBe(200)
})

test('the general routes are no way around: bookings of the hotel are shut to them by code, in the list, and to be made', async () => {
  await using service = await startService()
  await sell(service)
  const { code } = (await book(service.call)).body
  const { desk, both } = await makeStrict(service)
  const shut = 'second_factor_required'
  const at = `/v1/bookings/${code}`
  expect(await desk.call('GET', at)).toBeProblem(403, shut)
  expect(await desk.call('GET', `${at}?email=carla@example.com`)).toBeProblem(403, shut)
  expect(await desk.call('POST', `${at}/cancel`, { body: {} })).toBeProblem(403, shut)
  expect(await desk.call('PATCH', at, { body: { adults: 1 } })).toBeProblem(403, shut)
  expect(await desk.call('GET', '/v1/bookings')).toBeProblem(403, shut)
  expect(await book(desk.call)).toBeProblem(403, shut)
  // Who has another hotel, too, sees that one's.
  const { status, body } = await both.call('GET', '/v1/bookings')
  expect([status, body.items]).toEqual([200, []])
  // The public page of the hotel is everybody's.
  expect((await desk.call('GET', '/v1/hotels/alfa')).status).toBe(200)
})

test('another hotel of theirs is open, keys and admins are not concerned', async () => {
  await using service = await startService()
  const { both } = await makeStrict(service)
  expect(await both.call('GET', '/v1/panel/hotel?hotel=alfa')).toBeProblem(
    403,
    'second_factor_required',
  )
  expect((await both.call('GET', '/v1/panel/hotel?hotel=bravo')).status).toBe(200)
  expect((await service.alfa.call('GET', '/rooms')).status).toBe(200)
  const admin = await signIn(service, 'admin')
  expect((await admin.call('GET', '/v1/panel/hotel?hotel=alfa')).status).toBe(200)
})

test('with a second factor they are let in from the next request on, and without it no longer', async () => {
  await using service = await startService()
  const { desk } = await makeStrict(service)
  expect(await desk.call('GET', '/v1/panel/bookings')).toBeProblem(403, 'second_factor_required')
  await giveFactor(service, desk)
  expect((await desk.call('GET', '/v1/panel/bookings')).status).toBe(200)
  const admin = await signIn(service, 'admin')
  await admin.call('DELETE', `/v1/admin/users/${desk.user.id}/second-factor`)
  expect(await desk.call('GET', '/v1/panel/bookings')).toBeProblem(403, 'second_factor_required')
  // The whole way, with a password: a manager who is asked for one enrols.
  const { body } = await register(service)
  const change = { role: 'hotel_manager', hotels: ['alfa'] }
  await admin.call('PATCH', `/v1/admin/users/${body.id}`, { body: change })
  const grace = withToken(service, (await login(service)).body.token)
  expect(await grace('GET', '/v1/panel/bookings')).toBeProblem(403, 'second_factor_required')
  await enrol(service, grace)
  expect((await grace('GET', '/v1/panel/bookings')).status).toBe(200)
})

test('owners see who has one, and admins may ask for the hotel', async () => {
  await using service = await startService()
  const { owner, desk } = await makeStrict(service)
  const { items } = (await owner.call('GET', '/v1/panel/members')).body
  const has = (each: TestUser) =>
    items.find(({ userId }: { userId: string }) => userId === each.user.id).secondFactor
  expect([has(owner), has(desk)]).toEqual([true, false])
  const admin = await signIn(service, 'admin')
  const path = '/v1/admin/hotels/alfa/second-factor'
  expect((await admin.call('GET', path)).body).toEqual({ required: true })
  expect((await admin.call('PATCH', path, ask(false))).body).toEqual({ required: false })
  expect((await desk.call('GET', '/v1/panel/bookings')).status).toBe(200)
  expect(await desk.call('PATCH', PATH, ask(true))).toBeProblem(403, 'role_missing')
})
