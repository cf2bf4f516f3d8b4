// Reminders of agencies: at 09:00 of the hotel (issue 34).

import { addDays, type CalendarDate, dateIn, instantAt } from '../kernel/date.ts'
import { optionReminderAt } from './option.ts'

const TIME = '09:00'

/**
 * Returns when an agency is reminded of something that ends on a day of the hotel: at 09:00 of the day before, or of the
 * day itself if that has passed; 0 if both have.
 *
 * @param sinceMs when the end was set
 */
export function agencyReminderAt(day: CalendarDate, timezone: string, sinceMs: number): number {
  const times = [addDays(day, -1), day].map((each) => instantAt(each, TIME, timezone))
  return times.find((atMs) => atMs > sinceMs) ?? 0
}

/** Returns when somebody is reminded of an option: its guest a day before its end, its agency at 09:00; 0: never. */
export function reminderOf({
  agencyId,
  untilMs,
  nowMs,
  hotel: { timezone },
}: {
  agencyId: number | null
  untilMs: number
  /** When the end was chosen. */
  nowMs: number
  hotel: { timezone: string }
}): number {
  if (agencyId === null) return optionReminderAt(untilMs, nowMs)
  const atMs = agencyReminderAt(dateIn(timezone, untilMs), timezone, nowMs)
  return atMs < untilMs ? atMs : 0
}
