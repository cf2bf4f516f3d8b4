import { expect, test } from 'bun:test'
import {
  MEMBER_ROLES,
  type MemberRole,
  mayDo,
  type NeededRole,
  rolesOf,
} from '../../src/domain/accounts/membership.ts'
import { routes } from '../../src/http/api/route.ts'
import { hotelDoor } from '../../src/http/doors/panel-hotel.ts'
import { sell } from '../support/bookings.ts'
import type { Answer } from '../support/matchers.ts'
import { type Document, operationsOf } from '../support/openapi.ts'
import { ROWS } from '../support/role-rows.ts'
import { pathOf, stageFor, type World } from '../support/roles.ts'
import { type Call, startService, type TestService } from '../support/service.ts'
import { signIn } from '../support/users.ts'

// Who may do what in a hotel (contract §5, *Memberships*): every route × role × (own hotel, another hotel, none).

/** Every route of the panel with the role it needs: a new one fails the test until it has a row. */
const PANEL: Record<string, NeededRole> = {
  'GET /v1/panel/hotel': 'any',
  'PATCH /v1/panel/hotel': 'owner',
  'GET /v1/panel/web-bookings': 'any',
  'GET /v1/panel/web-bookings/days': 'any',
  'GET /v1/panel/dashboard': 'any',
  'GET /v1/panel/dashboard/days': 'any',
  'GET /v1/panel/dashboard/desk': 'any',
  'GET /v1/panel/bookings': 'any',
  'GET /v1/panel/bookings/find': 'any',
  'GET /v1/panel/bookings/:code': 'any',
  'POST /v1/panel/bookings/:code/no-show': 'front_desk',
  'POST /v1/panel/bookings/:code/reinstate': 'front_desk',
  'POST /v1/panel/bookings/:code/prove': 'front_desk',
  'POST /v1/panel/bookings/cancel': 'front_desk',
  'POST /v1/panel/guests/erase': 'owner',
  'GET /v1/panel/guests/export': 'owner',
  'POST /v1/panel/bookings/:code/manage-link': 'front_desk',
  'POST /v1/panel/booking-groups': 'front_desk',
  'GET /v1/panel/booking-groups/:code': 'any',
  'GET /v1/panel/booking-groups/:code/trail': 'any',
  'PATCH /v1/panel/booking-groups/:code': 'front_desk',
  'POST /v1/panel/booking-groups/:code/stays': 'front_desk',
  'POST /v1/panel/booking-groups/:code/cancel': 'front_desk',
  'POST /v1/panel/booking-groups/:code/confirm': 'front_desk',
  'POST /v1/panel/booking-groups/:code/manage-link': 'front_desk',
  'PATCH /v1/panel/bookings/:code/desk': 'front_desk',
  'POST /v1/panel/bookings/:code/payments': 'front_desk',
  'GET /v1/panel/bookings/:code/identities': 'front_desk',
  'PUT /v1/panel/bookings/:code/identities': 'front_desk',
  'GET /v1/panel/statements': 'revenue',
  'GET /v1/panel/statements.csv': 'revenue',
  'GET /v1/panel/statements/:number': 'revenue',
  'POST /v1/panel/statements/close': 'revenue',
  'POST /v1/panel/statements/adjustments': 'revenue',
  'DELETE /v1/panel/statements/adjustments/:id': 'revenue',
  'GET /v1/panel/agencies': 'revenue',
  'GET /v1/panel/agencies/:agencyCode/terms': 'revenue',
  'PUT /v1/panel/agencies/:agencyCode/terms': 'revenue',
  'GET /v1/panel/allotments': 'any',
  'PUT /v1/panel/allotments': 'revenue',
  'GET /v1/panel/room-numbers': 'any',
  'PUT /v1/panel/room-numbers': 'revenue',
  'POST /v1/panel/room-numbers/assign': 'front_desk',
  'POST /v1/panel/room-numbers/swap': 'front_desk',
  'GET /v1/panel/exports/identities': 'front_desk',
  'GET /v1/panel/exports/bookings': 'not_read_only',
  'GET /v1/panel/exports/arrivals': 'not_read_only',
  'GET /v1/panel/exports/departures': 'not_read_only',
  'GET /v1/panel/exports/calendar': 'not_read_only',
  'GET /v1/panel/changes': 'any',
  'GET /v1/panel/reviews': 'any',
  'POST /v1/panel/reviews/:id/reply': 'owner',
  'GET /v1/panel/rooms': 'any',
  'POST /v1/panel/rooms': 'revenue',
  'PATCH /v1/panel/rooms/:roomCode': 'revenue',
  'GET /v1/panel/photos': 'any',
  'POST /v1/panel/photos': 'revenue',
  'PATCH /v1/panel/photos/:id': 'revenue',
  'PUT /v1/panel/photos/:id/widths': 'revenue',
  'DELETE /v1/panel/photos/:id': 'revenue',
  'GET /v1/panel/rates': 'any',
  'GET /v1/panel/rates/days': 'any',
  'POST /v1/panel/rates': 'revenue',
  'PATCH /v1/panel/rates/:rateCode': 'revenue',
  'GET /v1/panel/extras': 'any',
  'POST /v1/panel/extras': 'revenue',
  'PATCH /v1/panel/extras/:extraCode': 'revenue',
  'GET /v1/panel/availability': 'any',
  'GET /v1/panel/availability/history': 'any',
  'PUT /v1/panel/availability': 'revenue',
  'PATCH /v1/panel/availability': 'revenue',
  'GET /v1/panel/pushes': 'revenue',
  'GET /v1/panel/pushes/:id': 'revenue',
  'GET /v1/panel/mails': 'any',
  'PATCH /v1/panel/mails': 'owner',
  'GET /v1/panel/members': 'owner',
  'POST /v1/panel/members': 'owner',
  'PATCH /v1/panel/members/:userId': 'owner',
  'DELETE /v1/panel/members/:userId': 'owner',
  'GET /v1/panel/second-factor': 'owner',
  'PATCH /v1/panel/second-factor': 'owner',
  'GET /v1/panel/invitations': 'owner',
  'POST /v1/panel/invitations': 'owner',
  'POST /v1/panel/invitations/:id/resend': 'owner',
  'DELETE /v1/panel/invitations/:id': 'owner',
  'GET /v1/panel/history': 'not_read_only',
  'GET /v1/panel/api-keys': 'owner',
  'POST /v1/panel/api-keys': 'owner',
  'PATCH /v1/panel/api-keys/:id': 'owner',
  'GET /v1/panel/api-keys/:id/certification': 'owner',
  'DELETE /v1/panel/api-keys/:id': 'owner',
  'GET /v1/panel/vendors': 'owner',
  'POST /v1/panel/vendors': 'owner',
  'DELETE /v1/panel/vendors/:id': 'owner',
  'GET /v1/panel/sites': 'owner',
  'POST /v1/panel/sites': 'owner',
  'POST /v1/panel/sites/:id/rotate-secret': 'owner',
  'DELETE /v1/panel/sites/:id': 'owner',
  'GET /v1/panel/webhooks': 'owner',
  'POST /v1/panel/webhooks': 'owner',
  'GET /v1/panel/webhooks/:id': 'owner',
  'PATCH /v1/panel/webhooks/:id': 'owner',
  'DELETE /v1/panel/webhooks/:id': 'owner',
  'POST /v1/panel/webhooks/:id/test': 'owner',
  'POST /v1/panel/webhooks/:id/rotate-secret': 'owner',
  'GET /v1/panel/webhooks/:id/deliveries': 'owner',
  'GET /v1/panel/webhooks/:id/deliveries/:deliveryId': 'owner',
  'POST /v1/panel/webhooks/:id/deliveries/:deliveryId/redeliver': 'owner',
  'POST /v1/panel/webhooks/:id/replay': 'owner',
}

