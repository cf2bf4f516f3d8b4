// The bodies of a group commit of SQLite, each in a part of the transaction that it may fail in.

import type { Database } from 'bun:sqlite'
import { AppError } from '../../domain/kernel/errors.ts'
import type { SharedReads, Tx } from '../engine/engine.ts'
import { bodyScope, createScope } from '../engine/pace.ts'

/** How long a body may take, on a slow and busy machine too: no other body waits for it longer. */
const BODY_MS_MAX = 30_000

/** A body in line, and who waits for it. */
export type Job = {
  body: (tx: Tx) => Promise<unknown>
  tx: Tx
  /** Present for a body that changes nothing that is shared (`TxOptions`). */
  hotelId: number | undefined
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/** The result of a body, or its error. */
export type Outcome = { value: unknown } | { error: unknown }

/** The steps of a transaction as statements, which are compiled once: looking one up takes longer than running it. */
export const prepareSteps = (writer: Database) => ({
  begin: writer.query('begin immediate'),
  commit: writer.query('commit'),
  save: writer.query('savepoint body'),
  release: writer.query('release body'),
  undo: writer.query('rollback to body'),
})

type Steps = ReturnType<typeof prepareSteps>

/**
 * Creates what the bodies of a group read once for all of them (`readShared`): of eight pushes to a hotel that arrive
 * together, each takes a tenth less. A body that may change it, or has failed after it read its own writes, voids it.
 */
export function createSharing() {
  const shared: SharedReads = { facts: new Map(), numbers: [], spareIds: [], waiting: () => 0 }
  return {
    begin({ tx, hotelId }: Job): void {
      if (hotelId !== undefined) tx.shared = shared
    },
    end({ hotelId }: Job, outcome: Outcome): void {
      if (hotelId === undefined || 'error' in outcome) shared.facts.clear()
    },
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
 * Runs the first body of a group without a savepoint, which would copy every page that the body changes: its writes are
 * the only ones, so that the transaction is begun anew if it fails.
 *
 * @throws the error that ended the whole transaction
 */
export async function attemptFirst(writer: Database, { begin }: Steps, job: Job): Promise<Outcome> {
  const outcome = await runBody(writer, job)
  if ('error' in outcome) {
    writer.query('rollback').run()
    begin.run()
  }
  return outcome
}

/** Runs a body in a savepoint. @throws the error that ended the whole transaction */
export async function attemptNext(
  writer: Database,
  { save, undo, release }: Steps,
  job: Job,
): Promise<Outcome> {
  save.run()
  const outcome = await runBody(writer, job)
  if ('error' in outcome) undo.run()
  release.run()
  return outcome
}

async function runBody(writer: Database, { body, tx }: Job): Promise<Outcome> {
  try {
    return { value: await bodyScope.run(createScope(performance.now() + BODY_MS_MAX), body, tx) }
  } catch (error) {
    // A full disk or an I/O error ends the whole transaction: there is nothing left to commit.
    if (!writer.inTransaction) throw error
    // The error for the service is the cause of drizzle's own.
    const { cause } = error as { cause?: unknown }
    return { error: cause instanceof AppError ? cause : error }
  }
}
