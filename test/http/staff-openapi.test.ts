import { expect, test } from 'bun:test'
import { PASSWORD } from '../support/accounts.ts'
import { book, bookGroup, CARLA, sell } from '../support/bookings.ts'
import { HOTEL } from '../support/catalog.ts'
import { inviteMember, resetLink } from '../support/links.ts'
import { asGuest } from '../support/manage.ts'
import { breachesOf, operationsOf } from '../support/openapi.ts'
import { ASSERTION } from '../support/role-rows.ts'
import { type Call, startService, type TestService } from '../support/service.ts'
import { addSite } from '../support/sites.ts'
import { completedStay, hireStaff, type Staff, signInAgain } from '../support/staff.ts'
import type { TestUser } from '../support/users.ts'
import { addVendor } from '../support/vendors.ts'

type Who = 'nobody' | 'guest' | 'agent' | 'admin'

/** One call: by whom, of what (the words in capitals stand for what there is), the status it must end in, the body. */
type Sample = [who: Who, called: string, status: number, body?: unknown]

const GRACE = { email: 'grace@example.com', password: PASSWORD }
const BY_CARLA = { email: CARLA }
const STAY = { checkin: '2027-05-01', checkout: '2027-05-03' }
const STAY_QUERY = `checkin=${STAY.checkin}&checkout=${STAY.checkout}`
const GUEST = { firstName: 'Carla', lastName: 'Çelik', email: CARLA, phone: '+90 212 555 00 00' }
const ORDER = { hotelSlug: 'alfa', roomCode: 'DBL', adults: 1, guest: GUEST }
const GROUP_ORDER = { hotelSlug: 'alfa', guest: GUEST, stays: [{ roomCode: 'DBL', ...STAY }] }
const SUITE = { roomCode: 'STE', name: 'Suite', maxAdults: 2, maxOccupancy: 2, boards: ['RO'] }
const SAVER = {
  rateCode: 'NRF',
  name: 'Saver',
  roomCodes: ['DBL'],
  pricing: { type: 'derived', percentBp: -1_200 },
  guests: { adults: 2, moreCents: 900, children: [{ toAge: 6, percentBp: 5_000 }] },
  cancellation: { freeUntilDays: null, penalty: 'all' },
}
const TRANSFER = { code: 'TRANSFER', name: 'Transfer', per: 'stay', priceCents: 4_500, max: 2 }
const FOX = { code: 'FOX', name: 'Fox', email: 'fox@example.com', commissionBasisPoints: 1 }
const USER = { ...GRACE, email: 'new@example.com', name: 'New', role: 'guest' }
const REVIEW = { manageToken: 'STAYED', rating: 5, text: 'What a view.' }
const BY_TOKEN = { manageToken: 'HELD' }
const MEMBER = { email: 'manager-bravo@example.com', role: 'revenue' }
const SAID = { currentPassword: 'not theirs', code: '287082' }
const MANAGER = 'manager-alfa@example.com'
const AGENT = 'agent@example.com'
const INVITED = { email: 'invited@example.com', role: 'front_desk' }
const SECRET = { password: 'a ferry on the Bosphorus' }
const CURRENT = { currentPassword: PASSWORD }
const CALLED_NEW = { name: 'Another' }

