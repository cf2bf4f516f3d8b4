import { LANGUAGES, type Language } from './language.ts'

export const ROOM_TEXT_MAX = 5_000

/** Maximum length of a hotel's text, a room type's text, a name and a web address. */
export const HOTEL_TEXT_MAX = 3_000

/** Kinds of beds, from the smallest. */
export const BED_KINDS = ['single', 'double', 'queen', 'king', 'sofa', 'bunk', 'futon'] as const
type BedKind = (typeof BED_KINDS)[number]

/** Beds of one kind in a room. */
type Bed = { kind: BedKind; count: number }

/** Amenities of a room, in the order of every list of them. */
export const AMENITIES = [
  'air_conditioning',
  'heating',
  'wifi',
  'tv',
  'desk',
  'safe',
  'minibar',
  'fridge',
  'kettle',
  'coffee_machine',
  'kitchenette',
  'washing_machine',
  'iron',
  'sofa',
  'balcony',
  'terrace',
  'sea_view',
  'pool_view',
  'garden_view',
  'city_view',
  'mountain_view',
  'shower',
  'bathtub',
  'jacuzzi',
  'hairdryer',
  'bathrobe',
  'toiletries',
  'soundproof',
  'fireplace',
  'connecting',
  'cot',
  'accessible',
  'non_smoking',
] as const
type Amenity = (typeof AMENITIES)[number]

/** Translations: the named texts in each language; null: none. */
export type Translations<Name extends string> = Record<Language, Record<Name, string | null>>

/** Changes of translations; an empty text removes one. */
export type TranslationChanges<Name extends string> = {
  [Each in Language]?: { [Text in Name]?: string | null }
}

/** Translatable texts of a hotel. */
export const HOTEL_TEXTS = ['description', 'policies'] as const
export type HotelText = (typeof HOTEL_TEXTS)[number]
/** Translatable texts of a room type. */
export const ROOM_TEXTS = ['name', 'description'] as const
export type RoomText = (typeof ROOM_TEXTS)[number]

/** The only translatable text of rates, boards, taxes and cities. */
export const NAME_TEXTS = ['name'] as const
type NameText = (typeof NAME_TEXTS)[number]

/** Names by language, in addition to the name that the hotel wrote. */
export type Names = { translations: Translations<NameText> }
/** Changes of names. */
export type NameChanges = { translations?: TranslationChanges<NameText> }
/** A thing whose names may be absent. */
export type MaybeNames<Thing extends Names> = Omit<Thing, keyof Names> & Partial<Names>

/** The public content of a hotel. */
export type HotelContent = {
  phone: string | null
  email: string | null
  website: string | null
  translations: Translations<HotelText>
}

/** The public content of a room type. */
export type RoomContent = {
  beds: Bed[]
  sizeM2: number | null
  amenities: Amenity[]
  /** Its position among the hotel's room types; those without one come last. */
  position: number | null
  /** Translations of its main name and description. */
  translations: Translations<RoomText>
}

/** Returns the translations after a change; texts that it leaves out stay. @param before left out: none yet */
export function translationsOf<Name extends string>(
  names: readonly Name[],
  changes: TranslationChanges<Name> = {},
  before?: Translations<Name>,
): Translations<Name> {
  const textOf = (language: Language, name: Name) => {
    const text = changes[language]?.[name]
    return text === undefined ? (before?.[language][name] ?? null) : text || null
  }
  const inEach = LANGUAGES.map((language) => [
    language,
    Object.fromEntries(names.map((name) => [name, textOf(language, name)])),
  ])
  return Object.fromEntries(inEach)
}

/** Returns the names after a change; names that it leaves out stay. */
export const namesOf = ({ translations }: NameChanges, before?: Names): Names => ({
  translations: translationsOf(NAME_TEXTS, translations, before?.translations),
})

/** Returns the name in a language, or else the name that the hotel wrote. */
export const nameIn = (
  { name, translations }: Names & { name: string },
  language: Language,
): string => translations[language].name ?? name

/** Sorts room types as a hotel shows them: by position, then those without one, by code. */
export const inPosition = <Room extends { roomCode: string; position: number | null }>(
  rooms: readonly Room[],
): Room[] =>
  rooms.toSorted(
    (a, b) =>
      (a.position ?? Number.MAX_SAFE_INTEGER) - (b.position ?? Number.MAX_SAFE_INTEGER) ||
      (a.roomCode < b.roomCode ? -1 : 1),
  )
