import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { SQL } from 'bun'
import { addDay } from '../support/bookings.ts'
import { eventually } from '../support/http.ts'
import { asGuest } from '../support/manage.ts'
import { askMetrics } from '../support/metrics.ts'
import { good } from '../support/oversold.ts'
import { patient } from '../support/patient.ts'
import { startPooler } from '../support/pooler.ts'
import {
  dayFromNow,
  onlyLine,
  runCommand,
  type ServiceProcess,
  startProcess,
  until,
} from '../support/process.ts'
import { type Replicas, startReplicas } from '../support/processes.ts'
import {
  type Ask,
  hireAdmin,
  type KeyedHotel,
  makeGround,
  makeHotel,
  makeKey,
} from '../support/replica-hotels.ts'

// Two replicas past a transaction pooler, which gives each transaction another connection (issue 15).

setDefaultTimeout(120_000)

const DATE = dayFromNow(60)
const ROOMS = 5
const GUEST = { firstName: 'Carla', lastName: 'Çelik', email: 'carla@example.com' }

/** Fewer than there are callers, so that they do share. */
const poolers = new AsyncDisposableStack()
let address = { pooled: '', direct: '' }
let replicas: Replicas
let admin: Ask
let alfa: KeyedHotel

beforeAll(async () => {
  replicas = await startReplicas({
    count: 2,
    env: async (server) => {
      const pooler = poolers.use(await startPooler(server, { default_pool_size: '10' }))
      address = {
        pooled: server.url.replace(`${server.port}`, `${pooler.port}`),
        direct: server.url,
      }
      return {
        DATABASE_URL: address.pooled,
        DATABASE_DIRECT_URL: address.direct,
        DATABASE_PREPARE: '0',
      }
    },
  })
  admin = await hireAdmin(replicas)
  await makeGround(admin, replicas.next())
  alfa = await makeHotel(admin, replicas, {
    slug: 'alfa',
    rooms: [{ roomCode: 'DBL', totalRooms: ROOMS }],
  })
  await push(10_000)
})

afterAll(async () => {
  try {
    await replicas.stop()
  } finally {
    await replicas[Symbol.asyncDispose]()
    await poolers.disposeAsync()
  }
})

async function push(priceCents: number, available = ROOMS): Promise<void> {
  const day = { roomCode: 'DBL', date: DATE, available, priceCents, closed: false }
  const body = { updates: [day] }
  good(await replicas.next().call('PUT', '/v1/partner/availability', { key: alfa.secret, body }))
}

const pullAvailable = async (served: ServiceProcess) => {
  const path = `/v1/partner/availability?from=${DATE}&to=${DATE}`
  return good(await served.call('GET', path, { key: alfa.secret })).body.rooms[0].days[0]
}

const book = (served: ServiceProcess, key?: string) =>
  served.call('POST', '/v1/bookings', {
    body: {
      ...{ hotelSlug: 'alfa', roomCode: 'DBL', checkin: DATE, checkout: addDay(DATE, 1) },
      ...{ adults: 1, guest: GUEST },
    },
    headers: key ? { 'idempotency-key': key } : {},
  })

const bookings = async () =>
  (await replicas.sql`select count(*)::int as n from booking where status = 'confirmed'`)[0].n

async function cancelAll(): Promise<void> {
  const codes = await replicas.sql`select code from booking where status = 'confirmed'`
  for (const { code } of codes)
    good(await replicas.next().call('POST', `/v1/bookings/${code}/cancel`, { body: asGuest(code) }))
}

test('a push through one replica is in the next pull of the other; notices come back by the direct way', async () => {
  for (let n = 1; n <= 10; n++) {
    await push(10_000 + n)
    for (const served of replicas.all)
      expect(await pullAvailable(served)).toMatchObject({
        priceCents: 10_000 + n,
        available: ROOMS,
      })
  }
  const stay = `checkin=${DATE}&checkout=${addDay(DATE, 1)}&adults=1`
  for (const served of replicas.all) {
    const page = async () => (await served.call('GET', `/v1/hotels/alfa?${stay}`)).text
    await eventually(async () => (await page()).includes('10010'))
    const { text } = await askMetrics(served.call)
    const [, age] = text.match(/^roomwire_database_notice_age_seconds ([\d.]+)$/m)!
    expect(Number(age)).toBeLessThan(5)
  }
})

test('the last rooms are sold once, whoever asks both replicas at the same time, and one request sent to both is done once', async () => {
  const bookPatiently = patient(book)
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => bookPatiently(replicas.next())),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(ROOMS)
  for (const answer of answers.filter(({ status }) => status !== 201))
    expect(answer).toBeProblem(409, 'sold_out')
  expect(await bookings()).toBe(ROOMS)
  await cancelAll()
  const same = await Promise.all(
    Array.from({ length: 12 }, () => bookPatiently(replicas.next(), 'one-and-the-same')),
  )
  expect(new Set(same.map((answer) => good(answer).body.code)).size).toBe(1)
  expect(await bookings()).toBe(1)
  await cancelAll()
})

test('a key that one replica has revoked is refused by the next call to the other, and calls are counted once', async () => {
  const [told, asked] = replicas.all as [ServiceProcess, ServiceProcess]
  const { keyId, secret } = await makeKey(admin, told, 'alfa')
  const limits = (served: ServiceProcess) =>
    served.call('GET', '/v1/partner/limits', { key: secret })
  const begun = performance.now()
  const answers = await Promise.all(Array.from({ length: 80 }, () => limits(replicas.next())))
  const seconds = (performance.now() - begun) / 1_000
  const passed = answers.filter(({ status }) => status === 200).length
  expect(passed).toBeGreaterThanOrEqual(60)
  // One comes back with each second.
  expect(passed).toBeLessThanOrEqual(60 + Math.ceil(seconds))
  await admin(told, 'DELETE', `/panel/api-keys/${keyId}?hotel=alfa`)
  expect(await limits(asked)).toBeProblem(401, 'unauthenticated')
})

