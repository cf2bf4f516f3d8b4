import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { MemberRole } from '../../src/domain/accounts/membership.ts'
import { MEMBERS_MAX } from '../../src/domain/accounts/membership.ts'
import { addMember, changeMember, removeMember } from '../../src/service/accounts/members.ts'
import { changesTopic } from '../../src/store/days/history.ts'
import { book, sell } from '../support/bookings.ts'
import { eventually } from '../support/http.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff, historyOf } from '../support/staff.ts'
import { signIn, type TestUser } from '../support/users.ts'
import { addWebhook, queueEvents } from '../support/webhooks.ts'

const PEOPLE = '/v1/panel/members'

/** Somebody of a role at Alfa. */
const hire = (service: TestService, name: string, role: MemberRole): Promise<TestUser> =>
  signIn(service, 'hotel_manager', {
    name,
    memberships: [{ hotelId: service.alfa.id, role }],
  })

const roleAtAlfa = async ({ call }: TestUser): Promise<string | undefined> =>
  (await call('GET', '/v1/auth/me')).body.memberships.find(
    ({ hotelSlug }: { hotelSlug: string }) => hotelSlug === 'alfa',
  )?.role

const setRole = ({ call }: TestUser, { user }: TestUser, role: MemberRole, hotel = 'alfa') =>
  call('PATCH', `${PEOPLE}/${user.id}?hotel=${hotel}`, { body: { role } })

const remove = ({ call }: TestUser, { user }: TestUser, hotel = 'alfa') =>
  call('DELETE', `${PEOPLE}/${user.id}?hotel=${hotel}`)

test('who managed a hotel before there were roles is its owner, also when an older replica writes it (contract §5)', async () => {
  await using service = await startService()
  const { user, call } = await signIn(service, 'hotel_manager')
  const { t } = service.store
  // As a program does that knows no roles.
  await service.store.tx(async ({ db, dialect }) => {
    const { sql } = await import('drizzle-orm')
    await dialect.rows(
      db,
      sql.raw(
        `insert into user_hotel (user_id, hotel_id) values ('${user.id}', ${service.alfa.id})`,
      ),
    )
  })
  const rows = await service.store.db
    .select()
    .from(t.userHotel)
    .where(eq(t.userHotel.userId, user.id))
  expect(rows).toEqual([{ userId: user.id, hotelId: service.alfa.id, role: 'owner' }])
  expect((await call('GET', PEOPLE)).body.items).toMatchObject([{ userId: user.id, role: 'owner' }])
})

test('an owner lets an account into the hotel, changes its role and ends it; each counts from the next request on', async () => {
  await using service = await startService()
  const owner = await hire(service, 'olga', 'owner')
  const ada = await signIn(service, 'hotel_manager', { name: 'ada', hotelIds: [service.bravo.id] })
  expect(await ada.call('GET', '/v1/panel/rooms?hotel=alfa')).toBeProblem(404, 'not_found')

  const body = { email: ' ADA@Example.com', role: 'front_desk' }
  const added = await owner.call('POST', PEOPLE, { body: { ...body, email: body.email.trim() } })
  expect(added.status).toBe(201)
  expect(added.body).toEqual({
    userId: ada.user.id,
    email: 'ada@example.com',
    name: 'ada',
    role: 'front_desk',
    status: 'active',
    secondFactor: false,
  })
  expect((await ada.call('GET', '/v1/auth/me')).body).toMatchObject({
    hotels: ['alfa', 'bravo'],
    memberships: [
      { hotelSlug: 'alfa', role: 'front_desk' },
      { hotelSlug: 'bravo', role: 'owner' },
    ],
  })
  const rename = () => ada.call('PATCH', '/v1/panel/rooms/DBL?hotel=alfa', { body: { name: 'D' } })
  expect(await rename()).toBeProblem(403, 'role_missing')
  expect((await setRole(owner, ada, 'revenue')).body.role).toBe('revenue')
  expect((await rename()).status).toBe(200)
  const list = (await owner.call('GET', PEOPLE)).body.items
  expect(list.map(({ email, role }: any) => [email, role])).toEqual([
    ['olga@example.com', 'owner'],
    ['ada@example.com', 'revenue'],
  ])
  expect((await remove(owner, ada)).status).toBe(200)
  expect(await rename()).toBeProblem(404, 'not_found')
  expect((await ada.call('GET', '/v1/panel/rooms?hotel=bravo')).status).toBe(200)
  expect(await remove(owner, ada)).toBeProblem(404, 'not_found')
  expect(await setRole(owner, ada, 'owner')).toBeProblem(404, 'not_found')
})

