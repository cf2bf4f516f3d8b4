import { expect, test } from 'bun:test'
import { finishErasures } from '../../src/service/bookings/erase-guests.ts'
import { eraseOldGuests } from '../../src/service/bookings/guest-years.ts'
import { indexBookings } from '../../src/service/bookings/index-words.ts'
import { writeReview } from '../../src/service/bookings/reviews.ts'
import { claimDeliveries, settleDelivery } from '../../src/store/webhooks/delivery-claims.ts'
import { book, sell } from '../support/bookings.ts'
import { GUEST, NEEDLES } from '../support/guest-life.ts'
import { asGuest } from '../support/manage.ts'
import { columnsWith } from '../support/needles.ts'
import { startService, type TestService } from '../support/service.ts'
import { completedStay, hireStaff, signInAgain } from '../support/staff.ts'
import { addWebhook, queueEvents } from '../support/webhooks.ts'

// Erasures of what is many, and of what is under way at the same moment (issue 37 item 6; GDPR art. 17).

const ERASE = '/v1/panel/guests/erase'

/** Bookings of the table, and how many of them are erased. */
async function counted({ store }: TestService): Promise<[all: number, erased: number]> {
  const rows = await store.db.select().from(store.t.booking)
  return [rows.length, rows.filter(({ erasedAtMs }) => erasedAtMs !== null).length]
}

/** Makes a cancelled booking and copies of it, which differ as `differ` says. @returns the code of the first */
async function copied(
  service: TestService,
  count: number,
  differ: (n: number) => Record<string, unknown>,
): Promise<string> {
  await sell(service)
  const { code } = (await book(service.call, { guest: GUEST })).body
  await service.call('POST', `/v1/bookings/${code}/cancel`, { body: asGuest(code) })
  const { t, tx, db } = service.store
  const [{ id: _, ...first }] = (await db.select().from(t.booking)) as [any]
  const copies = Array.from({ length: count }, (_, n) => ({
    ...{ ...first, code: `COPY${n}`, groupPosition: n, ...differ(n) },
  }))
  await tx(({ db }) => db.insert(t.booking).values(copies))
  return code
}

// A cancelled stay makes room for another in its group (contract-groups): in years there may be any number of both.

test('the yearly erasure goes on past groups that are more bookings together than one request erases', async () => {
  await using service = await startService()
  const staff = await hireStaff(service)
  const body = { guestDataYears: 1 }
  await staff.manager.call('PATCH', '/v1/panel/hotel', { body })
  // The first ten stays by check-out are of ten groups.
  await copied(service, 210, (n) => ({
    groupCode: `GROUP${n % 10}`,
    checkout: n < 10 ? '2027-04-02' : '2027-04-03',
  }))
  service.clock.nowMs = Date.parse('2028-04-05T10:00:00Z')
  await eraseOldGuests(service.deps)
  expect(await counted(service)).toEqual([211, 211])
})

test('a group of more bookings than one request erases is erased whole all the same, and not beside another', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const single = await copied(service, 201, () => ({ groupCode: 'GROUP' }))
  const erase = (codes: string[]) => manager.call('POST', ERASE, { body: { codes } })
  expect(await erase(['GROUP', single])).toBeProblem(422, 'validation_failed')
  expect(await counted(service)).toEqual([202, 0])
  expect((await erase(['GROUP'])).status).toBe(200)
  expect(await counted(service)).toEqual([202, 201])
})

test('the answer of a receiver to what was sent before an erasure is erased once it has come', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const { store, deps, clock } = service
  await sell(service)
  const { id: webhookId } = await addWebhook(service.alfa)
  const { code } = (await book(service.call, { guest: GUEST })).body
  await service.call('POST', `/v1/bookings/${code}/cancel`, { body: asGuest(code) })
  await queueEvents(service)
  const { nowMs } = clock
  const endpoint = { webhookId, isActive: true }
  const [claim] = await store.tx((tx) =>
    claimDeliveries(tx, { endpoint, limit: 1, nowMs, leaseMs: 30_000 }),
  )
  expect((await manager.call('POST', ERASE, { body: { codes: [code] } })).status).toBe(200)
  const answer = `no room for ${GUEST.firstName} ${GUEST.lastName}`
  const result = { status: 500, error: 'status', detail: null, answer } as const
  const head = { claim: claim!, atMs: nowMs, durationMs: 1, headers: '{}', nextAtMs: undefined }
  await store.tx((tx) => settleDelivery(tx, { ...head, ...result }, nowMs))
  await finishErasures(deps)
  expect(await columnsWith(service, NEEDLES)).toEqual([])
  expect(await store.db.select().from(store.t.guestErasure)).toEqual([])
})

test('a review that was on its way while its guest was erased is refused', async () => {
  await using service = await startService()
  const staff = await hireStaff(service)
  const code = await completedStay(service)
  const { call } = await signInAgain(service, staff.manager)
  await call('POST', ERASE, { body: { codes: [code] } })
  const written = writeReview(service.deps, code, { rating: 4, text: 'Yours, Carla' })
  expect(written).rejects.toMatchObject({ code: 'not_found' })
  await written.catch(() => {})
  expect(await service.store.db.select().from(service.store.t.review)).toEqual([])
})

test('what the desk was about to write of a guest who is erased is refused; what it reckons with is not', async () => {
  await using service = await startService()
  const staff = await hireStaff(service)
  const code = await completedStay(service)
  const { call } = await signInAgain(service, staff.manager)
  await call('POST', ERASE, { body: { codes: [code] } })
  const path = `/v1/panel/bookings/${code}`
  const guests = [
    {
      ...{ firstName: 'Carla', lastName: 'Çelik', nationality: 'TR', birthDate: '1980-01-01' },
      ...{ documentKind: 'passport', documentNumber: 'U99887' },
    },
  ]
  const written = await call('PUT', `${path}/identities`, { body: { revision: 0, guests } })
  expect(written).toBeProblem(409, 'transition_invalid')
  for (const body of [{ note: 'Carla rang' }, { tags: ['Carla'] }])
    expect(await call('PATCH', `${path}/desk`, { body })).toBeProblem(409, 'transition_invalid')
  expect((await call('PATCH', `${path}/desk`, { body: { roomNumber: '101' } })).status).toBe(200)
  const body = { amountCents: 100, method: 'cash' }
  expect((await call('POST', `${path}/payments`, { body })).status).toBe(201)
})

test.each([
  '05551234567@example.com',
  '007@example.com',
  'İpek.ﬁdan@example.com',
  'ada+x@example.com',
])('a booking that is older than mailboxes is found by its e-mail address: %s', async (email) => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const { t, tx } = service.store
  await sell(service)
  const { code } = (await book(service.call, { guest: { ...GUEST, email } })).body
  await service.call('POST', `/v1/bookings/${code}/cancel`, { body: asGuest(code) })
  await indexBookings(service.deps, new AbortController().signal)
  await tx(({ db }) => db.update(t.booking).set({ mailbox: null }))
  expect((await manager.call('POST', ERASE, { body: { email } })).body.codes).toEqual([code])
})
