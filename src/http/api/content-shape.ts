import { type Static, type TProperties, Type } from 'typebox'
import { AMENITIES, BED_KINDS, HOTEL_TEXT_MAX, ROOM_TEXT_MAX } from '../../domain/kernel/content.ts'
import { oneOf } from './query.ts'
import { named, namedObject, nullable } from './schema.ts'
import { line, prose, strictObject } from './texts.ts'

const NAME_LENGTH_MAX = 200

/** Upper bound of beds of one kind in a room. */
const BEDS_MAX = 20

/** A name in a body, of a person or a thing. */
export const NameLine = named('Name', line(NAME_LENGTH_MAX))

/** Optimistic concurrency: the members as the client saw them when it decided on the change. */
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
              'Members of the answer as you last saw them: 409 `revision_conflict` if they differ now.',
          },
        ),
      ),
    ),
  ),
}

/** Texts by language, each a text or null. */
const inLanguages = <T extends TProperties>(name: string, texts: T) => {
  const inOne = namedObject(`${name}Texts`, texts)
  return namedObject(`${name}Translations`, { en: inOne, tr: inOne })
}
const textOrNull = nullable(Type.String())

/** The public texts and contacts of a hotel. */
export const HotelContentSchema = Type.Object({
  phone: textOrNull,
  email: textOrNull,
  website: textOrNull,
  translations: inLanguages('Hotel', { description: textOrNull, policies: textOrNull }),
})

/** Translations of a name that the hotel wrote in its own language. */
export const NamesSchema = Type.Object({ translations: inLanguages('Name', { name: textOrNull }) })

/** Beds of one kind in a room. */
export const BedSchema = named(
  'Bed',
  strictObject({
    kind: oneOf(...BED_KINDS),
    count: Type.Integer({ minimum: 1, maximum: BEDS_MAX }),
  }),
)

/** An amenity of a room. */
export const AmenitySchema = named('Amenity', oneOf(...AMENITIES))

/** The public texts and equipment of a room type. */
export const RoomContentSchema = Type.Object({
  beds: Type.Array(BedSchema),
  sizeM2: nullable(Type.Integer(), 'Square metres.'),
  amenities: Type.Array(AmenitySchema),
  translations: inLanguages('RoomType', { name: textOrNull, description: textOrNull }),
})

/** Changes of texts by language; absent texts stay. */
const changesInLanguages = <T extends TProperties>(name: string, texts: T) => {
  const inOne = named(`${name}TextChanges`, Type.Partial(strictObject(texts)))
  return named(`${name}TranslationChanges`, Type.Partial(strictObject({ en: inOne, tr: inOne })))
}
/** Changes of a hotel's texts. */
export const HotelTextChanges = changesInLanguages('Hotel', {
  description: nullable(prose(HOTEL_TEXT_MAX)),
  policies: nullable(prose(HOTEL_TEXT_MAX)),
})

/** Changes of a room type's texts. */
export const RoomTextChanges = changesInLanguages('RoomType', {
  name: nullable(line(NAME_LENGTH_MAX)),
  description: nullable(prose(ROOM_TEXT_MAX)),
})

/** Changes of translated names; absent ones stay. */
export const NameChangesSchema = Type.Object({
  translations: Type.Optional(
    changesInLanguages('Name', { name: nullable(line(NAME_LENGTH_MAX)) }),
  ),
})

/** Names for an example, with a different one in Turkish. */
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
