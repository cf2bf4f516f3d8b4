import { expect, test } from 'bun:test'
import { book, readAvailable, sell } from '../support/bookings.ts'
import { latest } from '../support/changes.ts'
import { asGuest } from '../support/manage.ts'
import type { Answer } from '../support/matchers.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

const PLACE = { roomCode: 'DBL', date: '2027-04-01' }
const [UNCOUNTED, COUNTED] = [null, 10].map((totalRooms) => [
  { roomCode: 'DBL', totalRooms, maxAdults: 9, maxOccupancy: 9, basePriceCents: 10_000 },
])

/** Alfa before a night of which 10 rooms are left. */
async function scene(service: TestService) {
  await sell(service, { available: 10 })
  const { alfa, call } = service
  const bookRooms = async (rooms: number, hold = false) => {
    const stay = { checkout: '2027-04-02', rooms, adults: rooms, hold }
    const { status, body } = await book(call, stay)
    expect(status).toBe(201)
    return body.code as string
  }
  const act = async (code: string, verb: 'confirm' | 'cancel') => {
    const path = `/v1/bookings/${code}/${verb}`
    expect((await call('POST', path, { body: asGuest(code) })).status).toBe(200)
  }
  const change = async (code: string, rooms: number) => {
    const body = { ...asGuest(code), rooms, adults: rooms }
    expect((await call('PATCH', `/v1/bookings/${code}`, { body })).status).toBe(200)
  }
  const push = (available: number, about: object = {}, query = ''): Promise<Answer> =>
    alfa.call('PATCH', `/availability${query}`, {
      body: { updates: [{ ...PLACE, available }], ...about },
    })
  return { bookRooms, act, change, push, seen: () => latest(alfa), shown: () => leftNow(service) }
}

const leftNow = async (service: TestService) => (await readAvailable(service))[0]!
const warned = ({ body }: Answer) =>
  (body.warnings as { code: string; bookings?: string[] }[])
    .filter(({ code }) => code !== 'unseen_bookings')
    .map(({ code, bookings }) => [code, bookings])

test('a count that the pull shows is stored as it is with holds counted, and stays so when the hold is confirmed (I1; contract-groups, holds)', async () => {
  await using service = await startService({ rooms: UNCOUNTED! })
  const { bookRooms, act, push, seen, shown } = await scene(service)
  const code = await bookRooms(2, true)
  expect(await shown()).toBe(8)

  const { body } = await push(await shown(), { seenThrough: await seen(), holds: 'counted' })
  expect(body).toMatchObject({ unchanged: 1, corrected: 0, warnings: [] })
  expect(await shown()).toBe(8)
  await act(code, 'confirm')
  expect(await shown()).toBe(8)
})

test('left out, which is the default, holds are taken off a count, by a warning of their own (contract-groups, holds)', async () => {
  await using service = await startService({ rooms: UNCOUNTED! })
  const { bookRooms, act, push, seen, shown } = await scene(service)
  const code = await bookRooms(2, true)
  const seenThrough = await seen()
  for (const about of [{ seenThrough }, { seenThrough, holds: 'left_out' }]) {
    const answer = await push(9, about)
    expect(answer.body).toMatchObject({ corrected: 1, stale: 0 })
    expect(answer.body.warnings).toEqual([
      {
        index: 0,
        ...PLACE,
        code: 'held_meanwhile',
        message: '2 rooms of this night are on hold: 7 are left, not 9.',
        values: { held: 2, left: 7, sent: 9 },
        sent: 9,
        available: 7,
        bookings: [code],
      },
    ])
  }
  // Confirmed it is sold, and off all the same.
  await act(code, 'confirm')
  expect(warned(await push(9, { seenThrough }))).toEqual([['sold_meanwhile', [code]]])
  expect(await shown()).toBe(7)
})

test('a first full sync of what the pull shows leaves each night as it is, whatever stands on hold, and loses no room when the hold ends (I1; contract-groups, holds)', async () => {
  await using service = await startService({ rooms: UNCOUNTED! })
  const { bookRooms, act, push, seen, shown } = await scene(service)
  const ends = [await bookRooms(1, true), await bookRooms(2, true)]
  await bookRooms(1)
  const seenThrough = await seen()
  const counted = await shown()
  expect(counted).toBe(6)
  await act(ends[0]!, 'cancel')
  // On offer again by the next count: none is raised.
  await push(counted, { seenThrough, holds: 'counted' })
  expect(await shown()).toBe(6)
  await push(counted + 1, { seenThrough: await seen(), holds: 'counted' })
  expect(await shown()).toBe(7)
  await act(ends[1]!, 'confirm')
  expect(await shown()).toBe(7)
})

