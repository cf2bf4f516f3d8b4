import type { Day, Rate, RateDay } from '../../../../client/call.ts'
import { type RESTRICTIONS, STD } from '../../../../domain/rates/rate.ts'
import { boundsOf, type Place, placesIn, type Row, type Selection, weekdayOf } from './days.ts'
import type { DayFields, DayName, Step, Update } from './step.ts'

/** A new count of rooms, or a difference. */
export type RoomsChange = { how: 'set' | 'add' | 'take'; value: number }

/** A new price, or a difference. */
export type PriceChange = {
  how: 'set' | 'raise' | 'lower' | 'raisePercent' | 'lowerPercent'
  /** Minor units, or basis points of the present price. */
  value: number
  /** Rounds the result to a multiple of it, in minor units; left out: no rounding. */
  roundCents?: number
}

/** Restrictions of stays; null, of derived rates alone, is the standard rate's. */
export type Restrictions = Pick<DayFields, (typeof RESTRICTIONS)[number]>

/** An edit of one day, by field; an absent field stays as it is. Cells, form, bulk, fill and paste all write these. */
export type DayEdit = {
  rooms?: RoomsChange | undefined
  price?: PriceChange | undefined
  closed?: boolean | undefined
  restrictions?: Restrictions | undefined
}

/** A cell with its edit. */
export type Target = Place & { edit: DayEdit }

/** The two figures of a cell that are typed, copied and filled. */
export type Field = 'price' | 'rooms'

/** A figure of a cell: minor units, or rooms. */
export const figureOf = (row: Row, col: number, field: Field): number =>
  row.days[col]![field === 'price' ? 'priceCents' : 'available']

/** The edit that sets a figure. */
export const setting = (field: Field, value: number): DayEdit =>
  field === 'price' ? { price: { how: 'set', value } } : { rooms: { how: 'set', value } }

/** The reason why a figure of a cell cannot be set. */
export type Hindrance = 'derived' | 'roomsOfRate' | 'past'

/**
 * The reason why a figure of a cell cannot be set: a rate has no rooms, a derived one no price of its own, a past night
 * no price. Undefined if it can be set.
 */
export function hindranceOf(
  { rate, days }: Row,
  col: number,
  field: Field,
  today: string,
): Hindrance | undefined {
  if (field === 'rooms') return rate && 'roomsOfRate'
  if (rate?.pricing?.type === 'derived') return 'derived'
  return days[col]!.date < today ? 'past' : undefined
}

/** True if an edit changes a day. @param terms the stored restrictions, where they are known */
export function isChange(edit: DayEdit, day: Day, terms?: RateDay): boolean {
  const { rooms, price, closed, restrictions = {} } = edit
  if (price && priceAfter(day.priceCents, price) !== day.priceCents) return true
  if (rooms && (rooms.how !== 'set' || rooms.value !== day.available)) return true
  if (closed !== undefined && closed !== day.closed) return true
  return Object.entries(restrictions).some(
    ([name, value]) => terms?.[name as keyof RateDay] !== value,
  )
}

/** The cells of a selection on the given weekdays; 0 is Monday. */
export function meantPlaces(
  rows: readonly Row[],
  selection: Selection,
  weekdays: ReadonlySet<number>,
): Place[] {
  return placesIn(boundsOf(selection)).filter(({ row, col }) =>
    weekdays.has(weekdayOf(rows[row]!.days[col]!.date)),
  )
}

/** Days of rates as they are sold now, by room type, date and rate (`dayKey`). */
type Terms = ReadonlyMap<string, RateDay>

type StepContext = {
  /** The same rows as a person saw them who typed a price. */
  seen?: readonly Row[]
  /** The hotel's today. */
  today?: string
  /** The stored restrictions of rows that have none. */
  terms?: Terms
  /** The place of the feed at which counts were seen; counts alone carry it. */
  seenThrough?: string | undefined
}

/**
 * The step that edits of cells come to: their updates, and the updates that undo them with the counts shown (`takenBack`
 * makes differences of those). A price replaces the one that was seen and no other. Figures that a cell cannot have are
 * left out.
 */
export function stepOf(
  rows: readonly Row[],
  targets: readonly Target[],
  context: StepContext = {},
): Step {
  const pairs = targets.flatMap((target) => pairsOf(rows, target, context))
  const undo = pairs.flatMap(({ back }) => back ?? [])
  const updates = pairs.map(({ update }) => update)
  const { seenThrough } = context
  const hasCounts = updates.some(({ available }) => available !== undefined)
  return {
    updates,
    ...(undo.length === pairs.length && { undo }),
    ...(hasCounts && seenThrough && { seenThrough }),
  }
}

