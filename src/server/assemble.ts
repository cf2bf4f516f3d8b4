import pkg from '../../package.json' with { type: 'json' }
import { createApp } from '../app.ts'
import type { Config } from '../config.ts'
import swaggerPage from '../docs/swagger.html'
import { createContext } from '../http/context.ts'
import { errorFacts, type Log } from '../log.ts'
import { createSend } from '../outbox/deliver.ts'
import { startOutbox } from '../outbox/loop.ts'
import acentaPage from '../panel/acenta.html'
import adminPage from '../panel/admin.html'
import panelPage from '../panel/panel.html'
import { noteKeyUses } from '../service/accounts/api-keys.ts'
import { tellOversold } from '../service/availability/tell-oversold.ts'
import { completeStays, expireHolds, forgetAnswers } from '../service/bookings/booking-passes.ts'
import { indexBookings } from '../service/bookings/index-words.ts'
import { foldSums } from '../service/bookings/sums.ts'
import { publishUnacked } from '../service/bookings/unacked.ts'
import type { Deps } from '../service/deps.ts'
import { pruneOld } from '../service/retention.ts'
import { realWorld } from '../service/world.ts'
import { hasAdmin } from '../store/catalog/users.ts'
import type { Store } from '../store/open.ts'
import { createClockDoubt } from './clock-doubt.ts'
import type { Front } from './front.ts'
import { startLoops } from './loops.ts'
import type { Running } from './running.ts'
import { keptSecret } from './secrets.ts'

const SECOND_MS = 1_000
/** How long a stop waits for requests in flight (contract §10). */
const STOP_GRACE_MS = 10_000

/** What a start has made so far. */
type Begun = {
  config: Config
  log: Log
  store: Store
  front: Front
  /** What must be in the store before the first request is answered. */
  prepare: ((deps: Deps) => Promise<void>) | undefined
  /** Aborted when nobody shall wait any more. */
  stopping: AbortController
}

/** Puts the service together behind a socket that is open, and starts its loops. */
export async function assemble(begun: Begun): Promise<Omit<Running, 'failed'>> {
  const { config, log, store, front, prepare, stopping } = begun
  const { brand, dataDir, allowPrivateWebhooks, allowLoopbackWebhooks } = config
  const encryptionKey = keptSecret(dataDir, 'encryption.key', config.encryptionKey)
  const world = realWorld({ encryptionKey, allowPrivateWebhooks, allowLoopbackWebhooks })
  const deps: Deps = { store, brand, ...world }
  const jwtSecret = keptSecret(dataDir, 'jwt.secret', config.jwtSecret)
  const context = createContext(deps, {
    ...config,
    cacheBytes: config.cacheMb * 1_048_576,
    jwtSecret,
    log,
    version: pkg.version,
    stopping: stopping.signal,
  })
  const app = createApp(context, {
    '/swagger': swaggerPage,
    '/panel': panelPage,
    '/acenta': acentaPage,
    '/admin': adminPage,
  })
  await prepare?.(deps)
  const isManned = await hasAdmin(store)
  const monotonicMs = () => performance.now()
  const unlessDoubted = await createClockDoubt({ ...deps, log, monotonicMs })
  const breakdown = store.breakdown()
  if (breakdown) throw breakdown.error
  // From here to the return nothing waits: whoever gets the first answer finds all of it done.
  front.handOver(app)
  const outbox = startOutbox({
    ...deps,
    version: pkg.version,
    log,
    monotonicMs,
    random: Math.random,
    send: createSend(deps),
    fetchesMax: config.fetchesMax,
  })
  const { signal } = stopping
  // Holds go by minutes, on a wrong clock too; what is ended or deleted by a wrong one does not come back.
  const stopLoops = startLoops(log, [
    { name: 'expire_holds', everyMs: SECOND_MS, run: () => expireHolds(deps, signal) },
    {
      name: 'complete_stays',
      everyMs: 60 * SECOND_MS,
      run: unlessDoubted(() => completeStays(deps, signal)),
    },
    { name: 'fold_sums', everyMs: 30 * SECOND_MS, run: () => foldSums(deps) },
    { name: 'publish_unacked', everyMs: 60 * SECOND_MS, run: () => publishUnacked(deps, signal) },
    {
      name: 'prune_old',
      everyMs: 3_600 * SECOND_MS,
      run: unlessDoubted(() => pruneOld(deps, signal)),
    },
    {
      name: 'forget_answers',
      everyMs: 3_600 * SECOND_MS,
      run: unlessDoubted(() => forgetAnswers(deps, signal)),
    },
    {
      name: 'tell_oversold',
      everyMs: 3_600 * SECOND_MS,
      run: unlessDoubted(() => tellOversold(deps)),
    },
    { name: 'index_bookings', everyMs: 2 * SECOND_MS, run: () => indexBookings(deps, signal) },
    {
      name: 'note_key_uses',
      everyMs: 60 * SECOND_MS,
      run: () => noteKeyUses(deps, context.keyUses),
    },
  ])
  const url = new URL(config.publicUrl)
  if (config.port === 0) url.port = String(front.server.port)
  log.info('listening', { url: url.origin, version: pkg.version, database: config.databaseFile })
  if (!isManned) log.warn('no_admin', { hint: 'make one with: roomwire create-admin <email>' })

  async function stop(): Promise<void> {
    stopping.abort()
    const grace = Promise.withResolvers<void>()
    const alarm = setTimeout(grace.resolve, STOP_GRACE_MS)
    // Side by side with the requests in flight, whose events are sent at the next start if they come too late.
    const outboxStopped = outbox.stop(STOP_GRACE_MS)
    await Promise.race([front.server.stop(false), grace.promise])
    clearTimeout(alarm)
    await front.server.stop(true)
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
