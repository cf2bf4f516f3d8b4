// Options: holds whose end the caller chooses (contract-groups, *Options*).

import { type CalendarDate, instantAt, instantText } from '../kernel/date.ts'
import { type Flaw, flaw } from '../kernel/errors.ts'
import { type Booking, HOLD_MS } from './booking.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/** Longest option of the hotel's people, and the longest that an agency's terms may grant; in days. */
export const HOTEL_OPTION_DAYS = 60
export const AGENCY_OPTION_DAYS_MAX = 30

/** The hotel's wall-clock time on the check-in day after which no option stands. */
const LAST_TIME = '18:00'

/** The reminder comes this long before an option ends. */
const REMINDER_MS = DAY_MS

/** The place of the end in a body. */
const PATH = '/holdUntil'

/** True for a hold whose end its caller chose. */
export const isOption = ({ optionReminderAtMs }: Pick<Booking, 'optionReminderAtMs'>): boolean =>
  optionReminderAtMs !== null

/** True if the guest of an option is to be reminded now. */
export const isReminderDue = (
  { status, optionReminderAtMs }: Pick<Booking, 'status' | 'optionReminderAtMs'>,
  nowMs: number,
): boolean => {
  const atMs = optionReminderAtMs ?? 0
  return status === 'pending' && atMs > 0 && atMs <= nowMs
}

/** Returns the latest end of an option at a hotel: 18:00 on its check-in day, by the hotel's clock. */
export const lastOptionEnd = (checkin: CalendarDate, timezone: string): number =>
  instantAt(checkin, LAST_TIME, timezone)

/** The bounds of an option: its stay's first day, its hotel's time zone, and the days that its caller may hold. */
export type OptionBounds = {
  checkin: CalendarDate
  timezone: string
  nowMs: number
  /** 0: no longer than a plain hold. */
  days: number
}

/** Returns the flaw in the end of an option; empty if there is none. */
export function optionFlaws(
  untilMs: number,
  { checkin, timezone, nowMs, days }: OptionBounds,
): Flaw[] {
  const checkinMs = lastOptionEnd(checkin, timezone)
  const longestMs = nowMs + Math.max(HOLD_MS, days * DAY_MS)
  if (untilMs <= nowMs) return [flaw(PATH, 'option_in_past', 'Must be in the future.')]
  if (untilMs > checkinMs) {
    const until = instantText(checkinMs)
    const message = `Must not be after ${LAST_TIME} of the hotel on the check-in day: ${until}.`
    return [flaw(PATH, 'option_after_checkin', message, { date: checkin })]
  }
  if (untilMs <= longestMs) return []
  const message = `Must not be after ${instantText(longestMs)}.`
  return [flaw(PATH, 'option_too_long', message, days > 0 ? { days } : undefined)]
}

/**
 * Returns the time of the reminder of an option; 0 if it ends within a day, for such an option has none.
 *
 * @param nowMs when the end was chosen
 */
export function optionReminderAt(untilMs: number, nowMs: number): number {
  const atMs = untilMs - REMINDER_MS
  return atMs > nowMs ? atMs : 0
}
