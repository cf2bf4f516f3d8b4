import { addDays, dateIn, instantAt } from '../domain/date.ts'
import { IDEMPOTENCY_KEPT_MS, PRUNE_ROWS_MAX } from '../domain/limits.ts'
import { listDueCheckouts, listExpiredHolds } from '../store/booking-lists.ts'
import { deleteAnswered } from '../store/idempotency.ts'
import type { Deps } from './deps.ts'
import { completeBooking, expireBooking } from './end-booking.ts'

/** Bookings that one pass moves on, side by side: they share commits. */
const PASS_MAX = 200

/** Expires holds that have run out, as many as there are; what a stopped process left is found by the next one. */
export async function expireHolds(deps: Deps): Promise<void> {
  for (;;) {
    const codes = await listExpiredHolds(deps.store, deps.nowMs(), PASS_MAX)
    await Promise.all(codes.map((code) => expireBooking(deps, code)))
    if (codes.length < PASS_MAX) return
  }
}

/** Completes stays whose check-out has passed. */
export async function completeStays(deps: Deps): Promise<void> {
  const nowMs = deps.nowMs()
  // The earliest time zone is 14 hours ahead of UTC.
  const until = addDays(dateIn('UTC', nowMs), 1)
  const over = (await listDueCheckouts(deps.store, until)).filter(
    ({ checkout, checkoutTime, timezone }) => instantAt(checkout, checkoutTime, timezone) <= nowMs,
  )
  for (let start = 0; start < over.length; start += PASS_MAX)
    await Promise.all(
      over.slice(start, start + PASS_MAX).map(({ code }) => completeBooking(deps, code)),
    )
}

/** Forgets answers to Idempotency-Keys after 24 hours: as `pruneOld`, in small transactions. */
export async function forgetAnswers(
  { store, nowMs }: Pick<Deps, 'store' | 'nowMs'>,
  stopping: AbortSignal,
): Promise<void> {
  const beforeMs = nowMs() - IDEMPOTENCY_KEPT_MS
  let deleted = PRUNE_ROWS_MAX
  while (deleted === PRUNE_ROWS_MAX && !stopping.aborted)
    deleted = await store.tx((tx) => deleteAnswered(tx, beforeMs))
}
