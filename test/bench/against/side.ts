import { Database } from 'bun:sqlite'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { dayFromNow } from '../../support/process.ts'
import { type Answer, encodeRequest } from '../client.ts'
import { expectOk, withConnections } from '../load.ts'
import { OWN_SETTINGS, type Server, startProgram } from '../servers.ts'
import { processorMicros } from './processor-time.ts'
import type { Program } from './program.ts'

/** One of the two programs with the data it serves; both are asked the same in the same order. */
export type Side = {
  server: Server
  sheet: Sheet
  /** Makes a request of somebody, who is nobody when left out. */
  ask: (method: string, path: string, body?: unknown, who?: Caller) => Uint8Array
  /** The next stay that nobody has: one night in a room type of the first hotel. */
  nextStay: () => { hotelSlug: string; roomCode: string; checkin: string; checkout: string }
}

/** Whose key or session a request has. */
export type Caller = 'alfa' | 'bravo' | keyof Sheet['users']

/** What `demo.json` has: keys of two hotels and log-ins. */
type Sheet = {
  hotelSlug: string
  apiKey: string
  otherHotel: { slug: string; apiKey: string }
  users: Record<'admin' | 'manager' | 'agency' | 'guest', { email: string; password: string }>
}

/** Room types of both hotels that two adults may book. */
export const ROOMS = ['ACC', 'DBL', 'DLX', 'FAM', 'JSU', 'TRP', 'TWN']
/** Days from tomorrow on that the demo has. */
const NIGHTS = 380
/** Today in Istanbul, and the days after it. */
export const DAYS = Array.from({ length: NIGHTS + 2 }, (_, day) => dayFromNow(day))
const CALLERS = 8
/** A program that uses less than this share of a core is done with what it does after its start. */
const QUIET_SHARE = 0.05
const QUIET_MS = 400
const SETTLED_MAX_MS = 60_000

/** Runs a body with the old program and this tree's, each serving a copy of a demo that the old one has made. */
export async function withSides<T>(
  { old, path, parent }: { old: Program; path: string; parent: string },
  body: (sides: readonly Side[]) => Promise<T>,
): Promise<T> {
  const demo = join(parent, 'demo')
  await makeDemo(old.path, demo)
  const servers: Server[] = []
  try {
    for (const [name, program, settings] of [
      [old.commit.slice(0, 7), old.path, old.settings],
      ['this tree', path, OWN_SETTINGS],
    ] as const) {
      const folder = join(parent, name)
      cpSync(demo, folder, { recursive: true })
      servers.push(await startProgram(name, [program, 'serve'], folder, { settings }))
      await waitUntilIdle(servers.at(-1)!)
    }
    const sheet: Sheet = await Bun.file(join(demo, 'demo.json')).json()
    return await body(await Promise.all(servers.map((server) => sideOf(server, sheet))))
  } finally {
    for (const server of servers) await server.stop()
  }
}

/** Makes the demo in a folder, which nobody serves then, with keys that no limit holds up. */
async function makeDemo(path: string, folder: string): Promise<void> {
  const server = await startProgram('demo', [path, 'demo'], folder, { log: 'ignore' })
  await waitUntilIdle(server).finally(server.stop)
  using database = new Database(join(folder, 'roomwire.db'))
  database.run('update api_key set requests_per_minute = 1000000000')
  // Its webhook leads to a system that is gone with it.
  for (const table of ['attempt', 'delivery', 'webhook']) database.run(`delete from ${table}`)
  // Programs that know how many rooms there are take no more.
  database.run('update room_type set total_rooms = null')
}

/** A server with everybody signed in, and every room of the first hotel left for what is booked here. */
async function sideOf(server: Server, sheet: Sheet): Promise<Side> {
  const tokens: Partial<Record<Caller, string>> = {
    alfa: sheet.apiKey,
    bravo: sheet.otherHotel.apiKey,
  }
  const ask: Side['ask'] = (method, path, body, who) =>
    encodeRequest({ id: 0, key: (who && tokens[who]) ?? '' }, method, path, body)
  for (const who of ['admin', 'manager', 'agency', 'guest'] as const) {
    const [text] = await answersOf(server, [ask('POST', '/v1/auth/login', sheet.users[who])])
    tokens[who] = JSON.parse(text!).token
  }
  await openRooms(server, ask)
  let stays = 0
  const nextStay = () => {
    const stay = stays++
    const night = 1 + (Math.floor(stay / ROOMS.length) % NIGHTS)
    const dates = { checkin: DAYS[night]!, checkout: DAYS[night + 1]! }
    return { hotelSlug: sheet.hotelSlug, roomCode: ROOMS[stay % ROOMS.length]!, ...dates }
  }
  return { server, sheet, ask, nextStay }
}