test('a transaction whose connection is lost before its commit is begun again unseen, and done once', async () => {
  const terminated = await replicas.sql.begin(async (tx) => {
    await tx`select scope from version for update`
    const booking = book(replicas.next())
    const isWaiting = async () => {
      const [row] = await replicas.sql`select count(pg_terminate_backend(pid))::int as n
        from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'roomwire'`
      return row.n > 0
    }
    await eventually(isWaiting)
    return { booking }
  })
  expect((await terminated.booking).status).toBe(201)
  expect(await bookings()).toBe(1)
  await cancelAll()
  expect(await bookings()).toBe(0)
  expect((await pullAvailable(replicas.next())).available).toBe(ROOMS)
})

test('statements that are prepared past a pooler are refused at the start in one line, whatever it lets pass', async () => {
  const lax = ['default_transaction_isolation', 'default_transaction_read_only', 'lock_timeout']
  const settings = [...lax, 'statement_timeout', 'idle_in_transaction_session_timeout']
  const tcp = ['idle', 'interval', 'count'].map((name) => `tcp_keepalives_${name}`)
  const ignored = [...settings, ...tcp].join(',')
  for (const of of [{}, { ignore_startup_parameters: ignored }, { pool_mode: 'session' }]) {
    await using pooler = await startPooler(replicas.server, of)
    const url = address.direct.replace(`${replicas.server.port}`, `${pooler.port}`)
    const { folder, env } = replicas.setup
    const past = { ...env, DATABASE_URL: url, DATABASE_PREPARE: '1' }
    const { exitCode, stderr } = await runCommand(['serve'], { folder, env: past })
    expect(exitCode).toBe(1)
    expect(onlyLine(stderr)).toMatch(
      /^roomwire: postgres:\/\/127.0.0.1:\d+\/postgres cannot be used: .*behind a pooler set DATABASE_PREPARE=0, and DATABASE_DIRECT_URL past it$/,
    )
    const said = await runCommand(['doctor'], { folder, env: past })
    const advice = `${stderr}${said.stdout}${said.stderr}`
      .split('\n')
      .map((line) => line.split('DATABASE_PREPARE=0').length - 1)
    expect(Math.max(...advice)).toBe(1)
  }
})

test('tables in use are brought up to date by a session of their own alone: past a pooler that is refused in one line, and no lock is left', async () => {
  await using pooler = await startPooler(replicas.server)
  const url = address.direct.replace(`${replicas.server.port}`, `${pooler.port}`)
  const { folder, env } = replicas.setup
  const past = { ...env, DATABASE_URL: url, DATABASE_DIRECT_URL: url, DATABASE_PREPARE: '0' }
  const [last] = await replicas.sql`delete from roomwire_migration
    where name = (select max(name collate "C") from roomwire_migration) returning name`
  const { exitCode, stderr } = await runCommand(['migrate'], { folder, env: past })
  await replicas.sql`insert into roomwire_migration (name) values (${last.name})`

  expect(exitCode).toBe(1)
  expect(onlyLine(stderr)).toContain('its tables cannot be brought up to date')
  expect(await replicas.sql`select 1 from pg_locks where locktype = 'advisory'`).toHaveLength(0)
})

/** Runs `serve` or `doctor` with other addresses of the database. @returns all that it said */
async function said(command: string[], addresses: Record<string, string>) {
  const { folder, env } = replicas.setup
  const { stdout, stderr } = await runCommand(command, { folder, env: { ...env, ...addresses } })
  return `${stdout}${stderr}`
}

test('an address past the pooler that leads to another database is refused before anything is written there', async () => {
  await replicas.sql`create database other`
  const direct = address.direct.replace(/[^/]*$/, 'other')
  expect(await said(['serve'], { DATABASE_DIRECT_URL: direct })).toContain(
    'it is not the database of DATABASE_DIRECT_URL',
  )
  await using other = new SQL(direct)
  expect(await other`select 1 from pg_tables where schemaname = 'public'`).toHaveLength(0)
})

test('a pooler that shares sessions by statement is found, with what to set', async () => {
  await using pooler = await startPooler(replicas.server, { pool_mode: 'statement' })
  const url = address.direct.replace(`${replicas.server.port}`, `${pooler.port}`)
  expect(await said(['doctor', '--cluster'], { DATABASE_URL: url })).toMatch(
    /^FAIL the pooler at .* cannot be used: .*statement pooling.*; set pool_mode = transaction$/m,
  )
})

test('the worker has its connections before requests take all that a pooler grants', async () => {
  await replicas.sql`create database few`
  await using pooler = await startPooler(replicas.server, { max_client_conn: '25' })
  const direct = address.direct.replace(/[^/]*$/, 'few')
  const url = direct.replace(`${replicas.server.port}`, `${pooler.port}`)
  const folder = join(replicas.setup.folder, 'few')
  mkdirSync(folder)
  const env = { ...replicas.setup.env, DATABASE_URL: url, DATABASE_DIRECT_URL: direct }
  await using replica = await startProcess(['serve'], { folder, env })
  const log = () => `${replica.stdout()}${replica.stderr()}`
  await until('it is the worker', async () => log().includes('"event":"worker"'))
  await Bun.sleep(3_000)
  expect(log()).not.toContain('_failed')
})
