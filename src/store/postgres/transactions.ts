import { AppError } from '../../domain/kernel/errors.ts'
import { newTx, type RaisedVersions, type StoreEvents, type Tx } from '../engine/engine.ts'
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
import { holdScope, raiseVersions } from './versions.ts'

/** How often a body is run at most that the server undoes for others. */
const TRIES_MAX = 10
/** For how long it is begun again when the connection was lost before the commit was sent, or somebody else holds what it needs. */
const LOST_MS_MAX = 5_000
const BLOCKED_MS_MAX = 8_000
const PAUSE_MS = 5
const PAUSE_MS_MAX = 250
/** How long a body may take, on a slow and busy machine too, its commit included. */
const BODY_MS_MAX = 30_000

type Body<T> = (tx: Tx) => Promise<T>
type Commit<T> = { value: T; tx: Tx; raised: RaisedVersions }
/** A scope that it is a body's turn to wait for. */
type Turn = { scope: string; end: () => void }
type Attempt = { endsAtMs: number; turn: Turn | undefined }

/**
 * Runs bodies as transactions at READ COMMITTED, whatever the role says: locks carry what must not be read twice. A body
 * may be run again, so that it does nothing outside the database but what it invalidates.
 */
export function createTransactions(pool: Pool, onCommit: StoreEvents['onCommit']) {
  const underWay = new Set<Promise<unknown>>()
  let endedMs = performance.now()
  let retries = 0
  const turns = createTurns()

  function run<T>(body: Body<T>, _isLarge = false, withinMs = Infinity): Promise<T> {
    if (bodyScope.getStore()) throw new Error('a tx inside a tx would wait for itself')
    const done = attempts(body, performance.now() + withinMs).finally(() => {
      underWay.delete(done)
      endedMs = performance.now()
    })
    underWay.add(done)
    return done
  }

  async function attempts<T>(body: Body<T>, endsAtMs: number): Promise<T> {
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

  /** Waits until it makes sense to begin again. */
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
    run,
    quiet,
    settled: async () => void (await Promise.allSettled(underWay)),
    retries: () => retries,
  }
}

/** How long after its first beginning a body is begun again, having failed so. */
function patienceMs(error: unknown, tries: number): number {
  if (error instanceof AppError) return 0
  if (isUndone(error) || isDangling(error)) return tries < TRIES_MAX ? Infinity : 0
  if (isBlocked(error)) return BLOCKED_MS_MAX
  return isLost(error) ? LOST_MS_MAX : 0
}

type AttemptContext = { pool: Pool; turns: Turns }

/** @throws AppError `outcome_unknown`; else what the server or the body said, and then nothing of it is written */
async function attempt<T>(
  { pool, turns }: AttemptContext,
  body: Body<T>,
  { endsAtMs, turn }: Attempt,
): Promise<Commit<T>> {
  let isBodyOver = false
  /** What went wrong first: of what was sent with it the server says only that the transaction is over. */
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

type Client = Parameters<typeof holdScope>[0]

/** Holds a scope, unless others wait for it in vain whose turn is earlier. */
async function holdInTurn(
  client: Client,
  { scope, turn, turns }: { scope: string; turn: Turn | undefined; turns: Turns },
): Promise<void> {
  if (turns.isBlocked(scope) && turn?.scope !== scope) throw new Blocked(scope)
  try {
    await holdScope(client, scope)
  } catch (error) {
    if (!isBlocked(error)) throw error
    turns.block(scope)
    throw new Blocked(scope, error)
  }
  turns.free(scope)
}
