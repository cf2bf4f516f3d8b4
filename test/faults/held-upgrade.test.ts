import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { SQL } from 'bun'
import { planUpgrade } from '../../src/store/plan-upgrade.ts'
import { type PlacedFixture, placeFixture } from '../support/placed-fixture.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { type Child, launch, logLines, until } from '../support/process.ts'
import { countCommits } from '../support/turn.ts'
import { holdAt } from '../support/upgrades.ts'
import { listFixtures, readFixture } from '../versions/fixture.ts'

// An upgrade of PostgreSQL beside sessions that hold the tables which it changes (issue 37 item 7).

const isLong = process.env.TEST_LONG === '1'
setDefaultTimeout(isLong ? 3_600_000 : 120_000)

const MODES = ['access share', 'row exclusive']
/** Shorter than a statement of a service waits. */
const PATIENCE_MS = 1_900

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server[Symbol.asyncDispose]())

const placeOldest = async () =>
  placeFixture(await readFixture(listFixtures('postgres')[0]!), server)

/** The tables on which outstanding steps need a lock that nobody else may share. */
async function tablesOf({ place: url }: PlacedFixture): Promise<string[]> {
  const { steps } = await planUpgrade({ url, directUrl: url, prepare: true })
  const strong = steps.flatMap(({ locks }) =>
    locks.filter(({ mode }) => mode === 'ACCESS EXCLUSIVE'),
  )
  return [...new Set(strong.map(({ table }) => table))].toSorted()
}

const waitsOf = (child: Child) =>
  logLines(child.stderr()).filter(({ event }) => event === 'upgrade_waits')

/** Somebody who reads every table meanwhile, and gives up as a statement of a service does. */
async function readAll(url: string, tables: readonly string[]): Promise<void> {
  const client = new SQL({ url, max: 1 })
  await client.unsafe(`set lock_timeout = ${PATIENCE_MS}`)
  for (const table of tables) await client.unsafe(`select 1 from "${table}" limit 1`)
  await client.close()
}

/** Starts beside a session that holds some tables, which others go on reading; it gets through when that ends. */
async function upgradeBeside(held: readonly string[], mode: string): Promise<void> {
  await using placed = await placeOldest()
  const all = await tablesOf(placed)
  const names = held.map((name) => `"${name}"`).join(', ')
  const holder = await holdAt(placed.place, `lock table ${names} in ${mode} mode`)
  const child = await launch(['migrate'], placed.setup)
  try {
    await until('it has said who holds what', async () => {
      await readAll(placed.place, all)
      return waitsOf(child).some(({ for: what }) => held.includes(what))
    })
    for (const wait of waitsOf(child).filter(({ for: what }) => what !== undefined))
      expect(wait).toMatchObject({
        level: 'warn',
        holders: [{ application: 'analyst', state: 'idle in transaction', query: 'lock' }],
      })
  } finally {
    await holder[Symbol.asyncDispose]()
  }
  expect((await child.ended()).exitCode, child.stderr()).toBe(0)
  const url = placed.place
  expect((await planUpgrade({ url, directUrl: url, prepare: true })).steps).toEqual([])
}

/** By turns in one of the modes. */
const turn = countCommits()
const modes = isLong ? MODES : [MODES[turn % MODES.length]!]

test.each(modes)(
  'while a session holds all tables in mode %s others read them, the start says who it is, and goes on when that ends',
  async (mode) => {
    await using placed = await placeOldest()
    await upgradeBeside(await tablesOf(placed), mode)
  },
)

test('each table alone is waited for in the same way; by turns one of them', async () => {
  await using placed = await placeOldest()
  const tables = await tablesOf(placed)
  expect(tables).toEqual(expect.arrayContaining(['booking', 'hotel', 'day', 'outbox', 'api_key']))
  const some = isLong ? tables : [tables[turn % tables.length]!]
  for (const table of some) for (const mode of modes) await upgradeBeside([table], mode)
  process.stdout.write(
    `held: ${some.length} of ${tables.length} tables, in ${modes.join(' and ')}\n`,
  )
})
