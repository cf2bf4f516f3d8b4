import {
  type Change,
  type Day,
  type Days,
  type Folded,
  isSameDay,
  isSameOffer,
  type OnStale,
  type Remark,
  type RoomRules,
  type StoredDay,
  shownPriceCents,
} from './availability.ts'
import { capacityOf, cappedCount } from './count.ts'
import type { CalendarDate } from './date.ts'
import type { Fault } from './errors.ts'
import { AVAILABLE_MAX } from './limits.ts'
import { eachWithPauses } from './pauses.ts'
import type { Update } from './push.ts'
import { counted } from './text.ts'

type Cell = { before: StoredDay | null; now: StoredDay | null; update: Update | null }

/**
 * Applies updates in order over the stored days (contract §2): an upsert a day, the last of two for one day wins. A count
 * is capped by what the service itself has sold of the night (contract-counts). It pauses now and then.
 *
 * @param rooms the hotel's room types by code; every update names one of them
 * @param stored the days of the hotel that the updates touch; a missing one was never pushed
 */
export function* foldUpdates(
  rooms: ReadonlyMap<string, RoomRules>,
  stored: Days<StoredDay>,
  updates: readonly Update[],
  onStale: OnStale = 'correct',
): Generator<void, Folded> {
  const cells = new Map<string, Map<CalendarDate, Cell>>()
  const folded: Folded = {
    changes: [],
    applied: 0,
    unchanged: 0,
    corrected: 0,
    errors: [],
    warnings: [],
  }
  const applyOne = (update: Update) => {
    const room = rooms.get(update.roomCode)!
    const cell = cellOf(cells, stored, update)
    const sent = applyUpdate(cell.now, room, update)
    const refusal = refuseOutdated(cell.now, room, update) ?? refuse(room, sent, update)
    if (refusal) {
      folded.errors.push({ ...elementOf(update), ...refusal })
      return
    }
    const after = hasCount(update) ? capped(sent, room, update) : sent
    if (hasCount(update) && isSoldBeyond(sent, after, room)) {
      const remarks = remarksOnCount(sent, after, room)
      const stale = remarks.findLast(({ code }) => code === 'sold_meanwhile' || sent.available > 0)
      if (stale && onStale === 'refuse') {
        folded.errors.push({ ...elementOf(update), ...stale })
        return
      }
      folded.warnings.push(...remarks.map((remark) => ({ ...elementOf(update), ...remark })))
      if (after.available !== sent.available) folded.corrected++
    }
    if (cell.update) folded.warnings.push(duplicateWarning(cell.update, update.index))
    if (cell.now?.closed && update.closed === undefined && hasCount(update))
      folded.warnings.push({ ...elementOf(update), field: 'closed', ...STILL_CLOSED })
    if (!room.active) folded.warnings.push({ ...elementOf(update), field: 'roomCode', ...INACTIVE })
    if (isSameOffer(cell.now, after)) folded.unchanged++
    else folded.applied++
    cell.now = after
    cell.update = update
  }
  yield* eachWithPauses(updates, applyOne)
  folded.changes = changesOf(cells)
  return folded
}

const STILL_CLOSED: Fault = {
  code: 'day_still_closed',
  message: 'Applied, but the day stays closed for sale; send "closed": false to open it.',
}
const INACTIVE: Fault = {
  code: 'room_inactive',
  message: 'Applied, but this room type is switched off and is not sold.',
}

const hasCount = ({ available, availableBy }: Update) =>
  available !== undefined || availableBy !== undefined

/** The day as the element asks for it, its count as sent. */
function applyUpdate(now: StoredDay | null, room: RoomRules, update: Update): StoredDay {
  return {
    live: now?.live ?? 0,
    shortfall: now?.shortfall ?? 0,
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

/** The day with its count capped; one sent anew replaces a shortfall, one changed by some leaves it. */
function capped(sent: StoredDay, room: RoomRules, { available }: Update): StoredDay {
  const count = cappedCount(sent.available, sent.live, capacityOf(room))
  const shortfall = available === undefined ? sent.shortfall : count.shortfall
  if (count.available === sent.available && shortfall === sent.shortfall) return sent
  return { ...sent, available: count.available, shortfall }
}

/** Whether a count was stored otherwise than sent, or is of a night that is oversold. */
const isSoldBeyond = (sent: StoredDay, after: StoredDay, room: RoomRules) =>
  after.available !== sent.available || sent.live > capacityOf(room)

/** What the sender of a count should know: the service has sold rooms that it did not know of, or more than there are. */
function remarksOnCount(sent: StoredDay, after: StoredDay, room: RoomRules): Refusal[] {
  const remarks: Refusal[] = []
  const sold = counted(sent.live, 'room of this night is sold', 'rooms of this night are sold')
  if (after.available !== sent.available)
    remarks.push({
      field: 'available',
      code: 'sold_meanwhile',
      message: `${sold} here: ${counted(after.available, 'is', 'are')} left, not ${sent.available}.`,
      values: { sold: sent.live, left: after.available, sent: sent.available },
      sent: sent.available,
      available: after.available,
    })
  if (sent.live > capacityOf(room))
    remarks.push({
      field: 'available',
      code: 'oversold',
      message: `${sold}; the room type has ${capacityOf(room)}.`,
      values: { sold: sent.live, rooms: capacityOf(room) },
    })
  return remarks
}

function refuse(room: RoomRules, day: Day, update: Update): Refusal | null {
  if (day.available < 0 || day.available > AVAILABLE_MAX)
    return {
      field: 'availableBy',
      code: 'out_of_range',
      message: `That would leave ${counted(day.available, 'room')}; it may be 0 to ${AVAILABLE_MAX}.`,
      values: { min: 0, max: AVAILABLE_MAX },
    }
  if (hasCount(update) && day.available > capacityOf(room))
    return {
      field: 'available',
      code: 'above_capacity',
      message: `This room type has ${counted(capacityOf(room), 'room')} in all${room.overbookingRooms > 0 ? ', overbooking included' : ''}.`,
      values: { rooms: capacityOf(room) },
    }
  if (!day.closed && day.available > 0 && !day.priceCents)
    return {
      field: 'priceCents',
      code: 'price_required',
      message: 'An open day needs a price above 0: send priceCents, or close the day.',
    }
  return null
}

function elementOf({ index, roomCode, date }: Update) {
  return { index, roomCode, date }
}

function duplicateWarning(superseded: Update, by: number): Remark {
  return {
    ...elementOf(superseded),
    field: null,
    code: 'duplicate_element',
    message: `Element ${by} names the same day; the last one wins.`,
    values: { index: by },
  }
}

function cellOf(
  cells: Map<string, Map<CalendarDate, Cell>>,
  stored: Days<StoredDay>,
  update: Update,
): Cell {
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
