import { join } from 'node:path'
import { encodeRequest } from './client.ts'
import { expectOk, figure, withConnections } from './load.ts'
import type { Plan } from './rows.ts'
import { type SeededHotel, seed } from './seed.ts'
import { type Server, startFloor, startOurs, startPeer } from './servers.ts'
import { alternate, type Line } from './stats.ts'
import { pickGenerator } from './throughput.ts'

/** Room types and days of the pulls that are measured (issue: 10 × 30). */
export const PULL_SIZE = { rooms: 10, days: 30 }
/** A pull asks for half of what the hotel has stored. */
export const PULL_HOTEL = { rooms: PULL_SIZE.rooms, days: 2 * PULL_SIZE.days }

/** The path of the pull that is measured. */
export const pullPath = ({ dates }: SeededHotel) =>
  `/v1/partner/availability?from=${dates[0]}&to=${dates[PULL_SIZE.days - 1]}`

/**
 * Pulls of a range that did not change since the last pull, each answered 200 with the whole body: no client here
 * sends `If-None-Match`. The floor answers the very bytes of ours from memory.
 */
export async function unchangedPull({ rounds, isQuick, note }: Plan): Promise<Line[]> {
  const { hotels, copy, remove } = await seed([PULL_HOTEL])
  const hotel = hotels[0]!
  const servers: Server[] = []
  const run = async (server: Promise<Server>) => servers[servers.push(await server) - 1]!
  try {
    const ours = await run(startOurs(copy()))
    const peer = await run(startPeer(copy()))
    const text = await pullText(ours, hotel)
    if ((await pullText(peer, hotel)) !== text) throw new Error('ours and peer answer differently')
    const folder = copy()
    const file = join(folder, 'answer.json')
    await Bun.write(file, text)
    const floor = await run(startFloor(folder, { ANSWER: file }))

    const generator = pickGenerator()
    note(`unchanged pull: ${text.length} bytes, load by ${generator.name}`)
    const seconds = isQuick ? 1 : 4
    const pulls = ({ port }: Server, forSeconds: number) =>
      generator.run(`http://127.0.0.1:${port}${pullPath(hotel)}`, hotel.key, forSeconds)
    for (const server of [ours, floor, peer]) await pulls(server, 1)
    const [oursFigures, floorFigures, peerFigures] = await alternate(
      [ours, floor, peer],
      rounds,
      (server) =>
        figure(server, async () => ({
          done: (await pulls(server, seconds)) * seconds,
          ms: seconds * 1_000,
        })),
    )
    const line = { what: 'unchanged pull', unit: 'pulls/s', ours: oursFigures! }
    return [
      { ...line, against: 'peer', theirs: peerFigures!, target: { bound: '≥', ratio: 15 } },
      {
        ...line,
        against: 'floor from memory',
        theirs: floorFigures!,
        target: { bound: '≥', ratio: 0.8 },
      },
    ]
  } finally {
    for (const server of servers) await server.stop()
    remove()
  }
}

/** The body of the pull that is measured. */
const pullText = (server: Server, hotel: SeededHotel) =>
  withConnections(server, 1, async ([connection]) =>
    expectOk(await connection!.send(encodeRequest(hotel, 'GET', pullPath(hotel)))).text(),
  )