test('which accounts there are is told to no owner: any address but a manager’s is refused in the same words', async () => {
  await using service = await startService()
  const owner = await hire(service, 'olga', 'owner')
  await signIn(service, 'guest')
  await signIn(service, 'admin')
  await signIn(service, 'hotel_manager', { name: 'blocked', status: 'blocked' })
  const refusals = new Set<string>()

  for (const name of ['guest', 'admin', 'blocked', 'unknown']) {
    const body = { email: `${name}@example.com`, role: 'read_only' }
    const answer = await owner.call('POST', PEOPLE, { body })
    expect(answer).toBeProblem(422, 'validation_failed')
    expect(answer.body.errors).toMatchObject([{ path: '/email', code: 'unknown_account' }])
    refusals.add(JSON.stringify({ ...answer.body, requestId: '' }))
  }
  expect(refusals.size).toBe(1)
  const twice = { email: 'olga@example.com', role: 'revenue' }
  expect(await owner.call('POST', PEOPLE, { body: twice })).toBeProblem(409, 'already_exists')
  for (const body of [
    { email: 'olga@example.com', role: 'chief' },
    { email: 'olga@example.com' },
    { email: 'olga', role: 'owner' },
    { email: 'olga@example.com', role: 'owner', more: 1 },
  ])
    expect(await owner.call('POST', PEOPLE, { body })).toBeProblem(422, 'validation_failed')
  expect(await owner.call('PATCH', `${PEOPLE}/${owner.user.id}`, { body: {} })).toBeProblem(
    422,
    'validation_failed',
  )
})

test.each(['revenue', 'front_desk', 'read_only'] as const)(
  'nobody promotes themselves, or anybody: %s (contract §5)',
  async (role) => {
    await using service = await startService()
    await hire(service, 'olga', 'owner')
    const ada = await hire(service, 'ada', role)
    const stranger = await signIn(service, 'hotel_manager', { name: 'x' })

    expect(await setRole(ada, ada, 'owner')).toBeProblem(403, 'role_missing')
    expect(await setRole(ada, stranger, 'owner')).toBeProblem(403, 'role_missing')
    const body = { email: 'x@example.com', role: 'owner' }
    expect(await ada.call('POST', PEOPLE, { body })).toBeProblem(403, 'role_missing')
    expect(await setRole(stranger, stranger, 'owner')).toBeProblem(404, 'not_found')
    expect(await ada.call('PATCH', '/v1/auth/me', { body: { memberships: [] } })).toBeProblem(
      422,
      'validation_failed',
    )
    expect(await roleAtAlfa(ada)).toBe(role)
  },
)

test('the last owner is neither removed nor demoted, by themselves, an admin or a form of accounts; blocked ones do not count', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  const owner = await hire(service, 'olga', 'owner')
  // The managers of the cast are owners, too.
  const others = (await owner.call('GET', PEOPLE)).body.items.filter(
    ({ userId }: any) => userId !== owner.user.id,
  )
  for (const { userId } of others)
    expect((await owner.call('DELETE', `${PEOPLE}/${userId}`)).status).toBe(200)
  const asleep = await hire(service, 'asleep', 'owner')
  const block = { status: 'blocked' }
  await admin.call('PATCH', `/v1/admin/users/${asleep.user.id}`, { body: block })

  const account = `/v1/admin/users/${owner.user.id}`
  const sandbox = `/v1/admin/hotels/alfa/members/${owner.user.id}`
  const history = await historyOf(admin)
  for (const answer of [
    await setRole(owner, owner, 'revenue'),
    await remove(owner, owner),
    await admin.call('PATCH', sandbox, { body: { role: 'read_only' } }),
    await admin.call('DELETE', sandbox),
    await admin.call('PATCH', account, { body: { hotels: [] } }),
    await admin.call('PATCH', account, { body: { role: 'guest' } }),
  ])
    expect(answer).toBeProblem(409, 'last_owner')
  expect(await roleAtAlfa(owner)).toBe('owner')
  expect(await historyOf(admin)).toEqual(history)
  // With another one they may go.
  const next = await hire(service, 'next', 'read_only')
  expect((await setRole(owner, next, 'owner')).status).toBe(200)
  expect((await setRole(owner, owner, 'front_desk')).status).toBe(200)
  expect(await setRole(owner, owner, 'owner')).toBeProblem(403, 'role_missing')
  expect((await remove(next, owner)).status).toBe(200)
  // A lost or stolen account can be blocked all the same.
  const stolen = `/v1/admin/users/${next.user.id}`
  expect((await admin.call('PATCH', stolen, { body: block })).status).toBe(200)
})

