// One try of a transaction: what is sent together, and what is known after an error.

import type { ReservedSQL } from 'bun'
import type { RaisedVersions } from '../engine/engine.ts'
import { refuseLate } from '../engine/pace.ts'
import { Blocked, isAborted, isBlocked, isRefused, outcomeUnknown, RolledBack } from './errors.ts'
import { ask, type Pool } from './pool.ts'
import type { ServerClock } from './server-clock.ts'
import type { Run } from './slots.ts'
import type { Turns } from './turns.ts'
import { lockScope, raiseVersions } from './versions.ts'

/** How long a transaction may take, its commit included, on a slow and busy machine too. */
export const BODY_MS_MAX = 30_000

/**
 * Commands as prepared statements: Bun's client sends a text without parameters in a flight of its own, and waits for
 * all answers before it.
 */
const COMMANDS = {
  begin: (connection: ReservedSQL) => connection`BEGIN isolation level read committed`,
  save: (connection: ReservedSQL) => connection`SAVEPOINT body`,
  release: (connection: ReservedSQL) => connection`RELEASE body`,
  undo: (connection: ReservedSQL) => connection`ROLLBACK TO body`,
  commit: (connection: ReservedSQL) => connection`COMMIT`,
  rollback: (connection: ReservedSQL) => connection`ROLLBACK`,
}

/** A scope whose lock a transaction may now try to take. */
export type Turn = { scope: string; end: () => void }

/** The pool and the locks of transactions, and the clock that each lock sets right. */
export type Context = { pool: Pool; turns: Turns; clock: Pick<ServerClock, 'learn'> }

/** The moment at which a try ends, by the monotonic clock, and its turn. */
export type Attempt = { endsAtMs: number; turn?: Turn | undefined }

/** An open transaction. */
export type Open = {
  /** Runs a statement of drizzle. */
  run: Run
  /** Locks a scope. */
  hold: (scope: string) => Promise<void>
  /** Sends a command without parameters, in the same flight as the statements around it. */
  send: (command: 'save' | 'release' | 'undo') => Promise<unknown>
}

/** The result of a transaction's work, and the topics that it invalidates. */
type Work<T> = (open: Open) => Promise<{ value: T; topics: ReadonlySet<string> }>

/**
 * Runs work in a transaction. BEGIN goes out with the first statements, and COMMIT with the versions, so that a
 * transaction costs one flight beside those of its work.
 *
 * @throws AppError `outcome_unknown`; else the error of the server or the work, after which nothing is written
 */
export async function inTransaction<T>(
  { pool, turns, clock }: Context,
  { endsAtMs, turn }: Attempt,
  work: Work<T>,
): Promise<{ value: T; raised: RaisedVersions }> {
  let isCommitSent = false
  /** The first error: for statements sent together with it, the server only says that the transaction is aborted. */
  let first: unknown
  try {
    return await pool.use(
      async (connection, onAnswer) => {
        const locks = createLocks(turns)
        const heard = <A>(answer: Promise<A>): Promise<A> =>
          answer.finally(onAnswer).catch((error) => {
            if (!isAborted(error)) first ??= error
            locks.look(error)
            throw error
          })
        const open = await begin(connection, pool, heard)
        const hold = async (scope: string) => {
          await heard(holdInTurn(connection, { scope, turn, turns, clock }))
          locks.add(scope)
        }
        try {
          const { value, topics } = await work({ ...open, hold })
          await open.begun
          open.mustBeWhole()
          isCommitSent = true
          const raised = await commit(connection, topics, heard)
          return { value, raised }
        } catch (error) {
          if (!isCommitSent) await send(connection, 'rollback').catch(() => {})
          throw error
        } finally {
          locks.end()
        }
      },
      BODY_MS_MAX,
      endsAtMs,
    )
  } catch (error) {
    const cause = isAborted(error) || error instanceof RolledBack ? (first ?? error) : error
    if (isCommitSent && !isRefused(cause)) throw outcomeUnknown(cause)
    throw cause
  }
}

const send = (connection: ReservedSQL, command: keyof typeof COMMANDS): Promise<unknown> =>
  COMMANDS[command](connection).execute()

type Heard = <A>(answer: Promise<A>) => Promise<A>

/** Sends BEGIN. A statement that writes waits for its answer, so that none ever runs outside the transaction. */
async function begin(connection: ReservedSQL, { limits }: Pool, heard: Heard) {
  let isBegun = false
  const begun = heard(send(connection, 'begin')).then(() => {
    isBegun = true
  })
  begun.catch(() => {})
  if (limits) {
    await begun
    await heard(connection.unsafe(limits).execute())
  }
  let refused: unknown
  const run: Run = async (text, params, mode) => {
    try {
      refuseLate()
    } catch (error) {
      refused ??= error
      throw error
    }
    if (!isBegun && !text.startsWith('select')) await begun
    return await heard(ask(connection, text, params, mode))
  }
  const sendHeard: Open['send'] = (command) => heard(send(connection, command))
  /** @throws the refusal of a statement that came after the end of its body: the others of it may not stand alone */
  const mustBeWhole = () => {
    if (refused) throw refused
  }
  return { run, send: sendHeard, begun, mustBeWhole }
}

/** @throws the error that rolled the transaction back, or of a connection that was lost */
async function commit(
  connection: ReservedSQL,
  topics: ReadonlySet<string>,
  heard: Heard,
): Promise<RaisedVersions> {
  const raising = heard(raiseVersions(connection, topics))
  const ending = heard(send(connection, 'commit'))
  const [raised, ended] = await Promise.allSettled([raising, ending])
  if (raised.status === 'rejected') throw raised.reason
  if (ended.status === 'rejected') throw ended.reason
  // The server answers the COMMIT of an aborted transaction without an error.
  if ((ended.value as { command?: string }).command === 'ROLLBACK') throw new RolledBack()
  return raised.value
}

/** Locks a scope, unless other transactions are already waiting for their turn at it. */
async function holdInTurn(
  client: ReservedSQL,
  { scope, turn, turns, clock }: Omit<Context, 'pool'> & { scope: string; turn: Turn | undefined },
): Promise<void> {
  if (turns.isBlocked(scope) && turn?.scope !== scope) throw new Blocked(scope)
  try {
    const sentMs = performance.now()
    clock.learn(await lockScope(client, scope), sentMs)
  } catch (error) {
    if (!isBlocked(error)) throw error
    turns.block(scope)
    throw new Blocked(scope, error)
  }
}

/**
 * The locks of a transaction. While it waits for a row that somebody else holds, all that need them wait with it: were the
 * locks as good as free, each of those would take a connection, and none would be left for other hotels.
 */
function createLocks(turns: Turns) {
  const scopes: string[] = []
  let hasWaited = false
  return {
    add: (scope: string) => void scopes.push(scope),
    /** Looks at an error of the server: the transaction may have waited too long for a row. */
    look(error: unknown): void {
      if (error instanceof Blocked || !isBlocked(error)) return
      hasWaited = true
      for (const scope of scopes) turns.block(scope)
    },
    /** Tells those who wait that the locks can be had. */
    end(): void {
      if (!hasWaited) for (const scope of scopes) turns.free(scope)
    },
  }
}
