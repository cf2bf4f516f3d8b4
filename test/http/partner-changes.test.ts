import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { expireHolds } from '../../src/service/passes.ts'
import { addDay, book, sell } from '../support/bookings.ts'
import { changes, type Entry, latest, walk } from '../support/changes.ts'
import { daysOf, pull, push } from '../support/http.ts'
import { startService, TODAY } from '../support/service.ts'

const DATE = '2027-04-01'
const day = (available: number, more: Record<string, unknown> = {}) => ({
  roomCode: 'DBL',
  date: DATE,
  available,
  priceCents: 10_000,
  ...more,
})
/** As many cells as asked for, room type by room type. */
const cells = (count: number, available: number, roomCodes = ['DBL', 'SGL']) =>
  Array.from({ length: count }, (_, index) => ({
    roomCode: roomCodes[Math.floor(index / 700)]!,
    date: addDay(TODAY, index % 700),
    available,
    priceCents: 9_000,
  }))
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
      actor: { type: 'booking', id: booking.code, name: null },
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
  const email = 'carla@example.com'
  const kept = (await book(call, { hold: true })).body.code
  await book(call, { hold: true })
  await call('POST', `/v1/bookings/${kept}/confirm`, { body: { email } })
  await call('PATCH', `/v1/bookings/${kept}`, { body: { email, adults: 1 } })
  await call('POST', `/v1/bookings/${kept}/cancel`, { body: { email } })
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

test('no cursor begins at the oldest, latest at what is to come, and any cursor can be used again (contract §2)', async () => {
  await using service = await startService()
  const { alfa } = service
  const origin = await latest(alfa)
  expect((await changes(alfa)).body).toEqual({ changes: [], nextCursor: origin, hasMore: false })
  for (const available of [1, 2, 3, 4]) await push(alfa, [day(available)])
  const { body } = await changes(alfa, '?cursor=latest')
  expect(body).toEqual({ changes: [], nextCursor: expect.any(String), hasMore: false })
  await push(alfa, [day(5)])

  const counts = (entries: Entry[]) => entries.map(({ days }) => days[0].available)
  expect(counts(await walk(alfa))).toEqual([1, 2, 3, 4, 5])
  expect(counts(await walk(alfa, { from: origin }))).toEqual([1, 2, 3, 4, 5])
  expect(counts(await walk(alfa, { from: body.nextCursor }))).toEqual([5])
  const all = await walk(alfa)
  for (const [index, { cursor }] of all.entries())
    expect(await walk(alfa, { from: cursor, limits: [1] })).toEqual(all.slice(index + 1))
})

test('a push of 1,200 cells comes in entries of 500, between any of which a reader may go on (contract §2)', async () => {
  await using service = await startService()
  const { alfa } = service
  await push(alfa, [day(1)])
  const { body: report } = await push(alfa, cells(1_200, 7))
  await push(alfa, [day(2)])

  const all = await walk(alfa)
  expect(all.map(({ days }) => days.length)).toEqual([1, 500, 500, 200, 1])
  const parts = all.slice(1, 4)
  expect(new Set(parts.map(({ pushId }) => pushId))).toEqual(new Set([report.pushId]))
  const told = parts.flatMap(({ days }) => days as Entry[])
  expect(new Set(told.map(({ roomCode, date }) => `${roomCode} ${date}`)).size).toBe(1_200)
  for (const limits of [[1], [2], [3, 1], [2, 500]])
    expect(await walk(alfa, { limits })).toEqual(all)
  for (const [index, { cursor }] of all.entries())
    expect(await walk(alfa, { from: cursor, limits: [2] })).toEqual(all.slice(index + 1))
})