/** An update and the one that undoes it. */
type Pair = { update: Update; back: Update | undefined }

/** The updates of one cell: of the room type's day and of its standard rate's restrictions, or of a rate's day. */
function pairsOf(
  rows: readonly Row[],
  { row: index, col, edit }: Target,
  { seen = rows, today = '', terms = new Map() }: StepContext,
): Pair[] {
  const row = rows[index]!
  const day = { ...row.days[col]!, priceCents: seen[index]!.days[col]!.priceCents }
  const { rate = STANDARD, room } = row
  const name = { roomCode: room.roomCode, date: day.date }
  const stored = row.terms?.[col] ?? terms.get(`${room.roomCode} ${day.date}`)
  const isFree = (field: Field) => hindranceOf(row, col, field, today) === undefined
  const { restrictions, ...rest } = edit
  const figures = {
    ...rest,
    rooms: isFree('rooms') ? edit.rooms : undefined,
    price: isFree('price') ? edit.price : undefined,
  }
  const pairOf = (ofDay: DayName, fields: DayFields, before: DayFields | undefined): Pair[] =>
    Object.keys(fields).length === 0
      ? []
      : [{ update: { ...ofDay, ...fields }, back: before && { ...ofDay, ...before } }]
  const ofRate = (fields: DayFields) =>
    pairOf({ ...name, rateCode: rate.rateCode }, fields, backOfRate(fields, stored, { rate, day }))
  if (rate.pricing) return ofRate({ ...fieldsOf(day, figures, true), ...restrictions })
  return [
    ...pairOf(name, fieldsOf(day, figures), backOfDay(day, figures)),
    ...ofRate(restrictions ?? {}),
  ]
}

const STANDARD: Pick<Rate, 'rateCode' | 'pricing'> = { rateCode: STD, pricing: null }

/** The fields that an edit sets. */
function fieldsOf(day: Day, { rooms, price, closed }: DayEdit, isOfRate = false): DayFields {
  const after = price && priceAfter(day.priceCents, price)
  // A rate's price that is set to 0 is removed.
  const isRemoved = isOfRate && after === 0 && price?.how === 'set'
  return {
    ...(rooms && countOf(rooms)),
    ...(price && { priceCents: isRemoved ? null : after, expectedPriceCents: day.priceCents }),
    ...(closed !== undefined && { closed }),
  }
}

/** The fields that undo an edit of a room type's day. */
function backOfDay(day: Day, { rooms, price, closed }: DayEdit): DayFields {
  return {
    ...(rooms && { available: day.available }),
    ...(price && { priceCents: day.priceCents }),
    // The first value of a day that was never set opens it.
    ...((closed !== undefined || day.closed) && { closed: day.closed }),
  }
}

/**
 * The fields that undo an edit of a rate's day: the values before, as the rate was sold. Undefined where these do not
 * tell the rate's own values: a derived rate inherits restrictions, and a closed room type closes its rates.
 *
 * @param before undefined where it was not read
 */
export function backOfRate(
  edit: DayFields,
  before: RateDay | undefined,
  { rate: { pricing }, day }: { rate: Pick<Rate, 'pricing'>; day: Day },
): DayFields | undefined {
  if (!before) return undefined
  const { priceCents, expectedPriceCents: _, closed, ...restrictions } = edit
  const names = Object.keys(restrictions) as (keyof Restrictions)[]
  if (pricing?.type === 'derived' && names.length > 0) return undefined
  // The room type's own flag closes it too, and so does a missing price.
  const isOwnFlag = !before.closed || (!day.closed && before.priceCents > 0)
  if (closed !== undefined && !isOwnFlag) return undefined
  return {
    ...Object.fromEntries(names.map((name) => [name, before[name]])),
    // A price that was typed a moment ago is shown before it is read.
    ...(priceCents !== undefined && { priceCents: day.priceCents || null }),
    ...(closed !== undefined && { closed: before.closed }),
  }
}

function countOf({ how, value }: RoomsChange): DayFields {
  return how === 'set' ? { available: value } : { availableBy: how === 'add' ? value : -value }
}

/** The price after a change, in whole minor units, halves up: exact for every price that the service takes (contract §1). */
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
