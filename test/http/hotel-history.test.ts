import { expect, test } from 'bun:test'
import { MEMBER_ROLES } from '../../src/domain/accounts/membership.ts'
import { audit } from '../../src/service/history/audit.ts'
import { addPhoto } from '../../src/service/photos/photos.ts'
import { HOTEL_ENTITIES } from '../../src/store/history/audit.ts'
import { asGuest } from '../support/manage.ts'
import { jpeg } from '../support/pictures.ts'
import { startService, type TestService } from '../support/service.ts'
import { completedStay, hireStaff, signInAgain } from '../support/staff.ts'
import { signIn, type TestUser } from '../support/users.ts'

const PATH = '/v1/panel/history'
const FLEX = {
  rateCode: 'FLEX',
  name: 'Flex',
  roomCodes: ['DBL'],
  pricing: { type: 'derived' },
  cancellation: { freeUntilDays: null, penalty: 'all' },
}

const historyOf = async ({ call }: TestUser, query = ''): Promise<Record<string, any>[]> => {
  const { status, body } = await call('GET', PATH + query)
  expect(status).toBe(200)
  return body.items
}

/** Days and bookings have a test of their own. */
const isOfHotel = ({ entity }: Record<string, unknown>) => entity !== 'days' && entity !== 'booking'

/** Everything an owner can change of the hotel, each once, and things that are no hotel's. */
async function changeAll(service: TestService) {
  const code = await completedStay(service)
  const { call } = service
  const opinion = { ...asGuest(code), rating: 4, text: 'Fine.' }
  const { id } = (await call('POST', `/v1/bookings/${code}/review`, { body: opinion })).body
  const staff = await hireStaff(service)
  const ayse = await signIn(service, 'hotel_manager', { name: 'Ayşe', email: 'ayse@example.com' })
  const { manager, admin } = staff
  const tax = { code: 'VAT', name: 'VAT', percentBp: 1000 }
  for (const [method, path, body] of [
    ['PATCH', 'hotel', { taxes: [tax] }],
    ['PATCH', 'rooms/DBL', { name: 'Twin' }],
    ['POST', 'rates', FLEX],
    ['POST', 'extras', { code: 'SPA', name: 'Spa', per: 'stay', priceCents: 1, max: 1 }],
    ['PUT', 'agencies/DELTA/terms', { stopSale: false, active: true }],
    [
      'PUT',
      'allotments',
      { updates: [{ agencyCode: 'DELTA', roomCode: 'DBL', date: '2027-06-01', rooms: 1 }] },
    ],
    ['POST', 'members', { email: ayse.user.email, role: 'front_desk' }],
    ['PATCH', `members/${ayse.user.id}`, { role: 'revenue' }],
    ['DELETE', `members/${ayse.user.id}`, undefined],
    ['POST', 'invitations', { email: 'nil@example.com', role: 'read_only' }],
    ['POST', 'api-keys', { name: 'PMS' }],
    ['POST', 'sites', { name: 'alfa.example' }],
    ['POST', 'webhooks', { url: 'https://hooks.example.com/a', events: ['booking.confirmed'] }],
    ['POST', `reviews/${id}/reply`, { text: 'Thank you.' }],
    ['PATCH', `bookings/${code}/desk`, { note: 'Came back' }],
    ['GET', 'exports/arrivals', undefined],
  ] as const) {
    const { status, text } = await manager.call(method, `/v1/panel/${path}`, { body })
    if (status >= 300) throw new Error(`${method} ${path}: ${text}`)
  }
  // The closing itself has a test of its own (`statement-closing.test.ts`).
  await service.store.tx((tx) =>
    audit(tx, service.deps, {
      ...{ entity: 'statement', entityId: 'alfa/2027-03/DELTA', hotelId: service.alfa.id },
      ...{ actor: { type: 'user', id: manager.user.id }, after: { owedCents: 100 } },
    }),
  )
  const place = { hotel: { ...service.alfa, name: 'Alfa' }, roomCode: null }
  await addPhoto(service.deps, { type: 'user', id: manager.user.id }, place, jpeg())
  await admin.call('GET', '/v1/panel/dashboard?hotel=alfa')
  await admin.call('POST', '/v1/admin/cities', { body: { name: 'Bursa', country: 'TR' } })
  await admin.call('PATCH', '/v1/admin/hotels/alfa', { body: { stars: 3 } })
  await admin.call('PATCH', '/v1/admin/hotels/bravo', { body: { name: 'Secret Bravo' } })
  return { ...staff, ayse }
}

test('an owner reads who changed what of the hotel, of every kind, by name (issue 17, 4)', async () => {
  await using service = await startService()
  const { manager, admin, ayse } = await changeAll(service)

  const entries = (await historyOf(manager)).filter(isOfHotel)
  expect(entries.map(({ entity }) => entity)).toEqual([
    ...[
      'hotel',
      'visit',
      'photo',
      'statement',
      'export',
      'desk',
      'review',
      'webhook',
      'site',
      'api_key',
      'invitation',
    ],
    ...['member', 'member', 'member'],
    ...['allotment', 'agency_terms', 'extra', 'rate', 'room_type', 'hotel'],
  ])
  expect(new Set(entries.map(({ entity }) => entity))).toEqual(new Set(HOTEL_ENTITIES))
  const person = { email: 'ayse@example.com', name: 'Ayşe' }
  const members = entries.filter(({ entity }) => entity === 'member')
  expect(members.map(({ before, after }) => [before, after])).toEqual([
    [
      { ...person, role: 'revenue' },
      { ...person, role: null },
    ],
    [
      { ...person, role: 'front_desk' },
      { ...person, role: 'revenue' },
    ],
    [null, { ...person, role: 'front_desk' }],
  ])
  for (const { id } of members) expect(id).toBe(`alfa/${ayse.user.id}`)
  const [byAdmin, visit, ...byOwner] = entries
  expect(visit!.actor).toEqual(byAdmin!.actor)
  expect(byAdmin!.actor).toEqual({ type: 'user', id: admin.user.id, name: 'admin' })
  for (const { actor } of byOwner)
    expect(actor).toEqual({ type: 'user', id: manager.user.id, name: 'manager-alfa' })

  // The same entries stand in the admin's list, by the names of accounts.
  const all = (await admin.call('GET', '/v1/admin/history?limit=100')).body.items
  const told = ({ entity, id, at }: any) => ({ entity, id, at })
  expect(all.map(told)).toEqual(expect.arrayContaining(entries.map(told)))
  expect(all[0].actor.name).toBe('admin')
})

