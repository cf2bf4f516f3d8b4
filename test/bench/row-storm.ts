import { withConnections } from './load.ts'
import { pushOf } from './row-push.ts'
import type { Plan } from './rows.ts'
import { seed } from './seed.ts'
import { type Server, startOurs } from './servers.ts'
import type { Line } from './stats.ts'
import { type IsOver, measuredTime, smallWaits, waitsBeside } from './waits.ts'

const HOTELS = 8
const PUSHES = 64
const CELLS = 10_000

/** What a small pull and health wait for while 64 pushes of 10,000 cells arrive together again and again. */
export async function storm(plan: Plan): Promise<Line[]> {
  const { hotels, copy, remove } = await seed(Array(HOTELS + 1).fill({ rooms: 20, days: 500 }))
  const server = await startOurs(copy())
  try {
    const [quiet, ...busy] = hotels
    const bodies = [1, 2].map((variant) => busy.map((each) => pushOf(each, variant, CELLS)))
    const pulled = { ...quiet!, day: quiet!.dates[0]! }
    plan.note(
      `storm: ${PUSHES} pushes of ${CELLS} cells of ${HOTELS} hotels at once, from the same process that measures`,
    )
    return await waitsBeside(
      plan,
      { what: 'pull and health, storm of pushes', p99MsMax: 25, longestMsMax: 100 },
      async (isStormy) => {
        const isOver = measuredTime(plan)
        const pushing = isStormy ? pushTogether(server, bodies, isOver) : undefined
        const [waits] = await Promise.all([smallWaits(server, pulled, isOver), pushing])
        return waits
      },
    )
  } finally {
    await server.stop()
    remove()
  }
}

/** Sends all pushes at once, again when the last is answered; every hotel's next ones have other values. */
const pushTogether = (
  server: Server,
  bodies: readonly (readonly Uint8Array[])[],
  isOver: IsOver,
): Promise<void> =>
  withConnections(server, PUSHES, async (connections) => {
    for (let variant = 0; !isOver(); variant++) {
      const round = bodies[variant % bodies.length]!
      await Promise.all(
        connections.map((connection, index) => connection.send(round[index % round.length]!)),
      )
    }
  })
