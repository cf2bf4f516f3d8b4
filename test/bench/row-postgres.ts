import { join } from 'node:path'
import { copyStore } from '../../src/store/copy/copy.ts'
import { type Connection, encodeRequest } from './client.ts'
import { copyForFloor, SECRETS, startDurable, targetOf } from './engine.ts'
import { expectOk, figure, sendTogether, withConnections } from './load.ts'
import { CELLS, PUSHES, pushOf } from './row-push.ts'
import { PULL_HOTEL, pullPath } from './row-unchanged-pull.ts'
import type { Plan } from './rows.ts'
import { bookingOf, putOnSale } from './sale.ts'
import { type SeededHotel, seed } from './seed.ts'
import { type Server, startOurs, startPostgresFloor } from './servers.ts'
import { alternate, type Figure, type Line } from './stats.ts'

const CALLERS = 64
/** Hotels that are pulled and booked in. */
const HOTELS = 50
const PUSH_HOTEL = { rooms: 20, days: 500 }

/** One or more replicas of a contender, over which its callers are spread. */
type Contender = { servers: Server[]; name: string }

/**
 * The service on PostgreSQL beside itself on SQLite and beside bare Bun.SQL on the same server: unchanged pulls, pushes of
 * 10,000 changed cells, bookings of three nights; then pulls and bookings with one, two and three replicas. Server,
 * replicas and callers share the cores of this machine: what more replicas win on machines of their own it cannot show.
 */
export async function postgres({ rounds, isQuick, note }: Plan): Promise<Line[]> {
  const small = Array(HOTELS).fill(PULL_HOTEL)
  const { hotels, copy, remove } = await seed([...small, ...Array(rounds + 1).fill(PUSH_HOTEL)])
  const pulled = hotels.slice(0, HOTELS)
  const pushed = hotels.slice(HOTELS)
  await using database = await startDurable()
  const servers: Server[] = []
  const run = async (server: Promise<Server>) => servers[servers.push(await server) - 1]!
  try {
    const folder = copy()
    await copyStore(join(folder, 'roomwire.db'), targetOf(database.url, 'postgres'), () => {})
    const ofFloor = await copyForFloor(database)
    const ofSqlite = copy()
    const ofPostgres = { ...SECRETS, DATABASE_URL: database.url }
    const replicas = [await run(startOurs(copy(), ofPostgres))]
    const text = await pullText(replicas[0]!, pulled[0]!)
    await Bun.write(join(folder, 'answer.json'), text)
    const floorEnv = {
      ANSWER: join(folder, 'answer.json'),
      DATABASE_URL: ofFloor,
    }
    const ours = { name: 'one replica', servers: replicas }
    const sqlite = { name: 'SQLite', servers: [await run(startOurs(ofSqlite))] }
    const floor = { name: 'bare Bun.SQL', servers: [await run(startPostgresFloor(floorEnv))] }
    const contenders = [ours, sqlite, floor]
    for (const { servers } of contenders) await putOnSale(servers[0]!, pulled)

    const each = isQuick ? 1_000 : 4_000
    let batch = 0
    const rows: [string, string, (contender: Contender, round: number) => Promise<Figure>][] = [
      ['unchanged pull, 64 callers', 'pulls/s', (contender) => pulls(contender, pulled, each * 4)],
      [
        'push of 10,000 changed cells',
        'cells/s',
        (contender, round) => pushes(contender, pushed[round]!),
      ],
      ['booking, 64 callers', 'bookings/s', (contender) => books(contender, pulled, each, batch++)],
    ]
    const lines: Line[] = []
    for (const [what, unit, measure] of rows) {
      for (const contender of contenders) await measure(contender, rounds)
      const [one, embedded, bare] = await alternate(contenders, rounds, measure)
      const line = { what: `${what}, PostgreSQL`, unit, ours: one! }
      lines.push({
        ...line,
        against: 'bare Bun.SQL',
        theirs: bare!,
        target: { bound: '≥', ratio: 0.5 },
      })
      lines.push({ ...line, against: 'SQLite', theirs: embedded! })
    }
    const two = { name: 'two', servers: [...replicas, await run(startOurs(copy(), ofPostgres))] }
    const three = {
      name: 'three',
      servers: [...two.servers, await run(startOurs(copy(), ofPostgres))],
    }
    for (const [what, unit, measure] of [rows[0]!, rows[2]!]) {
      const [one, ofTwo, ofThree] = await alternate([ours, two, three], rounds, measure)
      lines.push({
        what: `${what}, two replicas`,
        unit,
        ours: ofTwo!,
        against: 'one',
        theirs: one!,
      })
      lines.push({ what: `${what}, three`, unit, ours: ofThree!, against: 'one', theirs: one! })
    }
    note(
      `postgres: server, replicas and callers share this machine; fsync is on, pulls have ${text.length} bytes`,
    )
    return lines
  } finally {
    for (const server of servers) await server.stop()
    remove()
  }
}

const pulls = (contender: Contender, hotels: readonly SeededHotel[], count: number) =>
  spread(
    contender,
    CALLERS,
    200,
    (index) => encodeRequest(hotels[index % HOTELS]!, 'GET', pullPath(hotels[index % HOTELS]!)),
    count,
  )

async function pushes(contender: Contender, hotel: SeededHotel): Promise<Figure> {
  const { value, busy } = await spread(
    contender,
    1,
    200,
    (index) => pushOf(hotel, index, CELLS),
    PUSHES,
  )
  return { value: value * CELLS, busy }
}

const books = (
  contender: Contender,
  hotels: readonly SeededHotel[],
  count: number,
  batch: number,
) =>
  spread(
    contender,
    CALLERS,
    201,
    (index) => {
      const at = batch * 7 + index
      return bookingOf(hotels[at % HOTELS]!, at)
    },
    count,
  )

/** Sends requests over connections to all servers of a contender. */
async function spread(
  { servers }: Contender,
  callers: number,
  status: number,
  requestOf: (index: number) => Uint8Array,
  count: number,
): Promise<Figure> {
  const requests = Array.from({ length: count }, (_, index) => requestOf(index))
  const connections: Connection[] = []
  const open = async (left: readonly Server[]): Promise<Figure> => {
    const [server, ...others] = left
    if (!server)
      return await figure(servers[0]!, async () => ({
        done: count,
        ms: await sendTogether(connections, requests, status),
      }))
    return await withConnections(server, Math.ceil(callers / servers.length), (those) => {
      connections.push(...those)
      return open(others)
    })
  }
  return await open(servers)
}

const pullText = (server: Server, hotel: SeededHotel) =>
  withConnections(server, 1, async ([connection]) =>
    expectOk(await connection!.send(encodeRequest(hotel, 'GET', pullPath(hotel)))).text(),
  )
