import { type Database, SQLiteError } from 'bun:sqlite'
import { AppError, unavailable } from '../../domain/kernel/errors.ts'
import type { Breakdown } from '../engine/engine.ts'

/** Looks after the connections of a database: notices what breaks it, once, and then keeps it from being used. */
export type Watch = {
  breakdown: () => Breakdown | undefined
  /** The database failed while it committed. */
  fail: (error: unknown) => void
  /** From now on every statement that the connection makes with `query` is looked after. */
  over: (database: Database) => Database
}

type Statement = ReturnType<Database['query']>

const DAMAGE = /^SQLITE_(CORRUPT|NOTADB)/
/** The transaction was refused as a whole and undone: no room, no turn, a rule of the schema. */
const REFUSAL = /^SQLITE_(FULL|BUSY|CONSTRAINT)/
/** Nothing can be read or written at the moment. */
const UNUSABLE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CORRUPT|CANTOPEN|NOTADB)/
const FAILED_SYNC = /^SQLITE_IOERR_(FSYNC|DIR_FSYNC)/
const METHODS = ['all', 'get', 'run', 'values'] as const

/** What SQLite said, also when it was wrapped; undefined for an error of another kind. */
export function sqliteError(error: unknown): SQLiteError | undefined {
  if (error instanceof SQLiteError) return error
  return error instanceof Error && error.cause ? sqliteError(error.cause) : undefined
}

/** Whether the disk failed, rather than anything that was asked of it. */
export const isDiskFailure = (error: unknown) => codeOf(error).startsWith('SQLITE_IOERR')

const codeOf = (error: unknown) => sqliteError(error)?.code ?? ''

/** Whether a commit that ended in this error is certainly not on disk; after any other it may be, in part or whole. */
export const isRefusal = (error: unknown) => REFUSAL.test(codeOf(error))

/** Whether the disk did not take what it had been given, so that the next success proves nothing. */
export const isFailedSync = (error: unknown) => FAILED_SYNC.test(codeOf(error))

/** What SQLite said in the words of the service, with its own as the cause; anything else is a defect, and as it was. */
function asAppError(error: unknown): unknown {
  const code = codeOf(error)
  if (UNUSABLE.test(code))
    return unavailable('The database cannot be used at the moment.', 5, error)
  if (code === 'SQLITE_CONSTRAINT_UNIQUE')
    return new AppError('already_exists', 'One like it exists already.', {}, error)
  return error
}

/** @param tell told of the breakdown when it comes; the second time only when damage is followed by a failure */
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
        const statement = query(text) as Statement
        // bun:sqlite keeps statements by their text and gives them again.
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
