import type { Day, Rate, RateDay } from '../../../../client/call.ts'
import { STD } from '../../../../domain/rates/rate.ts'
import { boundsOf, type Place, placesIn, type Row, type Selection, weekdayOf } from './days.ts'
import { backOfRate } from './rate-step.ts'
import type {
  DayFields,
  DayName,
  Edit,
  PriceChange,
  RoomsChange,
  Step,
  Target,
  Terms,
  Update,
} from './step.ts'

/** The cells of a selection that are on a weekday that is meant; 0 is Monday. */
export function meantPlaces(
  rows: readonly Row[],
  selection: Selection,
  weekdays: ReadonlySet<number>,
): Place[] {
  return placesIn(boundsOf(selection)).filter(({ row, col }) =>
    weekdays.has(weekdayOf(rows[row]!.days[col]!.date)),
  )
}

/**
 * The updates that edits of cells come to, each with the one that takes it back, with the count that was shown
 * (`takenBack` makes a difference of it). A price is set in the place of the one that was seen, and of no other. What a
 * cell does not have is left out: a rate has no rooms, a derived one no price of its own, a night that is over no price.
 *
 * @param seen the same rows as somebody saw them who typed the price
 * @param terms what is stored of restrictions that are changed, where a row has none
 */
export function stepOf(
  rows: readonly Row[],
  targets: readonly Target[],
  { seen = rows, today = '', terms = new Map() }: StepContext = {},
): Step {
  const pairs = targets.flatMap(({ row: index, col, edit }) => {
    const row = rows[index]!
    const day = { ...row.days[col]!, priceCents: seen[index]!.days[col]!.priceCents }
    const meant = day.date < today ? { ...edit, price: undefined } : edit
    const place = { roomCode: row.room.roomCode, date: day.date }
    const stored = row.terms?.[col] ?? terms.get(`${place.roomCode} ${day.date}`)
    const { rate } = row
    if (rate?.pricing)
      return ofRate(
        { ...place, rateCode: rate.rateCode },
        { rate, day },
        rateEdit(rate, day, meant),
        stored,
      )
    // A count is set at the room type, never through its rates.
    const ofDay = rate ? { ...meant, rooms: undefined } : meant
    const there = apply(day, ofDay)
    const standard = { rateCode: STD, pricing: null }
    return [
      ...(Object.keys(there).length > 0
        ? [{ update: { ...place, ...there }, back: { ...place, ...takeBack(day, ofDay) } }]
        : []),
      ...ofRate(
        { ...place, rateCode: STD },
        { rate: standard, day },
        meant.restrictions ?? {},
        stored,
      ),
    ]
  })
  const undo = pairs.flatMap(({ back }) => back ?? [])
  return {
    updates: pairs.map(({ update }) => update),
    ...(undo.length === pairs.length && { undo }),
  }
}

type Pair = { update: Update; back: Update | undefined }

/** An edit of a day of a rate with what takes it back; none where nothing is set. */
function ofRate(
  place: DayName,
  ground: Parameters<typeof backOfRate>[2],
  edit: DayFields,
  stored: RateDay | undefined,
): Pair[] {
  if (Object.keys(edit).length === 0) return []
  const back = backOfRate(edit, stored, ground)
  return [{ update: { ...place, ...edit }, back: back && { ...place, ...back } }]
}

/** What else is known of the rows: how they were seen, the hotel's today, restrictions by room type and date. */
type StepContext = { seen?: readonly Row[]; today?: string; terms?: Terms }

/** What an edit comes to on a day of a rate that is not the standard one. */
function rateEdit({ pricing }: Rate, day: Day, { price, closed, restrictions }: Edit): DayFields {
  const isOwn = pricing?.type === 'own'
  return {
    // What is set to nothing has no price any more.
    ...(price &&
      isOwn && {
        priceCents: priceAfter(day.priceCents, price) || (price.how === 'set' ? null : 0),
      }),
    ...(price && isOwn && { expectedPriceCents: day.priceCents }),
    ...(closed !== undefined && { closed }),
    ...restrictions,
  }
}

/** Whether a price that there is would be none: nobody means that by a discount, nor sells a room for nothing. */
export const isForNothing = ({ updates }: Step): boolean =>
  updates.some(({ priceCents, expectedPriceCents: was }) => priceCents === 0 && was)

/** How far prices move: how many of them by more than half, and the one that does most. */
export type BigMoves = { count: number; widest: Move }

/** A price of a room type's day, or of a rate's, before and after. */
export type Move = DayName & { before: number; after: number }

/** The prices that a step moves by more than half; undefined when it moves none so far, or none that there was. */
export function bigMovesOf(step: Step): BigMoves | undefined {
  const moves = movesOf(step)
  const shareOf = ({ before, after }: Move) => Math.abs(after - before) / before
  const [widest] = moves.toSorted((a, b) => shareOf(b) - shareOf(a))
  return widest && { count: moves.length, widest }
}

/** The prices that a step moves by more than half. */
export const movesOf = ({ updates }: Pick<Step, 'updates'>): Move[] =>
  updates.flatMap(({ priceCents, expectedPriceCents: before = 0, ...cell }) => {
    const after = priceCents ?? before
    return isBigMove(before, after) ? [{ ...cell, before, after }] : []
  })

/** Whether a price moves by more than half of what it was: a digit too few or too many is easily typed. */
export const isBigMove = (before: number, after: number): boolean =>
  before > 0 && Math.abs(after - before) * 2 > before

function apply(day: Day, { rooms, price, closed }: Edit): DayFields {
  return {
    ...(rooms && countOf(rooms)),
    ...(price && { priceCents: priceAfter(day.priceCents, price) }),
    ...(price && { expectedPriceCents: day.priceCents }),
    ...(closed !== undefined && { closed }),
  }
}

function takeBack(day: Day, { rooms, price, closed }: Edit): DayFields {
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
export function priceAfter(cents: number, { how, value, roundCents = 1 }: PriceChange): number {
  const after = changed(cents, how, value)
  return Math.max(0, Math.floor((after + roundCents / 2) / roundCents) * roundCents)
}

function changed(cents: number, how: PriceChange['how'], value: number): number {
  if (how === 'set') return value
  if (how === 'raise') return cents + value
  if (how === 'lower') return cents - value
  const basisPoints = 10_000 + (how === 'raisePercent' ? value : -value)
  return Math.floor((cents * basisPoints + 5_000) / 10_000)
}
