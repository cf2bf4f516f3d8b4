/**
 * Takes the time of each migration on the oldest fixture of each engine, for `roomwire migrate --plan`:
 *
 *   bun test/versions/time.ts
 *
 * Migrations that the fixture has are timed on an empty database. Run it after each new migration.
 */
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { SQL } from 'bun'
import type { Migration } from '../../src/store/engine/migrations.ts'
import { concurrently, stepOf } from '../../src/store/postgres/plan.ts'
import { MIGRATIONS as POSTGRES } from '../../src/store/postgres/postgres.ts'
import { BREAKPOINT } from '../../src/store/sqlite/left-statements.ts'
import { withQuickColumns } from '../../src/store/sqlite/quick-columns.ts'
import { MIGRATIONS as SQLITE } from '../../src/store/sqlite/refuse.ts'
import { temporaryFolder } from '../support/folder.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { loadPostgres, loadSqlite } from './dump.ts'
import { type Fixture, type FixtureEngine, listFixtures, readFixture } from './fixture.ts'

const ROUNDS = 3
const FILE = join(import.meta.dir, '../../src/store/engine/upgrade-times.json')

type Times = Record<string, number>
/** Brings a database up to date, one migration after another. @returns how long each took, in milliseconds */
type Timing = (dump: string, applied: readonly string[]) => Promise<Times>

// On a disk, as those of operators.
const server = await startPostgres({ fsync: 'on' }, tmpdir())
const machine = `${cpus().length} × ${cpus()[0]!.model}`
const record = {
  machine,
  sqlite: await measure('sqlite', SQLITE, timeSqlite),
  postgres: await measure('postgres', POSTGRES, timeOn(server.url)),
}
await server[Symbol.asyncDispose]()
await Bun.write(FILE, `${JSON.stringify(record, null, 2)}\n`)

async function measure(engine: FixtureEngine, migrations: readonly Migration[], time: Timing) {
  const [name] = listFixtures(engine)
  const fixture = await readFixture(name!)
  const applied = appliedIn(fixture, migrations)
  const rounds: Times[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const ofAll = await time('', [])
    rounds.push({ ...ofAll, ...(await time(fixture.dump, applied)) })
  }
  const ms = migrations.map(({ name: migration }) => {
    // The work of others meanwhile only adds.
    const took = Math.min(...rounds.map((round) => round[migration]!))
    return [migration, Math.round(took * 10) / 10]
  })
  const rows = Object.values(fixture.rows).reduce((sum, count) => sum + count, 0)
  return { fixture: name!.replace('.json.gz', ''), rows, ms: Object.fromEntries(ms) }
}

/** The migrations whose names are in a dump. */
function appliedIn({ dump }: Fixture, migrations: readonly Migration[]): string[] {
  return migrations.map(({ name }) => name).filter((name) => dump.includes(`'${name}'`))
}

async function timeSqlite(dump: string, applied: readonly string[]): Promise<Times> {
  using folder = temporaryFolder()
  const file = join(folder.path, 'timed.db')
  loadSqlite(file, dump)
  const writer = new DatabaseSync(file)
  writer.enableDefensive(false)
  writer.exec('pragma writable_schema = on')
  const times: Times = {}
  for (const migration of SQLITE.filter(({ name }) => !applied.includes(name))) {
    const startMs = performance.now()
    const [quick] = withQuickColumns(writer, [migration])
    writer.exec('begin immediate')
    for (const statement of quick!.sql.split(BREAKPOINT)) writer.exec(statement)
    writer.exec('commit')
    times[migration.name] = performance.now() - startMs
  }
  writer.close()
  return times
}

function timeOn(url: string): Timing {
  return async (dump, applied) => {
    const client = new SQL({ url, max: 1 })
    await client.unsafe('drop schema public cascade; create schema public')
    if (dump) await loadPostgres(url, dump)
    const times: Times = {}
    for (const migration of POSTGRES.filter(({ name }) => !applied.includes(name))) {
      const startMs = performance.now()
      const { makes, changes, fills, indexes } = stepOf(migration)
      await client.begin(async (tx) => {
        for (const statement of [...makes, ...changes, ...fills]) await tx.unsafe(statement)
      })
      for (const index of indexes) await client.unsafe(concurrently(index))
      times[migration.name] = performance.now() - startMs
    }
    await client.close()
    return times
  }
}
