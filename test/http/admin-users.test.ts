import { expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff, historyOf } from '../support/staff.ts'
import { signIn } from '../support/users.ts'

const PASSWORD = 'seven green bottles'
const MANAGER = {
  email: 'Mehmet@Example.com',
  password: PASSWORD,
  name: 'Mehmet Kaya',
  role: 'hotel_manager',
  hotels: ['alfa'],
}

const login = (service: TestService, email: string, password = PASSWORD) =>
  service.call('POST', '/v1/auth/login', { body: { email, password } })
const withToken = (service: TestService, token: string, path: string) =>
  service.call('GET', path, { headers: { authorization: `Bearer ${token}` } })

test('a manager made by an admin logs in and manages the hotels given, and no secret is shown (contract §5)', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  const made = await admin.call('POST', '/v1/admin/users', { body: MANAGER })

  expect(made.status).toBe(201)
  expect(made.body).toEqual({
    id: expect.any(String),
    email: 'mehmet@example.com',
    name: 'Mehmet Kaya',
    role: 'hotel_manager',
    status: 'active',
    hotels: ['alfa'],
    memberships: [
      { hotelSlug: 'alfa', hotelName: 'Hotel alfa', role: 'owner', secondFactorRequired: false },
    ],
    agencyCode: null,
    agencyRole: null,
    language: null,
    secondFactor: false,
    createdAt: '2027-03-10T09:00:00.000Z',
  })
  const { token } = (await login(service, 'mehmet@example.com')).body
  expect((await withToken(service, token, '/v1/panel/dashboard')).body.hotelSlug).toBe('alfa')
  const [entry] = await historyOf(admin, `?entity=user&id=${made.body.id}`)
  expect(entry).toMatchObject({ before: null, after: { role: 'hotel_manager', hotels: ['alfa'] } })
  expect(JSON.stringify(entry)).not.toMatch(/argon|green/)
})

test("a manager's hotels count from the next request on, with the token they have", async () => {
  await using service = await startService()
  const { admin, manager } = await hireStaff(service)
  const rooms = (hotel: string) => manager.call('GET', `/v1/panel/rooms?hotel=${hotel}`)
  expect((await rooms('alfa')).status).toBe(200)

  const path = `/v1/admin/users/${manager.user.id}`
  const { body } = await admin.call('PATCH', path, { body: { hotels: ['bravo', 'bravo'] } })

  expect(body.hotels).toEqual(['bravo'])
  expect(await rooms('alfa')).toBeProblem(404, 'not_found')
  expect((await rooms('bravo')).status).toBe(200)
})

test('an admin who changes hotels as they saw them gives nothing back and takes nothing away that others changed since (contract §5)', async () => {
  await using service = await startService()
  const { admin, chief, manager } = await hireStaff(service)
  const path = `/v1/admin/users/${manager.user.id}`
  const seenHotels = ['alfa']
  await chief.call('DELETE', `/v1/panel/members/${manager.user.id}?hotel=alfa`)

  const change = (hotels: string[]) => admin.call('PATCH', path, { body: { hotels, seenHotels } })
  const added = await change(['alfa', 'bravo'])

  expect(added.body.memberships).toMatchObject([{ hotelSlug: 'bravo', role: 'owner' }])
  const untouched = await change(['alfa'])
  expect(untouched.body.hotels).toEqual(['bravo'])
  const cleared = await admin.call('PATCH', path, { body: { hotels: [], seenHotels: ['bravo'] } })
  expect(cleared.body.hotels).toEqual([])
})

test.each([
  ['a password', { password: 'another long secret' }],
  ['a role', { role: 'guest' }],
  ['a status', { status: 'blocked' }],
])(
  '%s that an admin changes ends every token of the account at once (contract §5)',
  async (_what, body) => {
    await using service = await startService()
    const { admin, manager } = await hireStaff(service)
    expect((await manager.call('GET', '/v1/panel/rooms')).status).toBe(200)

    const path = `/v1/admin/users/${manager.user.id}`
    expect((await admin.call('PATCH', path, { body })).status).toBe(200)

    expect(await manager.call('GET', '/v1/panel/rooms')).toBeProblem(401, 'unauthenticated')
  },
)

test('a token that was ended stays so when the role or status comes back (contract §5)', async () => {
  await using service = await startService()
  const { admin, manager, chief } = await hireStaff(service)
  const change = (id: string, body: unknown) =>
    admin.call('PATCH', `/v1/admin/users/${id}`, { body })
  await change(manager.user.id, { status: 'blocked' })
  await change(manager.user.id, { status: 'active' })
  await change(chief.user.id, { role: 'guest' })
  await change(chief.user.id, { role: 'hotel_manager', hotels: ['alfa'] })

  for (const { call } of [manager, chief])
    expect(await call('GET', '/v1/panel/rooms')).toBeProblem(401, 'unauthenticated')
})

test('a name, an e-mail or the same role again leave the tokens as they are', async () => {
  await using service = await startService()
  const { admin, manager } = await hireStaff(service)
  const path = `/v1/admin/users/${manager.user.id}`
  const body = { name: 'M', email: 'M@example.com', role: 'hotel_manager', status: 'active' }
  expect((await admin.call('PATCH', path, { body })).body.email).toBe('m@example.com')
  expect((await manager.call('GET', '/v1/panel/rooms')).status).toBe(200)
})

