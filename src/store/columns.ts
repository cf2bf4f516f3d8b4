import type { RoomType } from '../domain/catalog.ts'
import {
  ROOM_TEXTS,
  type RoomContent,
  type Translations,
  translationsOf,
} from '../domain/content.ts'

/** A list of a column. */
export const readList = <T>(text: string | null): T[] => (text === null ? [] : JSON.parse(text))

/** A list as a column has it: null of an empty one. */
export const listText = (list: readonly unknown[]): string | null =>
  list.length === 0 ? null : JSON.stringify(list)

/** Texts of these names of a column. */
export const readTranslations = <Name extends string>(
  names: readonly Name[],
  text: string | null,
): Translations<Name> => translationsOf(names, text === null ? {} : JSON.parse(text))

/** Texts as a column has them: those that there are, by language and name; null where there are none. */
export function translationsText(translations: Translations<string>): string | null {
  const all = Object.values(translations).flatMap((texts) => Object.values(texts))
  if (all.every((text) => text === null)) return null
  return JSON.stringify(translations, (_, value) => value ?? undefined)
}

/** What a room type may be made without saying. */
type UnsaidOfRoom = 'perGuest' | keyof RoomContent

/** A room type to be made; supplements are the room's where none is said to be each guest's. */
export type NewRoomType = Omit<RoomType, UnsaidOfRoom> & Partial<Pick<RoomType, UnsaidOfRoom>>

/** The columns of a room type's own row. */
export function roomValues(room: NewRoomType) {
  const { boards, supplementsCents, perGuest, ...values } = room
  const { beds = [], amenities = [], translations = translationsOf(ROOM_TEXTS) } = room
  return {
    ...values,
    beds: listText(beds),
    amenities: listText(amenities),
    translations: translationsText(translations),
  }
}
