// Group commit of PostgreSQL: bodies that wait for the same hotel share a transaction.

import { AppError } from '../../domain/kernel/errors.ts'
import { bodyScope, createScope } from '../engine/body-scope.ts'
import {
  type Handle,
  newTx,
  type SharedReads,
  type StoreEvents,
  type Tx,
  type TxOptions,
} from '../engine/engine.ts'
import type { Foresight } from '../engine/foresight.ts'
import { leaveToCommit, mustBeSent } from '../engine/left-writes.ts'
import { urgentTurn } from '../engine/loop-turns.ts'
import { dropNumbers, forgetReads } from '../engine/shared.ts'
import { createAhead } from './ahead.ts'
import { BODY_MS_MAX, type Context, inTransaction, type Open } from './attempt.ts'
import { Blocked, isOfServer, Unforeseen } from './errors.ts'
import { inLine, type Place } from './in-line.ts'
import { createQueues, followersOf, type Job, numbersAhead, placeOf, WAIT_MS_MAX } from './jobs.ts'
import { withHandle } from './slots.ts'

/** The time in which further bodies are started in a transaction: other replicas wait for all of them. */
const GROUP_MS_MAX = 25
/** How long bodies wait together for a place at their lock, before each waits by itself. */
const TURN_MS_MAX = 3_000
type Outcome = { value: unknown; tx: Tx } | { error: unknown } | 'alone'

/**
 * Runs bodies of one scope one after another in a shared transaction, each in a savepoint. No caller is answered before
 * the commit. Whatever the server or the network spoils is run again alone: a body may run twice.
 * What their inserts leave is sent together at the end (`joined-rows.ts`).
 *
 * Large bodies stand in the same line: several that waited at the server would keep each other's dead rows from being
 * reused.
 *
 * @param runAlone runs a body in a transaction of its own, which first waits for a place at the scope
 * @returns a function that runs a body whose first lock is that of a scope
 */
export function createCommitGroups(
  context: Context,
  onCommit: StoreEvents['onCommit'],
  runAlone: <T>(scope: string, body: (tx: Tx) => Promise<T>, isRetry: boolean) => Promise<T>,
) {
  const { queues, waiting, goOn, leave } = createQueues()
  /** Tell the transactions that are under way of bodies that come. */
  const arrivals: Transaction['arrivals'] = new Map()
  const spareIds: SharedReads['spareIds'] = []

  function run<T>(scope: string, body: (tx: Tx) => Promise<T>, how: TxOptions): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const queue = queues.get(scope)
    const { isLarge = false, ahead } = how
    const job: Job = {
      ...{ body, isLarge, passed: 0, ahead, resolve, reject },
      runAlone: (isRetry) => void runAlone(scope, body, isRetry).then(resolve, reject),
      alarm: setTimeout(() => goOn(scope, job), WAIT_MS_MAX),
    }
    if (queue) {
      queue.splice(placeOf(job, queue), 0, job)
      arrivals.get(scope)?.()
    } else void pump(scope, [job])
    return promise as Promise<T>
  }

  async function pump(scope: string, queue: Job[]): Promise<void> {
    queues.set(scope, queue)
    await inLine(context.pool, queue, (place) => commitTogether(scope, queue, place))
    queues.delete(scope)
  }

  async function commitTogether(scope: string, queue: Job[], { before, onSent }: Place) {
    const group: Job[] = []
    let isCommitted = false
    try {
      waiting.add(scope)
      const end = await context.turns
        .take(scope, TURN_MS_MAX, () => queue.length)
        .finally(() => void waiting.delete(scope))
      if (!end) throw new Blocked(scope)
      // Those who waited here may have left for a place of their own.
      if (queue.length === 0) return end()
      const { value, raised } = await inTransaction(
        context,
        { endsAtMs: Number.POSITIVE_INFINITY, turn: { scope, end } },
        (open) =>
          withHandle(open.run, (handle) =>
            runBodies({ open, handle, scope, spareIds, arrivals }, queue, group),
          ).finally(() => {
            arrivals.delete(scope)
            onSent()
          }),
      )
      isCommitted = true
      await before
      const outcomes = await Promise.all(value.map(withAnswers))
      const done = outcomes.flatMap((outcome) => (isDone(outcome) ? outcome.tx : []))
      if (done.length > 0) onCommit(joined(done), raised)
      for (const [index, outcome] of outcomes.entries()) settle(group[index]!, outcome)
    } catch (error) {
      // Without a place or a connection nobody's turn has come.
      if (group.length === 0) for (const job of [...queue]) leave(scope, job)
      // A defect after the commit undoes nothing: no body may run again.
      const outcome = isCommitted ? { error } : outcomeAfter(error, group.length)
      for (const job of group) settle(job, outcome)
    }
  }

  return run
}

type Transaction = Pick<SharedReads, 'spareIds'> & {
  open: Open
  handle: Handle
  scope: string
  arrivals: Map<string, () => void>
}

