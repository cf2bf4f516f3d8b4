import { expect } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { SQL } from 'bun'
import { temporaryFolder } from './folder.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { type ServiceProcess, startProcess } from './process.ts'

/** Several processes of the service on one database. */
export type Replicas = {
  all: ServiceProcess[]
  server: PostgresServer
  /** The database that the replicas share. */
  sql: SQL
  /** The environment of commands that run next to the replicas. */
  setup: { folder: string; env: Record<string, string> }
  /** Returns the next replica in rotation; all callers share the rotation. */
  next: () => ServiceProcess
  /** Ends one of them by a signal, and starts it anew in its folder, at another address. */
  restart: (number: number, signal: NodeJS.Signals) => Promise<void>
  /** Ends them as an operator would. @throws Error when one does not end with 0 */
  stop: () => Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

type Env = Record<string, string>

const SECRETS = { JWT_SECRET: 'jklmnopq'.repeat(5), ENCRYPTION_KEY: 'efghijkl'.repeat(5) }

/**
 * Starts so many at once on a PostgreSQL server of their own, with an empty database.
 *
 * @param program the usual one unless said otherwise
 */
export async function startReplicas({
  count,
  program,
  settings,
  env: more,
  own,
}: {
  count: number
  program?: string[]
  /** Of the server. */
  settings?: Record<string, string>
  /** Settings of the replicas in addition to the common ones; may depend on the server. */
  env?: Env | ((server: PostgresServer) => Promise<Env>)
  /** Settings of one replica in addition to those of all. */
  own?: (server: PostgresServer, number: number) => Env
}): Promise<Replicas> {
  await using begun = new AsyncDisposableStack()
  const server = begun.use(await startPostgres(settings))
  const folder = begun.use(temporaryFolder())
  const env = {
    ...SECRETS,
    DATABASE_URL: server.url,
    WEBHOOK_ALLOW_PRIVATE: '1',
    PUBLIC_RATE_PER_MINUTE: '0',
    LOGIN_LIMITS: '0',
    FAIR_USE: '0',
    STRANGER_LIMITS: '0',
    ...(typeof more === 'function' ? await more(server) : more),
  }
  const start = async (number: number, stack: AsyncDisposableStack) => {
    const replica = join(folder.path, `replica-${number}`)
    mkdirSync(replica, { recursive: true })
    const setup = { folder: replica, env: { ...env, ...own?.(server, number) } }
    return stack.use(await startProcess(['serve'], { ...setup, ...(program && { program }) }))
  }
  const numbers = Array.from({ length: count }, (_, number) => number)
  const all = await Promise.all(numbers.map((number) => start(number, begun)))
  const sql = new SQL({ url: server.url, database: 'postgres', max: 2 })
  begun.defer(() => sql.close())
  let turn = 0
  const owned = begun.move()
  return {
    all,
    server,
    sql,
    setup: { folder: folder.path, env },
    next: () => all[turn++ % all.length]!,
    async restart(number, signal) {
      await all[number]!.stop(signal)
      all[number] = await start(number, owned)
    },
    async stop() {
      const ended = await Promise.all(all.map((each) => each.stop('SIGTERM')))
      const failed = ended.filter(({ exitCode }) => exitCode !== 0)
      expect(failed.map(({ stderr }) => stderr)).toEqual([])
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
