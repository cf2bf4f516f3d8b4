import type { SQL } from 'bun'
import type { Migration } from '../engine/migrations.ts'
import { connectTo, nameOf } from './address.ts'
import { complaintsOf, explainError, hearsItself, POOLER, readServer } from './look.ts'
import { migrate } from './migrate.ts'
import type { PostgresTarget } from './pool.ts'
import { rejectIfSilent } from './silence.ts'
import type { UpgradeOptions } from './upgrade.ts'

/** How long a start waits for a connection. */
const CONNECT_SECONDS = 5
const ECHO_MS_MAX = 5_000

/**
 * Looks whether a database is what the service needs, and brings its tables up to date. Fails at once rather than wait
 * for a server: whoever runs the service starts it again.
 *
 * @throws Error one clear line: not to be reached, a standby, no rights, too old, written by a newer version
 * @throws the reason of the signal when that ends it
 */
export async function prepareDatabase(
  { url, directUrl, prepare }: PostgresTarget,
  migrations: readonly Migration[],
  { onUpgrade, signal }: UpgradeOptions = {},
): Promise<void> {
  const direct = await visit(directUrl, { prepare: true, signal }, async (client) => {
    const server = await readServer(client)
    refuse(complaintsOf(server))
    const lasts = async () => {
      const isHeard = await hearsItself(client, ECHO_MS_MAX)
      refuse(isHeard ? [] : [`its tables cannot be brought up to date: ${POOLER}`])
    }
    await migrate(client, migrations, { onUpgrade, signal, lasts })
    return server
  })
  if (url === directUrl) return
  await visit(url, { prepare, signal }, async (client) => {
    const server = await readServer(client)
    const isOther = server.identity !== direct.identity
    refuse(isOther ? ['it is another database than that of DATABASE_DIRECT_URL'] : [])
    // It delivers no notices, and a prepared statement to whichever session comes next.
    const isPooler = prepare && !(await hearsItself(client, ECHO_MS_MAX))
    refuse(isPooler ? [`statements cannot be prepared: ${POOLER}`] : [])
  })
}

/** @throws Error one line naming the database, and not the password */
async function visit<T>(
  url: string,
  { prepare, signal }: Pick<PostgresTarget, 'prepare'> & Pick<UpgradeOptions, 'signal'>,
  work: (client: SQL) => Promise<T>,
): Promise<T> {
  // One does the work, the other looks what that one waits for.
  const client = connectTo(url, { max: 2, prepare, connectionTimeout: CONNECT_SECONDS })
  const ended = Promise.withResolvers<never>()
  const end = () => ended.reject(signal!.reason)
  signal?.addEventListener('abort', end)
  try {
    return await Promise.race([rejectIfSilent(url, work(client)), ended.promise])
  } catch (error) {
    signal?.throwIfAborted()
    throw new Error(`${nameOf(url)} cannot be used: ${explainError(error)}`, { cause: error })
  } finally {
    signal?.removeEventListener('abort', end)
    // What still waits for the server is cut off, and the server undoes it.
    await client.close({ timeout: signal?.aborted ? 0 : 1 })
  }
}

function refuse(complaints: string[]): void {
  if (complaints.length > 0) throw new Error(complaints.join('; '))
}
