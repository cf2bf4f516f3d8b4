import { expect, setDefaultTimeout, test } from 'bun:test'
import { SQL } from 'bun'
import { sql } from 'drizzle-orm'
import { createLog } from '../../src/log.ts'
import { createConnectionWatch } from '../../src/server/connection-watch.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { sharesOf, usualConnections } from '../../src/store/postgres/shares.ts'
import { workerStore } from '../../src/store/worker/worker-store.ts'
import { eventually } from '../support/http.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { logLines } from '../support/process.ts'

setDefaultTimeout(120_000)
/** Connections of other clients that leave a second replica too few, and a command enough. */
const STAYING = 4

test('two replicas and a third of a rolling upgrade share what a server grants; a start that it grants too few says so (issue 35)', async () => {
  await using server = await startPostgres({ max_connections: '33' })
  const target = { url: server.url, directUrl: server.url, prepare: true }
  const replicas = [await openStore(target), await openStore(target), await openStore(target)]
  const own = new SQL({ url: server.url, max: 1 })
  try {
    const busy = ({ db, t }: (typeof replicas)[number]) =>
      Promise.all(Array.from({ length: 40 }, () => db.select().from(t.meta)))
    await Promise.all(replicas.map(busy))
    const [{ used }] = await own`select count(*)::int as used from pg_stat_activity
      where application_name like 'roomwire%'`
    expect(used).toBeWithin(6, 31)
    const names = await own`select distinct application_name as name from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
    expect(names.map(({ name }: { name: string }) => name).toSorted()).toEqual([
      'roomwire',
      'roomwire notices',
    ])
  } finally {
    await own.close()
    for (const replica of replicas) await replica.close()
  }
  const many = openStore({ ...target, connections: 31 })
  await expect(many).rejects.toThrow(
    'it grants 30 connections, and a replica takes 31 (DATABASE_CONNECTIONS)',
  )
})

test('the worker works on while other clients have every connection that the server grants; a replica that does not fit says so (issue 35)', async () => {
  await using server = await startPostgres({ max_connections: '20' })
  const target = { url: server.url, directUrl: server.url, prepare: true }
  const store = await openStore(target)
  const own = new SQL({ url: server.url, max: 1 })
  const others = Array.from({ length: 20 }, () => new SQL({ url: server.url, max: 1 }))
  const countOpen = async () =>
    (await own`select sum(numbackends)::int as open from pg_stat_database`)[0].open as number
  const atStart = await countOpen()
  const leave = store.lease.join(() => {})
  try {
    // The lease has a connection; the worker has had its two from the start.
    await eventually(
      async () => store.lease.term() !== undefined && (await countOpen()) >= atStart + 1,
    )
    await Promise.allSettled(others.map((each) => each`select 1`))
    const write = ({ tx }: Pick<Store, 'tx'>, key: string) =>
      tx(async ({ db, t }) => void (await db.insert(t.meta).values({ key, value: '' })))
    const load = Promise.allSettled(
      Array.from({ length: 60 }, (_, index) => write(store, `health:load ${index}`)),
    )
    const worker = workerStore(store, store.lease.term()!)
    for (let pass = 0; pass < 5; pass++) {
      await write(worker, `health:pass ${pass}`)
      await worker.db.select().from(worker.t.meta)
    }
    const outcomes = await load
    expect(outcomes.map(({ status }) => status)).toContain('rejected')
    // Some stay: on a slow machine the load may have made the replica open few connections of its own.
    await Promise.all(others.slice(STAYING).map((each) => each.close()))
    await (await openStore(target, { isBeside: true })).close()
    await expect(openStore(target)).rejects.toThrow(
      /others have \d+ of the 17 connections that it grants, and a replica needs 10$/,
    )
  } finally {
    await Promise.all([own, ...others].map((each) => each.close()))
    await leave()
    await store.close()
  }
})

test('connections that nothing uses are given back (issue 35)', async () => {
  await using server = await startPostgres()
  const target = { url: server.url, directUrl: server.url, prepare: true, idleSeconds: 1 }
  const store = await openStore(target)
  const own = new SQL({ url: server.url, max: 1 })
  const countOpen = async () =>
    (await own`select sum(numbackends)::int as open from pg_stat_database`)[0].open as number
  const slept = sql<string>`pg_sleep(0.3)`
  const read = () => store.db.select({ slept }).from(store.t.meta).limit(1)
  try {
    // Those that the start needed are given back by then.
    await Bun.sleep(2_500)
    const atRest = await countOpen()
    const reads = Promise.all(Array.from({ length: 40 }, read))
    await eventually(async () => (await countOpen()) > atRest + 4)
    await reads
    await eventually(async () => (await countOpen()) <= atRest)
    await Promise.all(Array.from({ length: 40 }, read))
  } finally {
    await own.close()
    await store.close()
  }
})

test('the pools of a replica have no more than its connections, and each has one', () => {
  for (let connections = 10; connections <= 500; connections++) {
    const sizes = Object.values(sharesOf(connections))
    expect(sizes.reduce((sum, size) => sum + size, 3)).toBeLessThanOrEqual(connections)
    expect(Math.min(...sizes)).toBeGreaterThan(0)
  }
  expect([5, 30, 60, 97, 500].map(usualConnections)).toEqual([10, 10, 20, 32, 35])
})

test('replicas that do not fit together are told, and that they fit again; a start has room in the last ten connections (issue 35)', async () => {
  await using server = await startPostgres({ max_connections: '23' })
  const target = { url: server.url, directUrl: server.url, prepare: true }
  const others = Array.from({ length: 10 }, () => new SQL({ url: server.url, max: 1 }))
  await Promise.all(others.map((each) => each`select 1`))
  const store = await openStore({ ...target, connections: 15 })
  try {
    let text = ''
    const log = createLog('info', (line) => {
      text += line
    })
    const look = createConnectionWatch({ log, store })
    const heard = (count: number) =>
      eventually(async () => (await store.presence())?.replicas === count)
    await heard(1)
    await look()
    await Promise.all(others.map((each) => each.close()))
    const second = await openStore({ ...target, connections: 10 })
    await heard(2)
    // Once is not enough: a replica that was killed may still be counted.
    await look()
    await heard(2)
    await look()
    await look()
    await second.close()
    await heard(1)
    await look()
    await look()
    expect(logLines(text).map(({ at, hint, ...line }) => line)).toEqual([
      { level: 'warn', event: 'connections_short', replicas: 2, connections: 25, granted: 20 },
      { level: 'info', event: 'connections_fit_again', replicas: 1, connections: 15, granted: 20 },
    ])
  } finally {
    await store.close()
  }
})
