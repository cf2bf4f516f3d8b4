import type { SQL } from 'bun'
import type { Migration } from '../../migrations.ts'
import type { PostgresTarget } from '../pool.ts'
import { connectTo, nameOf } from './address.ts'
import { complaintsOf, hearsItself, inWords, lookAt, POOLER } from './look.ts'
import { migrate } from './migrate.ts'
import { unlessSilent } from './silence.ts'

/** How long a start waits for a connection. */
const CONNECT_SECONDS = 5
const ECHO_MS_MAX = 5_000

/**
 * Looks whether a database is what the service needs, and brings its tables up to date. Fails at once rather than wait
 * for a server: whoever runs the service starts it again.
 *
 * @throws Error one clear line: not to be reached, a standby, no rights, too old, written by a newer version
 */
export async function prepareDatabase(
  { url, directUrl, prepare }: PostgresTarget,
  migrations: readonly Migration[],
): Promise<void> {
  const direct = await visit(directUrl, { prepare: true }, async (client) => {
    const server = await lookAt(client)
    refuse(complaintsOf(server))
    await migrate(client, migrations)
    return server
  })
  if (url === directUrl) return
  await visit(url, { prepare }, async (client) => {
    const server = await lookAt(client)
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
  { prepare }: Pick<PostgresTarget, 'prepare'>,
  work: (client: SQL) => Promise<T>,
): Promise<T> {
  const client = connectTo(url, { max: 1, prepare, connectionTimeout: CONNECT_SECONDS })
  try {
    return await unlessSilent(url, work(client))
  } catch (error) {
    throw new Error(`${nameOf(url)} cannot be used: ${inWords(error)}`, { cause: error })
  } finally {
    await client.close({ timeout: 1 })
  }
}

function refuse(complaints: string[]): void {
  if (complaints.length > 0) throw new Error(complaints.join('; '))
}
