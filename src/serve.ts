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

/** Opens the store and listens. @throws Error one clear line when either cannot be */
export async function startService(config: Config): Promise<Running> {
  const log = createLog(config.logLevel)
  const store = openStore(config.databaseFile)
  const deps: Deps = { store, brand: config.brand, ...realWorld() }
  const context = createContext(deps, { ...config, log, version: pkg.version })
  const app = createApp(context, { '/swagger': swaggerPage })
  try {
    app.listen({ hostname: config.host, port: config.port })
  } catch (error) {
    await store.close()
    throw listenError(error, config)
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

function listenError(error: unknown, { host, port }: Config): Error {
  const { code } = error as { code?: string }
  if (code === 'EADDRINUSE') return new Error(`port ${port} of ${host} is already in use; set PORT`)
  if (code === 'EACCES') return new Error(`port ${port} of ${host} needs rights this user has not`)
  return new Error(`cannot listen on ${host}:${port}: ${(error as Error).message}`)
}
