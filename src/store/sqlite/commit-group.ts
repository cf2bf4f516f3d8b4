// Group commit of SQLite.

import type { Database } from 'bun:sqlite'
import { AppError, unavailable } from '../../domain/kernel/errors.ts'
import { bodyScope } from '../engine/body-scope.ts'
import type { Handle, StoreEvents, Tx, TxOptions } from '../engine/engine.ts'
import { urgentTurn } from '../engine/loop-turns.ts'
import { isInDoubt, isRefusal, type Watch } from './breakdown.ts'
import { createGroupBodies, type Done, type Job, prepareSteps, rollBack } from './group-bodies.ts'
import { createLine, type Line } from './line.ts'

/**
 * The most bodies that share one commit, and how long further ones are started: more gains little and delays the first.
 */
const GROUP_MAX = 64
const GROUP_MS_MAX = 10
/** The number of groups of small bodies that run before a waiting large body. */
const SMALL_TURNS_MAX = 9

type Options = TxOptions & {
  /** True for a body that waits for few others, and is not refused. */
  isUrgent?: boolean
}

/**
 * Group commit: bodies that wait together share one commit. A large body runs after small ones, and shares its commit with
 * those that came while it ran: they have waited enough without a commit of their own.
 *
 * @param handle the handle through which bodies write
 * @param between runs after each commit, while no transaction is open; must not throw
 * @param monotonicMs the clock of the line
 * @returns `run`, which returns the result of the body or throws its error (then nothing of it is written), `quiet`,
 *   which waits until no body has run for some time, and `settled`, which waits until none is left
 */
export function createCommitGroup(
  writer: Database,
  handle: Handle,
  watch: Watch,
  onCommit: StoreEvents['onCommit'],
  between: () => Promise<void>,
  monotonicMs = () => performance.now(),
) {
  const commitTogether = createCommit(writer, handle, watch, onCommit)
  const newLine = () => createLine<Job>({ refuse: (job, error) => job.reject(error), monotonicMs })
  const small = newLine()
  const large = newLine()
  let pumping: Promise<void> | undefined
  let pumpedMs = 0

  async function run<T>(
    body: (tx: Tx) => Promise<T>,
    { isLarge = false, isUrgent = false, isTried = false, ...options }: Options = {},
  ): Promise<T> {
    if (bodyScope.getStore()) throw new Error('a tx inside a tx would wait for itself')
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const line = isLarge ? large : small
    const { hotelId, mayRepeat = hotelId !== undefined } = options
    line.join({ body, hotelId, mayRepeat, isTried, resolve, reject }, { isUrgent })
    pumping ??= pump()
    return promise as Promise<T>
  }

  async function pump(): Promise<void> {
    try {
      // One turn of the event loop lets requests that arrived together join the same commit.
      await urgentTurn()
      let smallTurns = 0
      while (small.length() + large.length() > 0) {
        const isLargeTurn =
          large.length() > 0 && (small.length() === 0 || smallTurns >= SMALL_TURNS_MAX)
        smallTurns = isLargeTurn ? 0 : smallTurns + 1
        if (await commitTogether(isLargeTurn ? large : small, small)) await between()
        await urgentTurn()
      }
    } finally {
      pumping = undefined
      pumpedMs = performance.now()
    }
  }

  async function quiet(ms: number, waitMs: number): Promise<void> {
    const endMs = performance.now() + waitMs
    const isQuiet = () => !pumping && performance.now() - pumpedMs >= ms
    while (!isQuiet() && performance.now() < endMs) await Bun.sleep(ms)
  }

  return { run, quiet, settled: () => pumping ?? Promise.resolve() }
}

/**
 * Runs one BEGIN IMMEDIATE … COMMIT on the writer for several bodies, each undone by itself if it fails. No caller is answered
 * before the commit is on disk. If a commit fails in progress, its state on disk is unknown until the database
 * is opened again: the failure goes to the watch, and no further body starts.
 *
 * @returns a function that takes a body from a line, and further ones from the small line, as many as start within
 *   10 ms; true if they were committed
 */
function createCommit(
  writer: Database,
  handle: Handle,
  watch: Watch,
  onCommit: StoreEvents['onCommit'],
) {
  const statements = prepareSteps(writer)
  const beginGroup = createGroupBodies(writer, handle, statements)

  function refuseBroken(): void {
    const breakdown = watch.breakdown()
    if (breakdown) throw breakdown.error
  }

  return async (line: Line<Job>, small: Line<Job>): Promise<boolean> => {
    // At least one, which receives the error if nothing can be started.
    const group = line.take()
    if (group.length === 0) return false
    const isLarge = line !== small
    let done: readonly Done[] = []
    let isCommitting = false
    try {
      refuseBroken()
      statements.begin.run()
      let endMs = performance.now() + GROUP_MS_MAX
      const bodies = beginGroup({ isLarge })
      done = bodies.done
      for (const job of group) {
        await bodies.run(job)
        if (isLarge && done.length === 1) endMs = performance.now() + GROUP_MS_MAX
        if (group.length < GROUP_MAX && performance.now() < endMs) group.push(...small.take())
      }
      // One of the bodies met a damaged page.
      refuseBroken()
      // For a large body the commit alone may hold the event loop for its limit.
      if (isLarge) await urgentTurn()
      isCommitting = true
      statements.commit.run()
    } catch (error) {
      const isUnknown = isCommitting && !isRefusal(error)
      if (isInDoubt(error, isCommitting)) watch.fail(error)
      rollBack(writer)
      for (const [index, job] of group.entries()) {
        // The rejection of a body may depend on data whose commit is now uncertain.
        const isMaybeKept = isUnknown && 'value' in done[index]!.outcome
        job.reject(isMaybeKept ? outcomeUnknown(error) : unwritable(error))
      }
      return false
    }
    for (const { job, outcome } of done) {
      if ('error' in outcome) job.reject(outcome.error)
      else {
        onCommit(outcome.tx)
        job.resolve(outcome.value)
      }
    }
    return true
  }
}

/** The error for callers whose transaction may or may not be on disk. */
function outcomeUnknown(cause: unknown): AppError {
  const detail = 'The database failed during the commit: it is unknown whether the change was made.'
  return new AppError('outcome_unknown', detail, {}, cause)
}

/** The error for a refused commit: 503, with the reason in the log, not for the caller. */
function unwritable(cause: unknown): AppError {
  return unavailable('The database cannot be written at the moment; nothing was changed.', 5, cause)
}
