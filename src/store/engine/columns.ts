// Columns that hold lists, translations and taxes as JSON text.

import type { RoomType } from '../../domain/catalog/catalog.ts'
import { amenitiesInOrder } from '../../domain/catalog/hotel-amenities.ts'
import {
  distancesOf,
  type HotelPage,
  type HouseRules,
  houseRulesOf,
  NO_HOUSE_RULES,
} from '../../domain/catalog/hotel-page.ts'
import {
  type MaybeNames,
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

/** Parses a column that holds a list. */
export const readList = <T>(text: string | null): T[] => (text === null ? [] : JSON.parse(text))

/** The text of a list for its column: null for an empty list. */
const listText = (list: readonly unknown[]): string | null =>
  list.length === 0 ? null : JSON.stringify(list)

/** Parses a column that holds the translations of some texts. */
export const readTranslations = <Name extends string>(
  names: readonly Name[],
  text: string | null,
): Translations<Name> => translationsOf(names, text === null ? {} : JSON.parse(text))

/** The text of translations for their column: those that exist, by language and name; null if there are none. */
export function translationsText(translations: Translations<string>): string | null {
  const all = Object.values(translations).flatMap((texts) => Object.values(texts))
  if (all.every((text) => text === null)) return null
  return JSON.stringify(translations, (_, value) => value ?? undefined)
}

/** Adds the parsed names to a row that has translations. */
export const readNames = <Row extends { translations: string | null }>(
  row: Row,
): Omit<Row, 'translations'> & Names => ({
  ...row,
  translations: readTranslations(NAME_TEXTS, row.translations),
})

/** Turns the names of a thing into the text of its column; a thing without names leaves the column unchanged. */
export const withNames = <Thing extends Partial<Names>>({ translations, ...rest }: Thing) => ({
  ...rest,
  ...(translations && { translations: translationsText(translations) }),
})

/** The columns of a hotel's own page. */
type PageRow = {
  [Name in 'amenities' | 'houseRules' | 'distances' | 'agreements' | 'widgetOrigins']: string | null
}

/** Parses the columns of a hotel's own page. */
export const readPage = (row: PageRow): Pick<HotelPage, keyof PageRow> => ({
  amenities: readAmenities(row),
  houseRules: houseRulesOf(row.houseRules === null ? {} : JSON.parse(row.houseRules)),
  distances: distancesOf(readList(row.distances)),
  agreements: readList(row.agreements),
  widgetOrigins: readList(row.widgetOrigins),
})

/** Parses the column of a hotel's amenities. */
export const readAmenities = ({ amenities }: Pick<PageRow, 'amenities'>) =>
  amenitiesInOrder(readList(amenities))

/** Turns the lists of a hotel's own page into the texts of their columns; absent ones leave their columns unchanged. */
export const withPage = <Values extends Partial<HotelPage>>({
  amenities,
  houseRules,
  distances,
  agreements,
  widgetOrigins,
  ...rest
}: Values) => ({
  ...rest,
  ...(amenities && { amenities: listText(amenities) }),
  ...(houseRules && { houseRules: rulesText(houseRules) }),
  ...(distances && { distances: namedListText(distances) }),
  ...(agreements && { agreements: listText(agreements) }),
  ...(widgetOrigins && { widgetOrigins: listText(widgetOrigins) }),
})

const rulesText = (rules: HouseRules): string | null =>
  Bun.deepEquals(rules, NO_HOUSE_RULES) ? null : JSON.stringify(rules)

/** Parses a column that holds taxes. */
export const readTaxes = (text: string | null): HotelTax[] =>
  readList<Tax & NameChanges>(text).map((tax) => ({ ...tax, ...namesOf(tax) }))

/** The text of taxes for their column, each with the names that it has. */
export const taxesText = (taxes: readonly MaybeNames<HotelTax>[]): string | null =>
  namedListText(taxes)

/** The text of a list of things with names for its column. */
const namedListText = (list: readonly Partial<Names>[]): string | null =>
  listText(
    list.map((each) => {
      const { translations = null } = withNames(each)
      return { ...each, translations: translations === null ? undefined : JSON.parse(translations) }
    }),
  )

/** The fields that a new room type may leave out. */
type UnsaidOfRoom = 'perGuest' | keyof RoomContent

/** A room type to be created; supplements are per room unless it says that they are per guest. */
export type NewRoomType = Omit<RoomType, UnsaidOfRoom> & Partial<Pick<RoomType, UnsaidOfRoom>>

/** The values of a room type's own row. */
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
