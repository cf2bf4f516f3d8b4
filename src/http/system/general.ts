import { Type } from 'typebox'
import { CLOCK_UNFIT_MS } from '../../domain/kernel/clock-limits.ts'
import type { ErrorCode } from '../../domain/kernel/errors.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { errorFacts } from '../../log.ts'
import { checkWritable } from '../../service/health.ts'
import { type Context, INTERFACE_VERSION } from '../api/context.ts'
import { PROBLEMS } from '../api/problem-table.ts'
import { type Call, type Door, routes } from '../api/route.ts'
import { type AddRoutes, together } from '../api/route-group.ts'
import { words } from '../api/schema.ts'
import { publicDoor } from '../doors/public-limit.ts'
import { securityTxtRoutes } from './security-txt.ts'

/** How long a health result is cached, in milliseconds. */
const HEALTH_KEPT_MS = 1_000
/** The longest that a check may wait for a thread of ours that writes; a disk that hangs shows after it. */
const LENT_MS_MAX = 10_000

/** Health, the informational object and the explanations of problems (specification §4.2, contract §5, §6). */
export function generalRoutes(context: Context, endpoints: () => string[]) {
  const { app, route } = routes('', publicDoor(context), 'Service')
  const info = () => ({
    name: 'Roomwire',
    version: INTERFACE_VERSION,
    status: 'live',
    endpoints: endpoints(),
  })

  route('GET', '/v1', {
    id: 'getInfo',
    summary: 'About this service',
    description: 'The same at `/` for `Accept: application/json`.',
    says: 'Name, version, status and endpoints of the general interface.',
    answer: Type.Object({
      name: Type.String(),
      version: Type.String(),
      status: Type.String(),
      endpoints: Type.Array(Type.String()),
    }),
    example: {
      name: 'Roomwire',
      version: '0.1.0',
      status: 'live',
      endpoints: ['GET /v1/health'],
    },
    handle: info,
  })

  route('GET', '/problems/:code', {
    id: 'explainProblem',
    summary: 'Explain a problem code',
    says: 'The explanation.',
    answer: Type.Object({
      type: Type.String(),
      code: Type.String(),
      status: Type.Integer(),
      title: Type.String(),
      help: Type.String(),
    }),
    example: explain('not_found'),
    handle: ({ params: { code } }) => {
      if (!Object.hasOwn(PROBLEMS, code))
        throw new AppError('not_found', 'There is no problem with this code.')
      return explain(code as ErrorCode)
    },
  })

  return together(healthRoute(context), app, welcome(context, info))
}

const explain = (code: ErrorCode) => ({ type: `/problems/${code}`, code, ...PROBLEMS[code] })

/** The door of health checks: no authentication and no rate limit. */
const openDoor = (context: Context): Door<Record<never, never>> => ({
  ...{ context, security: [], errors: [], enter: () => ({}) },
})

function healthRoute(context: Context) {
  const isWritable = createHealth(context)
  const warnings = createWarnings(context)
  const { app, route } = routes('', openDoor(context), 'Service')

  route('GET', '/v1/health', {
    id: 'getHealth',
    summary: 'Health of the service',
    description:
      '200 if the database can be written, else 503; also 503 after a damaged page of the database was found, while the clock of the machine is 30 s or more off the database’s, and while the database is migrated (`migrating`).',
    isPrompt: true,
    says: 'Healthy.',
    answer: Type.Object({
      status: words('ok'),
      version: Type.String(),
      uptimeSeconds: Type.Integer(),
      warnings: Type.Optional(
        Type.Array(words('backup_failed'), { description: 'Only where there are any.' }),
      ),
    }),
    example: { status: 'ok', version: '0.2.0', uptimeSeconds: 86400 },
    handle: async ({ set }) => {
      set.headers['cache-control'] = 'no-store'
      if (!(await isWritable()))
        throw new AppError('unavailable', 'The database cannot be written.', {
          retryAfterSeconds: 5,
        })
      refuseWrongClock(context)
      const uptimeSeconds = Math.floor((context.nowMs() - context.startedAtMs) / 1_000)
      const told = await warnings()
      return {
        ...{ status: 'ok' as const, version: context.version, uptimeSeconds },
        ...(told.length > 0 && { warnings: told }),
      }
    },
  })

  return together(app, securityTxtRoutes(context))
}

/**
 * A replica with a wrong clock answers by the database's all the same, but certificates and its log do not.
 *
 * @throws AppError `unavailable`
 */
function refuseWrongClock({ store: { clock } }: Context): void {
  const aheadSeconds = Math.trunc(clock.aheadMs() / 1_000)
  if (Math.abs(aheadSeconds) * 1_000 < CLOCK_UNFIT_MS) return
  const side = aheadSeconds > 0 ? 'ahead of' : 'behind'
  throw new AppError(
    'unavailable',
    `The clock of this machine is ${Math.abs(aheadSeconds)} s ${side} that of the database.`,
    { retryAfterSeconds: 10 },
  )
}

/**
 * Serves `/`: for browsers a redirect to the pages that sell, else to the panel; the informational object for programs.
 */
function welcome(context: Context, info: () => object): AddRoutes {
  const door = publicDoor(context)
  const isForPages = async (call: Call) => {
    await door.enter(call, () => ({}))
    const accept = call.request.headers.get('accept') ?? ''
    // A browser accepts HTML but names no JSON: its user wants the pages.
    return /text\/html/.test(accept) && !/application\/json/.test(accept)
  }
  return (app) =>
    app.get(
      '/',
      async ({ request, server, set, redirect }) =>
        (await isForPages({ request, server, set }))
          ? redirect(context.publicPages ? '/stay' : '/panel', 302)
          : info(),
      { detail: { hide: true } },
    )
}

/** The matters for the operator while the service is well; kept as long as the health. */
function createWarnings({ store }: Context): () => Promise<'backup_failed'[]> {
  let last: 'backup_failed'[] = []
  let atMs = Number.NEGATIVE_INFINITY
  return async () => {
    // PostgreSQL's backups are not made here, and its size is dear to ask for.
    if (store.isRemote || performance.now() - atMs <= HEALTH_KEPT_MS) return last
    atMs = performance.now()
    const { backupFailure } = await store.vitals()
    last = backupFailure === null ? [] : ['backup_failed']
    return last
  }
}

/** While a thread of ours writes for long, as it makes an index, the last result counts: a check waits for its commit. */
function createHealth(context: Context): () => Promise<boolean> {
  let last: Promise<boolean> | undefined
  let atMs = 0
  let known = { isWell: false, atMs: 0 }
  const { store } = context
  return async () => {
    const nowMs = performance.now()
    if (!last || nowMs - atMs > HEALTH_KEPT_MS) {
      atMs = nowMs
      last = checkWritable(context).then(
        () => true,
        (error) => {
          context.log.error('health_failed', errorFacts(error))
          return false
        },
      )
      void last.then((isWell) => {
        known = { isWell, atMs: performance.now() }
      })
    }
    const isKnown = known.isWell && nowMs - known.atMs < LENT_MS_MAX
    return (isKnown && store.isLent() && !store.breakdown()) || last
  }
}
