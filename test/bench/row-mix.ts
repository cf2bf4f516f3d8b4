import { sql } from 'drizzle-orm'
import { addUser } from '../../src/service/accounts/accounts.ts'
import type { Deps } from '../../src/service/deps.ts'
import { METRICS_TOKEN } from '../support/metrics.ts'
import { createRandom } from '../support/sim/random.ts'
import { sqliteDb } from '../support/sql.ts'
import { encodeRequest, NOBODY } from './client.ts'
import { expectOk, withConnections } from './load.ts'
import { sendAtRate } from './open-loop.ts'
import type { Plan } from './rows.ts'
import { inFolder, type SeededHotel, seed } from './seed.ts'
import type { Server } from './servers.ts'
import { startOurs } from './servers.ts'
import { alternate, type Figure, type Line } from './stats.ts'
import { percentile } from './waits.ts'

const HOTELS = 80
const USERS = 500
const SIZE = { rooms: 5, days: 60 }
const ROOMS = 200
const RATES = [1_000, 2_000]
const SECONDS = 10
const CONNECTIONS = 256
const PASSWORD = 'a password of the bench'
/** Hotels lie on a line, and guests are anywhere around it, in degrees and as far as there. */
const FIRST = { lat: 37.7835, lng: -122.41 }
const STEP = { lat: 0.006, lng: 0.008 }
const RADIUS_KM = 10
const SHOWN = 5

const KINDS = ['search', 'recommend', 'login', 'book'] as const
type Kind = (typeof KINDS)[number]
/** What each kind was waited for, and how many log-ins were refused because too many waited. */
type Waits = Record<Kind, number[]> & { refused: number }

/**
 * The mix of DeathStarBench's hotel reservation (Gan et al., ASPLOS 2019; its `mixed-workload_type_1`) on as many hotels
 * and users, in an open loop: 60 % ask for the five nearest hotels within 10 km with prices for their dates, 39 % for
 * five by distance, rating or price, 0.5 % log in and 0.5 % book; beside the same without the log-ins.
 */
export async function mix(plan: Plan): Promise<Line[]> {
  const { hotels, copy, remove } = await seed(Array(HOTELS).fill(SIZE))
  const folder = copy()
  await inFolder(folder, fill)
  const server = await startOurs(folder, { METRICS_TOKEN })
  try {
    const lines: Line[] = []
    const { rates = RATES } = plan
    await send(server, hotels, { perSecond: rates[0]!, seconds: 2, hasLogins: true })
    for (const perSecond of rates) lines.push(...(await atRate(plan, server, hotels, perSecond)))
    return lines
  } finally {
    await server.stop()
    remove()
  }
}

async function atRate(
  { rounds, isQuick, note }: Plan,
  server: Server,
  hotels: readonly SeededHotel[],
  perSecond: number,
): Promise<Line[]> {
  const seconds = isQuick ? 2 : SECONDS
  const found: [Waits[], Waits[]] = [[], []]
  const shares: [string[], string[]] = [[], []]
  await alternate([false, true], rounds, async (hasLogins) => {
    const before = await readTimes(server)
    const waits = await send(server, hotels, { perSecond, seconds, hasLogins })
    found[hasLogins ? 1 : 0].push(waits)
    shares[hasLogins ? 1 : 0].push(slowestOf(before, await readTimes(server)))
    return { value: 0 }
  })
  const logins = found[1].flatMap(({ login }) => login).sort((a, b) => a - b)
  const refused = found[1].reduce((sum, waits) => sum + waits.refused, 0)
  note(
    `mix at ${perSecond} a second: ${logins.length} log-ins took ${percentile(logins, 0.5).toFixed(1)} ms at the median, p99 ${percentile(logins, 0.99).toFixed(1)}; ${refused} more were refused`,
  )
  note(
    `searches by the service's own histogram, of each round: without log-ins ${shares[0].join('; ')}; with them ${shares[1].join('; ')}`,
  )
  return KINDS.filter((kind) => kind !== 'login').flatMap((kind) =>
    [0.5, 0.99].map((share) => ({
      what: `mix at ${perSecond}/s, ${kind}, p${share * 100}`,
      unit: 'ms',
      against: 'no log-ins',
      ours: figures(found[1], kind, share),
      theirs: figures(found[0], kind, share),
    })),
  )
}

/** The searches answered so far within so many seconds, by the service's own histogram. */
async function readTimes({ port }: Server): Promise<Map<string, number>> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text()
  const line = /^roomwire_http_answer_seconds_bucket\{area="Search",le="([^"]+)"\} (\d+)$/gm
  return new Map([...text.matchAll(line)].map(([, bound, count]) => [bound!, Number(count)]))
}

