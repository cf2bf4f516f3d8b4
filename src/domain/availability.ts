import type { CalendarDate } from './date.ts'
import { AVAILABLE_MAX } from './limits.ts'

/** One day of one room type as stored (contract §1); `priceCents` is null when it was never given one. */
export type Day = { available: number; priceCents: number | null; closed: boolean }

/** What the service must know of a room type to take a push or sell a stay. */
export type RoomRules = {
  roomCode: string
  totalRooms: number | null
  basePriceCents: number | null
  active: boolean
}

/** A checked element of a push: absent fields keep what is stored (contract §2). */
export type Update = {
  index: number
  roomCode: string
  date: CalendarDate
  /** Always there in a partner's push. */
  available?: number
  /** Added to what is left, in the panel. */
  availableBy?: number
  priceCents?: number
  /** What the day must still show, in the panel. */
  expectedPriceCents?: number
  closed?: boolean
}

/** A day that a push or a sale altered; `before` is null when it was never pushed. */
export type Change = { roomCode: string; date: CalendarDate; before: Day | null; after: Day }

/** Why an element was refused, or what its sender should know though it was applied (contract §2). */
export type Remark = {
  index: number
  roomCode: string | null
  date: string | null
  field: string | null
  code: string
  message: string
}

/** Days of a hotel: by room code, then by date. */
export type Days = Map<string, Map<CalendarDate, Day>>

/** What folding the updates over the stored days came to. */
export type Folded = {
  /** One entry a day whose value at the end differs from the stored one. */
  changes: Change[]
  /** Updates that altered their day when their turn came, and those that found it so already. */
  applied: number
  unchanged: number
  errors: Remark[]
  warnings: Remark[]
}

type Cell = { before: Day | null; now: Day | null; update: Update | null }

/**
 * Applies updates in order over the stored days (contract §2): an upsert a day, the last of two for one day wins.
 *
 * @param rooms the hotel's room types by code; every update names one of them
 * @param stored the days of the hotel that the updates touch; a missing one was never pushed
 */
export function foldUpdates(
  rooms: ReadonlyMap<string, RoomRules>,
  stored: Days,
  updates: readonly Update[],
): Folded {
  const cells = new Map<string, Map<CalendarDate, Cell>>()
  const folded: Folded = { changes: [], applied: 0, unchanged: 0, errors: [], warnings: [] }
  for (const update of updates) {
    const room = rooms.get(update.roomCode)!
    const cell = cellOf(cells, stored, update)
    const after = applyUpdate(cell.now, room, update)
    const refusal = refuseOutdated(cell.now, room, update) ?? refuse(room, after)
    if (refusal) {
      folded.errors.push({ ...placeOf(update), ...refusal })
      continue
    }
    if (cell.update) folded.warnings.push(duplicateWarning(cell.update, update.index))
    if (cell.now?.closed && update.closed === undefined && hasCount(update))
      folded.warnings.push({ ...placeOf(update), field: 'closed', ...STILL_CLOSED })
    if (!room.active) folded.warnings.push({ ...placeOf(update), field: 'roomCode', ...INACTIVE })
    if (isSameDay(cell.now, after)) folded.unchanged++
    else folded.applied++
    cell.now = after
    cell.update = update
  }
  folded.changes = changesOf(cells)
  return folded
}

/** The price a pull shows for a day (contract §2): its own, else the room type's base price, else 0. */
export function shownPriceCents(priceCents: number | null, basePriceCents: number | null): number {
  return priceCents ?? basePriceCents ?? 0
}

/** Whether two states of a day are the same; a day never pushed is like no other. */
export function isSameDay(a: Day | null, b: Day): boolean {
  return (
    a !== null &&
    a.available === b.available &&
    a.priceCents === b.priceCents &&
    a.closed === b.closed
  )
}

const STILL_CLOSED = {
  code: 'day_still_closed',
  message: 'Applied, but the day stays closed for sale; send "closed": false to open it.',
}
const INACTIVE = {
  code: 'room_inactive',
  message: 'Applied, but this room type is switched off and is not sold.',
}

const hasCount = ({ available, availableBy }: Update) =>
  available !== undefined || availableBy !== undefined

function applyUpdate(now: Day | null, room: RoomRules, update: Update): Day {
  return {
    available: (update.available ?? now?.available ?? 0) + (update.availableBy ?? 0),
    priceCents: update.priceCents ?? now?.priceCents ?? room.basePriceCents,
    closed: update.closed ?? now?.closed ?? false,
  }
}

type Refusal = Omit<Remark, 'index' | 'roomCode' | 'date'>

/** Somebody else set the price meanwhile. */
function refuseOutdated(now: Day | null, room: RoomRules, update: Update): Refusal | undefined {
  const { expectedPriceCents: expected } = update
  const shown = shownPriceCents(now?.priceCents ?? null, room.basePriceCents)
  if (expected === undefined || expected === shown) return undefined
  return {
    field: 'expectedPriceCents',
    code: 'price_changed',
    message: `The price is ${shown} by now, not ${expected}.`,
  }
}

function refuse(room: RoomRules, day: Day): Refusal | null {
  if (day.available < 0 || day.available > AVAILABLE_MAX)
    return {
      field: 'availableBy',
      code: 'out_of_range',
      message: `That would leave ${day.available} rooms; it may be 0 to ${AVAILABLE_MAX}.`,
    }
  if (room.totalRooms !== null && day.available > room.totalRooms)
    return {
      field: 'available',
      code: 'above_capacity',
      message: `This room type has ${room.totalRooms} rooms in all.`,
    }
  if (!day.closed && day.available > 0 && !day.priceCents)
    return {
      field: 'priceCents',
      code: 'price_required',
      message: 'An open day needs a price above 0: send priceCents, or close the day.',
    }
  return null
}

function placeOf({ index, roomCode, date }: Update) {
  return { index, roomCode, date }
}

function duplicateWarning(superseded: Update, by: number): Remark {
  return {
    ...placeOf(superseded),
    field: null,
    code: 'duplicate_element',
    message: `Element ${by} names the same day; the last one wins.`,
  }
}

function cellOf(cells: Map<string, Map<CalendarDate, Cell>>, stored: Days, update: Update): Cell {
  let room = cells.get(update.roomCode)
  if (!room) {
    room = new Map()
    cells.set(update.roomCode, room)
  }
  let cell = room.get(update.date)
  if (!cell) {
    const before = stored.get(update.roomCode)?.get(update.date) ?? null
    cell = { before, now: before, update: null }
    room.set(update.date, cell)
  }
  return cell
}

function changesOf(cells: Map<string, Map<CalendarDate, Cell>>): Change[] {
  const changes: Change[] = []
  for (const [roomCode, room] of cells)
    for (const [date, { before, now }] of room)
      if (now && !isSameDay(before, now)) changes.push({ roomCode, date, before, after: now })
  return changes
}
