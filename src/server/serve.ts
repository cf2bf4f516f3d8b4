import pkg from '../../package.json' with { type: 'json' }
import type { Config } from '../config.ts'
import { createLog, errorFacts } from '../log.ts'
import type { Deps } from '../service/deps.ts'
import { checkWritable } from '../service/health.ts'
import { openStore, type Trouble } from '../store/open.ts'
import { asksHealth, listenEarly } from './front.ts'
import type { Running } from './running.ts'

/** How long after a failure of the database requests are still answered, 503. */
const LAST_ANSWERS_MS = 500

const TROUBLES: Record<Trouble, string> = {
  database_failed:
    'the disk failed while the database committed: this process ends with status 74, and the next start reads what is stored',
  database_damaged:
    'a damaged page was met: nothing is written any more; stop, see `roomwire doctor`, and restore a backup',
  listener_failed: 'a defect: what waited for a commit was not woken',
}

/**
 * Opens the store and listens, then puts the rest together: health is answered from the first moment, everything else
 * as soon as it can be.
 *
 * @param prepare what must be in the store before the first request, health too, is answered
 * @throws Error one clear line when any of it cannot be
 */
export async function startService(
  config: Config,
  prepare?: (deps: Deps) => Promise<void>,
): Promise<Running> {
  const log = createLog(config.logLevel)
  const failure = Promise.withResolvers<void>()
  const stopping = new AbortController()
  const store = openStore(config.databaseFile, (trouble, error) => {
    log.error(trouble, { hint: TROUBLES[trouble], ...errorFacts(error) })
    if (trouble === 'database_failed') void endAll()
  })
  let front: ReturnType<typeof listenEarly> | undefined
  try {
    // When it cannot be written, health waits like everything else for the app, which tells.
    const wellness = checkWritable({ store, nowMs: Date.now }).then(
      () => true,
      () => false,
    )
    front = listenEarly(config, (request) =>
      prepare || !asksHealth(request) ? undefined : earlyHealth(wellness),
    )
    await wellness
    // Piece by piece, so that health is answered between two.
    for (const load of PIECES) {
      await turn()
      await load()
    }
    const { assemble } = await import('./assemble.ts')
    const running = await assemble({ config, log, store, front, prepare, stopping })
    return { ...running, failed: failure.promise }
  } catch (error) {
    await front?.server.stop(true)
    await store.close()
    const { error: cause } = store.breakdown() ?? {}
    if (!cause) throw error
    throw new Error(`${config.databaseFile} cannot be used: ${(cause as Error).message}`, { cause })
  }

  /** Cuts what waits, and refuses everything, pages and health too, until the process ends. */
  async function endAll(): Promise<void> {
    stopping.abort()
    setTimeout(failure.resolve, LAST_ANSWERS_MS)
    const { failedResponse } = await import('../http/problem.ts')
    front?.server.reload({ routes: {}, fetch: failedResponse })
  }
}

const PIECES = [
  () => import('../http/problem.ts'),
  () => import('../http/openapi.ts'),
  () => import('../service/world.ts'),
  () => import('../http/context.ts'),
  () => import('../app.ts'),
]

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** `GET /v1/health` of a service that has just started; undefined when the database cannot be written. */
async function earlyHealth(wellness: Promise<boolean>): Promise<Response | undefined> {
  if (!(await wellness)) return undefined
  return Response.json(
    { status: 'ok', version: pkg.version, uptimeSeconds: 0 },
    {
      headers: {
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-request-id': crypto.randomUUID(),
      },
    },
  )
}
