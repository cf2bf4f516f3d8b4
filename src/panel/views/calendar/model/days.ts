import type { Availability, Day, Rate, RateDay, RoomType } from '../../../../client/call.ts'
import { derivedPrice } from '../../../../domain/rates/rate.ts'

/**
 * A room type with its days over the range shown, or one of its rates beneath it. It stays the same object until
 * something of it changes.
 */
export type Row = {
  room: Pick<RoomType, 'roomCode' | 'name' | 'totalRooms'>
  /** Days; those of a rate have its price and are closed with the room type. */
  days: Day[]
  /** Columns that the latest reading changed. */
  fresh: ReadonlySet<number>
  rate?: Rate
  /** The restrictions of a rate, by column. */
  terms?: readonly RateDay[]
}

/** A cell by its row and column. */
export type Place = { row: number; col: number }

/** The rectangle between two cells; the keyboard is at `focus`, or else at `head`. */
export type Selection = { anchor: Place; head: Place; focus?: Place }

/** The first and last row and column of a rectangle of cells, both included. */
export type Bounds = { top: number; bottom: number; left: number; right: number }

const NONE: ReadonlySet<number> = new Set()
/** If more cells change at once, none is highlighted: the marks would be everywhere, and slow. */
const FRESH_MAX = 200

/**
 * The rows of an answer, in the order of the room types. An unchanged row stays the same object, so that only changed
 * rows are drawn again.
 *
 * @param before the rows shown until now, of the same range or another
 */
export function rowsOf(
  { rooms: answered }: Availability,
  rooms: readonly RoomType[],
  before: readonly Row[],
): Row[] {
  const names = new Map(rooms.map((room) => [room.roomCode, room]))
  const known = new Map(before.map((row) => [row.room.roomCode, row]))
  const places = new Map(rooms.map(({ roomCode }, at) => [roomCode, at]))
  const placeOf = ({ roomCode }: { roomCode: string }) => places.get(roomCode) ?? rooms.length
  const inOrder = answered.toSorted((a, b) => placeOf(a) - placeOf(b))
  const rows = inOrder.map(({ roomCode, days }) => {
    const room = names.get(roomCode) ?? { roomCode, name: roomCode, totalRooms: null }
    const old = known.get(roomCode)
    if (!old || old.days[0]?.date !== days[0]?.date || old.days.length !== days.length)
      return { room, days, fresh: NONE }
    const fresh = new Set(days.keys().filter((col) => !isSame(old.days[col]!, days[col]!)))
    return fresh.size + old.fresh.size === 0
      ? sameAs(old, { room, days, fresh: NONE })
      : { room, days, fresh }
  })
  const changed = rows.reduce((sum, { fresh }) => sum + fresh.size, 0)
  return changed > FRESH_MAX ? rows.map((row) => ({ ...row, fresh: NONE })) : rows
}

/** Days of rates by room type and rate, as they were read. */
export type RateTerms = ReadonlyMap<string, ReadonlyMap<string, readonly RateDay[]>>

/**
 * The rows with the rates of unfolded room types beneath them. An unchanged row stays the same object.
 *
 * @param before the previous answer
 */
export function withRates(
  rows: readonly Row[],
  rates: readonly Rate[],
  terms: RateTerms,
  before: readonly Row[],
): Row[] {
  const known = new Map(before.map((row) => [keyOf(row), row]))
  return rows.flatMap((row) => {
    const ofRoom = terms.get(row.room.roomCode)
    if (!ofRoom) return [row]
    const beneath = rates.flatMap((rate) => {
      const days = ofRoom.get(rate.rateCode)
      return days?.length === row.days.length ? [rateRow(row, rate, days)] : []
    })
    return [row, ...beneath.map((each) => sameAs(known.get(keyOf(each)), each))]
  })
}

/** The key of a row: its room type, and its rate. */
export const keyOf = ({ room, rate }: Row): string =>
  rate ? `${room.roomCode} ${rate.rateCode}` : room.roomCode

function rateRow({ room, days }: Row, rate: Rate, terms: readonly RateDay[]): Row {
  const sold = days.map((day, col) => {
    const { priceCents, closed } = terms[col]!
    // The room type above may have been read later than the rate.
    return { ...day, priceCents: priceOf(rate, day, priceCents), closed: closed || day.closed }
  })
  return { room, rate, terms, days: sold, fresh: NONE }
}

function priceOf({ pricing }: Rate, { priceCents }: Day, own: number): number {
  if (pricing?.type === 'own') return own
  return pricing && priceCents > 0 ? (derivedPrice(priceCents, pricing) ?? 0) : priceCents
}

function sameAs(old: Row | undefined, row: Row): Row {
  if (!old || old.rate !== row.rate || old.terms !== row.terms) return row
  const read = ({ room, days }: Row) => JSON.stringify([room, days])
  return read(old) === read(row) ? old : row
}

/** The first and last row and column of a selection, both included. */
export function boundsOf({ anchor, head }: Selection): Bounds {
  return {
    top: Math.min(anchor.row, head.row),
    bottom: Math.max(anchor.row, head.row),
    left: Math.min(anchor.col, head.col),
    right: Math.max(anchor.col, head.col),
  }
}

/** Every cell of a rectangle, row by row. */
export function placesIn({ top, bottom, left, right }: Bounds): Place[] {
  const places: Place[] = []
  for (let row = top; row <= bottom; row++)
    for (let col = left; col <= right; col++) places.push({ row, col })
  return places
}

/** The cell that the keyboard is at. */
export const focusOf = ({ head, focus }: Selection): Place => focus ?? head

/** A selection of one cell. */
export const onlyCell = (place: Place): Selection => ({ anchor: place, head: place })

/** Weekday of a date: 0 is Monday. */
export const weekdayOf = (date: string): number => (new Date(date).getUTCDay() + 6) % 7

/** True if a night costs more: Friday and Saturday. */
export const isWeekend = (date: string): boolean => [4, 5].includes(weekdayOf(date))

function isSame(a: Day, b: Day): boolean {
  return a.available === b.available && a.priceCents === b.priceCents && a.closed === b.closed
}
