import { expect, test } from 'bun:test'
import { expireHolds } from '../../src/service/bookings/booking-passes.ts'
import { book, sell } from '../support/bookings.ts'
import { changes, type Entry, latest, walk } from '../support/changes.ts'
import { DATE, day } from '../support/days.ts'
import { daysOf, pull, push } from '../support/http.ts'
import { asGuest } from '../support/manage.ts'
import { startService } from '../support/service.ts'

const kinds = (entries: Entry[]) =>
  entries.map(({ type, event, booking }) =>
    type === 'booking' ? `${booking.status} ${booking.revision} ${event ?? '-'}` : type,
  )

test('a push and a booking come in the order of their commits, the booking before the days it took (contract §2)', async () => {
  await using service = await startService()
  const { alfa, call } = service
  const { body: report } = await push(alfa, [
    day(3),
    { roomCode: 'DBL', date: '2027-04-02', available: 1, priceCents: 11_000 },
  ])
  const { body: booking } = await book(call)

  const { status, body } = await changes(alfa)
  expect(status).toBe(200)
  expect(Object.keys(body)).toEqual(['changes', 'nextCursor', 'hasMore'])
  expect(body.hasMore).toBe(false)
  const actor = { type: 'key', id: alfa.keyId, name: 'alfa key' }
  const days = (...left: number[]) => [
    { roomCode: 'DBL', date: DATE, available: left[0], priceCents: 10_000, closed: false },
    { roomCode: 'DBL', date: '2027-04-02', available: left[1], priceCents: 11_000, closed: false },
  ]
  const at = '2027-03-10T09:00:00.000Z'
  const cursor = expect.any(String)
  expect(body.changes).toEqual([
    { cursor, type: 'availability', at, actor, pushId: report.pushId, days: days(3, 1) },
    { cursor, type: 'booking', at, event: 'booking.confirmed', booking },
    {
      cursor,
      type: 'availability',
      at,
      actor: { type: 'booking', id: booking.code, name: null, by: 'guest', how: null },
      pushId: null,
      days: days(2, 0),
    },
  ])
  expect(body.nextCursor).toBe(body.changes[2].cursor)
})

test('every revision is told with its event, holds and their expiry without one (contract §2, §3)', async () => {
  await using service = await startService()
  const { alfa, call, clock } = service
  await sell(service)
  const cursor = await latest(alfa)
  const kept = (await book(call, { hold: true })).body.code
  await book(call, { hold: true })
  await call('POST', `/v1/bookings/${kept}/confirm`, { body: asGuest(kept) })
  await call('PATCH', `/v1/bookings/${kept}`, { body: { ...asGuest(kept), adults: 1 } })
  await call('POST', `/v1/bookings/${kept}/cancel`, { body: asGuest(kept) })
  clock.advance(16 * 60_000)
  await expireHolds(service.deps)

  const told = kinds(await walk(alfa, { from: cursor }))
  expect(told.filter((kind) => kind !== 'availability')).toEqual([
    'pending 1 -',
    'pending 1 -',
    'confirmed 2 booking.confirmed',
    'confirmed 3 booking.modified',
    'cancelled 4 booking.cancelled',
    'expired 2 -',
  ])
  // Taken twice, given back twice.
  expect(told.filter((kind) => kind === 'availability')).toHaveLength(4)
})

test('a push that changes nothing, a dry run and a refused one are not in the feed', async () => {
  await using service = await startService()
  const { alfa } = service
  await push(alfa, [day(3)])
  const cursor = await latest(alfa)
  await push(alfa, [day(3)])
  await push(alfa, [day(4)], '?dryRun=true')
  await push(alfa, [day(4), {}], '?mode=atomic')

  expect((await changes(alfa, `?cursor=${cursor}`)).body).toEqual({
    changes: [],
    nextCursor: cursor,
    hasMore: false,
  })
})

test('the price of a day is the one the pull shows: the base price where it has none of its own (contract §2)', async () => {
  await using service = await startService({
    rooms: [
      { roomCode: 'BASE', basePriceCents: 7_700 },
      { roomCode: 'DBL', basePriceCents: null },
    ],
  })
  const { alfa } = service
  const closed = { date: DATE, available: 0, closed: true }
  await push(alfa, [
    { roomCode: 'BASE', ...closed },
    { roomCode: 'DBL', ...closed },
  ])

  const [entry] = await walk(alfa)
  const pulled = await pull(alfa, DATE)
  for (const roomCode of ['BASE', 'DBL'])
    expect(entry!.days.filter((each: Entry) => each.roomCode === roomCode)).toEqual([
      { roomCode, ...daysOf(pulled, roomCode)[0] },
    ])
  expect(entry!.days.map(({ priceCents }: Entry) => priceCents)).toEqual([7_700, 0])
})
