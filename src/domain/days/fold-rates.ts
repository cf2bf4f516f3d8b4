import type { ChangeLink } from '../kernel/availability.ts'
import type { CalendarDate } from '../kernel/date.ts'
import { eachWithPauses } from '../kernel/pauses.ts'
import { NO_RATE_DAY, NO_RESTRICTION, type RateDay, RESTRICTIONS, STD } from '../rates/rate.ts'
import { isOfStandard, type Update } from './update.ts'

/** A day of a rate as stored. */
export type StoredRateDay = RateDay & ChangeLink

/** A day of a rate that a push altered; `before` is null when nothing of it was stored. */
export type RateChange = {
  roomCode: string
  rateCode: string
  date: CalendarDate
  before: StoredRateDay | null
  after: RateDay
}

/** Stored days of rates, by `seriesName`, then by date. */
export type RateDays = ReadonlyMap<string, ReadonlyMap<CalendarDate, StoredRateDay>>

/** Names the days of a rate for a room type. */
export const seriesName = ({ roomCode, rateCode }: { roomCode: string; rateCode: string }) =>
  `${rateCode}\n${roomCode}`

type Cell = { before: StoredRateDay | null; now: RateDay }
type Series = { roomCode: string; rateCode: string; cells: Map<CalendarDate, Cell> }

/** Days of rates while updates are applied to them, one after the other. */
export type RateCells = {
  /** The price that the rate of an update has of its own on its day by now; null: none. */
  priceOf: (update: Update) => number | null
  /** @returns whether it left its day differently */
  apply: (update: Update) => boolean
  /** One entry a day that differs from the stored one at the end, by rate as they came; it pauses now and then. */
  changes: () => Generator<void, RateChange[]>
}

/** Takes updates of days of rates (contract-rates): each sets the fields that it names. */
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

/** The day with the fields that an update names; what restricts nothing at `STD` is none. */
function applyUpdate(now: RateDay, update: Update): RateDay {
  const isStandard = isOfStandard(update)
  const after: RateDay = {
    priceCents: isStandard ? now.priceCents : (update.priceCents ?? now.priceCents),
    closed: isStandard ? now.closed : (update.closed ?? now.closed),
    minStay: update.minStay ?? now.minStay,
    minStayThrough: update.minStayThrough ?? now.minStayThrough,
    maxStay: update.maxStay ?? now.maxStay,
    closedToArrival: update.closedToArrival ?? now.closedToArrival,
    closedToDeparture: update.closedToDeparture ?? now.closedToDeparture,
  }
  if (!isStandard && update.priceCents === null) after.priceCents = null
  for (const name of RESTRICTIONS)
    if (update[name] === null || (isStandard && after[name] === NO_RESTRICTION[name]))
      Object.assign(after, { [name]: null })
  return after
}

/** Whether two states of a day of a rate are the same. */
const isSameRateDay = (a: RateDay, b: RateDay): boolean =>
  a.priceCents === b.priceCents &&
  a.closed === b.closed &&
  a.minStay === b.minStay &&
  a.minStayThrough === b.minStayThrough &&
  a.maxStay === b.maxStay &&
  a.closedToArrival === b.closedToArrival &&
  a.closedToDeparture === b.closedToDeparture
