import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { SQL } from 'bun'
import type { PostgresTarget } from '../../src/store/postgres/pool.ts'
import { book, readAvailable, sell } from '../support/bookings.ts'
import { eventually, pull, recordLog } from '../support/http.ts'
import type { Answer } from '../support/matchers.ts'
import { type Pooler, startPooler } from '../support/pooler.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { startService, type TestService } from '../support/service.ts'
import { signIn, type TestUser } from '../support/users.ts'

// Statements of PostgreSQL that take too long are ended, also past a transaction pooler, and hold nobody up (issue 15).

setDefaultTimeout(120_000)

/** More than there are connections, of any kind. */
const CALLERS = 30
/** Longer than any statement may take. */
const SLEEP_SECONDS = 90

type Side = { service: TestService; admin: TestUser }

let server: PostgresServer
let pooler: Pooler
let owner: SQL
/** A service whose connections have their deadlines by themselves, and one past a pooler. */
const sides: Side[] = []
beforeAll(async () => {
  server = await startPostgres()
  pooler = await startPooler(server)
  owner = new SQL({ url: server.url, max: 1 })
  for (const prepare of [true, false]) {
    const directUrl = server.url.replace(/postgres$/, `rooms_${prepare}`)
    const url = prepare ? directUrl : directUrl.replace(`${server.port}`, `${pooler.port}`)
    await owner.unsafe(`create database rooms_${prepare}`)
    const target = { url, directUrl, prepare }
    const service = await startService({ target, log: recordLog().log })
    await sell(service)
    sides.push({ service, admin: await signIn(service, 'admin') })
  }
})
afterAll(async () => {
  await owner.close()
  for (const { service } of sides) await service[Symbol.asyncDispose]()
  await pooler[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

/** Runs statements of the owner of a side's database. */
async function alter({ service: { target } }: Side, statements: string): Promise<void> {
  const client = new SQL({ url: (target as PostgresTarget).directUrl, max: 1 })
  await client.unsafe(statements)
  await client.close()
}

/** Whoever reads a table waits from now on, until it is made quick again. */
const slow = (side: Side, table: string) =>
  alter(
    side,
    `alter table ${table} rename to kept;
    create view ${table} as select kept.* from (select pg_sleep(${SLEEP_SECONDS})) late left join kept on true`,
  )
const quick = (side: Side, table: string) =>
  alter(side, `drop view ${table}; alter table kept rename to ${table}`)

/** How many statements the server runs that sleep. */
async function asleep(): Promise<number> {
  const [row] = await owner`
    select count(*)::int as n from pg_stat_activity where wait_event = 'PgSleep'`
  return row.n
}

/** Asks, and how long the answer took. */
async function timeAnswer(ask: () => Promise<Answer>) {
  const askedMs = performance.now()
  const answer = await ask()
  return { answer, tookMs: performance.now() - askedMs }
}

type Timed = Awaited<ReturnType<typeof timeAnswer>>

const most = (those: readonly Timed[]) => Math.max(...those.map(({ tookMs }) => tookMs))

function expectRefused(those: readonly Timed[], withinMs: number): void {
  for (const { answer } of those) {
    expect(answer).toBeProblem(503, 'unavailable')
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect(most(those)).toBeLessThan(withinMs)
}

/** A pull that no memory answers, and the page of a hotel, again and again. */
async function askQuickly({ service }: Side, forMs: number): Promise<Timed[]> {
  const answers: Timed[] = []
  const endMs = performance.now() + forMs
  const stay = 'checkin=2027-04-01&checkout=2027-04-03&adults=2'
  for (let day = 0; performance.now() < endMs; day = (day + 1) % 300) {
    const to = new Date(Date.parse('2027-04-01') + day * 86_400_000).toISOString().slice(0, 10)
    answers.push(await timeAnswer(() => pull(service.alfa, '2027-04-01', to)))
    answers.push(await timeAnswer(() => service.call('GET', `/v1/hotels/alfa?${stay}`)))
    await Bun.sleep(20)
  }
  for (const { answer } of answers) expect(answer.status).toBe(200)
  return answers
}

test('reads that take too long are 503 in bounded time and over on the server, and while all that may take long are busy a pull, a page and a booking wait for none of them', async () => {
  await Promise.all(sides.map((side) => slow(side, 'catalog_history')))
  const told = await Promise.all(
    sides.map(async (side) => {
      const history = () => side.admin.call('GET', '/v1/admin/history')
      const long = Promise.all(Array.from({ length: CALLERS }, () => timeAnswer(history)))
      const beside = await askQuickly(side, 5_000)
      const booked = await timeAnswer(() => book(side.service.call))
      expect(booked.answer.status).toBe(201)
      return { long: await long, beside: [...beside, booked] }
    }),
  )
  for (const { long, beside } of told) {
    expectRefused(long, 40_000)
    // Those for whom there was no connection.
    expect(long.filter(({ tookMs }) => tookMs < 10_000).length).toBe(CALLERS - 4)
    // Less than anybody waits for a connection or a statement.
    expect(most(beside)).toBeLessThan(5_000)
  }
  await eventually(async () => (await asleep()) === 0)
  for (const side of sides) {
    await quick(side, 'catalog_history')
    const answers = await Promise.all(
      Array.from({ length: CALLERS }, () => side.admin.call('GET', '/v1/admin/history')),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  }
})

test('a write or a quick read whose statement takes too long is 503 with nothing half done, and what is asked again is done once', async () => {
  const key = { 'idempotency-key': 'once' }
  const before = await Promise.all(sides.map(({ service }) => readAvailable(service)))
  const trigger = `create function late() returns trigger language plpgsql as
    $$ begin perform pg_sleep(${SLEEP_SECONDS}); return new; end $$;
    create trigger late before insert on booking for each row execute function late()`
  await Promise.all(sides.map((side) => alter(side, trigger)))
  await Promise.all(sides.map((side) => slow(side, 'review')))
  const reviews = ({ call }: TestService) => call('GET', '/v1/hotels/alfa/reviews')
  await Promise.all(
    sides.map(async ({ service }) => {
      const read = Array.from({ length: CALLERS }, () => timeAnswer(() => reviews(service)))
      const booked = Array.from({ length: CALLERS }, (_, at) =>
        timeAnswer(() =>
          book(service.call, {}, { 'idempotency-key': at === 0 ? 'once' : `${at}` }),
        ),
      )
      expectRefused(await Promise.all(booked), 44_000)
      expectRefused(await Promise.all(read), 28_000)
    }),
  )
  await eventually(async () => (await asleep()) === 0)
  for (const [at, side] of sides.entries()) {
    const { service } = side
    await alter(side, 'drop function late cascade')
    await quick(side, 'review')
    for (let n = 0; n < CALLERS; n++) expect((await reviews(service)).status).toBe(200)
    expect(await readAvailable(service)).toEqual(before[at]!)
    const again = await book(service.call, {}, key)
    expect(again.status).toBe(201)
    expect(again.headers.get('idempotent-replayed')).toBe(null)
    expect((await book(service.call, {}, key)).body.code).toBe(again.body.code)
    expect(await readAvailable(service)).toEqual(
      before[at]!.map((rooms, day) => (day < 2 ? rooms - 1 : rooms)),
    )
  }
})