/** Says between which bounds of the histogram the 99th percentile of what was answered since lies. */
function slowestOf(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): string {
  const counts = [...after].map(([bound, count]) => ({ bound, count: count - before.get(bound)! }))
  const all = counts.at(-1)!.count
  const at = counts.findIndex(({ count }) => count >= all * 0.99)
  const [under, over] = [counts[at - 1], counts[at]!]
  const share = under ? (under.count / all) * 100 : 0
  return `p99 at most ${over.bound} s (${share.toFixed(2)} % within ${under?.bound ?? 0} s)`
}

const figures = (rounds: readonly Waits[], kind: Kind, share: number): Figure[] =>
  rounds.map((waits) => ({
    value: percentile(
      waits[kind].toSorted((a, b) => a - b),
      share,
    ),
  }))

/** Hotels in their places with ratings and rooms enough, and users. */
async function fill(deps: Deps): Promise<void> {
  const { store, passwords } = deps
  const { day, hotel } = store.t
  await store.tx(async ({ db }) => {
    sqliteDb(db).run(sql`
      update ${hotel} set lat = ${FIRST.lat} + id * ${STEP.lat}, lng = ${FIRST.lng} + id * ${STEP.lng},
        rating_count = 1 + id * 7 % 50, rating_sum = (1 + id * 7 % 50) * (1 + id % 5)`)
    sqliteDb(db).run(sql`
      update ${day} set available = ${ROOMS},
        price_cents = 5000 + hotel_id * 7919 % 10007 + unicode(substr(room_code, 7)) * 50`)
  })
  // One for all: a hash takes some 20 ms, and the service knows no difference.
  const hash = await passwords.hash(PASSWORD)
  await store.tx(async (tx) => {
    for (let user = 0; user < USERS; user++)
      await addUser(tx, deps, { email: emailOf(user), name: `User ${user}` }, hash)
  })
}

const emailOf = (user: number) => `user-${user}@example.com`

/** Sends the mix for some seconds. @returns what each kind was waited for, in milliseconds as they were answered */
async function send(
  server: Server,
  hotels: readonly SeededHotel[],
  { perSecond, seconds, hasLogins }: { perSecond: number; seconds: number; hasLogins: boolean },
): Promise<Waits> {
  const waits: Waits = { search: [], recommend: [], login: [], book: [], refused: 0 }
  const random = createRandom(perSecond)
  const requestOf = requests(hotels, random)
  const next = () => {
    const kind = drawKind(random.next(), hasLogins)
    const status = kind === 'book' ? 201 : 200
    return {
      request: requestOf[kind](),
      done(answer: Parameters<typeof expectOk>[0], ms: number) {
        if (kind === 'login' && answer.status === 503) {
          waits.refused++
          return
        }
        expectOk(answer, status)
        waits[kind].push(ms)
      },
    }
  }
  const endMs = performance.now() + seconds * 1_000
  await withConnections(server, CONNECTIONS, (connections) =>
    sendAtRate(connections, { perSecond, random }, next, () => performance.now() >= endMs),
  )
  return waits
}

/** Without log-ins there are so many recommendations more. */
function drawKind(at: number, hasLogins: boolean): Kind {
  if (at < 0.6) return 'search'
  if (at < 0.99) return 'recommend'
  return at >= 0.995 ? 'book' : hasLogins ? 'login' : 'recommend'
}

function requests(
  hotels: readonly SeededHotel[],
  { int, next, pick }: ReturnType<typeof createRandom>,
): Record<Kind, () => Uint8Array> {
  const place = () =>
    `lat=${(FIRST.lat + 0.24 + (int(0, 481) - 240.5) / 1_000).toFixed(4)}&lng=${(FIRST.lng + 0.315 + (int(0, 325) - 157) / 1_000).toFixed(4)}`
  /** Within a fortnight, as there. */
  const stay = () => {
    const { dates } = hotels[0]!
    const first = int(1, 15)
    return { checkin: dates[first]!, checkout: dates[int(first + 1, 16)]! }
  }
  const dates = () => String(new URLSearchParams(stay()))
  const get = (query: string) => encodeRequest(NOBODY, 'GET', `/v1/hotels?${query}&limit=${SHOWN}`)
  const orders = [
    () => `${place()}&sort=distance`,
    () => 'sort=rating',
    () => `${dates()}&sort=price`,
  ]
  return {
    search: () => get(`${place()}&radiusKm=${RADIUS_KM}&${dates()}&sort=distance`),
    recommend: () => get(pick(orders)()),
    login: () =>
      encodeRequest(NOBODY, 'POST', '/v1/auth/login', {
        email: emailOf(int(0, USERS - 1)),
        password: PASSWORD,
      }),
    book: () => {
      const { id, roomCodes } = pick(hotels)
      return encodeRequest(NOBODY, 'POST', '/v1/bookings', {
        ...{ hotelSlug: `hotel-${id - 1}`, roomCode: pick(roomCodes), ...stay(), adults: 1 },
        guest: { firstName: 'Carla', lastName: 'Guest', email: `guest-${next()}@example.com` },
      })
    },
  }
}
