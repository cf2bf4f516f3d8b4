import { expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { complaintsOf, type Server } from '../../src/store/postgres/look.ts'
import { askMetrics } from '../support/metrics.ts'
import { onlyLine, runCommand, startProcess, until } from '../support/process.ts'
import { ownServer } from '../support/served-postgres.ts'

// A start says what is wrong with PostgreSQL, and a replica whose database is gone says so and recovers (issue 15).

setDefaultTimeout(120_000)

const { server, run, addressOf, newDatabase, on } = ownServer()

const placeOf = (name: string) => `postgres://127.0.0.1:${server().port}/${name}`

/** What `serve` says in its one line, having failed, never a password. */
async function refusal(url: string, env: Record<string, string> = {}): Promise<string> {
  const { exitCode, stdout, stderr } = await runCommand(['serve'], on(url, env))
  expect(exitCode).toBe(1)
  expect(stdout).toBe('')
  expect(stderr).not.toContain('geheim')
  return onlyLine(stderr).replace(/^roomwire: /, '')
}

test('a server that cannot be used stops the start at once with one line: not there, another password, no database, no rights, read-only, encoding, TLS (issue 15)', async () => {
  const name = await newDatabase()
  const tables = `select count(*)::int as tables from pg_tables where schemaname = 'public'`
  await run(`create role narrow login; create role locked login password 'geheim'`)
  await run(
    `create role reader login superuser; alter role reader set default_transaction_read_only = on`,
  )
  const rules = join(server().folder, 'data/pg_hba.conf')
  writeFileSync(rules, `host all locked 127.0.0.1/32 scram-sha-256\n${readFileSync(rules)}`)
  await server().control('reload')
  const ascii = await newDatabase(
    `encoding 'SQL_ASCII' template template0 locale_provider libc locale 'C'`,
  )

  const place = `${placeOf(name)} cannot be used:`
  const refusals: [string, string][] = [
    ['postgres://a:geheim@127.0.0.1:1/db', 'it cannot be reached'],
    [addressOf(name, 'locked:geheimer'), 'password authentication failed for user "locked"; check'],
    [addressOf(name, 'nobody:geheim'), 'role "nobody" does not exist; check the user'],
    [addressOf('nowhere', 'postgres:geheim'), 'database "nowhere" does not exist; create it with'],
    [addressOf(name, 'narrow:geheim'), 'role narrow may not create tables in schema public'],
    [addressOf(name, 'reader'), 'it is read-only for role reader'],
    [addressOf(ascii), 'its encoding is SQL_ASCII; create the database with'],
    [
      `${addressOf(name, 'postgres:geheim')}?sslmode=verify-full`,
      'does not support SSL; see sslmode',
    ],
    [`${addressOf(name)}?sslmode=require&sslrootcert=/no.pem`, 'Unable to access caFile path'],
  ]
  for (const [url, complaint] of refusals) {
    const line = await refusal(url)
    expect(line).toContain(complaint)
    expect(line).toContain(' cannot be used: ')
  }
  expect(await refusal(addressOf(name, 'reader'))).toStartWith(place)
  const other = await newDatabase()
  expect(await refusal(addressOf(name), { DATABASE_DIRECT_URL: addressOf(other) })).toBe(
    `${place} it is not the database of DATABASE_DIRECT_URL`,
  )
  expect(await run(tables, name)).toEqual([{ tables: 0 }])
})

test('a role that may only read the tables is refused with the name of the database (issue 15)', async () => {
  const name = await newDatabase()
  expect((await runCommand(['migrate'], on(addressOf(name)))).exitCode).toBe(0)
  await run('create role looker login')
  await run(
    'grant create on schema public to looker; grant select on all tables in schema public to looker',
    name,
  )
  expect(await refusal(addressOf(name, 'looker'))).toStartWith(
    `${placeOf(name)} cannot be used: permission denied for table`,
  )
})

test('a standby is refused, and the same server once it is promoted is not (issue 15)', async () => {
  const name = await newDatabase()
  await server().control('stop', '-m', 'fast')
  const signal = join(server().folder, 'data/standby.signal')
  writeFileSync(signal, '')
  await server().control('start')
  expect(await refusal(addressOf(name))).toBe(
    `${placeOf(name)} cannot be used: it is a standby; the address must be that of the primary`,
  )
  await server().control('promote')
  rmSync(signal, { force: true })
  await using served = await startProcess(['serve'], on(addressOf(name)))
  expect((await served.call('GET', '/v1/health')).status).toBe(200)
})

test('servers before 15 are refused (issue 15)', () => {
  const well: Server = {
    version: 150_000,
    versionText: '15.0',
    isStandby: false,
    isReadOnly: false,
    encoding: 'UTF8',
    role: 'roomwire',
    schema: 'public',
    mayCreate: true,
    ...{ connectionsMax: 97, connectionsFree: 97 },
    nowMs: 0,
    identity: '',
  }
  expect(complaintsOf(well)).toEqual([])
  expect(complaintsOf({ ...well, version: 140_012, versionText: '14.12' })).toEqual([
    'it is PostgreSQL 14.12, and 15 is the oldest',
  ])
  expect(complaintsOf({ ...well, schema: null, mayCreate: false })).toEqual([
    'no schema of the search path of role roomwire exists',
  ])
})

test('a schema of a newer version stops the start and is left as it is (issue 15)', async () => {
  const name = await newDatabase()
  await (await startProcess(['serve'], on(addressOf(name)))).stop()
  await run(`insert into roomwire_migration (name) values ('29990101000000_later')`, name)
  const line = await refusal(addressOf(name))
  expect(line).toContain('was written by a newer roomwire')
  expect(line).toContain('29990101000000_later')
})

test('both secrets are needed, and those of the first start stay (contract §10)', async () => {
  const name = await newDatabase()
  const url = addressOf(name)
  expect(await refusal(url, { JWT_SECRET: '', ENCRYPTION_KEY: '' })).toStartWith(
    'on PostgreSQL JWT_SECRET and ENCRYPTION_KEY must be set',
  )
  await (await startProcess(['serve'], on(url))).stop()
  for (const [secret, key] of [
    ['JWT_SECRET', 'jwt_secret_fingerprint'],
    ['ENCRYPTION_KEY', 'encryption_key_fingerprint'],
  ] as const) {
    const line = await refusal(url, { [secret]: 'geheimnisvoll'.repeat(3) })
    expect(line).toStartWith(`${secret} is not the one this database was first served with`)
    expect(line).toContain(key)
  }
  await (await startProcess(['serve'], on(url))).stop()
  const kept = await run(`select value from meta where key like '%fingerprint'`, name)
  expect(kept).toHaveLength(2)
  for (const { value } of kept) expect(value).toMatch(/^[0-9a-f]{32}$/)
})

test('of replicas with different secrets that start at once on an empty database those of one secret come up (contract §10)', async () => {
  const url = addressOf(await newDatabase())
  const starts = await Promise.all(
    ['a', 'b', 'a', 'b'].map(async (letter) => {
      const env = { JWT_SECRET: `${letter}ostgresql-`.repeat(4) }
      return await startProcess(['serve'], on(url, env)).then(
        (served) => ({ letter, served }),
        (error: Error) => ({ letter, refused: error.message }),
      )
    }),
  )
  const up = starts.filter((start) => 'served' in start)
  const down = starts.filter((start) => 'refused' in start)
  expect(new Set(up.map(({ letter }) => letter)).size).toBe(1)
  expect(up).toHaveLength(2)
  for (const { refused } of down) expect(refused).toContain('JWT_SECRET is not the one')
  for (const { served } of up) expect((await served.stop()).exitCode).toBe(0)
})

test('while the server is down or silent health is 503 within two seconds and metrics tell what the process knows, and all is well by itself (issue 15)', async () => {
  const name = await newDatabase()
  await using served = await startProcess(['serve'], on(addressOf(name)))
  const health = () => served.call('GET', '/v1/health')
  const isWell = async () => (await health()).status === 200
  const metrics = async () => (await askMetrics(served.call)).text
  const COUNTED = ['bookings_made_total', 'bookings{', 'webhook_deliveries_pending', 'webhooks{']
  const expectIll = async () => {
    await until('health says so', async () => !(await isWell()))
    // What the process knows by itself, in bounded time, without what the database counts.
    const askedMs = performance.now()
    const { status, text } = await askMetrics(served.call)
    expect(status).toBe(200)
    expect(performance.now() - askedMs).toBeLessThan(7_000)
    for (const name of ['database_up 0', 'worker 0', 'database_connections{pool="read"}'])
      expect(text).toContain(`\nroomwire_${name}`)
    for (const name of COUNTED) expect(text).not.toContain(`\nroomwire_${name}`)
    // Also when every connection of the pool has been tried.
    const endMs = performance.now() + 6_000
    while (performance.now() < endMs) {
      const askedMs = performance.now()
      const answer = await health()
      expect(answer).toBeProblem(503, 'unavailable')
      // Two seconds, and what a busy machine takes besides.
      expect(performance.now() - askedMs).toBeLessThan(4_500)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      await Bun.sleep(50)
    }
  }

  await server().control('stop', '-m', 'immediate')
  await expectIll()
  await server().control('start')
  await until('health is well after the restart', isWell)

  const postmaster = Number(
    readFileSync(join(server().folder, 'data/postmaster.pid'), 'utf8').split('\n')[0],
  )
  const signal = (name: NodeJS.Signals) => {
    // First, so that no child of it comes later.
    process.kill(postmaster, name)
    const children = Bun.spawnSync(['ps', '-o', 'pid=', '--ppid', String(postmaster)]).stdout
    for (const pid of children.toString().trim().split(/\s+/))
      try {
        process.kill(Number(pid), name)
      } catch {
        // It has ended meanwhile.
      }
  }
  signal('SIGSTOP')
  try {
    await expectIll()
  } finally {
    signal('SIGCONT')
  }
  await until('health is well after the silence', isWell)
  const text = await metrics()
  for (const name of ['database_up 1', ...COUNTED]) expect(text).toContain(`\nroomwire_${name}`)
  expect((await served.stop()).exitCode).toBe(0)
})

test('a paused replica in the middle of its look at the database does not make another look ill (issue 15)', async () => {
  const name = await newDatabase()
  await using served = await startProcess(['serve'], on(addressOf(name)))
  // As one that hangs holds whatever it wrote last.
  const holding = run(`begin; update meta set value = value; select pg_sleep(3); rollback`, name)
  await Bun.sleep(500)
  for (let looks = 0; looks < 10; looks++) {
    expect((await served.call('GET', '/v1/health')).status).toBe(200)
    await Bun.sleep(150)
  }
  await holding
})
