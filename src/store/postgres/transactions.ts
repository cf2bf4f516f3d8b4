// Transactions of PostgreSQL, with retry and back-off.

import { AppError } from '../../domain/kernel/errors.ts'
import { bodyScope, createScope } from '../engine/body-scope.ts'
import { type Engine, newTx, type StoreEvents, type Tx, type TxOptions } from '../engine/engine.ts'
import { mustBeSent } from '../engine/left-writes.ts'
import { hotelScope } from '../engine/locks.ts'
import { type Attempt, BODY_MS_MAX, type Context, inTransaction, type Turn } from './attempt.ts'
import { createCommitGroups } from './commit-group.ts'
import { asAppError, Blocked, isBlocked, isDangling, isInLine, isLost, isUndone } from './errors.ts'
import type { Pool } from './pool.ts'
import { withHandle } from './slots.ts'
import { createTurns, type Places, type Turns } from './turns.ts'

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
/** The places of the worker, which locks the queues of many hotels at once, in any order. */
const UNBOUNDED: Places = { ofOne: Infinity, ofHeld: Infinity }

type Body<T> = (tx: Tx) => Promise<T>

/**
 * Runs bodies as transactions at READ COMMITTED, whatever the default of the role: locks protect the rows that must not
 * change. A body may run again, so it has no effect outside the database except its invalidations.
 */
export function createTransactions(onCommit: StoreEvents['onCommit'], clock: Context['clock']) {
  const underWay = new Set<Promise<unknown>>()
  let endedMs = performance.now()
  let retries = 0
  const lines: Turns[] = []

  function runOn(pool: Pool, places: Places = UNBOUNDED): Engine['run'] {
    const context = { pool, clock, turns: createTurns(places) }
    lines.push(context.turns)
    const runInGroup = createCommitGroups(context, onCommit, (scope, body, isRetry) => {
      if (isRetry) retries++
      return attempts(context, body, { scope })
    })
    return (body, options: TxOptions = {}) => {
      const { hotelId, withinMs, waitsAt = hotelId } = options
      if (bodyScope.getStore()) throw new Error('a tx inside a tx would wait for itself')
      const endsAtMs = performance.now() + (withinMs ?? Infinity)
      const scope = waitsAt === undefined ? undefined : hotelScope(waitsAt)
      const isShared = hotelId !== undefined && withinMs === undefined
      const running = isShared
        ? runInGroup(hotelScope(hotelId), body, options)
        : attempts(context, body, { endsAtMs, scope })
      const done = running.finally(() => {
        underWay.delete(done)
        endedMs = performance.now()
      })
      underWay.add(done)
      return done
    }
  }

  /** @param how `scope`: whose lock the body takes first, if that is known */
  async function attempts<T>(
    context: Context,
    body: Body<T>,
    { endsAtMs = Infinity, scope }: { endsAtMs?: number; scope?: string | undefined },
  ): Promise<T> {
    const startMs = performance.now()
    let turn = scope === undefined ? undefined : await turnAt(context, scope, endsAtMs - startMs)
    for (let tries = 1; ; tries++)
      try {
        const {
          value: { value, tx },
          raised,
        } = await attempt(context, body, { endsAtMs, turn })
        onCommit(tx, raised)
        return value
      } catch (error) {
        const leftMs = Math.min(endsAtMs, startMs + patienceMs(error, tries)) - performance.now()
        if (leftMs <= 0) throw asAppError(error)
        const at = error instanceof Blocked ? error.scope : scope
        if (!(error instanceof Blocked)) await pause(tries)
        turn = at === undefined ? undefined : await turnAt(context, at, leftMs, error)
        if (!isInLine(error)) retries++
      }
  }

  async function quiet(ms: number, waitMs: number): Promise<void> {
    const endMs = performance.now() + waitMs
    const isQuiet = () => underWay.size === 0 && performance.now() - endedMs >= ms
    while (!isQuiet() && performance.now() < endMs) await Bun.sleep(ms)
  }

  return {
    /** Returns a function that runs bodies over a pool, with so many places at each lock; without a bound by default. */
    runOn,
    quiet,
    settled: async () => void (await Promise.allSettled(underWay)),
    retries: () => retries,
    /** The number of writes that wait for a place at a lock, without a connection. */
    inLine: () => lines.reduce((sum, { waiting }) => sum + waiting(), 0),
  }
}

/** Waits until a retry makes sense. */
const pause = (tries: number) =>
  Bun.sleep(Math.random() * Math.min(PAUSE_MS_MAX, PAUSE_MS * 2 ** tries))

/** Waits for a place at a scope. @throws AppError `unavailable` if none comes in time, or too many wait */
async function turnAt(
  { turns }: Context,
  scope: string,
  waitMs: number,
  cause: unknown = new Blocked(scope),
): Promise<Turn> {
  const end = await turns.take(scope, Math.min(waitMs, BLOCKED_MS_MAX))
  if (!end) throw asAppError(cause)
  return { scope, end }
}

/** How long after its first start a body is retried after such an error. */
function patienceMs(error: unknown, tries: number): number {
  if (error instanceof AppError) return 0
  if (isUndone(error) || isDangling(error)) return tries < TRIES_MAX ? Infinity : 0
  if (isBlocked(error)) return BLOCKED_MS_MAX
  return isLost(error) ? LOST_MS_MAX : 0
}

/** Runs a body in a transaction of its own. */
const attempt = <T>(context: Context, body: Body<T>, how: Attempt) =>
  inTransaction(context, how, ({ run, hold }) =>
    withHandle(run, async (handle) => {
      const tx = newTx(handle, hold)
      const scope = createScope(performance.now() + BODY_MS_MAX)
      const value = await bodyScope.run(scope, body, tx)
      mustBeSent(tx)
      return { value: { value, tx }, topics: tx.topics }
    }),
  )