test('a new password is the only one, and the history says that it changed, not what it is', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  const { id } = (await admin.call('POST', '/v1/admin/users', { body: MANAGER })).body
  await admin.call('PATCH', `/v1/admin/users/${id}`, { body: { password: 'ten blue bottles' } })

  expect(await login(service, MANAGER.email)).toBeProblem(401, 'credentials_invalid')
  expect((await login(service, MANAGER.email, 'ten blue bottles')).status).toBe(200)
  const [entry] = await historyOf(admin, `?entity=user&id=${id}`)
  expect(entry!.after).toMatchObject({ passwordChanged: true })
  expect(JSON.stringify(entry)).not.toMatch(/argon|blue/)
})

test('another role drops the hotels or the agency of the former one', async () => {
  await using service = await startService()
  const { admin, manager, agent, deltaId } = await hireStaff(service)
  await signIn(service, 'agency_user', { name: 'another owner', agencyId: deltaId })
  const to = async (id: string, body: unknown) =>
    (await admin.call('PATCH', `/v1/admin/users/${id}`, { body })).body

  expect(await to(manager.user.id, { role: 'agency_user', agencyCode: 'ECHO' })).toMatchObject({
    hotels: [],
    agencyCode: 'ECHO',
  })
  expect(
    await to(agent.user.id, { role: 'hotel_manager', hotels: ['bravo', 'alfa'] }),
  ).toMatchObject({
    hotels: ['alfa', 'bravo'],
    agencyCode: null,
  })
  expect(await to(agent.user.id, { role: 'guest' })).toMatchObject({ hotels: [], agencyCode: null })
})

test('the last active admin can neither be blocked nor made something else; one of two can', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  const path = `/v1/admin/users/${admin.user.id}`
  for (const body of [{ status: 'blocked' }, { role: 'guest' }]) {
    const answer = await admin.call('PATCH', path, { body })
    expect(answer).toBeProblem(422, 'validation_failed')
    expect(answer.body.errors[0].code).toBe('last_admin')
  }
  expect((await admin.call('GET', '/v1/admin/users')).status).toBe(200)

  const second = await signIn(service, 'admin', { name: 'second' })
  expect((await second.call('PATCH', path, { body: { status: 'blocked' } })).status).toBe(200)
})

test('two admins who block each other at once do not leave the house without one', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  const second = await signIn(service, 'admin', { name: 'second' })
  const block = (by: typeof admin, whom: typeof admin) =>
    by.call('PATCH', `/v1/admin/users/${whom.user.id}`, { body: { status: 'blocked' } })

  const answers = await Promise.all([block(admin, second), block(second, admin)])

  const statuses = answers.map(({ status }) => status).toSorted()
  expect(statuses[0]).toBe(200)
  // The other was asked too late: refused as the last one, or signed out already.
  expect(statuses[1]).toBeOneOf([401, 422])
  const { user } = service.store.t
  const isAdmin = and(eq(user.role, 'admin'), eq(user.status, 'active'))
  expect(await service.store.db.select().from(user).where(isAdmin)).toHaveLength(1)
})

test.each([
  ['/email', 'wrong_format', { email: 'nobody' }],
  ['/role', 'wrong_format', { role: 'root' }],
  ['/hotels/1', 'unknown_hotel', { hotels: ['alfa', 'none'] }],
  ['/hotels', 'not_for_role', { role: 'guest' }],
  ['/agencyCode', 'not_for_role', { agencyCode: 'DELTA' }],
  ['/agencyCode', 'required', { role: 'agency_user', hotels: undefined }],
  ['/agencyCode', 'unknown_agency', { role: 'agency_user', hotels: undefined, agencyCode: 'NONE' }],
  ['/tokenVersion', 'unknown_field', { tokenVersion: 0 }],
])('%s is refused as %s of a new account', async (path, code, flawed) => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  const answer = await admin.call('POST', '/v1/admin/users', { body: { ...MANAGER, ...flawed } })
  expect(answer).toBeProblem(422, 'validation_failed')
  expect(answer.body.errors[0]).toMatchObject({ path, code })
})

test('an e-mail of somebody else is 409 for a change too, in whatever case (contract §6)', async () => {
  await using service = await startService()
  const { admin, manager } = await hireStaff(service)
  const path = `/v1/admin/users/${manager.user.id}`
  const answer = await admin.call('PATCH', path, { body: { email: 'ADMIN@example.com' } })
  expect(answer).toBeProblem(409, 'already_exists')
  expect(answer.body.errors[0].path).toBe('/email')
})

test('an agency is made, changed and listed; its code stays, its changes are told (contract §5)', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  const fox = { code: 'FOX', name: 'Fox', email: 'fox@example.com', commissionBasisPoints: 850 }
  const made = await admin.call('POST', '/v1/admin/agencies', { body: fox })
  expect(made.body).toEqual({
    ...fox,
    ...{ optionDays: 0, active: true, createdAt: '2027-03-10T09:00:00.000Z' },
    ...{ licenceNumber: null, address: null, phone: null, logo: null },
  })

  const body = { active: false, commissionBasisPoints: 900 }
  const changed = await admin.call('PATCH', '/v1/admin/agencies/FOX', { body })
  expect(changed.body).toEqual({ ...made.body, ...body })

  const { items } = (await admin.call('GET', '/v1/agencies')).body
  expect(items.map(({ code }: { code: string }) => code)).toEqual(['DELTA', 'ECHO', 'FOX'])
  expect(await historyOf(admin, '?entity=agency&id=FOX')).toMatchObject([
    { before: fox, after: { ...fox, ...body } },
    { before: null, after: fox },
  ])
  const refusal = await admin.call('PATCH', '/v1/admin/agencies/FOX', { body: { code: 'GNU' } })
  expect(refusal).toBeProblem(422, 'validation_failed')
})
