import { Database } from 'bun:sqlite'
import { expect, setDefaultTimeout, test } from 'bun:test'
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { shelvedBinary } from '../support/binary.ts'
import { damage, markFileNewer } from '../support/damage.ts'
import { prepareDemo } from '../support/demo-folder.ts'
import { temporaryFolder } from '../support/folder.ts'
import {
  dayFromNow,
  onlyLine,
  runCommand,
  type ServiceProcess,
  startProcess,
} from '../support/process.ts'

setDefaultTimeout(120_000)

const program = shelvedBinary()

const DATE = dayFromNow(30)

test('a backup taken while the service is written to is complete up to then, and sound (contract §10)', async () => {
  using folder = temporaryFolder()
  const { apiKey } = await prepareDemo({ folder: folder.path, program })
  await using served = await startProcess(['serve'], { folder: folder.path, program })
  expect(await setPrice(served, apiKey, 1_000)).toBe(200)
  let isDone = false
  let last = 1_000
  const writing = (async () => {
    while (!isDone) expect(await setPrice(served, apiKey, ++last)).toBe(200)
  })()
  const { exitCode, stdout } = await runCommand(['backup', 'copy.db'], {
    folder: folder.path,
    program,
  })
  isDone = true
  await writing

  const copy = join(folder.path, 'copy.db')
  expect(exitCode).toBe(0)
  expect(onlyLine(stdout)).toBe(`${copy} holds a copy of ${join(folder.path, 'data/roomwire.db')}`)
  expect(statSync(copy).mode & 0o777).toBe(0o600)
  using database = new Database(copy, { readonly: true })
  expect(database.query('pragma integrity_check').values().flat()).toEqual(['ok'])
  using original = new Database(join(folder.path, 'data/roomwire.db'), { readonly: true })
  for (const table of ['hotel', 'room_type', 'day', 'api_key', '__drizzle_migrations'])
    expect(rowsOf(database, table)).toBe(rowsOf(original, table))
  const [[priceCents]] = database
    .query(`select max(price_cents) from day where date = ? and room_code = 'DBL' and hotel_id = 1`)
    .values(DATE) as [[number]]
  expect(priceCents).toBeWithin(1_000, last + 1)
})

test('a backup overwrites nothing, and needs a name and a database (contract §10)', async () => {
  using folder = temporaryFolder()
  const setup = { folder: folder.path, program }
  const missing = await runCommand(['backup', 'copy.db'], setup)
  expect(missing.exitCode).toBe(1)
  expect(onlyLine(missing.stderr)).toContain('there is no database at')
  expect(readdirSync(folder.path)).toEqual([])

  await runCommand(['migrate'], setup)
  const nameless = await runCommand(['backup'], setup)
  expect(nameless.exitCode).toBe(1)
  expect(onlyLine(nameless.stderr)).toContain('roomwire backup <file>')

  writeFileSync(join(folder.path, 'copy.db'), 'precious')
  const taken = await runCommand(['backup', 'copy.db'], setup)
  expect(taken.exitCode).toBe(1)
  expect(onlyLine(taken.stderr)).toContain('exists already')
  expect(readFileSync(join(folder.path, 'copy.db'), 'utf8')).toBe('precious')

  const nowhere = await runCommand(['backup', 'no/such/folder/copy.db'], setup)
  expect(nowhere.exitCode).toBe(1)
  expect(onlyLine(nowhere.stderr)).toContain('no/such/folder/copy.db could not be written')
  const inFile = await runCommand(['backup', 'copy.db/copy.db'], setup)
  expect(onlyLine(inFile.stderr)).toContain('copy.db/copy.db could not be written')
})

test('a restore brings back what the backup holds and sets the former database aside (contract §10)', async () => {
  using folder = temporaryFolder()
  const setup = { folder: folder.path, program }
  const { apiKey } = await prepareDemo(setup)
  await serving(folder.path, (served) => setPrice(served, apiKey, 1_111))
  await runCommand(['backup', 'copy.db'], setup)
  await serving(folder.path, (served) => setPrice(served, apiKey, 2_222))

  const { exitCode, stdout } = await runCommand(['restore', 'copy.db'], setup)
  expect(exitCode).toBe(0)
  const aside = onlyLine(stdout).match(/; the former one is (.+)$/)![1]!
  expect(existsSync(aside)).toBeTrue()
  expect(await serving(folder.path, (served) => priceOf(served, apiKey))).toBe(1_111)
  expect(existsSync(join(folder.path, 'copy.db'))).toBeTrue()

  // And back again: what was set aside is a backup itself.
  expect((await runCommand(['restore', aside], setup)).exitCode).toBe(0)
  expect(await serving(folder.path, (served) => priceOf(served, apiKey))).toBe(2_222)
})

