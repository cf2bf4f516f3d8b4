import pkg from '../../package.json' with { type: 'json' }
import { createApp } from '../app.ts'
import { type Config, requireSecrets } from '../config.ts'
import swaggerPage from '../docs/swagger.html'
import { AppError } from '../domain/kernel/errors.ts'
import { guestPages } from '../guests/guest-pages.ts'
import { type Context, createContext } from '../http/api/context.ts'
import { failedResponse } from '../http/api/problem.ts'
import { createLog, errorFacts, type Log } from '../log.ts'
import type { SenderWorld } from '../outbox/attempt.ts'
import { createSend } from '../outbox/deliver.ts'
import { LANES_AFTER_MS, type Outbox, startMails, startOutbox } from '../outbox/loop.ts'
import { createPost } from '../outbox/mail/smtp.ts'
import acentaPage from '../panel/acenta.html'
import adminPage from '../panel/admin.html'
import panelPage from '../panel/panel.html'
import { respellAddresses } from '../service/accounts/addresses.ts'
import { noteKeyUses } from '../service/accounts/api-keys.ts'
import type { Deps } from '../service/deps.ts'
import { checkWritable } from '../service/health.ts'
import { noteVersion } from '../service/note-version.ts'
import { realDeps } from '../service/real-deps.ts'
import { noteSiteUses } from '../service/sites/sites.ts'
import { writeWebCounts } from '../service/strangers/web-counts.ts'
import { createVault, type Vault } from '../store/engine/vault.ts'
import { placeOf, type Store, type Trouble } from '../store/open.ts'
import { refuseLost } from './backup-owner.ts'
import { backupLoops } from './backups.ts'
import { createClockDoubt } from './clock-doubt.ts'
import { watchLag } from './lag.ts'
import { warnOfLimitsOff, warnOfMistakes } from './limits-off.ts'
import { type App, listen } from './listen.ts'
import { beatsFrom, startLoops, startWorkerLoops } from './loops.ts'
import { warnOfNoAdmin } from './no-admin.ts'
import type { Tracing } from './otlp.ts'
import { pagesInThread } from './page-thread.ts'
import { ownLoops, workerLoops } from './passes.ts'
import { keepFingerprints, type Secrets, secretsOf } from './secrets.ts'
import { tokenKeyOf } from './token-key.ts'
import { openTracing } from './tracing.ts'
import { openAnswering } from './upgrade.ts'

/** A running service: its address, its parts, and the way to stop it. */
export type RunningService = {
  url: string
  deps: Deps
  stop: () => Promise<void>
  /** Fulfilled when the database has failed and waiting requests were answered: the process must end. */
  failed: Promise<void>
}

/** The longest wait of a stop for requests in flight (contract §10). */
const STOP_GRACE_MS = 10_000
/** The time after a failure of the database in which requests are still answered, 503. */
const LAST_ANSWERS_MS = 500

const PAGES = {
  '/swagger': swaggerPage,
  '/panel': panelPage,
  '/acenta': acentaPage,
  '/admin': adminPage,
}

const TROUBLES: Record<Trouble, string> = {
  database_failed:
    'the disk failed while the database committed, or its file is gone: this process ends with status 74, and the next start reads what is stored',
  database_damaged:
    'a damaged page was found: nothing is written from now on; stop, run `roomwire doctor`, and restore a backup',
  listener_failed: 'a defect: a request that waited for a commit was not woken',
}

/** The options of a start. */
type StartOptions = {
  /** Rows that must be in the store before the first request is answered. */
  prepare?: (deps: Deps) => Promise<void>
  /** Aborts a start that waits for migrations; `startService` throws its reason. */
  signal?: AbortSignal | undefined
}

/**
 * Opens the store, creates the app, listens, and starts the loops. Before it listens, the operating system refuses
 * requests, or they are 503 while tables with rows are migrated. The first answered request finds everything in place.
 *
 * @throws Error one clear line if any step fails
 */
