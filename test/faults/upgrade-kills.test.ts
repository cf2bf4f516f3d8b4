import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { SQL } from 'bun'
import { MIGRATIONS } from '../../src/store/postgres/postgres.ts'
import { type PlacedFixture, placeFixture } from '../support/placed-fixture.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { launch, runCommand } from '../support/process.ts'
import { startRelay } from '../support/relay.ts'
import { countCommits } from '../support/turn.ts'
import { dumpPostgres, dumpSqlite } from '../versions/dump.ts'
import { type FixtureEngine, listFixtures, readFixture } from '../versions/fixture.ts'

// An upgrade that is killed at any of its statements leaves the old or the new (issue 37 item 7).

const isLong = process.env.TEST_LONG === '1'
setDefaultTimeout(isLong ? 3_600_000 : 120_000)

/** By `bun run test-long` an upgrade of SQLite is killed at each statement, else at every so-manieth. */
const STRIDE = isLong ? 1 : 80
/** The messages at which an upgrade of PostgreSQL is killed, one run after another; in the long form at each. */
const MESSAGES = [2, 7, 25, 60]
const KILLED = join(import.meta.dir, '../versions/killed-upgrade.ts')

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server[Symbol.asyncDispose]())

const placeOldest = async (engine: FixtureEngine) =>
  placeFixture(await readFixture(listFixtures(engine)[0]!), server)

/** The values that an upgrade writes by the clock or draws at random. */
const OWN = /\('(sums_folded_at|generation)',/

/** The content of a dump, whatever the order of rows, and whenever migrations were applied. */
const contentOf = (dump: string): string[] =>
  dump
    .replaceAll(/'[^']*'\)(?=[,;]$)/gm, (end) => (/^'20\d\d-/.test(end) ? ')' : end))
    .split('\n')
    .map((line) => line.replace(/[,;]$/, ''))
    .filter((line) => !OWN.test(line))
    .toSorted()

/** Upgrades a fixture that nothing disturbs. */
async function upgradeWhole(engine: FixtureEngine): Promise<string[]> {
  await using placed = await placeOldest(engine)
  return await finish(placed, engine)
}

async function finish({ setup, place }: PlacedFixture, engine: FixtureEngine): Promise<string[]> {
  const { exitCode, stderr } = await runCommand(['migrate'], setup)
  expect(exitCode, stderr).toBe(0)
  return contentOf(engine === 'sqlite' ? dumpSqlite(place) : await dumpPostgres(place))
}

test('on SQLite an upgrade killed before any of its statements leaves the old database, which the next start brings up', async () => {
  await using placed = await placeOldest('sqlite')
  const before = dumpSqlite(placed.place)
  let [at, kills] = [1 + (isLong ? 0 : countCommits() % STRIDE), 0]
  for (; ; at += STRIDE) {
    const child = Bun.spawn([process.execPath, KILLED, placed.place, String(at)], {
      stderr: 'inherit',
    })
    await child.exited
    if (child.signalCode !== 'SIGKILL') break
    kills++
    expect(dumpSqlite(placed.place) === before, `killed before statement ${at}`).toBe(true)
  }
  process.stdout.write(`SQLite: ${kills} upgrades killed, each left the old database\n`)
  expect(kills).toBeGreaterThan(300 / STRIDE)
  expect(await finish(placed, 'sqlite')).toEqual(await upgradeWhole('sqlite'))
})

test('on PostgreSQL an upgrade killed at any of its statements leaves whole migrations, and the next start does the rest', async () => {
  await using placed = await placeOldest('postgres')
  const client = new SQL({ url: placed.place, max: 1 })
  const applied = async (): Promise<string[]> => {
    const rows = await client`select name from roomwire_migration order by name collate "C"`
    return rows.map(({ name }: { name: string }) => name)
  }
  const all = MIGRATIONS.map(({ name }) => name)
  let [at, kills, known] = [isLong ? 1 : MESSAGES[0]!, 0, (await applied()).length]
  for (let run = 1; known < all.length; run++) {
    if (!isLong && run > MESSAGES.length) break
    if (!(await killAtMessage(placed, at))) break
    kills++
    const names = await applied()
    expect(names).toEqual(all.slice(0, names.length))
    if (isLong) at = names.length > known ? 1 : at + 1
    else at = MESSAGES[run]!
    known = names.length
  }
  await client.close()
  process.stdout.write(
    `PostgreSQL: ${kills} upgrades killed, ${known} of ${all.length} migrations applied meanwhile\n`,
  )
  expect(kills).toBeGreaterThanOrEqual(isLong ? 100 : MESSAGES.length)
  expect(await finish(placed, 'postgres')).toEqual(await upgradeWhole('postgres'))
})

/** Upgrades, and kills the process at the n-th message of its transactions. @returns false if it ended before */
async function killAtMessage({ setup, place }: PlacedFixture, n: number): Promise<boolean> {
  using relay = startRelay(server.port)
  const url = new URL(place)
  url.port = String(relay.port)
  const child = await launch(['migrate'], {
    ...setup,
    env: { ...setup.env, DATABASE_URL: url.href },
  })
  let upgrading: object | undefined
  let messages = 0
  relay.spy((text, connection) => {
    if (text.includes('insert into roomwire_migration')) upgrading ??= connection
    if (connection !== upgrading || ++messages < n) return undefined
    child.process.kill('SIGKILL')
    return 'before'
  })
  await child.ended()
  return child.process.signalCode === 'SIGKILL'
}
