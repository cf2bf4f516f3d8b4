import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { expireHolds } from '../../src/service/passes.ts'
import { pruneOld } from '../../src/service/retention.ts'
import { addDay, book, CARLA, sell } from '../support/bookings.ts'
import { changes, latest, walk } from '../support/changes.ts'
import { history, push } from '../support/http.ts'
import { startService, type TestService, TODAY } from '../support/service.ts'

const DAY_MS = 86_400_000
/** A day that can still be pushed when the clock is 90 days on. */
const LATER = '2027-07-15'
const never = new AbortController().signal
const prune = ({ deps }: TestService, stopping = never) => pruneOld(deps, stopping)
const cell = (available: number, date = '2027-04-01') => ({
  roomCode: 'DBL',
  date,
  available,
  priceCents: 10_000,
})
const left = (entries: Record<string, any>[]) => entries.map(({ days }) => days?.[0].available)
const count = async ({ store }: TestService, table: string): Promise<number> => {
  const [row] = await store.db.all<{ rows: number }>(
    sql.raw(`select count(*) as rows from ${table}`),
  )
  return row!.rows
}
const run = ({ store }: TestService, statement: string) =>
  store.tx(async (tx) => void (await tx.db.run(sql.raw(statement))))

test('the feed keeps 90 days; an older cursor is 410 with the oldest one, from which it goes on (contract §2)', async () => {
  await using service = await startService()
  const { alfa, clock } = service
  const origin = await latest(alfa)
  await push(alfa, [cell(1, LATER)])
  const first = (await changes(alfa)).body.nextCursor
  await push(alfa, [cell(2, LATER)])
  clock.advance(90 * DAY_MS)
  await push(alfa, [cell(3, LATER)])
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
  await push(alfa, [cell(1)])
  const newest = await latest(alfa)
  clock.advance(200 * DAY_MS)
  for (const available of [1, 2, 3]) await push(service.bravo, [cell(available, '2027-10-01')])
  await prune(service)

  expect((await changes(alfa, `?cursor=${newest}`)).body).toEqual({
    changes: [],
    nextCursor: newest,
    hasMore: false,
  })
  expect(await changes(alfa, `?cursor=${empty}`)).toBeProblem(410, 'cursor_expired')
  expect(left(await walk(bravo, { from: unused }))).toEqual([1, 2, 3])
  await push(alfa, [cell(9, '2027-10-01')])
  expect(left(await walk(alfa, { from: newest }))).toEqual([9])
})

test('revisions of bookings are kept for good, though the feed does not go back to them (contract §2)', async () => {
  await using service = await startService()
  const { alfa, call, clock } = service
  await sell(service)
  const { code } = (await book(call)).body
  await call('POST', `/v1/bookings/${code}/cancel`, { body: { email: CARLA } })
  clock.advance(91 * DAY_MS)
  await prune(service)

  expect(await walk(alfa)).toEqual([])
  expect(await count(service, 'booking_revision')).toBe(2)
  expect(await count(service, 'change')).toBe(2)
  expect(await count(service, 'day_history')).toBe(0)
  // Later passes do not look at them again.
  await push(alfa, [cell(1, '2027-07-01')])
  clock.advance(91 * DAY_MS)
  await prune(service)
  expect([await count(service, 'change'), await count(service, 'booking_revision')]).toEqual([2, 2])
})

