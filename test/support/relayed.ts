import type { Tx } from '../../src/store/engine/engine.ts'
import { lockHotel } from '../../src/store/engine/locks.ts'
import { sell } from './bookings.ts'
import { startPostgres } from './postgres-server.ts'
import { type Relay, startRelay } from './relay.ts'
import { startService } from './service.ts'

/** A service with rooms on sale, whose connections lead over a relay to a PostgreSQL server of its own. */
export async function startRelayed(available: number) {
  const server = await startPostgres()
  const relay = startRelay(server.port)
  const url = server.url.replace(String(server.port), String(relay.port))
  const service = await startService({ target: { url, directUrl: url, prepare: true } })
  await sell(service, { available })
  return {
    ...{ server, relay, service },
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]()
      relay[Symbol.dispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

/** Runs bodies of Alfa at once, each of which locks it first. */
export const runTogether = (
  { store, alfa: { id: hotelId } }: Awaited<ReturnType<typeof startRelayed>>['service'],
  bodies: readonly ((tx: Tx) => Promise<unknown>)[],
) =>
  Promise.allSettled(
    bodies.map((body) =>
      store.tx(
        async (tx) => {
          await lockHotel(tx, hotelId)
          return await body(tx)
        },
        { hotelId },
      ),
    ),
  )

/**
 * Cuts the connection of the next transaction at one of its messages, the first being its BEGIN. `isCommit` says whether
 * that is its COMMIT, `isCommitSent` whether that was on its way already, and `isEnding` whether rows are that bodies leave
 * to the end, behind which it goes out at once.
 */
export function cutAt(relay: Relay, at: number, when: 'before' | 'after') {
  const seen = { messages: 0, isCut: false, isCommit: false, isCommitSent: false, isEnding: false }
  let of: object | undefined
  relay.spy((text, connection) => {
    if (of === connection && text.includes('COMMIT')) seen.isCommitSent = true
    if (seen.isCut || (seen.messages === 0 && !text.includes('BEGIN'))) return undefined
    seen.isEnding ||= text.includes('insert into "change"')
    if (seen.messages++ !== at) return undefined
    of = connection
    seen.isCut = true
    seen.isCommit = text.includes('COMMIT')
    seen.isCommitSent = seen.isCommit
    return when
  })
  return seen
}
