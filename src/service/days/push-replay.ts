import { isRefusedWhole, type PushReport } from '../../domain/days/push.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import type { PushShown } from '../../domain/sandbox/certification.ts'
import { findAnsweredPush } from '../../store/days/push-replays.ts'
import type { Handle } from '../../store/engine/engine.ts'
import type { Deps } from '../deps.ts'
import { IDEMPOTENCY_KEPT_MS } from '../kept-answers.ts'

/** An Idempotency-Key of an API key, and the push that it stands for. */
export type PushKey = { apiKeyId: string; key: string; requestHash: string }

/** A report, whether it was given before, and of a push to a sandbox what it shows. */
export type PushAnswer = { report: PushReport; isReplay: boolean; shown?: PushShown }

/**
 * What was answered under a key within 24 hours (contract-counts); undefined when nothing was, or there is no key.
 *
 * @throws AppError `idempotency_conflict` when the key stands for another push
 */
export async function replayPush(
  handle: Handle,
  { nowMs }: Pick<Deps, 'nowMs'>,
  asked: PushKey | undefined,
): Promise<PushAnswer | undefined> {
  if (!asked) return undefined
  const sinceMs = nowMs() - IDEMPOTENCY_KEPT_MS
  const answered = await findAnsweredPush(handle, { ...asked, sinceMs })
  if (answered && answered.requestHash !== asked.requestHash)
    throw new AppError('idempotency_conflict', 'This Idempotency-Key stands for another push.')
  return answered && { report: answered.report, isReplay: true }
}

/** Whether a report is kept to be given again: refusals as a whole and dry runs are judged anew (contract-counts). */
export const isKept = (asked: PushKey | undefined, report: PushReport): asked is PushKey =>
  asked !== undefined && !report.dryRun && !isRefusedWhole(report)