/** Opens all rooms of the first hotel; a program that takes no ranges is told of each day. */
async function openRooms(server: Server, ask: Side['ask']): Promise<void> {
  const path = '/v1/partner/availability'
  const set = { available: 120, closed: false }
  const range = { dateFrom: DAYS[1], dateTo: DAYS[NIGHTS + 1], ...set }
  const ranges = ROOMS.map((roomCode) => ({ roomCode, ...range }))
  const days = ROOMS.flatMap((roomCode) =>
    DAYS.slice(1).map((date) => ({ roomCode, date, ...set })),
  )
  await withConnections(server, 1, async ([connection]) => {
    const ranged = await connection!.send(ask('PATCH', path, { updates: ranges }, 'alfa'))
    if (!isAbsent(ranged)) return void expectOk(ranged)
    expectOk(await connection!.send(ask('PUT', path, { updates: days }, 'alfa')))
  })
}

/** True if a program lacks an operation, or a field of it. */
export function isAbsent({ status, text }: Answer): boolean {
  if (status !== 422) return status === 404 || status === 405
  const { errors } = JSON.parse(text())
  return errors.every(({ code }: { code: string }) => code === 'unknown_field')
}

/** Sends requests by several callers. @returns the texts of the answers in the order of the requests */
export async function answersOf(
  server: Server,
  requests: readonly Uint8Array[],
  status = 200,
): Promise<string[]> {
  const texts: string[] = []
  const shared = requests.entries()
  await withConnections(server, Math.min(CALLERS, requests.length), async (connections) => {
    const sendNext = async (connection: (typeof connections)[number]) => {
      for (const [index, request] of shared)
        texts[index] = expectOk(await connection.send(request), status).text()
    }
    await Promise.all(connections.map(sendNext))
  })
  return texts
}

/** Makes bookings of the side's next stays. @returns their codes */
export const bookStays = async (side: Side, count: number): Promise<string[]> =>
  (await bookKeys(side, count)).map(({ code }) => code)

/** The same with what of a body lets their guest act: by a program of before tokens the e-mail. */
export async function bookKeys(side: Side, count: number): Promise<BookingKey[]> {
  const requests = Array.from({ length: count }, () => bookingOf(side))
  return (await answersOf(side.server, requests, 201)).map((text) => {
    const { code, manageToken } = JSON.parse(text)
    return { code, key: manageToken ? { manageToken } : { email: EMAIL } }
  })
}

type BookingKey = { code: string; key: object }

/** The e-mail address of whoever books. */
export const EMAIL = 'carla@example.com'

/** Books the side's next stay, as somebody who is nobody when left out. */
export const bookingOf = ({ ask, nextStay }: Side, more: object = {}, who?: Caller) =>
  ask(
    'POST',
    '/v1/bookings',
    {
      ...{ ...nextStay(), adults: 2 },
      guest: { firstName: 'Carla', lastName: 'Caller', email: EMAIL },
      ...more,
    },
    who,
  )

/** Waits until a program is well, which it is not while it moves data of before, and does nothing of its own any more. */
export async function waitUntilIdle({ name, pid, port }: Server): Promise<void> {
  const deadline = performance.now() + SETTLED_MAX_MS
  const isWell = async () => (await fetch(`http://127.0.0.1:${port}/v1/health`)).ok
  for (let before = processorMicros(pid); ; ) {
    await Bun.sleep(QUIET_MS)
    const now = processorMicros(pid)
    // A starved program looks idle.
    if (now - before < QUIET_MS * 1_000 * QUIET_SHARE && (await isWell())) return
    if (performance.now() > deadline) throw new Error(`${name} does not come to rest`)
    before = now
  }
}
