import { Elysia } from 'elysia'
import type { Static, TObject } from 'typebox'
import { AppError, type ErrorCode } from '../../domain/kernel/errors.ts'
import { errorFacts, type Log } from '../../log.ts'
import { textResponse } from './packing.ts'
import type { problemMembers } from './problem-shape.ts'
import { PROBLEMS } from './problem-table.ts'
import { countProblem, createRequestCounts, type RequestCounts } from './request-counts.ts'
import type { Call } from './route.ts'
import { isSandboxFault, isTestRequest, markProblem } from './test-mode.ts'
import { unknownPage } from './unknown-page.ts'

const PROBLEM_TYPE = 'application/problem+json'
const RETRY_AFTER_SECONDS = 5
const SAFE_REQUEST_ID = /^[\w.:-]{1,64}$/

/** What is known of requests that no route takes. */
export type UnroutedFacts = {
  /** The methods that an address has; empty when there is no such address. */
  allowedMethods: (path: string) => string[]
  addHeaders: (call: Call) => Promise<void>
}

/**
 * Names every request (`x-request-id`), keeps its answer from caches and guesses unless its route says otherwise, and
 * answers everything thrown as a problem. Must be the first plugin.
 *
 * @param unrouted of what there is no route for
 * @param counts what requests and problems are added to
 * @param always headers of every answer
 */
export function problems(
  log: Log,
  unrouted: UnroutedFacts,
  counts = createRequestCounts(),
  always: Record<string, string> = {},
) {
  return new Elysia({ name: 'problems' })
    .onRequest(({ request, set }) => {
      counts.requests++
      const given = request.headers.get('x-request-id')
      const { headers } = set
      Object.assign(headers, always)
      headers['x-request-id'] = given && SAFE_REQUEST_ID.test(given) ? given : crypto.randomUUID()
      headers['x-content-type-options'] = 'nosniff'
      // Most answers are somebody's own; a route whose are not says so itself.
      headers['cache-control'] = 'private, no-store'
    })
    .onError({ as: 'global' }, async ({ error, code, request, set, server }) => {
      const known =
        code === 'NOT_FOUND'
          ? await unrouted
              .addHeaders({ request, set, server })
              .then(() => routeError(request, unrouted.allowedMethods), toAppError)
          : toAppError(error)
      const requestId = String(set.headers['x-request-id'])
      const facts = { requestId, method: request.method }
      if (isSandboxFault(known)) log.debug('sandbox_fault', facts)
      else noteProblem({ log, counts }, { known, error }, facts)
      const isNowhere = code === 'NOT_FOUND' && known.code === 'not_found'
      const page = isNowhere ? unknownPage(request, requestId) : undefined
      if (page) {
        for (const [name, value] of Object.entries(always)) page.headers.set(name, value)
        return page
      }
      const told = withRetryAdvice(known, request)
      const marked = isTestRequest(request) ? markProblem(told) : told
      const { text, ...init } = writeProblem(marked, requestId, set.headers)
      return await textResponse(request, text, init)
    })
}

/** Counts a problem that a request is answered with, and logs what is the service's own. @param error what was thrown */
export function noteProblem(
  { log, counts }: { log: Log; counts: RequestCounts },
  { known, error }: { known: AppError; error: unknown },
  facts: { requestId: string; method: string },
): void {
  const { status } = PROBLEMS[known.code]
  countProblem(counts, known, status)
  // Whoever floods log-ins shall not flood the log: `tellLogins` says how many they were.
  if (known.facts.loginBound) return
  if (isLoadShed(error)) log.warn(known.code, { ...facts, error: error.message })
  else if (status >= 500) log.error(known.code, { ...facts, ...errorFacts(error) })
}

/** The answer to every request after the database has failed: there is nobody left to ask. */
export const failedResponse = (): Response =>
  answerWithoutApp('unavailable', 'The database cannot be used at the moment.')

/** The answer to every request while tables are brought up to date: there is nobody to ask yet. */
export function migratingResponse(): Response {
  const answer = answerWithoutApp('migrating', 'The database is being brought up to date.')
  // What listens later is another listener.
  answer.headers.set('connection', 'close')
  return answer
}

function answerWithoutApp(code: ErrorCode, detail: string): Response {
  const requestId = crypto.randomUUID()
  const error = new AppError(code, detail, { retryAfterSeconds: RETRY_AFTER_SECONDS })
  const { text, ...init } = writeProblem(error, requestId, {
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
  })
  return new Response(text, init)
}

/** Whoever does not know whether it was done may only repeat what is done once. */
function withRetryAdvice(error: AppError, request: Request): AppError {
  if (error.code !== 'outcome_unknown') return error
  const { code, message } = error
  return request.headers.has('idempotency-key')
    ? new AppError(code, `${message} Send it again with the same Idempotency-Key.`, {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      })
    : new AppError(code, `${message} Look whether it is there before you send it again.`)
}

function writeProblem(
  { code, message, facts }: AppError,
  requestId: string,
  headersSoFar: Record<string, string | number | string[]>,
): { text: string; status: number; headers: Record<string, string> } {
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
  const headers: Record<string, string> = {
    'content-type': PROBLEM_TYPE,
    'cache-control': 'no-store',
  }
  // Deleted, for Elysia adds what is left in there to the answer.
  for (const [name, value] of Object.entries(headersSoFar))
    if (/^(content-(type|encoding)|etag|vary|cache-control)$/i.test(name)) delete headersSoFar[name]
    else headers[name] = String(value)
  if (status === 401) headers['www-authenticate'] = 'Bearer'
  if (facts.allow) headers.allow = facts.allow.join(', ')
  if (facts.retryAfterSeconds) headers['retry-after'] = String(facts.retryAfterSeconds)
  return { text: JSON.stringify(body), status, headers }
}

function routeError(request: Request, allowedMethods: (path: string) => string[]): AppError {
  // A `Host` that is none makes an address that is none.
  const path = URL.parse(request.url)?.pathname ?? ''
  const allow = allowedMethods(path)
  // By another spelling, as with a slash at its end, an address is another one.
  if (allow.length > 0 && !allow.includes(request.method))
    return new AppError(
      'method_not_allowed',
      `${request.method} is not a method of this address.`,
      {
        allow,
      },
    )
  const meant = withoutSpareSlashes(path)
  const hint =
    meant !== path && allowedMethods(meant).length > 0
      ? ` Without the slash too many it is ${meant}`
      : ''
  return new AppError('not_found', `There is nothing at this address.${hint}`)
}

/** No redirect leads there: many clients would follow it with GET, or without the key. */
const withoutSpareSlashes = (path: string) =>
  path.replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')

/** What is told of anything thrown. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { cause } = error as { cause?: unknown }
  // What the store says of the database, wrapped by what asked it.
  if (cause instanceof AppError) return cause
  return new AppError('internal', 'Something went wrong on our side; it has been logged.')
}

/** Refused on purpose, by a bound on what waits: nothing is wrong, and where it was thrown tells nobody anything. */
const isLoadShed = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'unavailable' && error.cause === undefined