test('a database set aside after a crash is restored with its newest commits (contract §10)', async () => {
  using folder = temporaryFolder()
  const setup = { folder: folder.path, program }
  const { apiKey } = await prepareDemo(setup)
  await runCommand(['backup', 'copy.db'], setup)
  const served = await startProcess(['serve'], setup)
  expect(await setPrice(served, apiKey, 3_333)).toBe(200)
  // Its last commits are in the log beside the file.
  await served.stop('SIGKILL')

  const { stdout } = await runCommand(['restore', 'copy.db'], setup)
  const aside = onlyLine(stdout).match(/; the former one is (.+)$/)![1]!
  expect(await serving(folder.path, (again) => priceOf(again, apiKey))).not.toBe(3_333)
  await runCommand(['restore', aside], setup)
  expect(await serving(folder.path, (again) => priceOf(again, apiKey))).toBe(3_333)
})

test('a restore tells of secrets that are missing or of another service, and not of the right ones (issue 37)', async () => {
  using folder = temporaryFolder()
  using other = temporaryFolder()
  const setup = { folder: folder.path, program }
  await serving(folder.path, async () => {})
  await runCommand(['backup', 'copy.db'], setup)
  expect((await runCommand(['restore', 'copy.db'], setup)).stderr).toBe('')
  const restoreElsewhere = () =>
    runCommand(['restore', join(folder.path, 'copy.db')], { ...setup, folder: other.path })
  const { exitCode, stderr } = await restoreElsewhere()
  expect(exitCode).toBe(0)
  expect(onlyLine(stderr)).toStartWith(
    `its JWT_SECRET and ENCRYPTION_KEY are not in ${join(other.path, 'data')}: `,
  )
  copyFileSync(join(folder.path, 'data/jwt.secret'), join(other.path, 'data/jwt.secret'))
  writeFileSync(join(other.path, 'data/encryption.key'), 'x'.repeat(44))
  expect(onlyLine((await restoreElsewhere()).stderr)).toStartWith('its ENCRYPTION_KEY is not in ')
})

test('a restore into an empty folder makes the database (contract §10)', async () => {
  using folder = temporaryFolder()
  const { apiKey } = await prepareDemo({ folder: folder.path, program })
  await runCommand(['backup', 'copy.db'], { folder: folder.path, program })
  using other = temporaryFolder()
  const { exitCode, stdout } = await runCommand(['restore', join(folder.path, 'copy.db')], {
    folder: other.path,
    program,
  })
  expect(exitCode).toBe(0)
  expect(onlyLine(stdout)).toBe(`${join(other.path, 'data/roomwire.db')} is restored`)
  expect(await serving(other.path, (served) => priceOf(served, apiKey))).toBeGreaterThan(0)
})

test('a restore is refused while the service runs, which goes on unharmed (contract §10)', async () => {
  using folder = temporaryFolder()
  const setup = { folder: folder.path, program }
  const { apiKey } = await prepareDemo(setup)
  await runCommand(['backup', 'copy.db'], setup)
  await using served = await startProcess(['serve'], setup)
  expect(await setPrice(served, apiKey, 4_444)).toBe(200)
  const before = readdirSync(join(folder.path, 'data')).toSorted()

  const { exitCode, stderr } = await runCommand(['restore', 'copy.db'], setup)
  expect(exitCode).toBe(1)
  expect(onlyLine(stderr)).toContain('another roomwire process is already using')
  expect(readdirSync(join(folder.path, 'data')).toSorted()).toEqual(before)
  expect(await priceOf(served, apiKey)).toBe(4_444)
})

