import type { NewRoomType } from '../engine/columns.ts'
import type { Handle, Tx } from '../engine/engine.ts'

// Boards of room types.

/** Joins room types of one or several hotels with their boards; the boards come in their order. */
export function withBoards<Room extends { hotelId: number; roomCode: string }>(
  rooms: readonly Room[],
  boards: readonly Handle['t']['roomBoard']['$inferSelect'][],
) {
  const byRoom = Map.groupBy(boards, ({ hotelId, roomCode }) => `${hotelId} ${roomCode}`)
  return rooms.map((room) => {
    const own = byRoom.get(`${room.hotelId} ${room.roomCode}`) ?? []
    return {
      ...room,
      boards: own.map(({ boardCode }) => boardCode),
      supplementsCents: Object.fromEntries(
        own.map(({ boardCode, supplementCents }) => [boardCode, supplementCents]),
      ),
      perGuest: own.filter(({ perGuest }) => perGuest).map(({ boardCode }) => boardCode),
    }
  })
}

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
