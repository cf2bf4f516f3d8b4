import { copyFileSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { CLOCK_ENV } from './clock.ts'
import { EXTRAS, ROOMS } from './connector-hotel.ts'
import { startHotelSystem } from './connector-pms.ts'
import { SERVICE_FAULTS, startFaultyRelay, WEBHOOK_FAULTS } from './faulty-relay.ts'
import { asGuest } from './manage.ts'
import { startScene } from './oversold.ts'
import { runCommand, type ServiceProcess, type Setup, startProcess } from './process.ts'

const ROOT = join(import.meta.dir, '../..')
/** What the connector needs beside itself; a hotel's people install it. */
const PACKAGE = 'standardwebhooks'
/** Number of days in the connector's mirror. */
const DAYS = 200
const KEY_PER_MINUTE = 600

/** A service and a connector, each a process of its own, with faulty ways between them. */
export type World = Awaited<ReturnType<typeof startWorld>>

/** The hotel that the connector's key belongs to: live, or its sandbox. */
export type Mode = 'live' | 'test'

/** Starts service and connector on an empty folder: a hotel with rooms, none of them on sale yet. */
export async function startWorld({
  folder,
  program,
  mode,
}: Required<Pick<Setup, 'folder' | 'program'>> & { mode: Mode }) {
  await using begun = new AsyncDisposableStack()
  const toService = begun.use(await startFaultyRelay(SERVICE_FAULTS))
  const toConnector = begun.use(await startFaultyRelay(WEBHOOK_FAULTS))
  const env = {
    WEBHOOK_ALLOW_PRIVATE: '1',
    PUBLIC_RATE_PER_MINUTE: '0',
    LOGIN_LIMITS: '0',
    FAIR_USE: '0',
    STRANGER_LIMITS: '0',
    LOG_LEVEL: 'info',
  }
  const scene = await startScene({ folder, program, env })
  let served: ServiceProcess = scene.served
  begun.defer(async () => void (await served.stop('SIGKILL')))
  const key = await open(scene.admin, mode)
  // Looking must cost the connector nothing.
  const auditKey = await addKey(scene.admin, 100_000, mode)
  toService.lead(served.url)

  const port = await freePort()
  toConnector.lead(`http://127.0.0.1:${port}`)
  const state = join(folder, 'state')
  const main = join(await writeConnector(folder, program), 'main.js')
  const system = startHotelSystem(ROOMS)
  begun.defer(async () => void (await system.stop()))
  const logs: string[] = []
  const connect = () =>
    Bun.spawn([nodePath(), main], {
      env: {
        ...{ PATH: process.env.PATH!, ...CLOCK_ENV },
        ...{ ROOMWIRE_URL: toService.url, ROOMWIRE_KEY: key },
        ...{ CONNECTOR_FOLDER: state, CONNECTOR_DAYS: String(DAYS), WEBHOOK_PORT: String(port) },
        ...{ WEBHOOK_URL: `${toConnector.url}/roomwire`, PUSH_EVERY_MS: '300' },
        ...{ RECONCILE_EVERY_MS: '5000', PMS_URL: system.url },
      },
      stdout: 'pipe',
      stderr: 'pipe',
    })
  let connector = connect()
  const collect = async (process: typeof connector) => {
    logs.push(await new Response(process.stdout).text(), await new Response(process.stderr).text())
  }
  let collecting = collect(connector)
  const stop = async () => {
    connector.kill('SIGKILL')
    await connector.exited
    await collecting
  }
  begun.defer(stop)
  const owned = begun.move()
  const call: ServiceProcess['call'] = (...what) => served.call(...what)
  return {
    ...{ auditKey, state, system, toService, toConnector, call },
    mode,
    /** Requests of a guest; in a sandbox, of its tester. */
    async guest(method: string, path: string, { hotelSlug, holder, ...body }: ActBody) {
      if (mode === 'test')
        return await call(method, `/v1/partner/sandbox${path}`, { key: auditKey, body })
      const token = holder ? asGuest(holder) : {}
      return await call(method, `/v1${path}`, { body: { ...token, hotelSlug, ...body } })
    },
    /** Requests of the hotel's people; in a sandbox, of its tester. */
    async desk(method: string, path: string, { hotelSlug, ...body }: ActBody) {
      if (mode === 'test')
        return await call(method, `/v1/partner/sandbox${path}`, { key: auditKey, body })
      const of = path.startsWith('/booking-groups') ? `/panel${path}?hotel=alfa` : path
      return await call(method, `/v1${of}`, { key: scene.session, body: { hotelSlug, ...body } })
    },
    /** Kills the service, and starts it after a while on another port. */
    async killService(downMs: number) {
      await served.stop('SIGKILL')
      await Bun.sleep(downMs)
      served = await startProcess(['serve'], { folder, program, env })
      toService.lead(served.url)
    },
    async killConnector(downMs: number) {
      await stop()
      await Bun.sleep(downMs)
      connector = connect()
      collecting = collect(connector)
    },
    isConnected: () => connector.exitCode === null,
    /** What connectors said so far that are no more. */
    said: () =>
      logs
        .join('')
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Record<string, any>),
    complaints: () =>
      logs
        .join('')
        .split('\n')
        .filter((line) => !line.startsWith('{')),
    stop,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** What a guest sends; `holder` is the code whose manage token it is sent with. */
export type ActBody = { hotelSlug?: string; holder?: string; [field: string]: unknown }
type Admin = (method: string, path: string, body?: unknown) => Promise<any>

/** @returns the secret of the connector's key */
async function open(admin: Admin, mode: Mode): Promise<string> {
  for (const [roomCode, totalRooms] of Object.entries(ROOMS))
    await admin('POST', '/admin/hotels/alfa/rooms', {
      ...{ roomCode, name: roomCode, totalRooms, basePriceCents: 9_000 },
      ...{ maxAdults: 10, maxOccupancy: 10, boards: ['RO'] },
    })
  const priceCents = 1_500
  for (const [code, per] of Object.entries(EXTRAS))
    await admin('POST', '/panel/extras?hotel=alfa', { code, name: code, per, priceCents, max: 5 })
  return await addKey(admin, KEY_PER_MINUTE, mode)
}

async function addKey(admin: Admin, requestsPerMinute: number, mode: Mode): Promise<string> {
  const { id, secret } = await admin('POST', '/panel/api-keys?hotel=alfa', { name: 'PMS', mode })
  await admin('PATCH', `/admin/hotels/alfa/keys/${id}`, { requestsPerMinute })
  return secret
}

/** Writes the connector as a hotel's people do, with the system of the tests. @returns its folder */
async function writeConnector(folder: string, program: string[]): Promise<string> {
  const place = join(folder, 'connector')
  const { exitCode, stderr } = await runCommand(['connector', place], { folder, program })
  if (exitCode !== 0) throw new Error(stderr)
  linkPackage(place)
  copyFileSync(join(ROOT, 'test/connector/pms.js'), join(place, 'pms.js'))
  return place
}

/** Links the package that a connector needs; installing it anew needs the registry. */
export function linkPackage(connector: string): void {
  mkdirSync(join(connector, 'node_modules'))
  symlinkSync(join(ROOT, 'node_modules', PACKAGE), join(connector, 'node_modules', PACKAGE))
}

/** Returns the path of Node. @throws Error if it is missing */
export function nodePath(): string {
  const path = Bun.which('node')
  if (!path) throw new Error('node is missing: the connector runs on it')
  return path
}

async function freePort(): Promise<number> {
  using listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  return listener.port
}
