import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CLOCK_ENV } from '../support/clock.ts'
import { databaseFor } from './engine.ts'
import { buildSalesPeer } from './peer-install.ts'
import { writeSchemas, writeSheets } from './sales/sheets.ts'

export const ROOT = join(import.meta.dir, '../..')
/** What the service's writer sets; floor and peer set the same. Those that get tuned are read from its source. */
export const PRAGMAS = [
  'busy_timeout = 5000',
  ...readFileSync(join(ROOT, 'src/store/sqlite/connect.ts'), 'utf8').match(
    /(cache_size|wal_autocheckpoint) = -?\d+/g,
  )!,
  'journal_mode = WAL',
  'synchronous = FULL',
  'foreign_keys = ON',
].join(';')
const START_MAX_MS = 60_000
/** Linux counts a process's time in hundredths of a second, whatever the kernel's own tick. */
const TICKS_PER_SECOND = 100

/** The limits that production has and a load is not meant to meet. */
const NO_LIMITS = {
  PUBLIC_RATE_PER_MINUTE: '0',
  LOGIN_LIMITS: '0',
  FAIR_USE: '0',
  STRANGER_LIMITS: '0',
}

/** The settings that `bun run start` gives a program, from the `package.json` of its tree. */
export function startSettings(packageJson: string): Record<string, string> {
  const { scripts } = JSON.parse(packageJson) as { scripts: { start: string } }
  const settings = scripts.start.matchAll(/\b([A-Z][A-Z_]+)=(\S+)/g)
  return Object.fromEntries(settings.map(([, name, value]) => [name!, value!]))
}

/** Those of this tree, which the floors have, too: they run on the same runtime. */
export const OWN_SETTINGS = startSettings(readFileSync(join(ROOT, 'package.json'), 'utf8'))

let serverCpu: string | undefined

/** Has each server started from now on run on a core of its own. @param cpu as `taskset` takes it */
export function pinServers(cpu: string): void {
  serverCpu = cpu
}

/** A server under measurement: always a process of its own. */
export type Server = {
  name: string
  port: number
  pid: number
  /** Ends it as a service manager would, and waits. */
  stop: () => Promise<void>
}

/**
 * The service as `bun run start` runs it, on a copy of the seeded data folder or on what is there already, without the
 * limits that production has.
 *
 * @returns the server, and the address of its database
 */
export async function startOurs(
  dataDir: string,
  env: Record<string, string> = {},
  log?: 'ignore',
): Promise<Server & { database: string }> {
  const { DATABASE_URL } = env
  const database = DATABASE_URL ? { env, address: DATABASE_URL } : await databaseFor(dataDir)
  const server = await start(
    'ours',
    [process.execPath, join(ROOT, 'src/main.ts'), 'serve'],
    {
      DATA_DIR: dataDir,
      ...NO_LIMITS,
      ...env,
      ...database.env,
    },
    { log },
  )
  return { ...server, database: database.address }
}

/**
 * A command of a program of the service's on a data folder, without the limits that production has.
 *
 * @param settings those of its start; those of this tree unless it is of another
 */
export const startProgram = (
  name: string,
  command: string[],
  dataDir: string,
  {
    log,
    env,
    settings = OWN_SETTINGS,
  }: {
    log?: 'inherit' | 'ignore'
    env?: Record<string, string>
    settings?: Record<string, string>
  } = {},
) => start(name, command, { DATA_DIR: dataDir, ...NO_LIMITS, ...env }, { log, settings })

/** A receiver of webhooks; see `receiver.ts`. */
export const startReceiver = () =>
  start('receiver', [process.execPath, join(import.meta.dir, 'receiver.ts')], {})

/** Bare Bun.serve; see `floor.ts`. */
export const startFloor = (dataDir: string, env: Record<string, string> = {}) =>
  start('floor', [process.execPath, Bun.fileURLToPath(import.meta.resolve('./floor.ts'))], {
    DATA_DIR: dataDir,
    ...env,
  })

