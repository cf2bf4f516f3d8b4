import { type Static, type TProperties, Type } from 'typebox'
import { AMENITIES, BED_KINDS, HOTEL_TEXT_MAX, ROOM_TEXT_MAX } from '../../domain/kernel/content.ts'
import { oneOf } from './query.ts'
import { named, namedObject, nullable } from './schema.ts'
import { line, prose, strictObject } from './texts.ts'

const NAME_LENGTH_MAX = 200

/** Beds of a kind in a room, its square metres, and its place among the room types. */
const BEDS_MAX = 20

/** The name of something or somebody in a body. */
export const NameLine = named('Name', line(NAME_LENGTH_MAX))

/** What stood in some members of a thing, as its answer shows them, when a change of them was decided on. */
export const expected = {
  expected: Type.Optional(
    named(
      'Expected',
      Type.Unsafe<Record<string, unknown>>(
        Type.Object(
          {},
          {
            maxProperties: 50,
            additionalProperties: true,
            description:
              'Members of the answer as they stood when this was decided on: 409 `revision_conflict` when others stand there by now.',
          },
        ),
      ),
    ),
  ),
}

/** Text or null in each language. */
const inLanguages = <T extends TProperties>(name: string, texts: T) => {
  const inOne = namedObject(`${name}Texts`, texts)
  return namedObject(`${name}Translations`, { en: inOne, tr: inOne })
}
const textOrNull = nullable(Type.String())

/** What everybody is told of a hotel. */
export const HotelContentSchema = Type.Object({
  phone: textOrNull,
  email: textOrNull,
  website: textOrNull,
  translations: inLanguages('Hotel', { description: textOrNull, policies: textOrNull }),
})

/** Names of one thing by language, beside its name as the hotel wrote it. */
export const NamesSchema = Type.Object({ translations: inLanguages('Name', { name: textOrNull }) })

/** Beds of one kind in a room. */
export const BedSchema = named(
  'Bed',
  strictObject({
    kind: oneOf(...BED_KINDS),
    count: Type.Integer({ minimum: 1, maximum: BEDS_MAX }),
  }),
)

/** What a room may have. */
export const AmenitySchema = named('Amenity', oneOf(...AMENITIES))

/** What everybody is told of a room type. */
export const RoomContentSchema = Type.Object({
  beds: Type.Array(BedSchema),
  sizeM2: nullable(Type.Integer(), 'Square metres.'),
  amenities: Type.Array(AmenitySchema),
  translations: inLanguages('RoomType', { name: textOrNull, description: textOrNull }),
})

/** Texts by language, of which those that are said change. */
const changesInLanguages = <T extends TProperties>(name: string, texts: T) => {
  const inOne = named(`${name}TextChanges`, Type.Partial(strictObject(texts)))
  return named(`${name}TranslationChanges`, Type.Partial(strictObject({ en: inOne, tr: inOne })))
}
/** Texts of a hotel that change. */
export const HotelTextChanges = changesInLanguages('Hotel', {
  description: nullable(prose(HOTEL_TEXT_MAX)),
  policies: nullable(prose(HOTEL_TEXT_MAX)),
})

/** Texts of a room type that change. */
export const RoomTextChanges = changesInLanguages('RoomType', {
  name: nullable(line(NAME_LENGTH_MAX)),
  description: nullable(prose(ROOM_TEXT_MAX)),
})

/** Names that change, each by itself. */
export const NameChangesSchema = Type.Object({
  translations: Type.Optional(
    changesInLanguages('Name', { name: nullable(line(NAME_LENGTH_MAX)) }),
  ),
})

/** Names of an example: in Turkish another one. */
export const namesExample = (name: string | null = null): Static<typeof NamesSchema> => ({
  translations: { en: { name: null }, tr: { name } },
})

export const hotelContentExample = {
  phone: '+90 242 000 00 00',
  email: 'info@sea-view.example',
  website: 'https://sea-view.example',
  translations: {
    en: { description: 'On the beach, ten minutes from the old town.', policies: 'No pets.' },
    tr: { description: 'Sahilde, eski şehre on dakika.', policies: 'Evcil hayvan kabul edilmez.' },
  },
} satisfies Static<typeof HotelContentSchema>

export const roomContentExample = {
  beds: [{ kind: 'double', count: 1 }],
  sizeM2: 22,
  amenities: ['air_conditioning', 'wifi', 'balcony'],
  translations: {
    en: { name: 'Double room', description: null },
    tr: { name: 'Çift kişilik oda', description: 'Büyük yatak ya da iki küçük yatak.' },
  },
} satisfies Static<typeof RoomContentSchema>
