import { expect, test } from 'bun:test'
import { isWellFormedKey } from '../../src/domain/accounts/api-key.ts'
import { push } from '../support/http.ts'
import { courier } from '../support/outbox.ts'
import { startReceiver } from '../support/receiver.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'
import { addOwnWebhook, addVendor, bearer, connect, naming } from '../support/vendors.ts'
import { startSendingService } from '../support/webhooks.ts'

// contract-groups, *Vendors*: a test secret and the three hotels made for it.

const SLUGS = ['test-istanbul', 'test-new-york', 'test-tokyo']
const STAY = { checkin: '2027-04-05', checkout: '2027-04-07', adults: 1 }
const GUEST = { firstName: 'Carla', lastName: 'Test', email: 'carla@example.com' }

/** A vendor and the calls of its test secret. */
async function stage(service: TestService) {
  const { admin } = await hireStaff(service)
  const vendor = await addVendor(service)
  const path = `/v1/admin/vendors/${vendor.id}/test-secret`
  const made = await admin.call('POST', path)
  expect(made.status).toBe(200)
  const { secret } = made.body
  const tester = { ...vendor, secret, call: bearer(service.call, secret) }
  return { admin, vendor, path, made: made.body, tester }
}

const bookTest = (call: ReturnType<typeof bearer>, slug: string, roomCode: string) =>
  call('POST', naming('/sandbox/bookings', slug), { body: { roomCode, ...STAY, guest: GUEST } })

test('a test secret reaches three hotels of different currency, time zone and restrictions, and no hotel else (contract-groups, *Vendors*)', async () => {
  await using service = await startService()
  const { alfa } = service
  const { admin, vendor, made, tester } = await stage(service)
  await connect(service, vendor, alfa)
  expect(made.hotels).toEqual(SLUGS)
  expect(made.secret).toMatch(/^service_vendor_test_[0-9A-Za-z]{49}$/)
  expect(isWellFormedKey(made.secret)).toBe(true)

  const { status, body } = await tester.call('GET', '/hotels')
  expect(status).toBe(200)
  expect(body.test).toBe(true)
  const listed = body.hotels as { slug: string; currency: string; timezone: string }[]
  expect(listed.map(({ slug }) => slug).toSorted()).toEqual(SLUGS)
  expect(new Set(listed.map(({ currency }) => currency)).size).toBe(3)
  expect(new Set(listed.map(({ timezone }) => timezone)).size).toBe(3)
  const rules = new Set<string>()
  for (const slug of SLUGS) {
    const range = 'from=2027-04-01&to=2027-04-14'
    const rates = await tester.call('GET', naming(`/rates?${range}`, slug))
    expect(rates.status).toBe(200)
    for (const word of ['minStay', 'closedToArrival', 'minAdvanceDays'])
      if (new RegExp(`"${word}":(true|[2-9])`).test(rates.text)) rules.add(`${slug} ${word}`)
    const days = await tester.call('GET', naming(`/availability?${range}`, slug))
    expect(days.body.rooms[0].days.length).toBeGreaterThan(0)
  }
  expect([...rules].toSorted()).toEqual([
    'test-istanbul minStay',
    'test-new-york closedToArrival',
    'test-tokyo minAdvanceDays',
  ])
  // The two secrets share nothing.
  for (const slug of ['alfa', 'bravo', 'nowhere', 'test-istanbul~1', 'test-istanbul~1~2'])
    expect(await tester.call('GET', naming('/hotel', slug))).toBeProblem(404, 'not_found')
  for (const slug of SLUGS) {
    expect(await vendor.call('GET', naming('/hotel', slug))).toBeProblem(404, 'not_found')
    expect(await service.call('GET', `/v1/hotels/${slug}`)).toBeProblem(404, 'not_found')
    expect(await admin.call('GET', `/v1/panel/hotel?hotel=${slug}`)).toBeProblem(404, 'not_found')
  }
  const vendors = (await admin.call('GET', '/v1/admin/vendors')).body.items
  expect(vendors.map(({ id }: { id: string }) => id)).toEqual([vendor.id])
  const search =
    (await service.call('GET', '/v1/hotels')).text +
    (await admin.call('GET', '/v1/admin/hotels')).text
  expect(search).not.toContain('test-istanbul')
})

