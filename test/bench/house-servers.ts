import { type Connection, encodeRequest, NOBODY } from './client.ts'
import { expectOk, figure, sendAll, withConnections } from './load.ts'
import type { Plan } from './rows.ts'
import { type House, houseCopies, type SeededHouse } from './seed-large.ts'
import { type Server, startOurs, startSalesFloor, startSalesPeer } from './servers.ts'
import { alternate, type Figure } from './stats.ts'
import { withoutMadeUp } from './written.ts'

/** Callers of what is only read: enough to keep a server busy. */
const READERS = 16

/** The service, the floor and the peer on a house. */
export type Contenders = { servers: Server[]; folders: string[]; about: SeededHouse }

/**
 * Starts the three for the time of a body, each on a copy of its own.
 *
 * @param starters default: ours, floor, peer
 */
export async function withHouse<T>(
  house: House,
  body: (contenders: Contenders) => Promise<T>,
  starters = [startOurs, startSalesFloor, startSalesPeer],
): Promise<T> {
  const { about, copy, remove } = await houseCopies(house)
  const servers: Server[] = []
  try {
    const folders = starters.map(copy)
    // What the copies have left to be written shall not be paid for by the first contender.
    Bun.spawnSync(['sync'])
    for (const [index, start] of starters.entries()) servers.push(await start(folders[index]!))
    return await body({ servers, folders, about })
  } finally {
    for (const server of servers) await server.stop()
    remove()
  }
}

/**
 * Answers a second to requests that are asked for again and again over some connections, round by round for each
 * server, all of them warmed up by the same requests.
 */
export async function measureReads(
  servers: readonly Server[],
  { rounds, isQuick }: Pick<Plan, 'rounds' | 'isQuick'>,
  requests: readonly Uint8Array[],
): Promise<Figure[][]> {
  const seconds = isQuick ? 0.5 : 2
  for (const server of servers) await readsOf(server, requests, seconds)
  return await alternate(servers, rounds, (server) => readsOf(server, requests, seconds))
}

/** Answers a second to requests that are asked for again and again over some connections. */
export const readsOf = (server: Server, requests: readonly Uint8Array[], seconds: number) =>
  withConnections(server, READERS, (connections) =>
    figure(server, async () => {
      const startMs = performance.now()
      let done = 0
      function* again() {
        while (performance.now() < startMs + seconds * 1_000)
          yield requests[done++ % requests.length]!
      }
      // One generator for all: each request is taken by one of them.
      const shared = again()
      await Promise.all(connections.map((connection) => sendAll(connection, shared)))
      return { done, ms: performance.now() - startMs }
    }),
  )

/** @throws Error when the servers do not answer some requests alike; codes and instants, which each makes up, and cursors aside */
export async function expectSameAnswers(
  servers: readonly Server[],
  requests: readonly Uint8Array[],
  status = 200,
): Promise<void> {
  const texts = await Promise.all(
    servers.map((server) =>
      withConnections(
        server,
        1,
        async ([connection]) => await textsOf(connection!, requests, status),
      ),
    ),
  )
  for (const [index, text] of texts[0]!.entries())
    for (const [other, theirs] of texts.entries())
      if (theirs[index] !== text)
        throw new Error(
          `${servers[other]!.name} answers otherwise than ours:\n${theirs[index]}\n${text}`,
        )
}

async function textsOf(
  connection: Connection,
  requests: readonly Uint8Array[],
  status: number,
): Promise<string[]> {
  const texts: string[] = []
  for (const request of requests) {
    const text = expectOk(await connection.send(request), status).text()
    texts.push(withoutMadeUp(text).replace(/"nextCursor":"[^"]*"/, '"nextCursor":"…"'))
  }
  return texts
}

/** A request of nobody in particular. */
export const ask = (path: string) => encodeRequest(NOBODY, 'GET', path)
