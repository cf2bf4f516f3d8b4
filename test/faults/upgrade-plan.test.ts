import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { chmodSync, copyFileSync, renameSync, rmSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'
import { SQL } from 'bun'
import pkg from '../../package.json' with { type: 'json' }
import { MIGRATIONS as POSTGRES } from '../../src/store/postgres/postgres.ts'
import { MIGRATIONS as SQLITE } from '../../src/store/sqlite/refuse.ts'
import { filesIn } from '../support/folder.ts'
import { type PlacedFixture, placeFixture } from '../support/placed-fixture.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { onlyLine, runCommand, SOURCE } from '../support/process.ts'
import { holdAt } from '../support/upgrades.ts'
import { dumpPostgres } from '../versions/dump.ts'
import { type FixtureEngine, listFixtures, readFixture } from '../versions/fixture.ts'

// `migrate --plan` on databases of a former version, and an older version on a newer database (issue 37 item 7).

setDefaultTimeout(120_000)

const ENGINES = [
  { engine: 'sqlite', migrations: SQLITE },
  { engine: 'postgres', migrations: POSTGRES },
] as const

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server[Symbol.asyncDispose]())

const place = async (engine: FixtureEngine) =>
  placeFixture(await readFixture(listFixtures(engine).at(-1)!), server)

/** All that a database is, byte for byte on SQLite. */
const contentOf = async ({ setup, place: at }: PlacedFixture, engine: FixtureEngine) =>
  engine === 'sqlite' ? filesIn(setup.folder) : await dumpPostgres(at)

test.each(ENGINES)(
  'migrate --plan says of $engine what each step does, locks and took, and changes nothing',
  async ({ engine, migrations }) => {
    await using placed = await place(engine)
    const before = await contentOf(placed, engine)
    const { exitCode, stdout, stderr } = await runCommand(['migrate', '--plan'], placed.setup)
    expect([exitCode, stderr]).toEqual([0, ''])
    const json = await runCommand(['migrate', '--plan', '--json'], placed.setup)
    expect(await contentOf(placed, engine)).toEqual(before)

    const plan = JSON.parse(onlyLine(json.stdout))
    const first = migrations.findIndex(({ name }) => name === plan.newest)
    expect(plan.steps.map(({ name }: { name: string }) => name)).toEqual(
      migrations.slice(first + 1).map(({ name }) => name),
    )
    for (const { name, does, tookMs } of plan.steps) {
      expect(stdout).toContain(`${name}: ${tookMs} ms on the fixture`)
      expect(does.length).toBeGreaterThan(0)
    }
    const page = plan.steps.find(({ name }: { name: string }) => name.endsWith('_hotel-page'))
    expect(page.does).toContain('adds columns to hotel')
    const mode = engine === 'sqlite' ? 'the whole file' : 'ACCESS EXCLUSIVE'
    expect(page.locks).toContainEqual({ table: 'hotel', mode, rows: expect.any(Number) })
    expect(stdout).toContain('days are packed for searches (pack_days)')
    // A later migration drops the index that it would make (issue 35).
    const vain = plan.steps.find(({ name }: { name: string }) => name.endsWith('_unacked-live'))
    expect(vain).toMatchObject({ does: ['does nothing to a table'], locks: [] })
  },
)

const APART = ['unshare', '--user', '--map-root-user']
/** A folder that is mounted read-only may not even be written by root. */
const MOUNT = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"'

