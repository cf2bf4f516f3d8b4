/** For each of the roles: `.` let in, `u` 401, `f` 403, `n` 404. */
export type Row = { doors: string; path?: string; body?: unknown }

const RANGE = 'from=2027-04-01&to=2027-04-09'
const SINCE = '2027-03-01T00:00:00Z'
const ALL = '.........'
const SIGNED_IN = 'u......uu'
const ANYBODY_OR_USER = '.......uu'
const PARTNER = 'uuuuuuu..'
/** A test key alone. */
const TESTER = 'uuuuuuuff'
const PARTNER_OWN = 'uuuuuuu.n'
const BOOKING = 'nn.nnn.uu'
const AGENCY = 'ufff..fuu'
const PANEL = 'uf.nff.uu'
const ADMIN = 'ufffff.uu'
const rate = {
  rateCode: 'NRF',
  name: 'Saver',
  roomCodes: ['DBL'],
  pricing: { type: 'derived' },
  cancellation: { freeUntilDays: null, penalty: 'all' },
}
const update = { roomCode: 'DBL', date: '2027-04-09', available: 1 }

/** Every route, and who may pass. */
export const ROWS: Record<string, Row> = {
  'GET /': { doors: ALL },
  'GET /swagger': { doors: ALL },
  'GET /swagger/json': { doors: ALL },
  'GET /openapi.json': { doors: ALL },
  'GET /llms.txt': { doors: ALL },
  'GET /metrics': { doors: ALL },
  'GET /problems/:code': { doors: ALL, path: '/problems/not_found' },
  'GET /v1': { doors: ALL },
  'GET /v1/health': { doors: ALL },
  'POST /v1/auth/register': {
    doors: ALL,
    body: { email: 'new@example.com', password: 'a boat on the Bosphorus', name: 'New' },
  },
  'POST /v1/auth/login': {
    doors: 'uuuuuuuuu',
    body: { email: 'eve@example.com', password: 'a boat on the Bosphorus' },
  },
  'POST /v1/auth/session': { doors: ALL },
  'POST /v1/auth/logout': { doors: SIGNED_IN },
  'GET /v1/auth/me': { doors: SIGNED_IN },
  'PATCH /v1/auth/me': { doors: SIGNED_IN, body: { name: 'Another' } },
  'GET /v1/cities': { doors: ALL },
  'GET /v1/hotels': { doors: ALL },
  'GET /v1/hotels/:slug': { doors: ALL, path: '/v1/hotels/alfa' },
  'GET /v1/hotels/:slug/reviews': { doors: ALL, path: '/v1/hotels/alfa/reviews' },
  'POST /v1/bookings': { doors: ANYBODY_OR_USER, body: {} },
  'GET /v1/bookings': { doors: SIGNED_IN },
  'GET /v1/bookings/:code': { doors: BOOKING },
  'PATCH /v1/bookings/:code': { doors: BOOKING, body: { adults: 1 } },
  'POST /v1/bookings/:code/cancel': { doors: BOOKING, body: { simulate: true } },
  'POST /v1/bookings/:code/confirm': { doors: BOOKING, body: {} },
  // The hotel does not review itself.
  'POST /v1/bookings/:code/review': { doors: 'nnnnnnnuu', body: { rating: 5, text: 'Good.' } },
  'GET /v1/agencies': { doors: ADMIN },
  'GET /v1/agencies/me': { doors: AGENCY },
  'GET /v1/acenta/dashboard': { doors: AGENCY },
  'GET /v1/acenta/bookings': { doors: AGENCY },
  'GET /v1/panel/hotel': { doors: PANEL },
  'PATCH /v1/panel/hotel': { doors: PANEL, body: { taxes: [] } },
  'GET /v1/panel/dashboard': { doors: PANEL },
  'GET /v1/panel/dashboard/days': { doors: PANEL, path: `/v1/panel/dashboard/days?${RANGE}` },
  'GET /v1/panel/bookings': { doors: PANEL },
  'GET /v1/panel/bookings/:code': { doors: PANEL },
  'GET /v1/panel/changes': { doors: PANEL },
  'POST /v1/panel/bookings/:code/no-show': { doors: PANEL },
  'POST /v1/panel/bookings/:code/reinstate': { doors: PANEL },
  'GET /v1/panel/reviews': { doors: PANEL },
  'POST /v1/panel/reviews/:id/reply': {
    doors: PANEL,
    path: '/v1/panel/reviews/r1/reply',
    body: { text: 'Thanks' },
  },
  'GET /v1/panel/rooms': { doors: PANEL },
  'PATCH /v1/panel/rooms/:roomCode': {
    doors: PANEL,
    path: '/v1/panel/rooms/DBL',
    body: { name: 'Double' },
  },
  'GET /v1/panel/rates': { doors: PANEL },
  'GET /v1/panel/rates/days': {
    doors: PANEL,
    path: `/v1/panel/rates/days?${RANGE}`,
  },
  'POST /v1/panel/rates': { doors: PANEL, body: rate },
  'PATCH /v1/panel/rates/:rateCode': {
    doors: PANEL,
    path: '/v1/panel/rates/STD',
    body: { name: 'Flex' },
  },
  'GET /v1/panel/availability': { doors: PANEL, path: `/v1/panel/availability?${RANGE}` },
  'GET /v1/panel/availability/history': {
    doors: PANEL,
    path: '/v1/panel/availability/history?roomCode=DBL&date=2027-04-01',
  },
  'PUT /v1/panel/availability': { doors: PANEL, body: { updates: [update] } },
  'PATCH /v1/panel/availability': { doors: PANEL, body: { updates: [update] } },
  'GET /v1/panel/pushes': { doors: PANEL },
  'GET /v1/panel/pushes/:id': { doors: PANEL },
  'GET /v1/panel/api-keys': { doors: PANEL },
  'POST /v1/panel/api-keys': { doors: PANEL, body: { name: 'New key' } },
  'PATCH /v1/panel/api-keys/:id': { doors: PANEL, body: { allowedIps: [] } },
  // The key of the rows is a live one.
  'GET /v1/panel/api-keys/:id/certification': { doors: 'ufnnffnuu' },
  // The manager ends the key, so the admin who comes after finds none.
  'DELETE /v1/panel/api-keys/:id': { doors: 'uf.nffnuu' },
  'GET /v1/panel/webhooks': { doors: PANEL },
  'POST /v1/panel/webhooks': { doors: PANEL, body: { url: 'https://hooks.example.com/2' } },
  'GET /v1/panel/webhooks/:id': { doors: PANEL },
  'PATCH /v1/panel/webhooks/:id': { doors: PANEL, body: { active: false } },
  // The manager deletes it, so the admin who comes after finds none.
  'DELETE /v1/panel/webhooks/:id': { doors: 'uf.nffnuu' },
  'POST /v1/panel/webhooks/:id/test': { doors: PANEL },
  'POST /v1/panel/webhooks/:id/rotate-secret': { doors: PANEL },
  'GET /v1/panel/webhooks/:id/deliveries': { doors: PANEL },
  'GET /v1/panel/webhooks/:id/deliveries/:deliveryId': { doors: PANEL },
  'POST /v1/panel/webhooks/:id/deliveries/:deliveryId/redeliver': { doors: PANEL },
  'POST /v1/panel/webhooks/:id/replay': { doors: PANEL, body: { since: SINCE } },
  'GET /v1/admin/dashboard': { doors: ADMIN },
  'GET /v1/admin/hotels': { doors: ADMIN },
  'GET /v1/admin/users': { doors: ADMIN },
  'GET /v1/admin/bookings': { doors: ADMIN },
  'GET /v1/admin/history': { doors: ADMIN },
  'POST /v1/admin/cities': { doors: ADMIN, body: { name: 'Bursa', country: 'TR' } },
  'PATCH /v1/admin/cities/:slug': {
    doors: ADMIN,
    path: '/v1/admin/cities/alfa-city',
    body: { name: 'Alfa City' },
  },
  'POST /v1/admin/hotels': { doors: ADMIN, body: {} },
  'PATCH /v1/admin/hotels/:slug': {
    doors: ADMIN,
    path: '/v1/admin/hotels/alfa',
    body: { active: false },
  },
  'POST /v1/admin/hotels/:slug/rooms': {
    doors: ADMIN,
    path: '/v1/admin/hotels/alfa/rooms',
    body: {},
  },
  'PATCH /v1/admin/hotels/:slug/rooms/:roomCode': {
    doors: ADMIN,
    path: '/v1/admin/hotels/alfa/rooms/DBL',
    body: { name: 'Double' },
  },
  'GET /v1/admin/hotels/:slug/rates': { doors: ADMIN },
  'POST /v1/admin/hotels/:slug/rates': { doors: ADMIN, body: rate },
  'PATCH /v1/admin/hotels/:slug/rates/:rateCode': {
    doors: ADMIN,
    path: '/v1/admin/hotels/alfa/rates/STD',
    body: { name: 'Flex' },
  },
  'PATCH /v1/admin/hotels/:slug/keys/:id': { doors: ADMIN, body: { requestsPerMinute: 600 } },
  'POST /v1/admin/boards': { doors: ADMIN, body: { code: 'BR', name: 'Brunch' } },
  'PATCH /v1/admin/boards/:code': {
    doors: ADMIN,
    path: '/v1/admin/boards/BB',
    body: { name: 'Breakfast' },
  },
  'POST /v1/admin/users': { doors: ADMIN, body: {} },
  'PATCH /v1/admin/users/:id': { doors: ADMIN, body: { name: 'Renamed' } },
  'POST /v1/admin/agencies': { doors: ADMIN, body: {} },
  'PATCH /v1/admin/agencies/:code': {
    doors: ADMIN,
    path: '/v1/admin/agencies/DELTA',
    body: { name: 'Delta' },
  },
  'GET /v1/partner/availability': { doors: PARTNER, path: `/v1/partner/availability?${RANGE}` },
  'PUT /v1/partner/availability': { doors: PARTNER, body: { updates: [update] } },
  'PATCH /v1/partner/availability': { doors: PARTNER, body: { updates: [update] } },
  'GET /v1/partner/availability/history': {
    doors: PARTNER,
    path: '/v1/partner/availability/history?roomCode=DBL&date=2027-04-01',
  },
  'GET /v1/partner/hotel': { doors: PARTNER },
  'GET /v1/partner/hotels': { doors: PARTNER },
  'GET /v1/partner/rooms': { doors: PARTNER },
  'GET /v1/partner/boards': { doors: PARTNER },
  'GET /v1/partner/mapping': { doors: PARTNER },
  'GET /v1/partner/rates': {
    doors: PARTNER,
    path: `/v1/partner/rates?${RANGE}`,
  },
  'GET /v1/partner/limits': { doors: PARTNER },
  'GET /v1/partner/bookings': { doors: PARTNER, path: `/v1/partner/bookings?${RANGE}` },
  'GET /v1/partner/bookings/:code': { doors: PARTNER_OWN },
  'POST /v1/partner/bookings/:code/ack': { doors: PARTNER_OWN, body: { revision: 1 } },
  'POST /v1/partner/bookings/ack': {
    doors: PARTNER,
    body: { acks: [{ code: 'ZZZZZZZZZZ', revision: 1 }] },
  },
  'PATCH /v1/partner/bookings/:code': { doors: PARTNER_OWN, body: { roomCode: 'SGL' } },
  'POST /v1/partner/bookings/:code/no-show': { doors: PARTNER_OWN, body: { force: true } },
  'POST /v1/partner/bookings/:code/cancel': { doors: PARTNER_OWN, body: { reason: 'Rain' } },
  'GET /v1/partner/changes': { doors: PARTNER },
  'POST /v1/partner/sandbox/bookings': { doors: TESTER, body: {} },
  'PATCH /v1/partner/sandbox/bookings/:code': { doors: TESTER, body: {} },
  'POST /v1/partner/sandbox/bookings/:code/confirm': { doors: TESTER },
  'POST /v1/partner/sandbox/bookings/:code/cancel': { doors: TESTER },
  'POST /v1/partner/sandbox/bookings/:code/no-show': { doors: TESTER },
  'POST /v1/partner/sandbox/reset': { doors: TESTER },
  'POST /v1/partner/sandbox/faults': { doors: TESTER, body: {} },
  'GET /v1/partner/sandbox/faults': { doors: TESTER },
  'DELETE /v1/partner/sandbox/faults/:id': { doors: TESTER },
  'GET /v1/partner/sandbox/certification': { doors: TESTER },
  'GET /v1/partner/webhooks': { doors: PARTNER },
  'POST /v1/partner/webhooks': { doors: PARTNER, body: { url: 'https://hooks.example.com/2' } },
  'GET /v1/partner/webhooks/:id': { doors: PARTNER_OWN },
  'PATCH /v1/partner/webhooks/:id': { doors: PARTNER_OWN, body: { active: false } },
  'DELETE /v1/partner/webhooks/:id': { doors: PARTNER_OWN },
  'POST /v1/partner/webhooks/:id/test': { doors: PARTNER_OWN },
  'POST /v1/partner/webhooks/:id/rotate-secret': { doors: PARTNER_OWN },
  'GET /v1/partner/webhooks/:id/deliveries': { doors: PARTNER_OWN },
  'GET /v1/partner/webhooks/:id/deliveries/:deliveryId': { doors: PARTNER_OWN },
  'POST /v1/partner/webhooks/:id/deliveries/:deliveryId/redeliver': { doors: PARTNER_OWN },
  'POST /v1/partner/webhooks/:id/replay': { doors: PARTNER_OWN, body: { since: SINCE } },
}
