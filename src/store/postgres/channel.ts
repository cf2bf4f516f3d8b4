// The connection on which a replica sends and hears notices (LISTEN, NOTIFY).

import type { SQL } from 'bun'
import { connectTo } from './address.ts'
import { readServer } from './look.ts'
import type { PostgresTarget } from './pool.ts'
import { CHANNEL } from './roll-call.ts'

/** How long a start waits for its LISTEN. */
const LISTEN_MS_MAX = 5_000

type ChannelHandlers = {
  onNotice: (payload: string) => void
  /** @param isCurrent false if the connection was replaced before it listened */
  onListen: (isCurrent: boolean) => void
}

export type Channel = ReturnType<typeof createChannel>

/** Creates the connection that listens and sends; a dead one is replaced by another. */
export function createChannel(
  { directUrl }: PostgresTarget,
  { onNotice, onListen }: ChannelHandlers,
) {
  let begun: Promise<unknown> = Promise.resolve()
  let client = connect()

  function connect(): SQL {
    // A listener has its own connection in addition to the one that sends.
    const made = connectTo(directUrl, {
      ...{ max: 1, prepare: false, connectionTimeout: 2 },
      connection: { application_name: 'roomwire notices' },
    })
    const listening = made.listen(
      CHANNEL,
      (payload) => {
        if (made === client) onNotice(payload)
      },
      () => onListen(made === client),
    )
    listening.catch(() => {})
    begun = listening
    return made
  }

  return {
    /** The number of connections that the server grants the role now. */
    readGranted: async () => (await readServer(client)).connectionsMax,
    send: (payload: string, to = CHANNEL): void => void client.notify(to, payload).catch(() => {}),
    reconnect(): void {
      const dead = client
      client = connect()
      void dead.close({ timeout: 0 }).catch(() => {})
    },
    /** @throws Error if the server does not answer */
    async firstListen(): Promise<void> {
      const late = Promise.withResolvers<never>()
      const silent = new Error('it does not answer (LISTEN)')
      const alarm = setTimeout(() => late.reject(silent), LISTEN_MS_MAX)
      try {
        await Promise.race([begun, late.promise])
      } catch (error) {
        void client.close({ timeout: 0 }).catch(() => {})
        throw error
      } finally {
        clearTimeout(alarm)
      }
    },
    close: (timeout: number) => client.close({ timeout }),
  }
}
