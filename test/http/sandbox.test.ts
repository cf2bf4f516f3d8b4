import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { SANDBOX_BOOKINGS_MAX } from '../../src/domain/kernel/limits.ts'
import { endApiKey } from '../../src/service/accounts/api-keys.ts'
import { insertRoomType } from '../../src/store/catalog/catalog.ts'
import { addDay, book, events, readAvailable, sell } from '../support/bookings.ts'
import { daysOf, pull, push } from '../support/http.ts'
import { makeRate } from '../support/rates.ts'
import { count } from '../support/retention.ts'
import { bookTest, openSandbox } from '../support/sandbox.ts'
import { room, startService, TODAY } from '../support/service.ts'
import { signIn } from '../support/users.ts'
import { addWebhook, deliveries, queueEvents } from '../support/webhooks.ts'

const DATE = '2027-04-01'
const RANGE = `from=${DATE}&to=2027-04-10`

test('a test key is made in the panel like any other, and works on a copy of its hotel (contract §2, Sandbox)', async () => {
  await using service = await startService()
  const { alfa, call, store } = service
  await store.tx((tx) =>
    insertRoomType(tx, alfa.id, room({ roomCode: 'STE', boards: ['BB', 'RO'], totalRooms: 3 })),
  )
  await makeRate(service, { rateCode: 'NRF', name: 'Saver' })
  await sell(service)
  await alfa.call('PATCH', '/availability', {
    body: { updates: [{ roomCode: 'DBL', date: DATE, rateCode: 'STD', minStay: 3 }] },
  })
  await book(call, { checkin: '2027-04-02', checkout: '2027-04-05' })
  const manager = await signIn(service, 'hotel_manager', { hotelIds: [alfa.id] })
  const made = await manager.call('POST', '/v1/panel/api-keys', {
    body: { name: 'Dev', mode: 'test' },
  })

  expect(made.status).toBe(201)
  expect(made.body.mode).toBe('test')
  expect(made.body.secret).toMatch(/^service_test_[0-9A-Za-z]{49}$/)
  const headers = { authorization: `Bearer ${made.body.secret}` }
  const same = ['/mapping', `/availability?${RANGE}`, `/rates?${RANGE}`]
  for (const path of same) {
    const live = await alfa.call('GET', path)
    const sandbox = await call('GET', `/v1/partner${path}`, { headers })
    expect(sandbox.body).toEqual({ test: true, ...live.body })
  }
  for (const path of [`/bookings?${RANGE}`, '/changes', '/webhooks']) {
    const { body } = await call('GET', `/v1/partner${path}`, { headers })
    expect(body.bookings ?? body.changes ?? body.items).toEqual([])
  }
  const listed = await manager.call('GET', '/v1/panel/api-keys')
  expect(listed.body.items.map(({ mode }: { mode: string }) => mode)).toEqual(['live', 'test'])
})

test('test keys share one sandbox, count among the five, and end like any other (contract §2, Sandbox)', async () => {
  await using service = await startService()
  const { alfa, deps } = service
  await sell(service)
  const one = await openSandbox(service)
  const two = await openSandbox(service)
  await openSandbox(service)
  await openSandbox(service)

  expect(two.id).toBe(one.id)
  expect(await count(service, 'hotel where twin_of is not null')).toBe(1)
  const { code } = (await bookTest(one)).body
  expect((await two.call('GET', `/bookings/${code}`)).status).toBe(200)
  expect(openSandbox(service)).rejects.toMatchObject({ code: 'validation_failed' })

  await endApiKey(deps, { id: one.keyId, hotelId: alfa.id })
  expect(await one.call('GET', '/hotel')).toBeProblem(401, 'unauthenticated')
  expect((await two.call('GET', '/hotel')).status).toBe(200)
})

test('first keys that are asked for at once come to one sandbox (contract §2, Sandbox)', async () => {
  await using service = await startService()
  const sandboxes = await Promise.all(Array.from({ length: 4 }, () => openSandbox(service)))

  expect(new Set(sandboxes.map(({ id }) => id)).size).toBe(1)
  expect(await count(service, 'hotel where twin_of is not null')).toBe(1)
})

