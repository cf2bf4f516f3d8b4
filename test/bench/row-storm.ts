import { pushOf } from './row-push.ts'
import type { Plan } from './rows.ts'
import { seed } from './seed.ts'
import { type Server, startOurs } from './servers.ts'
import type { Line } from './stats.ts'
import type { Storm } from './storm-pusher.ts'
import { measuredTime, smallWaits, waitsBeside } from './waits.ts'

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
      `storm: ${PUSHES} pushes of ${CELLS} cells of ${HOTELS} hotels at once, again and again`,
    )
    return await waitsBeside(
      plan,
      { what: 'pull and health, storm of pushes', p99MsMax: 25, longestMsMax: 100 },
      async (isStormy) => {
        const end = isStormy ? pushTogether(server, bodies) : undefined
        try {
          return await smallWaits(server, pulled, measuredTime(plan))
        } finally {
          await end?.()
        }
      },
    )
  } finally {
    await server.stop()
    remove()
  }
}

/** Pushes in a thread of its own, whose work is not what is measured. @returns ends it when all are answered */
function pushTogether({ name, port, pid }: Server, bodies: Uint8Array[][]): () => Promise<void> {
  const pusher = new Worker(new URL('./storm-pusher.ts', import.meta.url))
  const storm: Storm = { server: { name, port, pid }, bodies, pushes: PUSHES }
  pusher.postMessage(storm)
  return async () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    pusher.onmessage = () => resolve()
    pusher.onerror = ({ message }) => reject(new Error(message))
    pusher.postMessage('end')
    await promise
    pusher.terminate()
  }
}
