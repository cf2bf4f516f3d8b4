import { Elysia } from 'elysia'
import type { Static, TObject } from 'typebox'
import { AppError, type ErrorCode, type Facts } from '../../domain/kernel/errors.ts'
import { errorFacts, type Log } from '../../log.ts'
import { textResponse } from './packing.ts'
import { problemPage } from './problem-page.ts'
import type { problemMembers } from './problem-shape.ts'
import { PROBLEMS } from './problem-table.ts'
import { toAppError } from './public-error.ts'
import { countProblem, createRequestCounts, type RequestCounts } from './request-counts.ts'
import type { Call } from './route.ts'
import { isSandboxFault, isTestRequest, markProblem } from './test-mode.ts'
import { BARE_HEADERS } from './transport.ts'

const PROBLEM_TYPE = 'application/problem+json'
const RETRY_AFTER_SECONDS = 5
const SAFE_REQUEST_ID = /^[\w.:-]{1,64}$/

/** Facts and headers for requests without a route. */
export type UnroutedFacts = {
  /** Returns the methods of an address; empty if there is no such address. */
  allowedMethods: (path: string) => string[]
  addHeaders: (call: Pick<Call, 'request' | 'set'>) => Promise<void>
}

/**
 * Gives every request an id (`x-request-id`), forbids caching and content sniffing unless its route allows it, and
 * answers every thrown error as a problem (RFC 9457). Must be the first plugin.
 *
 * @param counts counters of requests and problems
 * @param always headers of every answer
 */
export function problems(
  log: Log,
  unrouted: UnroutedFacts,
  counts = createRequestCounts(),
  always: Record<string, string> = {},
) {
  const constant = Object.entries({ ...BARE_HEADERS, ...always })
  return new Elysia({ name: 'problems' })
    .onRequest(({ request, set }) => {
      counts.requests++
      const given = request.headers.get('x-request-id')
      const { headers } = set
      for (const [name, value] of constant) headers[name] = value
      headers['x-request-id'] = given && SAFE_REQUEST_ID.test(given) ? given : crypto.randomUUID()
      // Most answers are private; a route with public answers sets its own header.
      headers['cache-control'] = 'private, no-store'
    })
    .onError({ as: 'global' }, async ({ error, code, request, set }) => {
      const known =
        code === 'NOT_FOUND'
          ? await unrouted
              .addHeaders({ request, set })
              .then(() => routeError(request, unrouted.allowedMethods), toAppError)
          : toAppError(error)
      const requestId = String(set.headers['x-request-id'])
      const facts = { requestId, method: request.method }
      if (isSandboxFault(known)) log.debug('sandbox_fault', facts)
      else noteProblem({ log, counts }, { known, error }, facts)
      const hasStays = () => unrouted.allowedMethods('/stay').length > 0
      const page = problemPage(request, known, { requestId, hasStays })
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

/** Counts the problem of a request, and logs it if the service caused it. @param error the thrown error */
export function noteProblem(
  { log, counts }: { log: Log; counts: RequestCounts },
  { known, error }: { known: AppError; error: unknown },
  facts: { requestId: string; method: string },
): void {
  const { status } = PROBLEMS[known.code]
  countProblem(counts, known, status)
  // Flooded log-ins must not flood the log: `tellLogins` logs their number.
  if (known.facts.loginBound || known.facts.isGone) return
  if (isLoadShed(error)) log.warn(known.code, { ...facts, error: error.message })
  else if (status >= 500) log.error(known.code, { ...facts, ...errorFacts(error) })
}

/** The answer to every request after the database has failed: a page for people, a problem for programs. */
export function failedResponse(request: Request): Response {
  const facts = { retryAfterSeconds: RETRY_AFTER_SECONDS }
  const how = { requestId: crypto.randomUUID(), hasStays: () => false }
  return (
    problemPage(request, { code: 'unavailable', facts }, how) ??
    answerWithoutApp('unavailable', 'The database cannot be used at the moment.', facts)
  )
}

/** A problem of a process without an app. @param facts `retryAfterSeconds` is 5 if absent */
export function answerWithoutApp(code: ErrorCode, detail: string, facts: Facts = {}): Response {
  const requestId = crypto.randomUUID()
  const retryAfterSeconds = facts.retryAfterSeconds ?? RETRY_AFTER_SECONDS
  const error = new AppError(code, detail, { ...facts, retryAfterSeconds })
  const { text, ...init } = writeProblem(error, requestId, {
    'x-request-id': requestId,
    ...BARE_HEADERS,
  })
  return new Response(text, init)
}

/** Adds advice to `outcome_unknown`: only a request with an idempotency key is safe to repeat. */
function withRetryAdvice(error: AppError, request: Request): AppError {
  if (error.code !== 'outcome_unknown') return error
  const { code, message } = error
  return request.headers.has('idempotency-key')
    ? new AppError(code, `${message} Send it again with the same Idempotency-Key.`, {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      })
    : new AppError(code, `${message} Check if it exists before you send it again.`)
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
  // Deleted because Elysia adds the remaining headers to the answer.
  for (const [name, value] of Object.entries(headersSoFar))
    if (/^(content-(type|encoding)|etag|vary|cache-control)$/i.test(name)) delete headersSoFar[name]
    else headers[name] = String(value)
  if (status === 401) headers['www-authenticate'] = 'Bearer'
  if (facts.allow) headers.allow = facts.allow.join(', ')
  if (facts.retryAfterSeconds) headers['retry-after'] = String(facts.retryAfterSeconds)
  return { text: JSON.stringify(body), status, headers }
}

function routeError(request: Request, allowedMethods: (path: string) => string[]): AppError {
  // An invalid `Host` makes the URL unparsable.
  const path = URL.parse(request.url)?.pathname ?? ''
  const allow = allowedMethods(path)
  // Another spelling, such as a trailing slash, is a different address.
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
      ? ` Without the extra slash it is ${meant}`
      : ''
  return new AppError('not_found', `There is nothing at this address.${hint}`)
}

/** Removes extra slashes, for a hint. A redirect would be wrong: many clients follow it with GET, or without the key. */
const withoutSpareSlashes = (path: string) =>
  path.replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')

/** True for load shedding: a full queue refused the request. Its stack is of no use in the log. */
const isLoadShed = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'unavailable' && error.cause === undefined