test('what somebody is counts as the transaction finds it, not as the door did', async () => {
  await using service = await startService()
  const owner = await hire(service, 'olga', 'owner')
  const desk = await hire(service, 'desk', 'front_desk')
  const stranger = await signIn(service, 'hotel_manager', { name: 'x' })
  const { deps, alfa } = service
  const attempts = (actorId: string) => {
    const actor = { type: 'user', id: actorId } as const
    return [
      () => changeMember(deps, actor, alfa, { userId: desk.user.id, role: 'owner' }),
      () => removeMember(deps, actor, alfa, { userId: owner.user.id }),
      () => addMember(deps, actor, alfa, { email: stranger.user.email, role: 'owner' }),
    ]
  }

  for (const attempt of attempts(desk.user.id))
    expect(attempt).toThrow(expect.objectContaining({ code: 'role_missing' }))
  for (const attempt of attempts(stranger.user.id))
    expect(attempt).toThrow(expect.objectContaining({ code: 'not_found' }))
  expect([await roleAtAlfa(owner), await roleAtAlfa(desk)]).toEqual(['owner', 'front_desk'])
})

test('of two owners who demote or remove each other at the same time one stays, time and again', async () => {
  await using service = await startService()
  const [ada, bob] = [await hire(service, 'ada', 'owner'), await hire(service, 'bob', 'owner')]
  const { admin } = await hireStaff(service)
  for (const slug of ['manager-alfa', 'chief']) {
    const [{ id }] = (await admin.call('GET', `/v1/admin/users?q=${slug}`)).body.items
    expect((await admin.call('DELETE', `/v1/admin/hotels/alfa/members/${id}`)).status).toBe(200)
  }

  for (let round = 0; round < 12; round++) {
    const answers = await Promise.all([
      round % 2 ? setRole(ada, bob, 'revenue') : remove(ada, bob),
      round % 3 ? setRole(bob, ada, 'read_only') : remove(bob, ada),
    ])
    const ok = answers.filter(({ status }) => status < 300)
    expect(ok).toHaveLength(1)
    const refused = answers.find(({ status }) => status >= 300)!
    expect(['role_missing', 'not_found', 'last_owner']).toContain(refused.body.code)
    const roles = [await roleAtAlfa(ada), await roleAtAlfa(bob)]
    expect(roles.filter((role) => role === 'owner')).toHaveLength(1)
    // Both as before, by an admin.
    for (const { user } of [ada, bob]) {
      const place = `/v1/admin/hotels/alfa/members`
      const body = { role: 'owner' }
      const changed = await admin.call('PATCH', `${place}/${user.id}`, { body })
      if (changed.status === 404)
        await admin.call('POST', place, { body: { ...body, email: user.email } })
    }
  }
})

test.each(['revenue', 'front_desk', 'read_only'] as const)(
  'everybody may leave a hotel themselves, and nobody may send another away: %s',
  async (role) => {
    await using service = await startService()
    const owner = await hire(service, 'olga', 'owner')
    const ada = await hire(service, 'ada', role)
    const bob = await hire(service, 'bob', role)
    expect(await remove(ada, bob)).toBeProblem(403, 'role_missing')
    expect(await remove(ada, owner)).toBeProblem(403, 'role_missing')
    expect((await remove(ada, ada)).status).toBe(200)
    expect((await ada.call('GET', '/v1/auth/me')).body.memberships).toEqual([])
    expect(await remove(ada, ada)).toBeProblem(404, 'not_found')
    const { items } = (await owner.call('GET', '/v1/panel/history?entity=member')).body
    expect(items[0]).toMatchObject({
      actor: { id: ada.user.id },
      before: { role },
      after: { role: null },
    })
  },
)

test('of two owners who leave at the same time one stays', async () => {
  await using service = await startService()
  const [ada, bob] = [await hire(service, 'ada', 'owner'), await hire(service, 'bob', 'owner')]
  const answers = await Promise.all([remove(ada, ada), setRole(bob, bob, 'front_desk')])

  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
  expect(answers.find(({ status }) => status >= 300)!).toBeProblem(409, 'last_owner')
})

test('who is removed while a page waits is told so at once, with nothing else happening', async () => {
  await using service = await startService()
  const owner = await hire(service, 'olga', 'owner')
  const ada = await hire(service, 'ada', 'read_only')
  const { subscribe } = service.store
  let isWaiting = false
  service.store.subscribe = (topic, listener) => {
    if (topic === changesTopic(service.alfa.id)) isWaiting = true
    return subscribe(topic, listener)
  }
  const waiting = ada.call('GET', '/v1/panel/changes?cursor=latest&waitSeconds=25')
  await eventually(() => isWaiting)
  await remove(owner, ada)

  expect(await waiting).toBeProblem(404, 'not_found')
})

