// Errors of PostgreSQL: which are retried, and how each is answered.

import { AppError, unavailable } from '../../domain/kernel/errors.ts'

/** An error of Bun's client: `errno` is the server's SQLSTATE, `code` the client's own code. */
type ClientError = Error & { errno?: string; code?: string }

/** Thrown in a body that would wait too long for a lock: the body gives its connection back and waits without one. */
export class Blocked extends Error {
  readonly scope: string

  constructor(scope: string, cause?: unknown) {
    super(`${scope} is held by somebody else`, { cause })
    this.scope = scope
  }
}

/** Thrown if the server answered a COMMIT with ROLLBACK, because a statement before it had failed. */
export class RolledBack extends Error {}

/** Thrown before the COMMIT if an answer of the server is not the one that a body went on with. */
export class Unforeseen extends Error {}

/** Retry-After, in seconds, of a refused request. */
const RETRY_AFTER_SECONDS = 2

/** The server has rolled the whole transaction back, so another try may succeed. */
const UNDONE = /^(40001|40P01|0A000)$/
/** The server is stopping or starting, or it does not write (a standby, or a former primary). */
const GOING = /^(57P0[1-5]|25006|25P03|08...)$/
/** No connection, disk space or time is left, or the storage has failed. */
const UNUSABLE = /^(53...|58...|57014|55P03|XX00[12])$/
/** The session rested in its transaction for too long: the server ended it before it read another command. */
const RESTED = '25P03'
/** The statement waited for longer than `lock_timeout`. */
const LOCKED = '55P03'
/** The server is a former primary: its connections lead to it for as long as they are kept. */
const READ_ONLY = '25006'
const LOST = /^ERR_POSTGRES_(CONNECTION|IDLE_TIMEOUT|LIFETIME_TIMEOUT)/
/** The bytes received are no answer of a server; the client fails such a connection for good. */
const UNREADABLE =
  /^ERR_POSTGRES_(INVALID_MESSAGE|INVALID_BINARY_DATA|INVALID_BYTE_SEQUENCE$|UNKNOWN_FORMAT|UNEXPECTED_MESSAGE|EXPECTED_)/
const DUPLICATE = '23505'
/**
 * A foreign key failed: the row referred to was deleted since it was read, or the deleted row is now referred to. Or a
 * statement that counts its rows has fewer than were read: somebody without the lock has changed or deleted one.
 */
const DANGLING = /^(23503|22012)$/
const ABORTED = '25P02'

/** Finds the client's error, also inside a wrapper; undefined for an error of another kind. */
function clientError(error: unknown): ClientError | undefined {
  if (!(error instanceof Error)) return undefined
  if (error.name === 'PostgresError' || codeOf(error).startsWith('ERR_POSTGRES')) return error
  return clientError(error.cause)
}

/** The SQLSTATE of an error of the server (PostgreSQL, appendix A); empty for any other error. */
export function sqlState(error: unknown): string {
  const { errno } = clientError(error) ?? {}
  return typeof errno === 'string' ? errno : ''
}

/** The client's own error code; empty if it has none. */
export function clientCode(error: unknown): string {
  return clientError(error)?.code ?? codeOf(error)
}

/** The code of an error; empty if it is not text: that of an aborted wait is a number. */
function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** True if the connection is lost or the server is stopping, so that the outcome of the statement is unknown. */
export function isLost(error: unknown): boolean {
  const code = clientError(error)?.code ?? ''
  return GOING.test(sqlState(error)) || LOST.test(code) || UNREADABLE.test(code)
}

/** True if a statement was refused only because an earlier one of its transaction had failed. */
export const isAborted = (error: unknown) => sqlState(error) === ABORTED

/** True if the server, the connection or a lock failed, and not the body of the transaction by itself. */
export const isOfServer = (error: unknown) =>
  error instanceof Blocked ||
  error instanceof Unforeseen ||
  isTimeout(error) ||
  clientError(error) !== undefined

/** True if the server rolled the whole transaction back and said so. */
export function isUndone(error: unknown): boolean {
  return UNDONE.test(sqlState(error))
}

/** True if another read of the rows will explain the refusal; if it does not, the refusal is a defect. */
export const isDangling = (error: unknown) => DANGLING.test(sqlState(error))

/** True if the transaction waited too long for a lock of another one; it has written nothing. */
export function isBlocked(error: unknown): boolean {
  return error instanceof Blocked || sqlState(error) === LOCKED
}

/** True if a transaction found no place at a scope and left to wait for one: nobody was in its way at the server. */
export const isInLine = (error: unknown) => error instanceof Blocked && error.cause === undefined

/** True if a connection is of no further use, whichever server is at its other end. */
export function isSpent(error: unknown): boolean {
  return isTimeout(error) || sqlState(error) === READ_ONLY
}

/**
 * True if a failed commit was certainly rolled back, because the server said so. Without a SQLSTATE, or with one of a
 * server that is stopping, it may have been committed. A session that rested for too long never read the COMMIT.
 */
export function isRefused(error: unknown): boolean {
  const state = sqlState(error)
  return error instanceof RolledBack || state === RESTED || (state !== '' && !isLost(error))
}

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'

/**
 * Translates an error of the server for the service and keeps it as the cause; any other error, a defect, is returned
 * as it is.
 */
export function asAppError(error: unknown): unknown {
  if (error instanceof AppError) return error
  const state = sqlState(error)
  const isUnusable = isTimeout(error) || isLost(error) || UNUSABLE.test(state)
  if (isUnusable || isUndone(error) || isBlocked(error))
    return unavailable('The database cannot be used at the moment.', RETRY_AFTER_SECONDS, error)
  if (state === DUPLICATE)
    return new AppError('already_exists', 'One like it exists already.', {}, error)
  return error
}

/** The error for callers whose transaction may or may not have been committed. */
export function outcomeUnknown(cause: unknown): AppError {
  const detail = 'The database failed during the commit: it is unknown whether the change was made.'
  return new AppError('outcome_unknown', detail, {}, cause)
}
