import { expect, test } from 'bun:test'
import { expireHolds } from '../../src/service/bookings/booking-passes.ts'
import { publishUnacked } from '../../src/service/bookings/unacked.ts'
import { countUnacked } from '../../src/store/dashboards/dashboards.ts'
import { book, events, sell } from '../support/bookings.ts'
import { walk } from '../support/changes.ts'
import { asGuest } from '../support/manage.ts'
import { startService, type TestService } from '../support/service.ts'

const MINUTE_MS = 60_000
const DUE_MS = 30 * MINUTE_MS

const unacked = async (service: TestService) =>
  (await events(service)).filter(({ event }) => event === 'booking.unacked')
const ack = ({ alfa }: TestService, code: string, revision: number) =>
  alfa.call('POST', `/bookings/${code}/ack`, { body: { revision } })

/** Alfa with a booking that is as old as said. */
async function booked(ageMs: number) {
  const service = await startService()
  await sell(service)
  const { body } = await book(service.call)
  service.clock.advance(ageMs)
  return { service, booking: body, code: body.code as string }
}

test('a revision nobody acknowledged is published once, when it is 30 minutes old (contract §2)', async () => {
  const { service, booking } = await booked(DUE_MS - 1)
  await using _ = service
  await publishUnacked(service.deps)
  expect(await unacked(service)).toEqual([])

  service.clock.advance(1)
  await publishUnacked(service.deps)
  await publishUnacked(service.deps)
  service.clock.advance(24 * 60 * MINUTE_MS)
  await publishUnacked(service.deps)

  const told = await unacked(service)
  expect(told).toHaveLength(1)
  const [event] = told
  expect(event).toEqual({
    event: 'booking.unacked',
    data: booking,
    id: expect.any(String),
    createdAt: '2027-03-10T09:30:00.000Z',
    hotelSlug: 'alfa',
  })
  // The five fields of specification §2.4 stand first.
  expect(Object.keys(event!.data).slice(0, 5)).toEqual([
    'code',
    'roomCode',
    'checkin',
    'checkout',
    'totalPriceCents',
  ])
})

test('the alarm in the panel begins at the same instant (contract §2)', async () => {
  const { service } = await booked(DUE_MS - 1)
  await using _ = service
  const overdue = async () => {
    const at = { today: service.deps.today('UTC'), overdueMs: service.clock.nowMs - DUE_MS }
    return (await countUnacked(service.store, service.alfa.id, at)).overdue
  }
  for (const expected of [0, 1]) {
    await publishUnacked(service.deps)
    expect([await overdue(), (await unacked(service)).length]).toEqual([expected, expected])
    service.clock.advance(1)
  }
})

test('an acknowledgement before it is due keeps it from being published (contract §2)', async () => {
  const { service, code } = await booked(DUE_MS - 1)
  await using _ = service
  await ack(service, code, 1)
  service.clock.advance(1)
  await publishUnacked(service.deps)
  expect(await unacked(service)).toEqual([])
})

test('an acknowledgement that comes with the pass is either before it or after it, never lost (contract §2)', async () => {
  const { service, code } = await booked(DUE_MS)
  await using _ = service
  const [answer] = await Promise.all([ack(service, code, 1), publishUnacked(service.deps)])
  expect(answer.body.ackedRevision).toBe(1)
  const told = (await unacked(service)).map(({ data }) => data.ackedRevision)
  expect(told).not.toContain(1)
  await publishUnacked(service.deps)
  expect(await unacked(service)).toHaveLength(told.length)
})

test('a new revision counts anew: 30 minutes of its own, then published again (contract §2)', async () => {
  const { service, code } = await booked(DUE_MS)
  await using _ = service
  await publishUnacked(service.deps)
  await service.call('POST', `/v1/bookings/${code}/cancel`, { body: asGuest(code) })
  service.clock.advance(DUE_MS - 1)
  await publishUnacked(service.deps)
  expect(await unacked(service)).toHaveLength(1)
  service.clock.advance(1)
  // Of the older revision only.
  await ack(service, code, 1)
  await publishUnacked(service.deps)

  const told = await unacked(service)
  expect(told.map(({ data }) => [data.revision, data.status])).toEqual([
    [1, 'confirmed'],
    [2, 'cancelled'],
  ])
})

test('what changes while a pass is under way has 30 minutes from then (contract §2)', async () => {
  const { service, code } = await booked(DUE_MS)
  await using _ = service
  const { store, call } = service
  const { tx } = store
  // The pass has found the booking and is about to publish it.
  store.tx = async (body) => {
    store.tx = tx
    await call('POST', `/v1/bookings/${code}/cancel`, { body: asGuest(code) })
    return await tx(body)
  }
  await publishUnacked(service.deps)
  expect(store.tx).toBe(tx)
  expect(await unacked(service)).toEqual([])
  service.clock.advance(DUE_MS)
  await publishUnacked(service.deps)
  expect((await unacked(service)).map(({ data }) => data.revision)).toEqual([2])
})

test('it is no revision: the feed has the one entry of the booking, with the event that made it (contract §2)', async () => {
  const { service, booking } = await booked(DUE_MS)
  await using _ = service
  const before = await walk(service.alfa)
  await publishUnacked(service.deps)
  expect(await unacked(service)).toHaveLength(1)
  expect(await walk(service.alfa)).toEqual(before)
  const told = before.filter(({ type }) => type === 'booking')
  expect(told).toMatchObject([{ event: 'booking.confirmed', booking }])
})

test('holds, and holds that ran out, are nothing to acknowledge (contract §2)', async () => {
  await using service = await startService()
  await sell(service)
  await book(service.call, { hold: true })
  service.clock.advance(DUE_MS)
  await publishUnacked(service.deps)
  await expireHolds(service.deps)
  service.clock.advance(DUE_MS)
  await publishUnacked(service.deps)
  expect(await unacked(service)).toEqual([])
})

test('a backlog of more than seven days is not told', async () => {
  const { service } = await booked(7 * 24 * 60 * MINUTE_MS + 1)
  await using _ = service
  await publishUnacked(service.deps)
  expect(await unacked(service)).toEqual([])
})

test('a pass tells of all there are, however many, and each once when two passes meet', async () => {
  await using service = await startService()
  await sell(service, { available: 500, nights: 2 })
  const codes: string[] = []
  for (let start = 0; start < 450; start += 50)
    for (const { body } of await Promise.all(Array.from({ length: 50 }, () => book(service.call))))
      codes.push(body.code)
  service.clock.advance(DUE_MS)
  await Promise.all([publishUnacked(service.deps), publishUnacked(service.deps)])
  const told = (await unacked(service)).map(({ data }) => data.code)
  expect(told.toSorted()).toEqual(codes.toSorted())
})
