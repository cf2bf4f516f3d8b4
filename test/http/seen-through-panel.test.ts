import { expect, test } from 'bun:test'
import { writeMeta } from '../../src/store/engine/meta.ts'
import { book, readAvailable, sell } from '../support/bookings.ts'
import { latest } from '../support/changes.ts'
import { asGuest } from '../support/manage.ts'
import type { Answer } from '../support/matchers.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

const DAYS = '/v1/panel/availability'
const PLACE = { roomCode: 'DBL', date: '2027-04-01' }
/** Rooms that are not counted: what holds a count down is the cursor alone. */
const ROOMS = [
  { roomCode: 'DBL', totalRooms: null, maxAdults: 9, maxOccupancy: 9, basePriceCents: 10_000 },
]

/** Alfa's manager before the calendar, where 6 rooms are left. */
async function scene(service: TestService) {
  await sell(service, { available: 6 })
  const { manager } = await hireStaff(service)
  const send = (
    method: string,
    element: object,
    seenThrough?: unknown,
    query = '',
  ): Promise<Answer> =>
    manager.call(method, `${DAYS}${query}`, {
      body: {
        updates: [{ ...PLACE, ...element }],
        ...(seenThrough !== undefined && { seenThrough }),
      },
    })
  const seen = async () =>
    (await manager.call('GET', '/v1/panel/changes?cursor=latest')).body.nextCursor as string
  const bookRooms = async (rooms: number, hold = false) => {
    const stay = { checkout: '2027-04-02', rooms, adults: rooms, hold }
    const { status, body } = await book(service.call, stay)
    expect(status).toBe(201)
    return body.code as string
  }
  const act = async (code: string, verb: 'confirm' | 'cancel') => {
    const path = `/v1/bookings/${code}/${verb}`
    expect((await service.call('POST', path, { body: asGuest(code) })).status).toBe(200)
  }
  return { send, seen, bookRooms, act, leftNow: async () => (await readAvailable(service))[0] }
}

test.each(['PUT', 'PATCH'])(
  'what was sold or held between screen and %s is taken off a count of the panel, and named (contract-counts, seenThrough; holds)',
  async (method) => {
    await using service = await startService({ rooms: ROOMS })
    const { send, seen, bookRooms, leftNow } = await scene(service)
    const cursor = await seen()
    const codes = [await bookRooms(2), await bookRooms(1, true)]
    const { body } = await send(method, { available: 5 }, cursor)
    expect(body).toMatchObject({ applied: 1, corrected: 1, stale: 0 })
    expect(body.warnings).toMatchObject([
      { code: 'held_meanwhile', sent: 5, available: 2, bookings: codes.slice(1) },
      { code: 'sold_meanwhile', sent: 5, available: 2, bookings: codes.slice(0, 1) },
    ])
    expect(await leftNow()).toBe(2)
  },
)

test.each(['PUT', 'PATCH'])(
  'a hold that was pending on the screen is off a count of the panel already, by %s: to a partner it is not (issue 14)',
  async (method) => {
    await using service = await startService({ rooms: ROOMS })
    const { send, seen, bookRooms, leftNow } = await scene(service)
    await bookRooms(2, true)
    expect(await leftNow()).toBe(4)
    const cursor = await seen()
    const { body } = await send(method, { available: 5 }, cursor)
    expect(body).toMatchObject({ applied: 1, corrected: 0, warnings: [] })
    expect(await leftNow()).toBe(5)

    await service.alfa.call('PUT', '/availability', {
      body: { updates: [{ ...PLACE, available: 5 }], seenThrough: await latest(service.alfa) },
    })
    expect(await leftNow()).toBe(3)
  },
)

test('a hold of the screen that is confirmed, or let go, after it moves no count of the panel; one made after it does (issue 14)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { send, seen, bookRooms, act, leftNow } = await scene(service)
  const [kept, gone] = [await bookRooms(1, true), await bookRooms(1, true)]
  const cursor = await seen()
  await act(kept, 'confirm')
  await act(gone, 'cancel')
  expect((await send('PUT', { available: 4 }, cursor)).body).toMatchObject({ corrected: 0 })
  // What is given back after the cursor is not on offer by this count.
  expect(await leftNow()).toBe(4)

  const held = await bookRooms(1, true)
  await act(held, 'confirm')
  expect((await send('PUT', { available: 4 }, cursor)).body).toMatchObject({ corrected: 1 })
  expect(await leftNow()).toBe(3)
})

test('a count of a screen older than the one that stands is left out, its price applies (contract-counts, Order)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { send, seen, bookRooms, leftNow } = await scene(service)
  const old = await seen()
  await bookRooms(1)
  const push = { updates: [{ ...PLACE, available: 3 }], seenThrough: await latest(service.alfa) }
  expect((await service.alfa.call('PUT', '/availability', { body: push })).status).toBe(200)
  const { body } = await send('PUT', { available: 6, priceCents: 7_000 }, old)
  expect(body).toMatchObject({ applied: 1, stale: 1, corrected: 0 })
  expect(body.warnings).toMatchObject([{ ...PLACE, code: 'stale_push' }])
  expect(await leftNow()).toBe(3)

  const refused = await send('PATCH', { available: 6 }, old, '?onStale=refuse')
  expect(refused.body.errors).toMatchObject([{ code: 'stale_push' }])
  // And the other way round: a partner's late count does not undo what was set at the screen.
  await send('PUT', { available: 2 }, await seen())
  const late = { updates: [{ ...PLACE, available: 9 }], seenThrough: old }
  expect((await service.alfa.call('PUT', '/availability', { body: late })).body.stale).toBe(1)
  expect(await leftNow()).toBe(2)
})

test('a difference and a price in the panel ask for no cursor and leave that of the count (contract-counts, Order)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { send, seen, bookRooms, leftNow } = await scene(service)
  const cursor = await seen()
  await bookRooms(1)
  await send('PUT', { available: 6 }, cursor)
  expect((await send('PUT', { availableBy: -2 })).body).toMatchObject({ applied: 1, corrected: 0 })
  expect((await send('PUT', { priceCents: 8_000 })).body).toMatchObject({ applied: 1 })
  expect(await leftNow()).toBe(3)
  expect((await send('PUT', { available: 4 }, cursor)).body).toMatchObject({ stale: 0 })
  expect(await leftNow()).toBe(3)
})

test('a cursor that the feed has forgotten, does not have, or that is no cursor refuses the whole change of the panel (contract-counts, Errors)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { send, seen, leftNow } = await scene(service)
  const cursor = await seen()
  const [hotel, seq, entries, atMs] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  const place = (...parts: number[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
  const ahead = await send('PUT', { available: 9 }, place(hotel, seq + 40, entries, atMs))
  expect(ahead).toBeProblem(409, 'cursor_ahead')
  for (const bad of ['latest', 'x', place(hotel + 1, seq, entries, atMs)]) {
    const answer = await send('PATCH', { available: 9 }, bad)
    expect(answer).toBeProblem(422, 'validation_failed')
    expect(answer.body.errors).toMatchObject([{ path: '/seenThrough', code: 'invalid_cursor' }])
  }
  const { store, alfa } = service
  await store.tx((tx) => writeMeta(tx, `feed_floor:${alfa.id}`, String(seq + 1)))
  expect(await send('PUT', { available: 9 }, cursor)).toBeProblem(410, 'cursor_expired')
  expect(await leftNow()).toBe(6)
})
