import type { Change } from '../../../../client/call.ts'
import type { PushChange } from './since.ts'
import { dayKey, type Update } from './step.ts'

/**
 * The updates that undo a change, except for days that others have set since. A count goes back by the difference that
 * the change made, which the feed tells: rooms that were sold or given back meanwhile stay so.
 *
 * @param updates the undo, with the counts that were shown
 * @param pushIds pushes of the change
 * @param changes of the feed after the place at which the days were shown
 * @param voidPushes pushes without effect, which another undid as a whole
 */
export function takenBack(
  updates: readonly Update[],
  pushIds: readonly string[],
  changes: readonly Change[],
  voidPushes: ReadonlySet<string> = new Set(),
): Update[] {
  const isOwn = ({ pushId }: PushChange) => pushIds.includes(pushId ?? '')
  const ofDays = changes.filter(
    (change): change is PushChange =>
      change.type !== 'booking' && !voidPushes.has(change.pushId ?? ''),
  )
  let isSince = !ofDays.some(isOwn)
  const counts = new Map(updates.map((update) => [dayKey(update), update.available]))
  // The rooms by which each day goes back; null where others have set it. The feed leaves out unchanged days.
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
