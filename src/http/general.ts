import { Elysia } from 'elysia'
import type { ErrorCode } from '../domain/errors.ts'
import { AppError } from '../domain/errors.ts'
import { errorFacts } from '../log.ts'
import { checkWritable } from '../service/health.ts'
import type { Context } from './context.ts'
import { publicLimit } from './doors/public-limit.ts'
import * as docs from './general-docs.ts'
import { PROBLEMS } from './problem-table.ts'
import { NoQuery } from './request/query.ts'

/** Between two looks whether the database can be written; however often health is asked. */
const HEALTH_KEPT_MS = 1_000

/** Health, the informational object and the explanations of problems (specification §4.2, contract §5, §6). */
export function generalRoutes(context: Context, endpoints: () => string[]) {
  const isWritable = createHealth(context)
  const info = () => ({
    name: 'Roomwire',
    version: context.version,
    status: 'live',
    endpoints: endpoints(),
  })
  return new Elysia()
    .get(
      '/v1/health',
      async ({ set }) => {
        set.headers['cache-control'] = 'no-store'
        if (!(await isWritable()))
          throw new AppError('unavailable', 'The database cannot be written.', {
            retryAfterSeconds: 5,
          })
        const uptimeSeconds = Math.floor((context.nowMs() - context.startedAtMs) / 1_000)
        return { status: 'ok', version: context.version, uptimeSeconds }
      },
      { query: NoQuery, detail: docs.health },
    )
    .use(publicLimit(context))
    .get('/v1', info, { query: NoQuery, detail: docs.info })
    .get(
      '/',
      ({ headers, redirect }) =>
        // A browser names no JSON, and who comes by one looks for the pages.
        /text\/html/.test(headers.accept ?? '') && !/application\/json/.test(headers.accept ?? '')
          ? redirect('/panel', 302)
          : info(),
      { detail: { hide: true } },
    )
    .get(
      '/problems/:code',
      ({ params: { code } }) => {
        if (!Object.hasOwn(PROBLEMS, code))
          throw new AppError('not_found', 'There is no problem of this code.')
        return { type: `/problems/${code}`, code, ...PROBLEMS[code as ErrorCode] }
      },
      { query: NoQuery, detail: docs.problem },
    )
}

function createHealth(context: Context): () => Promise<boolean> {
  let last: Promise<boolean> | undefined
  let atMs = 0
  return () => {
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
    }
    return last
  }
}
