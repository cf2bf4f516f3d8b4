import { expect, setDefaultTimeout, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { VISIT_MS } from '../../src/service/history/visits.ts'
import { book, bookGroup, sell } from '../support/bookings.ts'
import { note, pay } from '../support/desk.ts'
import type { Answer } from '../support/matchers.ts'
import { type Document, operationsOf } from '../support/openapi.ts'
import { listRooms } from '../support/room-numbers.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff, type Staff, signInAgain } from '../support/staff.ts'
import type { TestUser } from '../support/users.ts'
import { addWebhook, deliveries, queueEvents } from '../support/webhooks.ts'

// An admin who is shown a guest leaves a visit, whichever path shows it (contract-access, Accounts; S2).

/** Fields that are a guest's name or address. */
const OF_GUESTS = /^(firstName|lastName|guestNames|guestName|guestEmail|company|recipient)$/
// A walk through many operations.
setDefaultTimeout(60_000)

const RANGE = 'from=2027-04-01&to=2027-04-09'
const AT_ALFA = 'hotel=alfa'
const PANEL = '/v1/panel/bookings'
const PANEL_GROUPS = '/v1/panel/booking-groups'

type Scene = { service: TestService; staff: Staff; admin: TestUser; code: string }
type Ask = (scene: Scene) => Promise<Answer>

const get =
  (path: string): Ask =>
  ({ admin, code }) =>
    admin.call('GET', path.replace(':code', code))
const act =
  (method: 'POST' | 'PATCH', path: string, body?: object): Ask =>
  ({ admin, code }) =>
    admin.call(method, path.replace(':code', code), { body })
const after =
  (first: (scene: Scene) => Promise<unknown>, ask: Ask): Ask =>
  async (scene) => {
    await first(scene)
    return await ask(scene)
  }
const group =
  (method: 'GET' | 'POST' | 'PATCH', end = '', groups = '/v1/booking-groups'): Ask =>
  async ({ admin, staff: { manager } }) => {
    const { code } = (await bookGroup(manager.call, { hold: end === '/confirm' })).body
    const stay = { roomCode: 'DBL', checkin: '2027-04-05', checkout: '2027-04-06' }
    const sent = method === 'PATCH' ? { specialRequests: 'a cot' } : end === '/stays' ? stay : {}
    const body = method === 'GET' ? {} : { body: sent }
    return await admin.call(
      method,
      `${groups}/${code}${end}${groups === PANEL_GROUPS ? `?${AT_ALFA}` : ''}`,
      body,
    )
  }
/** A page of a month in which the agency has a stay that was paid for and cancelled. */
const stated =
  (path: string): Ask =>
  async ({ service, staff, admin }) => {
    const agent = await signInAgain(service, staff.agent)
    const manager = await signInAgain(service, staff.manager)
    const { code } = (await book(agent.call)).body
    await pay(manager, code)
    await agent.call('POST', `/v1/bookings/${code}/cancel`)
    return await admin.call('GET', path.replace('2027-03', '2027-04'))
  }
const cancelled = ({ staff: { manager }, code }: Scene) =>
  manager.call('POST', `/v1/bookings/${code}/cancel`, { body: {} })

/** Every operation that may show an admin a guest. */
const ASKS: Record<string, Ask> = {
  'POST /v1/bookings': ({ admin }) => book(admin.call),
  'GET /v1/bookings': get('/v1/bookings'),
  'GET /v1/bookings/{code}': get('/v1/bookings/:code'),
  'PATCH /v1/bookings/{code}': act('PATCH', '/v1/bookings/:code', { specialRequests: 'a cot' }),
  'POST /v1/bookings/{code}/cancel': act('POST', '/v1/bookings/:code/cancel', {}),
  'POST /v1/bookings/{code}/confirm': async (scene) => {
    const { code } = (await book(scene.staff.manager.call, { hold: true })).body
    return await scene.admin.call('POST', `/v1/bookings/${code}/confirm`, { body: {} })
  },
  'POST /v1/booking-groups': ({ admin }) => bookGroup(admin.call),
  'GET /v1/booking-groups/{code}': group('GET'),
  'POST /v1/booking-groups/{code}/cancel': group('POST', '/cancel'),
  'POST /v1/booking-groups/{code}/confirm': group('POST', '/confirm'),
  'PATCH /v1/booking-groups/{code}': group('PATCH'),
  'PATCH /v1/panel/booking-groups/{code}': group('PATCH', '', PANEL_GROUPS),
  'POST /v1/panel/booking-groups/{code}/stays': group('POST', '/stays', PANEL_GROUPS),
  'POST /v1/panel/booking-groups': act('POST', `${PANEL_GROUPS}?${AT_ALFA}`, {
    guest: { firstName: 'Carla', lastName: 'Çelik', email: 'carla@example.com' },
    stays: [{ roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-02' }],
  }),
  'GET /v1/panel/booking-groups/{code}': group('GET', '', PANEL_GROUPS),
  'POST /v1/panel/booking-groups/{code}/cancel': group('POST', '/cancel', PANEL_GROUPS),
  'POST /v1/panel/booking-groups/{code}/confirm': group('POST', '/confirm', PANEL_GROUPS),
  'GET /v1/admin/bookings': get('/v1/admin/bookings'),
  'GET /v1/panel/dashboard/desk': get(`/v1/panel/dashboard/desk?${AT_ALFA}&date=2027-04-01`),
  'GET /v1/panel/bookings': get(`${PANEL}?${AT_ALFA}`),
  'GET /v1/panel/bookings/find': get(`${PANEL}/find?${AT_ALFA}&q=carla`),
  'GET /v1/panel/bookings/{code}': get(`${PANEL}/:code?${AT_ALFA}`),
  'POST /v1/panel/bookings/{code}/prove': act('POST', `${PANEL}/:code/prove?${AT_ALFA}`),
  'POST /v1/panel/bookings/{code}/reinstate': after(
    cancelled,
    act('POST', `${PANEL}/:code/reinstate?${AT_ALFA}`),
  ),
  'PATCH /v1/panel/bookings/{code}/desk': act('PATCH', `${PANEL}/:code/desk?${AT_ALFA}`, {
    roomNumber: '12',
  }),
  'GET /v1/panel/room-numbers': async ({ admin, service, staff: { manager }, code }) => {
    await listRooms(manager, ['204'])
    await note(manager, code, { roomNumbers: ['204'] })
    const other = (await book(service.call)).body.code
    return await admin.call('GET', `/v1/panel/room-numbers?${AT_ALFA}&booking=${other}`)
  },
  'POST /v1/panel/bookings/{code}/payments': act('POST', `${PANEL}/:code/payments?${AT_ALFA}`, {
    amountCents: 100,
    method: 'cash',
  }),
  'GET /v1/panel/exports/bookings': get(`/v1/panel/exports/bookings?${AT_ALFA}&${RANGE}`),
  'GET /v1/panel/exports/arrivals': get(`/v1/panel/exports/arrivals?${AT_ALFA}`),
  'GET /v1/panel/exports/departures': get(`/v1/panel/exports/departures?${AT_ALFA}`),
  'GET /v1/panel/exports/calendar': get(`/v1/panel/exports/calendar?${AT_ALFA}&${RANGE}`),
  'GET /v1/panel/changes': get(`/v1/panel/changes?${AT_ALFA}&limit=500`),
  'GET /v1/panel/mails': get(`/v1/panel/mails?${AT_ALFA}`),
  // Their schemas name no guest: they say it themselves.
  'GET /v1/panel/history': get(`/v1/panel/history?${AT_ALFA}`),
  'GET /v1/panel/booking-groups/{code}/trail': async ({ admin, staff: { manager } }) => {
    const { code } = (await bookGroup(manager.call)).body
    const body = { guest: { lastName: 'Öz' } }
    await manager.call('PATCH', `${PANEL_GROUPS}/${code}`, { body })
    return await admin.call('GET', `${PANEL_GROUPS}/${code}/trail?${AT_ALFA}`)
  },
  'GET /v1/panel/webhooks/{id}/deliveries/{deliveryId}': async ({ admin, service }) => {
    const hook = await addWebhook(service.alfa)
    await book(service.call)
    await queueEvents(service)
    const [delivery] = (await deliveries(service.alfa, hook.id)).body.items
    const at = `/v1/panel/webhooks/${hook.id}/deliveries/${delivery.id}`
    return await admin.call('GET', `${at}?${AT_ALFA}`)
  },
  'GET /v1/panel/statements.csv': get(`/v1/panel/statements.csv?${AT_ALFA}`),
  'GET /v1/panel/statements/{number}': stated(
    `/v1/panel/statements/2027-03?${AT_ALFA}&agency=DELTA`,
  ),
  'GET /v1/admin/statements/{number}': stated(
    '/v1/admin/statements/2027-03?hotel=alfa&agency=DELTA',
  ),
  // The last: its check-in day has come.
  'POST /v1/panel/bookings/{code}/no-show': async (scene) => {
    scene.service.clock.nowMs = Date.parse('2027-04-01T20:00:00Z')
    const admin = await signInAgain(scene.service, scene.admin)
    return await admin.call('POST', `${PANEL}/${scene.code}/no-show?${AT_ALFA}`)
  },
}

/** Files without guests that are no hotel's. */
const WITHOUT_GUESTS = ['GET /v1/admin/statements.csv']

/** Those that let no admin in: a hotel's people alone. */
const NOT_FOR_ADMINS = [
  'GET /v1/panel/bookings/{code}/identities',
  'PUT /v1/panel/bookings/{code}/identities',
  'GET /v1/panel/exports/identities',
]

async function visitsOf({ store, alfa }: TestService): Promise<number> {
  const { audit } = store.t
  const isVisit = and(eq(audit.entity, 'visit'), eq(audit.hotelId, alfa.id))
  return (await store.db.select().from(audit).where(isVisit)).length
}

/** Whether a schema of the document has a field of guests, wherever it refers to. */
function showsGuest({ components }: Document, schema: unknown, seen = new Set<string>()): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  const { $ref } = schema as { $ref?: string }
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1)!
    if (seen.has(name)) return false
    return showsGuest({ components } as Document, components.schemas[name], seen.add(name))
  }
  return Object.entries(schema).some(
    ([name, value]) =>
      (name === 'properties' && Object.keys(value as object).some((key) => OF_GUESTS.test(key))) ||
      (name !== 'example' &&
        name !== 'examples' &&
        showsGuest({ components } as Document, value, seen)),
  )
}

