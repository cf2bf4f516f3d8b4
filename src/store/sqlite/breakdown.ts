import { type Database, SQLiteError } from 'bun:sqlite'
import { AppError, unavailable } from '../../domain/kernel/errors.ts'
import type { Breakdown } from '../engine/engine.ts'
import { compiledOnce } from './compiled-once.ts'

/** A circuit breaker over the connections of a database: reports a failure once and then refuses every use. */
export type Watch = {
  breakdown: () => Breakdown | undefined
  /** Records that a commit failed in progress. */
  fail: (error: unknown) => void
  /** Guards every statement that the connection makes with `query` from now on. */
  over: (database: Database) => Database
}

type Statement = ReturnType<Database['query']>

const DAMAGE = /^SQLITE_(CORRUPT|NOTADB)/
/** The transaction was refused as a whole and rolled back: disk full, database busy, or a constraint. */
const REFUSAL = /^SQLITE_(FULL|BUSY|CONSTRAINT)/
/** The database cannot be read or written at the moment. */
const UNUSABLE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CORRUPT|CANTOPEN|NOTADB)/
const FAILED_SYNC = /^SQLITE_IOERR_(FSYNC|DIR_FSYNC)/
const METHODS = ['all', 'get', 'run', 'values'] as const

/** Finds SQLite's error, also inside a wrapper; undefined for an error of another kind. */
export function sqliteError(error: unknown): SQLiteError | undefined {
  if (error instanceof SQLiteError) return error
  return error instanceof Error && error.cause ? sqliteError(error.cause) : undefined
}

/** True if the disk failed, rather than the statement. */
export const isDiskFailure = (error: unknown) => codeOf(error).startsWith('SQLITE_IOERR')

/** Describes a failure for the log: SQLite's code, such as `SQLITE_IOERR_FSYNC`, and its message. */
export function failureOf(error: unknown): string {
  const cause = sqliteError(error)
  return cause ? `${cause.code}: ${cause.message}` : String(error)
}

/** True if the disk has no room for the write; nothing of it was kept. */
export const isFullDisk = (error: unknown) => codeOf(error) === 'SQLITE_FULL'

/** True if a disk is full, also for the index of a log, which SQLite tells as a failure of the disk. */
export const isOutOfRoom = (error: unknown) =>
  /^SQLITE_(FULL|IOERR_SHMSIZE)$/.test(codeOf(error)) || String(error).includes('ENOSPC')

const codeOf = (error: unknown) => sqliteError(error)?.code ?? ''

/**
 * True if a commit that ended in this error is certainly not on disk; after any other error it may be, in part or as a
 * whole.
 */
export const isRefusal = (error: unknown) => REFUSAL.test(codeOf(error))

/**
 * True if it is unknown what is on disk of what a connection wrote: its commit failed in progress, or an fsync did, after
 * which the system may have dropped the pages, so that the success of the next one proves nothing. Nothing may be written
 * then: the watch is told, whoever wrote.
 */
export const isInDoubt = (error: unknown, isCommitting: boolean) =>
  (isCommitting && !isRefusal(error)) || FAILED_SYNC.test(codeOf(error))

/**
 * Translates an error of SQLite for the service and keeps it as the cause; any other error, a defect, is returned as it
 * is.
 */
function asAppError(error: unknown): unknown {
  const code = codeOf(error)
  if (UNUSABLE.test(code))
    return unavailable('The database cannot be used at the moment.', 5, error)
  if (code === 'SQLITE_CONSTRAINT_UNIQUE')
    return new AppError('already_exists', 'One like it exists already.', {}, error)
  return error
}

/** @param tell receives the breakdown; a second time only if a failure follows damage */
export function createWatch(tell: (breakdown: Breakdown) => void): Watch {
  let breakdown: Breakdown | undefined
  const notice = (kind: Breakdown['kind'], error: unknown) => {
    if (breakdown?.kind === 'failed' || breakdown?.kind === kind) return
    breakdown = { kind, error }
    tell(breakdown)
  }

  function guard(statement: Statement): void {
    for (const name of METHODS) {
      const run: (...params: never[]) => unknown = statement[name]
      const guarded = (...params: never[]) => {
        if (breakdown?.kind === 'failed') throw breakdown.error
        try {
          return run.apply(statement, params)
        } catch (error) {
          if (DAMAGE.test(codeOf(error))) notice('damaged', error)
          throw asAppError(error)
        }
      }
      Object.assign(statement, { [name]: guarded })
    }
  }

  return {
    breakdown: () => breakdown,
    fail: (error) => notice('failed', error),
    over(database) {
      const known = new WeakSet<Statement>()
      const query = database.query.bind(database)
      database.query = ((text: string) => {
        const statement = query(compiledOnce(text)) as Statement
        // bun:sqlite caches statements by their text and returns the same one again.
        if (!known.has(statement)) {
          known.add(statement)
          guard(statement)
        }
        return statement
      }) as typeof database.query
      return database
    },
  }
}