test('a removed member’s bookings stay, and so does what they did; a booking is theirs no more', async () => {
  await using service = await startService()
  const owner = await hire(service, 'olga', 'owner')
  const desk = await hire(service, 'desk', 'front_desk')
  await sell(service)
  const { code } = (await book(desk.call)).body
  await remove(owner, desk)

  expect((await owner.call('GET', `/v1/panel/bookings/${code}`)).body.source.type).toBe('panel')
  expect((await desk.call('GET', '/v1/panel/bookings?hotel=alfa')).status).toBe(404)
  expect(await desk.call('GET', `/v1/bookings/${code}`)).toBeProblem(404, 'not_found')
  expect((await desk.call('GET', '/v1/bookings')).body.items).toEqual([])
})

test('who does not own the hotel is not shown the whole address of a webhook, whose path may be a secret', async () => {
  await using service = await startService()
  const url = 'https://hooks.example.com/T0/secret?token=x'
  await addWebhook(service.alfa, { url })
  await sell(service)
  const { code } = (await book(service.call)).body
  await queueEvents(service)
  const shownTo = async (role: MemberRole) => {
    const { call } = await hire(service, role, role)
    return (await call('GET', `/v1/panel/bookings/${code}`)).body.deliveries[0].url
  }

  expect(await shownTo('owner')).toBe(url)
  for (const role of ['revenue', 'front_desk', 'read_only'] as const)
    expect(await shownTo(role)).toBe('https://hooks.example.com')
})

test('who added, promoted and removed whom is in the history, whichever way it was done', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  const owner = await hire(service, 'olga', 'owner')
  const { user } = await signIn(service, 'hotel_manager', { name: 'ada' })
  const added = { email: user.email, role: 'read_only' }
  await owner.call('POST', PEOPLE, { body: added })
  await owner.call('PATCH', `${PEOPLE}/${user.id}`, { body: { role: 'owner' } })
  // The same again changes nothing.
  await owner.call('PATCH', `${PEOPLE}/${user.id}`, { body: { role: 'owner' } })
  await owner.call('DELETE', `${PEOPLE}/${user.id}`)
  await admin.call('PATCH', `/v1/admin/users/${user.id}`, { body: { hotels: ['alfa', 'bravo'] } })

  const entries = await historyOf(admin, '?entity=member')
  const state = (role: string | null) => ({ email: user.email, name: user.name, role })
  expect(entries.map(({ id, actor, before, after }) => [id, actor.name, before, after])).toEqual([
    [`bravo/${user.id}`, admin.user.name, null, state('owner')],
    [`alfa/${user.id}`, admin.user.name, null, state('owner')],
    [`alfa/${user.id}`, owner.user.name, state('owner'), state(null)],
    [`alfa/${user.id}`, owner.user.name, state('read_only'), state('owner')],
    [`alfa/${user.id}`, owner.user.name, null, state('read_only')],
  ])
  const one = await historyOf(admin, `?entity=member&id=bravo/${user.id}`)
  expect(one).toHaveLength(1)
})

test('an admin’s form of an account keeps the role in each hotel that stays; a new one is owned', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  const { user } = await hire(service, 'ada', 'front_desk')
  const change = async (body: object) =>
    (await admin.call('PATCH', `/v1/admin/users/${user.id}`, { body })).body.memberships

  expect(await change({ name: 'Ada' })).toMatchObject([{ hotelSlug: 'alfa', role: 'front_desk' }])
  expect(await change({ hotels: ['bravo', 'alfa'] })).toMatchObject([
    { hotelSlug: 'alfa', role: 'front_desk' },
    { hotelSlug: 'bravo', role: 'owner' },
  ])
  expect(await change({ hotels: [] })).toEqual([])
})

test('people are listed page by page, and a hotel has at most so many', async () => {
  await using service = await startService()
  const owner = await hire(service, 'olga', 'owner')
  for (let index = 1; index < MEMBERS_MAX; index++) await hire(service, `m${index}`, 'read_only')
  const first = (await owner.call('GET', `${PEOPLE}?limit=100`)).body
  const { items, nextCursor } = (
    await owner.call('GET', `${PEOPLE}?limit=100&cursor=${first.nextCursor}`)
  ).body

  expect(new Set([...first.items, ...items].map(({ userId }) => userId)).size).toBe(MEMBERS_MAX)
  expect(nextCursor).toBeNull()
  await signIn(service, 'hotel_manager', { name: 'late' })
  const body = { email: 'late@example.com', role: 'owner' }
  const answer = await owner.call('POST', PEOPLE, { body })
  expect(answer.body.errors).toMatchObject([{ code: 'too_many', values: { max: MEMBERS_MAX } }])
})
