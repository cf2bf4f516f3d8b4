import { expect, setDefaultTimeout, test } from 'bun:test'
import { SQL } from 'bun'
import { seedHotel, startReplicas } from '../support/fault-scene.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { dayFromNow, type ServiceProcess, until } from '../support/process.ts'
import { startRelay } from '../support/relay.ts'

// An asynchronous standby is promoted that lacks the last commits, behind one address (issue 29).

setDefaultTimeout(120_000)

const DATE = dayFromNow(200)
const PUSHES_AFTER = 5

/** Runs one statement on a server. */
async function runOn(url: string, text: string) {
  const client = new SQL({ url, max: 1 })
  try {
    return await client.unsafe(text)
  } finally {
    await client.close()
  }
}

test('answers and cursors that a failover has lost are told of, and no other one ends (contract-counts, Errors)', async () => {
  await using primary = await startPostgres()
  const { secret: key } = await seedHotel(primary.url)
  await using standby = await primary.standby()
  await runOn(primary.url, 'alter system reset synchronous_standby_names')
  await runOn(primary.url, 'select pg_reload_conf()')
  using relay = startRelay(primary.port)
  const address = primary.url.replace(String(primary.port), String(relay.port))
  await using two = await startReplicas(address, 2)
  const [one, other] = two.replicas as [ServiceProcess, ServiceProcess]

  const push = (by: ServiceProcess, priceCents: number) => {
    const updates = [{ roomCode: 'TWN', date: DATE, available: 3, priceCents }]
    return by.call('PUT', '/v1/partner/availability', { key, body: { updates } })
  }
  const feed = (by: ServiceProcess, cursor: string) =>
    by.call('GET', `/v1/partner/changes?cursor=${cursor}&limit=500`, { key })
  const latest = async (by: ServiceProcess): Promise<string> =>
    (await feed(by, 'latest')).body.nextCursor
  /** The price that a replica answers, once it answers. */
  const priceAt = async (by: ServiceProcess) => {
    const path = `/v1/partner/availability?from=${DATE}&to=${DATE}&roomCode=TWN`
    const { status, body } = await by.call('GET', path, { key })
    return status === 200 ? body.rooms[0].days[0].priceCents : undefined
  }
  const count = async (by: ServiceProcess, seenThrough: string) => {
    const updates = [{ roomCode: 'TWN', date: DATE, available: 3 }]
    return await by.call('PATCH', '/v1/partner/availability', {
      key,
      body: { updates, seenThrough },
    })
  }

  expect((await push(one, 11_100)).status).toBe(200)
  const survived = await latest(one)
  const [{ lsn }] = await runOn(primary.url, 'select pg_current_wal_lsn()::text as lsn')
  await until('the standby has it', async () => {
    const [row] = await runOn(
      standby.url,
      `select pg_last_wal_replay_lsn() >= '${lsn}'::pg_lsn as has`,
    )
    return row.has
  })
  await runOn(standby.url, "alter system set primary_conninfo = ''")
  await runOn(standby.url, 'select pg_reload_conf()')
  await until('nobody follows', async () => {
    const [row] = await runOn(primary.url, 'select count(*)::int as n from pg_stat_replication')
    return row.n === 0
  })

  // Acknowledged, seen through both replicas, and lost.
  expect((await push(one, 22_200)).status).toBe(200)
  expect(await Promise.all([one, other].map(priceAt))).toEqual([22_200, 22_200])
  const lost = await latest(other)
  await primary.kill()
  await standby.control('promote')
  relay.lead(standby.port)

  for (const replica of [one, other]) {
    const prices: (number | undefined)[] = []
    await until('it answers again', async () => {
      prices.push(await priceAt(replica))
      return prices.at(-1) !== undefined
    })
    expect(prices.at(-1)).toBe(11_100)
  }
  // The version of the lost push is given out once more, and passed.
  const from = 33_300
  for (let n = 0; n < PUSHES_AFTER; n++) {
    const [teller, hearer] = n % 2 === 0 ? [other, one] : [one, other]
    expect((await push(teller, from + n)).status).toBe(200)
    expect(await priceAt(hearer)).toBe(from + n)
  }

  for (const replica of [one, other]) {
    const goesOn = await feed(replica, survived)
    expect(goesOn.body.changes).toHaveLength(PUSHES_AFTER)
    const told = await feed(replica, lost)
    expect(told).toBeProblem(410, 'cursor_expired')
    expect(told.body.reason).toBe('history_lost')
    const anew = await feed(replica, told.body.cursor)
    expect(anew.status).toBe(200)
    expect(anew.body.nextCursor).toBe(goesOn.body.nextCursor)
    expect(anew.body.changes.slice(-PUSHES_AFTER)).toEqual(goesOn.body.changes)
    expect(await count(replica, lost)).toBeProblem(409, 'cursor_ahead')
    expect((await count(replica, survived)).status).toBe(200)
    expect((await count(replica, await latest(replica))).status).toBe(200)
  }
})
