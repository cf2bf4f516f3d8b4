import { tmpdir } from 'node:os'
/**
 * What well endpoints wait for while most others hang or refuse at the same moment: 2,000 endpoints of 400 hotels, of
 * which 40 % hang, 55 % refuse and 5 % are well, 40 events a second, the sender as it runs in the service.
 *
 *   bun test/bench/hanging-endpoints.ts [hosts] [proven]
 *
 * `hosts`: on how many addresses those that hang are (1 unless said otherwise); `proven`: all took something before.
 */
import { join } from 'node:path'
import { createLog } from '../../src/log.ts'
import { createSend } from '../../src/outbox/deliver.ts'
import { startOutbox } from '../../src/outbox/loop.ts'
import { realDeps } from '../../src/service/real-deps.ts'
import { openStore } from '../../src/store/open.ts'
import { insertOutbox } from '../../src/store/webhooks/outbox.ts'
import { temporaryFolder } from '../support/folder.ts'
import { freePort } from './servers.ts'

const ENDPOINTS = 2_000
const HOTELS = 400
const EVENTS_PER_SECOND = 40
const SECONDS = 40
const AFTER_MS = 20_000

const hosts = Number(process.argv[2] ?? 1)
const isProven = process.argv[3] === 'proven'

using folder = temporaryFolder(tmpdir())
const store = await openStore(join(folder.path, 'roomwire.db'))
const world = realDeps({ allowPrivateWebhooks: true })
const waits: number[] = []
const well = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch(request) {
    const { atMs } = (await request.json()) as { atMs: number }
    waits.push(Date.now() - atMs)
    return new Response(null, { status: 204 })
  },
})
// Another loopback address each.
const hanging = Array.from({ length: hosts }, (_, index) =>
  Bun.listen({
    hostname: `127.1.${index >> 7}.${1 + (index & 127)}`,
    port: 0,
    socket: { data() {} },
  }),
)
const refused = freePort()

/** By twentieths, so that every hotel has some of each before long. */
function urlOf(index: number): string {
  const kind = Math.floor(index / HOTELS + index * 7) % 20
  if (kind === 0) return `http://127.0.0.1:${well.port}/${index}`
  if (kind > 8) return `http://127.0.0.1:${refused}/${index}`
  const { hostname, port } = hanging[index % hosts]!
  return `http://${hostname}:${port}/${index}`
}

const urls = Array.from({ length: ENDPOINTS }, (_, index) => urlOf(index))
const isWell = (url: string) => url.includes(`:${well.port}/`)
const wellOf = new Map<number, number>()
await store.tx(async ({ t, db }) => {
  await db.insert(t.city).values({ slug: 'city', name: 'City', country: 'TR' })
  for (let index = 1; index <= HOTELS; index++)
    await db.insert(t.hotel).values({
      ...{
        cityId: 1,
        slug: `h${index}`,
        name: 'Hotel',
        currency: 'TRY',
        timezone: 'Europe/Istanbul',
      },
      ...{ stars: 3, address: '', lat: 0, lng: 0, checkinTime: '14:00', checkoutTime: '12:00' },
      ...{ restoreOnCancel: true, active: true, createdAtMs: 0 },
    })
  for (const [index, url] of urls.entries()) {
    const hotelId = 1 + (index % HOTELS)
    if (isWell(url)) wellOf.set(hotelId, (wellOf.get(hotelId) ?? 0) + 1)
    await db.insert(t.webhook).values({
      id: Bun.randomUUIDv7(),
      hotelId,
      url,
      description: '',
      events: '["booking.confirmed"]',
      active: true,
      secret: await world.vault.seal(world.newWebhookSecret()),
      ...(isProven && { lastSuccessAtMs: 1 }),
      createdAtMs: 0,
      updatedAtMs: 0,
    })
  }
})

let longestMs = 0
let lastMs = performance.now()
const pulse = setInterval(() => {
  longestMs = Math.max(longestMs, performance.now() - lastMs)
  lastMs = performance.now()
}, 5)
const outbox = startOutbox({
  ...world,
  store,
  brand: 'service',
  version: '0',
  log: createLog('error'),
  monotonicMs: () => performance.now(),
  random: Math.random,
  fetchesMax: Number(process.env.BUN_CONFIG_MAX_HTTP_REQUESTS ?? 256),
  send: createSend(world),
})
const before = process.cpuUsage()
const startMs = performance.now()
let expected = 0
for (let count = 0; count < EVENTS_PER_SECOND * SECONDS; count++) {
  const hotelId = 1 + ((count * 37) % HOTELS)
  expected += wellOf.get(hotelId) ?? 0
  const atMs = Date.now()
  const body = JSON.stringify({ atMs, text: 'x'.repeat(800) })
  const head = { id: world.newId(), hotelId, event: 'booking.confirmed' as const }
  await store.tx((tx) =>
    insertOutbox(tx, { ...head, bookingCode: `B${count}`, revision: 1, body, createdAtMs: atMs }),
  )
  await Bun.sleep(
    Math.max(0, startMs + ((count + 1) / EVENTS_PER_SECOND) * 1_000 - performance.now()),
  )
}
const { user, system } = process.cpuUsage(before)
const cpu = (user + system) / 10 / (performance.now() - startMs)
await Bun.sleep(AFTER_MS)
clearInterval(pulse)

const sorted = waits.toSorted((a, b) => a - b)
const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]
const inTime = waits.filter((ms) => ms <= 2_000).length / expected
console.log(
  `${hosts} hosts hang${isProven ? ', all proven' : ''}: ${waits.length} of ${expected} arrived, ${(100 * inTime).toFixed(1)} % within 2 s; p50 ${at(0.5)} ms, p99 ${at(0.99)}, longest ${at(1)}; CPU ${cpu.toFixed(0)} % of a core, longest gap ${longestMs.toFixed(0)} ms`,
)
await outbox.stop(0)
for (const listener of hanging) listener.stop(true)
await well.stop(true)
await store.close()
