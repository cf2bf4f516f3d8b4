import { Elysia } from 'elysia'
import { AppError, type ErrorCode, type Flaw } from '../domain/errors.ts'
import { explainErrors } from '../domain/explain.ts'
import { errorFacts, type Log } from '../log.ts'
import { queryFlaws } from './query.ts'
import { countProblem, createRequestCounts } from './request-counts.ts'

/** What a problem code means: the one table that answers, `GET /problems/<code>` and the OpenAPI document share. */
type Problem = { status: number; title: string; help: string }

export const PROBLEMS: Record<ErrorCode, Problem> = {
  malformed_json: {
    status: 400,
    title: 'The body is not JSON',
    help: 'The body must be one JSON text (RFC 8259) in UTF-8 without a byte order mark; every name stands once in its object. `detail` says where reading failed.',
  },
  unauthenticated: {
    status: 401,
    title: 'No valid credential',
    help: 'Send `Authorization: Bearer <API_KEY>` with an active key of the hotel or, outside the partner interface, `Authorization: Bearer <token>` with a token of `POST /v1/auth/login`. What was revoked, was ended or has expired is refused in the same words as what never was.',
  },
  credentials_invalid: {
    status: 401,
    title: 'Wrong e-mail or password',
    help: 'No active account has this e-mail and password. Which of the two is wrong is not told.',
  },
  forbidden: {
    status: 403,
    title: 'Not allowed',
    help: 'The credential is valid, but its role may not do this.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    help: 'There is nothing at this address, or it belongs to somebody else.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    help: 'The address exists, but not with this method; the `Allow` header lists those it has.',
  },
  too_large: {
    status: 413,
    title: 'The body is too large',
    help: 'A body has at most 64 KiB, that of a push of availability 4 MiB, counted after decompression; `detail` says how many bytes. Split it.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    help: 'Send `Content-Type: application/json` and no `Content-Encoding`; only a push of availability may have one: `gzip`.',
  },
  validation_failed: {
    status: 422,
    title: 'The request is not valid',
    help: 'The request could be read but breaks a rule; `errors` names each place (a JSON Pointer into the body, or `?name` for a query parameter) with a stable code and a sentence.',
  },
  transition_invalid: {
    status: 409,
    title: 'The booking is not in a state for this',
    help: 'What was asked is not a step from the state the booking is in; `bookingStatus` says which that is.',
  },
  revision_conflict: {
    status: 409,
    title: 'The booking has changed meanwhile',
    help: 'The `revision` sent is not the newest; `revision` says which is. Read the booking again and decide anew.',
  },
  price_changed: {
    status: 409,
    title: 'The price is another one',
    help: 'The total is not the `expectedTotalCents` sent; `totalPriceCents` is the total now. Nothing was booked or changed.',
  },
  sold_out: {
    status: 409,
    title: 'Not enough rooms',
    help: 'On the nights in `dates` there are fewer rooms left than asked for. Nothing was booked or changed.',
  },
  closed_for_sale: {
    status: 409,
    title: 'Closed for sale',
    help: 'The nights in `dates` are not for sale. Nothing was booked or changed.',
  },
  idempotency_conflict: {
    status: 409,
    title: 'The Idempotency-Key was used for another request',
    help: 'Within 24 hours a key stands for one request only. Use a new key for a new request.',
  },
  already_exists: {
    status: 409,
    title: 'There is one already',
    help: 'Something with this name, code or address exists; `errors` names the field.',
  },
  cursor_expired: {
    status: 410,
    title: 'The cursor is too old',
    help: 'What came after this cursor is not kept any more, or the database was restored from a backup older than it. Pull everything anew, then go on from `oldestCursor`: what it repeats is full snapshots and does no harm.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    help: 'Wait the seconds of the `Retry-After` header: that is enough for the next request to pass.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    help: 'A defect of the service. It is logged under the `requestId`; nothing of the request was applied unless said otherwise.',
  },
  unavailable: {
    status: 503,
    title: 'Temporarily unavailable',
    help: 'The database cannot be written or read at the moment, or too many passwords are being checked. Nothing was changed; try again after `Retry-After` seconds.',
  },
}

const PROBLEM_TYPE = 'application/problem+json'
const UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CORRUPT|CANTOPEN|NOTADB)/
const SAFE_REQUEST_ID = /^[\w.:-]{1,64}$/

/** A problem as it is sent (RFC 9457, contract §6). */
type ProblemBody = {
  type: string
  title: string
  status: number
  code: ErrorCode
  detail: string
  requestId: string
  errors?: Flaw[]
}

/** What is known of requests that no route takes. */
export type Elsewhere = {
  /** The methods that an address has; empty when there is no such address. */
  allowedMethods: (path: string) => string[]
  addHeaders: (request: Request, headers: Record<string, unknown>) => Promise<void>
}

/**
 * Names every request (`x-request-id`), keeps its answer from caches and guesses unless its route says otherwise, and
 * answers everything thrown as a problem. Must be the first plugin.
 *
 * @param elsewhere of what there is no route for
 * @param counts what requests and problems are added to
 */
export function problems(log: Log, elsewhere: Elsewhere, counts = createRequestCounts()) {
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
          ? await elsewhere
              .addHeaders(request, set.headers)
              .then(() => routeError(request, elsewhere.allowedMethods), toAppError)
          : toAppError(error)
      const requestId = String(set.headers['x-request-id'])
      countProblem(counts, PROBLEMS[known.code].status)
      if (known.code === 'internal' || known.code === 'unavailable')
        log.error(known.code, { requestId, method: request.method, ...errorFacts(error) })
      return problemResponse(known, requestId, set.headers)
    })
}

function problemResponse(
  { code, message, facts }: AppError,
  requestId: string,
  headersSoFar: Record<string, string | number | string[]>,
): Response {
  const { status, title } = PROBLEMS[code]
  const body: ProblemBody = {
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
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  if (code === 'VALIDATION') return fromValidation(error as ValidationFailure)
  if (code === 'INVALID_COOKIE_SIGNATURE') return new AppError('unauthenticated', 'Bad cookie.')
  if (code === 'PARSE') return new AppError('malformed_json', 'The body could not be read.')
  if ([code, (cause as { code?: unknown } | undefined)?.code].some(isUnavailable))
    return new AppError('unavailable', 'The database cannot be used at the moment.', {
      retryAfterSeconds: 5,
    })
  return new AppError('internal', 'Something went wrong on our side; it has been logged.')
}

const isUnavailable = (code: unknown) => typeof code === 'string' && UNAVAILABLE.test(code)

type ValidationFailure = {
  type: string
  value: unknown
  validator: {
    Errors: (
      value: unknown,
    ) => Iterable<Parameters<typeof explainErrors>[0] extends Iterable<infer E> ? E : never>
  }
}

/** What Elysia's schemas refused; an answer of ours that breaks its own schema is a defect, not the caller's fault. */
function fromValidation({ type, value, validator }: ValidationFailure): AppError {
  if (type === 'response') return new AppError('internal', 'The answer broke its own schema.')
  // What Elysia's own types (`t.Integer`) refuse comes with a bare schema and without its place.
  const flaws = 'Errors' in validator ? explainErrors(validator.Errors(value)) : []
  if (type === 'query') return queryFlaws(flaws)
  return new AppError('validation_failed', flaws[0]?.message ?? 'The request is not valid.', {
    errors: flaws,
  })
}