test('a pass that is stopped leaves no half of a change to be read, and the next one ends its work (contract §10)', async () => {
  await using service = await startService()
  const { alfa, clock, store } = service
  const updates = Array.from({ length: 700 }, (_, index) => cell(1, addDay(TODAY, index)))
  await push(alfa, updates)
  clock.advance(91 * DAY_MS)
  const { tx } = store
  for (let steps = 1; steps <= 3; steps++) {
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
  for (const available of [1, 2, 3]) await push(alfa, [cell(available, LATER)])
  const origin = (await changes(alfa, '?limit=1')).body.nextCursor
  clock.advance(91 * DAY_MS)
  await push(alfa, [cell(4, LATER)])

  betweenReads(service, () => prune(service))
  // The changes were found before the pass, their days are looked for after it.
  expect(await changes(alfa, `?cursor=${origin}`)).toBeProblem(410, 'cursor_expired')
  expect(await count(service, 'change')).toBe(1)
})

test('a reader without a cursor begins after what a pass took from under it (contract §2)', async () => {
  await using service = await startService()
  const { alfa, clock } = service
  for (const available of [1, 2, 3]) await push(alfa, [cell(available, LATER)])
  clock.advance(91 * DAY_MS)
  await push(alfa, [cell(4, LATER)])

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

test('writers have their turn between small transactions, however much there is to delete (issue 4)', async () => {
  await using service = await startService()
  const { alfa, bravo, call, clock, store } = service
  const old = clock.nowMs - 91 * DAY_MS
  await run(
    service,
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000)
     insert into change (hotel_id, actor_type, actor_id, at_ms)
     select case i % 2 when 0 then ${alfa.id} else ${bravo.id} end, 'key', 'k', ${old} from n`,
  )
  await run(
    service,
    `with recursive n(i) as (select 0 union all select i + 1 from n where i < 49999)
     insert into day_history (hotel_id, room_code, date, change_seq, available, closed)
     select ${alfa.id}, 'R' || (i % 50), '2027-01-01', i / 50 + 1, 1, 0 from n`,
  )
  await sell(service)
  expect(await count(service, 'day_history')).toBeGreaterThanOrEqual(50_000)

  const { tx } = store
  const written: number[] = []
  store.tx = (body) =>
    tx(async (handle) => {
      const total = async () =>
        (await handle.db.all<{ n: number }>(sql`select total_changes() as n`))[0]!.n
      const before = await total()
      const value = await body(handle)
      written.push((await total()) - before)
      return value
    })
  let isDone = false
  const pruning = prune(service).then(() => {
    isDone = true
  })
  const rest: number[] = []
  for (let booked = 0; booked < 5; booked++) {
    expect((await book(call)).status).toBe(201)
    expect(isDone).toBe(false)
    rest.push(await count(service, `day_history where available = 1 and room_code like 'R%'`))
  }
  await pruning
  // What was left to delete when each of the bookings was answered: never all done, never stuck.
  expect(rest.every((rows) => rows > 40_000)).toBe(true)
  expect(Math.max(...written)).toBeLessThanOrEqual(500)
  expect(await count(service, `day_history where room_code like 'R%'`)).toBe(0)
  expect(await count(service, `change where actor_id = 'k'`)).toBe(0)
})

const event = (id: string, atMs: number, queuedAtMs: number | null = atMs) =>
  `insert into outbox (id, hotel_id, event, body, created_at_ms, queued_at_ms)
   values ('${id}', 1, 'booking.confirmed', '{}', ${atMs}, ${queuedAtMs})`
const delivery = (
  id: string,
  { atMs, state = 'delivered', outboxSeq = 1, orderKey = 'B' }: Record<string, any>,
) =>
  `insert into delivery (id, webhook_id, hotel_id, outbox_seq, order_key, cause, state, attempts, due_at_ms, created_at_ms)
   values ('${id}', 'w', 1, ${outboxSeq}, '${orderKey}', 'event', '${state}', 1, null, ${atMs})`
const attempt = (deliverySeq: number, number: number) =>
  `insert into attempt (delivery_seq, number, at_ms, duration_ms, headers)
   values (${deliverySeq}, ${number}, 0, 1, '{}')`
const ids = async ({ store }: TestService, table: string) =>
  (await store.db.all<{ id: string }>(sql.raw(`select id from ${table} order by seq`))).map(
    ({ id }) => id,
  )

test('deliveries go with their attempts after 30 days, and what waits behind one given up is due at once (contract §4)', async () => {
  await using service = await startService()
  const { clock, store } = service
  const now = clock.nowMs
  const old = now - 30 * DAY_MS - 1
  for (const statement of [
    event('e1', now),
    delivery('done', { atMs: old }),
    delivery('stuck', { atMs: old, state: 'pending' }),
    delivery('other', { atMs: old, state: 'pending', orderKey: 'C' }),
    delivery('behind', { atMs: now - 30 * DAY_MS, state: 'pending' }),
    delivery('last', { atMs: now, state: 'pending' }),
    ...[1, 2, 3].map((number) => attempt(1, number)),
    attempt(2, 1),
    attempt(4, 1),
  ])
    await run(service, statement)
  let woken = 0
  store.subscribe('outbox', () => woken++)
  await prune(service)

  expect(await ids(service, 'delivery')).toEqual(['behind', 'last'])
  expect(await count(service, 'attempt')).toBe(1)
  const due = await store.db.all(sql`select id, due_at_ms as due from delivery order by seq`)
  expect(due).toEqual([
    { id: 'behind', due: now },
    { id: 'last', due: null },
  ])
  expect(woken).toBe(1)
})

test('events go after 90 days, save those not queued yet or with a delivery in the log (contract §2)', async () => {
  await using service = await startService()
  const now = service.clock.nowMs
  const old = now - 90 * DAY_MS - 1
  for (const statement of [
    event('told', old),
    event('replayed', old),
    event('unqueued', old, null),
    event('edge', now - 90 * DAY_MS),
    event('young', now),
    delivery('d', { atMs: now, state: 'pending', outboxSeq: 2 }),
  ])
    await run(service, statement)
  await prune(service)
  expect(await ids(service, 'outbox')).toEqual(['replayed', 'unqueued', 'edge', 'young'])
})

test('thousands of events and deliveries go in one pass (contract §4)', async () => {
  await using service = await startService()
  const old = service.clock.nowMs - 91 * DAY_MS
  const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000)`
  await run(
    service,
    `${numbers} insert into outbox (id, hotel_id, event, body, created_at_ms, queued_at_ms)
     select 'e' || i, 1, 'ping', '{}', ${old}, ${old} from n`,
  )
  await run(
    service,
    `${numbers} insert into delivery (id, webhook_id, hotel_id, outbox_seq, cause, state, attempts, created_at_ms)
     select 'd' || i, 'w', 1, i, 'event', 'failed', 1, ${old} from n`,
  )
  await run(
    service,
    `${numbers} insert into push (id, hotel_id, actor_type, actor_id, mode, dry_run, received, applied, unchanged, rejected, at_ms)
     select 'p' || i, 1, 'key', 'k', 'partial', 0, 1, 1, 0, 0, ${old} from n`,
  )
  await prune(service)
  for (const table of ['outbox', 'delivery', 'push']) expect(await count(service, table)).toBe(0)
})

test('the log of pushes keeps 30 days (contract §5)', async () => {
  await using service = await startService()
  const { alfa, clock } = service
  await push(alfa, [cell(1)])
  clock.advance(30 * DAY_MS)
  await push(alfa, [cell(2)])
  await prune(service)
  expect(await count(service, 'push')).toBe(2)
  clock.advance(1)
  await prune(service)
  expect(await count(service, 'push')).toBe(1)
})

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
