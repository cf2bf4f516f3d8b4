import type { ChangeLink } from '../kernel/availability.ts'
import type { CalendarDate } from '../kernel/date.ts'
import { eachWithPauses } from '../kernel/pauses.ts'
import { NO_RATE_DAY, NO_RESTRICTION, type RateDay, RESTRICTIONS, STD } from '../rates/rate.ts'
import { isOfStandard, type Update } from './update.ts'

/** A stored day of a rate. */
export type StoredRateDay = RateDay & ChangeLink

/** A day of a rate that a push changed; `before` is null if nothing was stored. */
export type RateChange = {
  roomCode: string
  rateCode: string
  date: CalendarDate
  before: StoredRateDay | null
  after: RateDay
}

/** Stored days of rates, by `seriesName`, then by date. */
export type RateDays = ReadonlyMap<string, ReadonlyMap<CalendarDate, StoredRateDay>>

/** Returns the key of a rate's days for a room type. */
export const seriesName = ({ roomCode, rateCode }: { roomCode: string; rateCode: string }) =>
  `${rateCode}\n${roomCode}`

type Cell = { before: StoredRateDay | null; now: RateDay }
type Series = { roomCode: string; rateCode: string; cells: Map<CalendarDate, Cell> }

/** The working state of rates' days while updates apply to them in order. */
export type RateCells = {
  /** Returns the rate's own price on the update's day; null: none. */
  priceOf: (update: Update) => number | null
  /** Applies an update. @returns true if its day changed */
  apply: (update: Update) => boolean
  /**
   * Yields one entry per day that differs from the stored one at the end, by rate in order of arrival; pauses between
   * slices.
   */
  changes: () => Generator<void, RateChange[]>
}

/** Creates the working state of rates' days (contract-rates): each update sets the fields that it names. */
export function createRateCells(stored: RateDays): RateCells {
  const all = new Map<string, Series>()
  return {
    priceOf: (update) => cellOf(all, stored, update).now.priceCents,
    apply(update) {
      const cell = cellOf(all, stored, update)
      const after = applyUpdate(cell.now, update)
      const isChanged = !isSameRateDay(cell.now, after)
      cell.now = after
      return isChanged
    },
    *changes() {
      const changes: RateChange[] = []
      const read = ({ roomCode, rateCode, cells }: Series) => {
        for (const [date, { before, now }] of cells)
          if (!isSameRateDay(before ?? NO_RATE_DAY, now))
            changes.push({ roomCode, rateCode, date, before, after: now })
      }
      yield* eachWithPauses([...all.values()], read, ({ cells }) => cells.size)
      return changes
    },
  }
}

function cellOf(all: Map<string, Series>, stored: RateDays, update: Update): Cell {
  const { roomCode, rateCode = STD, date } = update
  const name = seriesName({ roomCode, rateCode })
  let series = all.get(name)
  if (!series) {
    series = { roomCode, rateCode, cells: new Map() }
    all.set(name, series)
  }
  let cell = series.cells.get(date)
  if (!cell) {
    const before = stored.get(name)?.get(date) ?? null
    cell = { before, now: before ?? NO_RATE_DAY }
    series.cells.set(date, cell)
  }
  return cell
}

/** Returns the day with an update's fields; a restriction of `STD` that restricts nothing is removed. */
function applyUpdate(now: RateDay, update: Update): RateDay {
  const isStandard = isOfStandard(update)
  const after: RateDay = {
    priceCents: isStandard ? now.priceCents : (update.priceCents ?? now.priceCents),
    closed: isStandard ? now.closed : (update.closed ?? now.closed),
    minStay: update.minStay ?? now.minStay,
    minStayThrough: update.minStayThrough ?? now.minStayThrough,
    maxStay: update.maxStay ?? now.maxStay,
    minAdvanceDays: update.minAdvanceDays ?? now.minAdvanceDays,
    maxAdvanceDays: update.maxAdvanceDays ?? now.maxAdvanceDays,
    closedToArrival: update.closedToArrival ?? now.closedToArrival,
    closedToDeparture: update.closedToDeparture ?? now.closedToDeparture,
  }
  if (!isStandard && update.priceCents === null) after.priceCents = null
  for (const name of RESTRICTIONS)
    if (update[name] === null || (isStandard && after[name] === NO_RESTRICTION[name]))
      Object.assign(after, { [name]: null })
  return after
}

/** True if two states of a rate's day are equal. */
const isSameRateDay = (a: RateDay, b: RateDay): boolean =>
  a.priceCents === b.priceCents &&
  a.closed === b.closed &&
  a.minStay === b.minStay &&
  a.minStayThrough === b.minStayThrough &&
  a.maxStay === b.maxStay &&
  a.minAdvanceDays === b.minAdvanceDays &&
  a.maxAdvanceDays === b.maxAdvanceDays &&
  a.closedToArrival === b.closedToArrival &&
  a.closedToDeparture === b.closedToDeparture