/** Runs bodies from a queue, at most `GROUP_MAX` or as many as start in time. @param group receives those started */
async function runBodies(
  { open, handle, scope, spareIds, arrivals }: Transaction,
  queue: Job[],
  group: Job[],
) {
  // Others wait only from the moment at which the lock is granted; the wait before it may be longer than the time.
  let endMs = Number.POSITIVE_INFINITY
  const outcomes: Outcome[] = []
  const foresight: Foresight = {
    ...{ days: new Map(), before: new Map(), runs: [], later: [] },
    ...{ pushed: [], blocks: [] },
  }
  const shared: SharedReads = {
    ...{ facts: new Map(), numbers: [], spareIds: spareIds.splice(0), foresight },
    waiting: () => numbersAhead(group, queue),
  }
  const { rows } = open
  rows.join()
  const ask = createAhead({ ...handle, foresight })
  const askAhead = () => ask(queue.slice(0, followersOf(group, queue)))
  const granted = open.hold(scope).then(() => {
    endMs = performance.now() + GROUP_MS_MAX
  })
  granted.catch(() => {})
  let isAsking = false
  arrivals.set(scope, async function tell() {
    if (isAsking) return
    isAsking = true
    // Those of requests that arrive together are read together.
    await urgentTurn()
    isAsking = false
    if (arrivals.get(scope) === tell) askAhead()
  })
  /** The body that may still be undone. */
  let entered: Tx | undefined
  const sendRows = async () => {
    rows.flush()
    // An undone savepoint hides what was refused before it; there is none with one body, which waits for no answer more.
    if (group.length > 1) await rows.written()
  }
  const isNext = () => followersOf(group, queue) > 0
  for (;;) {
    // Refused if the body hid an error of the server.
    if (entered) await leaveToCommit(entered, rows.leave())
    // Others may come while the server is at work.
    if (!isNext()) await sendRows()
    if (!isNext() || performance.now() >= endMs) break
    askAhead()
    // A body that nobody waits behind needs no savepoint: its error ends the transaction.
    const isOnly = group.length === 0 && followersOf(group, queue) === 1
    const tx = newTx(handle, open.hold)
    Object.assign(tx, { held: [scope], granted, sent: [], shared })
    entered = isOnly ? undefined : tx
    if (entered) rows.enter()
    foresight.before.clear()
    const job = queue.shift()!
    clearTimeout(job.alarm)
    group.push(job)
    outcomes.push(await runOne(job, tx).catch(isOnly ? undefined : undone(open, shared)))
  }
  await sendRows()
  await granted
  dropNumbers(shared)
  spareIds.push(...shared.spareIds)
  const { topics } = joined(outcomes.flatMap((outcome) => (isDone(outcome) ? outcome.tx : [])))
  return { value: outcomes, topics }
}

/** Runs a body until it has sent all of its statements. */
async function runOne({ body }: Job, tx: Tx): Promise<Outcome> {
  const scope = createScope(performance.now() + BODY_MS_MAX)
  try {
    const value = await bodyScope.run(scope, body, tx)
    if (tx.sent!.length > 0) await urgentTurn()
    mustBeSent(tx)
    return { value, tx }
  } catch (error) {
    // Nothing of it may come after the command that undoes it.
    await Promise.allSettled(tx.sent!)
    throw error
  } finally {
    scope.isOver = true
  }
}

/** The outcome of a body with what it has left to the commit: that may fail though the server has refused nothing. */
async function withAnswers(outcome: Outcome): Promise<Outcome> {
  if (!isDone(outcome)) return outcome
  const answers = await Promise.allSettled(outcome.tx.sent!)
  const failed = answers.find(({ status }) => status === 'rejected')
  return failed ? failureOf((failed as PromiseRejectedResult).reason) : outcome
}

/** Undoes a body that failed. @throws the error that ended the whole transaction, or Unforeseen if it must end */
const undone =
  ({ rows }: Open, shared: SharedReads) =>
  async (error: unknown): Promise<Outcome> => {
    if (!(await rows.undo(isOfServer(error)))) throw new Unforeseen()
    // The body may have read what it had written.
    forgetReads(shared)
    return failureOf(error)
  }

const failureOf = (error: unknown): Outcome => (isOfServer(error) ? 'alone' : { error })

const isDone = (outcome: Outcome): outcome is { value: unknown; tx: Tx } =>
  typeof outcome === 'object' && 'tx' in outcome

/** The invalidations of several bodies as those of one. */
const joined = (txs: readonly Tx[]) => ({
  topics: new Set(txs.flatMap(({ topics }) => [...topics])),
  days: txs.flatMap(({ days }) => days),
  rateDays: txs.flatMap(({ rateDays }) => rateDays),
})

/** The outcome of each body of a transaction that ended with an error. */
function outcomeAfter(error: unknown, bodies: number): Outcome {
  if (error instanceof AppError && error.code === 'outcome_unknown') return { error }
  // A single body without a savepoint has thrown its own error.
  return bodies === 1 && !isOfServer(error) ? { error } : 'alone'
}

function settle({ alarm, resolve, reject, runAlone }: Job, outcome: Outcome): void {
  clearTimeout(alarm)
  if (outcome === 'alone') runAlone(true)
  else if ('error' in outcome) reject(outcome.error)
  else resolve(outcome.value)
}
