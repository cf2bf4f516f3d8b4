import type { FoldResult } from '../days/folded.ts'
import { hasCount, type Update } from '../days/update.ts'
import { addDays, type CalendarDate, daysBetween } from '../kernel/date.ts'
import { SANDBOX_DAYS_MAX } from '../kernel/limits.ts'
import { NO_RESTRICTION, RESTRICTIONS } from '../rates/rate.ts'
import type { CountedNight, HoldEnd } from './certification-holds.ts'

/** Certification scenarios of a partner's system in a sandbox, in order (contract §2, *Sandbox*). */
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
  'min_advance',
  'max_advance',
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
  'booking_group',
  'forged_delivery',
  'reconciliation',
] as const
export type Scenario = (typeof SCENARIOS)[number]

/** Scenarios of a booking that is received and acknowledged. */
export const BOOKING_SCENARIOS = [
  'booking_new',
  'booking_changed',
  'booking_cancelled',
] as const satisfies readonly Scenario[]
export type BookingScenario = (typeof BOOKING_SCENARIOS)[number]

/** Scenarios of a night counted during a hold and again after its end, by the kind of end. */
export const HOLD_SCENARIOS = {
  confirmed: 'hold_confirmed',
  expired: 'hold_expired',
  cancelled: 'hold_released',
} as const satisfies Record<HoldEnd, Scenario>

/** Days of a full sync; fewer in a sandbox with so many room types that its limit is lower. */
const SYNC_DAYS = 365
const HALF_YEAR_DAYS = 180

/**
 * Returns the range of a full sync and of reconciliation, per room type; it starts tomorrow, as today may be over at
 * the hotel.
 */
export function syncRange(today: CalendarDate, roomTypes: number) {
  const days = Math.min(SYNC_DAYS, Math.floor(SANDBOX_DAYS_MAX / Math.max(1, roomTypes)))
  return { first: addDays(today, 1), last: addDays(today, days - 1) }
}

/** A push and its result. */
type PushResult = {
  elements: readonly unknown[]
  updates: readonly Update[]
  folded: FoldResult
  /** True if a count was corrected by sales after its cursor. */
  isLate: boolean
  /** True if nothing in it was refused. */
  isWhole: boolean
  /** Its counts with a cursor. */
  counted: readonly CountedNight[]
  rooms: readonly { roomCode: string; active: boolean }[]
  today: CalendarDate
}

/**
 * The evidence in a push: scenarios that it completes alone, room types that it fully synced, and nights counted with
 * a cursor.
 */
export type PushEvidence = {
  scenarios: Scenario[]
  synced: string[]
  rooms: string[]
  counted: readonly CountedNight[]
}

/** Returns the evidence in a test key's push; refused or unchanged days are none. */
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

/** Returns the changed dates by room code. */
function changedDates({ changes, rateChanges }: FoldResult): Map<string, Set<CalendarDate>> {
  const dates = new Map<string, Set<CalendarDate>>()
  for (const { roomCode, date } of [...changes, ...rateChanges]) {
    const ofRoom = dates.get(roomCode) ?? new Set()
    dates.set(roomCode, ofRoom.add(date))
  }
  return dates
}

/** True if a range with weekdays changed at least two days. */
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

/** True if an open day was closed (stop sale), of a room type or a rate. */
const isClosing = ({ changes, rateChanges }: FoldResult) =>
  changes.some(({ before, after }) => before !== null && !before.closed && after.closed) ||
  rateChanges.some(({ before, after }) => !before?.closed && after.closed)

const RESTRICTED = {
  minStay: 'min_stay',
  minStayThrough: 'min_stay_through',
  maxStay: 'max_stay',
  minAdvanceDays: 'min_advance',
  maxAdvanceDays: 'max_advance',
  closedToArrival: 'closed_to_arrival',
  closedToDeparture: 'closed_to_departure',
} as const satisfies Record<(typeof RESTRICTIONS)[number], Scenario>

/** Returns the days whose restrictions were set or changed. */
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

/** Returns the room types with count and price on every day of a full sync. */
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
