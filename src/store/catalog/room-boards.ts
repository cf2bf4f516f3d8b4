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
  const byName = new Map<string, Boards>()
  const alike = new Map<string, Boards>()
  for (let start = 0, end = 0; start < rows.length; start = end) {
    const [hotelId, roomCode] = rows[start]!
    let text = ''
    for (; rows[end]?.[1] === roomCode && rows[end]![0] === hotelId; end++) {
      const [, , boardCode, supplementCents, perGuest] = rows[end]!
      text += `${boardCode} ${supplementCents} ${perGuest} `
    }
    const boards = alike.get(text) ?? boardsOf(rows.slice(start, end))
    alike.set(text, boards)
    byName.set(`${hotelId} ${roomCode}`, boards)
  }
  return (hotelId, roomCode) => byName.get(`${hotelId} ${roomCode}`) ?? NO_BOARDS
}

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