test('everything a test key is answered carries test: true, and nothing that another is (contract §2, Sandbox)', async () => {
  await using service = await startService()
  const { alfa, call } = service
  await sell(service)
  const sandbox = await openSandbox(service)
  const { code } = (await bookTest(sandbox)).body
  const { id } = await addWebhook(sandbox, {
    events: ['booking.confirmed', 'availability.changed'],
  })
  await bookTest(sandbox)
  await queueEvents(service)

  for (const path of [
    '/hotel',
    '/hotels',
    '/mapping',
    '/rooms',
    '/boards',
    '/limits',
    `/availability?${RANGE}`,
    `/rates?${RANGE}`,
    `/availability/history?roomCode=DBL&date=${DATE}`,
    `/bookings?${RANGE}`,
    `/bookings/${code}`,
    '/changes',
    '/webhooks',
    `/webhooks/${id}`,
    `/webhooks/${id}/deliveries`,
    // Problems, too.
    '/availability',
    '/bookings/NONE',
  ])
    expect([path, (await sandbox.call('GET', path)).body.test]).toEqual([path, true])
  const pushed = await push(sandbox, [{ roomCode: 'DBL', date: DATE, available: 4 }])
  expect(pushed.body.test).toBe(true)
  expect((await push(sandbox, [{ roomCode: 'NONE', date: DATE, available: 4 }])).body.test).toBe(
    true,
  )
  const { bookings } = (await sandbox.call('GET', `/bookings?${RANGE}`)).body
  expect(bookings.map((each: { test: boolean }) => each.test)).toEqual([true, true])
  const told = await events(service)
  expect(told.length).toBeGreaterThan(0)
  for (const event of told) expect(event.test).toBe(true)
  for (const event of told.filter(({ event }) => event.startsWith('booking')))
    expect(event.data.test).toBe(true)

  const own = (await book(call)).body
  for (const path of ['/hotel', `/bookings?${RANGE}`, '/changes', `/bookings/${own.code}`])
    expect((await alfa.call('GET', path)).text).not.toContain('"test"')
  expect((await events(service)).at(-1)).not.toHaveProperty('test')
})

test('bookings are made, changed, confirmed, cancelled and not shown up for, and told like any other (contract §2, Sandbox)', async () => {
  await using service = await startService()
  await sell(service, { from: TODAY })
  const sandbox = await openSandbox(service)
  await addWebhook(sandbox, {
    events: [
      'booking.held',
      'booking.confirmed',
      'booking.modified',
      'booking.cancelled',
      'booking.no_show',
    ],
  })
  const stay = { checkin: TODAY, checkout: addDay(TODAY, 2) }
  const held = (await bookTest(sandbox, { ...stay, hold: true })).body
  const confirmed = await sandbox.call('POST', `/sandbox/bookings/${held.code}/confirm`)
  const longer = await sandbox.call('PATCH', `/sandbox/bookings/${held.code}`, {
    body: { checkout: addDay(TODAY, 3) },
  })
  const gone = await sandbox.call('POST', `/sandbox/bookings/${held.code}/cancel`, {
    body: { reason: 'Rain' },
  })
  const { code } = (await bookTest(sandbox, stay)).body
  const absent = await sandbox.call('POST', `/sandbox/bookings/${code}/no-show`)

  expect(
    [held, confirmed.body, longer.body, gone.body, absent.body].map(({ status }) => status),
  ).toEqual(['pending', 'confirmed', 'confirmed', 'cancelled', 'no_show'])
  expect(gone.body).toMatchObject({ revision: 4, cancelReason: 'Rain' })
  expect((await events(service)).map(({ event }) => event)).toEqual([
    'booking.held',
    'booking.confirmed',
    'booking.modified',
    'booking.cancelled',
    'booking.confirmed',
    'booking.no_show',
  ])
  const { changes } = (await sandbox.call('GET', '/changes')).body
  expect(changes.filter(({ type }: { type: string }) => type === 'booking')).toHaveLength(6)
  const acked = await sandbox.call('POST', `/bookings/${code}/ack`, {
    body: { revision: 2, externalId: 'P1' },
  })
  expect(acked.body).toMatchObject({ ackedRevision: 2, externalId: 'P1', test: true })
})