test('whatever shows an admin a guest is asked here: an operation that is added must be, too', async () => {
  await using service = await startService()
  const document = (await service.call('GET', '/openapi.json')).body as Document
  const isOfSession = (security: Record<string, string[]>[] = []) =>
    security.some((each) => 'session' in each || 'admin' in each)
  const shown = [...operationsOf(document)]
    .filter(([, { security }]) => isOfSession(security))
    .filter(([, { responses }]) =>
      Object.entries(responses)
        .filter(([status]) => status.startsWith('2'))
        .flatMap(([, { content = {} }]) => Object.entries(content))
        .some(([media, { schema }]) => media === 'text/csv' || showsGuest(document, schema)),
    )
    .map(([name]) => name)
  const known = [...Object.keys(ASKS), ...WITHOUT_GUESTS, ...NOT_FOR_ADMINS]
  expect(shown.filter((name) => !known.includes(name))).toEqual([])
})

test('each of them leaves one visit in the hotel’s history, and none for the hotel’s own people', async () => {
  await using service = await startService()
  const staff = await hireStaff(service)
  await sell(service, { available: 90 })
  const missing: string[] = []
  for (const [name, ask] of Object.entries(ASKS)) {
    service.clock.advance(VISIT_MS)
    const admin = await signInAgain(service, staff.admin)
    const manager = await signInAgain(service, staff.manager)
    const { code } = (await book(service.call)).body
    const before = await visitsOf(service)
    const answer = await ask({ service, staff: { ...staff, manager }, admin, code })
    const left = (await visitsOf(service)) - before
    if (answer.status >= 300 || left !== 1) missing.push(`${name}: ${answer.status}, ${left}`)
  }
  expect(missing).toEqual([])
  const before = await visitsOf(service)
  const manager = await signInAgain(service, staff.manager)
  for (const path of [PANEL, '/v1/panel/changes', '/v1/bookings', '/v1/panel/history'])
    expect((await manager.call('GET', path)).status).toBe(200)
  expect(await visitsOf(service)).toBe(before)
})

test('a page of several hotels leaves one visit in each, and none where nobody is shown', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  const list = () => admin.call('GET', '/v1/admin/bookings')
  expect((await list()).body.items).toEqual([])
  const visits = async () => {
    const { audit } = service.store.t
    return await service.store.db.select().from(audit).where(eq(audit.entity, 'visit'))
  }
  expect(await visits()).toEqual([])
  await sell(service)
  await sell({ ...service, alfa: service.bravo })
  await book(service.call)
  await book(service.call, { hotelSlug: 'bravo' })
  await Promise.all([list(), list(), list()])
  expect((await visits()).map(({ hotelId }) => hotelId).toSorted((a, b) => a! - b!)).toEqual([
    service.alfa.id,
    service.bravo.id,
  ])
})
