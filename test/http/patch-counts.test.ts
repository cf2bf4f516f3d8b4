import { expect, test } from 'bun:test'
import { book, readAvailable, sell } from '../support/bookings.ts'
import { latest } from '../support/changes.ts'
import { patch } from '../support/http.ts'
import { startService } from '../support/service.ts'

const NIGHT = '2027-04-01'
const PLACE = { roomCode: 'DBL', date: NIGHT }
const ROOMS = [
  { roomCode: 'DBL', totalRooms: 9, basePriceCents: 10_000, maxAdults: 9, maxOccupancy: 9 },
  { roomCode: 'TWN', totalRooms: null, basePriceCents: null },
]
const start = () => startService({ rooms: ROOMS })

test('an own cursor beside availableBy conflicts with it (contract-counts, Errors)', async () => {
  await using service = await start()
  const seenThrough = await latest(service.alfa)
  const { body } = await patch(
    service.alfa,
    [
      { ...PLACE, availableBy: 1, seenThrough },
      { ...PLACE, available: 1 },
    ],
    { key: 'a' },
  )
  expect(body.errors).toMatchObject([{ field: 'seenThrough', code: 'conflicting_fields' }])
})

test('availableBy needs an Idempotency-Key, is applied once under it, and is not taken below 0 (contract-counts, PATCH)', async () => {
  await using service = await start()
  await sell(service, { available: 2 })
  const asked = await patch(service.alfa, [{ ...PLACE, availableBy: 2 }])
  expect(asked).toBeProblem(422, 'validation_failed')
  expect(asked.body.errors).toMatchObject([
    { path: '/updates/0/availableBy', code: 'idempotency_key_required' },
  ])
  for (const replayed of [null, 'true']) {
    const { body, headers } = await patch(service.alfa, [{ ...PLACE, availableBy: 2 }], {
      key: 'plus',
    })
    expect(body).toMatchObject({ applied: 1, days: 1 })
    expect(headers.get('idempotency-replayed')).toBe(replayed)
  }
  expect((await readAvailable(service))[0]).toBe(4)
  const below = await patch(service.alfa, [{ ...PLACE, availableBy: -5 }], { key: 'minus' })
  expect(below.body.errors).toMatchObject([{ field: 'availableBy', code: 'out_of_range' }])
  const put = await service.alfa.call('PUT', '/availability', {
    body: { updates: [{ ...PLACE, available: 1 }] },
    headers: { 'idempotency-key': 'plus' },
  })
  expect(put).toBeProblem(409, 'idempotency_conflict')
})

test('an allotment has in it what is sold here: these are taken off without a word, at most what there is (contract-counts, PATCH)', async () => {
  await using service = await start()
  await sell(service, { available: 6 })
  await book(service.call, { rooms: 4, adults: 4 })
  const { body } = await patch(service.alfa, [{ ...PLACE, allotment: 7 }])
  expect(body).toMatchObject({ applied: 1, corrected: 0, warnings: [] })
  expect((await readAvailable(service))[0]).toBe(3)
  // Above the capacity it is cut, below what is sold it is 0.
  await patch(service.alfa, [{ ...PLACE, allotment: 50 }])
  expect((await readAvailable(service))[0]).toBe(5)
  await patch(service.alfa, [{ ...PLACE, allotment: 1 }])
  expect((await readAvailable(service))[0]).toBe(0)
})

test('of an allotment with a cursor only the age is judged (contract-counts, PATCH)', async () => {
  await using service = await start()
  await sell(service, { available: 6 })
  const before = await latest(service.alfa)
  await book(service.call, { rooms: 2, adults: 2 })
  const after = await latest(service.alfa)
  await patch(service.alfa, [{ ...PLACE, allotment: 6, seenThrough: before }])
  expect((await readAvailable(service))[0]).toBe(4)
  await patch(service.alfa, [{ ...PLACE, allotment: 5 }], { seenThrough: after })
  const { body } = await patch(service.alfa, [{ ...PLACE, allotment: 6, seenThrough: before }])
  expect(body).toMatchObject({ stale: 1, unchanged: 1 })
  expect((await readAvailable(service))[0]).toBe(3)
})
