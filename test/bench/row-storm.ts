import { encodeRequest, NOBODY } from './client.ts'
import { expectOk, withConnections } from './load.ts'
import { pushOf } from './row-push.ts'
import type { Plan } from './rows.ts'
import { type SeededHotel, seed } from './seed.ts'
import { type Server, startOurs } from './servers.ts'
import { alternate, type Figure, type Line } from './stats.ts'

const HOTELS = 8
const PUSHES = 64
const CELLS = 10_000
const MEASURED_MS = 6_000
const PAUSE_MS = 2

/**
 * What a small pull and health wait for while 64 pushes of 10,000 cells arrive together again and again, beside the same
 * without them: the 99th percentile, and the longest.
 */
export async function storm({ rounds, note }: Plan): Promise<Line[]> {
  const { hotels, copy, remove } = await seed(Array(HOTELS + 1).fill({ rooms: 20, days: 500 }))
  const server = await startOurs(copy())
  try {
    const [quiet, ...busy] = hotels
    const waits = await alternate([true, false], rounds, async (isStormy) => {
      const found = await measure(server, quiet!, isStormy ? busy : [])
      longest[isStormy ? 'storm' : 'calm'].push({ value: found.at(-1)! })
      return { value: found[Math.floor(found.length * 0.99)]! }
    })
    note(
      `storm: ${PUSHES} pushes of ${CELLS} cells of ${HOTELS} hotels at once, from the same process that measures`,
    )
    const line = { unit: 'ms', against: 'calm' }
    return [
      {
        ...line,
        what: 'pull and health, p99, storm of pushes',
        ours: waits[0]!,
        theirs: waits[1]!,
      },
      {
        ...line,
        what: 'pull and health, longest, storm of pushes',
        ours: longest.storm,
        theirs: longest.calm,
      },
    ]
  } finally {
    await server.stop()
    remove()
  }
}

const longest: Record<'storm' | 'calm', Figure[]> = { storm: [], calm: [] }

/** What every second request, a pull of a day, and every other, health, waited for, ascending. */
async function measure(
  server: Server,
  hotel: SeededHotel,
  busy: readonly SeededHotel[],
): Promise<number[]> {
  const [day] = hotel.dates
  const requests = [
    encodeRequest(hotel, 'GET', `/v1/partner/availability?from=${day}&to=${day}`),
    encodeRequest(NOBODY, 'GET', '/v1/health'),
  ]
  const bodies = [1, 2].map((variant) => busy.map((each) => pushOf(each, variant, CELLS)))
  const waits: number[] = []
  let isOver = false
  const pushing = withConnections(server, busy.length > 0 ? PUSHES : 0, async (connections) => {
    for (let variant = 0; !isOver; variant++) {
      const round = bodies[variant % 2]!
      await Promise.all(
        connections.map((connection, index) => connection.send(round[index % round.length]!)),
      )
      if (busy.length === 0) return
    }
  })
  await withConnections(server, 1, async ([connection]) => {
    const endMs = performance.now() + MEASURED_MS
    for (let n = 0; performance.now() < endMs; n++) {
      const startMs = performance.now()
      expectOk(await connection!.send(requests[n % 2]!))
      waits.push(performance.now() - startMs)
      await Bun.sleep(PAUSE_MS)
    }
  })
  isOver = true
  await pushing
  return waits.toSorted((a, b) => a - b)
}
