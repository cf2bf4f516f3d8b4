import { expect, test } from 'bun:test'
import { walk } from '../support/changes.ts'
import { day } from '../support/days.ts'
import { push } from '../support/http.ts'
import { count, DAY_MS, prune, run } from '../support/retention.ts'
import { startService, type TestService } from '../support/service.ts'

// Rows from a time when the clock was ahead do not keep what comes after them (contract §2, §4).

/** More than one transaction deletes. */
const MANY = 1_200
const LATER = '2027-07-15'

/** Alfa's changes in order, made so many days ago each; negative: dated ahead. */
async function changed(service: TestService, daysAgo: readonly number[]) {
  const { alfa, clock } = service
  const rows = daysAgo.map(
    (days) => `(${alfa.id}, 'key', 'k', ${clock.nowMs - days * DAY_MS}, null)`,
  )
  await run(
    service,
    `insert into change (hotel_id, actor_type, actor_id, at_ms, push_id) values ${rows.join()}`,
  )
}
const many = (days: number) => Array.from({ length: MANY }, () => days)

test('a change dated ahead is forgotten with the one after it, not ten years later (contract §2)', async () => {
  await using service = await startService()
  const { alfa, clock } = service
  await push(alfa, [day(1, LATER)])
  clock.advance(3_650 * DAY_MS)
  await push(alfa, [day(2, '2037-04-01')])
  clock.advance(-3_650 * DAY_MS)
  for (const available of [3, 4, 5]) await push(alfa, [day(available, LATER)])
  await prune(service)
  expect(await count(service, 'change')).toBe(5)
  clock.advance(91 * DAY_MS)
  await prune(service)
  expect([await count(service, 'change'), await count(service, 'day_history')]).toEqual([0, 0])
  await push(alfa, [day(6, LATER)])
  expect((await walk(alfa)).map(({ days }) => days?.[0].available)).toEqual([6])
})

test.each([
  { name: 'an old one after them', daysAgo: [95, -9, 91, -9, 10, 95, -9], left: 4 },
  { name: 'none after them', daysAgo: [95, -9, -9], left: 2 },
  { name: 'a recent one after them', daysAgo: [95, -9, -9, 10, 95], left: 4 },
  { name: 'an old one after very many', daysAgo: [...many(-9), 95, 10], left: 1 },
  { name: 'a recent one after very many', daysAgo: [...many(-9), 10, 95], left: MANY + 2 },
  { name: 'none after very many', daysAgo: many(-9), left: MANY },
])('of changes dated ahead with $name $left stay (contract §2)', async ({ daysAgo, left }) => {
  await using service = await startService()
  await changed(service, daysAgo)
  await prune(service)
  expect(await count(service, 'change')).toBe(left)
})

test('old deliveries and events go though very many before them are dated ahead (contract §2, §4)', async () => {
  await using service = await startService()
  const { nowMs } = service.clock
  const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${MANY + 3})`
  const atMs = `case when i > ${MANY} then ${nowMs - 91 * DAY_MS} else ${nowMs + DAY_MS} end`
  await run(
    service,
    `${numbers} insert into outbox (id, hotel_id, event, body, created_at_ms, queued_at_ms)
     select 'e' || i, 1, 'ping', '{}', ${atMs}, 1 from n`,
  )
  await run(
    service,
    `${numbers} insert into delivery (id, webhook_id, hotel_id, outbox_seq, cause, state, attempts, created_at_ms)
     select 'd' || i, 'w', 1, i, 'event', 'failed', 1, ${atMs} from n`,
  )
  await prune(service)
  expect([await count(service, 'outbox'), await count(service, 'delivery')]).toEqual([MANY, MANY])
  const isLater = `created_at_ms > ${nowMs}`
  expect(await count(service, `outbox where ${isLater}`)).toBe(MANY)
})
