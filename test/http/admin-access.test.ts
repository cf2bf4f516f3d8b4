import { expect, test } from 'bun:test'
import { startService } from '../support/service.ts'
import { hireStaff, type Staff } from '../support/staff.ts'

// Statuses are of a call without a body: 415 says that somebody may call and would be read.
const BODY = 415
const ADMIN = ['admin']
const PANEL = ['manager', 'bravoManager', 'chief', 'admin']
/** Whom a hotel reports is no admin's business. */
const HOTEL = ['manager', 'bravoManager', 'chief']
const AGENCY = ['agent', 'echoAgent']

/** Every endpoint of staff: who may call it, and what they are answered. */
const ENDPOINTS: [call: string, allowed: string[], status: number][] = [
  ['GET /v1/admin/dashboard', ADMIN, 200],
  ['GET /v1/admin/system', ADMIN, 200],
  ['GET /v1/admin/hotels', ADMIN, 200],
  ['GET /v1/admin/users', ADMIN, 200],
  ['GET /v1/admin/bookings', ADMIN, 200],
  ['GET /v1/admin/statements', ADMIN, 200],
  ['GET /v1/admin/statements.csv', ADMIN, 200],
  ['GET /v1/admin/statements/NONE', ADMIN, 404],
  ['GET /v1/admin/history', ADMIN, 200],
  ['GET /v1/admin/cities', ADMIN, 200],
  ['POST /v1/admin/cities', ADMIN, BODY],
  ['DELETE /v1/admin/cities/none', ADMIN, 404],
  ['PATCH /v1/admin/cities/alfa-city', ADMIN, BODY],
  ['POST /v1/admin/hotels', ADMIN, BODY],
  ['PATCH /v1/admin/hotels/alfa', ADMIN, BODY],
  ['POST /v1/admin/hotels/alfa/rooms', ADMIN, BODY],
  ['PATCH /v1/admin/hotels/alfa/rooms/DBL', ADMIN, BODY],
  ['GET /v1/admin/hotels/alfa/rates', ADMIN, 200],
  ['GET /v1/admin/hotels/alfa/extras', ADMIN, 200],
  ['POST /v1/admin/hotels/alfa/extras', ADMIN, BODY],
  ['PATCH /v1/admin/hotels/alfa/extras/NONE', ADMIN, BODY],
  ['POST /v1/admin/hotels/alfa/rates', ADMIN, BODY],
  ['PATCH /v1/admin/hotels/alfa/rates/STD', ADMIN, BODY],
  ['GET /v1/admin/hotels/alfa/members', ADMIN, 200],
  ['POST /v1/admin/hotels/alfa/members', ADMIN, BODY],
  ['PATCH /v1/admin/hotels/alfa/members/none', ADMIN, BODY],
  ['DELETE /v1/admin/hotels/alfa/members/none', ADMIN, 404],
  ['GET /v1/admin/hotels/alfa/second-factor', ADMIN, 200],
  ['PATCH /v1/admin/hotels/alfa/second-factor', ADMIN, BODY],
  ['GET /v1/admin/hotels/alfa/invitations', ADMIN, 200],
  ['POST /v1/admin/hotels/alfa/invitations', ADMIN, BODY],
  ['POST /v1/admin/hotels/alfa/invitations/none/resend', ADMIN, 404],
  ['DELETE /v1/admin/hotels/alfa/invitations/none', ADMIN, 404],
  ['GET /v1/admin/agencies/DELTA/invitations', ADMIN, 200],
  ['POST /v1/admin/agencies/DELTA/invitations', ADMIN, BODY],
  ['POST /v1/admin/agencies/DELTA/invitations/none/resend', ADMIN, 404],
  ['DELETE /v1/admin/agencies/DELTA/invitations/none', ADMIN, 404],
  ['POST /v1/admin/users/some/reset-link', ADMIN, 404],
  ['PATCH /v1/admin/hotels/alfa/keys/some', ADMIN, BODY],
  ['GET /v1/admin/boards', ADMIN, 200],
  ['POST /v1/admin/boards', ADMIN, BODY],
  ['DELETE /v1/admin/boards/NONE', ADMIN, 404],
  ['PATCH /v1/admin/boards/RO', ADMIN, BODY],
  ['POST /v1/admin/users', ADMIN, BODY],
  ['PATCH /v1/admin/users/some', ADMIN, BODY],
  ['DELETE /v1/admin/users/some/second-factor', ADMIN, 404],
  ['GET /v1/admin/vendors', ADMIN, 200],
  ['POST /v1/admin/vendors', ADMIN, BODY],
  ['POST /v1/admin/vendors/some/rotate-secret', ADMIN, 404],
  ['GET /v1/admin/sites', ADMIN, 200],
  ['POST /v1/admin/sites', ADMIN, BODY],
  ['POST /v1/admin/sites/some/rotate-secret', ADMIN, 404],
  ['DELETE /v1/admin/sites/some', ADMIN, 404],
  ['POST /v1/admin/agencies', ADMIN, BODY],
  ['PATCH /v1/admin/agencies/DELTA', ADMIN, BODY],
  ['GET /v1/agencies', ADMIN, 200],
  ['GET /v1/agencies/me', AGENCY, 200],
  ['GET /v1/acenta/dashboard', AGENCY, 200],
  ['GET /v1/acenta/terms', AGENCY, 200],
  ['GET /v1/acenta/statements', AGENCY, 200],
  ['GET /v1/acenta/statements.csv', AGENCY, 200],
  ['GET /v1/acenta/statements/NONE', AGENCY, 404],
  ['GET /v1/acenta/bookings', AGENCY, 200],
  ['GET /v1/acenta/bookings/NONE', AGENCY, 404],
  ['PATCH /v1/acenta/bookings/NONE', AGENCY, BODY],
  ['POST /v1/acenta/bookings/NONE/cancel', AGENCY, 404],
  ['POST /v1/acenta/bookings/NONE/confirm', AGENCY, 404],
  ['GET /v1/acenta/today', AGENCY, 200],
  ['GET /v1/acenta/exports/bookings', AGENCY, 422],
  ['GET /v1/acenta/colleagues', AGENCY, 200],
  ['PATCH /v1/acenta/colleagues/some', AGENCY, BODY],
  ['DELETE /v1/acenta/colleagues/some', AGENCY, 404],
  ['DELETE /v1/acenta/colleagues/some/sessions', AGENCY, 404],
  ['GET /v1/acenta/invitations', AGENCY, 200],
  ['POST /v1/acenta/invitations', AGENCY, BODY],
  ['POST /v1/acenta/invitations/some/resend', AGENCY, 404],
  ['DELETE /v1/acenta/invitations/some', AGENCY, 404],
  ['PATCH /v1/acenta/agency', AGENCY, BODY],
  ['GET /v1/acenta/second-factor', AGENCY, 200],
  ['PATCH /v1/acenta/second-factor', AGENCY, BODY],
  ['GET /v1/acenta/search', AGENCY, 422],
  ['GET /v1/acenta/search/alfa', AGENCY, 422],
  ['GET /v1/acenta/refusals', AGENCY, 422],
  ['POST /v1/acenta/booking-groups', AGENCY, BODY],
  ['GET /v1/acenta/booking-groups/NONE', AGENCY, 404],
  ['GET /v1/acenta/booking-groups/NONE/trail', AGENCY, 404],
  ['PATCH /v1/acenta/booking-groups/NONE', AGENCY, BODY],
  ['POST /v1/acenta/booking-groups/NONE/stays', AGENCY, BODY],
  ['POST /v1/acenta/booking-groups/NONE/cancel', AGENCY, 404],
  ['POST /v1/acenta/booking-groups/NONE/confirm', AGENCY, 404],
  ['POST /v1/panel/booking-groups', PANEL, BODY],
  ['GET /v1/panel/booking-groups/NONE', PANEL, 404],
  ['GET /v1/panel/booking-groups/NONE/trail', PANEL, 404],
  ['PATCH /v1/panel/booking-groups/NONE', PANEL, BODY],
  ['POST /v1/panel/booking-groups/NONE/stays', PANEL, BODY],
  ['POST /v1/panel/booking-groups/NONE/cancel', PANEL, 404],
  ['POST /v1/panel/booking-groups/NONE/confirm', PANEL, 404],
  ['POST /v1/panel/booking-groups/NONE/manage-link', PANEL, 404],
  ['POST /v1/acenta/booking-groups/NONE/manage-link', AGENCY, 404],
  ['POST /v1/admin/vendors/none/test-secret', ADMIN, 404],
  ['GET /v1/panel/dashboard', PANEL, 200],
  ['GET /v1/panel/dashboard/desk', PANEL, 200],
  ['GET /v1/panel/bookings', PANEL, 200],
  ['GET /v1/panel/bookings/find', PANEL, 200],
  ['POST /v1/panel/bookings/NONE/no-show', PANEL, 404],
  ['POST /v1/panel/bookings/NONE/reinstate', PANEL, 404],
  ['POST /v1/panel/bookings/NONE/prove', PANEL, 404],
  ['POST /v1/panel/bookings/cancel', PANEL, BODY],
  ['POST /v1/panel/bookings/NONE/manage-link', PANEL, 404],
  ['PATCH /v1/panel/bookings/NONE/desk', PANEL, BODY],
  ['POST /v1/panel/bookings/NONE/payments', PANEL, BODY],
  ['GET /v1/panel/bookings/NONE/identities', HOTEL, 404],
  ['PUT /v1/panel/bookings/NONE/identities', PANEL, BODY],
  ['GET /v1/panel/exports/identities', HOTEL, 200],
  ['GET /v1/panel/exports/bookings', PANEL, 200],
  ['GET /v1/panel/exports/arrivals', PANEL, 200],
  ['GET /v1/panel/exports/departures', PANEL, 200],
  ['GET /v1/panel/exports/calendar', PANEL, 200],
  ['GET /v1/panel/statements', PANEL, 200],
  ['GET /v1/panel/statements.csv', PANEL, 200],
  ['GET /v1/panel/statements/NONE', PANEL, 404],
  ['POST /v1/panel/statements/close', PANEL, BODY],
  ['POST /v1/panel/statements/adjustments', PANEL, BODY],
  ['DELETE /v1/panel/statements/adjustments/NONE', PANEL, 404],
  ['GET /v1/panel/agencies', PANEL, 200],
  ['GET /v1/panel/agencies/NONE/terms', PANEL, 404],
  ['PUT /v1/panel/agencies/NONE/terms', PANEL, BODY],
  ['GET /v1/acenta/allotments', AGENCY, 422],
  ['GET /v1/panel/allotments', PANEL, 200],
  ['PUT /v1/panel/allotments', PANEL, BODY],
  ['GET /v1/panel/room-numbers', PANEL, 200],
  ['PUT /v1/panel/room-numbers', PANEL, BODY],
  ['POST /v1/panel/room-numbers/assign', PANEL, BODY],
  ['POST /v1/panel/room-numbers/swap', PANEL, BODY],
  ['GET /v1/panel/rooms', PANEL, 200],
  ['POST /v1/panel/rooms', PANEL, BODY],
  ['PATCH /v1/panel/rooms/DBL', PANEL, BODY],
  ['GET /v1/panel/photos', PANEL, 200],
  ['POST /v1/panel/photos', PANEL, 415],
  ['PATCH /v1/panel/photos/none', PANEL, BODY],
  ['PUT /v1/panel/photos/none/widths', PANEL, 404],
  ['DELETE /v1/panel/photos/none', PANEL, 404],
  ['GET /v1/panel/rates', PANEL, 200],
  ['GET /v1/panel/rates/days', PANEL, 200],
  ['POST /v1/panel/rates', PANEL, BODY],
  ['PATCH /v1/panel/rates/STD', PANEL, BODY],
  ['GET /v1/panel/guests/export', PANEL, 200],
  ['POST /v1/panel/guests/erase', PANEL, BODY],
  ['GET /v1/panel/extras', PANEL, 200],
  ['POST /v1/panel/extras', PANEL, BODY],
  ['PATCH /v1/panel/extras/NONE', PANEL, BODY],
  ['GET /v1/panel/reviews', PANEL, 200],
  ['POST /v1/panel/reviews/none/reply', PANEL, BODY],
  ['GET /v1/panel/availability', PANEL, 200],
  ['PUT /v1/panel/availability', PANEL, BODY],
  ['PATCH /v1/panel/availability', PANEL, BODY],
  ['GET /v1/panel/pushes', PANEL, 200],
  ['GET /v1/panel/dashboard/days', PANEL, 200],
  ['GET /v1/panel/bookings/NONE', PANEL, 404],
  ['GET /v1/panel/changes', PANEL, 200],
  ['GET /v1/panel/hotel', PANEL, 200],
  ['GET /v1/panel/web-bookings', PANEL, 200],
  ['GET /v1/panel/web-bookings/days', PANEL, 200],
  ['PATCH /v1/panel/hotel', PANEL, BODY],
  ['GET /v1/panel/availability/history', PANEL, 200],
  ['GET /v1/panel/pushes/none', PANEL, 404],
  ['GET /v1/panel/members', PANEL, 200],
  ['POST /v1/panel/members', PANEL, BODY],
  ['PATCH /v1/panel/members/none', PANEL, BODY],
  ['DELETE /v1/panel/members/none', PANEL, 404],
  ['GET /v1/panel/second-factor', PANEL, 200],
  ['PATCH /v1/panel/second-factor', PANEL, BODY],
  ['GET /v1/panel/invitations', PANEL, 200],
  ['POST /v1/panel/invitations', PANEL, BODY],
  ['POST /v1/panel/invitations/none/resend', PANEL, 404],
  ['DELETE /v1/panel/invitations/none', PANEL, 404],
  ['GET /v1/panel/history', PANEL, 200],
  ['GET /v1/panel/mails', PANEL, 200],
  ['PATCH /v1/panel/mails', PANEL, BODY],
  ['GET /v1/panel/api-keys', PANEL, 200],
  ['POST /v1/panel/api-keys', PANEL, BODY],
  ['PATCH /v1/panel/api-keys/none', PANEL, BODY],
  ['GET /v1/panel/api-keys/none/certification', PANEL, 404],
  ['DELETE /v1/panel/api-keys/none', PANEL, 404],
  ['GET /v1/panel/vendors', PANEL, 200],
  ['POST /v1/panel/vendors', PANEL, BODY],
  ['DELETE /v1/panel/vendors/none', PANEL, 404],
  ['GET /v1/panel/sites', PANEL, 200],
  ['POST /v1/panel/sites', PANEL, BODY],
  ['POST /v1/panel/sites/none/rotate-secret', PANEL, 404],
  ['DELETE /v1/panel/sites/none', PANEL, 404],
  ['GET /v1/panel/webhooks', PANEL, 200],
  ['POST /v1/panel/webhooks', PANEL, BODY],
  ['GET /v1/panel/webhooks/none', PANEL, 404],
  ['PATCH /v1/panel/webhooks/none', PANEL, BODY],
  ['DELETE /v1/panel/webhooks/none', PANEL, 404],
  ['POST /v1/panel/webhooks/none/test', PANEL, 404],
  ['POST /v1/panel/webhooks/none/rotate-secret', PANEL, 404],
  ['GET /v1/panel/webhooks/none/deliveries', PANEL, 404],
  ['GET /v1/panel/webhooks/none/deliveries/none', PANEL, 404],
  ['POST /v1/panel/webhooks/none/deliveries/none/redeliver', PANEL, 404],
  ['POST /v1/panel/webhooks/none/replay', PANEL, BODY],
]
const CAST = [
  'guest',
  'admin',
  'manager',
  'bravoManager',
  'chief',
  'agent',
  'echoAgent',
] as const satisfies (keyof Staff)[]

