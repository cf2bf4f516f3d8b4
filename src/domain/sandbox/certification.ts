import type { FoldResult } from '../days/folded.ts'
import { hasCount, type Update } from '../days/update.ts'
import { addDays, type CalendarDate, daysBetween } from '../kernel/date.ts'
import { SANDBOX_DAYS_MAX } from '../kernel/limits.ts'
import { NO_RESTRICTION, RESTRICTIONS } from '../rates/rate.ts'
import type { CountedNight, HoldEnd } from './certification-holds.ts'

/** What a partner's system shows in a sandbox that it can do, in the order to do it (contract §2, *Sandbox*). */
export const SCENARIOS = [
  'full_sync',
  'one_day',
  'many_days',
  'ranges',
  'half_year',
  'closed',
  'min_stay',
  'min_stay_through',
  'max_stay',
  'closed_to_arrival',
  'closed_to_departure',
  'late_count',
  'hold_confirmed',
  'hold_expired',
  'hold_released',
  'back_off',
  'booking_new',
  'booking_changed',
  'booking_cancelled',
  'forged_delivery',
  'reconciliation',
] as const
export type Scenario = (typeof SCENARIOS)[number]

/** Those of a booking that is received and acknowledged. */
export const BOOKING_SCENARIOS = [
  'booking_new',
  'booking_changed',
  'booking_cancelled',
] as const satisfies readonly Scenario[]
export type BookingScenario = (typeof BOOKING_SCENARIOS)[number]

/** Those of a night that is counted while a hold has rooms of it, and again when that has ended, by how it did. */
export const HOLD_SCENARIOS = {
  confirmed: 'hold_confirmed',
  expired: 'hold_expired',
  cancelled: 'hold_released',
} as const satisfies Record<HoldEnd, Scenario>

/** Days of a full sync; fewer in a sandbox of so many room types that it has not as many. */
const SYNC_DAYS = 365
const HALF_YEAR_DAYS = 180

/** The days that a full sync has of each room type, and reconciliation pulls; today itself may be over for its hotel. */
export function syncRange(today: CalendarDate, roomTypes: number) {
  const days = Math.min(SYNC_DAYS, Math.floor(SANDBOX_DAYS_MAX / Math.max(1, roomTypes)))
  return { first: addDays(today, 1), last: addDays(today, days - 1) }
}

/** A push as it went through: what was sent, and what it came to. */
type PushResult = {
  elements: readonly unknown[]
  updates: readonly Update[]
  folded: FoldResult
  /** A count was corrected by what was sold after its cursor. */
  isLate: boolean
  /** Nothing of it was refused. */
  isWhole: boolean
  /** Its counts with a cursor. */
  counted: readonly CountedNight[]
  rooms: readonly { roomCode: string; active: boolean }[]
  today: CalendarDate
}

/**
 * What a push shows: scenarios that it alone is enough for, room types that it has all days of, among those it takes, and
 * nights that it counted by a cursor.
 */
export type PushEvidence = {
  scenarios: Scenario[]
  synced: string[]
  rooms: string[]
  counted: readonly CountedNight[]
}

/** What a push of a test key shows that its sender can do; of days that were refused, or found so already, nothing. */
export function pushEvidence(pushed: PushResult): PushEvidence {
  const { folded, isLate, rooms } = pushed
  const changed = changedDates(folded)
  const dates = new Set([...changed.values()].flatMap((ofRoom) => [...ofRoom]))
  const sent = new Set(pushed.updates.map(({ date }) => date))
  const synced = syncedRooms(pushed)
  const isShown: Partial<Record<Scenario, boolean>> = {
    one_day: dates.size === 1 && sent.size === 1,
    many_days: dates.size > 1 && dates.size < HALF_YEAR_DAYS,
    ranges: isByWeekdays(pushed, changed),
    half_year: dates.size >= HALF_YEAR_DAYS && synced.length === 0,
    closed: isClosing(folded),
    late_count: isLate,
    ...restrictedDays(folded),
  }
  return {
    scenarios: SCENARIOS.filter((scenario) => isShown[scenario]),
    synced,
    rooms: rooms.filter(({ active }) => active).map(({ roomCode }) => roomCode),
    counted: pushed.isWhole && folded.stale === 0 ? pushed.counted : [],
  }
}

/** Dates on which something of a room type has changed, by its code. */
function changedDates({ changes, rateChanges }: FoldResult): Map<string, Set<CalendarDate>> {
  const dates = new Map<string, Set<CalendarDate>>()
  for (const { roomCode, date } of [...changes, ...rateChanges]) {
    const ofRoom = dates.get(roomCode) ?? new Set()
    dates.set(roomCode, ofRoom.add(date))
  }
  return dates
}

/** Whether a range of some weekdays has changed days, at least two of them. */
function isByWeekdays({ elements, updates }: PushResult, changed: Map<string, Set<CalendarDate>>) {
  const byIndex = new Map<number, number>()
  for (const { index, roomCode, date, isOfRange } of updates)
    if (isOfRange && changed.get(roomCode)?.has(date))
      byIndex.set(index, (byIndex.get(index) ?? 0) + 1)
  return [...byIndex].some(([index, days]) => {
    const { weekdays } = elements[index] as { weekdays?: string[] }
    return days > 1 && weekdays !== undefined && new Set(weekdays).size < 7
  })
}

/** Whether a day that was open was closed, of a room type or of a rate. */
const isClosing = ({ changes, rateChanges }: FoldResult) =>
  changes.some(({ before, after }) => before !== null && !before.closed && after.closed) ||
  rateChanges.some(({ before, after }) => !before?.closed && after.closed)

const RESTRICTED = {
  minStay: 'min_stay',
  minStayThrough: 'min_stay_through',
  maxStay: 'max_stay',
  closedToArrival: 'closed_to_arrival',
  closedToDeparture: 'closed_to_departure',
} as const satisfies Record<(typeof RESTRICTIONS)[number], Scenario>

/** Restrictions that were set where they were not, or were others. */
const restrictedDays = ({ rateChanges }: FoldResult) =>
  Object.fromEntries(
    RESTRICTIONS.map((name) => [
      RESTRICTED[name],
      rateChanges.some(({ before, after }) => {
        const value = after[name]
        return value !== null && value !== NO_RESTRICTION[name] && value !== before?.[name]
      }),
    ]),
  )

/** Room types that a push has count and price of on every day of a full sync. */
function syncedRooms({ updates, folded, isWhole, rooms, today }: PushResult): string[] {
  if (!isWhole || folded.stale > 0) return []
  const { first, last } = syncRange(today, rooms.length)
  const counted = new Map<string, Set<CalendarDate>>()
  const priced = new Map<string, Set<CalendarDate>>()
  for (const update of updates) {
    const { roomCode, date, priceCents } = update
    if (date < first || date > last) continue
    if (hasCount(update)) counted.set(roomCode, (counted.get(roomCode) ?? new Set()).add(date))
    if (priceCents != null) priced.set(roomCode, (priced.get(roomCode) ?? new Set()).add(date))
  }
  const all = daysBetween(first, last) + 1
  return [...counted.keys()].filter(
    (roomCode) => counted.get(roomCode)!.size === all && priced.get(roomCode)?.size === all,
  )
}