test('a test booking takes rooms of the sandbox alone, a live one of the hotel alone (contract §2, Sandbox)', async () => {
  await using service = await startService()
  await sell(service)
  const sandbox = await openSandbox(service)
  const leftIn = async () =>
    daysOf(await pull(sandbox, DATE, '2027-04-10'), 'DBL').map(({ available }) => available)
  await bookTest(sandbox, { rooms: 5, adults: 5 })
  expect((await bookTest(sandbox)).status).toBe(409)
  expect(await readAvailable(service)).toEqual(Array(10).fill(5))
  await book(service.call, { checkin: '2027-04-05', checkout: '2027-04-06', rooms: 2 })
  await push(sandbox, [{ roomCode: 'DBL', date: '2027-04-09', available: 1 }])

  expect(await leftIn()).toEqual([0, 0, 5, 5, 5, 5, 5, 5, 1, 5])
  expect(await readAvailable(service)).toEqual([5, 5, 5, 5, 3, 5, 5, 5, 5, 5])
})

test('a live key is refused by every route of the sandbox (contract §2, Sandbox: with a test key only)', async () => {
  await using service = await startService()

  for (const { method, path } of service.app.routes.filter((each) =>
    each.path.includes('/sandbox/'),
  )) {
    const asked = path.replace('/v1/partner', '').replace(/:\w+/, 'x')
    expect(await service.alfa.call(method, asked, { body: {} })).toBeProblem(403, 'forbidden')
  }
})

test('a reset copies the hotel as it is now; keys and webhooks stay, cursors of before are too old (contract §2, Sandbox)', async () => {
  await using service = await startService()
  const { alfa } = service
  await sell(service)
  const sandbox = await openSandbox(service)
  const { id } = await addWebhook(sandbox)
  const { code } = (await bookTest(sandbox)).body
  await push(sandbox, [{ roomCode: 'DBL', date: DATE, available: 99, priceCents: 5 }])
  const { nextCursor: cursor } = (await sandbox.call('GET', '/changes')).body
  const seen = { seenThrough: cursor, updates: [{ roomCode: 'DBL', date: DATE, available: 3 }] }
  await push(alfa, [{ roomCode: 'DBL', date: DATE, available: 2, priceCents: 20_000 }])

  expect((await sandbox.call('POST', '/sandbox/reset')).status).toBe(204)
  expect((await pull(sandbox, DATE)).body.rooms).toEqual((await pull(alfa, DATE)).body.rooms)
  expect(await sandbox.call('GET', `/bookings/${code}`)).toBeProblem(404, 'not_found')
  expect((await sandbox.call('GET', `/bookings?${RANGE}`)).body.bookings).toEqual([])
  expect((await sandbox.call('GET', '/changes')).body.changes).toEqual([])
  const expired = await sandbox.call('GET', `/changes?cursor=${cursor}`)
  expect(expired).toBeProblem(410, 'cursor_expired')
  expect(await sandbox.call('PUT', '/availability', { body: seen })).toBeProblem(
    410,
    'cursor_expired',
  )
  const { oldestCursor } = expired.body
  await bookTest(sandbox)
  const { changes } = (await sandbox.call('GET', `/changes?cursor=${oldestCursor}`)).body
  expect(changes.map(({ type }: { type: string }) => type)).toEqual(['booking', 'availability'])
  await queueEvents(service)
  const told = (await deliveries(sandbox, id)).body.items
  expect(told[0]).toMatchObject({ event: 'booking.confirmed' })
})

test('resets at once leave one sandbox, and each is answered (contract §2, Sandbox)', async () => {
  await using service = await startService()
  await sell(service)
  const sandbox = await openSandbox(service)
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => sandbox.call('POST', '/sandbox/reset')),
  )

  expect(answers.map(({ status }) => status).every((status) => [204, 503].includes(status))).toBe(
    true,
  )
  expect(await count(service, 'hotel where twin_of is not null and retired_at_ms is null')).toBe(1)
  expect((await sandbox.call('GET', '/hotel')).status).toBe(200)
})

