/**
 * One minute of everything on a house of thousands of hotels: searches of its city with dates, pulls of a year, pushes
 * of 30 days and bookings. The folder is one of `bun run bench-seed <folder> --hotels 2500 --keys 250`; a copy of it is
 * served.
 *
 *   taskset -c 1 bun test/bench/minute.ts <folder> [--program src/main.ts] [--cpu 0] [--pushes 118 --bookings 121]
 *
 * Readers ask as fast as they are answered. So do writers, unless a number a second is given: two programs are compared
 * by what they read beside the same writes. Those seconds, and the figures beside those of the wall, are of the service's
 * processor time, for other loads of the machine take a part of all others. A house at rest is a folder that the program
 * has served until its days were packed.
 */
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { addDays, dateIn } from '../../src/domain/kernel/date.ts'
import { temporaryFolder } from '../support/folder.ts'
import { createRandom } from '../support/sim/random.ts'
import { type Connection, encodeRequest, NOBODY } from './client.ts'
import { withConnections } from './load.ts'
import { CITY, cityHotels, ROOM_CODES, slugOf } from './seed-fill.ts'
import type { SeededHouse } from './seed-large.ts'
import { cpuMs, pinServers, ROOT, residentMiB, startProgram } from './servers.ts'
import { percentile } from './waits.ts'

const number = { type: 'string' as const }
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ program: number, cpu: number, pushes: number, bookings: number },
    seconds: { ...number, default: '60' },
    rest: { ...number, default: '60' },
  },
})
const SECONDS = Number(values.seconds)
const CALLERS = { search: 16, pull: 8, push: 4, booking: 4 }
const WARM_UP_SECONDS = 10
const CELLS = 30
const LOOK_MS = 20
const CLOCK_MS = 4
const REST_SECONDS = Number(values.rest)
const METRICS_TOKEN = 'token-of-the-bench-0123456789abcdef'

const [folder] = positionals
if (!folder) throw new Error('which folder?')
const about: SeededHouse = JSON.parse(readFileSync(join(folder, 'house.json'), 'utf8'))
const keys: { id: number; key: string }[] = JSON.parse(
  readFileSync(join(folder, 'keys.json'), 'utf8'),
)
const inCity = cityHotels(about.hotels)
const today = dateIn('UTC', Date.now())
const { int, pick } = createRandom(7)
let made = 0

/** A stay of one to three nights within four months. */
function stay() {
  const checkin = addDays(today, int(1, 120))
  return { checkin, checkout: addDays(checkin, int(1, 3)) }
}

const AVAILABILITY = '/v1/partner/availability'
const requests = {
  search: () =>
    encodeRequest(
      NOBODY,
      'GET',
      `/v1/hotels?${new URLSearchParams({ city: CITY, ...stay(), sort: 'price', limit: '20' })}`,
    ),
  pull: () =>
    encodeRequest(
      pick(keys),
      'GET',
      `${AVAILABILITY}?from=${today}&to=${addDays(today, about.days - 60)}`,
    ),
  push: () => {
    const from = addDays(today, int(1, 200))
    const roomCode = pick(ROOM_CODES)
    const updates = Array.from({ length: CELLS }, (_, at) => ({
      ...{ roomCode, date: addDays(from, at), closed: false },
      ...{ available: 5 + (made % 20), priceCents: 9_000 + (made++ % 5_000) },
    }))
    return encodeRequest(pick(keys), 'PUT', AVAILABILITY, { updates })
  },
  booking: () =>
    encodeRequest(NOBODY, 'POST', '/v1/bookings', {
      ...{ hotelSlug: slugOf(pick(inCity)), roomCode: pick(ROOM_CODES), ...stay(), adults: 1 },
      guest: { firstName: 'Carla', lastName: 'Guest', email: `guest-${made++}@example.com` },
    }),
}
type Kind = keyof typeof requests
const KINDS = Object.keys(requests) as Kind[]
/** A night may be sold out, closed, or too short for its restrictions. */
const isFine = (status: number) => status < 300 || status === 409 || status === 422

/** Sends requests of one kind by turns until a moment, at most so many a second. */
async function send(
  connections: readonly Connection[],
  kind: Kind,
  { endMs, perSecond }: { endMs: number; perSecond: number | undefined },
) {
  const waits: number[] = []
  let written = 0
  let dueMs = clock.busyMs
  const work = async (connection: Connection) => {
    while (performance.now() < endMs) {
      if (perSecond) {
        const own = dueMs
        dueMs += 1_000 / perSecond
        while (clock.busyMs < own && performance.now() < endMs) await Bun.sleep(2)
      }
      const sentMs = performance.now()
      const answer = await connection.send(requests[kind]())
      waits.push(performance.now() - sentMs)
      if (!isFine(answer.status)) throw new Error(`${kind}: ${answer.status} ${answer.text()}`)
      if (answer.status < 300) written++
    }
  }
  await Promise.all(connections.map(work))
  return { waits: waits.toSorted((a, b) => a - b), written }
}

