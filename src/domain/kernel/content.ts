import { LANGUAGES, type Language } from './language.ts'

export const ROOM_TEXT_MAX = 5_000

/** Characters of a text of a hotel, of a room type, of a name and of an address of the web. */
export const HOTEL_TEXT_MAX = 3_000

/** Kinds of beds, from the smallest. */
export const BED_KINDS = ['single', 'double', 'queen', 'king', 'sofa', 'bunk', 'futon'] as const
type BedKind = (typeof BED_KINDS)[number]

/** Beds of a kind in a room. */
type Bed = { kind: BedKind; count: number }

/** What a room may have, in the order that lists have it. */
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

/** Texts of these names in each language; null: there is none. */
export type Translations<Name extends string> = Record<Language, Record<Name, string | null>>

/** Those that change; an empty one is none from then on. */
export type TranslationChanges<Name extends string> = {
  [Each in Language]?: { [Text in Name]?: string | null }
}

/** The texts of a hotel that there are in each language. */
export const HOTEL_TEXTS = ['description', 'policies'] as const
export type HotelText = (typeof HOTEL_TEXTS)[number]
/** Those of a room type. */
export const ROOM_TEXTS = ['name', 'description'] as const
export type RoomText = (typeof ROOM_TEXTS)[number]

/** The only text of what has but a name: rates, boards, taxes and cities. */
export const NAME_TEXTS = ['name'] as const
type NameText = (typeof NAME_TEXTS)[number]

/** Names of one thing by language, beside its name as the hotel wrote it. */
export type Names = { translations: Translations<NameText> }
/** Names that change. */
export type NameChanges = { translations?: TranslationChanges<NameText> }
/** Something whose names are said or not. */
export type MaybeNames<Thing extends Names> = Omit<Thing, keyof Names> & Partial<Names>

/** What everybody is told of a hotel. */
export type HotelContent = {
  phone: string | null
  email: string | null
  website: string | null
  translations: Translations<HotelText>
}

/** What everybody is told of a room type. */
export type RoomContent = {
  beds: Bed[]
  sizeM2: number | null
  amenities: Amenity[]
  /** Its place among the hotel's room types; those without one come last. */
  position: number | null
  /** Beside its main name and description. */
  translations: Translations<RoomText>
}

/**
 * Texts of these names in each language after a change; what it does not say stays.
 *
 * @param before left out: there are none yet
 */
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

/** Names in each language after a change; what it does not say stays. */
export const namesOf = ({ translations }: NameChanges, before?: Names): Names => ({
  translations: translationsOf(NAME_TEXTS, translations, before?.translations),
})

/** The name of something in a language; the name that its hotel wrote where there is none. */
export const nameIn = (
  { name, translations }: Names & { name: string },
  language: Language,
): string => translations[language].name ?? name

/** Room types as a hotel shows them: by their position, those without one last, by code. */
export const inPosition = <Room extends { roomCode: string; position: number | null }>(
  rooms: readonly Room[],
): Room[] =>
  rooms.toSorted(
    (a, b) =>
      (a.position ?? Number.MAX_SAFE_INTEGER) - (b.position ?? Number.MAX_SAFE_INTEGER) ||
      (a.roomCode < b.roomCode ? -1 : 1),
  )
