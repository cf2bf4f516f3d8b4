import pkg from '../package.json' with { type: 'json' }
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import swaggerPage from './docs/swagger.html'
import { createContext } from './http/context.ts'
import { createLog, errorFacts } from './log.ts'
import { startLoops } from './loops.ts'
import { createSend } from './outbox/deliver.ts'
import { startOutbox } from './outbox/loop.ts'
import { keptSecret } from './secrets.ts'
import { noteKeyUses } from './service/api-keys.ts'
import type { Deps } from './service/deps.ts'
import { completeStays, expireHolds, forgetAnswers } from './service/passes.ts'
import { realWorld } from './service/world.ts'
import { openStore } from './store/open.ts'
import { hasAdmin } from './store/users.ts'

/** A service that runs: where it listens, what it is made of, and how to end it. */
export type Running = { url: string; deps: Deps; stop: () => Promise<void> }

const SECOND_MS = 1_000
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
  const { brand, dataDir, allowPrivateWebhooks } = config
  const encryptionKey = keptSecret(dataDir, 'encryption.key', config.encryptionKey)
  const world = realWorld({ encryptionKey, allowPrivateWebhooks })
  const deps: Deps = { store, brand, ...world }
  const jwtSecret = keptSecret(dataDir, 'jwt.secret', config.jwtSecret)
  const context = createContext(deps, { ...config, jwtSecret, log, version: pkg.version })
  const app = createApp(context, { '/swagger': swaggerPage })
  let isManned: boolean
  try {
    await prepare(deps)
    isManned = await hasAdmin(store)
    // From here to the return nothing waits: whoever gets the first answer finds all of it done.
    listen(app, config)
  } catch (error) {
    await store.close()
    throw error
  }
  const outbox = startOutbox({
    ...deps,
    version: pkg.version,
    log,
    monotonicMs: () => performance.now(),
    random: Math.random,
    send: createSend(deps),
  })
  const stopLoops = startLoops(log, [
    { name: 'expire_holds', everyMs: SECOND_MS, run: () => expireHolds(deps) },
    { name: 'complete_stays', everyMs: 60 * SECOND_MS, run: () => completeStays(deps) },
    { name: 'forget_answers', everyMs: 3_600 * SECOND_MS, run: () => forgetAnswers(deps) },
    {
      name: 'note_key_uses',
      everyMs: 60 * SECOND_MS,
      run: () => noteKeyUses(deps, context.keyUses),
    },
  ])
  const url = new URL(config.publicUrl)
  if (config.port === 0) url.port = String(app.server!.port)
  log.info('listening', { url: url.origin, version: pkg.version, database: config.databaseFile })
  if (!isManned) log.warn('no_admin', { hint: 'make one with: roomwire create-admin <email>' })

  async function stop(): Promise<void> {
    const grace = Promise.withResolvers<void>()
    const alarm = setTimeout(grace.resolve, STOP_GRACE_MS)
    // Side by side with the requests in flight, whose events are sent at the next start if they come too late.
    const outboxStopped = outbox.stop(STOP_GRACE_MS)
    await Promise.race([app.server!.stop(false), grace.promise])
    clearTimeout(alarm)
    await app.server!.stop(true)
    await stopLoops()
    await outboxStopped
    // A disk that is full must not keep the database from being closed.
    await noteKeyUses(deps, context.keyUses).catch((error) =>
      log.error('key_uses_not_noted', errorFacts(error)),
    )
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
