import { encodeRequest } from './client.ts'
import { expectSameAnswers } from './house-servers.ts'
import { expectOk, figure, sendAll, sendTogether, withConnections } from './load.ts'
import { PULL_HOTEL, PULL_SIZE, pullPath } from './row-unchanged-pull.ts'
import type { Plan } from './rows.ts'
import { type SeededHotel, seed } from './seed.ts'
import { type Server, startOurs, startPeer } from './servers.ts'
import { alternate, type Figure, type Line } from './stats.ts'

const HOTELS = 100
const CONNECTIONS = 32

/**
 * Pulls of a range of which one day changed since the last pull, so that no kept answer can be used. The change is
 * a push of one day, on all sides the same request through the same front door, and its time is not counted: it is
 * mostly the disk's, and the row is about pulls.
 *
 * - *one caller*: one connection pushes, pulls, pushes, pulls; the pulls' time counts. A commit lies directly
 *   before each pull (that costs a reader its cached pages), and nothing runs beside it.
 * - *32 callers*: one day of each of 100 hotels is pushed, then all 100 hotels are pulled by 32 connections, and so
 *   on; the time of the pulling counts.
 */
export async function changedPull({ rounds, isQuick }: Plan): Promise<Line[]> {
  const { hotels, copy, remove } = await seed(Array(HOTELS).fill(PULL_HOTEL))
  const servers: Server[] = []
  try {
    for (const start of [startOurs, startPeer]) servers.push(await start(copy()))
    await expectSameAnswers(
      servers,
      hotels.slice(0, 3).map((hotel) => encodeRequest(hotel, 'GET', pullPath(hotel))),
    )
    const times = isQuick ? 2 : 8
    const lines: Line[] = []
    for (const [what, measure] of [
      ['changed pull, one caller', oneCaller],
      ['changed pull, 32 callers', manyCallers],
    ] as const) {
      for (const server of servers) await measure(server, hotels, times)
      const [ours, theirs] = await alternate(servers, rounds, (server) =>
        measure(server, hotels, times),
      )
      lines.push({
        what,
        unit: 'pulls/s',
        against: 'peer',
        ours: ours!,
        theirs: theirs!,
        target: { bound: '≥', ratio: 3 },
      })
    }
    return lines
  } finally {
    for (const server of servers) await server.stop()
    remove()
  }
}

const oneCaller = (
  server: Server,
  hotels: readonly SeededHotel[],
  times: number,
): Promise<Figure> =>
  withConnections(server, 1, async ([connection]) => {
    let ms = 0
    const pulls = hotels.length * times
    for (let pull = 0; pull < pulls; pull++) {
      const hotel = hotels[pull % hotels.length]!
      expectOk(await connection!.send(changeOf(hotel)))
      ms += await sendAll(connection!, [encodeRequest(hotel, 'GET', pullPath(hotel))])
    }
    return { value: (pulls / ms) * 1_000 }
  })

const manyCallers = (server: Server, hotels: readonly SeededHotel[], times: number) =>
  withConnections(server, CONNECTIONS, async (connections) => {
    const pulls = hotels.map((hotel) => encodeRequest(hotel, 'GET', pullPath(hotel)))
    let [done, ms, coreMs] = [0, 0, 0]
    for (let time = 0; time < times; time++) {
      await sendTogether(connections, hotels.map(changeOf))
      const { value, busy } = await figure(server, async () => ({
        done: pulls.length,
        ms: await sendTogether(connections, pulls),
      }))
      const tookMs = (pulls.length / value) * 1_000
      done += pulls.length
      ms += tookMs
      coreMs += (busy ?? Number.NaN) * tookMs
    }
    return { value: (done / ms) * 1_000, busy: Number.isNaN(coreMs) ? undefined : coreMs / ms }
  })

let changes = 0

/** A push that alters one of the days that are pulled: another day, room type and value each time. */
function changeOf(hotel: SeededHotel): Uint8Array {
  const change = changes++
  return encodeRequest(hotel, 'PUT', '/v1/partner/availability', {
    updates: [
      {
        roomCode: hotel.roomCodes[change % PULL_SIZE.rooms],
        date: hotel.dates[change % PULL_SIZE.days],
        available: change % 150,
        priceCents: 5_000 + (change % 7_919),
        closed: false,
      },
    ],
  })
}
