import { normalizeEmail } from '../domain/kernel/address.ts'
import { AppError } from '../domain/kernel/errors.ts'
import { findIdempotentAnswer, upsertIdempotentAnswer } from '../store/bookings/idempotency.ts'
import type { Tx } from '../store/engine/engine.ts'
import type { Deps } from './deps.ts'

/** How long an Idempotency-Key identifies its request (contract §3). */
export const IDEMPOTENCY_KEPT_MS = 24 * 60 * 60 * 1_000

/** Returns the owner of a stranger's keys: the e-mail address that they book with. */
export const strangerOwner = (email: string | null | undefined): string =>
  `anonymous ${normalizeEmail(email ?? '')}`

/** The owner of the keys of forms, which are random: another e-mail address in a form is another use of its key. */
export const FORM_OWNER = 'form'

/** An Idempotency-Key of an owner, and the hash of the request that it identifies. */
export type KeyedRequest = { owner: string; key: string; requestHash: string }

/**
 * Returns the answer given under this Idempotency-Key within 24 hours (contract §3); undefined if there is none.
 *
 * @throws AppError `idempotency_conflict` if the key was used for another request
 */
export async function findAnswer<Answer>(
  tx: Tx,
  { nowMs }: Pick<Deps, 'nowMs'>,
  { owner, key, requestHash }: KeyedRequest,
): Promise<Answer | undefined> {
  const sinceMs = nowMs() - IDEMPOTENCY_KEPT_MS
  const answered = await findIdempotentAnswer(tx, { owner, key, sinceMs })
  if (answered && answered.requestHash !== requestHash) throw conflict()
  return answered && JSON.parse(answered.answer)
}

/**
 * Keeps the answer of a request under its key.
 *
 * @throws AppError `idempotency_conflict` if a request to another hotel, which shares no lock with this one, stored
 *   the key first
 */
export async function keepAnswer(
  tx: Tx,
  { nowMs }: Pick<Deps, 'nowMs'>,
  keyed: KeyedRequest,
  { bookingCode, answer }: { bookingCode: string; answer: unknown },
): Promise<void> {
  const createdAtMs = nowMs()
  const answered = { ...keyed, bookingCode, answer: JSON.stringify(answer), createdAtMs }
  if (!(await upsertIdempotentAnswer(tx, answered, createdAtMs - IDEMPOTENCY_KEPT_MS)))
    throw conflict()
}

const conflict = () =>
  new AppError('idempotency_conflict', 'This Idempotency-Key was used for another request.')