test('days of a page are bounded whatever its limit, and nothing is lost where it ends (contract §2)', async () => {
  const roomCodes = Array.from({ length: 15 }, (_, index) => `R${index + 10}`)
  await using service = await startService({
    rooms: roomCodes.map((roomCode) => ({ roomCode })),
  })
  const { alfa } = service
  // A page would end within the second push, and in an entry that is not full.
  for (const [index, count] of [4_100, 9_999, 3].entries())
    await push(alfa, cells(count, index + 1, roomCodes))

  const { body } = await changes(alfa, '?limit=500')
  expect(body.hasMore).toBe(true)
  const daysIn = (entries: Entry[]) => entries.reduce((sum, { days }) => sum + days.length, 0)
  expect(daysIn(body.changes)).toBeLessThanOrEqual(10_000)
  expect(daysIn(body.changes)).toBeGreaterThan(9_000)
  const all = await walk(alfa)
  expect(daysIn(all)).toBe(4_100 + 9_999 + 3)
  expect(await walk(alfa, { limits: [1, 3] })).toEqual(all)
  expect(all.map(({ days }) => days.length)).toEqual([
    ...Array(8).fill(500),
    100,
    ...Array(19).fill(500),
    499,
    3,
  ])
})

test.each([
  ['?cursor=nonsense', 'invalid_cursor'],
  ['?cursor=', 'invalid_cursor'],
  [`?cursor=${btoa('[1,2]')}`, 'invalid_cursor'],
  [`?cursor=${btoa('[1,-1,0,0]')}`, 'invalid_cursor'],
  [`?cursor=${btoa('["1",1,0,0]')}`, 'invalid_cursor'],
  [`?cursor=${btoa('[1,1.5,0,0]')}`, 'invalid_cursor'],
  [`?cursor=${btoa('[1,1,9007199254740991,0]')}`, 'invalid_cursor'],
  ['?limit=0', 'out_of_range'],
  ['?limit=501', 'out_of_range'],
  ['?waitSeconds=26', 'out_of_range'],
  ['?waitSeconds=-1', 'out_of_range'],
  ['?from=2027-04-01', 'unknown_field'],
  ['?limit=1&limit=2', 'repeated'],
])('%s is refused as %s', async (query, code) => {
  await using service = await startService()
  const answer = await changes(service.alfa, query)
  expect(answer).toBeProblem(422, 'validation_failed')
  const [error] = answer.body.errors
  expect(error.path).toBe(`?${query.match(/\w+/)![0]}`)
  expect(error.code).toBe(code)
})

test("another hotel's cursor is no cursor, whatever there is behind it, and tells nothing (contract §1)", async () => {
  await using service = await startService()
  const { alfa, bravo } = service
  const origin = await latest(alfa)
  await push(alfa, [day(3)])
  await push(bravo, [day(4)])
  const [entry] = await walk(alfa)

  const words = []
  for (const cursor of [origin, entry!.cursor, await latest(alfa), 'nonsense']) {
    const answer = await changes(bravo, `?cursor=${cursor}`)
    expect(answer).toBeProblem(422, 'validation_failed')
    words.push({ ...answer.body, requestId: '' })
  }
  for (const each of words) expect(each).toEqual(words[0])
  expect((await walk(bravo)).map(({ days }) => days[0].available)).toEqual([4])
})

test('a cursor of a time that a restored backup does not know is answered 410, not with another story (contract §2)', async () => {
  await using service = await startService()
  const { alfa, clock, store } = service
  await push(alfa, [day(1)])
  await push(alfa, [day(2)])
  const { nextCursor } = (await changes(alfa)).body
  // What a backup from between the two pushes would have left, and what happened after it.
  await store.tx(async ({ t, db }) => {
    await db.delete(t.change).where(sql`seq = 2`)
    await db.delete(t.dayHistory).where(sql`change_seq = 2`)
    await db.run(sql`update sqlite_sequence set seq = 1 where name = 'change'`)
  })
  expect(await changes(alfa, `?cursor=${nextCursor}`)).toBeProblem(410, 'cursor_expired')
  clock.advance(60_000)
  await push(alfa, [day(5)])

  const answer = await changes(alfa, `?cursor=${nextCursor}`)
  expect(answer).toBeProblem(410, 'cursor_expired')
  const again = await walk(alfa, { from: answer.body.oldestCursor })
  expect(again.map(({ days }) => days[0].available)).toEqual([1, 5])
})
