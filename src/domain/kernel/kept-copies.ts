// Retention of backups (rotation by grandfather, father and son).

/** The numbers of days, weeks and months that keep their last backup, counted back from the newest. */
export type KeptCopies = { days: number; weeks: number; months: number }

const DAY_MS = 86_400_000
/** The first Monday after 1970-01-01, a Thursday. */
const MONDAY_MS = 4 * DAY_MS

/**
 * Says which backups stay: all of the 24 hours before the newest, and the last one of each of the newest days, weeks
 * (from Monday) and months that have any, in UTC.
 *
 * @param times when they were made, in ms, in any order
 * @returns the times that stay, the newest always among them
 */
export function keptCopies(times: readonly number[], keep: KeptCopies): Set<number> {
  const newestFirst = times.toSorted((a, b) => b - a)
  const newest = newestFirst[0]!
  const kept = new Set(newestFirst.filter((time) => time > newest - DAY_MS))
  const keepLast = (count: number, spanOf: (time: number) => string | number) => {
    const spans = new Set<string | number>()
    for (const time of newestFirst) {
      const span = spanOf(time)
      if (spans.has(span)) continue
      if (spans.size >= count) return
      spans.add(span)
      kept.add(time)
    }
  }
  keepLast(keep.days, (time) => Math.floor(time / DAY_MS))
  keepLast(keep.weeks, (time) => Math.floor((time - MONDAY_MS) / (7 * DAY_MS)))
  keepLast(keep.months, (time) => new Date(time).toISOString().slice(0, 7))
  return kept
}
