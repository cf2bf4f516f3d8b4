// The bodies of a group commit of SQLite, each in a part of the transaction that it may fail in.

import type { Database } from 'bun:sqlite'
import { AppError } from '../../domain/kernel/errors.ts'
import { bodyScope, createScope } from '../engine/body-scope.ts'
import { type Handle, newTx, type SharedReads, type Tx } from '../engine/engine.ts'

/** How long a body may take, on a slow and busy machine too: no other body waits for it longer. */
const BODY_MS_MAX = 30_000

/** The most bodies of a group that run without a savepoint: as many may have to run again. */
const BARE_MAX = 16
/** How many groups have savepoints after one whose bodies had to run again: where one body fails, more do. */
const CAREFUL_GROUPS = 50

/** Bodies run one after another, so a lock needs no wait. */
const HOLD = async () => {}

/** A body in line, and who waits for it. */
export type Job = {
  body: (tx: Tx) => Promise<unknown>
  /** Present for a body that changes nothing that is shared (`TxOptions`). */
  hotelId: number | undefined
  mayRepeat: boolean
  isTried: boolean
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/** The result of a body with its handle, or its error. */
type Outcome = { value: unknown; tx: Tx } | { error: unknown }

/** A body that has run. */
export type Done = { job: Job; outcome: Outcome }

/** The steps of a transaction as statements, which are compiled once: looking one up takes longer than running it. */
export const prepareSteps = (writer: Database) => ({
  begin: writer.query('begin immediate'),
  commit: writer.query('commit'),
  rollback: writer.query('rollback'),
  save: writer.query('savepoint body'),
  release: writer.query('release body'),
  undo: writer.query('rollback to body'),
  changes: writer.query<{ rows: number }, []>('select total_changes() as rows'),
})

/**
 * Creates the runner of bodies. A savepoint copies every page that its body changes, which took a twelfth of a booking. So
 * a body runs without one if no other has written in the transaction, or if those that have may run again: if it fails
 * after it has written, the transaction is begun anew, and they do. One that is only tried is known to fail.
 *
 * @param steps those of the writer
 * @returns a function that begins a group in an open transaction: `run` runs a body, and throws only the error that ended the
 *   whole transaction; `done` has the bodies that have run
 */
export function createGroupBodies(
  writer: Database,
  handle: Handle,
  steps: ReturnType<typeof prepareSteps>,
) {
  let carefulGroups = 0

  return ({ isLarge }: { isLarge: boolean }) => {
    const runBody = createRun(writer, handle)
    const done: Done[] = []
    let isCareful = isLarge || carefulGroups > 0
    if (carefulGroups > 0) carefulGroups--

    async function run(job: Job): Promise<void> {
      const kept = done.filter(({ outcome }) => 'value' in outcome)
      const isBare =
        kept.length === 0 ||
        (!isCareful &&
          !job.isTried &&
          kept.length < BARE_MAX &&
          kept.every(({ job }) => job.mayRepeat))
      const outcome = await (isBare ? runBare(job, kept) : runSaved(job))
      done.push({ job, outcome })
    }

    async function runBare(job: Job, kept: readonly Done[]): Promise<Outcome> {
      const countChanges = () => steps.changes.get()!.rows
      // If there is nothing to keep, beginning anew costs less than counting.
      const before = kept.length > 0 ? countChanges() : undefined
      const outcome = await runBody(job)
      if ('error' in outcome && (before === undefined || countChanges() !== before))
        await repeat(kept)
      return outcome
    }

    async function repeat(kept: readonly Done[]): Promise<void> {
      steps.rollback.run()
      steps.begin.run()
      if (kept.length === 0) return
      isCareful = true
      carefulGroups = CAREFUL_GROUPS
      for (const each of kept) each.outcome = await runSaved(each.job)
    }

    async function runSaved(job: Job): Promise<Outcome> {
      steps.save.run()
      const outcome = await runBody(job)
      if ('error' in outcome) steps.undo.run()
      steps.release.run()
      return outcome
    }

    return { run, done }
  }
}

/** Never throws: the callers must receive the error that led here, and the next group starts fresh. */
export function rollBack(writer: Database): void {
  try {
    if (writer.inTransaction) writer.query('rollback').run()
  } catch {
    // The connection is closed or broken; the next `begin` says so.
  }
}

/**
 * Creates what runs the bodies of a group, and what they read once for all of them (`readShared`): of eight pushes to a
 * hotel that arrive together, each takes a tenth less. A body that may change it, or has failed after it read its own
 * writes, voids it.
 */
function createRun(writer: Database, handle: Handle) {
  const shared: SharedReads = { facts: new Map(), numbers: [], spareIds: [], waiting: () => 0 }
  return async (job: Job): Promise<Outcome> => {
    const { hotelId } = job
    const tx = newTx(handle, HOLD)
    if (hotelId !== undefined) tx.shared = shared
    const outcome = await attempt(writer, job, tx)
    if (hotelId === undefined || 'error' in outcome) shared.facts.clear()
    return outcome
  }
}

async function attempt(writer: Database, { body }: Job, tx: Tx): Promise<Outcome> {
  try {
    const scope = createScope(performance.now() + BODY_MS_MAX)
    return { value: await bodyScope.run(scope, body, tx), tx }
  } catch (error) {
    // A full disk or an I/O error ends the whole transaction: there is nothing left to commit.
    if (!writer.inTransaction) throw error
    // The error for the service is the cause of drizzle's own.
    const { cause } = error as { cause?: unknown }
    return { error: cause instanceof AppError ? cause : error }
  }
}
