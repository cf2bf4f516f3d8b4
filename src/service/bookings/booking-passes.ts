import { addDays, dateIn, instantAt } from '../../domain/kernel/date.ts'
import { listDueCheckouts, listExpiredHolds } from '../../store/bookings/due-bookings.ts'
import { readSlices } from '../../store/engine/pace.ts'
import type { Deps } from '../deps.ts'
import { completeBooking, expireBooking } from './end-by-clock.ts'
import { expireGroup } from './group-acts.ts'
import { remindDeadlines } from './remind-deadlines.ts'
import { remindOptions } from './remind-options.ts'
import { PASS_MAX, runBounded, workThrough } from './work-through.ts'

/**
 * Expires every hold past its time, and reminds of the options that end soon. A pass finds what a stopped process left
 * behind. Works in small batches, like `completeStays`.
 */
export async function expireHolds(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const list = (limit: number) => listExpiredHolds(deps.store, deps.nowMs(), limit)
  const groups = new Set<string>()
  // A group expires as a whole (contract-groups), so the first of its holds is enough.
  const expire = async ({ code, groupCode }: Awaited<ReturnType<typeof list>>[number]) => {
    if (groupCode === null) await expireBooking(deps, code)
    else if (!groups.has(groupCode)) {
      groups.add(groupCode)
      await expireGroup(deps, groupCode, false)
    }
  }
  await workThrough(list, expire, stopping)
  await remindOptions(deps, stopping)
}

/**
 * Completes stays after their check-out, and reminds agencies of deadlines, in small batches with pauses, for many fall due at noon and requests need the
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
  await remindDeadlines(deps, stopping)
}
