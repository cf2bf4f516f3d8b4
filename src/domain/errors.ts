/** Every problem code the service answers with (contract §6); closed, so the table in `http` stays exhaustive. */
export type ErrorCode =
  | 'malformed_json'
  | 'unauthenticated'
  | 'credentials_invalid'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'too_large'
  | 'unsupported_media_type'
  | 'validation_failed'
  | 'currency_mismatch'
  | 'transition_invalid'
  | 'revision_conflict'
  | 'price_changed'
  | 'sold_out'
  | 'closed_for_sale'
  | 'idempotency_conflict'
  | 'already_exists'
  | 'cursor_expired'
  | 'precondition_failed'
  | 'rate_limited'
  | 'internal'
  | 'unavailable'
  | 'outcome_unknown'

/** One place in the request that is wrong: `path` is a JSON Pointer into the body or `?name` for a query parameter. */
export type Flaw = { path: string; code: string; message: string }

/** A name as one step of a JSON Pointer (RFC 6901 §3). */
export const pointerStep = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** What an error carries beside its sentence; `http` turns it into members and headers of the problem. */
export type Facts = {
  errors?: Flaw[]
  allow?: string[]
  retryAfterSeconds?: number
  /** Further members of the problem body (RFC 9457 §3.2). */
  members?: Record<string, unknown>
}

/** The one error this program throws on purpose; anything else thrown is a defect. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly facts: Facts

  constructor(code: ErrorCode, detail: string, facts: Facts = {}) {
    super(detail)
    this.name = 'AppError'
    this.code = code
    this.facts = facts
  }
}

/** A request refused for one flaw of its own: 422 naming the place. */
export function refused(path: string, code: string, message: string): AppError {
  return new AppError('validation_failed', message, { errors: [{ path, code, message }] })
}
