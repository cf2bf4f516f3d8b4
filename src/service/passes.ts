import { addDays, type CalendarDate, dateIn, instantAt } from '../domain/date.ts'
import { IDEMPOTENCY_KEPT_MS, PRUNE_ROWS_MAX } from '../domain/limits.ts'
import { listDueCheckouts, listExpiredHolds } from '../store/booking-lists.ts'
import { deleteAnswered } from '../store/idempotency.ts'
import { deleteReplays } from '../store/push-replays.ts'
import type { Deps } from './deps.ts'
import { completeBooking, expireBooking } from './end-booking.ts'

/** Bookings that a pass lists at a time; holds are moved on side by side and share commits. */
const PASS_MAX = 200
/** Stays that are completed side by side, and how long the pass leaves the thread to others after them. */
const COMPLETED_AT_ONCE = 20
const PAUSE_MS = 25

/** Expires holds that have run out, as many as there are; what a stopped process left is found by the next one. */
export async function expireHolds(deps: Deps): Promise<void> {
  for (;;) {
    const codes = await listExpiredHolds(deps.store, deps.nowMs(), PASS_MAX)
    await Promise.all(codes.map((code) => expireBooking(deps, code)))
    if (codes.length < PASS_MAX) return
  }
}

/**
 * Completes stays whose check-out has passed: few at a time with pauses between them, for at noon they are many and
 * others want the thread, too. It goes no further when the service stops; the next pass finds what is left.
 */
export async function completeStays(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const nowMs = deps.nowMs()
  // The earliest time zone is 14 hours ahead of UTC.
  const until = addDays(dateIn('UTC', nowMs), 1)
  let after: { checkout: CalendarDate; id: number } | undefined
  for (;;) {
    const due = await listDueCheckouts(deps.store, until, { after, limit: PASS_MAX })
    const over = due.filter(
      ({ checkout, checkoutTime, timezone }) =>
        instantAt(checkout, checkoutTime, timezone) <= nowMs,
    )
    for (let start = 0; start < over.length; start += COMPLETED_AT_ONCE) {
      if (stopping?.aborted) return
      const some = over.slice(start, start + COMPLETED_AT_ONCE)
      await Promise.all(some.map(({ code }) => completeBooking(deps, code)))
      if (over.length > COMPLETED_AT_ONCE) await pause(PAUSE_MS)
    }
    if (due.length < PASS_MAX || stopping?.aborted) return
    after = due.at(-1)
    await pause(0)
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Forgets answers to Idempotency-Keys after 24 hours: as `pruneOld`, in small transactions. */
export async function forgetAnswers(
  { store, nowMs }: Pick<Deps, 'store' | 'nowMs'>,
  stopping: AbortSignal,
): Promise<void> {
  const beforeMs = nowMs() - IDEMPOTENCY_KEPT_MS
  for (const forget of [deleteAnswered, deleteReplays]) {
    let deleted = PRUNE_ROWS_MAX
    while (deleted === PRUNE_ROWS_MAX && !stopping.aborted)
      deleted = await store.tx((tx) => forget(tx, beforeMs))
  }
}
