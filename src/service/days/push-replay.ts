import { isRefusedWhole, type PushReport } from '../../domain/days/push.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import type { PushEvidence } from '../../domain/sandbox/certification.ts'
import { findAnsweredPush } from '../../store/days/push-replays.ts'
import type { Handle } from '../../store/engine/engine.ts'
import type { Deps } from '../deps.ts'
import { IDEMPOTENCY_KEPT_MS } from '../kept-answers.ts'

/** An Idempotency-Key of an API key, and the hash of the push that it identifies. */
export type PushKey = { apiKeyId: string; key: string; requestHash: string }

/**
 * The answer to a push: its report, `isReplay` if it was given before, and, in a sandbox, what the push demonstrates.
 */
export type PushAnswer = { report: PushReport; isReplay: boolean; shown?: PushEvidence }

/**
 * Dedupes a push: returns the answer given under its Idempotency-Key within 24 hours (contract-counts); undefined
 * without an answer or without a key.
 *
 * @throws AppError `idempotency_conflict` if the key was used for another push
 */
export async function replayPush(
  handle: Handle,
  { nowMs }: Pick<Deps, 'nowMs'>,
  key: PushKey | undefined,
): Promise<PushAnswer | undefined> {
  if (!key) return undefined
  const sinceMs = nowMs() - IDEMPOTENCY_KEPT_MS
  const answered = await findAnsweredPush(handle, { ...key, sinceMs })
  if (answered && answered.requestHash !== key.requestHash)
    throw new AppError('idempotency_conflict', 'This Idempotency-Key was used for another push.')
  return answered && { report: answered.report, isReplay: true }
}

/** True if the report is kept for replay; dry runs and pushes refused as a whole are judged anew (contract-counts). */
export const isKept = (key: PushKey | undefined, report: PushReport): key is PushKey =>
  key !== undefined && !report.dryRun && !isRefusedWhole(report)
