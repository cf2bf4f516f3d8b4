// One try of a transaction: what is sent together, and what is known after an error.

import type { ReservedSQL } from 'bun'
import { refuseLate } from '../engine/body-scope.ts'
import type { RaisedVersions } from '../engine/engine.ts'
import { Blocked, isAborted, isBlocked, isRefused, outcomeUnknown, RolledBack } from './errors.ts'
import { createJoinedRows, type JoinedRows } from './joined-rows.ts'
import { ask, type Pool } from './pool.ts'
import type { ServerClock } from './server-clock.ts'
import type { Run } from './slots.ts'
import type { Turns } from './turns.ts'
import { lockScope, raiseVersions } from './versions.ts'

/** How long a transaction may take, its commit included, on a slow and busy machine too. */
export const BODY_MS_MAX = 30_000

/**
 * The silence after which a transaction gives its places to others: the server has ended its wait for a lock, or itself if
 * it rests (2 s each), or the connection is dead, which shows after 12 s.
 */
const SILENT_MS_MAX = 2_500

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

/** A place of a transaction at a scope. */
export type Turn = { scope: string; end: () => void }

/** The pool of transactions and their places at locks, and the clock that each lock sets right. */
export type Context = { pool: Pool; turns: Turns; clock: Pick<ServerClock, 'learn'> }

/** The moment at which a try ends, by the monotonic clock, and the place that it has already; it is given back. */
export type Attempt = { endsAtMs: number; turn?: Turn | undefined }

/** An open transaction. */
export type Open = {
  /** Runs a statement of drizzle. */
  run: Run
  /** The rows that its bodies leave to its end, and their savepoints. */
  rows: JoinedRows
  /** Locks a scope. */
  hold: (scope: string) => Promise<void>
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
  const places = createPlaces(turns, turn)
  try {
    return await pool.use(
      async (connection, onAnswer) => {
        const onHeard = () => {
          onAnswer()
          places.hear()
        }
        const heard = <A>(answer: Promise<A>): Promise<A> =>
          answer.finally(onHeard).catch((error) => {
            if (!isAborted(error)) first ??= error
            places.look(error)
            throw error
          })
        const open = await begin(connection, pool, heard)
        const hold = async (scope: string) => {
          places.enter(scope)
          open.rows.save()
          await heard(holdInTime(connection, scope, clock))
        }
        try {
          const { value, topics } = await work({ ...open, hold })
          await open.begun
          open.mustBeWhole()
          isCommitSent = true
          const committed = commit(connection, topics, heard)
          // The server ends it without this process: the next one may stand at the lock.
          places.leave()
          return { value, raised: await committed }
        } catch (error) {
          if (!isCommitSent) await send(connection, 'rollback').catch(() => {})
          throw error
        }
      },
      BODY_MS_MAX,
      endsAtMs,
    )
  } catch (error) {
    const cause = isAborted(error) || error instanceof RolledBack ? (first ?? error) : error
    if (isCommitSent && !isRefused(cause)) throw outcomeUnknown(cause)
    throw cause
  } finally {
    places.leave()
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
  const rows = createJoinedRows((what) =>
    heard(
      typeof what === 'string'
        ? send(connection, what)
        : ask(connection, what.text, what.params, 'rows'),
    ),
  )
  let refused: unknown
  const run: Run = async (text, params, mode) => {
    try {
      refuseLate()
    } catch (error) {
      refused ??= error
      throw error
    }
    if (!isBegun && !text.startsWith('select')) await begun
    if (rows.takes(text, params)) return []
    return await heard(ask(connection, text, params, mode))
  }
  /** @throws the refusal of a statement that came after the end of its body: the others of it may not stand alone */
  const mustBeWhole = () => {
    if (refused) throw refused
  }
  return { run, rows, begun, mustBeWhole }
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

/** Locks a scope. @throws Blocked if somebody else keeps it for too long */
async function holdInTime(
  client: ReservedSQL,
  scope: string,
  clock: Context['clock'],
): Promise<void> {
  try {
    const sentMs = performance.now()
    clock.learn(await lockScope(client, scope), sentMs)
  } catch (error) {
    throw isBlocked(error) ? new Blocked(scope, error) : error
  }
}

/** The places of a transaction at the scopes that it locks. */
function createPlaces(turns: Turns, turn: Turn | undefined) {
  const ends = new Map(turn ? [[turn.scope, turn.end]] : [])
  let isOver = false
  const giveBack = () => {
    for (const end of ends.values()) end()
  }
  const silence = setTimeout(giveBack, SILENT_MS_MAX)
  return {
    /** Notes an answer of the server. */
    hear: () => void (isOver || silence.refresh()),
    /** @throws Blocked if all places are taken: the transaction ends and waits for one without its connection */
    enter(scope: string): void {
      if (ends.has(scope)) return
      const end = isOver ? undefined : turns.enter(scope, [...ends.keys()])
      if (!end) throw new Blocked(scope)
      ends.set(scope, end)
    },
    /** Looks at an error of the server: the transaction may have waited too long for a scope or a row. */
    look(error: unknown): void {
      if (isBlocked(error)) for (const scope of ends.keys()) turns.noteHeld(scope)
    },
    leave(): void {
      isOver = true
      clearTimeout(silence)
      giveBack()
    },
  }
}