/** Calls of every operation of accounts, bookings, agencies and admins, in this order. */
const SAMPLES: Sample[] = [
  ['nobody', 'POST /v1/auth/register', 201, { ...GRACE, name: 'Grace' }],
  ['nobody', 'POST /v1/auth/register', 409, { ...GRACE, name: 'Grace' }],
  ['nobody', 'POST /v1/auth/login', 200, GRACE],
  ['nobody', 'POST /v1/auth/login', 401, { ...GRACE, password: 'another password' }],
  ['nobody', 'POST /v1/auth/session', 204],
  ['guest', 'GET /v1/auth/me', 200],
  ['agent', 'GET /v1/auth/me', 200],
  ['nobody', 'GET /v1/auth/me', 401],
  ['guest', 'PATCH /v1/auth/me', 200, CALLED_NEW],
  ['guest', 'PATCH /v1/auth/me', 422, { x: 1 }],
  ['guest', 'GET /v1/auth/second-factor', 200],
  ['guest', 'POST /v1/auth/second-factor', 422, { currentPassword: 'not theirs' }],
  ['guest', 'POST /v1/auth/second-factor/confirm', 404, { code: '287082' }],
  ['guest', 'POST /v1/auth/second-factor/recovery-codes', 422, SAID],
  ['guest', 'POST /v1/auth/second-factor/remove', 422, SAID],
  ['guest', 'POST /v1/auth/step-up', 422, { currentPassword: 'not theirs' }],
  ['guest', 'POST /v1/auth/passkeys/options', 200, { for: 'add' }],
  ['nobody', 'POST /v1/auth/passkeys/options', 401, { for: 'add' }],
  ['nobody', 'POST /v1/auth/passkeys/verify', 401, { passkey: ASSERTION }],
  ['guest', 'GET /v1/auth/passkeys', 200],
  ['guest', 'POST /v1/auth/passkeys', 422, { name: 'Telephone' }],
  ['guest', 'PATCH /v1/auth/passkeys/none', 404, { name: 'Telephone' }],
  ['guest', 'DELETE /v1/auth/passkeys/none', 404],
  ['guest', 'GET /v1/auth/sessions', 200],
  ['guest', 'DELETE /v1/auth/sessions/none', 404],
  ['guest', 'DELETE /v1/auth/sessions', 204],
  ['guest', 'POST /v1/auth/change-email', 409, { ...GRACE, password: undefined, ...CURRENT }],
  ['nobody', 'POST /v1/auth/forgot-password', 202, { email: GRACE.email, language: 'tr' }],
  ['nobody', 'POST /v1/auth/link', 200, { token: 'LINK' }],
  ['nobody', 'POST /v1/auth/link', 410, { token: 'none' }],
  ['nobody', 'POST /v1/auth/accept-invitation', 200, { token: 'LINK', name: 'A', ...SECRET }],
  ['nobody', 'POST /v1/auth/accept-invitation', 410, { token: 'LINK' }],
  ['nobody', 'POST /v1/auth/reset-password', 200, { token: 'RESET', ...SECRET }],
  ['nobody', 'POST /v1/auth/reset-password', 410, { token: 'LINK', ...SECRET }],
  ['nobody', 'POST /v1/auth/confirm-email', 410, { token: 'LINK' }],
  ['nobody', 'POST /v1/auth/refuse-email', 410, { token: 'LINK' }],
  ['nobody', 'POST /v1/bookings', 201, { ...ORDER, ...STAY, specialRequests: 'Late.' }],
  ['nobody', 'POST /v1/bookings', 409, { ...ORDER, checkin: '2027-09-01', checkout: '2027-09-02' }],
  ['nobody', 'POST /v1/bookings', 422, {}],
  ['admin', 'GET /v1/bookings', 200],
  ['agent', 'GET /v1/bookings?limit=1', 200],
  ['agent', 'GET /v1/bookings/OWN', 200],
  ['nobody', `GET /v1/bookings/HELD?email=${CARLA}`, 200],
  ['nobody', 'GET /v1/bookings/HELD', 404],
  ['agent', 'PATCH /v1/bookings/OWN', 200, { adults: 1 }],
  ['nobody', 'POST /v1/bookings/OWN/prove', 404, { proofToken: 'none' }],
  ['nobody', 'POST /v1/bookings/OWN/disown', 404, { proofToken: 'none' }],
  ['agent', 'POST /v1/bookings/OWN/manage-link', 202, { renew: true }],
  ['nobody', 'POST /v1/bookings/OWN/manage-link', 409, BY_CARLA],
  ['nobody', 'POST /v1/bookings/HELD/confirm', 403, BY_CARLA],
  ['nobody', 'POST /v1/bookings/HELD/confirm', 200, BY_TOKEN],
  ['nobody', 'POST /v1/bookings/HELD/cancel', 200, { ...BY_TOKEN, simulate: true }],
  ['nobody', 'POST /v1/bookings/HELD/cancel', 200, BY_TOKEN],
  ['nobody', 'POST /v1/bookings/HELD/confirm', 409, BY_TOKEN],
  ['nobody', 'POST /v1/bookings/STAYED/review', 201, REVIEW],
  ['nobody', 'POST /v1/bookings/STAYED/review', 409, REVIEW],
  ['agent', 'GET /v1/agencies/me', 200],
  ['agent', 'GET /v1/acenta/dashboard', 200],
  ['agent', 'GET /v1/acenta/terms', 200],
  ['agent', 'GET /v1/acenta/allotments?from=2027-04-01&to=2027-04-02', 200],
  ['agent', 'GET /v1/acenta/statements', 200],
  ['agent', 'GET /v1/acenta/statements.csv', 200],
  ['agent', 'GET /v1/acenta/statements/NONE', 404],
  ['admin', 'GET /v1/admin/statements', 200],
  ['admin', 'GET /v1/admin/statements.csv', 200],
  ['admin', 'GET /v1/admin/statements/NONE', 404],
  ['agent', 'GET /v1/acenta/bookings', 200],
  ['guest', 'GET /v1/acenta/bookings', 403],
  ['agent', 'GET /v1/acenta/bookings/TRIP', 200],
  ['agent', 'POST /v1/acenta/bookings/TRIP/confirm', 200],
  ['agent', 'PATCH /v1/acenta/bookings/TRIP', 200, { arrivalTime: '18:30' }],
  ['agent', 'POST /v1/acenta/bookings/TRIP/cancel', 200, { simulate: true }],
  ['agent', 'POST /v1/acenta/bookings/TRIP/cancel', 200],
  ['agent', 'POST /v1/acenta/bookings/TRIP/confirm', 409],
  ['agent', 'GET /v1/acenta/today', 200],
  ['agent', `GET /v1/acenta/exports/bookings?from=2027-04-01&to=2027-04-09`, 200],
  ['agent', 'GET /v1/acenta/colleagues', 200],
  ['agent', 'PATCH /v1/acenta/colleagues/AGENT', 409, { role: 'agency_seller' }],
  ['agent', 'PATCH /v1/acenta/colleagues/AGENT', 200, { role: 'agency_owner' }],
  ['agent', 'DELETE /v1/acenta/colleagues/AGENT', 409],
  ['agent', 'DELETE /v1/acenta/colleagues/none', 404],
  ['agent', 'DELETE /v1/acenta/colleagues/none/sessions', 404],
  ['agent', 'POST /v1/acenta/invitations', 201, { ...INVITED, role: 'agency_seller' }],
  [
    'agent',
    'POST /v1/acenta/invitations',
    409,
    { ...INVITED, email: AGENT, role: 'agency_seller' },
  ],
  ['agent', 'GET /v1/acenta/invitations', 200],
  ['agent', 'POST /v1/acenta/invitations/none/resend', 404],
  ['agent', 'DELETE /v1/acenta/invitations/none', 404],
  ['agent', 'PATCH /v1/acenta/agency', 200, { phone: null, address: 'Kordon 1' }],
  ['agent', 'PATCH /v1/acenta/agency', 422, { logo: 'AAAA' }],
  ['agent', 'GET /v1/acenta/second-factor', 200],
  ['agent', 'PATCH /v1/acenta/second-factor', 422, { required: true }],
  ['agent', 'PATCH /v1/acenta/second-factor', 200, { required: false }],
  ['agent', `GET /v1/acenta/search?${STAY_QUERY}`, 200],
  ['agent', 'GET /v1/acenta/search', 422],
  ['agent', `GET /v1/acenta/refusals?${STAY_QUERY}`, 200],
  ['agent', 'GET /v1/acenta/refusals', 422],
  ['agent', `GET /v1/acenta/search/alfa?${STAY_QUERY}`, 200],
  ['agent', `GET /v1/acenta/search/none?${STAY_QUERY}`, 404],
  ['agent', 'POST /v1/acenta/booking-groups', 201, GROUP_ORDER],
  ['agent', 'POST /v1/acenta/booking-groups', 422, { ...GROUP_ORDER, stays: [] }],
  ['agent', 'GET /v1/acenta/booking-groups/PARTY', 200],
  ['agent', 'GET /v1/acenta/booking-groups/PARTY/trail', 200],
  ['agent', 'PATCH /v1/acenta/booking-groups/PARTY', 200, { arrivalTime: '18:30' }],
  ['agent', 'PATCH /v1/acenta/booking-groups/PARTY', 422, { stays: [{ code: 'NONE' }] }],
  ['agent', 'POST /v1/acenta/booking-groups/PARTY/stays', 201, { roomCode: 'DBL', ...STAY }],
  ['agent', 'POST /v1/acenta/booking-groups/PARTY/stays', 422, { roomCode: 'NONE', ...STAY }],
  ['agent', 'POST /v1/acenta/booking-groups/PARTY/manage-link', 202, { renew: true }],
  ['agent', 'POST /v1/acenta/booking-groups/PARTY/confirm', 200],
  ['agent', 'POST /v1/acenta/booking-groups/PARTY/cancel', 200, { simulate: true }],
  ['agent', 'POST /v1/acenta/booking-groups/PARTY/cancel', 200],
  ['agent', 'POST /v1/acenta/booking-groups/PARTY/confirm', 409],
  ['admin', 'GET /v1/agencies', 200],
  ['admin', 'GET /v1/admin/dashboard', 200],
  ['admin', 'GET /v1/admin/system', 200],
  ['admin', 'GET /v1/admin/hotels?limit=1', 200],
  ['admin', 'GET /v1/admin/users', 200],
  ['admin', 'GET /v1/admin/bookings', 200],
  ['admin', 'POST /v1/admin/cities', 201, { name: 'Bursa', country: 'TR' }],
  ['admin', 'PATCH /v1/admin/cities/bursa', 200, CALLED_NEW],
  ['admin', 'GET /v1/admin/cities', 200],
  ['admin', 'DELETE /v1/admin/cities/bursa', 204],
  ['admin', 'DELETE /v1/admin/cities/alfa-city', 409],
  ['admin', 'POST /v1/admin/hotels', 201, HOTEL],
  ['admin', 'PATCH /v1/admin/hotels/alfa', 200, CALLED_NEW],
  ['admin', 'POST /v1/admin/hotels/alfa/rooms', 201, SUITE],
  ['admin', 'POST /v1/admin/hotels/alfa/rooms', 409, SUITE],
  ['admin', 'PATCH /v1/admin/hotels/alfa/rooms/STE', 200, CALLED_NEW],
  ['admin', 'POST /v1/admin/hotels/alfa/rates', 201, SAVER],
  ['admin', 'POST /v1/admin/hotels/alfa/rates', 409, SAVER],
  ['admin', 'PATCH /v1/admin/hotels/alfa/rates/NRF', 200, CALLED_NEW],
  ['admin', 'PATCH /v1/admin/hotels/alfa/rates/STD', 422, { active: false }],
  ['admin', 'GET /v1/admin/hotels/alfa/rates', 200],
  ['admin', 'POST /v1/admin/hotels/alfa/extras', 201, TRANSFER],
  ['admin', 'POST /v1/admin/hotels/alfa/extras', 409, TRANSFER],
  ['admin', 'PATCH /v1/admin/hotels/alfa/extras/TRANSFER', 200, { max: 4 }],
  ['admin', 'PATCH /v1/admin/hotels/alfa/extras/TRANSFER', 422, { max: 0 }],
  ['admin', 'GET /v1/admin/hotels/alfa/extras', 200],
  ['admin', 'GET /v1/admin/hotels/alfa/members', 200],
  ['admin', 'POST /v1/admin/hotels/alfa/members', 201, MEMBER],
  ['admin', 'POST /v1/admin/hotels/alfa/members', 409, MEMBER],
  ['admin', 'POST /v1/admin/hotels/alfa/members', 422, { ...MEMBER, email: 'x@example.com' }],
  ['admin', 'PATCH /v1/admin/hotels/alfa/members/BRAVO', 200, { role: 'owner' }],
  ['admin', 'DELETE /v1/admin/hotels/alfa/members/BRAVO', 200],
  ['admin', 'GET /v1/admin/hotels/alfa/second-factor', 200],
  ['admin', 'PATCH /v1/admin/hotels/alfa/second-factor', 200, { required: true }],
  ['admin', 'POST /v1/admin/hotels/alfa/invitations', 201, INVITED],
  ['admin', 'POST /v1/admin/hotels/alfa/invitations', 409, { ...INVITED, email: MANAGER }],
  ['admin', 'GET /v1/admin/hotels/alfa/invitations', 200],
  ['admin', 'POST /v1/admin/hotels/alfa/invitations/none/resend', 404],
  ['admin', 'DELETE /v1/admin/hotels/alfa/invitations/none', 404],
  [
    ...(['admin', 'POST /v1/admin/agencies/DELTA/invitations', 201] as const),
    { email: 'first@example.com', role: 'agency_owner' },
  ],
  [
    ...(['admin', 'POST /v1/admin/agencies/DELTA/invitations', 409] as const),
    { email: AGENT, role: 'agency_owner' },
  ],
  ['admin', 'GET /v1/admin/agencies/DELTA/invitations', 200],
  ['admin', 'POST /v1/admin/agencies/DELTA/invitations/none/resend', 404],
  ['admin', 'DELETE /v1/admin/agencies/DELTA/invitations/none', 404],
  ['admin', 'POST /v1/admin/users/GUEST/reset-link', 201],
  ['admin', 'PATCH /v1/admin/hotels/alfa/keys/KEY', 200, { requestsPerMinute: null }],
  ['admin', 'POST /v1/admin/boards', 201, { code: 'HB', name: 'Half board' }],
  ['admin', 'PATCH /v1/admin/boards/HB', 200, CALLED_NEW],
  ['admin', 'GET /v1/admin/boards', 200],
  ['admin', 'DELETE /v1/admin/boards/RO', 409],
  ['admin', 'DELETE /v1/admin/boards/HB', 204],
  ['admin', 'POST /v1/admin/agencies', 201, FOX],
  ['admin', 'PATCH /v1/admin/agencies/FOX', 200, CALLED_NEW],
  ['admin', 'POST /v1/admin/users', 201, USER],
  ['admin', 'POST /v1/admin/users', 409, USER],
  ['admin', 'PATCH /v1/admin/users/GUEST', 200, CALLED_NEW],
  ['admin', 'DELETE /v1/admin/users/GUEST/second-factor', 404],
  ['admin', 'POST /v1/admin/vendors', 201, { name: 'Harbour', contact: 'h@example.com' }],
  ['admin', 'POST /v1/admin/vendors', 409, { name: 'Harbour', contact: 'h@example.com' }],
  ['admin', 'POST /v1/admin/vendors/VENDOR/rotate-secret', 200],
  ['admin', 'POST /v1/admin/vendors/VENDOR/test-secret', 200],
  ['admin', 'GET /v1/admin/vendors', 200],
  ['admin', 'POST /v1/admin/sites', 201, { name: 'Portal', hotels: ['alfa'] }],
  ['admin', 'POST /v1/admin/sites', 409, { name: 'Portal' }],
  ['admin', 'POST /v1/admin/sites/SITE/rotate-secret', 200],
  ['admin', 'GET /v1/admin/sites', 200],
  ['admin', 'DELETE /v1/admin/sites/SITE', 204],
  ['admin', 'GET /v1/admin/history', 200],
  ['agent', 'POST /v1/auth/logout', 204],
]

