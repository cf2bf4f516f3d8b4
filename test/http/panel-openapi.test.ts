import { expect, test } from 'bun:test'
import { addPhoto } from '../../src/service/photos/photos.ts'
import { insertReview } from '../../src/store/bookings/reviews.ts'
import { book, bookGroup, sell } from '../support/bookings.ts'
import { DATE, day } from '../support/days.ts'
import { push } from '../support/http.ts'
import { visitor } from '../support/identities.ts'
import { inviteMember } from '../support/links.ts'
import { breachesOf, operationsOf } from '../support/openapi.ts'
import { jpeg } from '../support/pictures.ts'
import { startService, type TestService } from '../support/service.ts'
import { addSite } from '../support/sites.ts'
import { hireStaff } from '../support/staff.ts'
import type { TestUser } from '../support/users.ts'
import { addVendor } from '../support/vendors.ts'
import { addWebhook, attemptAll, queueEvents } from '../support/webhooks.ts'

/** One call of an operation: the status it must end in, its query string and body. */
type Sample = [status: number, query?: string, body?: unknown]

const RANGE = `?from=2027-03-30&to=${DATE}`
const SAVER = {
  rateCode: 'NRF',
  name: 'Saver',
  boardCode: 'BB',
  roomCodes: ['DBL'],
  pricing: { type: 'own' },
  cancellation: { freeUntilDays: 7, penalty: 'percent', percentBp: 5_000 },
}
const TRANSFER = { code: 'TRANSFER', name: 'Transfer', per: 'stay', priceCents: 4_500, max: 2 }
const SUITE = { roomCode: 'STE', name: 'Suite', maxAdults: 2, maxOccupancy: 2, boards: ['RO'] }
const WALK_IN = { firstName: 'Ilgın', lastName: 'Öztürk', phone: '+90 532 555 01 47' }
const STAY = { roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-03' }
const SIMULATE = { simulate: true }
const SWAP = {
  rooms: [
    { code: 'CODE', number: null },
    { code: 'NONE', number: null },
  ],
}

/**
 * Calls of every operation of the panel but those of webhooks, which have a test of their own: a new one fails the test
 * until it has a row.
 */
const PANEL: Record<string, Sample[]> = {
  'PATCH /v1/panel/hotel': [
    [200, '', { taxes: [{ code: 'VAT', name: 'VAT', percentBp: 1_000 }] }],
    [422, '', { name: 'x' }],
  ],
  'GET /v1/panel/hotel': [[200]],
  'GET /v1/panel/web-bookings': [[200]],
  'GET /v1/panel/web-bookings/days': [[200, RANGE], [422]],
  'GET /v1/panel/dashboard': [[200], [200, RANGE], [422, '?from=x']],
  'GET /v1/panel/dashboard/days': [[200, RANGE], [422]],
  'GET /v1/panel/dashboard/desk': [[200], [200, '?date=2027-04-01'], [422, '?date=x']],
  'GET /v1/panel/bookings/find': [[200, '?q=carla'], [422]],
  'GET /v1/panel/bookings': [[200], [200, '?limit=1&sort=guest'], [422, '?status=gone']],
  'GET /v1/panel/bookings/{code}': [[200]],
  // The check-in day has not come: the answer of a problem is held to its schema, too.
  'POST /v1/panel/bookings/{code}/no-show': [[409, '', SIMULATE]],
  'POST /v1/panel/bookings/{code}/prove': [[200]],
  'POST /v1/panel/bookings/cancel': [
    [200, '', { codes: ['CODE'], reason: 'x', simulate: true }],
    [207, '', { codes: ['NONE'], reason: 'x', simulate: true }],
    [422, '', { codes: [] }],
  ],
  'POST /v1/panel/guests/erase': [
    [200, '', { email: 'nobody@example.com' }],
    [404, '', { codes: ['NONE'] }],
    [422, '', {}],
  ],
  'GET /v1/panel/guests/export': [[200, '?email=nobody@example.com'], [404, '?code=NONE'], [422]],
  'POST /v1/panel/booking-groups': [
    [201, '', { guest: WALK_IN, stays: [STAY, STAY] }],
    [422, '', { guest: WALK_IN, stays: [{ ...STAY, roomCode: 'NONE' }] }],
  ],
  'GET /v1/panel/booking-groups/{code}': [[200]],
  'GET /v1/panel/booking-groups/{code}/trail': [[200]],
  'PATCH /v1/panel/booking-groups/{code}': [
    [200, '', { arrivalTime: '18:30', simulate: true }],
    [422, '', { stays: [{ code: 'NONE' }] }],
  ],
  'POST /v1/panel/booking-groups/{code}/stays': [
    [201, '', { ...STAY, checkin: '2027-04-06', checkout: '2027-04-08' }],
    [422, '', { ...STAY, roomCode: 'NONE' }],
  ],
  'POST /v1/panel/booking-groups/{code}/confirm': [[200]],
  'POST /v1/panel/booking-groups/{code}/manage-link': [[200], [200, '', { renew: true }]],
  'POST /v1/panel/booking-groups/{code}/cancel': [
    [200, '', SIMULATE],
    [409, '', { charge: true, expectedPenaltyCents: 1 }],
    [200, '', {}],
  ],
  'POST /v1/bookings/{code}/cancel': [
    [200, '', SIMULATE],
    [200, '', {}],
  ],
  'POST /v1/panel/bookings/{code}/reinstate': [
    [200, '', SIMULATE],
    [200, '', {}],
    [409, '', SIMULATE],
  ],
  'POST /v1/panel/bookings/{code}/manage-link': [[200], [200, '', { renew: true }]],
  'PATCH /v1/panel/bookings/{code}/desk': [
    [200, '', { note: 'Late', tags: ['VIP'], roomNumber: '204' }],
    [422, '', { tags: 'VIP' }],
  ],
  'POST /v1/panel/bookings/{code}/payments': [
    [201, '', { amountCents: 5_000, method: 'cash', note: 'Deposit' }],
    [422, '', {}],
  ],
  'GET /v1/panel/bookings/{code}/identities': [[200]],
  'PUT /v1/panel/bookings/{code}/identities': [
    [200, '', { revision: 0, guests: [visitor] }],
    [409, '', { revision: 0, guests: [] }],
    [422, '', {}],
  ],
  'GET /v1/panel/statements': [[200], [422, '?month=2027']],
  'GET /v1/panel/statements.csv': [[200]],
  'GET /v1/panel/statements/{number}': [[404], [422, '?limit=0']],
  'POST /v1/panel/statements/close': [[422, '', {}]],
  'POST /v1/panel/statements/adjustments': [[422, '', {}]],
  'DELETE /v1/panel/statements/adjustments/{id}': [[404]],
  'GET /v1/panel/agencies': [[200], [422, '?limit=0']],
  'GET /v1/panel/agencies/{agencyCode}/terms': [[200]],
  'GET /v1/panel/allotments': [
    [200, '?from=2027-04-01&to=2027-04-02'],
    [422, '?from=2027-04-02&to=2027-04-01'],
  ],
  'PUT /v1/panel/allotments': [
    [
      200,
      '',
      { updates: [{ agencyCode: 'DELTA', roomCode: 'DBL', date: '2027-06-01', rooms: 1 }] },
    ],
    [422, '', { updates: [] }],
  ],
  'PUT /v1/panel/agencies/{agencyCode}/terms': [
    [200, '', { stopSale: false, active: true, creditLimitCents: 100_000 }],
    [422, '', { stopSale: false }],
  ],
  'GET /v1/panel/room-numbers': [[200], [404, '?booking=NONE']],
  'PUT /v1/panel/room-numbers': [
    [200, '', { revision: 0, items: [{ number: '204', roomCode: 'DBL' }] }],
    [409, '', { revision: 7, items: [] }],
    [422, '', { revision: 1, items: [{ number: '204', roomCode: 'NONE' }] }],
  ],
  'POST /v1/panel/room-numbers/assign': [
    [200, '', { codes: ['CODE'] }],
    [404, '', { codes: ['NONE'] }],
    [422, '', {}],
  ],
  'POST /v1/panel/room-numbers/swap': [
    [404, '', SWAP],
    [422, '', {}],
  ],
  'GET /v1/panel/exports/identities': [[200], [422, '?date=x']],
  'GET /v1/panel/exports/bookings': [[200, RANGE], [422]],
  'GET /v1/panel/exports/arrivals': [[200], [422, '?from=x']],
  'GET /v1/panel/exports/departures': [[200], [422, '?from=x']],
  'GET /v1/panel/exports/calendar': [[200, RANGE], [422]],
  'GET /v1/panel/changes': [[200], [200, '?limit=1'], [422, '?cursor=x']],
  'GET /v1/panel/reviews': [[200], [422, '?replied=x']],
  'POST /v1/panel/reviews/{id}/reply': [
    [200, '', { text: 'Thank you.' }],
    [422, '', {}],
  ],
  'GET /v1/panel/rooms': [[200]],
  'POST /v1/panel/rooms': [
    [201, '', SUITE],
    [409, '', SUITE],
    [422, '', {}],
  ],
  'PATCH /v1/panel/rooms/{roomCode}': [
    [200, '', { totalRooms: 9, basePriceCents: 100 }],
    [422, '', { x: 1 }],
  ],
  'GET /v1/panel/photos': [[200]],
  'POST /v1/panel/photos': [[415, '', {}]],
  'PATCH /v1/panel/photos/{id}': [
    [200, '', { position: 1, alt: { en: 'The house' } }],
    [422, '', { position: 2 }],
  ],
  'PUT /v1/panel/photos/{id}/widths': [[415, '', {}]],
  'DELETE /v1/panel/photos/{id}': [[204], [404]],
  'POST /v1/panel/rates': [
    [201, '', SAVER],
    [409, '', SAVER],
    [422, '', {}],
  ],
  'PATCH /v1/panel/rates/{rateCode}': [
    [200, '', { guests: { adults: 2, children: [{ toAge: 6, amountCents: 0 }] } }],
    [422, '', { guests: {} }],
  ],
  'GET /v1/panel/rates': [[200]],
  'GET /v1/panel/rates/days': [[200, RANGE], [422]],
  'POST /v1/panel/extras': [
    [201, '', TRANSFER],
    [409, '', TRANSFER],
    [422, '', {}],
  ],
  'PATCH /v1/panel/extras/{extraCode}': [
    [200, '', { priceCents: 5_000 }],
    [422, '', { max: 0 }],
  ],
  'GET /v1/panel/extras': [[200]],
  'GET /v1/panel/availability': [[200, RANGE], [422]],
  'PUT /v1/panel/availability': [
    [200, '', { updates: [{ ...day(3), closed: true }] }],
    [207, '', { updates: [day(4), { ...day(3), roomCode: 'DBK' }] }],
    [422, '', {}],
  ],
  'PATCH /v1/panel/availability': [
    [200, '', { updates: [{ ...day(3), available: undefined, closed: true }] }],
    [207, '', { updates: [day(4), { roomCode: 'DBL', dateFrom: DATE, closed: true }] }],
    [422, '', {}],
  ],
  'GET /v1/panel/availability/history': [[200, `?roomCode=DBL&date=${DATE}`], [422]],
  'GET /v1/panel/pushes': [[200], [200, '?limit=1'], [422, '?cursor=x']],
  'GET /v1/panel/pushes/{id}': [[200]],
  'GET /v1/panel/mails': [[200], [422, '?cursor=x']],
  'PATCH /v1/panel/mails': [
    [200, '', { mailGuests: true, mailAddress: null }],
    [422, '', { mailLanguage: 'de' }],
  ],
  'GET /v1/panel/members': [[200], [422, '?limit=0']],
  'POST /v1/panel/members': [
    [201, '', { email: 'manager-bravo@example.com', role: 'front_desk' }],
    [409, '', { email: 'manager-bravo@example.com', role: 'front_desk' }],
    [422, '', { email: 'nobody@example.com', role: 'owner' }],
  ],
  'PATCH /v1/panel/members/{userId}': [
    [200, '', { role: 'revenue' }],
    [422, '', {}],
  ],
  'DELETE /v1/panel/members/{userId}': [[200], [404]],
  'GET /v1/panel/second-factor': [[200]],
  'PATCH /v1/panel/second-factor': [
    [200, '', { required: false }],
    [422, '', { required: true }],
  ],
  'GET /v1/panel/invitations': [[200]],
  'POST /v1/panel/invitations': [
    [201, '', { email: 'new@example.com', role: 'front_desk' }],
    [201, '', { email: 'new@example.com', role: 'revenue', language: 'tr' }],
    [409, '', { email: 'manager-alfa@example.com', role: 'front_desk' }],
    [422, '', { email: 'new@example.com', role: 'admin' }],
  ],
  'POST /v1/panel/invitations/{id}/resend': [[201], [404]],
  // Sent once more it is another one.
  'DELETE /v1/panel/invitations/{id}': [[404]],
  'GET /v1/panel/history': [
    [200],
    [200, '?entity=member&from=2026-01-01&to=2030-01-01'],
    [422, '?entity=city'],
  ],
  'GET /v1/panel/api-keys': [[200]],
  'POST /v1/panel/api-keys': [
    [201, '', { name: 'PMS', expiresAt: '2028-01-01T00:00:00Z' }],
    [422, '', {}],
  ],
  'PATCH /v1/panel/api-keys/{id}': [
    [200, '', { allowedIps: ['203.0.113.0/24'] }],
    [422, '', { allowedIps: ['203.0.113.7/24'] }],
  ],
  'POST /v1/panel/vendors': [
    [201, '', { vendorId: 'VENDOR' }],
    [409, '', { vendorId: 'VENDOR' }],
    [404, '', { vendorId: 'none' }],
    [422, '', {}],
  ],
  'GET /v1/panel/vendors': [[200]],
  'DELETE /v1/panel/vendors/{id}': [[204], [404]],
  'POST /v1/panel/sites': [
    [201, '', { name: 'alfa.example' }],
    [409, '', { name: 'alfa.example' }],
    [422, '', { name: 'b.example', proves: true }],
  ],
  'GET /v1/panel/sites': [[200]],
  'POST /v1/panel/sites/{id}/rotate-secret': [
    [200, '', { overlapHours: 1 }],
    [422, '', { overlapHours: 169 }],
  ],
  'DELETE /v1/panel/sites/{id}': [[204], [404]],
  // The key is a live one.
  'GET /v1/panel/api-keys/{id}/certification': [[404]],
  // The last, for it is gone then.
  'DELETE /v1/panel/api-keys/{id}': [[204], [404]],
}

/** Alfa with a booking in its second revision, a delivery that failed, a review and a push in part. */
async function fillAlfa(service: TestService): Promise<Record<string, string>> {
  const { alfa, store, clock } = service
  const webhook = await addWebhook(alfa)
  await sell(service)
  const { body: report } = await push(alfa, [day(4), {}])
  const { body: booking } = await book(service.call)
  const { email } = booking.guest
  await service.call('PATCH', `/v1/bookings/${booking.code}`, { body: { email, adults: 1 } })
  await queueEvents(service)
  const nextAtMs = clock.nowMs + 5_000
  await attemptAll(service, webhook.id, { status: 500, error: 'status', nextAtMs })
  const review = { id: 'r1', hotelId: alfa.id, bookingCode: booking.code, author: 'A', rating: 4 }
  const rest = { text: 'Good.', createdAtMs: clock.nowMs, reply: null, repliedAtMs: null }
  await store.tx((tx) => insertReview(tx, { ...review, ...rest }))
  const { body: group } = await bookGroup(service.call)
  const vendors = (await addVendor(service)).id
  const place = { hotel: { ...alfa, name: 'Alfa' }, roomCode: null }
  const { id: photos } = await addPhoto(service.deps, { type: 'system', id: 'test' }, place, jpeg())
  const sites = (await addSite(service, { hotel: alfa, name: 'App' })).id
  const more = { vendors, photos, sites, 'booking-groups': group.code }
  const ids = { reviews: review.id, pushes: report.pushId, 'api-keys': alfa.keyId, ...more }
  return {
    code: booking.code,
    roomCode: 'DBL',
    rateCode: 'NRF',
    extraCode: 'TRANSFER',
    agencyCode: 'DELTA',
    ...ids,
  }
}

async function invitationId(service: TestService, owner: TestUser): Promise<string> {
  await inviteMember(service, owner, { email: 'nil@example.com' })
  return (await owner.call('GET', '/v1/panel/invitations')).body.items[0].id
}

test('what the panel is answered keeps its documented schema, member for member (contract §6)', async () => {
  await using service = await startService()
  const { manager, bravoManager } = await hireStaff(service)
  const { body: document } = await service.call('GET', '/openapi.json')
  const operations = operationsOf(document)
  const isOfPanel = (name: string) => / \/v1\/panel\/(?!webhooks)/.test(name)
  expect([...operations.keys()].filter(isOfPanel).toSorted()).toEqual(
    Object.keys(PANEL).filter(isOfPanel).toSorted(),
  )

  const known: Record<string, string> = {
    ...(await fillAlfa(service)),
    userId: bravoManager.user.id,
    invitations: await invitationId(service, manager),
  }
  for (const [name, samples] of Object.entries(PANEL)) {
    const [method = '', path = ''] = name.split(' ')
    // An id is one of what stands before it.
    const asked = path
      .replace(/([\w-]+)\/\{id\}/, (_, kind) => `${kind}/${known[kind]}`)
      .replace('booking-groups/{code}', `booking-groups/${known['booking-groups']}`)
      .replace(/\{(\w+)\}/, (_, parameter) => known[parameter]!)
    for (const [status, query = '', body] of samples) {
      const text = JSON.stringify(body)?.replace('VENDOR', known.vendors!)
      const sent = text && JSON.parse(text.replace('CODE', known.code!))
      const answer = await manager.call(method, asked + query, { body: sent })
      expect([name, query, answer.status]).toEqual([name, query, status])
      expect([name, breachesOf(document, operations.get(name)!, answer)]).toEqual([name, []])
    }
  }
})
