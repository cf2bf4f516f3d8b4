import { expect } from 'bun:test'
import { SQL } from 'bun'
import {
  type Client,
  type ClientRecord,
  longestGapMs,
  NIGHTS_SOLD,
  ROOMS,
  startLoad,
} from './fault-load.ts'
import { temporaryFolder } from './folder.ts'
import { type ServiceProcess, startProcess, until } from './process.ts'
import { SECRETS } from './served-postgres.ts'
import { startService } from './service.ts'

/** Makes a hotel with rooms on sale, in the database of an address. */
export async function seedHotel(url: string): Promise<Client> {
  const codes = [...Object.keys(ROOMS), 'TWN']
  const target = { url, directUrl: url, prepare: true }
  await using service = await startService({
    target,
    rooms: codes.map((roomCode) => ({ roomCode })),
  })
  service.clock.nowMs = Date.now()
  const updates = Object.entries(ROOMS).flatMap(([roomCode, available]) =>
    NIGHTS_SOLD.map((date) => ({ roomCode, date, available, priceCents: 10_000, closed: false })),
  )
  const { status, text } = await service.alfa.call('PUT', '/availability', { body: { updates } })
  if (status !== 200) throw new Error(`the rooms could not be put on sale: ${text}`)
  return service.alfa
}

/** Starts replicas of the program on an address. */
export async function startReplicas(url: string, count: number) {
  const folder = temporaryFolder()
  const env = {
    ...SECRETS,
    DATABASE_URL: url,
    PUBLIC_RATE_PER_MINUTE: '0',
    LOGIN_LIMITS: '0',
    FAIR_USE: '0',
    STRANGER_LIMITS: '0',
    WEBHOOK_ALLOW_PRIVATE: '1',
  }
  const replicas = await Promise.all(
    Array.from({ length: count }, () => startProcess(['serve'], { folder: folder.path, env })),
  )
  return {
    replicas,
    async [Symbol.asyncDispose]() {
      await Promise.all(replicas.map((each) => each[Symbol.asyncDispose]()))
      folder[Symbol.dispose]()
    },
  }
}

/** What of what was acknowledged is not in the feed, as a replica tells it. */
export async function lostOf(
  served: ServiceProcess,
  { secret: key }: Client,
  told: ClientRecord,
): Promise<string[]> {
  const found = new Set<string>()
  for (let cursor = ''; ; ) {
    const path = `/v1/partner/changes?limit=500${cursor && `&cursor=${cursor}`}`
    const { body, status, text } = await served.call('GET', path, { key })
    if (status !== 200) throw new Error(`the feed could not be read: ${text}`)
    for (const { booking, pushId } of body.changes) found.add(booking?.code ?? pushId)
    if (body.changes.length === 0) break
    cursor = body.nextCursor
  }
  return [...told.bookings, ...told.pushes].filter((id) => !found.has(id))
}

/** Returns the nights where rooms sold plus rooms left differ from the rooms put on sale, or exceed the capacity. */
export async function wrongNights(url: string): Promise<unknown[]> {
  const client = new SQL({ url, max: 1 })
  try {
    const nights = await client`
      select d.room_code as room, d.date, d.available, count(b.id)::int as sold
      from day d left join booking b on b.hotel_id = d.hotel_id and b.room_code = d.room_code
        and b.checkin <= d.date and b.checkout > d.date and b.status = 'confirmed'
      where d.room_code in ('DBL', 'SGL') group by 1, 2, 3`
    return nights.filter(
      ({ room, available, sold }: { room: keyof typeof ROOMS; available: number; sold: number }) =>
        available < 0 || Number(available) + sold !== ROOMS[room],
    )
  } finally {
    await client.close()
  }
}

type Fault = {
  name: string
  served: ServiceProcess
  client: Client
  url: string
  during: () => Promise<void>
  within?: number
}

/** Ten seconds by hand; with a commit other tests run beside it. */
const WELL_WITHIN_MS = process.env.FAULTS ? 10_000 : 25_000
const LONGEST_MS = process.env.FAULTS ? 25_000 : 50_000

/** Lets something befall the server under load, and holds what came of it against what must be. */
export async function suffer({
  name,
  served,
  client,
  url,
  during,
  within = WELL_WITHIN_MS,
}: Fault): Promise<ClientRecord> {
  const load = startLoad([served], client, 16)
  await Bun.sleep(1_000)
  const beganMs = performance.now()
  await during()
  const overMs = performance.now()
  const isWell = async () => (await served.call('GET', '/v1/health')).status === 200
  await until('health is well', isWell)
  await until('it writes again', () => (load.told.doneMs[0]!.at(-1) ?? 0) > overMs)
  const wellMs = performance.now() - overMs
  // Requests under way have deadlines of their own.
  await Bun.sleep(500)
  const told = await load.stop()
  const lost = await lostOf(served, client, told)
  process.stdout.write(
    `${name}: ${told.bookings.length + told.pushes.length} acknowledged, ${lost.length} lost; answers ${JSON.stringify(told.counts)}, the longest ${Math.round(told.longestMs)} ms; ` +
      `nothing done for ${Math.round(longestGapMs(told.doneMs[0]!, beganMs, performance.now()))} ms; well ${Math.round(wellMs)} ms after it was over\n`,
  )
  const defects = served
    .stderr()
    .split('\n')
    .filter((line) => line.includes('"internal"'))
  expect(defects).toEqual([])
  expect(told.faults).toEqual([])
  expect(lost).toEqual([])
  expect(await wrongNights(url)).toEqual([])
  expect(wellMs).toBeLessThan(within)
  // A request asks several times, each with a deadline of its own.
  expect(told.longestMs).toBeLessThan(LONGEST_MS)
  return told
}
