import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyStore } from '../../src/store/copy/copy.ts'
import type { Connection } from './client.ts'
import { copyForFloor, SECRETS, startDurable, targetOf } from './engine.ts'
import { sendTogether, withConnections } from './load.ts'
import { pushOf } from './row-push.ts'
import type { Plan } from './rows.ts'
import { bookingOf, putOnSale } from './sale.ts'
import { type SeededHotel, seed } from './seed.ts'
import { cpuSeconds, type Server, startOurs, startPostgresFloor } from './servers.ts'
import { alternate, type Figure, type Line } from './stats.ts'

const HOTEL = { rooms: 20, days: 400 }
const CELLS = 1_000
/** How often each server does what is measured before it is. */
const WARM = 2
const PUSH_CALLERS = 4
const BOOK_CALLERS = [16, 48, 96]
/** As many as fill a commit of each of three replicas, as of one. Of fewer callers three commits do what one does. */
const FILLING = 96

/** One or more replicas over which the callers are spread, and the database server that works for them. */
type Contender = { servers: Server[]; postmaster?: number }

/**
 * One hotel that everybody wants: pushes of 1,000 changed cells by 4 callers, and bookings of three nights by 16 to 96, of
 * the same hotel; on PostgreSQL with one, two and three replicas beside SQLite. Bookings through as many servers of bare
 * Bun.SQL, which share commits likewise, show what spreading the callers costs without the service. The processor time is
 * that of services and database server together.
 */
export async function hot({ rounds, isQuick, note }: Plan): Promise<Line[]> {
  const { hotels, copy, remove } = await seed([HOTEL, HOTEL])
  const [pushed, booked] = hotels as [SeededHotel, SeededHotel]
  await using database = await startDurable()
  const servers: Server[] = []
  const run = async (server: Promise<Server>) => servers[servers.push(await server) - 1]!
  try {
    await copyStore(join(copy(), 'roomwire.db'), targetOf(database.url, 'postgres'), () => {})
    const ofFloor = { DATABASE_URL: await copyForFloor(database) }
    const postmaster = Number(
      readFileSync(join(database.folder, 'data/postmaster.pid'), 'utf8').split('\n')[0],
    )
    const env = { ...SECRETS, DATABASE_URL: database.url }
    const sqlite: Contender = { servers: [await run(startOurs(copy()))] }
    const upToThree = async (start: () => Promise<Server>): Promise<Contender[]> => {
      const all = [await run(start()), await run(start()), await run(start())]
      return [1, 2, 3].map((count) => ({ servers: all.slice(0, count), postmaster }))
    }
    const replicas = await upToThree(() => startOurs(copy(), env))
    const bare = await upToThree(() => startPostgresFloor(ofFloor))
    for (const { servers } of [sqlite, replicas[0]!, bare[0]!])
      await putOnSale(servers[0]!, [booked])

    const [pushes, bookings] = isQuick ? [60, 600] : [200, 2_000]
    let variant = 0
    let guest = 0
    const rows: [
      what: string,
      unit: string,
      measure: (contender: Contender) => Promise<Figure>,
      isFilling: boolean,
    ][] = [
      [
        'push of 1,000 cells, one hotel, 4 callers',
        'pushes/s',
        (contender) =>
          spread(contender, PUSH_CALLERS, 200, pushes, () => pushOf(pushed, variant++, CELLS)),
        true,
      ],
      ...BOOK_CALLERS.map((callers): (typeof rows)[number] => [
        `booking, one hotel, ${callers} callers`,
        'bookings/s',
        (contender) => spread(contender, callers, 201, bookings, () => bookingOf(booked, guest++)),
        callers === FILLING,
      ]),
    ]
    const lines: Line[] = []
    for (const [what, unit, measure, isFilling] of rows) {
      const isBooking = unit === 'bookings/s'
      const contenders = [sqlite, ...replicas, ...(isBooking ? bare : [])]
      // Each server alone: of three together each would have compiled less than one has, which takes 10,000 bookings.
      for (const server of new Set(contenders.flatMap(({ servers }) => servers)))
        for (let n = 0; n < WARM; n++) await measure({ servers: [server], postmaster })
      const [ofSqlite, ofOne, ofTwo, ofThree, bareOne, bareTwo, bareThree] = await alternate(
        contenders,
        rounds,
        measure,
      )
      const line = (name: string, ours: Figure[], against: string, theirs: Figure[]) => ({
        ...{ what: `${what}, ${name}`, unit, ours, against, theirs },
      })
      const least = (ratio: number) => ({ target: { bound: '≥' as const, ratio } })
      const ofReplicas = isFilling ? least(0.9) : {}
      lines.push({
        ...line('one replica', ofOne!, 'SQLite', ofSqlite!),
        ...least(isBooking ? 0.6 : 0.5),
      })
      lines.push({ ...line('two', ofTwo!, 'one', ofOne!), ...ofReplicas })
      lines.push({ ...line('three', ofThree!, 'one', ofOne!), ...ofReplicas })
      if (bareOne) {
        lines.push(line('bare Bun.SQL, two', bareTwo!, 'one', bareOne))
        lines.push(line('bare Bun.SQL, three', bareThree!, 'one', bareOne))
      }
    }
    note('hot: services, database server and callers share this machine; fsync is on')
    return lines
  } finally {
    for (const server of servers) await server.stop()
    remove()
  }
}

/** Sends requests over connections to all servers of a contender; counts the processor time of all that work for them. */
async function spread(
  { servers, postmaster }: Contender,
  callers: number,
  status: number,
  count: number,
  requestOf: () => Uint8Array,
): Promise<Figure> {
  const requests = Array.from({ length: count }, requestOf)
  const pids = () => [...servers.map(({ pid }) => pid), ...(postmaster ? familyOf(postmaster) : [])]
  const seconds = () => pids().reduce((sum, pid) => sum + (cpuSeconds(pid) ?? 0), 0)
  const connections: Connection[] = []
  const send = async (left: readonly Server[]): Promise<Figure> => {
    const [server, ...others] = left
    if (server)
      return await withConnections(server, Math.ceil(callers / servers.length), (those) => {
        connections.push(...those)
        return send(others)
      })
    const before = seconds()
    const ms = await sendTogether(connections.slice(0, callers), requests, status)
    return { value: (count / ms) * 1_000, busy: ((seconds() - before) / ms) * 1_000 }
  }
  return await send(servers)
}

/** A process and its children; undefined where /proc is not there. */
const familyOf = (pid: number): number[] => [
  pid,
  ...Bun.spawnSync(['ps', '-o', 'pid=', '--ppid', String(pid)])
    .stdout.toString()
    .split('\n')
    .filter(Boolean)
    .map(Number),
]
