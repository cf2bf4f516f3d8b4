import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { expireHolds } from '../../src/service/passes.ts'
import { takeEvents } from '../../src/store/outbox.ts'
import { book, left, sell } from '../support/bookings.ts'
import { breachesOf, operationsOf } from '../support/openapi.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff, signInAgain } from '../support/staff.ts'
import type { TestUser } from '../support/users.ts'

type Item = Record<string, any>

const BOOKINGS = '/v1/panel/bookings'

/** An endpoint of Alfa that wants every event; nothing is sent, for no sender runs. */
async function addEndpoint({ store, alfa, clock }: TestService, id: string): Promise<void> {
  await store.tx(async ({ t, db }) => {
    await db.insert(t.webhook).values({
      id,
      hotelId: alfa.id,
      url: `https://pms.example/${id}`,
      description: '',
      events: JSON.stringify(['booking.confirmed', 'booking.modified', 'booking.cancelled']),
      active: true,
      secret: 'sealed',
      createdAtMs: clock.nowMs,
      updatedAtMs: clock.nowMs,
    })
  })
}

/** Queues deliveries of the events so far, as the sender does. */
async function queue({ store, deps, clock }: TestService): Promise<void> {
  const facts = { newId: deps.newId, nowMs: clock.nowMs, limit: 100 }
  await store.tx((tx) => takeEvents(tx, facts))
}

/** Notes an attempt at the oldest delivery, and what became of it. */
async function settle({ store, clock }: TestService, number: number, status: number) {
  await store.tx(async ({ t, db }) => {
    const [first] = await db.select().from(t.delivery).orderBy(t.delivery.seq).limit(1)
    const isGood = status < 300
    await db.insert(t.attempt).values({
      deliverySeq: first!.seq,
      number,
      atMs: clock.nowMs,
      durationMs: 12,
      status,
      error: isGood ? null : 'status',
      headers: '{}',
    })
    await db
      .update(t.delivery)
      .set({
        attempts: number,
        state: isGood ? 'delivered' : 'pending',
        dueAtMs: isGood ? null : clock.nowMs + 5_000,
      })
      .where(eq(t.delivery.seq, first!.seq))
  })
}

const read = async ({ call }: TestUser, code: string) =>
  (await call('GET', `${BOOKINGS}/${code}`)).body

test('a booking is shown with every revision, what it changed by field, and who changed it (contract §3, §5)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service)
  const { body: booked } = await book(service.call)
  const at = `/v1/bookings/${booked.code}`
  service.clock.advance(1_000)
  await service.call('PATCH', at, { body: { email: booked.guest.email, checkout: '2027-04-04' } })
  service.clock.advance(1_000)
  await service.alfa.call('POST', `/bookings/${booked.code}/ack`, { body: { revision: 2 } })
  const cancelled = await manager.call('POST', `${at}/cancel`, { body: { reason: 'Flood' } })
  expect(cancelled.status).toBe(200)

  const { revisions, deliveries, ...record } = await read(manager, booked.code)
  expect(record).toEqual(cancelled.body)
  expect(deliveries).toEqual([])
  const told = revisions.map(({ revision, status, event, actor }: Item) => [
    revision,
    status,
    event,
    actor,
  ])
  const guest = { type: 'booking', id: booked.code, name: booked.code }
  const staff = { type: 'user', id: manager.user.id, name: 'manager-alfa' }
  expect(told).toEqual([
    [3, 'cancelled', 'booking.cancelled', staff],
    [2, 'confirmed', 'booking.modified', guest],
    [1, 'confirmed', 'booking.confirmed', guest],
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
    'cancelledAt',
    'cancelReason',
  ])
})