/** Parameters without which an address is refused. */
const NEEDS: Record<string, string> = {
  '/v1/panel/availability': '&from=2027-04-01&to=2027-04-01',
  '/v1/panel/bookings/find': '&q=carla',
  '/v1/panel/guests/export': '&email=nobody@example.com',
  '/v1/panel/exports/bookings': '&from=2027-04-01&to=2027-04-01',
  '/v1/panel/exports/calendar': '&from=2027-04-01&to=2027-04-01',
  '/v1/panel/rates/days': '&from=2027-04-01&to=2027-04-01',
  '/v1/panel/dashboard/days': '&from=2027-04-01&to=2027-04-01',
  '/v1/panel/web-bookings/days': '&from=2027-04-01&to=2027-04-01',
  '/v1/panel/allotments': '&from=2027-04-01&to=2027-04-01',
  '/v1/panel/availability/history': '&roomCode=DBL&date=2027-04-01',
}

const addressOf = (method: string, path: string, hotel: string) => {
  const needs = method === 'GET' ? (NEEDS[path] ?? '') : ''
  return path.startsWith('/v1/panel') ? `${path}?hotel=${hotel}${needs}` : path
}

test('every endpoint of staff answers its roles, 403 the others, 401 nobody, partner keys and bad tokens (specification §4.2)', async () => {
  await using service = await startService()
  const staff = await hireStaff(service)
  const { alfa } = service

  for (const [endpoint, allowed, status] of ENDPOINTS) {
    const [method = '', path = ''] = endpoint.split(' ')
    const address = addressOf(method, path, 'alfa')
    expect(await staff.nobody(method, address)).toBeProblem(401, 'unauthenticated')
    for (const credential of [alfa.secret, `${staff.admin.token}x`, '']) {
      const headers = { authorization: `Bearer ${credential}` }
      expect(await staff.nobody(method, address, { headers })).toBeProblem(401, 'unauthenticated')
    }
    for (const who of CAST) {
      const answer = await staff[who].call(method, address)
      const isStranger = who === 'bravoManager' && path.startsWith('/v1/panel')
      const expected = allowed.includes(who) ? (isStranger ? 404 : status) : 403
      expect([endpoint, who, answer.status]).toEqual([endpoint, who, expected])
    }
  }
})

