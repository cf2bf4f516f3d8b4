import { expect, test } from 'bun:test'
import {
  AGENCY_ROLES,
  type AgencyRole,
  agencyRolesOf,
  mayDoInAgency,
  type NeededAgencyRoles,
} from '../../src/domain/accounts/agency-role.ts'
import { findAgencyByCode } from '../../src/store/agencies/agencies.ts'
import { book, sell } from '../support/bookings.ts'
import type { Answer } from '../support/matchers.ts'
import { type Document, operationsOf } from '../support/openapi.ts'
import { ROWS } from '../support/role-rows.ts'
import { pathOf, stageFor, type World } from '../support/roles.ts'
import { type Call, startService, type TestService } from '../support/service.ts'
import { addAgency, signIn } from '../support/users.ts'

// Rights in an agency (contract-agencies, *Roles*): every route × role × (own agency, another one, none).

const ANY: NeededAgencyRoles = []
const SELLER = ['agency_seller'] as const
const OWNER = ['agency_owner'] as const
const ACCOUNTS = ['agency_accounts'] as const

/** Every route of agencies with the role it needs: a new one fails the test until it has a row. */
const AGENCY: Record<string, NeededAgencyRoles> = {
  'GET /v1/agencies/me': ANY,
  'GET /v1/acenta/dashboard': ANY,
  'GET /v1/acenta/bookings': ANY,
  'GET /v1/acenta/bookings/:code': ANY,
  'PATCH /v1/acenta/bookings/:code': SELLER,
  'POST /v1/acenta/bookings/:code/cancel': SELLER,
  'POST /v1/acenta/bookings/:code/confirm': SELLER,
  'GET /v1/acenta/today': ANY,
  'GET /v1/acenta/allotments': ANY,
  'GET /v1/acenta/exports/bookings': ANY,
  'GET /v1/acenta/colleagues': OWNER,
  'PATCH /v1/acenta/colleagues/:userId': OWNER,
  'DELETE /v1/acenta/colleagues/:userId': OWNER,
  'DELETE /v1/acenta/colleagues/:userId/sessions': OWNER,
  'GET /v1/acenta/invitations': OWNER,
  'POST /v1/acenta/invitations': OWNER,
  'POST /v1/acenta/invitations/:id/resend': OWNER,
  'DELETE /v1/acenta/invitations/:id': OWNER,
  'PATCH /v1/acenta/agency': OWNER,
  'GET /v1/acenta/second-factor': OWNER,
  'PATCH /v1/acenta/second-factor': OWNER,
  'GET /v1/acenta/terms': ANY,
  'GET /v1/acenta/statements': ACCOUNTS,
  'GET /v1/acenta/statements.csv': ACCOUNTS,
  'GET /v1/acenta/statements/:number': ACCOUNTS,
  'GET /v1/acenta/search': ANY,
  'GET /v1/acenta/search/:slug': ANY,
  'GET /v1/acenta/refusals': ANY,
  'POST /v1/acenta/booking-groups': SELLER,
  'GET /v1/acenta/booking-groups/:code': ANY,
  'GET /v1/acenta/booking-groups/:code/trail': ANY,
  'PATCH /v1/acenta/booking-groups/:code': SELLER,
  'POST /v1/acenta/booking-groups/:code/stays': SELLER,
  'POST /v1/acenta/booking-groups/:code/cancel': SELLER,
  'POST /v1/acenta/booking-groups/:code/confirm': SELLER,
  'POST /v1/acenta/booking-groups/:code/manage-link': SELLER,
}

const REMOVAL = 'DELETE /v1/acenta/colleagues/:userId'

/** Routes for everybody on a booking of the agency: the role that its people need. To other agencies it is not there. */
const BOOKINGS: Record<string, NeededAgencyRoles> = {
  'GET /v1/bookings/:code': ANY,
  'PATCH /v1/bookings/:code': SELLER,
  'POST /v1/bookings/:code/cancel': SELLER,
  'POST /v1/bookings/:code/confirm': SELLER,
  'POST /v1/bookings/:code/manage-link': SELLER,
  'GET /v1/booking-groups/:code': ANY,
  'PATCH /v1/booking-groups/:code': SELLER,
  'POST /v1/booking-groups/:code/manage-link': SELLER,
  'POST /v1/booking-groups/:code/cancel': SELLER,
  'POST /v1/booking-groups/:code/confirm': SELLER,
}

/** Lower ones first: what is refused leaves the thing in its place for who is let in. */
const LOWEST_FIRST = ['agency_accounts', 'agency_seller', 'agency_owner'] satisfies AgencyRole[]

type People = Record<AgencyRole | 'ofEcho' | 'ofNone', Call>

/** For each role somebody who has it at Delta, an owner of Echo, and an agency user of no agency. */
async function hire(service: TestService): Promise<People> {
  const [delta, echo] = await Promise.all(
    ['DELTA', 'ECHO'].map((code) => findAgencyByCode(service.store, code)),
  )
  const make = async (name: string, agencyId: number | null, agencyRole: AgencyRole | null) =>
    (await signIn(service, 'agency_user', { name, agencyId, agencyRole })).call
  return {
    agency_owner: await make('the owner', delta!.id, 'agency_owner'),
    agency_seller: await make('the seller', delta!.id, 'agency_seller'),
    agency_accounts: await make('the accountant', delta!.id, 'agency_accounts'),
    ofEcho: await make('the owner of Echo', echo!.id, 'agency_owner'),
    ofNone: await make('nobody yet', null, null),
  }
}