test('migrate --plan needs no right to write, and says so where a log cannot be read without it', async () => {
  await using placed = await place('sqlite')
  const { setup, place: file } = placed
  const data = dirname(file)
  const expected = await runCommand(['migrate', '--plan'], setup)
  const inMount = { ...setup, program: [...APART, '--mount', 'sh', '-c', MOUNT, data, ...SOURCE] }
  const before = filesIn(setup.folder)
  expect(await runCommand(['migrate', '--plan'], inMount)).toEqual(expected)
  expect(filesIn(setup.folder)).toEqual(before)

  // As a kill leaves it, on a copy without the index of the log.
  using writer = new Database(file)
  writer.run('pragma user_version = 3')
  copyFileSync(`${file}-wal`, `${file}-kept`)
  writer.close()
  renameSync(`${file}-kept`, `${file}-wal`)
  const { exitCode, stdout, stderr } = await runCommand(['migrate', '--plan'], inMount)
  expect([exitCode, stdout]).toEqual([1, ''])
  expect(onlyLine(stderr)).toStartWith(`roomwire: ${file} cannot be read: its log ${file}-wal is`)
  expect(onlyLine(stderr)).toContain(
    `${data} may not be written; run this as the user of the service`,
  )

  // The fault of a damaged file is told, and not that the folder may not be written.
  rmSync(`${file}-wal`)
  truncateSync(file, 5_000)
  expect(onlyLine((await runCommand(['migrate', '--plan'], inMount)).stderr)).toMatch(
    /cannot be read as a database: .*malformed/,
  )
})

test('a folder that may not be read is not taken for an empty one', async () => {
  await using placed = await place('sqlite')
  const { setup, place: file } = placed
  // Root reads everything without this.
  const drop = ['setpriv', '--bounding-set=-dac_override,-dac_read_search']
  const lowly = {
    ...setup,
    program: [...APART, ...drop, ...SOURCE],
    env: { ...setup.env, DATABASE_URL: file },
  }
  for (const hidden of [dirname(file), file]) {
    chmodSync(hidden, 0)
    const { exitCode, stdout, stderr } = await runCommand(['migrate', '--plan'], lowly)
    chmodSync(hidden, 0o700)
    expect([exitCode, stdout]).toEqual([1, ''])
    expect(onlyLine(stderr)).toStartWith(`roomwire: ${file} cannot be read (EACCES`)
  }
  expect((await runCommand(['migrate', '--plan'], lowly)).exitCode).toBe(0)
})

test('migrate --plan names who holds a table of PostgreSQL, and not what was asked of it', async () => {
  await using placed = await place('postgres')
  await using _holder = await holdAt(placed.place, "select 'Carla Çelik', * from hotel")
  const { stdout } = await runCommand(['migrate', '--plan'], placed.setup)
  expect(stdout).toMatch(
    /hotel is held by pid \d+, analyst of postgres, idle in transaction since \S+Z, last statement select at \S+Z: AccessShareLock/,
  )
  expect(stdout).not.toContain('Carla')
})

test.each(ENGINES)(
  'a version that is older than a database of $engine refuses it in one line, which names both, and changes nothing',
  async ({ engine }) => {
    await using placed = await place(engine)
    await write(
      placed,
      engine === 'sqlite'
        ? "insert into __drizzle_migrations (hash, name) values ('', '29991231235959_later')"
        : "insert into roomwire_migration (name) values ('29991231235959_later')",
    )
    for (const by of ['a newer roomwire', 'roomwire 9.8.7, which is newer']) {
      const before = await contentOf(placed, engine)
      for (const words of [['serve'], ['migrate'], ['migrate', '--plan']]) {
        const { exitCode, stdout, stderr } = await runCommand(words, placed.setup)
        expect([exitCode, stdout]).toEqual([1, ''])
        expect(onlyLine(stderr)).toEndWith(
          `was written by ${by} (it knows 29991231235959_later, this one, ${pkg.version}, does not); use that version, or a backup of before the upgrade`,
        )
        expect(await contentOf(placed, engine)).toEqual(before)
      }
      await write(placed, NOTE)
    }
  },
)

const NOTE = `insert into meta (key, value) values ('newest_version', '9.8.7') on conflict do nothing`

/** Writes to a database as a newer version would. */
async function write({ place: at }: PlacedFixture, statement: string): Promise<void> {
  if (!at.startsWith('postgres')) {
    using database = new Database(at)
    database.run(statement)
    database.run('pragma wal_checkpoint(truncate)')
    return
  }
  const client = new SQL({ url: at, max: 1 })
  await client.unsafe(statement)
  await client.close()
}
