import { addDays, dateIn, instantAt } from '../../domain/kernel/date.ts'
import { findBooking } from '../../store/bookings/bookings.ts'
import { listDueCheckouts, listExpiredHolds } from '../../store/bookings/due-bookings.ts'
import { chunks, readSlices } from '../../store/engine/pace.ts'
import type { Deps } from '../deps.ts'
import { completeBooking, expireBooking } from './end-by-clock.ts'
import { expireGroup } from './group-acts.ts'

/** Bookings listed at a time. */
const PASS_MAX = 200
/** Bookings processed in parallel, and the pause after them that leaves the thread to other work. */
const AT_ONCE = 20
const PAUSE_MS = 25

/**
 * Expires every hold past its time. A pass finds what a stopped process left behind. Works in small batches, like
 * `completeStays`.
 */
export async function expireHolds(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const list = (limit: number) => listExpiredHolds(deps.store, deps.nowMs(), limit)
  await workThrough(list, (code) => expireHold(deps, code), stopping)
}

/** Expires a hold; that of a group as a whole (contract-groups). */
async function expireHold(deps: Deps, code: string): Promise<void> {
  const groupCode = (await findBooking(deps.store, code))?.groupCode ?? null
  if (groupCode === null) await expireBooking(deps, code)
  else await expireGroup(deps, groupCode, false)
}

/**
 * Completes stays after their check-out, in small batches with pauses, for many fall due at noon and requests need the
 * thread too. The pass ends when the service stops; the next one finds the rest.
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

/** Runs `work` for each listed booking and lists again until none is left; ends once `stopping` is aborted. */
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

/** Runs `work` for each item, a few in parallel with pauses between the batches. */
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