const stage = stageFor(async (service, { ids, ...world }) => {
  const { agencyBookingCode: code, agencyGroupCode: groupCode } = ids
  const own: World = { ...world, ids: { ...ids, code: code!, groupCode: groupCode! } }
  return { own, people: await hire(service) }
})

/** Asks a route of `role-rows.ts` about what the agency booked. */
function ask(call: Call, route: string, world: World): Promise<Answer> {
  const row = ROWS[route]!
  const method = route.slice(0, route.indexOf(' '))
  const init = row.body === undefined ? {} : { body: row.body }
  return call(method, pathOf(route, row, world), init)
}

/** Routes that answer 404 to an owner, too: what they are asked about is not there. */
const isAbsent = (route: string) => route in AGENCY && ROWS[route]!.doors[4] === 'n'

const isLetIn = ({ status }: Answer) => ![401, 403, 404].includes(status) && status < 500

function expectDoor(answer: Answer, role: AgencyRole, route: string): void {
  const needed = { ...AGENCY, ...BOOKINGS }[route]!
  if (mayDoInAgency(role, needed)) {
    const isIn = isAbsent(route) ? answer.status === 404 : isLetIn(answer)
    expect([role, answer.status, isIn]).toEqual([role, answer.status, true])
    return
  }
  expect(answer).toBeProblem(403, 'role_missing')
  expect(answer.body.roles).toEqual(agencyRolesOf(needed))
}

test('every route of agencies is asked as every one of their people (contract-agencies)', async () => {
  await using service = await startService()
  const routes = service.app.routes
    .map(({ method, path }: { method: string; path: string }) => `${method} ${path}`)
    .filter((route: string) => / \/v1\/(acenta|agencies\/me)\b/.test(route))
  expect([...new Set(routes)].toSorted()).toEqual(Object.keys(AGENCY).toSorted())
})

test.each(Object.entries({ ...AGENCY, ...BOOKINGS }))(
  '%s lets an agency’s people in by their role: %j (contract-agencies, *Roles*)',
  async (route) => {
    await using staged = await stage(route)
    const { own, people } = staged
    for (const role of LOWEST_FIRST) expectDoor(await ask(people[role], route, own), role, route)
    for (const stranger of [people.ofNone, people.ofEcho]) {
      const answer = await ask(stranger, route, own)
      expect(answer.status).toBeLessThan(500)
      for (const name of ['OfNobody', 'OfGuest', 'OfDelta']) expect(answer.text).not.toContain(name)
      if (/:(code|userId|id)\b/.test(route) || stranger === people.ofNone)
        expect(answer).toBeProblem(404, 'not_found')
    }
  },
)

test('an accountant of an agency books nothing and asks for no quote; a seller does both (contract-agencies, *Roles*)', async () => {
  await using staged = await stage('POST /v1/bookings')
  const { service, people } = staged
  await sell(service, { available: 20 })
  const stay = { roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-02' }
  const guest = { firstName: 'A', lastName: 'B', email: 'b@example.com' }
  const order = { hotelSlug: 'alfa', stays: [stay] }
  const acts = (call: Call) => [
    book(call),
    call('POST', '/v1/booking-groups', { body: { ...order, guest } }),
    call('POST', '/v1/acenta/booking-groups', { body: { ...order, guest } }),
    call('POST', '/v1/quotes', { body: order }),
  ]
  for (const answer of await Promise.all(acts(people.agency_accounts)))
    expect(answer).toBeProblem(403, 'role_missing')
  for (const answer of await Promise.all(acts(people.agency_seller)))
    expect(answer.status).toBeLessThan(300)
})

test('the document says of each operation of agencies which role it needs (contract-agencies)', async () => {
  await using service = await startService()
  const document: Document = (await service.call('GET', '/openapi.json')).body
  const operations = operationsOf(document)
  for (const [route, needed] of Object.entries(AGENCY)) {
    const operation = operations.get(route.replaceAll(/:(\w+)/g, '{$1}'))!
    // Everybody may leave.
    const roles = route === REMOVAL ? [] : [...agencyRolesOf(needed)]
    expect([route, operation['x-agency-role']]).toEqual([route, roles])
    for (const role of roles) expect(operation.description).toContain(`\`${role}\``)
    const refused = operation.responses[403]!.description
    expect([route, refused.includes('`role_missing`')]).toEqual([route, needed.length > 0])
  }
})

test('users of before roles are owners, and what the account says of itself tells the role (contract-agencies)', async () => {
  await using service = await startService()
  const delta = await addAgency(service)
  const roleOf = async (agencyRole: AgencyRole | null) => {
    const { call } = await signIn(service, 'agency_user', {
      ...{ name: agencyRole ?? 'old', agencyId: delta, agencyRole },
    })
    return (await call('GET', '/v1/auth/me')).body.agencyRole
  }
  expect(await roleOf(null)).toBe('agency_owner')
  for (const role of AGENCY_ROLES) expect(await roleOf(role)).toBe(role)
  expect(
    (await (await signIn(service, 'guest')).call('GET', '/v1/auth/me')).body.agencyRole,
  ).toBeNull()
})
