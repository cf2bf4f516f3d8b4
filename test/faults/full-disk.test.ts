import { Database } from 'bun:sqlite'
import { expect, setDefaultTimeout, test } from 'bun:test'
import {
  closeSync,
  cpSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { migrate } from 'drizzle-orm/bun-sqlite/migrator'
import { MIGRATIONS } from '../../src/store/sqlite/refuse.ts'
import { prepareDemo } from '../support/demo-folder.ts'
import { temporaryFolder } from '../support/folder.ts'
import type { Answer } from '../support/matchers.ts'
import {
  dayFromNow,
  logLines,
  onlyLine,
  runCommand,
  type ServiceProcess,
  type Setup,
  SOURCE,
  startProcess,
  until,
} from '../support/process.ts'
import { failingSync } from '../support/strace.ts'

setDefaultTimeout(120_000)

/** The demo's database is 17 MB, and its log as large at most before it is copied into it. */
const DISK_BYTES = 48 * 1024 * 1024
const DATES = Array.from({ length: 500 }, (_, day) => dayFromNow(2 + day))
const ROOM_CODES = ['DBL', 'TWN', 'TRP', 'FAM']

test('on a full disk pushes and health answer 503 and nothing is half written; with space again all is well (contract §5, §6)', async () => {
  await using disk = await smallDisk()
  await using served = await startProcess(['serve'], disk.setup)
  expect((await push(served, disk.apiKey, ROOM_CODES, 1)).status).toBe(200)
  disk.fill()
  const last = await pushUntilRefused(served, disk.apiKey, ROOM_CODES, 2)
  expect(await standing(served, disk.apiKey)).toEqual([last])

  // What is too much at once may still fit in small pieces: until nothing does.
  await pushUntilRefused(served, disk.apiKey, ['SGL'], 1_000)
  let health: Answer | undefined
  await until('health says so', async () => {
    health = await served.call('GET', '/v1/health')
    return health.status !== 200
  })
  expect(health!).toBeProblem(503, 'unavailable')
  expect(Number(health!.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(await standing(served, disk.apiKey)).toEqual([last])

  disk.free()
  const again = await push(served, disk.apiKey, ROOM_CODES, 2_000)
  expect(again.status).toBe(200)
  expect(await standing(served, disk.apiKey)).toEqual([2_000])
  await until('health is well', async () => (await served.call('GET', '/v1/health')).status === 200)
})

test('a service stopped on a full disk ends with 0 and has lost nothing at the next start (contract §10)', async () => {
  await using disk = await smallDisk()
  await using served = await startProcess(['serve'], disk.setup)
  expect((await push(served, disk.apiKey, ROOM_CODES, 1)).status).toBe(200)
  disk.fill()
  const last = await pushUntilRefused(served, disk.apiKey, ROOM_CODES, 2)
  expect((await served.stop()).exitCode).toBe(0)

  disk.free()
  expect((await runCommand(['doctor', '--fast'], disk.setup)).exitCode).toBe(0)
  await using again = await startProcess(['serve'], disk.setup)
  expect(await standing(again, disk.apiKey)).toEqual([last])
})

test('a backup that does not fit says so in one line and leaves no half of itself (contract §10)', async () => {
  await using disk = await smallDisk()
  disk.fill(1_000_000)
  const { exitCode, stderr } = await runCommand(['backup', 'copy.db'], disk.setup)
  expect(exitCode).toBe(1)
  expect(onlyLine(stderr)).toContain('copy.db could not be written')
  const { stdout } = await runCommand(['doctor', '--fast'], disk.setup)
  expect(stdout).toMatch(/^FAIL the disk of data folder .* is full: \d+ bytes are free$/m)
  expect(readdirSync(disk.inside).toSorted()).toEqual(['data', 'filler'])
})

test.each([0, 16, 600])(
  'a first start with %i KiB of room names a file and says what to do (contract §10)',
  async (free) => {
    using folder = temporaryFolder()
    const data = join(folder.path, 'data')
    const mount = `mkdir "$0" && mount -t tmpfs -o size=4m tmpfs "$0" && head -c $((4194304 - ${free} * 1024)) /dev/zero > "$0/filler"; exec "$@"`
    const apart = ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', mount, data]
    const setup: Setup = { folder: folder.path, program: [...apart, ...SOURCE] }
    const { stderr } = await runCommand(['serve'], setup)
    expect(onlyLine(stderr)).toContain(` ${join(data, 'roomwire.db')} `)
    expect(onlyLine(stderr)).toEndWith('; make room on that disk, then run this again')
  },
)

test('an upgrade that is committed is done, also if its log cannot be copied to the file (issue 35 item 4)', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'data/roomwire.db')
  makeOld(file)
  // No file grows beyond the database's size, so its log has room, and the database itself none.
  const blocks = statSync(file).size / 1_024
  const limit = `ulimit -f ${blocks}; trap '' XFSZ; exec "$0" "$@"`
  const setup: Setup = { folder: folder.path, program: ['bash', '-c', limit, ...SOURCE] }
  const { exitCode, stderr } = await runCommand(['migrate'], setup)
  expect(logLines(stderr).map(({ event }) => event)).toContain('upgrade_done')
  expect(exitCode).toBe(0)
  using database = new Database(file)
  const applied = database.query('select count(*) from __drizzle_migrations').values()
  expect(applied).toEqual([[MIGRATIONS.length]])
})

test('an upgrade whose copy to the file cannot be synced ends the start, and the next one finds it done (contract §6)', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'data/roomwire.db')
  makeOld(file)
  const migrate = (program: string[]) =>
    runCommand(['migrate'], { folder: folder.path, program } satisfies Setup)
  const failed = await migrate(failingSync(SOURCE, '1', file))
  expect(failed.stderr).toContain('disk I/O error')
  expect(failed.exitCode).toBe(74)
  const again = await migrate(SOURCE)
  expect([again.exitCode, logLines(again.stderr)]).toEqual([0, []])
})

