import { type Static, Type } from 'typebox'
import type { Board, Hotel, RoomType } from '../../domain/catalog/catalog.ts'
import { PRICE_CENTS_MAX } from '../../domain/kernel/limits.ts'
import { TAXES_BP_MAX } from '../../domain/rates/tax.ts'
import { supplementList } from '../../domain/sale/supplement.ts'
import type { HotelSnapshot } from '../../store/catalog/catalog.ts'
import type { HotelEntry } from '../../store/catalog/catalog-lists.ts'
import {
  HotelContentSchema,
  hotelContentExample,
  NamesSchema,
  namesExample,
  RoomContentSchema,
  roomContentExample,
} from '../api/content-shape.ts'
import { oneOf } from '../api/query.ts'
import { Instant, named, namedObject, nullable, show } from '../api/schema.ts'
import { ExtraNamesSchema, showExtraNames } from '../extras/extra-shape.ts'
import { RateNameSchema, showRateName } from '../rates/rate-shape.ts'
import { WebRulesSchema } from '../strangers/web-rules-shape.ts'
import {
  HotelPageContentSchema,
  HotelPageSettingsSchema,
  pageContentExample,
  withLogoPath,
} from './hotel-page-shape.ts'

const text = Type.String()

export const CitySchema = namedObject('City', {
  ...{ slug: text, name: text, country: text },
  ...NamesSchema.properties,
})

/** A tax as stored in bookings. */
export const KeptTaxSchema = Type.Object({
  code: text,
  name: text,
  percentBp: Type.Integer({
    minimum: 0,
    maximum: TAXES_BP_MAX,
    description: 'Basis points: 1,000 is 10 %.',
  }),
})

/** A tax that is part of every price. */
export const TaxSchema = namedObject('Tax', {
  ...KeptTaxSchema.properties,
  ...NamesSchema.properties,
})

/** The supplement of a board, added to the price of a night. */
const SupplementSchema = namedObject('Supplement', {
  boardCode: text,
  supplementCents: Type.Integer({ minimum: 0, maximum: PRICE_CENTS_MAX }),
  per: oneOf('room', 'guest'),
})

const boardFields = { code: text, name: text, ...NamesSchema.properties }
export const BoardSchema = namedObject('Board', boardFields)

/** A hotel as the mapping shows it (contract §2). */
export const HotelSchema = namedObject('Hotel', {
  slug: text,
  name: text,
  city: CitySchema,
  currency: Type.String({ description: 'ISO 4217.' }),
  timezone: Type.String({ description: 'IANA.' }),
  stars: Type.Integer(),
  address: text,
  lat: Type.Number(),
  lng: Type.Number(),
  checkinTime: text,
  checkoutTime: text,
  restoreOnCancel: Type.Boolean(),
  taxes: Type.Array(TaxSchema, { description: 'All included in every price.' }),
  active: Type.Boolean(),
})

/** A hotel with what it tells guests, as its own partners read it. */
export const PartnerHotelSchema = namedObject('PartnerHotel', {
  ...HotelSchema.properties,
  ...HotelContentSchema.properties,
  ...HotelPageContentSchema.properties,
})

/** A hotel as its members and admins see it. */
export const WholeHotelSchema = namedObject('WholeHotel', {
  ...PartnerHotelSchema.properties,
  ...HotelPageSettingsSchema.properties,
  ...WebRulesSchema.properties,
  guestDataYears: nullable(Type.Integer(), 'Guests are erased so late; null: never.'),
  isDemo: Type.Optional(Type.Boolean()),
})

/** A hotel as its panel reads it, with the names of its boards, rates and extras. */
export const PanelHotelSchema = namedObject('PanelHotel', {
  ...WholeHotelSchema.properties,
  boards: Type.Array(BoardSchema, { description: 'Every board, in the usual order.' }),
  rateNames: Type.Array(RateNameSchema, { description: 'For all its rates.' }),
  extras: ExtraNamesSchema,
  agencies: Type.Array(Type.Object({ code: text, name: text }), {
    description: 'Agencies with terms or bookings here, by name.',
  }),
})

/** A hotel in the list for admins. */
export const HotelEntrySchema = namedObject('HotelEntry', {
  ...HotelSchema.properties,
  ratingSum: Type.Integer(),
  ratingCount: Type.Integer(),
  createdAt: Instant,
})

