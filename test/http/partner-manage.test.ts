import { expect, test } from 'bun:test'
import { SCOPES, type Scope } from '../../src/domain/accounts/scope.ts'
import { publishUnacked } from '../../src/service/bookings/unacked.ts'
import { updateHotel } from '../../src/store/catalog/catalog-edits.ts'
import { withAnotherKey } from '../support/api-keys.ts'
import { book, CARLA, events, readAvailable, sell } from '../support/bookings.ts'
import { latest, walk } from '../support/changes.ts'
import { history } from '../support/http.ts'
import { BOOKINGS, readBooking } from '../support/panel-booking.ts'
import { makeRate } from '../support/rates.ts'
import { bookTest, openSandbox } from '../support/sandbox.ts'
import { startService, type TestHotel, type TestService, TODAY } from '../support/service.ts'
import { signInAgain } from '../support/staff.ts'
import { signIn } from '../support/users.ts'
import { addWebhook, deliveries, queueEvents } from '../support/webhooks.ts'

const ALL = { freeUntilDays: null, penalty: 'all' } as const
const REASON = { reason: 'Overbooked' }
/** Bookings of these are changed by nobody any more. */
const ENDED = { cancelled: '/cancel', no_show: '/no-show' } as const

const holding = (service: TestService, ...scopes: Scope[]) =>
  withAnotherKey(service, service.alfa, { name: 'PMS', scopes })
const post = (hotel: TestHotel, code: string, act: string, body?: object) =>
  hotel.call('POST', `/bookings/${code}${act}`, { body })
const move = (hotel: TestHotel, code: string, body: object) =>
  hotel.call('PATCH', `/bookings/${code}`, { body })

