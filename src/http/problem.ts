import { Elysia } from 'elysia'
import type { Static, TObject } from 'typebox'
import { AppError } from '../domain/errors.ts'
import { errorFacts, type Log } from '../log.ts'
import { PROBLEMS } from './problem-table.ts'
import { countProblem, createRequestCounts } from './request-counts.ts'
import type { problemMembers } from './shapes/problem.ts'

const PROBLEM_TYPE = 'application/problem+json'
const RETRY_AFTER_SECONDS = 5
const SAFE_REQUEST_ID = /^[\w.:-]{1,64}$/

/** What is known of requests that no route takes. */
export type Unrouted = {
  /** The methods that an address has; empty when there is no such address. */
  allowedMethods: (path: string) => string[]
  addHeaders: (request: Request, headers: Record<string, unknown>) => Promise<void>
}

/**
 * Names every request (`x-request-id`), keeps its answer from caches and guesses unless its route says otherwise, and
 * answers everything thrown as a problem. Must be the first plugin.
 *
 * @param unrouted of what there is no route for
 * @param counts what requests and problems are added to
 */
export function problems(log: Log, unrouted: Unrouted, counts = createRequestCounts()) {
  return new Elysia({ name: 'problems' })
    .onRequest(({ request, set }) => {
      counts.requests++
      const given = request.headers.get('x-request-id')
      const { headers } = set
      headers['x-request-id'] = given && SAFE_REQUEST_ID.test(given) ? given : crypto.randomUUID()
      headers['x-content-type-options'] = 'nosniff'
      // Most answers are somebody's own; a route whose are not says so itself.
      headers['cache-control'] = 'private, no-store'
    })
    .onError({ as: 'global' }, async ({ error, code, request, set }) => {
      const known =
        code === 'NOT_FOUND'
          ? await unrouted
              .addHeaders(request, set.headers)
              .then(() => routeError(request, unrouted.allowedMethods), toAppError)
          : toAppError(error)
      const requestId = String(set.headers['x-request-id'])
      countProblem(counts, PROBLEMS[known.code].status)
      const facts = { requestId, method: request.method }
      if (isShed(error)) log.warn(known.code, { ...facts, error: error.message })
      else if (PROBLEMS[known.code].status >= 500)
        log.error(known.code, { ...facts, ...errorFacts(error) })
      return problemResponse(advised(known, request), requestId, set.headers)
    })
}

/** The answer to every request after the database has failed: there is nobody left to ask. */
export function failedResponse(): Response {
  const requestId = crypto.randomUUID()
  const error = new AppError('unavailable', 'The database cannot be used at the moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
  return problemResponse(error, requestId, {
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
  })
}

/** Whoever does not know whether it was done may only repeat what is done once. */
function advised(error: AppError, request: Request): AppError {
  if (error.code !== 'outcome_unknown') return error
  const { code, message } = error
  return request.headers.has('idempotency-key')
    ? new AppError(code, `${message} Send it again with the same Idempotency-Key.`, {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      })
    : new AppError(code, `${message} Look whether it is there before you send it again.`)
}

function problemResponse(
  { code, message, facts }: AppError,
  requestId: string,
  headersSoFar: Record<string, string | number | string[]>,
): Response {
  const { status, title } = PROBLEMS[code]
  const body: Static<TObject<typeof problemMembers>> = {
    type: `/problems/${code}`,
    title,
    status,
    code,
    detail: message,
    requestId,
    ...facts.members,
    ...(facts.errors && { errors: facts.errors }),
  }
  const headers = new Headers({ 'content-type': PROBLEM_TYPE, 'cache-control': 'no-store' })
  // Deleted, for Elysia adds what is left in there to the answer.
  for (const [name, value] of Object.entries(headersSoFar))
    if (/^(content-type|etag|cache-control)$/i.test(name)) delete headersSoFar[name]
    else headers.set(name, String(value))
  if (status === 401) headers.set('www-authenticate', 'Bearer')
  if (facts.allow) headers.set('allow', facts.allow.join(', '))
  if (facts.retryAfterSeconds) headers.set('retry-after', String(facts.retryAfterSeconds))
  return new Response(JSON.stringify(body), { status, headers })
}

function routeError(request: Request, allowedMethods: (path: string) => string[]): AppError {
  // A `Host` that is none makes an address that is none.
  const allow = allowedMethods(URL.parse(request.url)?.pathname ?? '')
  // By another spelling, as with a slash at its end, an address is another one.
  return allow.length > 0 && !allow.includes(request.method)
    ? new AppError('method_not_allowed', `${request.method} is not a method of this address.`, {
        allow,
      })
    : new AppError('not_found', 'There is nothing at this address.')
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { cause } = error as { cause?: unknown }
  // What the store says of the database, wrapped by what asked it.
  if (cause instanceof AppError) return cause
  return new AppError('internal', 'Something went wrong on our side; it has been logged.')
}

/** Refused on purpose, by a bound on what waits: nothing is wrong, and where it was thrown tells nobody anything. */
const isShed = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'unavailable' && error.cause === undefined
