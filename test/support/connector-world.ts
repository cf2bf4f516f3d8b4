import { copyFileSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { addDay } from './bookings.ts'
import { CLOCK_ENV } from './clock.ts'
import { type HotelSystem, startHotelSystem } from './connector-pms.ts'
import { SERVICE_FAULTS, startFaultyRelay, WEBHOOK_FAULTS } from './faulty-relay.ts'
import { asGuest } from './manage.ts'
import { startScene } from './oversold.ts'
import { dayFromNow, runCommand, type ServiceProcess, type Setup, startProcess } from './process.ts'

const ROOT = join(import.meta.dir, '../..')
/** What the connector needs beside itself; a hotel's people install it. */
const PACKAGE = 'standardwebhooks'
const ROOMS = { DBL: 8, TWN: 5, SGL: 2 }
const ROOM_CODES = Object.keys(ROOMS)
/** Number of days in the connector's mirror, and of those that guests and the desk book. */
const DAYS = 200
const WANTED = { first: 20, nights: 30 }
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
    /** Requests of a guest; in a sandbox, of its tester. */
    async guest(method: string, path: string, { hotelSlug, holder, ...body }: GuestBody) {
      const token = mode === 'live' && holder ? asGuest(holder) : {}
      if (mode === 'live')
        return await call(method, `/v1/bookings${path}`, { body: { ...token, hotelSlug, ...body } })
      return await call(method, `/v1/partner/sandbox/bookings${path}`, { key: auditKey, body })
    },
    /** A reservation of several stays. */
    async group({ hotelSlug, ...body }: GuestBody) {
      if (mode === 'live')
        return await call('POST', '/v1/booking-groups', { body: { hotelSlug, ...body } })
      return await call('POST', '/v1/partner/sandbox/booking-groups', { key: auditKey, body })
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
type GuestBody = { hotelSlug?: string; holder?: string; [field: string]: unknown }
type Admin = (method: string, path: string, body?: unknown) => Promise<any>

/** @returns the secret of the connector's key */
async function open(admin: Admin, mode: Mode): Promise<string> {
  for (const [roomCode, totalRooms] of Object.entries(ROOMS))
    await admin('POST', '/admin/hotels/alfa/rooms', {
      ...{ roomCode, name: roomCode, totalRooms, basePriceCents: 9_000 },
      ...{ maxAdults: 10, maxOccupancy: 10, boards: ['RO'] },
    })
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

const pick = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)]!
const nightAt = () => dayFromNow(WANTED.first + Math.floor(Math.random() * WANTED.nights))

/** The newest that a guest was told of a booking. */
export type GuestRecord = Map<string, Told>
type Told = { revision: number; status: string; group?: { code: string; position: number } | null }

/** Guests who book, hold, confirm, change and cancel until they are told to stop. */
export function sendGuests(world: World, lines: number, pauseMs: number) {
  const told: GuestRecord = new Map()
  let isOver = false
  const guest = { firstName: 'Carla', lastName: 'Çelik', email: 'carla@example.com' }
  const ask = async (method: string, path: string, body: GuestBody) => {
    // A request cut off by a kill has no answer to record.
    const answer = await world.guest(method, path, body).catch(() => undefined)
    if (answer && answer.status < 300) told.set(answer.body.code, answer.body)
  }
  const placeGroup = async (stays: object[]) => {
    const answer = await world.group({ hotelSlug: 'alfa', guest, stays }).catch(() => undefined)
    if (answer?.status === 201)
      for (const booking of answer.body.bookings) told.set(booking.code, booking)
  }
  const act = async () => {
    const code = told.size > 0 ? pick([...told.keys()]) : ''
    const dice = Math.random()
    const checkin = nightAt()
    const checkout = addDay(checkin, 1 + Math.floor(Math.random() * 3))
    const newStay = () => ({ roomCode: pick(ROOM_CODES), checkin, checkout, adults: 1 })
    if (dice < 0.15)
      return await placeGroup([newStay(), newStay(), newStay()].slice(0, pick([2, 3])))
    if (dice < 0.55 || code === '') {
      const booking = { hotelSlug: 'alfa', guest, hold: Math.random() < 0.25 }
      return await ask('POST', '', { ...booking, ...newStay() })
    }
    const holder = told.get(code)!.group?.code ?? code
    if (dice < 0.7) return await ask('POST', `/${code}/confirm`, { holder })
    if (dice < 0.8) return await ask('PATCH', `/${code}`, { holder, checkin, checkout })
    await ask('POST', `/${code}/cancel`, { holder })
  }
  const running = Array.from({ length: lines }, async () => {
    while (!isOver) {
      await act()
      await Bun.sleep(Math.random() * pauseMs * 2)
    }
  })
  return {
    told,
    async stop() {
      isOver = true
      await Promise.all(running)
    },
  }
}

/** The hotel's desk, which works in its own system: sells and gives back rooms, and sets prices. */
export function openDesk({ sold, prices }: HotelSystem, pauseMs: number) {
  let acts = 0
  let isOver = false
  const running = (async () => {
    while (!isOver) {
      const cell = `${pick(ROOM_CODES)} ${nightAt()}`
      const before = sold.get(cell) ?? 0
      if (Math.random() < 0.5) prices.set(cell, 9_000 + Math.floor(Math.random() * 2_000))
      else sold.set(cell, Math.max(0, Math.min(4, before + pick([1, 1, -1]))))
      acts++
      await Bun.sleep(Math.random() * pauseMs * 2)
    }
  })()
  return {
    acts: () => acts,
    async stop() {
      isOver = true
      await running
    },
  }
}
