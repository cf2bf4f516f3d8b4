import { addDays, dateIn, instantAt } from '../../domain/kernel/date.ts'
import { listDueCheckouts, listExpiredHolds } from '../../store/bookings/due-bookings.ts'
import { chunks, readSlices } from '../../store/engine/pace.ts'
import type { Deps } from '../deps.ts'
import { completeBooking, expireBooking } from './end-by-clock.ts'

/** Bookings that a pass lists at a time. */
const PASS_MAX = 200
/** Bookings that a pass processes in parallel, and the pause after them that leaves the thread to others. */
const AT_ONCE = 20
const PAUSE_MS = 25

/**
 * Expires holds that have run out, as many as there are; what a stopped process left is found by the next one. A few at
 * a time, as `completeStays`.
 */
export async function expireHolds(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const list = (limit: number) => listExpiredHolds(deps.store, deps.nowMs(), limit)
  await workThrough(list, (code) => expireBooking(deps, code), stopping)
}

/**
 * Completes stays whose check-out has passed: few at a time with pauses between them, for at noon they are many and
 * others want the thread, too. It goes no further when the service stops; the next pass finds what is left.
 */
export async function completeStays(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const nowMs = deps.nowMs()
  // The earliest time zone is 14 hours ahead of UTC.
  const until = addDays(dateIn('UTC', nowMs), 1)
  const slices = readSlices<Awaited<ReturnType<typeof listDueCheckouts>>[number]>(
    (after, limit) => listDueCheckouts(deps.store, until, { after, limit }),
    PASS_MAX,
  )
  for await (const due of slices) {
    const over = due.filter(
      ({ checkout, checkoutTime, timezone }) =>
        instantAt(checkout, checkoutTime, timezone) <= nowMs,
    )
    await runBounded(over, ({ code }) => completeBooking(deps, code), stopping)
    if (stopping?.aborted) return
  }
}

/** Runs `work` for each booking that is listed, as often as there are more; goes no further once `stopping` is aborted. */
export async function workThrough(
  list: (limit: number) => Promise<string[]>,
  work: (code: string) => Promise<unknown>,
  stopping?: AbortSignal,
): Promise<void> {
  let codes: string[]
  do {
    codes = await list(PASS_MAX)
    await runBounded(codes, work, stopping)
  } while (codes.length === PASS_MAX && !stopping?.aborted)
}

/** Runs `work` for each, a few in parallel with pauses between them. */
async function runBounded<T>(
  all: readonly T[],
  work: (one: T) => Promise<unknown>,
  stopping?: AbortSignal,
): Promise<void> {
  for (const few of chunks(all, AT_ONCE)) {
    if (stopping?.aborted) return
    await Promise.all(few.map(work))
    if (all.length > AT_ONCE) await Bun.sleep(PAUSE_MS)
  }
}
