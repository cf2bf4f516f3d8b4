// Transactions of PostgreSQL, with retry and back-off.

import { AppError } from '../../domain/kernel/errors.ts'
import {
  type Engine,
  newTx,
  type RaisedVersions,
  type StoreEvents,
  type Tx,
} from '../engine/engine.ts'
import { bodyScope, createScope } from '../engine/pace.ts'
import {
  asAppError,
  Blocked,
  isAborted,
  isBlocked,
  isDangling,
  isLost,
  isRefused,
  isUndone,
  outcomeUnknown,
} from './errors.ts'
import { ask, type Pool } from './pool.ts'
import { type Run, withHandle } from './slots.ts'
import { createTurns, type Turns } from './turns.ts'
import { lockScope, raiseVersions } from './versions.ts'

/** How often a body runs at most if the server rolls it back because of other transactions. */
const TRIES_MAX = 10
/**
 * How long a body is retried if the connection was lost before the commit was sent, or if another transaction has the
 * lock that it needs.
 */
const LOST_MS_MAX = 5_000
const BLOCKED_MS_MAX = 8_000
const PAUSE_MS = 5
const PAUSE_MS_MAX = 250
/** How long a body may take, its commit included, on a slow and busy machine too. */
const BODY_MS_MAX = 30_000

type Body<T> = (tx: Tx) => Promise<T>
type Commit<T> = { value: T; tx: Tx; raised: RaisedVersions }
/** A scope whose lock a body may now try to take. */
type Turn = { scope: string; end: () => void }
type Attempt = { endsAtMs: number; turn: Turn | undefined }

/**
 * Runs bodies as transactions at READ COMMITTED, whatever the default of the role: locks protect the rows that must not
 * change. A body may run again, so it has no effect outside the database except its invalidations.
 */
export function createTransactions(onCommit: StoreEvents['onCommit']) {
  const underWay = new Set<Promise<unknown>>()
  let endedMs = performance.now()
  let retries = 0
  const turns = createTurns()

  const runOn =
    (pool: Pool): Engine['run'] =>
    (body, _isLarge = false, withinMs = Infinity) => {
      if (bodyScope.getStore()) throw new Error('a tx inside a tx would wait for itself')
      const done = attempts(pool, body, performance.now() + withinMs).finally(() => {
        underWay.delete(done)
        endedMs = performance.now()
      })
      underWay.add(done)
      return done
    }

  async function attempts<T>(pool: Pool, body: Body<T>, endsAtMs: number): Promise<T> {
    const startMs = performance.now()
    let turn: Turn | undefined
    for (let tries = 1; ; tries++)
      try {
        const attempted = attempt({ pool, turns }, body, { endsAtMs, turn })
        const { value, tx, raised } = await attempted.finally(turn?.end)
        onCommit(tx, raised)
        return value
      } catch (error) {
        const leftMs = Math.min(endsAtMs, startMs + patienceMs(error, tries)) - performance.now()
        if (leftMs <= 0) throw asAppError(error)
        retries++
        turn = await nextTurn(error, tries, leftMs)
      }
  }

  /** Waits until a retry makes sense. */
  async function nextTurn(
    error: unknown,
    tries: number,
    leftMs: number,
  ): Promise<Turn | undefined> {
    if (error instanceof Blocked) {
      const end = await turns.take(error.scope, leftMs)
      if (!end) throw asAppError(error)
      return { scope: error.scope, end }
    }
    await Bun.sleep(Math.random() * Math.min(PAUSE_MS_MAX, PAUSE_MS * 2 ** tries))
    return undefined
  }

  async function quiet(ms: number, waitMs: number): Promise<void> {
    const endMs = performance.now() + waitMs
    const isQuiet = () => underWay.size === 0 && performance.now() - endedMs >= ms
    while (!isQuiet() && performance.now() < endMs) await Bun.sleep(ms)
  }

  return {
    /** Returns a function that runs bodies over a pool; all of them take turns at the same locks. */
    runOn,
    quiet,
    settled: async () => void (await Promise.allSettled(underWay)),
    retries: () => retries,
  }
}

/** How long after its first start a body is retried after such an error. */
function patienceMs(error: unknown, tries: number): number {
  if (error instanceof AppError) return 0
  if (isUndone(error) || isDangling(error)) return tries < TRIES_MAX ? Infinity : 0
  if (isBlocked(error)) return BLOCKED_MS_MAX
  return isLost(error) ? LOST_MS_MAX : 0
}

type AttemptContext = { pool: Pool; turns: Turns }

/** @throws AppError `outcome_unknown`; else the error of the server or the body, after which nothing is written */
async function attempt<T>(
  { pool, turns }: AttemptContext,
  body: Body<T>,
  { endsAtMs, turn }: Attempt,
): Promise<Commit<T>> {
  let isBodyOver = false
  /** The first error: for statements sent together with it, the server only says that the transaction is aborted. */
  let first: unknown
  try {
    return await pool.use(
      (connection, onAnswer) =>
        connection.begin('isolation level read committed', async (client) => {
          if (pool.limits) await client.unsafe(pool.limits)
          const heard = <A>(answer: Promise<A>): Promise<A> =>
            answer.finally(onAnswer).catch((error) => {
              if (!isAborted(error)) first ??= error
              throw error
            })
          onAnswer()
          const run: Run = (text, params, mode) => heard(ask(client, text, params, mode))
          const hold = (scope: string) => heard(holdInTurn(client, { scope, turn, turns }))
          return await withHandle(run, async (handle) => {
            const tx = newTx(handle, hold)
            const scope = createScope(performance.now() + BODY_MS_MAX)
            const value = await bodyScope.run(scope, body, tx)
            const raised = await raiseVersions(client, tx.topics)
            onAnswer()
            isBodyOver = true
            return { value, tx, raised }
          })
        }),
      BODY_MS_MAX,
      endsAtMs,
    )
  } catch (error) {
    if (isBodyOver && !isRefused(error)) throw outcomeUnknown(error)
    throw isAborted(error) ? (first ?? error) : error
  }
}

type Client = Parameters<typeof lockScope>[0]

/** Locks a scope, unless other transactions are already waiting for their turn at it. */
async function holdInTurn(
  client: Client,
  { scope, turn, turns }: { scope: string; turn: Turn | undefined; turns: Turns },
): Promise<void> {
  if (turns.isBlocked(scope) && turn?.scope !== scope) throw new Blocked(scope)
  try {
    await lockScope(client, scope)
  } catch (error) {
    if (!isBlocked(error)) throw error
    turns.block(scope)
    throw new Blocked(scope, error)
  }
  turns.free(scope)
}
