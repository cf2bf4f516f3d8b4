import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { book, sell } from '../support/bookings.ts'
import { day } from '../support/days.ts'
import { push } from '../support/http.ts'
import { count, DAY_MS, prune, run } from '../support/retention.ts'
import { startService, type TestService } from '../support/service.ts'
import { rowsOf, rowsWritten } from '../support/sql.ts'

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
     select ${alfa.id}, 'R' || (i % 50), '2027-01-01', i / 50 + 1, 1, false from n`,
  )
  await sell(service)
  expect(await count(service, 'day_history')).toBeGreaterThanOrEqual(50_000)

  const { tx } = store
  const written: number[] = []
  store.tx = (body) =>
    tx(async (handle) => {
      const before = await rowsWritten(handle)
      const value = await body(handle)
      written.push((await rowsWritten(handle)) - before)
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
  expect(Math.min(...rest)).toBeGreaterThan(40_000)
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
  (await rowsOf<{ id: string }>(store, sql.raw(`select id from ${table} order by seq`))).map(
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
  const { id, dueAtMs, seq } = store.t.delivery
  const due = await store.db.select({ id, due: dueAtMs }).from(store.t.delivery).orderBy(seq)
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
     select 'p' || i, 1, 'key', 'k', 'partial', false, 1, 1, 0, 0, ${old} from n`,
  )
  await prune(service)
  for (const table of ['outbox', 'delivery', 'push']) expect(await count(service, table)).toBe(0)
})

test('the log of pushes keeps 30 days (contract §5)', async () => {
  await using service = await startService()
  const { alfa, clock } = service
  await push(alfa, [day(1)])
  clock.advance(30 * DAY_MS)
  await push(alfa, [day(2)])
  await prune(service)
  expect(await count(service, 'push')).toBe(2)
  clock.advance(1)
  await prune(service)
  expect(await count(service, 'push')).toBe(1)
})