/** Routes for everybody on a booking of the hotel: what a member of it needs to be. To others it is not there. */
const BOOKINGS: Record<string, NeededRole> = {
  'GET /v1/bookings/:code': 'any',
  'PATCH /v1/bookings/:code': 'front_desk',
  'POST /v1/bookings/:code/cancel': 'front_desk',
  'POST /v1/bookings/:code/confirm': 'front_desk',
  'POST /v1/bookings/:code/manage-link': 'front_desk',
  'GET /v1/booking-groups/:code': 'any',
  'PATCH /v1/booking-groups/:code': 'front_desk',
  'POST /v1/booking-groups/:code/manage-link': 'front_desk',
  'POST /v1/booking-groups/:code/cancel': 'front_desk',
  'POST /v1/booking-groups/:code/confirm': 'front_desk',
}

/** Every other route of the general interface: what somebody is in a hotel makes no difference to its door. */
const OTHERS = [
  'GET /v1/photos/:id',
  'POST /v1/auth/logout',
  'GET /v1/auth/me',
  'PATCH /v1/auth/me',
  'GET /v1/auth/second-factor',
  'POST /v1/auth/second-factor',
  'POST /v1/auth/second-factor/confirm',
  'POST /v1/auth/second-factor/recovery-codes',
  'POST /v1/auth/second-factor/remove',
  'POST /v1/auth/passkeys/options',
  'POST /v1/auth/passkeys/verify',
  'GET /v1/auth/passkeys',
  'POST /v1/auth/passkeys',
  'PATCH /v1/auth/passkeys/:id',
  'DELETE /v1/auth/passkeys/:id',
  'GET /v1/auth/sessions',
  'DELETE /v1/auth/sessions',
  'DELETE /v1/auth/sessions/:id',
  'POST /v1/auth/step-up',
  'POST /v1/auth/change-email',
  'POST /v1/auth/forgot-password',
  'POST /v1/auth/link',
  'POST /v1/auth/reset-password',
  'POST /v1/auth/confirm-email',
  'POST /v1/auth/refuse-email',
  'POST /v1/auth/accept-invitation',
  'GET /v1/cities',
  'GET /v1/hotels',
  'GET /v1/hotels/:slug',
  'GET /v1/hotels/:slug/calendar',
  'GET /v1/amenities',
  'GET /v1/hotels/:slug/agreements',
  'GET /v1/hotels/:slug/reviews',
  'GET /v1/bookings',
  // The hotel does not review itself.
  'POST /v1/bookings/:code/review',
  // Needs the mailed link only, whatever the caller's role.
  'POST /v1/bookings/:code/prove',
  'POST /v1/bookings/:code/disown',
  'GET /v1/agencies',
  'GET /v1/agencies/me',
  'GET /v1/acenta/dashboard',
  'GET /v1/acenta/terms',
  'GET /v1/acenta/allotments',
  'GET /v1/acenta/statements',
  'GET /v1/acenta/statements.csv',
  'GET /v1/acenta/statements/:number',
  'GET /v1/acenta/bookings',
  'GET /v1/acenta/bookings/:code',
  'PATCH /v1/acenta/bookings/:code',
  'POST /v1/acenta/bookings/:code/cancel',
  'POST /v1/acenta/bookings/:code/confirm',
  'GET /v1/acenta/today',
  'GET /v1/acenta/exports/bookings',
  'GET /v1/acenta/search',
  'GET /v1/acenta/search/:slug',
  'GET /v1/acenta/refusals',
  'GET /v1/acenta/colleagues',
  'PATCH /v1/acenta/colleagues/:userId',
  'DELETE /v1/acenta/colleagues/:userId',
  'DELETE /v1/acenta/colleagues/:userId/sessions',
  'GET /v1/acenta/invitations',
  'POST /v1/acenta/invitations',
  'POST /v1/acenta/invitations/:id/resend',
  'DELETE /v1/acenta/invitations/:id',
  'PATCH /v1/acenta/agency',
  'GET /v1/acenta/second-factor',
  'PATCH /v1/acenta/second-factor',
  'POST /v1/acenta/booking-groups',
  'GET /v1/acenta/booking-groups/:code',
  'GET /v1/acenta/booking-groups/:code/trail',
  'PATCH /v1/acenta/booking-groups/:code',
  'POST /v1/acenta/booking-groups/:code/stays',
  'POST /v1/acenta/booking-groups/:code/manage-link',
  'POST /v1/acenta/booking-groups/:code/cancel',
  'POST /v1/acenta/booking-groups/:code/confirm',
  'GET /',
  'GET /swagger',
  'GET /swagger/json',
  'GET /openapi.json',
  'GET /llms-full.txt',
  'GET /docs',
  'GET /docs/:page',
  'GET /docs/search',
  'GET /docs/changelog.atom',
  'GET /llms.txt',
  'GET /metrics',
  'GET /.well-known/security.txt',
  'GET /problems/:code',
  'GET /v1',
  'GET /v1/health',
  'POST /v1/auth/register',
  'POST /v1/auth/login',
  'POST /v1/auth/session',
]

