import { type Static, Type } from 'typebox'
import { AGREEMENT_LENGTH_MAX, AGREEMENTS } from '../../domain/catalog/agreements.ts'
import { HOTEL_AMENITY_CODES } from '../../domain/catalog/hotel-amenities.ts'
import {
  DISTANCES_MAX,
  type HotelPage,
  PET_RULES,
  SMOKING_RULES,
  WIDGET_ORIGINS_MAX,
} from '../../domain/catalog/hotel-page.ts'
import { PRICE_CENTS_MAX } from '../../domain/kernel/limits.ts'
import { NameChangesSchema, NameLine, NamesSchema, namesExample } from '../api/content-shape.ts'
import { oneOf } from '../api/query.ts'
import { named, namedObject, nullable } from '../api/schema.ts'
import {
  ColourSchema,
  LanguageSchema,
  line,
  patternText,
  prose,
  strictObject,
} from '../api/texts.ts'
import { LogoSchema } from '../photos/logo-body.ts'
import { PHOTO_PATH } from '../photos/photo-shape.ts'

const LICENCE_LENGTH_MAX = 40
const FEE_LENGTH_MAX = 100
const METRES_MAX = 1_000_000
const KG_MAX = 200
const AGE_MAX = 17
const ORIGIN_LENGTH_MAX = 200

/** A time of day. */
export const Time = patternText('^([01]\\d|2[0-3]):[0-5]\\d$', 'a time HH:MM')

/** The code of an amenity of a hotel. */
export const AmenityCode = named('HotelAmenity', oneOf(...HOTEL_AMENITY_CODES))
const Age = Type.Integer({ minimum: 0, maximum: AGE_MAX })
const Metres = Type.Integer({ minimum: 0, maximum: METRES_MAX })

const houseRules = {
  pets: nullable(oneOf(...PET_RULES)),
  petMaxKg: nullable(Type.Integer({ minimum: 1, maximum: KG_MAX })),
  smoking: nullable(oneOf(...SMOKING_RULES)),
  childrenFromAge: nullable(Age, 'The least age of children; 0: any.'),
  childrenFreeUpToAge: nullable(Age, 'Children of at most this age stay free of charge.'),
  depositCents: nullable(
    Type.Integer({ minimum: 0, maximum: PRICE_CENTS_MAX }),
    'Deposit at arrival, in minor units; 0: none.',
  ),
  quietFrom: nullable(Time),
  quietUntil: nullable(Time),
}
const feeOrNull = nullable(Type.String())
const fee = nullable(line(FEE_LENGTH_MAX))

const HouseRulesSchema = namedObject('HouseRules', {
  ...houseRules,
  petFee: Type.Object({ en: feeOrNull, tr: feeOrNull }, { description: 'The price in words.' }),
})

/** A text that guests agree to, by its hash. */
export const AgreementSchema = namedObject('Agreement', {
  kind: oneOf(...AGREEMENTS),
  language: LanguageSchema,
  textSha256: Type.String({ description: 'SHA-256 of the text in UTF-8, in hex.' }),
})

/** The facts on a hotel's own page besides its texts, as all read them. */
export const HotelPageContentSchema = Type.Object({
  amenities: Type.Array(AmenityCode),
  houseRules: HouseRulesSchema,
  distances: Type.Array(
    namedObject('Distance', {
      name: Type.String(),
      metres: Type.Integer(),
      ...NamesSchema.properties,
    }),
  ),
  licenceNumber: nullable(Type.String()),
  logo: nullable(Type.String(), 'Path of the picture on this service.'),
  colour: nullable(Type.String(), '`#rrggbb`, as the hotel chose it.'),
  agreements: Type.Array(AgreementSchema, {
    description: 'Texts that stand; `GET /v1/hotels/{slug}/agreements` has them in full.',
  }),
})

/** Settings of a hotel's page that the hotel itself reads. */
export const HotelPageSettingsSchema = Type.Object({
  isListed: Type.Boolean({
    description: 'False: searches leave the hotel out; its own page answers.',
  }),
  widgetOrigins: Type.Array(Type.String(), {
    description: 'Origins whose pages may show the hotel’s page in a frame.',
  }),
})

const text = nullable(prose(AGREEMENT_LENGTH_MAX))
const TextsToAgree = named(
  'AgreementTextChanges',
  Type.Partial(strictObject({ terms: text, privacy: text })),
)

/** Changes of a hotel's page, by its owner or a partner. */
export const pageFields = {
  amenities: Type.Array(AmenityCode, {
    maxItems: HOTEL_AMENITY_CODES.length,
    description: 'Each once.',
  }),
  houseRules: named(
    'HouseRuleChanges',
    Type.Partial(
      strictObject({ ...houseRules, petFee: Type.Partial(strictObject({ en: fee, tr: fee })) }),
    ),
  ),
  distances: Type.Array(
    named(
      'NewDistance',
      strictObject({ name: NameLine, metres: Metres, ...NameChangesSchema.properties }),
    ),
    { maxItems: DISTANCES_MAX },
  ),
  licenceNumber: nullable(line(LICENCE_LENGTH_MAX)),
  logo: LogoSchema,
  colour: nullable(ColourSchema),
  agreementTexts: named(
    'AgreementTexts',
    Type.Partial(strictObject({ en: TextsToAgree, tr: TextsToAgree })),
  ),
}

/** Changes of the settings of a hotel's page, by its owner. */
export const pageSettings = {
  isListed: Type.Boolean(),
  widgetOrigins: Type.Array(
    Type.String({
      pattern: '^https://[a-z0-9.-]+(:[0-9]{1,5})?$',
      maxLength: ORIGIN_LENGTH_MAX,
      description: 'an origin that begins with https://, in lower case',
    }),
    { maxItems: WIDGET_ORIGINS_MAX },
  ),
}

/** Describes the changes of a hotel's page. */
export const ABOUT_PAGE =
  '`amenities` and `distances` are whole lists; of `houseRules` and `agreementTexts` absent members stay, and null removes one. `agreements` in the answer are the texts that stand, by hash.'

/** Adds the address of its logo to a hotel. */
export const withLogoPath = <Of extends Pick<HotelPage, 'logoId'>>(hotel: Of) => ({
  ...hotel,
  logo: hotel.logoId && PHOTO_PATH + hotel.logoId,
})

export const pageContentExample = {
  amenities: ['wifi', 'breakfast', 'parking', 'beach'],
  houseRules: {
    ...{ pets: 'allowed', petMaxKg: 8, smoking: 'outside' },
    ...{ childrenFromAge: 0, childrenFreeUpToAge: 6, depositCents: 0 },
    ...{ quietFrom: '23:00', quietUntil: '07:00' },
    petFee: { en: '€10 a night', tr: 'Gecelik 10 €' },
  },
  distances: [{ name: 'Airport', metres: 14_000, ...namesExample('Havaalanı') }],
  licenceNumber: '2019-34-1187',
  logo: `${PHOTO_PATH}0195d9a4-6c1e-7c3a-9d53-0f6f0a4b8c30`,
  colour: '#0b6e75',
  agreements: [
    {
      ...{ kind: 'terms', language: 'en' },
      textSha256: '5b1f7c6f1a5c9f0d3e7b2a4c8d6e0f1a2b3c4d5e6f708192a3b4c5d6e7f80912',
    },
  ],
} satisfies Static<typeof HotelPageContentSchema>

export const pageSettingsExample = {
  isListed: true,
  widgetOrigins: ['https://www.sea-view.example'],
} satisfies Static<typeof HotelPageSettingsSchema>
