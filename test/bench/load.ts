import { type Answer, Connection } from './client.ts'
import { cpuSeconds, type Server } from './servers.ts'
import type { Figure } from './stats.ts'

/** Sends requests one after another; every answer must have the status. @returns milliseconds in all */
export async function sendAll(
  connection: Connection,
  requests: Iterable<Uint8Array>,
  status = 200,
): Promise<number> {
  const startMs = performance.now()
  for (const request of requests) expectOk(await connection.send(request), status)
  return performance.now() - startMs
}

/** Sends requests over several connections, each taking the next when it is free. @returns milliseconds in all */
export async function sendTogether(
  connections: readonly Connection[],
  requests: readonly Uint8Array[],
  status = 200,
): Promise<number> {
  // One iterator for all of them: each request is taken once.
  const shared = requests.values()
  const startMs = performance.now()
  await Promise.all(connections.map((connection) => sendAll(connection, shared, status)))
  return performance.now() - startMs
}

/** Opens connections for the time of a body. */
export async function withConnections<T>(
  { port }: Server,
  count: number,
  body: (connections: Connection[]) => Promise<T>,
): Promise<T> {
  const connections = await Promise.all(Array.from({ length: count }, () => Connection.open(port)))
  try {
    return await body(connections)
  } finally {
    for (const connection of connections) connection.close()
  }
}

/** Runs a body that answers how much it did in how long, and looks how busy the server was meanwhile. */
export async function figure(
  { pid }: Server,
  body: () => Promise<{ done: number; ms: number }>,
): Promise<Figure> {
  const before = cpuSeconds(pid)
  const { done, ms } = await body()
  const after = cpuSeconds(pid)
  const busy =
    before === undefined || after === undefined ? undefined : ((after - before) / ms) * 1_000
  return { value: (done / ms) * 1_000, busy }
}

/** @throws Error showing an answer of another status: a bench of errors measures nothing */
export function expectOk(answer: Answer, status = 200): Answer {
  if (answer.status !== status)
    throw new Error(`answered ${answer.status}: ${answer.text().slice(0, 500)}`)
  return answer
}