/** Booked below, with a body of its own. */
const BOOK = 'POST /v1/bookings'
const BOOK_GROUP = 'POST /v1/booking-groups'
const QUOTE = 'POST /v1/quotes'

/** Lower ones first: what is refused leaves the thing in its place for who is let in. */
const LOWEST_FIRST = ['read_only', 'front_desk', 'revenue', 'owner'] satisfies MemberRole[]

type People = Record<MemberRole | 'unemployed' | 'ofBravo', Call>

/** For each role somebody who has it at Alfa alone, somebody of no hotel, and an owner of Bravo. */
async function hire(service: TestService): Promise<People> {
  const { alfa, bravo } = service
  const make = async (name: string, hotelId?: number, role: MemberRole = 'owner') => {
    const memberships = hotelId === undefined ? [] : [{ hotelId, role }]
    return (await signIn(service, 'hotel_manager', { name, memberships })).call
  }
  return {
    owner: await make('the owner', alfa.id),
    revenue: await make('the revenue manager', alfa.id, 'revenue'),
    front_desk: await make('the receptionist', alfa.id, 'front_desk'),
    read_only: await make('the accountant', alfa.id, 'read_only'),
    unemployed: await make('nobody yet'),
    ofBravo: await make('the owner of Bravo', bravo.id),
  }
}

