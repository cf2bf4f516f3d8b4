import type { RoomType } from '../../domain/catalog/catalog.ts'
import {
  type MaybeNamed,
  NAME_TEXTS,
  type NameChanges,
  type Names,
  namesOf,
  ROOM_TEXTS,
  type RoomContent,
  type Translations,
  translationsOf,
} from '../../domain/kernel/content.ts'
import type { HotelTax, Tax } from '../../domain/rates/tax.ts'

/** A list of a column. */
export const readList = <T>(text: string | null): T[] => (text === null ? [] : JSON.parse(text))

/** A list as a column has it: null of an empty one. */
const listText = (list: readonly unknown[]): string | null =>
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

/** A row of what has names, with them. */
export const readNames = <Row extends { translations: string | null }>(
  row: Row,
): Omit<Row, 'translations'> & Names => ({
  ...row,
  translations: readTranslations(NAME_TEXTS, row.translations),
})

/** What has names as its row has it; where none are said, they are left as they are. */
export const withNames = <Thing extends Partial<Names>>({ translations, ...rest }: Thing) => ({
  ...rest,
  ...(translations && { translations: translationsText(translations) }),
})

/** Taxes of a column. */
export const readTaxes = (text: string | null): HotelTax[] =>
  readList<Tax & NameChanges>(text).map((tax) => ({ ...tax, ...namesOf(tax) }))

/** Taxes as a column has them, with those names that they have. */
export const taxesText = (taxes: readonly MaybeNamed<HotelTax>[]): string | null =>
  listText(
    taxes.map((tax) => {
      const { translations = null } = withNames(tax)
      return { ...tax, translations: translations === null ? undefined : JSON.parse(translations) }
    }),
  )

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
