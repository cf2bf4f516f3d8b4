import { AppError, unavailable } from '../../domain/kernel/errors.ts'

/** An error of Bun's client: `errno` is the server's SQLSTATE, `code` the client's own word. */
type ClientError = Error & { errno?: string; code?: string }

/** Thrown in a body that would wait too long for a scope: it gives its connection back and waits without one. */
export class Blocked extends Error {
  readonly scope: string

  constructor(scope: string, cause?: unknown) {
    super(`${scope} is held by somebody else`, { cause })
    this.scope = scope
  }
}

/** Seconds after which whoever was refused may ask again. */
const RETRY_AFTER_SECONDS = 2

/** What another try may find otherwise, for the server has undone all of this one. */
const UNDONE = /^(40001|40P01|0A000)$/
/** The server goes, comes, or is one that does not write (a standby, or a primary that is one no more). */
const GOING = /^(57P0[1-5]|25006|25P03|08...)$/
/** No connection, room or time left, or what it writes to has failed. */
const UNUSABLE = /^(53...|58...|57014|55P03|XX00[12])$/
/** It waited for longer than `lock_timeout`. */
const LOCKED = '55P03'
/** A server that was the primary: its connections lead to it for as long as they are kept. */
const READ_ONLY = '25006'
const LOST = /^ERR_POSTGRES_(CONNECTION|IDLE_TIMEOUT|LIFETIME_TIMEOUT)/
/** What came over the way is no answer of a server; the client fails such a connection for good. */
const UNREADABLE =
  /^ERR_POSTGRES_(INVALID_MESSAGE|INVALID_BINARY_DATA|INVALID_BYTE_SEQUENCE$|UNKNOWN_FORMAT|UNEXPECTED_MESSAGE|EXPECTED_)/
const DUPLICATE = '23505'
/** What it refers to went since it was looked at, or what was to go is referred to since. */
const DANGLING = '23503'
const ABORTED = '25P02'

/** What the client said, also when it was wrapped; undefined for an error of another kind. */
function clientError(error: unknown): ClientError | undefined {
  if (!(error instanceof Error)) return undefined
  if (error.name === 'PostgresError' || codeOf(error).startsWith('ERR_POSTGRES')) return error
  return clientError(error.cause)
}

/** The SQLSTATE of what the server refused (PostgreSQL, appendix A); empty when it was not the server. */
export function sqlState(error: unknown): string {
  const { errno } = clientError(error) ?? {}
  return typeof errno === 'string' ? errno : ''
}

/** The client's own word for what went wrong; empty when it has none. */
export function clientCode(error: unknown): string {
  return clientError(error)?.code ?? codeOf(error)
}

/** That of a wait which was ended is a number. */
function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** Whether the connection is lost, or the server is going, so that of what was asked nobody knows. */
export function isLost(error: unknown): boolean {
  const code = clientError(error)?.code ?? ''
  return GOING.test(sqlState(error)) || LOST.test(code) || UNREADABLE.test(code)
}

/** Whether a statement was refused for one before it had failed. */
export const isAborted = (error: unknown) => sqlState(error) === ABORTED

/** Whether the server undid the whole transaction and said so. */
export function isUndone(error: unknown): boolean {
  return UNDONE.test(sqlState(error))
}

/** Whether another look at what is there finds out why it was refused; where it does not, it is a defect. */
export const isDangling = (error: unknown) => sqlState(error) === DANGLING

/** Whether it waited too long for what somebody else holds; nothing of it is written. */
export function isBlocked(error: unknown): boolean {
  return error instanceof Blocked || sqlState(error) === LOCKED
}

/** Whether a connection is of no use any more, whoever is at its other end. */
export function isSpent(error: unknown): boolean {
  return isTimeout(error) || sqlState(error) === READ_ONLY
}

/**
 * What of a failed commit is certain: the server says that it is undone. Without a SQLSTATE, or with one of a server
 * that goes, it may have been done.
 */
export function isRefused(error: unknown): boolean {
  const isRolledBack = clientError(error)?.code === 'ERR_POSTGRES_COMMIT_ROLLED_BACK'
  return isRolledBack || (sqlState(error) !== '' && !isLost(error))
}

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'

/** What the server said in the words of the service, with its own as the cause; anything else is a defect, and as it was. */
export function asAppError(error: unknown): unknown {
  if (error instanceof AppError) return error
  const state = sqlState(error)
  const isUnusable = isTimeout(error) || isLost(error) || UNUSABLE.test(state)
  if (isUnusable || isUndone(error) || isBlocked(error))
    return unavailable('The database cannot be used at the moment.', RETRY_AFTER_SECONDS, error)
  if (state === DUPLICATE)
    return new AppError('already_exists', 'There is one like it already.', {}, error)
  return error
}

/** Told to those whose work may or may not be in the database. */
export function outcomeUnknown(cause: unknown): AppError {
  const detail = 'The database failed while it committed: whether this was done is not known.'
  return new AppError('outcome_unknown', detail, {}, cause)
}
