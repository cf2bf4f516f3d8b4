import { api, type Page } from './api.ts'
import { language } from './i18n.ts'
import { type Loaded, useLoad } from './load.ts'
import type { Room } from './types.ts'

/** What is read of a hotel's room types. */
const PATH = '/v1/panel/rooms'

/** The room types of the hotel that is shown, by code. */
let known: ReadonlyMap<string, Room> = new Map()

/** What a room type is called in the page's language. */
export const nameIn = ({ name, translations }: Pick<Room, 'name' | 'translations'>): string =>
  translations[language.get()].name ?? name

/** What the room type of a booking is called in the page's language. */
export function roomNameOf({ roomCode, roomName }: { roomCode: string; roomName: string }): string {
  const room = known.get(roomCode)
  return room ? nameIn(room) : roomName
}

/** Keeps in mind what a room type is called now. */
export const noteRoom = (room: Room): void => {
  known = new Map(known).set(room.roomCode, room)
}

/** Reads the room types of a hotel, whose names are kept in mind from then on. @throws Problem */
export async function readRooms(hotel: string, signal: AbortSignal): Promise<Room[]> {
  const { items } = await api.get<Page<Room>>(PATH, { query: { hotel }, signal })
  known = new Map(items.map((room) => [room.roomCode, room]))
  return items.map((room) => ({ ...room, name: nameIn(room) }))
}

/** The room types of a hotel in its order, under their names in the page's language. */
export const useRooms = (hotel: string): Loaded<Room[]> =>
  useLoad((signal) => readRooms(hotel, signal), [hotel, language.get()])
