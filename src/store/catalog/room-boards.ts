import type { RoomType } from '../../domain/catalog/catalog.ts'
import type { NewRoomType } from '../engine/columns.ts'
import type { Flag } from '../engine/dialect.ts'
import type { Handle, Tx } from '../engine/engine.ts'

// Boards of room types.

/** A board of a room type as a row: hotel, room code, board code, supplement, and if it is per guest. */
export type BoardValues = [number, string, string, number, Flag]
type Boards = Pick<RoomType, 'boards' | 'supplementsCents' | 'perGuest'>

/** The columns of such a row. */
export const boardColumns = ({ roomBoard }: Handle['t']) => {
  const { hotelId, roomCode, boardCode, supplementCents, perGuest } = roomBoard
  return { hotelId, roomCode, boardCode, supplementCents, perGuest }
}

/**
 * Returns a reader of the boards of room types of one or several hotels. Room types that are sold alike, nearly all of a
 * city, share what is read of them: nobody may change it.
 *
 * @param rows those of a room type in the order of its boards, one after the other
 */
export function readBoards(
  rows: readonly BoardValues[],
): (hotelId: number, roomCode: string) => Boards {
  const byHotel = new Map<number, RoomBoards[]>()
  const alike = new Map<string, Boards>()
  let last: BoardValues[] = []
  let boards = NO_BOARDS
  for (let start = 0, end = 0; start < rows.length; start = end) {
    const [hotelId, roomCode] = rows[start]!
    while (rows[end]?.[1] === roomCode && rows[end]![0] === hotelId) end++
    if (!isAlike(last, rows, start, end)) {
      last = rows.slice(start, end)
      const text = JSON.stringify(last.map(([, , ...board]) => board))
      boards = alike.get(text) ?? boardsOf(last)
      alike.set(text, boards)
    }
    const rooms = byHotel.get(hotelId)
    if (rooms) rooms.push({ roomCode, boards })
    else byHotel.set(hotelId, [{ roomCode, boards }])
  }
  return (hotelId, roomCode) => {
    for (const room of byHotel.get(hotelId) ?? [])
      if (room.roomCode === roomCode) return room.boards
    return NO_BOARDS
  }
}

/** True if the room type before has the same boards as the rows of the next one. */
function isAlike(
  last: readonly BoardValues[],
  rows: readonly BoardValues[],
  start: number,
  end: number,
): boolean {
  if (last.length !== end - start) return false
  for (let at = start; at < end; at++) {
    const row = rows[at]!
    const other = last[at - start]!
    // The code, the supplement, and if it is per guest.
    for (let field = 2; field < 5; field++) if (row[field] !== other[field]) return false
  }
  return true
}

type RoomBoards = { roomCode: string; boards: Boards }

const NO_BOARDS: Boards = { boards: [], supplementsCents: {}, perGuest: [] }

const boardsOf = (rows: readonly BoardValues[]): Boards => ({
  boards: rows.map(([, , boardCode]) => boardCode),
  supplementsCents: Object.fromEntries(rows.map(([, , code, cents]) => [code, cents])),
  perGuest: rows.flatMap(([, , boardCode, , perGuest]) => (perGuest ? [boardCode] : [])),
})

/** Adds the boards of a room type without boards, in their order. */
export async function insertRoomBoards(
  { t, db }: Tx,
  hotelId: number,
  {
    roomCode,
    boards,
    supplementsCents,
    perGuest = [],
  }: Pick<NewRoomType, 'roomCode' | 'boards' | 'supplementsCents' | 'perGuest'>,
): Promise<void> {
  const rows = boards.map((boardCode, position) => ({
    ...{ hotelId, roomCode, position, boardCode },
    supplementCents: supplementsCents[boardCode] ?? 0,
    perGuest: perGuest.includes(boardCode),
  }))
  if (rows.length > 0) await db.insert(t.roomBoard).values(rows)
}
