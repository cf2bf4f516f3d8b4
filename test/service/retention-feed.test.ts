import { expect, test } from 'bun:test'
import { expireHolds } from '../../src/service/bookings/booking-passes.ts'
import { addDay, book, sell } from '../support/bookings.ts'
import { changes, latest, walk } from '../support/changes.ts'
import { day } from '../support/days.ts'
import { history, push } from '../support/http.ts'
import { asGuest } from '../support/manage.ts'
import { count, DAY_MS, prune, run } from '../support/retention.ts'
import { startService, type TestService, TODAY } from '../support/service.ts'

/** A day that can still be pushed when the clock is 90 days on. */
const LATER = '2027-07-15'
const left = (entries: Record<string, any>[]) => entries.map(({ days }) => days?.[0].available)

test('the feed keeps 90 days; an older cursor is 410 with the oldest one, from which it goes on (contract §2)', async () => {
  await using service = await startService()
  const { alfa, clock } = service
  const origin = await latest(alfa)
  await push(alfa, [day(1, LATER)])
  const first = (await changes(alfa)).body.nextCursor
  await push(alfa, [day(2, LATER)])
  clock.advance(90 * DAY_MS)
  await push(alfa, [day(3, LATER)])
  await prune(service)
  expect(left(await walk(alfa, { from: origin }))).toEqual([1, 2, 3])

  clock.advance(1)
  await prune(service)
  expect(left(await walk(alfa))).toEqual([3])
  for (const cursor of [origin, first]) {
    const answer = await changes(alfa, `?cursor=${cursor}`)
    expect(answer).toBeProblem(410, 'cursor_expired')
    expect(left(await walk(alfa, { from: answer.body.oldestCursor }))).toEqual([3])
  }
  expect(await count(service, 'change')).toBe(1)
  expect((await history(alfa, 'DBL', LATER)).body.items).toHaveLength(1)
})

test('a cursor after which nothing was forgotten stands, however long the hotel was quiet (contract §2)', async () => {
  await using service = await startService()
  const { alfa, bravo, clock } = service
  const [unused, empty] = [await latest(bravo), await latest(alfa)]
  await push(alfa, [day(1)])
  const newest = await latest(alfa)
  clock.advance(200 * DAY_MS)
  for (const available of [1, 2, 3]) await push(service.bravo, [day(available, '2027-10-01')])
  await prune(service)

  expect((await changes(alfa, `?cursor=${newest}`)).body).toEqual({
    changes: [],
    nextCursor: newest,
    hasMore: false,
  })
  expect(await changes(alfa, `?cursor=${empty}`)).toBeProblem(410, 'cursor_expired')
  expect(left(await walk(bravo, { from: unused }))).toEqual([1, 2, 3])
  await push(alfa, [day(9, '2027-10-01')])
  expect(left(await walk(alfa, { from: newest }))).toEqual([9])
})

test('revisions of bookings are kept for good, though the feed does not go back to them (contract §2)', async () => {
  await using service = await startService()
  const { alfa, call, clock } = service
  await sell(service)
  const { code } = (await book(call)).body
  await call('POST', `/v1/bookings/${code}/cancel`, { body: asGuest(code) })
  clock.advance(91 * DAY_MS)
  await prune(service)

  expect(await walk(alfa)).toEqual([])
  expect(await count(service, 'booking_revision')).toBe(2)
  expect(await count(service, 'change')).toBe(2)
  expect(await count(service, 'day_history')).toBe(0)
  // Later passes do not look at them again.
  await push(alfa, [day(1, '2027-07-01')])
  clock.advance(91 * DAY_MS)
  await prune(service)
  expect([await count(service, 'change'), await count(service, 'booking_revision')]).toEqual([2, 2])
})

test('a pass that is stopped leaves no half of a change to be read, and the next one ends its work (contract §10)', async () => {
  await using service = await startService()
  const { alfa, clock, store } = service
  const updates = Array.from({ length: 700 }, (_, index) => day(1, addDay(TODAY, index)))
  await push(alfa, updates)
  clock.advance(91 * DAY_MS)
  const { tx } = store
  // The first of a pass is about identities.
  for (let steps = 2; steps <= 4; steps++) {
    const stopping = new AbortController()
    let done = 0
    store.tx = async (body) => {
      const value = await tx(body)
      if (++done === steps) stopping.abort()
      return value
    }
    await prune(service, stopping.signal)
    expect(done).toBe(steps)
    expect(await walk(alfa)).toEqual([])
  }
  store.tx = tx
  await prune(service)
  expect([await count(service, 'change'), await count(service, 'day_history')]).toEqual([0, 0])
})

test('a pass that comes between the reads of one page makes no hole in it (contract §2)', async () => {
  await using service = await startService()
  const { alfa, clock } = service
  for (const available of [1, 2, 3]) await push(alfa, [day(available, LATER)])
  const origin = (await changes(alfa, '?limit=1')).body.nextCursor
  clock.advance(91 * DAY_MS)
  await push(alfa, [day(4, LATER)])

  betweenReads(service, () => prune(service))
  // The changes were found before the pass, their days are looked for after it.
  expect(await changes(alfa, `?cursor=${origin}`)).toBeProblem(410, 'cursor_expired')
  expect(await count(service, 'change')).toBe(1)
})

test('a reader without a cursor begins after what a pass took from under it (contract §2)', async () => {
  await using service = await startService()
  const { alfa, clock } = service
  for (const available of [1, 2, 3]) await push(alfa, [day(available, LATER)])
  clock.advance(91 * DAY_MS)
  await push(alfa, [day(4, LATER)])

  betweenReads(service, () => prune(service))
  expect(left(await walk(alfa))).toEqual([4])
  expect(await count(service, 'change')).toBe(1)
})

/** Lets something happen once when a page has found its changes and is about to read their days. */
function betweenReads({ store }: TestService, happen: () => Promise<void>): void {
  const db: { select: any } = store.db
  const { select } = db
  db.select = (fields: unknown) => {
    const builder = select.call(db, fields)
    const { from } = builder
    builder.from = (table: unknown) => {
      const query = from.call(builder, table)
      if (table !== store.t.dayHistory) return query
      db.select = select
      const { execute } = query
      query.execute = () => happen().then(() => execute.call(query))
      return query
    }
    return builder
  }
}

test('an entry of a booking names its event as long as the feed has it (contract §2)', async () => {
  await using service = await startService()
  const { alfa, call, clock } = service
  await sell(service)
  await book(call)
  await book(call, { hold: true })
  await run(service, 'update outbox set queued_at_ms = created_at_ms')
  clock.advance(90 * DAY_MS)
  await expireHolds(service.deps)
  await prune(service)
  const named = async () =>
    (await walk(alfa)).flatMap(({ type, event }) => (type === 'booking' ? [event] : []))
  expect(await named()).toEqual(['booking.confirmed', undefined, undefined])
  clock.advance(1)
  await prune(service)
  expect(await named()).toEqual([undefined])
})
