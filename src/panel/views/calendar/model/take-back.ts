import type { Change } from '../../../../client/call.ts'
import type { PushChange } from './since.ts'
import { dayKey, type Update } from './step.ts'

/**
 * The updates that take a change back, but for days that others have set since. A count goes back as the difference
 * that the change made, by what the feed says stood before and after it: what was sold or given back meanwhile stays so.
 *
 * @param updates with the count that was shown
 * @param pushIds the change's own
 * @param changes what came after the place of the feed that the days were shown at
 * @param nothing pushes that came to nothing, for another took them back as a whole
 */
export function takenBack(
  updates: readonly Update[],
  pushIds: readonly string[],
  changes: readonly Change[],
  nothing: ReadonlySet<string> = new Set(),
): Update[] {
  const isOwn = ({ pushId }: PushChange) => pushIds.includes(pushId ?? '')
  const ofDays = changes.filter(
    (change): change is PushChange =>
      change.type !== 'booking' && !nothing.has(change.pushId ?? ''),
  )
  let isSince = !ofDays.some(isOwn)
  const counts = new Map(updates.map((update) => [dayKey(update), update.available]))
  // By how many rooms each day goes back; null where others have set it. One that did not change is not told of.
  const backs = new Map<string, number | null>()
  for (const change of ofDays)
    for (const day of change.days as Update[]) {
      const key = dayKey(day)
      if (isOwn(change)) {
        isSince = true
        backs.set(key, counts.get(key)! - day.available!)
      } else if (!isSince) counts.set(key, day.available)
      else if (change.pushId) backs.set(key, null)
    }
  return updates
    .filter((update) => backs.get(dayKey(update)) !== null)
    .map(({ available, ...rest }) => ({
      ...rest,
      ...(available !== undefined && { availableBy: backs.get(dayKey(rest)) ?? 0 }),
    }))
}