export async function startService(
  config: Config,
  { prepare, signal }: StartOptions = {},
): Promise<RunningService> {
  const log = createLog(config.logLevel)
  const failure = Promise.withResolvers<void>()
  const stopping = new AbortController()
  let app: App | undefined
  const onTrouble = (trouble: Trouble, error: unknown) => {
    log.error(trouble, { hint: TROUBLES[trouble], ...errorFacts(error) })
    if (trouble !== 'database_failed') return
    // Ends waiting requests, and refuses all others, pages and health too, until the process ends.
    stopping.abort()
    setTimeout(failure.resolve, LAST_ANSWERS_MS)
    app?.server?.reload({ routes: {}, fetch: failedResponse })
  }
  requireSecrets(config)
  await refuseLost(config)
  const place = placeOf(config.database)
  const { store, server: early } = await openAnswering(config, { onTrouble, log, signal })
  try {
    const secrets = secretsOf(config)
    // Its key is derived in another thread meanwhile.
    const vault = createVault(secrets.encryptionKey)
    await keepFingerprints({ store, log }, config, secrets)
    const tokenKey = await tokenKeyOf({ store, log }, vault)
    await noteVersion({ store }, pkg.version)
    await respellAddresses({ store, nowMs: store.clock.nowMs })
    const tracing = await openTracing(config.traces, log)
    const parts = { store: tracing?.store(store) ?? store, log, stopping }
    const context = openContext(config, { ...secrets, vault, tokenKey }, parts)
    context.counts.trace = tracing?.answer
    const monotonicMs = () => performance.now()
    const pages = pagesInThread(guestPages, { log, stopping: stopping.signal, monotonicMs })
    app = createApp(context, PAGES, pages)
    await prepare?.(context)
    // A failing disk shows now rather than at the first write; health reports a full one.
    await checkWritable(context).catch(() => {})
    const unlessDoubted = await createClockDoubt({ ...context, monotonicMs })
    const breakdown = store.breakdown()
    if (breakdown) throw breakdown.error
    // From here to the return nothing awaits, so that all of it is done before the first answer.
    listen(app, config, early)
    const lanes = startLanes(context, config, { monotonicMs, tracing })
    const beats = beatsFrom(monotonicMs())
    const stopWork = startWorkerLoops(context, workerLoops(context, unlessDoubted), beats.worker)
    const own = [...ownLoops(context), ...backupLoops(config, context)]
    const stopLoops = startLoops(context, own, beats.own)
    watchLag(context.counts.lag, stopping.signal)
    const url = new URL(config.publicUrl)
    if (config.port === 0) url.port = String(app.server!.port)
    warnOfLimitsOff(config, log)
    warnOfMistakes(config, log)
    log.info('listening', { url: url.origin, version: pkg.version, database: place })
    warnOfNoAdmin({ store, log }, stopping.signal)
    const { server } = app
    const work = { stopping, lanes, stopWork, stopLoops, tracing }
    const stop = () => stopAll(context, { server: server!, ...work })
    return { url: url.href.replace(/\/$/, ''), deps: context, stop, failed: failure.promise }
  } catch (error) {
    await (app?.server ?? early)?.stop(true)
    await store.close()
    const cause = store.breakdown()?.error ?? failureOf(error)
    if (!cause) throw error
    throw new Error(`${place} cannot be used: ${(cause as Error).message}`, { cause })
  }
}

/** Returns the database's own error behind an `unavailable`; undefined for any other error. */
function failureOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined
  const isIt = error instanceof AppError && error.code === 'unavailable'
  return isIt ? (error.cause ?? error) : failureOf(error.cause)
}

type OpenParts = { store: Store; log: Log; stopping: AbortController }

function openContext(
  config: Config,
  { jwtSecret, vault, tokenKey }: Pick<Secrets, 'jwtSecret'> & { vault: Vault; tokenKey: Buffer },
  { store, log, stopping }: OpenParts,
): Context {
  const { brand, allowPrivateWebhooks, allowLoopbackWebhooks } = config
  const { strangerLimits, manageByEmail, isDemo } = config
  const isMailing = config.mail !== undefined
  const world = realDeps({
    nowMs: store.clock.nowMs,
    isRemote: store.isRemote,
    ...{ vault, allowPrivateWebhooks, allowLoopbackWebhooks, isMailing },
    ...{ linkSecret: jwtSecret, tokenKey, strangerLimits, manageByEmail, isDemo },
  })
  return createContext(
    { store, brand, ...world },
    {
      ...config,
      cacheBytes: config.cacheMb * 1_048_576,
      jwtSecret,
      log,
      version: pkg.version,
      stopping: stopping.signal,
    },
  )
}

/** Starts to send webhooks, and mails if there is a mail server. */
function startLanes(
  context: Context,
  { fetchesMax, mail }: Config,
  { monotonicMs, tracing }: { monotonicMs: () => number; tracing: Tracing | undefined },
): Outbox[] {
  const plain = createSend(context)
  const send = tracing?.send(plain) ?? plain
  const { deliveries, mails } = context.counts
  const sending = { ...context, monotonicMs, random: Math.random, send, fetchesMax }
  const told: SenderWorld['onAttempt'] = (error) => deliveries.add(error ?? 'delivered')
  const webhooks = startOutbox({ ...sending, onAttempt: told }, LANES_AFTER_MS)
  if (!mail) return [webhooks]
  const { from, server } = mail
  const post = createPost(server)
  const onAttempt = mails.add
  const mailing = { ...context, from, random: Math.random, post, onAttempt }
  return [webhooks, startMails(mailing, LANES_AFTER_MS)]
}

type ServiceParts = {
  server: NonNullable<App['server']>
  stopping: AbortController
  lanes: readonly Outbox[]
  stopWork: () => Promise<void>
  stopLoops: () => Promise<void>
  tracing: Tracing | undefined
}

/** Answers the requests in flight, for 10 s at most, then ends everything else and closes the store. */
async function stopAll(
  context: Context,
  { server, stopping, lanes, stopWork, stopLoops, tracing }: ServiceParts,
): Promise<void> {
  stopping.abort()
  const grace = Promise.withResolvers<void>()
  const alarm = setTimeout(grace.resolve, STOP_GRACE_MS)
  // At the same time as the requests in flight; the next worker sends events that come too late.
  const workStopped = Promise.all([...lanes.map((lane) => lane.stop(STOP_GRACE_MS)), stopWork()])
  await Promise.race([server.stop(false), grace.promise])
  clearTimeout(alarm)
  await server.stop(true)
  await stopLoops()
  await workStopped
  await Promise.all([context.forgotten.idle(), context.linkRequests.idle()])
  // A full disk must not prevent closing the database.
  await noteKeyUses(context, context.keyUses)
    .then(() => noteSiteUses(context, context.siteUses))
    .then(() => writeWebCounts(context, context.webCounts))
    .catch((error) => context.log.error('key_uses_not_noted', errorFacts(error)))
  await context.store.close()
  await tracing?.stop()
  context.log.info('stopped')
}