/** Alfa with two room types on sale, a key that manages and a manager. */
async function start(more: Parameters<typeof sell>[1] = {}) {
  const service = await startService()
  await sell(service, more)
  await sell(service, { roomCode: 'SGL', priceCents: 7_000, ...more })
  const key = await holding(service, ...SCOPES)
  const manager = await signIn(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  return { service, key, manager }
}

test('the hotel cancels by its system: nothing is owed unless it charges, and midnight is guarded against (contract-rates, *Penalties*)', async () => {
  const { service, key } = await start()
  await using _ = service
  await makeRate(service, { rateCode: 'T', cancellation: ALL })
  const made = await Promise.all([1, 2, 3].map(() => book(service.call, { rateCode: 'T' })))
  const [free, charged, old] = made.map(({ body }) => body.code as string)
  const trial = await post(key, charged!, '/cancel', { ...REASON, charge: true, simulate: true })
  expect(trial.body).toMatchObject({
    ...{ status: 'cancelled', simulated: true, penaltyCents: 20_000 },
    nightsGivenBack: ['2027-04-01', '2027-04-02'],
  })
  expect((await readAvailable(service)).slice(0, 3)).toEqual([2, 2, 5])

  const wrong = { ...REASON, charge: true, expectedPenaltyCents: 0 }
  const refused = await post(key, charged!, '/cancel', wrong)
  expect(refused).toBeProblem(409, 'penalty_changed')
  expect(refused.body.penaltyCents).toBe(20_000)
  const right = { ...REASON, charge: true, expectedPenaltyCents: 20_000 }
  expect((await post(key, charged!, '/cancel', right)).body.penaltyCents).toBe(20_000)
  const done = await post(key, free!.toLowerCase(), '/cancel', REASON)
  expect(done.body).toMatchObject({
    status: 'cancelled',
    penaltyCents: 0,
    cancelReason: 'Overbooked',
  })
  expect('simulated' in done.body).toBe(false)
  expect((await readAvailable(service)).slice(0, 3)).toEqual([4, 4, 5])

  const again = await post(key, free!, '/cancel', { reason: 'Another', charge: true })
  expect([again.status, again.body]).toEqual([200, done.body])
  expect((await readAvailable(service)).slice(0, 3)).toEqual([4, 4, 5])
  // Nights that the hotel keeps it keeps here, too.
  await service.store.tx((tx) => updateHotel(tx, service.alfa.id, { restoreOnCancel: false }))
  expect((await post(key, old!, '/cancel', REASON)).status).toBe(200)
  expect((await readAvailable(service)).slice(0, 3)).toEqual([4, 4, 5])
})

test.each([
  [{}, '/reason', 'required'],
  [{ reason: ' ' }, '/reason', 'wrong_text'],
  [{ ...REASON, email: CARLA }, '/email', 'unknown_field'],
  [{ ...REASON, charge: 1 }, '/charge', 'wrong_type'],
])('a cancellation %p is refused at %p: %s (contract §2, §6)', async (body, path, code) => {
  const { service, key } = await start()
  await using _ = service
  const made = await book(service.call)
  const refused = await post(key, made.body.code, '/cancel', body)
  expect(refused).toBeProblem(422, 'validation_failed')
  expect(refused.body.errors).toMatchObject([{ path, code }])
  expect((await key.call('GET', `/bookings/${made.body.code}`)).body).toEqual(made.body)
})

test('a no-show is reported as the panel marks it: not before the hour, forced not before the day (contract-rates, *Penalties*)', async () => {
  const { service, key } = await start()
  await using _ = service
  const { code } = (await book(service.call)).body
  service.clock.nowMs = Date.parse('2027-03-31T20:59:59.999Z')
  const early = await post(key, code, '/no-show', { force: true })
  expect(early).toBeProblem(409, 'transition_invalid')
  expect(early.body).toMatchObject({ from: '2027-03-31T21:00:00.000Z', bookingStatus: 'confirmed' })

  service.clock.nowMs = Date.parse('2027-04-01T10:59:59.999Z')
  for (const body of [undefined, {}, { simulate: true }]) {
    const refused = await post(key, code, '/no-show', body)
    expect(refused).toBeProblem(409, 'transition_invalid')
    expect(refused.body.from).toBe('2027-04-01T11:00:00.000Z')
  }
  const trial = await post(key, code, '/no-show', { force: true, simulate: true })
  expect(trial.body).toMatchObject({
    ...{ status: 'no_show', simulated: true, penaltyCents: 10_000 },
    nightsGivenBack: ['2027-04-02'],
  })
  expect((await readAvailable(service)).slice(0, 3)).toEqual([4, 4, 5])
  service.clock.advance(1)
  const done = await post(key, code, '/no-show')
  expect(done.body).toMatchObject({ status: 'no_show', revision: 2, penaltyCents: 10_000 })
  expect((await readAvailable(service)).slice(0, 3)).toEqual([4, 5, 5])
})

test('a guest who is moved keeps the price of every night, whatever the other room type costs and its rate asks for (contract-rates, *Changes*)', async () => {
  const { service, key } = await start()
  await using _ = service
  await makeRate(service, { rateCode: 'T', cancellation: ALL })
  const { body: before } = await book(service.call, { rateCode: 'T' })
  const date = { dateFrom: '2027-04-01', dateTo: '2027-04-09' }
  await service.alfa.call('PATCH', '/availability', {
    body: { updates: [{ roomCode: 'SGL', ...date, minStay: 9, closedToArrival: true }] },
  })
  const { code } = before
  const trial = await move(key, code, { roomCode: 'SGL', simulate: true })
  expect(trial.body).toMatchObject({ simulated: true, roomCode: 'SGL', totalPriceCents: 20_000 })
  expect((await key.call('GET', `/bookings/${code}`)).body).toEqual(before)

  const moved = await move(key, code, { roomCode: 'SGL', revision: 1 })
  expect(moved.body).toMatchObject({
    ...{ roomCode: 'SGL', roomName: 'Room SGL', rateCode: 'T', revision: 2, cancellation: ALL },
    ...{ nightly: before.nightly, totalPriceCents: 20_000 },
  })
  expect(await readAvailable(service, { to: '2027-04-03' })).toEqual([5, 5, 5])
  expect(await readAvailable(service, { roomCode: 'SGL', to: '2027-04-03' })).toEqual([4, 4, 5])
  expect((await move(key, code, { roomCode: 'SGL' })).body).toEqual(moved.body)
  const stale = await move(key, code, { roomCode: 'DBL', revision: 1 })
  expect(stale).toBeProblem(409, 'revision_conflict')
})

test('a room type that cannot be had leaves the booking where it is, and says why (contract §3)', async () => {
  const { service, key } = await start()
  await using _ = service
  const { code, ...before } = (await book(service.call)).body
  const close = (element: object) =>
    service.alfa.call('PATCH', '/availability', {
      body: { updates: [{ roomCode: 'SGL', date: '2027-04-02', ...element }] },
    })
  await close({ closed: true })
  expect(await move(key, code, { roomCode: 'SGL' })).toBeProblem(409, 'closed_for_sale')
  await close({ closed: false, available: 0 })
  const sold = await move(key, code, { roomCode: 'SGL' })
  expect(sold).toBeProblem(409, 'sold_out')
  expect(sold.body.dates).toEqual(['2027-04-02'])
  for (const [body, path, flaw] of [
    [{ roomCode: 'NONE' }, '/roomCode', 'unknown_room'],
    [{}, '/roomCode', 'required'],
    [{ roomCode: 'SGL', checkout: '2027-04-04' }, '/checkout', 'unknown_field'],
    [{ roomCode: 'SGL', override: true }, '/override', 'unknown_field'],
  ] as const) {
    const refused = await move(key, code, body)
    expect(refused).toBeProblem(422, 'validation_failed')
    expect(refused.body.errors).toMatchObject([{ path, code: flaw }])
  }
  await close({ available: 5 })
  service.clock.nowMs = Date.parse('2027-04-02T09:00:00Z')
  const inHouse = await move(key, code, { roomCode: 'SGL' })
  expect(inHouse.body.errors).toMatchObject([{ path: '/roomCode', code: 'night_passed' }])
  expect((await key.call('GET', `/bookings/${code}`)).body).toEqual({ code, ...before })
})

test('a suspended hotel moves nobody either, though the price of every night is kept (contract §3)', async () => {
  const { service, key, manager } = await start()
  await using _ = service
  const { call } = await signIn(service, 'admin')
  const { code } = (await book(service.call)).body
  await call('PATCH', '/v1/admin/hotels/alfa', { body: { active: false } })

  const byHand = { body: { roomCode: 'SGL', override: true } }
  for (const refused of [
    await move(key, code, { roomCode: 'SGL' }),
    await move(key, code, { roomCode: 'SGL', simulate: true }),
    await manager.call('PATCH', `/v1/bookings/${code}`, byHand),
  ]) {
    expect(refused).toBeProblem(409, 'closed_for_sale')
    expect(refused.body.dates).toEqual(['2027-04-01', '2027-04-02'])
  }
  expect((await key.call('GET', `/bookings/${code}`)).body.roomCode).toBe('DBL')
  expect((await readAvailable(service)).slice(0, 3)).toEqual([4, 4, 5])
})

test('a hold may be ended and nothing else; what has ended is not changed any more (contract §3)', async () => {
  const { service, key } = await start({ from: TODAY })
  await using _ = service
  const stay = { checkin: TODAY, checkout: '2027-03-12' }
  const bookOne = async (more = {}) => (await book(service.call, { ...stay, ...more })).body.code
  const hold = await bookOne({ hold: true })
  expect(await post(key, hold, '/no-show', { force: true })).toBeProblem(409, 'transition_invalid')
  expect(await move(key, hold, { roomCode: 'SGL' })).toBeProblem(409, 'transition_invalid')
  const ended = await post(key, hold, '/cancel', { ...REASON, charge: true })
  expect(ended.body).toMatchObject({ status: 'cancelled', penaltyCents: 0, confirmedAt: null })

  for (const [status, act] of Object.entries(ENDED)) {
    const code = await bookOne()
    const body = act === '/cancel' ? REASON : { force: true }
    expect((await post(key, code, act, body)).body.status).toBe(status)
    const others = [
      await post(key, code, '/no-show', { force: true }),
      await move(key, code, { roomCode: 'SGL' }),
      ...(status === 'cancelled' ? [] : [await post(key, code, '/cancel', REASON)]),
    ]
    for (const refused of others) {
      expect(refused).toBeProblem(409, 'transition_invalid')
      expect(refused.body.bookingStatus).toBe(status)
    }
  }
})

test('the key is who did it, in the history, the feed, events and the log of days; each revision wants to be acknowledged (contract §2, §4)', async () => {
  const { service, key, manager } = await start({ from: TODAY })
  await using _ = service
  const webhook = await addWebhook(key, {
    events: ['booking.modified', 'booking.cancelled', 'booking.no_show', 'availability.changed'],
  })
  const stay = { checkin: TODAY, checkout: '2027-03-12' }
  const one = (await book(service.call, stay)).body.code
  const two = (await book(service.call, stay)).body.code
  const from = await latest(service.alfa)
  await move(key, one, { roomCode: 'SGL' })
  await post(key, one, '/cancel', REASON)
  await post(key, two, '/no-show', { force: true })

  const actor = { type: 'key', id: key.keyId, name: 'PMS' }
  const { revisions } = await readBooking(manager, one)
  expect(revisions.map(({ actor, event }: any) => [actor, event])).toEqual([
    [actor, 'booking.cancelled'],
    [actor, 'booking.modified'],
    [{ type: 'booking', id: one, name: one, by: 'guest', how: null }, 'booking.confirmed'],
  ])
  const entries = await walk(service.alfa, { from })
  expect(entries.map(({ type, booking }) => [type, booking?.status])).toEqual([
    ['booking', 'confirmed'],
    ['availability', undefined],
    ['booking', 'cancelled'],
    ['availability', undefined],
    ['booking', 'no_show'],
    ['availability', undefined],
  ])
  const { items } = (await history(service.alfa, 'SGL', TODAY)).body
  expect(items.slice(0, 2).map(({ actor }: any) => actor)).toEqual([actor, actor])
  // Its own pushes are no news to a key; what its acts make of the counts is.
  await queueEvents(service)
  const told = (await deliveries(key, webhook.id)).body.items
  expect(
    told
      .map(({ event }: any) => event)
      .toReversed()
      .slice(-6),
  ).toEqual([
    'booking.modified',
    'availability.changed',
    'booking.cancelled',
    'availability.changed',
    'booking.no_show',
    'availability.changed',
  ])
  const { body } = await service.alfa.call('GET', `/bookings/${one}`)
  expect(body).toMatchObject({ revision: 3, ackedRevision: null })
  service.clock.advance(31 * 60_000)
  await publishUnacked(service.deps)
  const unacked = (await events(service)).filter(({ event }) => event === 'booking.unacked')
  expect(unacked.map(({ data }) => data.code).toSorted()).toEqual([one, two].toSorted())
  const dashboard = await (await signInAgain(service, manager)).call('GET', '/v1/panel/dashboard')
  expect(dashboard.body.unacked.overdue).toBeGreaterThan(0)
})

test('a reinstatement is the panel’s alone; what a key has ended the panel reinstates (contract §3, contract-rates, Routes)', async () => {
  const { service, key, manager } = await start()
  await using _ = service
  const { code } = (await book(service.call)).body
  await post(key, code, '/cancel', REASON)
  expect((await post(key, code, '/reinstate')).status).toBe(404)
  const { body } = await manager.call('POST', `${BOOKINGS}/${code}/reinstate`)
  expect(body).toMatchObject({ status: 'confirmed', revision: 3, cancelReason: null })
})

test('a key without the scope does nothing, also with every other; one that may not read is told nothing of the booking (contract §8)', async () => {
  const { service } = await start()
  await using _ = service
  const others = await holding(service, ...SCOPES.filter((scope) => scope !== 'bookings:manage'))
  const blind = await holding(service, 'bookings:manage')
  const { body: before } = await book(service.call)
  const { code } = before
  for (const refused of [
    await move(others, code, { roomCode: 'SGL' }),
    await post(others, code, '/cancel', REASON),
    await post(others, code, '/no-show'),
  ]) {
    expect(refused).toBeProblem(403, 'scope_missing')
    expect(refused.body.scopes).toEqual(['bookings:manage'])
  }
  for (const refused of [
    await move(blind, code, { roomCode: 'SGL', simulate: true }),
    await post(blind, code, '/cancel', { ...REASON, simulate: true }),
    await post(blind, code, '/no-show', { simulate: true }),
    await post(blind, 'ZZZZZZZZZZ', '/no-show', { simulate: true }),
  ]) {
    expect(refused).toBeProblem(403, 'scope_missing')
    expect(refused.body.scopes).toEqual(['bookings:read'])
  }
  expect((await service.alfa.call('GET', `/bookings/${code}`)).body).toEqual(before)
  const moved = await move(blind, code, { roomCode: 'SGL' })
  expect([moved.status, moved.text]).toEqual([204, ''])
  const cancelled = await post(blind, code, '/cancel', REASON)
  expect([cancelled.status, cancelled.text]).toEqual([204, ''])
  const { body } = await service.alfa.call('GET', `/bookings/${code}`)
  expect(body).toMatchObject({ status: 'cancelled', roomCode: 'SGL', revision: 3 })
})

test('of another hotel, and of the other side of a sandbox, there is no booking; a test key works on those of its own (contract §1, §2)', async () => {
  const { service, key } = await start({ from: TODAY })
  await using _ = service
  const stay = { checkin: TODAY, checkout: '2027-03-12' }
  const bravo = await withAnotherKey(service, service.bravo, { scopes: SCOPES })
  const sandbox = await openSandbox(service)
  const live = (await book(service.call, stay)).body.code
  const tested = (await bookTest(sandbox, stay)).body.code
  const acts = (hotel: TestHotel, code: string) => [
    () => move(hotel, code, { roomCode: 'SGL' }),
    () => post(hotel, code, '/no-show', { force: true, simulate: true }),
    () => post(hotel, code, '/cancel', REASON),
  ]
  for (const [hotel, code] of [
    [bravo, live],
    [sandbox, live],
    [bravo, tested],
    [key, tested],
    [key, 'ZZZZZZZZZZ'],
  ] as const)
    for (const act of acts(hotel, code)) expect(await act()).toBeProblem(404, 'not_found')
  expect((await key.call('GET', `/bookings/${live}`)).body.revision).toBe(1)

  for (const [hotel, code] of [
    [sandbox, tested],
    [key, live],
  ] as const)
    for (const act of acts(hotel, code)) {
      const { status, body } = await act()
      expect([status, body.test]).toEqual([200, hotel === sandbox ? true : undefined])
    }
})
