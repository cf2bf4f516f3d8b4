import { encodeRequest } from './client.ts'
import { figure, sendAll, withConnections } from './load.ts'
import type { Plan } from './rows.ts'
import { type SeededHotel, seed } from './seed.ts'
import { type Server, startFloor, startOurs, startPeer } from './servers.ts'
import { alternate, type Line } from './stats.ts'
import { expectSameRows, type WrittenTable } from './written.ts'

/** 10,000 cells: as many as a push may carry. */
const PUSH_HOTEL = { rooms: 20, days: 500 }
export const CELLS = PUSH_HOTEL.rooms * PUSH_HOTEL.days
export const PUSHES = 6

/**
 * Pushes of 10,000 cells, every one of which changes each time, one caller. A round has a hotel of its own: history
 * makes each push of the same days a little slower than the one before, and no round shall stand in the shade of
 * an earlier one.
 */
export async function push({ rounds, note }: Plan): Promise<Line[]> {
  const { hotels, copy, remove } = await seed(Array(rounds + 1).fill(PUSH_HOTEL))
  const servers: Server[] = []
  const folders: string[] = []
  try {
    for (const start of [startOurs, startFloor, startPeer]) {
      folders.push(copy())
      servers.push(await start(folders.at(-1)!))
    }
    const [warmUp, ...measured] = hotels
    for (const server of servers) await pushes(server, warmUp!)
    const [ours, floor, peer] = await alternate(servers, rounds, (server, round) =>
      pushes(server, measured[round]!),
    )
    for (const server of servers.splice(0)) await server.stop()
    expectSameRows(folders, WRITTEN)
    note(`push: all three databases hold the same days, history and changes at the end`)
    const line = { what: 'push of 10,000 changed cells', unit: 'cells/s', ours: ours! }
    return [
      { ...line, against: 'floor', theirs: floor!, target: { bound: '≥', ratio: 0.8 } },
      { ...line, against: 'peer', theirs: peer! },
    ]
  } finally {
    for (const server of servers) await server.stop()
    remove()
  }
}

const pushes = (server: Server, hotel: SeededHotel) =>
  withConnections(server, 1, async ([connection]) => {
    const requests = Array.from({ length: PUSHES }, (_, index) => pushOf(hotel, index, CELLS))
    return await figure(server, async () => ({
      done: PUSHES * CELLS,
      ms: await sendAll(connection!, requests),
    }))
  })

/** A push of a hotel's first cells, room type by room type; another `variant` has another value for each. */
export function pushOf(
  hotel: SeededHotel,
  variant: number,
  cells: number,
  seenThrough?: string,
): Uint8Array {
  const days = cells / hotel.roomCodes.length
  const updates = hotel.roomCodes.flatMap((roomCode) =>
    hotel.dates.slice(0, days).map((date, index) => ({
      roomCode,
      date,
      available: 2 + ((index + variant) % 150),
      priceCents: 12_000 + variant,
      closed: false,
    })),
  )
  return encodeRequest(hotel, 'PUT', '/v1/partner/availability', { updates, seenThrough })
}

/** What pushes write. */
const WRITTEN: WrittenTable[] = [
  { table: 'day', madeUp: [] },
  { table: 'day_history', madeUp: [] },
  { table: 'change', madeUp: ['actor_id', 'push_id', 'at_ms'] },
  { table: 'push', madeUp: ['id', 'actor_id', 'at_ms'] },
]
