import { AppError, refused } from '../../domain/kernel/errors.ts'
import { SANDBOX_FAULTS_MAX } from '../../domain/kernel/limits.ts'
import type { AnswerFault, Fault } from '../../domain/sandbox/sandbox-fault.ts'
import { inHotel } from '../../store/engine/locks.ts'
import {
  deleteFault,
  hasAnswerFault,
  insertFault,
  listFaults,
  takeAnswerFault,
} from '../../store/sandbox/faults.ts'
import type { Deps } from '../deps.ts'

/** A fault to inject, and how often. */
export type NewFault = Pick<Fault, 'hotelId' | 'operation' | 'answer' | 'webhooks' | 'times'>

/**
 * Injects a fault into the next answers or deliveries of a sandbox.
 *
 * @throws AppError `validation_failed` if 20 faults exist
 */
export async function addFault(deps: Deps, given: NewFault): Promise<Fault> {
  const { newId, nowMs } = deps
  const fault = { ...given, id: newId(), remaining: given.times, createdAtMs: nowMs() }
  return await inHotel(deps.store, given.hotelId, async (tx) => {
    if ((await listFaults(tx, given.hotelId)).length >= SANDBOX_FAULTS_MAX)
      throw refused('', 'too_many', `A sandbox has at most ${SANDBOX_FAULTS_MAX} faults.`, {
        max: SANDBOX_FAULTS_MAX,
      })
    await insertFault(tx, fault)
    return fault
  })
}

/** Removes a fault, however often it was still due. @throws AppError `not_found` */
export async function removeFault(deps: Deps, fault: { id: string; hotelId: number }) {
  if (!(await deps.store.tx((tx) => deleteFault(tx, fault))))
    throw new AppError('not_found', 'This sandbox has no such fault.')
}

/** Takes one use of the fault for an operation's answer; undefined if none is due. */
export async function nextAnswerFault(
  { store }: Pick<Deps, 'store'>,
  hotelId: number,
  operation: string,
): Promise<AnswerFault | undefined> {
  if (!(await hasAnswerFault(store, hotelId, operation))) return undefined
  return await store.tx((tx) => takeAnswerFault(tx, hotelId, operation))
}
