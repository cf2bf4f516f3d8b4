import { expect, test } from 'bun:test'
import { book, readAvailable, sell } from '../support/bookings.ts'
import { latest } from '../support/changes.ts'
import { type Element, history, push } from '../support/http.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

const NIGHT = '2027-04-01'
const COUNT = { roomCode: 'DBL', date: NIGHT, available: 5 }
const FREE = { ...COUNT, date: '2027-04-03' }
const ROOMS = [{ roomCode: 'DBL', totalRooms: 5, basePriceCents: 10_000 }]

const leftOn = async (service: TestService) => (await readAvailable(service))[0]
const codes = (remarks: Element[]) => remarks.map(({ index, code }) => [index, code])

/** Alfa with five rooms on sale, of which so many are booked on the night. @returns the booking's code */
async function placeBooking(service: TestService, rooms: number): Promise<string> {
  await sell(service, { available: 5 })
  const { status, body } = await book(service.call, {
    checkout: '2027-04-02',
    rooms,
    adults: rooms,
  })
  expect(status).toBe(201)
  return body.code
}

test('with onStale=refuse a count that would be corrected is refused, with what was sold, and the rest applied (contract-counts)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { alfa } = service
  const code = await placeBooking(service, 2)
  const before = (await history(alfa, 'DBL', NIGHT)).body.items

  const answer = await push(alfa, [COUNT, { ...FREE, available: 4 }], '?onStale=refuse')
  expect(answer.status).toBe(207)
  expect(answer.body).toMatchObject({ applied: 1, rejected: 1, corrected: 0, warnings: [] })
  expect(answer.body.errors).toMatchObject([
    {
      index: 0,
      field: 'available',
      code: 'sold_meanwhile',
      sent: 5,
      available: 3,
      bookings: [code],
    },
  ])
  expect(await leftOn(service)).toBe(3)
  expect((await history(alfa, 'DBL', NIGHT)).body.items).toEqual(before)

  for (const query of ['?onStale=refuse&mode=atomic', '?onStale=refuse&mode=atomic&dryRun=true']) {
    const held = await push(alfa, [COUNT, { ...FREE, available: 2 }], query)
    expect(held).toBeProblem(422, 'validation_failed')
    expect(codes(held.body.errors)).toEqual([[0, 'sold_meanwhile']])
  }
  expect(await push(alfa, [COUNT], '?onStale=refuse')).toBeProblem(422, 'validation_failed')
  const fits = await push(alfa, [{ ...COUNT, available: 3 }], '?onStale=refuse')
  expect([fits.status, fits.body.rejected]).toEqual([200, 0])
})

test('with onStale=refuse a count above 0 of an oversold night is refused, and 0 is not (contract-counts)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { alfa } = service
  await placeBooking(service, 3)
  const { manager } = await hireStaff(service)
  const fewer = { body: { totalRooms: 2, expected: { totalRooms: 5 } } }
  expect((await manager.call('PATCH', '/v1/panel/rooms/DBL', fewer)).status).toBe(200)

  const some = await push(alfa, [{ ...COUNT, available: 1 }], '?onStale=refuse')
  expect(some).toBeProblem(422, 'validation_failed')
  const none = await push(alfa, [{ ...COUNT, available: 0 }], '?onStale=refuse')
  expect([none.status, codes(none.body.warnings)]).toEqual([
    200,
    [
      [0, 'oversold'],
      [0, 'unseen_bookings'],
    ],
  ])
})

test('onStale=correct is what a push does that says nothing; another word is refused by name (contract-counts)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { alfa } = service
  await placeBooking(service, 2)
  const { manager } = await hireStaff(service)

  for (const query of ['', '?onStale=correct']) {
    const answer = await push(alfa, [COUNT], `${query}`)
    expect([answer.status, answer.body.corrected]).toEqual([200, 1])
    expect(codes(answer.body.warnings)).toEqual([
      [0, 'sold_meanwhile'],
      [0, 'unseen_bookings'],
    ])
  }
  for (const word of ['', 'Refuse', 'ignore']) {
    const answer = await push(alfa, [COUNT], `?onStale=${word}`)
    expect(answer).toBeProblem(422, 'validation_failed')
    expect(answer.body.errors).toMatchObject([{ path: '?onStale', code: 'unknown_value' }])
  }
  const path = '/v1/panel/availability?onStale=refuse'
  const panels = await manager.call('PUT', path, { body: { updates: [COUNT] } })
  expect(panels).toBeProblem(422, 'validation_failed')
  expect(codes(panels.body.errors)).toEqual([[0, 'sold_meanwhile']])
})

test('what a corrected push was told, bookings and all, is told again under its key, and the log counts it (contract-counts)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { alfa } = service
  const code = await placeBooking(service, 2)
  const { manager } = await hireStaff(service)
  const send = (query = '') =>
    alfa.call('PUT', `/availability${query}`, {
      body: { updates: [COUNT, FREE] },
      headers: { 'idempotency-key': `a-key${query}` },
    })

  for (const query of ['', '?onStale=refuse']) {
    const first = await send(query)
    const [told] = [...first.body.errors, ...first.body.warnings]
    expect(told).toMatchObject({ sent: 5, available: 3, bookings: [code] })
    const again = await send(query)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect([again.status, again.text]).toEqual([first.status, first.text])
  }
  // Once sold, the same push would be told of two bookings; what was answered stands.
  const first = await send()
  await book(service.call, { checkout: '2027-04-02', adults: 1 })
  expect((await send()).text).toBe(first.text)

  const { items } = (await manager.call('GET', '/v1/panel/pushes')).body
  const counts = items.map(({ pushId, corrected, stale }: Element) => [pushId, corrected, stale])
  expect(counts).toContainEqual([first.body.pushId, 1, 0])
})

test('what is wrong with rooms added, or given, is said of the field that was sent (contract-counts, PATCH)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { alfa } = service
  await placeBooking(service, 2)
  const refused = async (count: object) => {
    const body = { updates: [{ ...FREE, ...count, available: undefined }] }
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const query = '?onStale=refuse'
    const answer = await alfa.call('PATCH', `/availability${query}`, { body, headers })
    return answer.body.errors
  }
  const { date } = COUNT
  const path = '/updates/0/availableBy'
  expect(await refused({ availableBy: 1 })).toMatchObject([{ path, code: 'above_capacity' }])
  expect(await refused({ date, availableBy: 1 })).toMatchObject([{ path, code: 'sold_meanwhile' }])
  const older = await latest(alfa)
  await push(alfa, [{ ...FREE, available: 1 }])
  const body = { updates: [{ ...COUNT, available: 3 }], seenThrough: await latest(alfa) }
  await alfa.call('PUT', '/availability', { body })
  expect(await refused({ date, allotment: 5, seenThrough: older })).toMatchObject([
    { path: '/updates/0/allotment', code: 'stale_push' },
  ])
})
