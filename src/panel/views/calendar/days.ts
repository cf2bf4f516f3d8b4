import type { Availability, Day, Room } from '../../lib/types.ts'

/** A room type with its days over the range shown; the same object for as long as nothing of it changes. */
export type Row = {
  room: Pick<Room, 'roomCode' | 'name' | 'totalRooms'>
  days: Day[]
  /** Columns that the newest reading changed. */
  fresh: ReadonlySet<number>
}

/** A cell by its row and column. */
export type Place = { row: number; col: number }

/** The rectangle between two cells; the keyboard is at `head`, or elsewhere in it when `focus` says so. */
export type Selection = { anchor: Place; head: Place; focus?: Place }

const NONE: ReadonlySet<number> = new Set()
/** Where more than these change at once, none is pointed out: it would be everywhere, and slow. */
const FRESH_MAX = 200

/**
 * The rows of an answer. A row that is as it was stays the same object, so that only what changed is drawn again.
 *
 * @param before the rows shown so far, of the same range or another
 */
export function rowsOf(
  { rooms: answered }: Availability,
  rooms: readonly Room[],
  before: readonly Row[],
): Row[] {
  const names = new Map(rooms.map((room) => [room.roomCode, room]))
  const known = new Map(before.map((row) => [row.room.roomCode, row]))
  const rows = answered.map(({ roomCode, days }) => {
    const room = names.get(roomCode) ?? { roomCode, name: roomCode, totalRooms: null }
    const old = known.get(roomCode)
    if (!old || old.days[0]?.date !== days[0]?.date || old.days.length !== days.length)
      return { room, days, fresh: NONE }
    const fresh = new Set(days.keys().filter((col) => !isSame(old.days[col]!, days[col]!)))
    return fresh.size === 0 && old.fresh.size === 0 && isSameRoom(old.room, room)
      ? old
      : { room, days, fresh: fresh.size === 0 ? NONE : fresh }
  })
  const changed = rows.reduce((sum, { fresh }) => sum + fresh.size, 0)
  return changed > FRESH_MAX ? rows.map((row) => ({ ...row, fresh: NONE })) : rows
}

/** The first and last row and column of a selection, both included. */
export function boundsOf({ anchor, head }: Selection) {
  return {
    top: Math.min(anchor.row, head.row),
    bottom: Math.max(anchor.row, head.row),
    left: Math.min(anchor.col, head.col),
    right: Math.max(anchor.col, head.col),
  }
}

/** The cell that the keyboard is at. */
export const focusOf = ({ head, focus }: Selection): Place => focus ?? head

/** A selection of one cell. */
export const onlyCell = (place: Place): Selection => ({ anchor: place, head: place })

/** Weekday of a date: 0 is Monday. */
export const weekdayOf = (date: string): number => (new Date(date).getUTCDay() + 6) % 7

/** The nights that cost more: Friday and Saturday. */
export const isWeekend = (date: string): boolean => [4, 5].includes(weekdayOf(date))

function isSame(a: Day, b: Day): boolean {
  return a.available === b.available && a.priceCents === b.priceCents && a.closed === b.closed
}

function isSameRoom(a: Row['room'], b: Row['room']): boolean {
  return a.name === b.name && a.totalRooms === b.totalRooms
}