test('its hotels are sandboxes: bookings, faults, certification and a reset, after which their days are of the year to come (contract-groups, *Vendors*)', async () => {
  await using service = await startService()
  const { tester } = await stage(service)
  const booked = await bookTest(tester.call, 'test-istanbul', 'DBL')
  expect(booked.status).toBe(201)
  expect(booked.body).toMatchObject({ currency: 'TRY', hotelSlug: 'test-istanbul', test: true })
  const read = await tester.call('POST', '/changes/read', {
    body: { hotels: SLUGS.map((hotel) => ({ hotel })) },
  })
  expect(read.body.hotels[0].hotel).toBe('test-istanbul')
  expect(read.text).toContain(booked.body.code)
  const at = (path: string) => naming(path, 'test-istanbul')
  await tester.call('POST', at('/sandbox/faults'), { body: { status: 503, times: 1 } })
  expect((await tester.call('GET', at('/rooms'))).status).toBe(503)
  expect((await tester.call('GET', at('/rooms'))).status).toBe(200)
  const date = '2027-04-12'
  const hotel = { call: (m: string, p: string, i?: object) => tester.call(m, at(p), i) }
  expect((await push(hotel as never, [{ roomCode: 'DBL', date, available: 1 }])).status).toBe(200)
  const scenarios = (await tester.call('GET', at('/sandbox/certification'))).body.scenarios
  expect(scenarios.some(({ done }: { done: boolean }) => done)).toBe(true)

  service.clock.advance(400 * 24 * 60 * 60 * 1_000)
  expect((await tester.call('POST', at('/sandbox/reset'))).status).toBe(204)
  const after = await tester.call('GET', at('/availability?from=2028-04-20&to=2028-04-22'))
  expect(after.body.rooms[0].days).toHaveLength(3)
  expect(
    await tester.call('GET', naming(`/bookings/${booked.body.code}`, 'test-istanbul')),
  ).toBeProblem(404, 'not_found')
  expect((await tester.call('GET', at('/hotel'))).body.slug).toBe('test-istanbul')
})

test('a webhook of the test secret gets the events of its hotels, with test: true, and faults are each hotel’s own (contract-groups, *Vendors*)', async () => {
  await using receiver = startReceiver()
  await using service = await startSendingService()
  const { vendor, tester } = await stage(service)
  await addOwnWebhook(tester, receiver.url)
  await addOwnWebhook(vendor, `${receiver.url}/live`)
  await tester.call('POST', naming('/sandbox/faults', 'test-tokyo'), {
    body: { webhooks: 'duplicate', times: 1 },
  })
  await bookTest(tester.call, 'test-istanbul', 'DBL')
  await bookTest(tester.call, 'test-tokyo', 'TWN')
  await courier(service).work()
  const told = receiver.received.map(({ path, body }) => {
    const { hotelSlug, test: isTest } = JSON.parse(body)
    return [path, hotelSlug, isTest]
  })
  expect(told.toSorted()).toEqual([
    ['/hook', 'test-istanbul', true],
    ['/hook', 'test-tokyo', true],
    ['/hook', 'test-tokyo', true],
  ])
})

test('another test secret ends the one before, and the hotels stay; no hotel connects it (contract-groups, *Vendors*)', async () => {
  await using service = await startService()
  const { alfa, store } = service
  const { admin, path, tester } = await stage(service)
  const booked = await bookTest(tester.call, 'test-tokyo', 'TWN')
  const again = (await admin.call('POST', path)).body
  expect(await tester.call('GET', '/hotels')).toBeProblem(401, 'unauthenticated')
  const call = bearer(service.call, again.secret)
  const found = await call('GET', naming(`/bookings/${booked.body.code}`, 'test-tokyo'))
  expect(found.status).toBe(200)
  const rows = await store.db.select().from(store.t.vendor)
  const twin = rows.find(({ testOf }) => testOf !== null)!
  await expect(connect(service, { ...tester, id: twin.id }, alfa)).rejects.toThrow('no such vendor')
  const rotate = `/v1/admin/vendors/${twin.id}/rotate-secret`
  expect(await admin.call('POST', rotate)).toBeProblem(404, 'not_found')
})
