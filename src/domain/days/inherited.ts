import type { NightPlace } from '../kernel/availability.ts'
import { addDays, type CalendarDate, daysBetween } from '../kernel/date.ts'
import { isSoldWith, type Rate } from '../rates/rate.ts'

/** Days of a room type, both ends included. */
type DayRange = { roomCode: string; dateFrom: CalendarDate; dateTo: CalendarDate }

/** Derived rates, and the days on which their inherited values changed. */
export type InheritedChange = { rateCodes: string[]; ranges: DayRange[] }

/**
 * Finds the derived rates of a room type, on sale or not, that inherit a change of `STD`, as the pull of rates shows
 * them. A hotel without derived rates costs nothing.
 *
 * @returns for days by room code and date, each once: room types with the same rates together, consecutive days as one range
 */
export function createInheritance(
  rates: readonly Rate[],
): (days: readonly NightPlace[]) => InheritedChange[] {
  const derived = rates.filter(({ pricing }) => pricing?.type === 'derived')
  const ofRooms = new Map<string, string[]>()
  const codesOf = (roomCode: string): string[] => {
    let codes = ofRooms.get(roomCode)
    if (!codes) {
      codes = derived.filter((rate) => isSoldWith(rate, roomCode)).map(({ rateCode }) => rateCode)
      ofRooms.set(roomCode, codes)
    }
    return codes
  }
  return (days) => {
    if (derived.length === 0) return []
    const groups = new Map<string, InheritedChange>()
    for (const [roomCode, those] of Map.groupBy(days, (day) => day.roomCode)) {
      const rateCodes = codesOf(roomCode)
      if (rateCodes.length === 0) continue
      const name = rateCodes.join()
      const group = groups.get(name) ?? { rateCodes, ranges: [] }
      groups.set(name, group)
      group.ranges.push(...rangesOf(those))
    }
    return [...groups.values()]
  }
}

/** Days of a room type, in order and each once, as ranges of consecutive days. */
function rangesOf(days: readonly NightPlace[]): DayRange[] {
  const [first, last] = [days[0]!, days.at(-1)!]
  const { roomCode, date } = first
  // Most entries are one range: an entry has up to 500 days, and a page of the feed 5,000 and more.
  if (daysBetween(date, last.date) === days.length - 1)
    return [{ roomCode, dateFrom: date, dateTo: last.date }]
  const ranges: DayRange[] = []
  for (const { date } of days) {
    const range = ranges.at(-1)
    if (range && addDays(range.dateTo, 1) === date) range.dateTo = date
    else ranges.push({ roomCode, dateFrom: date, dateTo: date })
  }
  return ranges
}

/** The `STD` rate of a day after a change and before it; null: none. */
type StandardDay = {
  priceCents: number | null
  closed: boolean
  priceCentsBefore: number | null
  closedBefore: boolean | null
}

/** True if a change of a day changed `STD`; the rooms left are not part of `STD`. */
export const isStandardChanged = (day: StandardDay): boolean =>
  day.priceCents !== day.priceCentsBefore || day.closed !== day.closedBefore
