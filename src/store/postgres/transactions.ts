// Transactions of PostgreSQL, with retry and back-off.

import { AppError } from '../../domain/kernel/errors.ts'
import { type Engine, newTx, type StoreEvents, type Tx, type TxOptions } from '../engine/engine.ts'
import { mustBeSent } from '../engine/left-writes.ts'
import { hotelScope } from '../engine/locks.ts'
import { bodyScope, createScope } from '../engine/pace.ts'
import { type Attempt, BODY_MS_MAX, type Context, inTransaction, type Turn } from './attempt.ts'
import { createCommitGroups } from './commit-group.ts'
import { asAppError, Blocked, isBlocked, isDangling, isLost, isUndone } from './errors.ts'
import type { Pool } from './pool.ts'
import { withHandle } from './slots.ts'
import { createTurns, type Turns } from './turns.ts'

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

type Body<T> = (tx: Tx) => Promise<T>

/**
 * Runs bodies as transactions at READ COMMITTED, whatever the default of the role: locks protect the rows that must not
 * change. A body may run again, so it has no effect outside the database except its invalidations.
 */
export function createTransactions(onCommit: StoreEvents['onCommit'], clock: Context['clock']) {
  const underWay = new Set<Promise<unknown>>()
  let endedMs = performance.now()
  let retries = 0
  const turns = createTurns()

  function runOn(pool: Pool): Engine['run'] {
    const runInGroup = createCommitGroups({ pool, turns, clock }, onCommit, (body) =>
      attempts(pool, body),
    )
    return (body, options: TxOptions = {}) => {
      const { hotelId, withinMs } = options
      if (bodyScope.getStore()) throw new Error('a tx inside a tx would wait for itself')
      const endsAtMs = performance.now() + (withinMs ?? Infinity)
      const runAlone = () => attempts(pool, body, endsAtMs)
      const run = () => {
        if (hotelId === undefined || withinMs !== undefined) return runAlone()
        const scope = hotelScope(hotelId)
        return runInGroup(scope, body, options)
      }
      const running = run()
      const done = running.finally(() => {
        underWay.delete(done)
        endedMs = performance.now()
      })
      underWay.add(done)
      return done
    }
  }

  async function attempts<T>(pool: Pool, body: Body<T>, endsAtMs = Infinity): Promise<T> {
    const startMs = performance.now()
    let turn: Turn | undefined
    for (let tries = 1; ; tries++)
      try {
        const attempted = attempt({ pool, turns, clock }, body, { endsAtMs, turn })
        const {
          value: { value, tx },
          raised,
        } = await attempted.finally(turn?.end)
        onCommit(tx, raised)
        return value
      } catch (error) {
        const leftMs = Math.min(endsAtMs, startMs + patienceMs(error, tries)) - performance.now()
        if (leftMs <= 0) throw asAppError(error)
        retries++
        turn = await nextTurn(turns, error, { tries, leftMs })
      }
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

/** Waits until a retry makes sense. */
async function nextTurn(
  turns: Turns,
  error: unknown,
  { tries, leftMs }: { tries: number; leftMs: number },
): Promise<Turn | undefined> {
  if (error instanceof Blocked) {
    const end = await turns.take(error.scope, leftMs)
    if (!end) throw asAppError(error)
    return { scope: error.scope, end }
  }
  await Bun.sleep(Math.random() * Math.min(PAUSE_MS_MAX, PAUSE_MS * 2 ** tries))
  return undefined
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
