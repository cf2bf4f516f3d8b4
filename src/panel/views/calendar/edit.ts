import type { Day } from '../../lib/types.ts'
import { boundsOf, type Row, type Selection, weekdayOf } from './days.ts'

/** How a number is changed. */
export type RoomsChange = { how: 'set' | 'add' | 'take'; value: number }
export type PriceChange = {
  how: 'set' | 'raise' | 'lower' | 'raisePercent' | 'lowerPercent'
  /** Minor units, or basis points of the price there is. */
  value: number
}

/** What is done to the days selected; what is absent stays. */
export type Edit = { rooms?: RoomsChange; price?: PriceChange; closed?: boolean }

/** Element of a push in the panel (`PUT /v1/panel/availability`). */
export type Update = {
  roomCode: string
  date: string
  available?: number
  availableBy?: number
  priceCents?: number
  expectedPriceCents?: number
  closed?: boolean
}

/** What is set of a day of a rate (an element of `PATCH /v1/panel/availability`); null is none, or no own one. */
export type RateEdit = {
  priceCents?: number | null
  closed?: boolean
  minStay?: number | null
  minStayThrough?: number | null
  maxStay?: number | null
  closedToArrival?: boolean | null
  closedToDeparture?: boolean | null
}
export type RateUpdate = { roomCode: string; date: string; rateCode: string } & RateEdit

/** What to send, and what takes it back; without that it cannot be taken back. */
export type Step<U extends Update | RateUpdate = Update> = {
  updates: U[]
  undo?: U[] | undefined
  /** The place of the feed that its counts were made at, if any are set. */
  seenThrough?: string | undefined
}

/** A step of days or of rates. */
export type AnyStep = Step | Step<RateUpdate>

/**
 * The updates that an edit comes to on the days selected, those on other weekdays left out, each with the one that
 * takes it back, with the count that was shown (`takenBack` makes a difference of it). A price is set in the place of
 * the one that was seen, and of no other.
 *
 * @param weekdays 0 is Monday
 * @param seen the same rows as somebody saw them who typed the price
 */
export function stepOf(
  rows: readonly Row[],
  selection: Selection,
  weekdays: ReadonlySet<number>,
  edit: Edit,
  seen: readonly Row[] = rows,
): Step & { undo: Update[] } {
  const { top, bottom, left, right } = boundsOf(selection)
  const step = { updates: [] as Update[], undo: [] as Update[] }
  for (let row = top; row <= bottom; row++)
    for (let col = left; col <= right; col++) {
      const { room, days } = rows[row]!
      const { priceCents } = seen[row]!.days[col]!
      const day = { ...days[col]!, priceCents }
      if (!weekdays.has(weekdayOf(day.date))) continue
      const place = { roomCode: room.roomCode, date: day.date }
      const [there, back] = [apply(day, edit), takeBack(day, edit)]
      step.updates.push({ ...place, ...there })
      step.undo.push({ ...place, ...back })
    }
  return step
}

/** How far prices move: how many of them by more than half, and the one that does most. */
export type BigMoves = { count: number; widest: Update & { before: number; after: number } }

/** The prices that a change moves by more than half; undefined when it moves none so far, or none that there was. */
export function bigMovesOf(updates: readonly Update[]): BigMoves | undefined {
  const moves = updates.flatMap((update) => {
    const { expectedPriceCents: before = 0, priceCents: after = before } = update
    return before > 0 && Math.abs(after - before) * 2 > before ? [{ ...update, before, after }] : []
  })
  const shareOf = ({ before, after }: BigMoves['widest']) => Math.abs(after - before) / before
  const [widest] = moves.toSorted((a, b) => shareOf(b) - shareOf(a))
  return widest && { count: moves.length, widest }
}

function apply(day: Day, { rooms, price, closed }: Edit): Omit<Update, 'roomCode' | 'date'> {
  return {
    ...(rooms && countOf(rooms)),
    ...(price && { priceCents: Math.max(0, priceAfter(day.priceCents, price)) }),
    ...(price && { expectedPriceCents: day.priceCents }),
    ...(closed !== undefined && { closed }),
  }
}

function takeBack(day: Day, { rooms, price, closed }: Edit): Omit<Update, 'roomCode' | 'date'> {
  return {
    ...(rooms && { available: day.available }),
    ...(price && { priceCents: day.priceCents }),
    // A day that was never set is opened by whatever is set first.
    ...((closed !== undefined || day.closed) && { closed: day.closed }),
  }
}

function countOf({ how, value }: RoomsChange) {
  return how === 'set' ? { available: value } : { availableBy: how === 'add' ? value : -value }
}

/** In whole minor units, halves up: exact for every price that the service takes (contract §1). */
function priceAfter(cents: number, { how, value }: PriceChange): number {
  if (how === 'set') return value
  if (how === 'raise') return cents + value
  if (how === 'lower') return cents - value
  const basisPoints = 10_000 + (how === 'raisePercent' ? value : -value)
  return Math.floor((cents * basisPoints + 5_000) / 10_000)
}
