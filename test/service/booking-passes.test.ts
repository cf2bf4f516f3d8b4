import { expect, test } from 'bun:test'
import { getTableColumns, sql } from 'drizzle-orm'
import { completeStays, expireHolds } from '../../src/service/bookings/booking-passes.ts'
import type { Deps } from '../../src/service/deps.ts'
import { book, sell } from '../support/bookings.ts'
import { count, run } from '../support/retention.ts'
import { startService, type TestService } from '../support/service.ts'
import { rowsOf } from '../support/sql.ts'

const STAYS = 450
const AT_ONCE = 10

/** A service whose Alfa has many stays that end on one day, and one that ends a day later. */
async function startFull(): Promise<TestService> {
  const service = await startService()
  await sell(service)
  await book(service.call)
  await book(service.call, { checkout: '2027-04-04' })
  const { booking } = service.store.t
  const others = Object.values(getTableColumns(booking))
    .map(({ name }) => name)
    .filter((name) => name !== 'id' && name !== 'code')
    .join(', ')
  await service.store.tx((tx) =>
    rowsOf(
      tx,
      sql.raw(`
        with recursive n(i) as (select 2 union all select i + 1 from n where i < ${STAYS})
        insert into booking (code, ${others})
        select 'C' || i, ${others} from n join booking on checkout = '2027-04-03'`),
    ),
  )
  return service
}

async function statesOf({ store }: TestService) {
  const rows = await rowsOf<{ checkout: string; status: string; count: number | string }>(
    store,
    sql`select checkout, status, count(*) as count from booking group by 1, 2 order by 1, 2`,
  )
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

/** Runs a pass. @returns how many transactions were under way at once, and how many turns others had meanwhile */
async function watch({ deps, store }: TestService, pass: (deps: Deps) => Promise<void>) {
  let underWay = 0
  let most = 0
  const counted = {
    ...store,
    async tx(body: Parameters<typeof store.tx>[0]) {
      most = Math.max(most, ++underWay)
      return await store.tx(body).finally(() => underWay--)
    },
  } as typeof store
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  await pass({ ...deps, store: counted })
  clearInterval(timer)
  return { most, turns }
}

test('holds that run out at one moment are let go a few at a time, and others have their turn between them (issue 12)', async () => {
  await using service = await startFull()
  await run(service, "update booking set status = 'pending', hold_expires_at_ms = 1")
  const { most, turns } = await watch(service, expireHolds)
  expect(await count(service, "booking where status = 'expired'")).toBe(STAYS + 1)
  expect(most).toBe(AT_ONCE)
  expect(turns).toBeGreaterThan(STAYS / AT_ONCE)
}, 60_000)

test('stays that are over at one noon are completed a few at a time, and others have their turn between them (issue 12)', async () => {
  await using service = await startFull()
  // Noon in Istanbul.
  service.clock.nowMs = Date.parse('2027-04-03T09:00:00Z')
  const { most, turns } = await watch(service, completeStays)

  expect(await statesOf(service)).toEqual([
    { checkout: '2027-04-03', status: 'completed', count: STAYS },
    { checkout: '2027-04-04', status: 'confirmed', count: 1 },
  ])
  expect(most).toBe(AT_ONCE)
  expect(turns).toBeGreaterThan(STAYS / AT_ONCE)
}, 60_000)

test('a service that stops completes no further stays, and the next pass those that are left (issue 12)', async () => {
  await using service = await startFull()
  service.clock.nowMs = Date.parse('2027-04-03T09:00:00Z')
  const stopping = new AbortController()
  const pass = completeStays(service.deps, stopping.signal)
  stopping.abort()
  await pass
  const isCompleted = async () =>
    (await statesOf(service)).some(({ status }) => status === 'completed')
  expect(await isCompleted()).toBe(false)
  await completeStays(service.deps)
  expect(await statesOf(service)).toHaveLength(2)
  expect(await isCompleted()).toBe(true)
}, 60_000)