test('each event is shown with where it went, how often it was tried, what was answered and when it is tried next (contract §4)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const { clock } = service
  await addEndpoint(service, 'w1')
  await sell(service)
  const { body: booked } = await book(service.call)
  await queue(service)
  const made = clock.nowMs
  expect((await read(manager, booked.code)).deliveries).toEqual([
    {
      id: expect.any(String),
      webhookId: 'w1',
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

  await settle(service, 1, 500)
  expect((await read(manager, booked.code)).deliveries).toMatchObject([
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
  await settle(service, 2, 204)
  await service.call('PATCH', `/v1/bookings/${booked.code}`, {
    body: { email: booked.guest.email, adults: 1 },
  })
  await addEndpoint(service, 'w2')
  await queue(service)
  const { deliveries } = await read(manager, booked.code)
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

test('a hold that ran out tells the clock as its author and no event (contract §3)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service)
  const { code } = (await book(service.call, { hold: true })).body
  service.clock.advance(16 * 60_000)
  await expireHolds(service.deps)

  const { revisions } = await read(manager, code)
  expect(revisions).toMatchObject([
    { revision: 2, status: 'expired', event: null, actor: { type: 'system', name: null } },
    { revision: 1, status: 'pending', event: null },
  ])
})

test('a manager tries out a cancellation and a no-show: which nights would go back is told, and nothing happens (contract §3)', async () => {
  await using service = await startService()
  const staff = await hireStaff(service)
  await sell(service, { nights: 4, available: 1 })
  const { code } = (await book(service.call, { checkout: '2027-04-05' })).body
  const simulate = { body: { simulate: true } }
  const early = await staff.manager.call('POST', `${BOOKINGS}/${code}/no-show`, simulate)
  expect(early).toBeProblem(409, 'transition_invalid')

  service.clock.nowMs = Date.parse('2027-04-03T08:00:00Z')
  const manager = await signInAgain(service, staff.manager)
  const before = await read(manager, code)
  const noShow = await manager.call('POST', `${BOOKINGS}/${code}/no-show`, simulate)
  expect(noShow.body).toMatchObject({
    status: 'no_show',
    revision: 2,
    simulated: true,
    // The first night is kept, the second has passed.
    nightsGivenBack: ['2027-04-03', '2027-04-04'],
  })
  const cancel = await manager.call('POST', `/v1/bookings/${code}/cancel`, simulate)
  expect(cancel.body).toMatchObject({
    status: 'cancelled',
    simulated: true,
    nightsGivenBack: ['2027-04-03', '2027-04-04'],
  })
  expect(await read(manager, code)).toEqual(before)
  expect(await left(service, { to: '2027-04-04' })).toEqual([0, 0, 0, 0])

  const done = await manager.call('POST', `${BOOKINGS}/${code}/no-show`)
  expect([done.status, done.body.status, 'simulated' in done.body]).toEqual([200, 'no_show', false])
  expect(await left(service, { to: '2027-04-04' })).toEqual([0, 0, 1, 1])
  const again = await manager.call('POST', `${BOOKINGS}/${code}/no-show`, simulate)
  expect(again).toBeProblem(409, 'transition_invalid')
})

test('a manager changes a booking with a token alone, is told the new price before agreeing to it, and is written down (contract §3)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service)
  const { code } = (await book(service.call)).body
  const change = (body: Item) => manager.call('PATCH', `/v1/bookings/${code}`, { body })

  const refused = await change({ checkout: '2027-04-04', expectedTotalCents: 20_000, revision: 1 })
  expect(refused).toBeProblem(409, 'price_changed')
  expect(refused.body.totalPriceCents).toBe(30_000)
  const agreed = { checkout: '2027-04-04', expectedTotalCents: 30_000, revision: 1 }
  expect((await change(agreed)).body).toMatchObject({ revision: 2, totalPriceCents: 30_000 })
  expect(await change({ adults: 1, revision: 1 })).toBeProblem(409, 'revision_conflict')
  const [newest] = (await read(manager, code)).revisions
  expect(newest.actor).toEqual({ type: 'user', id: manager.user.id, name: 'manager-alfa' })
})

test('what the panel is answered keeps its documented schema, member for member (contract §6)', async () => {
  await using service = await startService({ rooms: [{ roomCode: 'DBL' }] })
  const { manager } = await hireStaff(service)
  await addEndpoint(service, 'w1')
  await sell(service)
  const { code } = (await book(service.call)).body
  await manager.call('PATCH', `/v1/bookings/${code}`, { body: { adults: 1 } })
  await queue(service)
  await settle(service, 1, 500)
  const { body: document } = await service.call('GET', '/openapi.json')
  const operations = operationsOf(document)
  const simulate = { simulate: true }
  for (const [name, path, body] of [
    ['GET /v1/panel/bookings/{code}', `${BOOKINGS}/${code}`],
    ['POST /v1/panel/bookings/{code}/no-show', `${BOOKINGS}/${code}/no-show`, simulate],
    ['POST /v1/bookings/{code}/cancel', `/v1/bookings/${code}/cancel`, simulate],
    ['GET /v1/panel/dashboard/days', '/v1/panel/dashboard/days?from=2027-03-30&to=2027-04-02'],
    ['GET /v1/panel/changes', '/v1/panel/changes'],
    [
      'GET /v1/panel/availability/history',
      '/v1/panel/availability/history?roomCode=DBL&date=2027-04-01',
    ],
  ] as const) {
    const [method = ''] = name.split(' ')
    const answer = await manager.call(method, path, body ? { body } : {})
    // The check-in day has not come: the answer of a problem is held to its schema, too.
    expect([name, answer.status]).toEqual([name, name.includes('no-show') ? 409 : 200])
    expect([name, breachesOf(document, operations.get(name)!, answer)]).toEqual([name, []])
  }
})