/** A database of 2 MB before the last ten migrations. */
function makeOld(file: string): void {
  mkdirSync(dirname(file))
  using old = new Database(file)
  old.run('pragma journal_mode = WAL')
  migrate(drizzle({ client: old }), MIGRATIONS.slice(0, -10))
  old.run(`insert into meta (key, value) values ('large', hex(zeroblob(1000000)))`)
}

/** Pushes every date of some room types, at one price. */
function push(served: ServiceProcess, key: string, roomCodes: string[], priceCents: number) {
  const updates = roomCodes.flatMap((roomCode) =>
    DATES.map((date) => ({ roomCode, date, available: 1, priceCents, closed: false })),
  )
  return served.call('PUT', '/v1/partner/availability', { key, body: { updates } })
}

/** Pushes at ever higher prices until one is refused as it must be. @returns the last price accepted */
async function pushUntilRefused(
  served: ServiceProcess,
  key: string,
  roomCodes: string[],
  from: number,
) {
  for (let priceCents = from; priceCents < from + 500; priceCents++) {
    const answer = await push(served, key, roomCodes, priceCents)
    if (answer.status === 200) continue
    expect(answer).toBeProblem(503, 'unavailable')
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    return priceCents - 1
  }
  throw new Error('the disk never filled')
}

/** The prices that stand over all of the large pushes' days, in the pull and newest in the history. */
async function standing(served: ServiceProcess, key: string): Promise<number[]> {
  const range = `from=${DATES[0]}&to=${DATES.at(-1)}`
  const rooms = ROOM_CODES.map((code) => `&roomCode=${code}`).join('')
  const { body } = await served.call('GET', `/v1/partner/availability?${range}${rooms}`, { key })
  const prices = body.rooms.flatMap((room: any) => room.days.map((day: any) => day.priceCents))
  for (const [roomCode, date] of [
    [ROOM_CODES[0], DATES[0]],
    [ROOM_CODES.at(-1), DATES.at(-1)],
  ]) {
    const path = `/v1/partner/availability/history?roomCode=${roomCode}&date=${date}&limit=1`
    prices.push((await served.call('GET', path, { key })).body.items[0].after.priceCents)
  }
  return [...new Set<number>(prices)]
}

/** A disk of its own, in memory, with the demo on it; seen only by what runs with its setup. */
async function smallDisk() {
  const folder = temporaryFolder()
  const { apiKey } = await prepareDemo({ folder: folder.path })
  const mount = `mount -t tmpfs -o size=${DISK_BYTES} tmpfs "$0" && echo mounted && exec sleep 120`
  const holder = Bun.spawn(
    ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', mount, folder.path],
    { stdout: 'pipe', stderr: 'pipe' },
  )
  const said = await holder.stdout.getReader().read()
  if (said.done)
    throw new Error(`no disk of its own here: ${await new Response(holder.stderr).text()}`)
  const inside = join(`/proc/${holder.pid}/root`, folder.path)
  cpSync(join(folder.path, 'data'), join(inside, 'data'), { recursive: true })

  const enter = ['nsenter', `--target=${holder.pid}`, '--user', '--mount', '--preserve-credentials']
  const setup: Setup = {
    folder: folder.path,
    program: [...enter, `--wd=${folder.path}`, ...SOURCE],
  }
  return {
    apiKey,
    setup,
    inside,
    fill: (exceptBytes = 0) => fill(join(inside, 'filler'), exceptBytes),
    free: () => rmSync(join(inside, 'filler')),
    async [Symbol.asyncDispose]() {
      holder.kill('SIGKILL')
      await holder.exited
      folder[Symbol.dispose]()
    },
  }
}

/** Writes a file until nothing more fits, but for some bytes. */
function fill(path: string, exceptBytes: number): void {
  const file = openSync(path, 'w')
  const block = new Uint8Array(4_096)
  try {
    while (writeSync(file, block) > 0);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOSPC') throw error
  } finally {
    closeSync(file)
  }
  truncateSync(path, statSync(path).size - exceptBytes)
}
