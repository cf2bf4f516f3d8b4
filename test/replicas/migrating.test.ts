import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { SQL } from 'bun'
import type { Migration } from '../../src/store/engine/migrations.ts'
import { planUpgrade } from '../../src/store/plan-upgrade.ts'
import { lockMsOf } from '../../src/store/postgres/lock-pace.ts'
import { listThere } from '../../src/store/postgres/migrate.ts'
import { stepOf } from '../../src/store/postgres/plan.ts'
import { MIGRATIONS } from '../../src/store/postgres/postgres.ts'
import { prepareDatabase } from '../../src/store/postgres/prepare.ts'
import { isChanged, locksOf } from '../../src/store/postgres/rounds.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { until } from '../support/process.ts'
import { holdAt } from '../support/upgrades.ts'

// Migrations of tables that others use, by the function that applies them (issue 29 item 1).

setDefaultTimeout(120_000)

/** The time that a statement of a service waits for a lock. */
const PATIENCE_MS = 2_000
const INDEX = 'CREATE UNIQUE INDEX "board_next" ON "board" ("name","position")'
const columnOf = (table: string) => `ALTER TABLE "${table}" ADD COLUMN "next_word" text`
const COLUMN = columnOf('board')
const together = (...statements: string[]) => statements.join('--> statement-breakpoint')
const TWO_COLUMNS = together(columnOf('change'), columnOf('hotel'))
/** Rows of a table are filled by what another has. */
const FILLED = together(
  COLUMN,
  'UPDATE "board" SET "next_word" = (SELECT min("name") FROM "city") WHERE "next_word" IS NULL',
)
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

const nextOnes = async (): Promise<{ name: string; at: string }[]> =>
  await sql`select name, applied_at::text as at from roomwire_migration
    where name like '2999%' order by name`

test('all migrations change their tables in one transaction, however many they are, and the rows of one are filled after it (issue 35)', async () => {
  await sql.unsafe(BOARD)
  await upgradeTo([COLUMN.replace('next', 'other'), FILLED, TWO_COLUMNS, columnOf('booking')])

  const [first, filled, third, fourth] = await nextOnes()
  expect([third!.at, fourth!.at]).toEqual([first!.at, first!.at])
  expect(filled!.at > first!.at).toBe(true)
})

test('the try that outlives the server’s check for deadlocks, 1 s, begins within half a minute (issue 35)', () => {
  const short = Array.from({ length: 20 }, (_, tries) => lockMsOf(tries)).findIndex(
    (lockMs) => lockMs > 1_250,
  )
  const untilMs = Array.from({ length: short }, (_, tries) => 10 * lockMsOf(tries))
  expect(untilMs.reduce((sum, ms) => sum + ms, 9 * lockMsOf(short))).toBeLessThan(25_000)
})

test.each([
  ['holds one of several tables', 'select * from city'],
  // The dump has read `version` too, and those who write would stand behind the upgrade there.
  ['has read all tables, as a dump does', 'select * from version, city, board, booking, hotel'],
])(
  'while a session %s for long, the upgrade waits for it without any other (issue 35)',
  async (_, reads) => {
    const holder = await holdAt(server.url, reads)
    const done = upgradeTo(['city', 'board', 'booking', 'hotel'].map(columnOf))
    let locks: { name: string; granted: boolean }[] = []
    await until('it waits', async () => {
      locks = await sql`select relname as name, granted from pg_locks
      join pg_class on pg_class.oid = relation join pg_stat_activity using (pid)
      where application_name = 'roomwire upgrade' and mode in ('AccessExclusiveLock', 'ShareLock')`
      return locks.some(({ granted }) => !granted)
    })
    await holder[Symbol.asyncDispose]()

    expect(locks).toEqual([{ name: 'city', granted: false }])
    await done
    expect(await nextOnes()).toHaveLength(4)
  },
)

test('nobody is kept from writing once all tables are held by others (issue 35)', () => {
  const tables = { altered: ['agency', 'booking'], referred: ['user'] }
  expect(locksOf(tables, new Set(['agency', 'booking', 'user']))).toEqual([
    'LOCK TABLE "agency", "booking" IN ACCESS EXCLUSIVE MODE',
    'LOCK TABLE "user" IN SHARE ROW EXCLUSIVE MODE',
  ])
})

test('bookings come first among the tables, and nobody writes before any (issue 35)', () => {
  const tables = { altered: ['agency', 'booking', 'hotel'], referred: ['user'] }
  const [gate, ...locks] = [
    'LOCK TABLE "version" IN SHARE MODE',
    'LOCK TABLE "booking", "agency", "hotel" IN ACCESS EXCLUSIVE MODE',
    'LOCK TABLE "user" IN SHARE ROW EXCLUSIVE MODE',
  ]
  expect(locksOf(tables, new Set())).toEqual([gate!, ...locks])
  expect(locksOf(tables, new Set(['agency', 'version']))).toEqual([gate!, ...locks])
  expect(locksOf(tables, new Set(['agency']))).toEqual([
    'LOCK TABLE "agency" IN ACCESS EXCLUSIVE MODE',
    gate!,
    locks[0]!.replace('"agency", ', ''),
    locks[1]!,
  ])
})