test('of a hold at the cursor only what it takes more by now is off a count that has it off (contract-groups, holds)', async () => {
  await using service = await startService({ rooms: UNCOUNTED! })
  const { bookRooms, act, change, push, seen, shown } = await scene(service)
  const code = await bookRooms(2, true)
  const about = { seenThrough: await seen(), holds: 'counted' }
  await act(code, 'confirm')
  expect((await push(8, about)).body.corrected).toBe(0)
  await change(code, 3)
  expect(warned(await push(8, about))).toEqual([['sold_meanwhile', [code]]])
  expect(await shown()).toBe(7)
  await change(code, 1)
  expect((await push(8, about)).body.corrected).toBe(0)
  // A tail that began at one room takes two more.
  await change(code, 3)
  await push(8, about)
  expect(await shown()).toBe(6)
})

test('what was sold and what is on hold are two warnings of one day that is corrected once, and either is refused where no count may be (contract-groups, holds)', async () => {
  await using service = await startService({ rooms: UNCOUNTED! })
  const { bookRooms, act, push, seen, shown } = await scene(service)
  const about = { seenThrough: await seen(), holds: 'counted' }
  const held = await bookRooms(1, true)
  const refused = await push(10, about, '?onStale=refuse')
  expect(refused.body.errors).toMatchObject([{ code: 'held_meanwhile', bookings: [held] }])
  const sold = await bookRooms(2)
  const both = await push(10, about)
  expect(both.body).toMatchObject({ applied: 0, unchanged: 1, corrected: 1 })
  expect(warned(both)).toEqual([
    ['held_meanwhile', [held]],
    ['sold_meanwhile', [sold]],
  ])
  const again = await push(10, about, '?onStale=refuse')
  expect(again.body.errors).toMatchObject([{ code: 'sold_meanwhile', bookings: [sold] }])
  await act(held, 'cancel')
  expect(warned(await push(10, about))).toEqual([['sold_meanwhile', [sold]]])
  expect(await shown()).toBe(8)
})

test('what the ceiling takes off for a hold is told as held, with or without a cursor, also at the desk (contract-groups, holds; contract-counts, Ceiling)', async () => {
  await using service = await startService({ rooms: COUNTED! })
  const { bookRooms, push, seen, shown } = await scene(service)
  const held = await bookRooms(2, true)
  expect(warned(await push(10))).toEqual([['held_meanwhile', [held]]])
  const about = { seenThrough: await seen(), holds: 'counted' }
  expect(warned(await push(9, about))).toEqual([['held_meanwhile', [held]]])
  const sold = await bookRooms(1)
  // Nine are left beside what is sold: the hold alone is off.
  expect(warned(await push(9))).toEqual([['held_meanwhile', [held]]])
  expect(warned(await push(10))).toEqual([
    ['held_meanwhile', [held]],
    ['sold_meanwhile', [sold]],
  ])
  const { manager } = await hireStaff(service)
  const desk = await manager.call('PUT', '/v1/panel/availability', {
    body: { updates: [{ ...PLACE, availableBy: 2 }] },
  })
  expect(warned(desk)).toEqual([['held_meanwhile', [held]]])
  expect(await shown()).toBe(7)
})

test('holds is one of two words beside the updates, part of what an Idempotency-Key stands for, and nothing of the panel’s or of an element (contract-groups, holds)', async () => {
  await using service = await startService({ rooms: UNCOUNTED! })
  const { push, seen } = await scene(service)
  for (const [holds, code] of [
    ['both', 'unknown_value'],
    [true, 'wrong_type'],
    [null, 'wrong_type'],
  ]) {
    const answer = await push(5, { holds })
    expect(answer).toBeProblem(422, 'validation_failed')
    expect(answer.body.errors).toMatchObject([{ path: '/holds', code }])
  }
  // A sender may say it with each push.
  expect((await push(5, { holds: 'counted' })).status).toBe(200)
  const inside = { updates: [{ ...PLACE, available: 5, holds: 'counted' }] }
  const element = await service.alfa.call('PATCH', '/availability', { body: inside })
  expect(element.body.errors).toMatchObject([{ path: '/updates/0/holds', code: 'unknown_field' }])
  const { manager } = await hireStaff(service)
  const body = { updates: [{ ...PLACE, available: 5 }], holds: 'counted' }
  const panel = await manager.call('PATCH', '/v1/panel/availability', { body })
  expect(panel.body.errors).toMatchObject([{ path: '/holds', code: 'unknown_field' }])

  const seenThrough = await seen()
  const keyed = (holds: string) =>
    service.alfa.call('PUT', '/availability', {
      headers: { 'idempotency-key': 'a' },
      body: { updates: [{ ...PLACE, available: 5 }], seenThrough, holds },
    })
  expect((await keyed('counted')).status).toBe(200)
  expect(await keyed('left_out')).toBeProblem(409, 'idempotency_conflict')
  expect((await keyed('counted')).headers.get('idempotency-replayed')).toBe('true')
})