/** Bare Bun.serve and Bun.SQL; see `floor-postgres.ts`. */
export const startPostgresFloor = (env: Record<string, string>) =>
  start(
    'floor',
    [process.execPath, Bun.fileURLToPath(import.meta.resolve('./floor-postgres.ts'))],
    env,
  )

/** Fastify with better-sqlite3; see `peer/server.js`. */
export const startPeer = (dataDir: string) =>
  start('peer', ['node', join(import.meta.dir, 'peer/server.js')], { DATA_DIR: dataDir })

/** Bare Bun.serve for bookings and what is read by guests; see `floor-sales.ts`. */
export async function startSalesFloor(dataDir: string) {
  await writeSheets(dataDir)
  return await start(
    'floor',
    [process.execPath, Bun.fileURLToPath(import.meta.resolve('./floor-sales.ts'))],
    { DATA_DIR: dataDir },
  )
}

/** Fastify with better-sqlite3 for the same; see `peer/sales.js`. */
export async function startSalesPeer(dataDir: string) {
  await writeSheets(dataDir)
  await writeSchemas(dataDir)
  return await start('peer', ['node', await buildSalesPeer()], { DATA_DIR: dataDir })
}

/** Starts a program that listens on `PORT` of the loopback address, and waits until it does. */
async function start(
  name: string,
  command: string[],
  env: Record<string, string>,
  {
    log = 'inherit',
    settings,
  }: { log?: 'inherit' | 'ignore' | undefined; settings?: Record<string, string> } = {},
): Promise<Server> {
  const port = freePort()
  const pinned = serverCpu === undefined ? [] : ['taskset', '-c', serverCpu]
  const child = Bun.spawn([...pinned, ...command], {
    env: productionEnv({ ...env, PORT: String(port), PRAGMAS }, settings),
    stdio: ['ignore', log, log],
  })
  const deadline = performance.now() + START_MAX_MS
  while (!(await isListening(port))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`${name} does not start: ${command.join(' ')}`)
    }
    await Bun.sleep(10)
  }
  return {
    name,
    port,
    pid: child.pid,
    async stop() {
      child.kill('SIGTERM')
      await child.exited
    },
  }
}

/** The settings of production; nothing of the caller's environment but its clock may change what is measured. */
export function productionEnv(
  env: Record<string, string>,
  settings = OWN_SETTINGS,
): Record<string, string> {
  return {
    ...settings,
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    ...CLOCK_ENV,
    ...env,
  }
}

/** A port of the loopback address that was free a moment ago. */
export function freePort(): number {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  listener.stop(true)
  return listener.port
}

/** Processor seconds a process has used so far, all threads; undefined where /proc is not there. */
export function cpuSeconds(pid: number): number | undefined {
  const stat = readProc(pid, 'stat')
  // The second field is a name in brackets that may hold spaces; user and system time are the 14th and 15th.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields && (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** Processor milliseconds of a process to the microsecond, for what takes less than a tick; undefined where /proc is not there. */
export function cpuMs(pid: number): number | undefined {
  let ns = 0
  for (const thread of listProc(pid, 'task'))
    ns += Number(readProc(pid, `task/${thread}/schedstat`)?.split(' ')[0] ?? 0)
  return ns === 0 ? undefined : ns / 1_000_000
}

/** Resident memory of a process in MiB. */
export function residentMiB(pid: number): number {
  const kib =
    readProc(pid, 'status')?.match(/VmRSS:\s+(\d+)/)?.[1] ??
    Bun.spawnSync(['ps', '-o', 'rss=', '-p', String(pid)]).stdout.toString()
  return Number(kib) / 1_024
}

function listProc(pid: number, folder: string): string[] {
  try {
    return readdirSync(`/proc/${pid}/${folder}`)
  } catch {
    return []
  }
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return undefined
  }
}

async function isListening(port: number): Promise<boolean> {
  try {
    const socket = await Bun.connect({ hostname: '127.0.0.1', port, socket: { data() {} } })
    socket.end()
    return true
  } catch {
    return false
  }
}
