import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { createVault } from '../../src/store/engine/vault.ts'
import { openStore } from '../../src/store/open.ts'
import { encodeRequest } from './client.ts'
import { expectOk, withConnections } from './load.ts'
import type { Plan } from './rows.ts'
import { type SeededHotel, seed } from './seed.ts'
import {
  freePort,
  PRAGMAS,
  productionEnv,
  type Server,
  startOurs,
  startReceiver,
} from './servers.ts'
import { alternate, type Figure, type Line } from './stats.ts'

const ENCRYPTION_KEY = 'a key of the bench, long enough for it'
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const ENV = { ENCRYPTION_KEY, WEBHOOK_ALLOW_PRIVATE: '1' }
const POLL_MS = 20
const QUEUED_DOWN = 50_000
const WARM_UP = 500
const PULLS = 2_000

/**
 * Events signed, posted to one endpoint on loopback and recorded, by the service from its outbox and by the bare loop;
 * from the first arrival at the receiver to the last. Then what a pull waits for while a long queue stands before a
 * receiver that is down.
 */
export async function deliveries({ rounds, isQuick, note }: Plan): Promise<Line[]> {
  const events = isQuick ? 2_000 : 10_000
  const { hotels, copy, remove } = await seed([{ rooms: 10, days: 30 }])
  try {
    const send = async (how: typeof sendOurs) =>
      await measureDeliveries(how, copy(), hotels[0]!, events)
    const [ours, bare] = await alternate([sendOurs, sendBare], rounds, send)
    const waits = await alternate([0, isQuick ? 5_000 : QUEUED_DOWN], rounds, (queued) =>
      pullTail(copy(), hotels[0]!, queued),
    )
    note(
      `deliveries: one endpoint, ${events} events of different bookings; the bare loop keeps no order, no lease, no schedule`,
    )
    return [
      {
        what: 'webhooks delivered and recorded',
        unit: 'events/s',
        against: 'bare loop',
        ours: ours!,
        theirs: bare!,
        target: { bound: '≥', ratio: 0.3 },
      },
      {
        what: `pull, p99, ${QUEUED_DOWN} events queued and the receiver down`,
        unit: 'ms',
        against: 'idle',
        ours: waits[1]!,
        theirs: waits[0]!,
        target: { bound: '≤', ratio: 2 },
      },
    ]
  } finally {
    remove()
  }
}

/** Starts what sends on a folder; answers how to end it. */
type StartSending = (folder: string) => Promise<Pick<Server, 'stop'>>

const sendOurs: StartSending = (folder) => startOurs(folder, ENV)

const sendBare: StartSending = async (folder) => {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'bare-sender.ts')], {
    env: productionEnv({ DATA_DIR: folder, PRAGMAS, SECRET, TARGET: targetOf(folder) }),
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return { stop: async () => void (await child.exited) }
}

const targets = new Map<string, string>()
const targetOf = (folder: string) => targets.get(folder)!

async function measureDeliveries(
  start: StartSending,
  folder: string,
  hotel: SeededHotel,
  events: number,
): Promise<Figure> {
  const receiver = await startReceiver()
  const url = `http://127.0.0.1:${receiver.port}/`
  try {
    targets.set(folder, url)
    await queueEvents(folder, hotel, { url, events })
    const sending = await start(folder)
    const taken = async () => (await (await fetch(url)).json()) as { count: number; ms: number }
    let seen = await taken()
    while (seen.count < events) {
      await Bun.sleep(POLL_MS)
      seen = await taken()
    }
    await sending.stop()
    return { value: (events / seen.ms) * 1_000 }
  } finally {
    await receiver.stop()
  }
}

/** Fills a folder's outbox as bookings would, with one endpoint that wants all of it. */
async function queueEvents(
  folder: string,
  { id: hotelId }: SeededHotel,
  { url, events }: { url: string; events: number },
): Promise<void> {
  const store = await openStore(join(folder, 'roomwire.db'))
  const nowMs = Date.now()
  await store.tx(async ({ t, db }) => {
    await db.insert(t.webhook).values({
      id: Bun.randomUUIDv7(),
      hotelId,
      url,
      description: '',
      events: '["booking.confirmed"]',
      active: true,
      secret: await createVault(ENCRYPTION_KEY).seal(SECRET),
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    })
    const rows = Array.from({ length: events }, (_, index) => ({
      id: Bun.randomUUIDv7(),
      hotelId,
      event: 'booking.confirmed',
      bookingCode: `B${String(index).padStart(9, '0')}`,
      revision: 1,
      body: JSON.stringify({ event: 'booking.confirmed', data: { index, text: 'x'.repeat(800) } }),
      createdAtMs: nowMs,
    }))
    for (let start = 0; start < rows.length; start += 500)
      await db.insert(t.outbox).values(rows.slice(start, start + 500))
  })
  await store.close()
}

/** Waits until the service has made a delivery of every event. */
async function untilQueued(folder: string): Promise<void> {
  const database = new Database(join(folder, 'roomwire.db'), { readonly: true })
  const left = database.query('select 1 from outbox where queued_at_ms is null limit 1')
  while (left.get()) await Bun.sleep(POLL_MS)
  database.close()
}

/** The 99th percentile of what a pull of changed days takes, one caller. */
async function pullTail(folder: string, hotel: SeededHotel, queued: number): Promise<Figure> {
  const url = `http://127.0.0.1:${freePort()}/`
  if (queued > 0) await queueEvents(folder, hotel, { url, events: queued })
  const server = await startOurs(folder, ENV)
  try {
    const request = encodeRequest(
      hotel,
      'GET',
      `/v1/partner/availability?from=${hotel.dates[0]}&to=${hotel.dates.at(-1)}`,
    )
    await untilQueued(folder)
    const waits: number[] = []
    await withConnections(server, 1, async ([connection]) => {
      for (let pull = 0; pull < WARM_UP; pull++) await connection!.send(request)
      for (let pull = 0; pull < PULLS; pull++) {
        const startMs = performance.now()
        expectOk(await connection!.send(request))
        waits.push(performance.now() - startMs)
      }
    })
    return { value: waits.toSorted((a, b) => a - b)[Math.floor(PULLS * 0.99)]! }
  } finally {
    await server.stop()
  }
}
