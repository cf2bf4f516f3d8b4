import { completeStays } from '../../src/service/bookings/booking-passes.ts'
import { indexBookings } from '../../src/service/bookings/index-words.ts'
import { book, sell } from './bookings.ts'
import { startMailing } from './mails.ts'
import { asGuest } from './manage.ts'
import type { Settings, TestService } from './service.ts'
import { hireStaff, type Staff, signInAgain } from './staff.ts'
import { addWebhook, attemptAll, queueEvents } from './webhooks.ts'

/** Texts that only the guest's data hold: names (also a former one), address, telephone, company, notes. */
export const NEEDLES = [
  ...['Zebulonna', 'Quackenbush', 'Formerlia', 'zebq1', '5557770199', '777 01 99', 'Needlecorp'],
  ...['99887766', 'Needlestreet', 'needlewish', 'needlenote', 'needlepaid', 'Companionella'],
  ...['needletag', 'needlereason', 'needleref', 'needlechange'],
]

export const GUEST = {
  ...{ firstName: 'Formerlia', lastName: 'Quackenbush', email: 'zebq1@example.com' },
  ...{ phone: '+90 555 777 01 99', country: 'TR' },
}

const COMPANY = {
  ...{ name: 'Needlecorp', taxNumber: '99887766', taxOffice: 'Needlecorp Office' },
  ...{ address: 'Needlestreet 1', email: 'invoice@needlecorp.example' },
}

/** A hotel in whose every corner a guest has left traces: codes of a stay that is over, of one cancelled, of a group. */
export async function liveRichly(settings: Settings = {}) {
  const service = await startMailing(settings)
  const staff = await hireStaff(service)
  await sell(service)
  const webhook = await addWebhook(service.alfa)
  const stayed = await bookAndChange(service)
  await workAtDesk(staff, stayed)
  const cancelled = (await book(service.call, { guest: GUEST, specialRequests: 'needlewish' })).body
    .code as string
  const reason = { ...asGuest(cancelled), reason: 'needlereason' }
  await service.call('POST', `/v1/bookings/${cancelled}/cancel`, { body: reason })
  const group = await bookGroup(staff)
  await indexBookings(service.deps, new AbortController().signal)
  await queueEvents(service)
  await attemptAll(service, webhook.id, { status: 500, error: 'status', answer: 'no Quackenbush' })
  service.clock.nowMs = Date.parse('2027-04-03T10:00:00Z')
  await completeStays(service.deps)
  await service.call('POST', `/v1/bookings/${stayed}/review`, {
    body: { ...asGuest(stayed), rating: 4, text: 'Yours, Zebulonna Quackenbush' },
  })
  const again = await signedIn(staff, service)
  const [review] = (await again('GET', '/v1/panel/reviews')).body.items
  await again('POST', `/v1/panel/reviews/${review.id}/reply`, { body: { text: 'Dear Zebulonna' } })
  // An answer that a repeated request would still get.
  await again('POST', `/v1/panel/bookings/${stayed}/payments`, {
    body: { amountCents: 100, method: 'cash', note: 'needlepaid' },
    headers: { 'idempotency-key': 'pay-again-needle' },
  })
  await queueEvents(service)
  return { service, staff, manager: again, stayed, cancelled, group, webhook }
}

async function bookAndChange({ call }: TestService): Promise<string> {
  const order = {
    ...{ guest: GUEST, specialRequests: 'needlewish', company: COMPANY },
    guestNames: [{ firstName: 'Companionella', lastName: 'Quackenbush' }],
    consents: [{ kind: 'privacy', language: 'en' }],
  }
  const { body } = await book(call, order, { 'idempotency-key': 'rich-life-needle' })
  const code = body.code as string
  await call('PATCH', `/v1/bookings/${code}`, {
    body: { ...asGuest(code), guest: { firstName: 'Zebulonna' }, specialRequests: 'needlechange' },
  })
  return code
}

async function workAtDesk({ manager }: Staff, code: string): Promise<void> {
  const path = `/v1/panel/bookings/${code}`
  await manager.call('PATCH', `${path}/desk`, {
    body: { note: 'needlenote of Zebulonna', tags: ['needletag'], roomNumber: '101' },
  })
  await manager.call('POST', `${path}/payments`, {
    body: { amountCents: 5_000, method: 'card', note: 'needlepaid' },
  })
  const guests = [
    {
      ...{ firstName: 'Zebulonna', lastName: 'Quackenbush', nationality: 'TR' },
      ...{ documentKind: 'passport', documentNumber: 'U99887766', birthDate: '1980-01-01' },
    },
  ]
  await manager.call('PUT', `${path}/identities`, { body: { revision: 0, guests } })
}

/** A group that the desk books, for whom a portal guarantees. */
async function bookGroup({ manager }: Staff): Promise<string> {
  const stay = { roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-02', adults: 1 }
  const stays = [stay, { ...stay, checkin: '2027-04-02', checkout: '2027-04-03' }]
  const payment = { guarantee: { type: 'reference', reference: 'needleref' } }
  const { body } = await manager.call('POST', '/v1/panel/booking-groups', {
    body: { guest: GUEST, company: COMPANY, stays, payment },
  })
  return body.code
}

/** The manager's session, renewed: the clock is weeks on. */
async function signedIn({ manager }: Staff, service: TestService) {
  return (await signInAgain(service, manager)).call
}