const stage = stageFor(async (service) => ({ people: await hire(service) }))

/** Asks a route of `role-rows.ts` about what is there at Alfa. @param hotel what the panel is to be about; '': not said */
function ask(call: Call, route: string, world: World, hotel = 'alfa'): Promise<Answer> {
  const row = ROWS[route]!
  const method = route.slice(0, route.indexOf(' '))
  const path = pathOf(route, row, world).replace(
    /[?&]hotel=alfa/,
    hotel && `${/\?.*&hotel=/.test(pathOf(route, row, world)) ? '&' : '?'}hotel=${hotel}`,
  )
  return call(method, path, row.body === undefined ? {} : { body: row.body })
}

/** Whether an answer is of a route that its caller was let in to. */
const isLetIn = ({ status }: Answer) => ![401, 403, 404].includes(status) && status < 500

/** Routes that answer 404 to an owner, too: what they are asked about is not there. */
const isAbsent = (route: string) => ROWS[route]!.doors[2] === 'n'

function expectDoor(answer: Answer, role: MemberRole, needed: NeededRole, absent = false): void {
  if (mayDo(role, needed)) {
    expect([role, absent ? answer.status === 404 : isLetIn(answer)]).toEqual([role, true])
    return
  }
  expect(answer).toBeProblem(403, 'role_missing')
  expect(answer.body.roles).toEqual(rolesOf(needed))
  for (const each of rolesOf(needed)) expect(answer.body.detail).toContain(each)
}