test('a restore of anything but a sound backup of this version is refused in one line and changes nothing (contract §10)', async () => {
  using folder = temporaryFolder()
  const setup = { folder: folder.path, program }
  await prepareDemo(setup)
  const at = (name: string) => join(folder.path, name)
  await runCommand(['backup', 'good.db'], setup)
  writeFileSync(at('text.db'), 'rooms and prices\n'.repeat(500))
  writeFileSync(at('empty.db'), '')
  copyFileSync(at('good.db'), at('damaged.db'))
  damage(at('damaged.db'))
  copyFileSync(at('good.db'), at('newer.db'))
  markFileNewer(at('newer.db'))
  using foreign = new Database(at('foreign.db'))
  foreign.run('create table guests (name text)')
  const file = at('data/roomwire.db')
  const before = readFileSync(file)

  for (const [name, complaint] of [
    ['absent.db', 'there is no backup at'],
    ['text.db', 'cannot be read as a database'],
    ['empty.db', 'is not a database of roomwire'],
    ['damaged.db', 'is damaged'],
    ['newer.db', 'was written by a newer roomwire'],
    ['foreign.db', 'is a database of another program'],
  ] as const) {
    const { exitCode, stderr, stdout } = await runCommand(['restore', name], setup)
    expect(exitCode, name).toBe(1)
    expect(onlyLine(stderr), name).toContain(complaint)
    expect(stdout, name).toBe('')
    expect(readFileSync(file).equals(before), name).toBeTrue()
    expect(
      readdirSync(at('data')).filter((entry) => /before-restore|restoring/.test(entry)),
    ).toEqual([])
  }
  const nameless = await runCommand(['restore'], setup)
  expect(nameless.exitCode).toBe(1)
  expect(onlyLine(nameless.stderr)).toContain('roomwire restore <file>')
})

/** Serves a folder for as long as something takes. */
async function serving<T>(
  folder: string,
  body: (served: ServiceProcess) => Promise<T>,
): Promise<T> {
  await using served = await startProcess(['serve'], { folder, program })
  const result = await body(served)
  expect((await served.stop()).exitCode).toBe(0)
  return result
}

/** Pushes a price of the double room; answers the status. */
async function setPrice(served: ServiceProcess, key: string, priceCents: number): Promise<number> {
  const updates = [{ roomCode: 'DBL', date: DATE, available: 1, priceCents, closed: false }]
  return (await served.call('PUT', '/v1/partner/availability', { key, body: { updates } })).status
}

async function priceOf(served: ServiceProcess, key: string): Promise<number> {
  const path = `/v1/partner/availability?from=${DATE}&to=${DATE}&roomCode=DBL`
  return (await served.call('GET', path, { key })).body.rooms[0].days[0].priceCents
}

function rowsOf(database: Database, table: string): number {
  return (database.query(`select count(*) as rows from ${table}`).get() as { rows: number }).rows
}

test('restore --check says what a backup contains and touches nothing; a damaged one, one of a newer version, none and a dump end with 1 (issue 37)', async () => {
  using folder = temporaryFolder()
  const setup = { folder: folder.path, program }
  await prepareDemo(setup)
  await runCommand(['backup', 'copy.db'], setup)
  const look = () =>
    readdirSync(folder.path, { recursive: true, withFileTypes: true }).map((entry) => {
      const { mtimeMs, size, ino } = statSync(join(entry.parentPath, entry.name))
      return [entry.name, ...(entry.isFile() ? [mtimeMs, size, ino] : [])]
    })
  const before = look()
  const check = (file: string) => runCommand(['restore', '--check', file], setup)
  const { exitCode, stdout, stderr } = await check('copy.db')
  expect([exitCode, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^ok {3}.*copy\.db can be opened and is sound, at migration \d{14}_/)
  expect(stdout).toMatch(/^ok {3}it has [\d,]+ bytes$/m)
  expect(stdout).toMatch(
    /^ok {3}it has \d+ hotels and \d+ bookings, the newest \w{10} of [\w-]+, made 20/m,
  )
  expect(stdout).toContain('ok   bookings are as their revisions say')
  expect(stdout).not.toContain('FAIL')
  expect(look()).toEqual(before)

  copyFileSync(join(folder.path, 'copy.db'), join(folder.path, 'newer.db'))
  markFileNewer(join(folder.path, 'newer.db'))
  damage(join(folder.path, 'copy.db'))
  writeFileSync(join(folder.path, 'dump'), 'PGDMP and more')
  const wrong = async (file: string) => {
    const { exitCode, stdout, stderr } = await check(file)
    expect(exitCode).toBe(1)
    return stdout + stderr
  }
  expect(await wrong('copy.db')).toContain('copy.db is damaged')
  expect(await wrong('newer.db')).toContain('was written by a newer roomwire')
  expect(await wrong('none.db')).toContain('there is no backup at')
  expect(await wrong('dump')).toContain('pg_restore --no-owner')
})