using own = temporaryFolder()
cpSync(folder, own.path, { recursive: true })
if (values.cpu !== undefined) pinServers(values.cpu)
const program = values.program ?? join(ROOT, 'src/main.ts')
const startMs = performance.now()
const server = await startProgram('the service', [process.execPath, program, 'serve'], own.path, {
  env: { WEBHOOK_ALLOW_PRIVATE: '1', METRICS_TOKEN },
  log: 'ignore',
})
// During an upgrade health is 503.
const isWell = () =>
  fetch(`http://127.0.0.1:${server.port}/v1/health`).then(
    ({ ok }) => ok,
    () => false,
  )
while (!(await isWell())) await Bun.sleep(100)
console.log(`well after ${((performance.now() - startMs) / 1_000).toFixed(1)} s`)

/** The processor time of the service. */
const clock = { busyMs: 0 }
const looking = setInterval(() => {
  clock.busyMs = cpuMs(server.pid)!
}, CLOCK_MS)

/** How often the event loop was at most so late, by the bound in seconds; empty if the program does not say it. */
async function readLag(): Promise<[string, number][]> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const answer = await fetch(`http://127.0.0.1:${server.port}/metrics`, { headers })
  const lines = (await answer.text()).matchAll(/event_loop_lag_seconds_bucket\{le="(.+)"\} (\d+)/g)
  return [...lines].map(([, bound, count]) => [bound!, Number(count)])
}

async function run(seconds: number, tell: boolean) {
  const endMs = performance.now() + seconds * 1_000
  const cpu = cpuMs(server.pid)!
  const all = Object.values(CALLERS).reduce((sum, count) => sum + count, 0)
  const lagBefore = await readLag()
  let peakMiB = 0
  const gaps: number[] = []
  await withConnections(server, all + 1, async ([probe, ...connections]) => {
    const watching = (async () => {
      while (performance.now() < endMs) {
        const sentMs = performance.now()
        await probe!.send(encodeRequest(NOBODY, 'GET', '/v1/cities?limit=1'))
        gaps.push(performance.now() - sentMs)
        peakMiB = Math.max(peakMiB, residentMiB(server.pid))
        await Bun.sleep(LOOK_MS)
      }
    })()
    let from = 0
    const done = KINDS.map(async (kind) => {
      const those = connections.slice(from, from + CALLERS[kind])
      from += CALLERS[kind]
      const rate =
        kind === 'push' ? values.pushes : kind === 'booking' ? values.bookings : undefined
      const { waits, written } = await send(those, kind, { endMs, perSecond: Number(rate ?? 0) })
      if (tell)
        console.log(
          `${kind}: ${((waits.length * 1_000) / (cpuMs(server.pid)! - cpu)).toFixed(0)} a CPU second, ${(waits.length / seconds).toFixed(0)}/s (${written} of ${waits.length} fine), p50 ${percentile(waits, 0.5).toFixed(1)}, p99 ${percentile(waits, 0.99).toFixed(1)}, longest ${waits.at(-1)!.toFixed(0)} ms`,
        )
    })
    await Promise.all([watching, ...done])
  })
  const lag = (await readLag()).map(
    ([bound, count], at) => `${count - lagBefore[at]![1]} ≤ ${bound}`,
  )
  gaps.sort((a, b) => a - b)
  const busy = (cpuMs(server.pid)! - cpu) / (seconds * 10)
  if (tell)
    console.log(
      `a small call beside: p50 ${percentile(gaps, 0.5).toFixed(1)}, longest ${gaps.at(-1)!.toFixed(0)} ms; ${busy.toFixed(0)} % of a core; memory at most ${peakMiB.toFixed(0)} MiB\nthe event loop was late by seconds: ${lag.join(', ')}`,
    )
}
await run(WARM_UP_SECONDS, false)
await run(SECONDS, true)
await Bun.sleep(REST_SECONDS * 1_000)
console.log(`memory ${REST_SECONDS} s later: ${residentMiB(server.pid).toFixed(0)} MiB`)
clearInterval(looking)
await server.stop()