test('a sandbox has at most 10,000 days and 1,000 bookings (contract §2, Sandbox)', async () => {
  await using service = await startService({
    rooms: Array.from({ length: 15 }, (_, index) => ({ roomCode: `R${index}` })),
  })
  const updates = Array.from({ length: 730 }, (_, index) =>
    Array.from({ length: 13 }, (_, room) => ({
      roomCode: `R${room}`,
      date: addDay(TODAY, index),
      available: 1,
      priceCents: 1,
    })),
  ).flat()
  const sandbox = await openSandbox(service)
  expect((await push(sandbox, updates)).status).toBe(200)
  const more = updates
    .filter(({ roomCode }) => roomCode === 'R0')
    .map((each) => ({ ...each, roomCode: 'R14' }))
  const over = await push(sandbox, more)
  expect(over).toBeProblem(422, 'validation_failed')
  expect(over.body.errors[0]).toMatchObject({ code: 'too_many', path: '/updates' })
  expect(await count(service, `day where room_code = 'R14'`)).toBe(0)

  const { id } = sandbox
  const { store } = service
  await bookTest(sandbox, { roomCode: 'R1', checkin: DATE, checkout: '2027-04-02' })
  const { booking } = store.t
  const [row] = await store.db.select().from(booking).where(eq(booking.hotelId, id))
  const last = { ...row!, id: id * 1_024 + SANDBOX_BOOKINGS_MAX, code: 'LAST' }
  await store.tx(async ({ db, dialect }) => {
    await dialect.withId(db.insert(booking)).values(last)
  })
  const full = await bookTest(sandbox, { roomCode: 'R2', checkin: DATE, checkout: '2027-04-02' })
  expect(full).toBeProblem(422, 'validation_failed')
  expect(full.body.errors[0].code).toBe('too_many')
  expect((await sandbox.call('POST', '/sandbox/reset')).status).toBe(204)
  expect((await push(sandbox, updates.slice(0, 1))).status).toBe(200)
})

test('a hotel with more days than a sandbox may have is copied from today on, its room types alike (contract §2, Sandbox)', async () => {
  await using service = await startService({
    rooms: Array.from({ length: 20 }, (_, index) => ({ roomCode: `R${index}` })),
  })
  const dates = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => addDay(TODAY, from + index))
  for (let room = 0; room < 20; room++)
    await push(
      service.alfa,
      dates(-1, 600).map((date) => ({ roomCode: `R${room}`, date, available: 1, priceCents: 1 })),
    )
  const sandbox = await openSandbox(service)

  expect(await count(service, `day where hotel_id = ${sandbox.id}`)).toBe(10_000)
  expect(await count(service, `day where hotel_id = ${sandbox.id} and date < '${TODAY}'`)).toBe(0)
  expect(
    await count(service, `day where hotel_id = ${sandbox.id} and date > '${addDay(TODAY, 499)}'`),
  ).toBe(0)
})

test('days that a test key pushes are none of the hotel’s (contract §7, Fair use)', async () => {
  await using service = await startService({ publicRatePerMinute: 300 })
  const sandbox = await openSandbox(service)
  await push(sandbox, [{ roomCode: 'DBL', date: DATE, available: 1 }])
  const leftOf = async (hotel: typeof sandbox) =>
    (await hotel.call('GET', '/limits')).body.pushedDays.remaining

  expect(await leftOf(sandbox)).toBe(99_999)
  expect(await leftOf(service.alfa)).toBe(100_000)
})

test('webhooks of a sandbox belong to its test keys, and go without a key when it ends (contract §2)', async () => {
  await using service = await startService()
  const { alfa, deps, store } = service
  const sandbox = await openSandbox(service)
  const { id } = await addWebhook(sandbox)
  const manager = await signIn(service, 'hotel_manager', { hotelIds: [alfa.id] })
  const wrong = await manager.call('POST', '/v1/panel/webhooks', {
    body: { url: 'https://hooks.example.com/3', apiKeyId: sandbox.keyId },
  })
  expect(wrong.body.errors[0].code).toBe('unknown_key')
  await endApiKey(deps, { id: sandbox.keyId, hotelId: alfa.id })
  const [row] = await store.db.select().from(store.t.webhook)

  expect(row).toMatchObject({ id, hotelId: sandbox.id, apiKeyId: null })
})