/** Alfa with a stay that is over, a booking of agency Delta and a hold. @returns what the words in capitals stand for */
async function fillAlfa(service: TestService, staff: Staff, admin: TestUser, agent: Call) {
  const { guest, bravoManager, echoAgent } = staff
  await sell(service, { from: STAY.checkin })
  return {
    OWN: (await book(agent, STAY)).body.code as string,
    HELD: (await book(service.call, { ...STAY, hold: true })).body.code as string,
    PARTY: (await bookGroup(agent, STAY)).body.code as string,
    TRIP: (await book(agent, { ...STAY, hold: true })).body.code as string,
    KEY: service.alfa.keyId,
    VENDOR: (await addVendor(service)).id,
    SITE: (await addSite(service, { name: 'App' })).id,
    GUEST: guest.user.id,
    AGENT: staff.agent.user.id,
    LINK: await inviteMember(service, admin, { email: 'nil@example.com' }),
    RESET: await resetLink(admin, echoAgent),
    BRAVO: bravoManager.user.id,
  }
}

/** The operation of a document that a call is of: that with the fewest parameters where several would do. */
function nameOf(names: Iterable<string>, called: string): string {
  const fits = (name: string) =>
    new RegExp(`^${name.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(called.split('?')[0]!)
  const [name] = [...names]
    .filter(fits)
    .toSorted((a, b) => a.split('{').length - b.split('{').length)
  return name ?? `nothing is ${called}`
}

test('what accounts, guests, agencies and admins are answered keeps its documented schema, member for member (contract §6)', async () => {
  await using service = await startService()
  const staff = await hireStaff(service)
  const STAYED = await completedStay(service)
  const agent = await signInAgain(service, staff.agent)
  const guest = await signInAgain(service, staff.guest)
  const admin = await signInAgain(service, staff.admin)
  const callers = { nobody: service.call, guest: guest.call, agent: agent.call, admin: admin.call }
  const known: Record<string, string> = {
    STAYED,
    ...(await fillAlfa(service, staff, admin, agent.call)),
  }
  const { body: document } = await service.call('GET', '/openapi.json')
  const operations = operationsOf(document)
  const isOurs = (name: string) => / \/v1\/(auth|bookings|agencies|acenta|admin)\b/.test(name)
  const named = SAMPLES.map(([, called]) => nameOf(operations.keys(), called))
  expect(new Set(named)).toEqual(new Set([...operations.keys()].filter(isOurs)))

  for (const [index, [who, called, status, body]] of SAMPLES.entries()) {
    const [method = '', path = ''] = called.split(' ')
    const asked = path.replace(
      /OWN|HELD|STAYED|PARTY|TRIP|KEY|GUEST|AGENT|BRAVO|VENDOR|SITE/,
      (word) => known[word]!,
    )
    const sent =
      body &&
      JSON.parse(
        JSON.stringify(body)
          .replace(/LINK|RESET/, (word) => known[word]!)
          .replace(/HELD|STAYED/, (word) => asGuest(known[word]!).manageToken),
      )
    const answer = await callers[who](method, asked, { body: sent })
    expect([called, answer.status]).toEqual([called, status])
    const found = breachesOf(document, operations.get(named[index]!)!, answer)
    expect([called, status, found]).toEqual([called, status, []])
  }
})