/** A room type with the supplements of its boards. */
export const RoomSchema = namedObject('RoomType', {
  roomCode: text,
  name: text,
  description: text,
  totalRooms: nullable(Type.Integer()),
  overbookingRooms: Type.Integer({
    description: 'Overbooking: rooms that may be sold beyond `totalRooms`.',
  }),
  maxAdults: Type.Integer(),
  maxChildren: Type.Integer(),
  maxOccupancy: Type.Integer(),
  boards: Type.Array(text, { description: "The day's price is for the first." }),
  supplementsCents: Type.Unsafe<Record<string, number>>({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description:
      'Supplements of boards per room and night; those per guest are in `supplements` only.',
  }),
  supplements: Type.Array(SupplementSchema, {
    description:
      'The supplement of each board per night, in the order of `boards`: per room, or per guest, including children of any age.',
  }),
  basePriceCents: nullable(Type.Integer()),
  currency: text,
  active: Type.Boolean(),
  ...RoomContentSchema.properties,
  position: nullable(
    Type.Integer(),
    "Its place among the hotel's room types; those without one come last, by code.",
  ),
})

/** A room type as the mapping shows it (contract §2). */
export const MappedRoomSchema = named(
  'MappedRoomType',
  Type.Omit(RoomSchema, [
    'supplementsCents',
    'position',
    'beds',
    'sizeM2',
    'amenities',
    'translations',
  ]),
)

export const showHotel = (hotel: Hotel) => show(HotelSchema, hotel)

/** Shows a hotel with every board, its rates, its extras and its agencies. */
export const showPanelHotel = (
  hotel: Hotel,
  { boards, agencies }: Pick<Static<typeof PanelHotelSchema>, 'agencies'> & { boards: Board[] },
  { rates, extras }: Pick<HotelSnapshot, 'rates' | 'extras'>,
) =>
  show(PanelHotelSchema, {
    ...{ ...withLogoPath(hotel), boards, agencies },
    ...{ rateNames: rates.map(showRateName), extras: showExtraNames(extras) },
  })

export const showPartnerHotel = (hotel: Hotel) => show(PartnerHotelSchema, withLogoPath(hotel))
export const showWholeHotel = (hotel: Hotel) => show(WholeHotelSchema, withLogoPath(hotel))
export const showHotelEntry = (entry: HotelEntry) => show(HotelEntrySchema, entry)

export const showRoom = (room: RoomType, hotel: Hotel) => show(RoomSchema, roomRow(room, hotel))

export const showMappedRoom = (room: RoomType, hotel: Hotel) =>
  show(MappedRoomSchema, roomRow(room, hotel))

function roomRow(room: RoomType, { currency }: Hotel) {
  const supplements = supplementList(room)
  const ofRoom = supplements.filter(({ per }) => per === 'room')
  const supplementsCents = Object.fromEntries(
    ofRoom.map(({ boardCode, supplementCents }) => [boardCode, supplementCents]),
  )
  return { ...room, currency, supplementsCents, supplements }
}

export const hotelExample = {
  slug: 'sea-view',
  name: 'Sea View',
  city: { slug: 'antalya', name: 'Antalya', country: 'TR', ...namesExample() },
  currency: 'EUR',
  timezone: 'Europe/Istanbul',
  stars: 4,
  address: 'Kordon Caddesi 1',
  lat: 36.8841,
  lng: 30.7056,
  checkinTime: '14:00',
  checkoutTime: '12:00',
  restoreOnCancel: true,
  taxes: [
    {
      ...{ code: 'VAT', name: 'Value added tax', percentBp: 1_000 },
      ...namesExample('Katma değer vergisi'),
    },
  ],
  active: true,
} satisfies Static<typeof HotelSchema>

export const mappedRoomExample = {
  roomCode: 'DBL',
  name: 'Double room',
  description: 'One large bed or two small ones.',
  totalRooms: 20,
  overbookingRooms: 0,
  maxAdults: 2,
  maxChildren: 1,
  maxOccupancy: 3,
  boards: ['BB', 'HB'],
  supplements: [
    { boardCode: 'BB', supplementCents: 0, per: 'room' },
    { boardCode: 'HB', supplementCents: 2500, per: 'guest' },
  ],
  basePriceCents: 12900,
  currency: 'EUR',
  active: true,
} satisfies Static<typeof MappedRoomSchema>

export const partnerHotelExample = {
  ...hotelExample,
  ...hotelContentExample,
  ...pageContentExample,
} satisfies Static<typeof PartnerHotelSchema>

export const roomExample = {
  ...mappedRoomExample,
  supplementsCents: { BB: 0 },
  ...roomContentExample,
  position: 1,
} satisfies Static<typeof RoomSchema>

export const boardExample = {
  ...{ code: 'BB', name: 'Bed and breakfast' },
  ...namesExample('Oda + kahvaltı'),
}
