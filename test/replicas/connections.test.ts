import { expect, setDefaultTimeout, test } from 'bun:test'
import { SQL } from 'bun'
import { openStore } from '../../src/store/open.ts'
import { sharesOf, usualConnections } from '../../src/store/postgres/shares.ts'
import { startPostgres } from '../support/postgres-server.ts'

setDefaultTimeout(60_000)

test('two replicas and a third of a rolling upgrade share what a server grants; a start that it grants too few says so (issue 35)', async () => {
  await using server = await startPostgres({ max_connections: '33' })
  const target = { url: server.url, directUrl: server.url, prepare: true }
  const replicas = [await openStore(target), await openStore(target), await openStore(target)]
  const sql = new SQL({ url: server.url, max: 1 })
  try {
    const busy = ({ db, t }: (typeof replicas)[number]) =>
      Promise.all(Array.from({ length: 40 }, () => db.select().from(t.meta)))
    await Promise.all(replicas.map(busy))
    const [{ used }] = await sql`select count(*)::int as used from pg_stat_activity
      where application_name like 'roomwire%'`
    expect(used).toBeWithin(6, 31)
  } finally {
    await sql.close()
    for (const replica of replicas) await replica.close()
  }
  const many = openStore({ ...target, connections: 31 })
  await expect(many).rejects.toThrow(
    'it grants 30 connections, and a replica takes 31 (DATABASE_CONNECTIONS)',
  )
})

test('the pools of a replica have no more than its connections, and each has one', () => {
  for (let connections = 10; connections <= 500; connections++) {
    const sizes = Object.values(sharesOf(connections))
    expect(sizes.reduce((sum, size) => sum + size, 3)).toBeLessThanOrEqual(connections)
    expect(Math.min(...sizes)).toBeGreaterThan(0)
  }
  expect([5, 30, 60, 97, 500].map(usualConnections)).toEqual([10, 10, 20, 32, 35])
})
