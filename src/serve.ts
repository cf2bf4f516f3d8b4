import pkg from '../package.json' with { type: 'json' }
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import swaggerPage from './docs/swagger.html'
import { createContext } from './http/context.ts'
import { createLog, errorFacts } from './log.ts'
import { noteKeyUses } from './service/api-keys.ts'
import type { Deps } from './service/deps.ts'
import { realWorld } from './service/world.ts'
import { openStore } from './store/open.ts'

/** A service that runs: where it listens, what it is made of, and how to end it. */
export type Running = { url: string; deps: Deps; stop: () => Promise<void> }

const KEY_USES_EVERY_MS = 60_000
/** How long a stop waits for requests in flight (contract §10). */
const STOP_GRACE_MS = 10_000

/**
 * Opens the store and listens.
 *
 * @param prepare what must be in the store before the first request is answered
 * @throws Error one clear line when any of it cannot be
 */
export async function startService(
  config: Config,
  prepare: (deps: Deps) => Promise<void> = async () => {},
): Promise<Running> {
  const log = createLog(config.logLevel)
  const store = openStore(config.databaseFile)
  const deps: Deps = { store, brand: config.brand, ...realWorld() }
  const context = createContext(deps, { ...config, log, version: pkg.version })
  const app = createApp(context, { '/swagger': swaggerPage })
  try {
    await prepare(deps)
    listen(app, config)
  } catch (error) {
    await store.close()
    throw error
  }
  const noteUses = () =>
    noteKeyUses(deps, context.keyUses).catch((error) =>
      log.error('key_uses_not_noted', errorFacts(error)),
    )
  const timer = setInterval(noteUses, KEY_USES_EVERY_MS)
  const url = new URL(config.publicUrl)
  if (config.port === 0) url.port = String(app.server!.port)
  log.info('listening', { url: url.origin, version: pkg.version, database: config.databaseFile })

  async function stop(): Promise<void> {
    clearInterval(timer)
    const grace = Promise.withResolvers<void>()
    const alarm = setTimeout(grace.resolve, STOP_GRACE_MS)
    await Promise.race([app.server!.stop(false), grace.promise])
    clearTimeout(alarm)
    await app.server!.stop(true)
    await noteUses()
    await store.close()
    log.info('stopped')
  }
  return { url: url.href.replace(/\/$/, ''), deps, stop }
}

function listen(app: ReturnType<typeof createApp>, { host, port }: Config): void {
  try {
    app.listen({ hostname: host, port })
  } catch (error) {
    throw listenError(error, { host, port })
  }
}

function listenError(error: unknown, { host, port }: Pick<Config, 'host' | 'port'>): Error {
  const { code } = error as { code?: string }
  if (code === 'EADDRINUSE') return new Error(`port ${port} of ${host} is already in use; set PORT`)
  if (code === 'EACCES') return new Error(`port ${port} of ${host} needs rights this user has not`)
  const why = (error as Error).message
  return new Error(`cannot listen on host ${host}, port ${port} (${why}); check HOST and PORT`)
}
