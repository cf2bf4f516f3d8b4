import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { SQL } from 'bun'
import type { Migration } from '../../src/store/engine/migrations.ts'
import { lockMsOf } from '../../src/store/postgres/lock-pace.ts'
import { MIGRATIONS } from '../../src/store/postgres/postgres.ts'
import { prepareDatabase } from '../../src/store/postgres/prepare.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { until } from '../support/process.ts'
import { holdAt } from '../support/upgrades.ts'

// Migrations of tables that others use, by the function that applies them (issue 29 item 1).

setDefaultTimeout(120_000)

/** The time that a statement of a service waits for a lock. */
const PATIENCE_MS = 2_000
const INDEX = 'CREATE UNIQUE INDEX "board_next" ON "board" ("name","position")'
const COLUMN = 'ALTER TABLE "board" ADD COLUMN "next_word" text'
const TWO_COLUMNS = ['change', 'hotel']
  .map((table) => `ALTER TABLE "${table}" ADD COLUMN "next_word" text`)
  .join('--> statement-breakpoint')
const BOARD = "insert into board (code, name, position) values ('RO', 'Room only', 0)"

let server: PostgresServer
let sql: SQL
beforeAll(async () => {
  server = await startPostgres()
  sql = new SQL({ url: server.url, max: 2 })
})
afterAll(async () => {
  await sql.close()
  await server[Symbol.asyncDispose]()
})
beforeEach(async () => {
  await sql.unsafe('drop schema public cascade')
  await sql.unsafe('create schema public')
  await upgradeTo()
})

/** Brings the database up to date with statements that follow all migrations, one migration each. */
function upgradeTo(statements: string[] = [], signal?: AbortSignal) {
  const next = statements.map((text, index): Migration => {
    return { name: `2999010100000${index}_next`, sql: text, timestamp: 0 }
  })
  const waits: { waitedMs: number; atMs: number }[] = []
  const startMs = performance.now()
  const target = { url: server.url, directUrl: server.url, prepare: true }
  const done = prepareDatabase(target, [...MIGRATIONS, ...next], {
    signal,
    onUpgrade: (event, { waitedMs }) => {
      if (event === 'upgrade_waits' && typeof waitedMs === 'number')
        waits.push({ waitedMs, atMs: performance.now() - startMs })
    },
  })
  return Object.assign(done, { waits })
}

const sessions = async () =>
  await sql`select wait_event_type as waits from pg_stat_activity
    where application_name = 'roomwire upgrade'`

test('a migration waits for a table a tenth of the time, each time for less than a statement of a service does', async () => {
  const holder = await holdAt(server.url, 'select * from board')
  const done = upgradeTo([COLUMN])
  const { waits } = done
  await until('it has tried twice', () => waits.length === 2)
  await holder[Symbol.asyncDispose]()

  const waitedMs = waits.reduce((sum, wait) => sum + wait.waitedMs, 0)
  expect(waitedMs / waits.at(-1)!.atMs).toBeLessThanOrEqual(0.11)
  for (let tries = 0; tries < 20; tries++) expect(lockMsOf(tries)).toBeLessThan(PATIENCE_MS - 250)
  await done
  expect(await sql`select next_word from board`).toHaveLength(0)
})

test('a migration of several tables waits for those who write before it has any of them, so that nobody waits for it halfway (issue 35)', async () => {
  // A push has locked its hotel and read it, and will write its changes.
  const holder = await holdAt(
    server.url,
    "insert into version (scope, version) values ('hotel:1', 0); select * from hotel",
  )
  const done = upgradeTo([TWO_COLUMNS])
  const list = async (): Promise<{ name: string; granted: boolean }[]> =>
    await sql`select relname as name, granted from pg_locks
      join pg_class on pg_class.oid = relation join pg_stat_activity using (pid)
      where application_name = 'roomwire upgrade' and relname in ('version', 'change', 'hotel')`
  let locks: Awaited<ReturnType<typeof list>> = []
  await until('it waits', async () => {
    locks = await list()
    return locks.some(({ granted }) => !granted)
  })
  await holder[Symbol.asyncDispose]()

  expect(locks).toEqual([{ name: 'version', granted: false }])
  await done
  expect(await sql`select next_word from change`).toHaveLength(0)
})

test('an index waits for who writes its table while others go on writing it', async () => {
  const holder = await holdAt(server.url, BOARD)
  const done = upgradeTo([INDEX])
  await until('it waits', async () => (await sessions()).some(({ waits }: any) => waits === 'Lock'))
  await sql.begin(async (tx) => {
    await tx`set local lock_timeout = '1s'`
    await tx.unsafe(BOARD.replaceAll('R', 'B'))
  })
  await holder[Symbol.asyncDispose]()

  await done
  const [{ valid }] = await sql`select indisvalid as valid from pg_index
    where indexrelid = 'board_next'::regclass`
  expect(valid).toBe(true)
})

test('an index that could not be built is begun anew by the next start, once what stood against it is gone', async () => {
  await sql.unsafe(BOARD)
  await sql.unsafe(BOARD.replace("'RO'", "'BO'"))
  await expect(upgradeTo([INDEX])).rejects.toThrow('could not create unique index')
  await sql`delete from board where code = 'BO'`

  await upgradeTo([INDEX])
  const [{ valid }] = await sql`select indisvalid as valid from pg_index
    where indexrelid = 'board_next'::regclass`
  expect(valid).toBe(true)
})

test('an upgrade that is ended while it waits leaves no session, for the server looks whether anybody is still there', async () => {
  await using _holder = await holdAt(server.url, BOARD)
  const ending = new AbortController()
  const done = upgradeTo([INDEX], ending.signal)
  await until('it waits', async () => (await sessions()).some(({ waits }: any) => waits === 'Lock'))
  ending.abort(new Error('no more'))

  await expect(done).rejects.toThrow('no more')
  await until('its session is gone', async () => (await sessions()).length === 0)
})