test('every route of the panel and the general interface is asked as every member (contract §5)', async () => {
  await using service = await startService()
  const routes = service.app.routes
    .map(({ method, path }: { method: string; path: string }) => `${method} ${path}`)
    .filter((route: string) => !/ \/v1\/(partner|admin)\//.test(route))

  const asked = [
    ...Object.keys(PANEL),
    ...Object.keys(BOOKINGS),
    ...OTHERS,
    BOOK,
    BOOK_GROUP,
    QUOTE,
  ]
  expect([...new Set(routes)].toSorted()).toEqual(asked.toSorted())
})

test.each(Object.entries(PANEL))('%s in the own hotel: %s', async (route, needed) => {
  await using staged = await stage(route)
  const { world, people } = staged
  for (const role of LOWEST_FIRST) {
    // The only hotel need not be named. Twice is once too often for what an owner deletes.
    if (!mayDo(role, needed) || !route.startsWith('DELETE'))
      expectDoor(await ask(people[role], route, world, ''), role, needed, isAbsent(route))
    expectDoor(await ask(people[role], route, world), role, needed, isAbsent(route))
  }
})

test.each(Object.keys(PANEL))(
  '%s in another hotel, or of none: as if it were not there',
  async (route) => {
    await using staged = await stage(route)
    const { world, people } = staged
    for (const role of MEMBER_ROLES) {
      const foreign = await ask(people[role], route, world, 'bravo')
      const nowhere = await ask(people[role], route, world, 'nowhere')
      expect(foreign).toBeProblem(404, 'not_found')
      expect({ ...foreign.body, requestId: '' }).toEqual({ ...nowhere.body, requestId: '' })
    }
    for (const hotel of ['alfa', 'bravo', ''])
      expect(await ask(people.unemployed, route, world, hotel)).toBeProblem(404, 'not_found')
    // What is Alfa's is not in Bravo, either.
    const answer = await ask(people.ofBravo, route, world, 'bravo')
    expect(answer.status).toBeLessThan(500)
    for (const name of ['OfNobody', 'OfGuest', 'OfDelta']) expect(answer.text).not.toContain(name)
  },
)

test.each(Object.entries(BOOKINGS))('%s for the hotel’s people: %s', async (route, needed) => {
  await using staged = await stage(route)
  const { world, people } = staged
  for (const role of LOWEST_FIRST) expectDoor(await ask(people[role], route, world), role, needed)
  for (const stranger of [people.unemployed, people.ofBravo])
    expect(await ask(stranger, route, world)).toBeProblem(404, 'not_found')
})

test.each(OTHERS)('%s is the same to all of them', async (route) => {
  await using staged = await stage(route)
  const { people, world } = staged
  const statuses: number[] = []
  for (const call of Object.values(people)) statuses.push((await ask(call, route, world)).status)
  // An address registers once.
  if (route === 'POST /v1/auth/register') statuses.shift()
  expect(new Set(statuses).size).toBe(1)
})

test('the desk and owners book at their hotel as the hotel; the others of its people do not; elsewhere all are guests', async () => {
  await using staged = await stage(BOOK)
  const { service, people } = staged
  await sell(service, { available: 20 })
  const guest = { firstName: 'A', lastName: 'B', email: 'b@example.com' }
  const stay = { roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-02', guest }
  const bookAt = (call: Call, hotelSlug: string) =>
    call('POST', '/v1/bookings', { body: { ...stay, hotelSlug } })

  for (const role of MEMBER_ROLES) {
    const answer = await bookAt(people[role], 'alfa')
    if (mayDo(role, 'front_desk')) {
      expect(answer.status).toBe(201)
      expect(answer.body.source.type).toBe('panel')
    } else expect(answer).toBeProblem(403, 'role_missing')
    // Nothing is on sale there, which everybody is told alike.
    expect(await bookAt(people[role], 'bravo')).toBeProblem(409, 'closed_for_sale')
  }
  for (const call of [people.ofBravo, people.unemployed, service.call])
    expect((await bookAt(call, 'alfa')).body.source.type).toBe('web')
})

test('a member who knows the e-mail of a booking is no guest of it for that (contract §5)', async () => {
  await using staged = await stage(BOOK)
  const { world, people } = staged
  const path = `/v1/bookings/${world.ids.code}`
  const body = { email: 'OfNobody@example.com' }

  expect(await people.read_only('POST', `${path}/cancel`, { body })).toBeProblem(
    403,
    'role_missing',
  )
  expect(await people.revenue('PATCH', path, { body: { ...body, adults: 1 } })).toBeProblem(
    403,
    'role_missing',
  )
})

test.each(MEMBER_ROLES.flatMap((alfa) => MEMBER_ROLES.map((bravo) => [alfa, bravo] as const)))(
  'who is %s in one hotel and %s in another is in each what they are there (contract §5)',
  async (alfa, bravo) => {
    await using service = await startService()
    const memberships = [
      { hotelId: service.alfa.id, role: alfa },
      { hotelId: service.bravo.id, role: bravo },
    ]
    const { call } = await signIn(service, 'hotel_manager', { memberships })

    for (const [hotel, role] of [
      ['alfa', alfa],
      ['bravo', bravo],
    ] as const)
      for (const [method, path, needed, body] of [
        ['GET', 'members', 'owner', undefined],
        ['PATCH', 'rooms/DBL', 'revenue', { name: 'Double' }],
        ['POST', 'bookings/ZZZZZZZZZZ/no-show', 'front_desk', {}],
      ] as const) {
        const answer = await call(method, `/v1/panel/${path}?hotel=${hotel}`, { body })
        if (mayDo(role, needed)) expect(answer.status).not.toBe(403)
        else expect(answer).toBeProblem(403, 'role_missing')
      }
    expect((await call('GET', '/v1/auth/me')).body.memberships).toEqual([
      { hotelSlug: 'alfa', hotelName: 'Hotel alfa', role: alfa, secondFactorRequired: false },
      { hotelSlug: 'bravo', hotelName: 'Hotel bravo', role: bravo, secondFactorRequired: false },
    ])
    expect(await call('GET', '/v1/panel/hotel')).toBeProblem(422, 'validation_failed')
  },
)

test('the document says of each operation of the panel which role it needs, and that 403 is the answer without it', async () => {
  await using service = await startService()
  const document: Document = (await service.call('GET', '/openapi.json')).body
  const operations = operationsOf(document)

  for (const [route, needed] of Object.entries(PANEL)) {
    const operation = operations.get(route.replaceAll(/:(\w+)/g, '{$1}'))!
    const roles = [...rolesOf(needed)]
    expect([route, operation['x-member-role']]).toEqual([route, roles])
    for (const role of roles) expect(operation.description).toContain(`\`${role}\``)
    const refused = operation.responses[403]!.description
    expect([route, refused.includes('`role_missing`')]).toEqual([route, roles.length > 0])
  }
  for (const [name, operation] of operations)
    if (!name.includes(' /v1/panel'))
      expect([name, operation['x-member-role']]).toEqual([name, undefined])
  expect((await service.call('GET', '/problems/role_missing')).status).toBe(200)
})

test('a route of the panel that does not say its role does not compile', async () => {
  await using service = await startService()
  const { route } = routes('/v1/panel', hotelDoor(service.context), 'Panel')
  const forgotten = { id: 'forgotten', summary: 'Forgotten', says: '', handle: () => undefined }

  // @ts-expect-error: `memberRole` is missing
  const add = () => route('GET', '/forgotten', forgotten)
  expect(add).toBeFunction()
})