test('nothing of another hotel or of none, no secret, no address of an admin (contract §6)', async () => {
  await using service = await startService()
  const { manager, bravoManager, admin, ayse } = await changeAll(service)
  // As `create-admin` makes them.
  const chief = await signIn(service, 'admin', {
    name: 'root@example.com',
    email: 'root@example.com',
  })
  await chief.call('PATCH', '/v1/admin/hotels/alfa', { body: { stars: 5 } })

  const { text, body } = await manager.call('GET', `${PATH}?limit=100`)
  for (const word of ['Bursa', 'Bravo', 'bravo', 'whsec_', 'hash', 'hotelId', 'root@', 'admin@'])
    expect(text).not.toContain(word)
  expect(body.items[0].actor).toEqual({ type: 'user', id: chief.user.id, name: null })
  const ofBravo = await historyOf(bravoManager)
  expect(ofBravo.map(({ after }) => after.name)).toEqual(['Secret Bravo'])
  for (const who of [bravoManager, ayse])
    expect(await who.call('GET', `${PATH}?hotel=alfa`)).toBeProblem(404, 'not_found')
  expect((await historyOf(admin, '?hotel=alfa&limit=100')).length).toBe(body.items.length)
  // Who is in both reads each by itself, and a cursor of one is none of the other.
  const memberships = [service.alfa.id, service.bravo.id].map((hotelId) => ({
    hotelId,
    role: 'owner' as const,
  }))
  const both = await signIn(service, 'hotel_manager', { name: 'both', memberships })
  const page = (await both.call('GET', `${PATH}?hotel=alfa&limit=1`)).body
  const cursor = encodeURIComponent(page.nextCursor)
  expect(await both.call('GET', `${PATH}?hotel=bravo&limit=1&cursor=${cursor}`)).toBeProblem(
    422,
    'validation_failed',
  )
})

test('who may only read does not read it (contract §5)', async () => {
  await using service = await startService()
  for (const role of MEMBER_ROLES) {
    const memberships = [{ hotelId: service.alfa.id, role }]
    const { call } = await signIn(service, 'hotel_manager', { name: role, memberships })
    const answer = await call('GET', PATH)
    if (role === 'read_only') expect(answer).toBeProblem(403, 'role_missing')
    else expect(answer.status).toBe(200)
  }
})

test('it is read by kind, by person and by days of the hotel, page by page, newest first', async () => {
  await using service = await startService()
  const { manager, admin } = await hireStaff(service)
  const rename = ({ call }: TestUser, name: string) =>
    call('PATCH', '/v1/panel/rooms/DBL?hotel=alfa', { body: { name } })
  const names = async (query: string) =>
    (await historyOf(again, query)).map(({ after }) => after.name)
  // 22:30 UTC is the next day in Istanbul.
  service.clock.nowMs = Date.parse('2027-04-01T20:30:00Z')
  let again = await signInAgain(service, manager)
  await rename(again, 'One')
  service.clock.nowMs = Date.parse('2027-04-01T22:30:00Z')
  await rename(await signInAgain(service, admin), 'Two')
  await again.call('PATCH', '/v1/panel/hotel', {
    body: { taxes: [{ code: 'VAT', name: 'VAT', percentBp: 800 }] },
  })
  service.clock.nowMs = Date.parse('2027-04-03T10:00:00Z')
  again = await signInAgain(service, manager)
  await rename(again, 'Three')

  expect(await names('?entity=room_type')).toEqual(['Three', 'Two', 'One'])
  expect(await names(`?entity=room_type&userId=${manager.user.id}`)).toEqual(['Three', 'One'])
  expect(await names(`?userId=${admin.user.id}`)).toEqual(['Two'])
  expect(await names('?userId=nobody')).toEqual([])
  expect(await names('?to=2027-04-01')).toEqual(['One'])
  expect(await names('?entity=room_type&from=2027-04-02&to=2027-04-02')).toEqual(['Two'])
  expect(await names('?from=2027-04-03')).toEqual(['Three'])
  const seen: string[] = []
  let cursor = ''
  do {
    const { body } = await again.call('GET', `${PATH}?limit=1&entity=room_type${cursor}`)
    seen.push(...body.items.map(({ after }: any) => after.name))
    cursor = body.nextCursor && `&cursor=${encodeURIComponent(body.nextCursor)}`
  } while (cursor)
  expect(seen).toEqual(['Three', 'Two', 'One'])
  for (const query of ['?entity=city', '?from=2027-02-30', '?from=2027-04-02&to=2027-04-01'])
    expect(await again.call('GET', PATH + query)).toBeProblem(422, 'validation_failed')
})
