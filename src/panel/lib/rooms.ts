import type { RoomType } from '../../client/call.ts'
import { call } from './api.ts'
import { language } from './i18n.ts'
import { type Loaded, useLoad } from './load.ts'
import { nameIn, nameNow, noteAll } from './names.ts'

/** The name of a booking's room type in the page's language. */
export const roomNameOf = ({ roomCode, roomName }: { roomCode: string; roomName: string }) =>
  nameNow('room', roomCode) ?? roomName

/** Reads the room types of a hotel and notes their names (`names.ts`). @throws Problem */
export async function readRooms(hotel: string, signal: AbortSignal): Promise<RoomType[]> {
  const { items } = await call('listPanelRooms', { hotel }, { signal })
  noteAll('room', items)
  return items.map((room) => ({ ...room, name: nameIn(room) }))
}

/** The room types of a hotel in its order, under their names in the page's language. */
export const useRooms = (hotel: string): Loaded<RoomType[]> =>
  useLoad((signal) => readRooms(hotel, signal), [hotel, language.get()])
