import type { Day } from '../../lib/types.ts'
import { boundsOf, type Row, type Selection, weekdayOf } from './days.ts'

/** How a number is changed. */
export type RoomsChange = { how: 'set' | 'add' | 'take'; value: number }
export type PriceChange = {
  how: 'set' | 'raise' | 'lower' | 'raisePercent' | 'lowerPercent'
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

/** What to send, and what takes it back. */
export type Step = { updates: Update[]; undo: Update[] }

/**
 * The updates that an edit comes to on the days selected, those on other weekdays left out, each with the one that
 * takes it back. Rooms are given back as a difference: what was sold in between stays sold.
 *
 * @param weekdays 0 is Monday
 */
export function stepOf(
  rows: readonly Row[],
  selection: Selection,
  weekdays: ReadonlySet<number>,
  edit: Edit,
): Step {
  const { top, bottom, left, right } = boundsOf(selection)
  const step: Step = { updates: [], undo: [] }
  for (const { room, days } of rows.slice(top, bottom + 1))
    for (const day of days.slice(left, right + 1)) {
      if (!weekdays.has(weekdayOf(day.date))) continue
      const place = { roomCode: room.roomCode, date: day.date }
      const [there, back] = [apply(day, edit), takeBack(day, edit)]
      step.updates.push({ ...place, ...there })
      step.undo.push({ ...place, ...back })
    }
  return step
}

function apply(day: Day, { rooms, price, closed }: Edit): Omit<Update, 'roomCode' | 'date'> {
  return {
    ...(rooms && countOf(rooms)),
    ...(price && { priceCents: Math.max(0, Math.round(priceAfter(day.priceCents, price))) }),
    // Worked out from what is shown, which may have been changed meanwhile.
    ...(price && price.how !== 'set' && { expectedPriceCents: day.priceCents }),
    ...(closed !== undefined && { closed }),
  }
}

function takeBack(day: Day, { rooms, price, closed }: Edit): Omit<Update, 'roomCode' | 'date'> {
  return {
    ...(rooms && { availableBy: -addedBy(day, rooms) }),
    ...(price && { priceCents: day.priceCents }),
    // A day that was never set is opened by whatever is set first.
    ...((closed !== undefined || day.closed) && { closed: day.closed }),
  }
}

function countOf({ how, value }: RoomsChange) {
  return how === 'set' ? { available: value } : { availableBy: how === 'add' ? value : -value }
}

function addedBy({ available }: Day, { how, value }: RoomsChange): number {
  if (how === 'set') return value - available
  return how === 'add' ? value : -value
}

function priceAfter(cents: number, { how, value }: PriceChange): number {
  if (how === 'set') return value
  if (how === 'raise') return cents + value
  if (how === 'lower') return cents - value
  return cents * (1 + (how === 'raisePercent' ? value : -value) / 100)
}
