import { expect, test } from 'bun:test'
import { expireHolds } from '../../src/service/bookings/booking-passes.ts'
import { book, sell } from '../support/bookings.ts'
import { asGuest } from '../support/manage.ts'
import { BOOKINGS, readBooking } from '../support/panel-booking.ts'
import { startService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'
import { addWebhook, attemptAll, queueEvents } from '../support/webhooks.ts'

type Item = Record<string, any>

test('a booking is shown with every revision, what it changed by field, and who changed it (contract §3, §5)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service)
  const { body: booked } = await book(service.call)
  const at = `/v1/bookings/${booked.code}`
  service.clock.advance(1_000)
  await service.call('PATCH', at, { body: { ...asGuest(booked.code), checkout: '2027-04-04' } })
  service.clock.advance(1_000)
  await service.alfa.call('POST', `/bookings/${booked.code}/ack`, { body: { revision: 2 } })
  const cancelled = await manager.call('POST', `${at}/cancel`, { body: { reason: 'Flood' } })
  expect(cancelled.status).toBe(200)

  const { revisions, deliveries, mails, desk, deskHistory, ...record } = await readBooking(
    manager,
    booked.code,
  )
  expect(record).toEqual(cancelled.body)
  expect([deliveries, deskHistory, desk.payments]).toEqual([[], [], []])
  expect(mails).toEqual([])
  const told = revisions.map(({ revision, status, event, actor }: Item) => [
    revision,
    status,
    event,
    actor,
  ])
  const guest = { type: 'booking', id: booked.code, name: booked.code, by: 'guest' }
  const staff = { type: 'user', id: manager.user.id, name: 'manager-alfa' }
  expect(told).toEqual([
    [3, 'cancelled', 'booking.cancelled', staff],
    [2, 'confirmed', 'booking.modified', { ...guest, how: 'manage_link' }],
    [1, 'confirmed', 'booking.confirmed', { ...guest, how: null }],
  ])
  const [third, second, first] = revisions
  expect(first.changes).toBeUndefined()
  expect(first.at).toBe(booked.createdAt)
  expect(second.changes).toContainEqual({
    field: 'checkout',
    before: '2027-04-03',
    after: '2027-04-04',
  })
  expect(second.changes).toContainEqual({ field: 'totalPriceCents', before: 20_000, after: 30_000 })
  expect(third.changes.map(({ field }: Item) => field)).toEqual([
    'status',
    'penaltyCents',
    'payableCents',
    'cancelledAt',
    'cancelReason',
  ])
})

test('each event is shown with where it went, how often it was tried, what was answered and when it is tried next (contract §4)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const { alfa, clock } = service
  const first = await addWebhook(alfa, { url: 'https://pms.example/w1' })
  await sell(service)
  const { body: booked } = await book(service.call)
  await queueEvents(service)
  const made = clock.nowMs
  expect((await readBooking(manager, booked.code)).deliveries).toEqual([
    {
      id: expect.any(String),
      webhookId: first.id,
      url: 'https://pms.example/w1',
      event: 'booking.confirmed',
      revision: 1,
      cause: 'event',
      state: 'pending',
      attempts: 0,
      lastStatus: null,
      lastError: null,
      lastAttemptAt: null,
      createdAt: new Date(made).toISOString(),
      nextAttemptAt: new Date(made).toISOString(),
    },
  ])

  const failed = { status: 500, error: 'status', nextAtMs: made + 5_000 } as const
  expect(await attemptAll(service, first.id, failed)).toBe(1)
  expect((await readBooking(manager, booked.code)).deliveries).toMatchObject([
    {
      state: 'pending',
      attempts: 1,
      lastStatus: 500,
      lastError: 'status',
      lastAttemptAt: new Date(made).toISOString(),
      nextAttemptAt: new Date(made + 5_000).toISOString(),
    },
  ])
  clock.advance(5_000)
  expect(await attemptAll(service, first.id)).toBe(1)
  await service.call('PATCH', `/v1/bookings/${booked.code}`, {
    body: { ...asGuest(booked.code), adults: 1 },
  })
  await addWebhook(alfa, { url: 'https://pms.example/w2' })
  await queueEvents(service)
  const { deliveries } = await readBooking(manager, booked.code)
  expect(
    deliveries.map(({ url, event, revision, state }: Item) => [url, event, revision, state]),
  ).toEqual([
    ['https://pms.example/w2', 'booking.modified', 2, 'pending'],
    ['https://pms.example/w1', 'booking.modified', 2, 'pending'],
    ['https://pms.example/w1', 'booking.confirmed', 1, 'delivered'],
  ])
  expect(deliveries[2]).toMatchObject({ attempts: 2, lastStatus: 204, nextAttemptAt: null })
})

test('a booking of the hotel next door is as if it were not there, to read and to mark (contract §6)', async () => {
  await using service = await startService()
  const { bravoManager, chief, admin } = await hireStaff(service)
  await sell(service)
  const { body: booked } = await book(service.call)
  const at = `${BOOKINGS}/${booked.code}`
  for (const [who, path] of [
    [bravoManager, at],
    [chief, `${at}?hotel=bravo`],
    [admin, `${at}?hotel=bravo`],
    [chief, `${BOOKINGS}/ZZZZZZZZZZ?hotel=alfa`],
  ] as const) {
    expect(await who.call('GET', path)).toBeProblem(404, 'not_found')
    const mark = path.replace(/(\?|$)/, '/no-show$1')
    const body = { simulate: true }
    expect(await who.call('POST', mark, { body })).toBeProblem(404, 'not_found')
  }
  expect((await admin.call('GET', `${at.toLowerCase()}?hotel=alfa`)).body.code).toBe(booked.code)
})

test('a hold that ran out tells the clock as its author (contract §3)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service)
  const { code } = (await book(service.call, { hold: true })).body
  service.clock.advance(16 * 60_000)
  await expireHolds(service.deps)

  const { revisions } = await readBooking(manager, code)
  expect(revisions).toMatchObject([
    {
      revision: 2,
      status: 'expired',
      event: 'booking.released',
      actor: { type: 'system', name: null },
    },
    { revision: 1, status: 'pending', event: 'booking.held' },
  ])
})