test('the table above has every route of admins, the panel and agencies that this service serves', async () => {
  await using service = await startService()
  const tested = ENDPOINTS.map(([endpoint]) => endpoint)
  const isTested = (method: string, path: string) => {
    const pattern = new RegExp(`^${method} ${path.replaceAll(/:[^/]+/g, '[^/]+')}$`)
    return tested.some((endpoint) => pattern.test(endpoint))
  }
  const missing = service.app.routes
    .filter(({ path }) => /^\/v1\/(admin|panel|acenta|agencies)/.test(path))
    .filter(({ method, path }) => !isTested(method, path))
    .map(({ method, path }) => `${method} ${path}`)

  expect(missing).toEqual([])
})

test("a panel call is about the hotel it names: a manager of several must name one, an admin any, a stranger's is 404 (contract §5)", async () => {
  await using service = await startService()
  const { manager, bravoManager, chief, admin } = await hireStaff(service)
  const slugOf = async (who: typeof manager, query: string) =>
    (await who.call('GET', `/v1/panel/dashboard${query}`)).body.hotelSlug

  expect(await slugOf(manager, '')).toBe('alfa')
  expect(await slugOf(bravoManager, '')).toBe('bravo')
  expect(await slugOf(chief, '?hotel=bravo')).toBe('bravo')
  expect(await slugOf(admin, '?hotel=alfa')).toBe('alfa')
  for (const who of [chief, admin]) {
    const answer = await who.call('GET', '/v1/panel/dashboard')
    expect(answer).toBeProblem(422, 'validation_failed')
    expect(answer.body.errors[0]).toMatchObject({ path: '?hotel', code: 'required' })
  }
  for (const slug of ['bravo', 'none'])
    expect(await manager.call('GET', `/v1/panel/dashboard?hotel=${slug}`)).toBeProblem(
      404,
      'not_found',
    )
  expect(await admin.call('GET', '/v1/panel/dashboard?hotel=none')).toBeProblem(404, 'not_found')
})