test('rows are filled while others write the table; a start that ends then leaves the columns, and the next one fills the rows (issue 35)', async () => {
  await sql.unsafe("insert into city (slug, name, country) values ('alfa', 'Alfa', 'TR')")
  await sql.unsafe(BOARD)
  const holder = await holdAt(server.url, 'lock table city in access exclusive mode')
  const ending = new AbortController()
  const done = upgradeTo([FILLED], ending.signal)
  await until('it waits', async () => (await sessions()).some(({ waits }: any) => waits === 'Lock'))
  await sql.begin(async (tx) => {
    await tx`set local lock_timeout = '1s'`
    await tx.unsafe(BOARD.replaceAll('R', 'B'))
  })
  ending.abort(new Error('no more'))
  await expect(done).rejects.toThrow('no more')
  await holder[Symbol.asyncDispose]()
  await until('its session is gone', async () => (await sessions()).length === 0)
  expect(await nextOnes()).toEqual([])
  expect(await sql`select 1 from board where next_word is null`).toHaveLength(2)

  await upgradeTo([FILLED])
  expect(await nextOnes()).toHaveLength(1)
  expect(await sql`select 1 from board where next_word = 'Alfa'`).toHaveLength(2)
})

test('a column that somebody has made by hand stops an upgrade, rather than stand for all of its migration (issue 35)', async () => {
  await sql.unsafe(COLUMN)

  await expect(upgradeTo([together(columnOf('hotel'), FILLED)])).rejects.toThrow('already exists')
  expect(await nextOnes()).toEqual([])
})

test('a row that another session changes meanwhile is filled, whatever isolation the role has by default (issue 35)', async () => {
  await sql.unsafe(BOARD)
  await sql.unsafe(`alter role postgres set default_transaction_isolation = 'repeatable read'`)
  const writer = new SQL({ url: server.url, max: 1 })
  try {
    await upgradeTo([COLUMN])
    await sql`delete from roomwire_migration where name like '2999%'`
    const begun = Promise.withResolvers<void>()
    const filled = Promise.withResolvers<void>()
    const writing = writer.begin(async (tx) => {
      await tx`update board set name = 'Nur Zimmer'`
      begun.resolve()
      await filled.promise
    })
    await begun.promise
    const done = upgradeTo([FILLED.replace('(SELECT min("name") FROM "city")', '"name"')])
    await until('it waits', async () =>
      (await sessions()).some(({ waits }: any) => waits === 'Lock'),
    )
    filled.resolve()
    await writing
    await done
  } finally {
    await sql.unsafe('alter role postgres reset default_transaction_isolation')
    await writer.close()
  }
  expect(await sql`select next_word from board`).toEqual([{ next_word: 'Nur Zimmer' }])
})

test('rows of a new table, for which nobody waits, put off no other rows (issue 35)', async () => {
  const made = together(
    'CREATE TABLE "next_word" ("word" text)',
    'INSERT INTO "next_word" SELECT \'Nur\' || pg_sleep(1)',
  )
  await upgradeTo([made, FILLED])

  const [first, second] = await nextOnes()
  const passedMs = Date.parse(second!.at) - Date.parse(first!.at)
  expect(passedMs).toBeGreaterThanOrEqual(1_000)
  expect(passedMs).toBeLessThan(5_000)
})

test('of each migration that fills rows it is seen whether all else is done, and `migrate --plan` names the rows alone then (issue 35)', async () => {
  const there = await listThere(sql)
  const filling = MIGRATIONS.filter((migration) => stepOf(migration).fills.length > 0)
  expect(filling.length).toBeGreaterThan(5)
  for (const step of filling.map(stepOf)) {
    expect([step.name, isChanged(step, there)]).toEqual([step.name, true])
    const isWhole = step.makes.length + step.changes.length === 0
    expect([step.name, isChanged(step, new Set())]).toEqual([step.name, isWhole])
  }

  await sql`delete from roomwire_migration where name like '%_groups'`
  const { steps } = await planUpgrade({ url: server.url, directUrl: server.url, prepare: true })
  expect(steps.map(({ does }) => does)).toEqual([['indexes booking', 'fills rows of booking']])
  await upgradeTo()
  expect(await sql`select 1 from roomwire_migration where name like '%_groups'`).toHaveLength(1)
})

test('`migrate --plan` names the indexes that a kill has left unbuilt or half-built, and the next start builds them (issue 35)', async () => {
  const plan = () => planUpgrade({ url: server.url, directUrl: server.url, prepare: true })
  expect((await plan()).steps).toEqual([])
  await sql.unsafe('drop index booking_hotel_agency')
  await sql`update pg_index set indisvalid = false where indexrelid = 'booking_mailbox'::regclass`

  const indexes = {
    does: ['indexes booking'],
    locks: [{ table: 'booking', mode: 'SHARE UPDATE EXCLUSIVE' }],
    behind: undefined,
  }
  expect((await plan()).steps).toMatchObject([
    { ...indexes, name: expect.stringMatching(/_strangers$/) },
    { ...indexes, name: expect.stringMatching(/_hotel-agency-index$/) },
  ])
  await upgradeTo()
  expect((await plan()).steps).toEqual([])
  const rows = await sql`select indisvalid as valid from pg_index where indexrelid in
    ('booking_hotel_agency'::regclass, 'booking_mailbox'::regclass)`
  expect(rows.map(({ valid }: { valid: boolean }) => valid)).toEqual([true, true])
})

test('an index waits for who writes its table while others go on writing it', async () => {
  const holder = await holdAt(server.url, BOARD)
  const done = upgradeTo([INDEX])
  // It fails with the server if the test ends before it.
  done.catch(() => {})
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
