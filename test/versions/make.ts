/**
 * Makes the fixtures of a version, the databases of it that every later start must bring up:
 *
 *   bun test/versions/make.ts COMMIT VERSION
 *
 * The commit's own code is fetched into a temporary folder, installed, and serves a story told by its API, on each
 * engine that it knows. VERSION names the files: its change log's heading, or `0.1.0-2` where several are of one.
 */
import { mkdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { $, SQL } from 'bun'
import { temporaryFolder } from '../support/folder.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { runCommand, type Setup, startProcess, until } from '../support/process.ts'
import { ADMIN } from '../support/replica-hotels.ts'
import { dumpPostgres, dumpSqlite, loadPostgres, loadSqlite, shift } from './dump.ts'
import { FIXTURE_ENV, type FixtureEngine, writeFixture } from './fixture.ts'
import { type Cast, look, newCast, playFirst, playSecond } from './story.ts'

const ROOT = join(import.meta.dir, '../..')
/** Days between the two acts: what is booked in the first is over in the second. */
const DAYS_APART = 10

const [commit, version] = process.argv.slice(2)
if (!commit || !version) throw new Error('name a commit and its version')
const full = (await $`git -C ${ROOT} rev-parse ${commit}^{commit}`.text()).trim()
using folder = temporaryFolder()
const program = await install(join(folder.path, 'source'))
const engines = await $`git -C ${ROOT} ls-tree --name-only ${full}:migrations`.text()
for (const engine of engines.trim().split('\n') as FixtureEngine[]) await make(engine)
await $`git -C ${ROOT} worktree remove --force ${join(folder.path, 'source')}`

/** @returns the commit's program */
async function install(source: string): Promise<string[]> {
  await $`git -C ${ROOT} worktree add --force --detach ${source} ${full}`.quiet()
  await $`bun install --frozen-lockfile`.cwd(source).quiet()
  // Versions before the client have no such script.
  await $`bun run generate-client`.cwd(source).quiet().nothrow()
  return [process.execPath, join(source, 'src/main.ts')]
}

async function make(engine: FixtureEngine): Promise<void> {
  const own = join(folder.path, engine)
  mkdirSync(own)
  const place = await placeOf(engine, own)
  const setup: Setup = {
    ...{ folder: own, program },
    env: { ...FIXTURE_ENV, LOG_LEVEL: 'warn', ...place.env },
  }
  const cast = newCast()
  await act(setup, cast, playFirst)
  // The clock is doubted by no version after it.
  const meta = engine === 'sqlite' ? 'meta' : 'public.meta'
  const seenAt = `update ${meta} set value = '${new Date().toISOString()}' where key = 'clock_seen_at';`
  await place.renew(`${shift(await place.dump(), -DAYS_APART)}\n${seenAt}`)
  const seen = await act(setup, cast, async (served) => {
    await until('stays are completed', async () => {
      const path = `/v1/partner/bookings/${cast.codes.completed}`
      return (await served.call('GET', path, { key: cast.keys.alfa! })).body.status === 'completed'
    })
    await playSecond(served, cast)
    return await look(served, cast)
  })
  const { keys, codes } = cast
  // The worker's lease names the machine.
  const dump = (await place.dump()).replaceAll(hostname(), 'machine')
  const rows = rowsOf(dump)
  const fixture = { version: version!, commit: full, engine, madeAtMs: Date.now() }
  const name = `${version}-${full.slice(0, 7)}-${engine}.json.gz`
  const bytes = await writeFixture(name, { ...fixture, keys, codes, seen, rows, dump })
  process.stdout.write(`${name}: ${bytes} bytes, ${JSON.stringify(rows)}\n`)
  // An address that the version does not have needs no explanation.
  for (const line of cast.leftOut)
    process.stdout.write(`  left out: ${line.replace(/ 40[45] .*/, ' unknown').slice(0, 400)}\n`)
  await place.end()
}

/** Serves while something happens. */
async function act<T>(
  setup: Setup,
  cast: Cast,
  play: (served: Awaited<ReturnType<typeof startProcess>>, cast: Cast) => Promise<T>,
): Promise<T> {
  await using served = await startProcess(['serve'], {
    ...setup,
    env: { ...setup.env, LOG_LEVEL: 'info' },
  })
  if (Object.keys(cast.keys).length === 0)
    await runCommand(['create-admin', ADMIN.email], { ...setup, input: `${ADMIN.password}\n` })
  const value = await play(served, cast)
  await served.stop()
  return value
}

/** A database of an engine: emptied and filled again at will. */
async function placeOf(engine: FixtureEngine, own: string) {
  if (engine === 'sqlite') {
    const file = join(own, 'data/roomwire.db')
    return {
      env: {},
      dump: async () => dumpSqlite(file),
      async renew(dump: string) {
        await $`rm -f ${file} ${file}-wal ${file}-shm`
        loadSqlite(file, dump)
      },
      end: async () => {},
    }
  }
  const server = await startPostgres()
  return {
    env: { DATABASE_URL: server.url },
    dump: () => dumpPostgres(server.url),
    async renew(dump: string) {
      const admin = new SQL({ url: server.url, max: 1 })
      await admin.unsafe('drop schema public cascade; create schema public')
      await admin.close()
      await loadPostgres(server.url, dump)
    },
    end: () => server[Symbol.asyncDispose](),
  }
}

/** Counts the rows of a dump by table. */
function rowsOf(dump: string): Record<string, number> {
  const rows: Record<string, number> = {}
  let table: string | undefined
  for (const line of dump.split('\n')) {
    table =
      line.match(/^INSERT INTO (?:public\.)?"?(\w+)"? /)?.[1] ??
      (/^\s*\(/.test(line) ? table : undefined)
    if (table && /^\s*\(/.test(line)) rows[table] = (rows[table] ?? 0) + 1
  }
  return rows
}
