/** Sends all pushes at once, again when the last is answered, until told to end: beside the process that measures. */
import { withConnections } from './load.ts'
import type { Server } from './servers.ts'

/** `bodies`: by variant, then by hotel. */
export type Storm = {
  server: Pick<Server, 'name' | 'port' | 'pid'>
  bodies: Uint8Array[][]
  pushes: number
}

declare const self: Worker

let isOver = false

async function push({ server, bodies, pushes }: Storm): Promise<void> {
  await withConnections({ ...server, stop: async () => {} }, pushes, async (connections) => {
    for (let variant = 0; !isOver; variant++) {
      const round = bodies[variant % bodies.length]!
      await Promise.all(
        connections.map((connection, index) => connection.send(round[index % round.length]!)),
      )
    }
  })
  self.postMessage('ended')
}

self.onmessage = async ({ data }: MessageEvent<Storm | 'end'>) => {
  if (data === 'end') isOver = true
  else await push(data)
}
