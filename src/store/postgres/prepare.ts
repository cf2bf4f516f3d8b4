// Preflight of PostgreSQL at the start of the service.

import type { SQL } from 'bun'
import type { Migration } from '../engine/migrations.ts'
import type { UpgradeOptions } from '../engine/upgrade-events.ts'
import { connectTo } from './address.ts'
import {
  complaintsOf,
  hearsItself,
  LOOKING,
  naming,
  POOLER,
  readServer,
  type Server,
} from './look.ts'
import { migrate } from './migrate.ts'
import type { PostgresTarget } from './pool.ts'
import { CONNECTIONS_MIN, usualConnections } from './shares.ts'
import { rejectIfSilent } from './silence.ts'

/** How long a start waits for a connection. */
const CONNECT_SECONDS = 5
const ECHO_MS_MAX = 5_000

/**
 * Checks that a database meets the needs of the service, and brings its tables up to date. It fails at once rather than
 * wait for a server: the supervisor restarts the service.
 *
 * @param opening `isBeside`: for a command, which needs few connections and not for long
 * @throws Error one clear line: unreachable, a standby, no rights, too old, written by a newer version, too few
 *   connections
 * @throws the reason of the signal if that ends it
 */
export async function prepareDatabase(
  { url, directUrl, prepare, connections }: PostgresTarget,
  migrations: readonly Migration[],
  { onUpgrade, signal, isBeside = true }: UpgradeOptions & { isBeside?: boolean } = {},
): Promise<Server> {
  const visitDirect = <T>(work: (client: SQL) => Promise<T>) =>
    visit(directUrl, { prepare: true, signal }, work)
  const look = async (client: SQL) => {
    const server = await readServer(client)
    refuse([...complaintsOf(server), ...(isBeside ? [] : tooFew(server, connections))])
    return server
  }
  const bring = (client: SQL) => {
    const lasts = async () => {
      const isHeard = await hearsItself(client, ECHO_MS_MAX)
      refuse(isHeard ? [] : [`its tables cannot be brought up to date: ${POOLER}`])
    }
    return migrate(client, migrations, { onUpgrade, signal, lasts })
  }
  if (url === directUrl)
    return await visitDirect(async (client) => {
      const server = await look(client)
      await bring(client)
      return server
    })
  const direct = await visitDirect(look)
  // Nothing is written before it is certain that both addresses mean the same database.
  await visit(url, { prepare, signal }, async (client) => {
    const server = await readServer(client)
    const isOther = server.identity !== direct.identity
    refuse(isOther ? ['it is not the database of DATABASE_DIRECT_URL'] : [])
    // A transaction pooler delivers no notices, and sends a prepared statement to any session.
    const isPooler = prepare && !(await hearsItself(client, ECHO_MS_MAX))
    refuse(isPooler ? [`statements cannot be prepared: ${POOLER}`] : [])
  })
  await visitDirect(bring)
  return direct
}

/**
 * The complaint about a server that grants fewer connections than one replica takes, or whose other clients leave fewer
 * than the least that a replica works with.
 */
function tooFew(
  { connectionsMax: granted, connectionsFree: free }: Server,
  connections = usualConnections(granted),
) {
  if (connections > granted)
    return [
      `it grants ${granted} connections, and a replica takes ${connections} (DATABASE_CONNECTIONS)`,
    ]
  if (free >= CONNECTIONS_MIN) return []
  return [
    `others have ${granted - free} of the ${granted} connections that it grants, and a replica needs ${CONNECTIONS_MIN}`,
  ]
}

/** @throws Error one line with the name of the database, but not the password */
async function visit<T>(
  url: string,
  { prepare, signal }: Pick<PostgresTarget, 'prepare'> & Pick<UpgradeOptions, 'signal'>,
  work: (client: SQL) => Promise<T>,
): Promise<T> {
  // One connection does the work, the other checks what the first one waits for.
  const client = connectTo(url, {
    ...{ max: 2, prepare, connectionTimeout: CONNECT_SECONDS },
    connection: LOOKING,
  })
  const ended = Promise.withResolvers<never>()
  const end = () => ended.reject(signal!.reason)
  signal?.addEventListener('abort', end)
  try {
    const done = () => Promise.race([rejectIfSilent(url, work(client)), ended.promise])
    return await naming(url, done)
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', end)
    // A statement that still waits for the server is cut off, and the server rolls it back.
    await client.close({ timeout: signal?.aborted ? 0 : 1 })
  }
}

function refuse(complaints: string[]): void {
  if (complaints.length > 0) throw new Error(complaints.join('; '))
}
