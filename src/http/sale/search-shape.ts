import { type Static, Type } from 'typebox'
import type { RoomType } from '../../domain/catalog/catalog.ts'
import { REASONS } from '../../domain/sale/quote.ts'
import { ratingOf, type SearchHotel } from '../../domain/sale/search.ts'
import type { SearchCity } from '../../store/sale/search-catalog.ts'
import { HotelContentSchema, NamesSchema, RoomContentSchema } from '../api/content-shape.ts'
import { DateText, namedObject, nullable, show, words } from '../api/schema.ts'
import { NightSchema, TaxPartSchema } from '../bookings/booking-shape.ts'
import {
  BoardSchema,
  CitySchema,
  HotelSchema,
  RoomSchema,
  TaxSchema,
} from '../catalog/hotel-shape.ts'
import { PublicPhotoSchema } from '../photos/photo-shape.ts'
import { RateNameSchema, TermsSchema } from '../rates/rate-shape.ts'
import { WebBoundsSchema } from '../strangers/web-rules-shape.ts'

const Cents = Type.Integer({ description: "Minor units of the hotel's currency." })

/** A city with the number of hotels on sale in it. */
export const CityEntrySchema = namedObject('CityEntry', {
  ...CitySchema.properties,
  hotels: Type.Integer({ description: 'On sale.' }),
})

/** What every list and page shows of a hotel. */
const HotelSummarySchema = Type.Object({
  ...Type.Pick(HotelSchema, ['slug', 'name', 'city', 'stars']).properties,
  rating: nullable(Type.Number(), 'Average of 1 to 5; null without reviews.'),
  reviewCount: Type.Integer(),
  ...Type.Pick(HotelSchema, ['currency', 'lat', 'lng', 'address']).properties,
  ...WebBoundsSchema.properties,
})

const NoQuoteSchema = namedObject('NoQuote', {
  code: words('stay_too_large', ...REASONS),
  message: Type.String(),
  dates: Type.Array(DateText, {
    description:
      'The days that are against it; none where it is the party or the board, or too much is asked for at once.',
  }),
})
export type NoQuote = Static<typeof NoQuoteSchema>

/** A hotel that a search found. */
export const HotelOfferSchema = namedObject('HotelOffer', {
  ...HotelSummarySchema.properties,
  distanceKm: Type.Optional(Type.Number({ description: 'From `lat` and `lng`, when given.' })),
  fromTotalCents: Type.Optional(
    nullable(
      Type.Integer(),
      'The cheapest stay at the standard rate, all rooms and nights; null where none can be had at it.',
    ),
  ),
  roomCode: Type.Optional(nullable(Type.String(), 'Its room type.')),
  boardCode: Type.Optional(nullable(Type.String(), 'Its board.')),
  lowestTotalCents: Type.Optional(
    nullable(
      Type.Integer(),
      'The cheapest stay at any rate; null on a later page when it is no longer to be had.',
    ),
  ),
  lowest: Type.Optional(
    nullable(
      Type.Object({
        roomCode: Type.String(),
        rateCode: Type.String(),
        boardCode: nullable(Type.String()),
      }),
      'What that is.',
    ),
  ),
  reason: Type.Optional(
    nullable(
      NoQuoteSchema,
      'With dates: why no guest books it, `stay_too_large` where they are more rooms or nights than `webMaxRooms` and `webMaxNights`; else null.',
    ),
  ),
})

const QuoteSchema = namedObject('Quote', {
  totalPriceCents: Cents,
  nightly: Type.Array(NightSchema),
  boardCode: nullable(Type.String()),
  available: Type.Integer({ description: 'Rooms left on the scarcest night.' }),
  boards: Type.Array(Type.Object({ boardCode: Type.String(), totalPriceCents: Cents })),
})

/** A rate of a room type for a stay. */
const RateQuoteSchema = namedObject('RateQuote', {
  rateCode: Type.String(),
  name: Type.String(),
  ...NamesSchema.properties,
  boardCode: nullable(Type.String(), 'The board that it is priced with.'),
  totalPriceCents: nullable(
    Type.Integer(),
    'Null, as what it consists of, where it cannot be had.',
  ),
  nightly: nullable(Type.Array(NightSchema)),
  taxes: nullable(Type.Array(TaxPartSchema), 'Part of the total.'),
  netCents: nullable(Type.Integer(), 'The total without its taxes.'),
  cancellation: TermsSchema,
  reason: nullable(NoQuoteSchema, 'Why it cannot be booked: the first of `reasons`.'),
  reasons: Type.Array(NoQuoteSchema),
})
export type RateQuote = Static<typeof RateQuoteSchema>

/** What a room type costs for a stay, or why it cannot be booked. */
const roomQuote = Type.Object({
  quote: nullable(
    QuoteSchema,
    'At the standard rate; null where it cannot be had, or is not public.',
  ),
  reason: nullable(NoQuoteSchema, 'Why it cannot be booked at the standard rate.'),
  rates: Type.Optional(
    Type.Array(RateQuoteSchema, {
      description:
        'Each rate it is sold at: the standard one, those that can be booked by their totals, the others by code. Absent where the hotel has neither rates nor taxes.',
    }),
  ),
})
export type RoomQuote = Static<typeof roomQuote>

/** A room type on sale; with dates it has its quote or a reason. */
const roomOffer = Type.Object({
  ...Type.Pick(RoomSchema, [
    'roomCode',
    'name',
    'description',
    'maxAdults',
    'maxChildren',
    'maxOccupancy',
    'boards',
  ]).properties,
  ...RoomContentSchema.properties,
  ...Type.Partial(roomQuote).properties,
})

const photos = Type.Array(PublicPhotoSchema, { description: 'In their order.' })

/** The page of a hotel on sale. */
export const HotelPageSchema = namedObject('HotelPage', {
  ...HotelSummarySchema.properties,
  ...Type.Pick(HotelSchema, ['timezone', 'checkinTime', 'checkoutTime']).properties,
  ...HotelContentSchema.properties,
  taxes: Type.Array(TaxSchema, { description: 'All part of every price.' }),
  boards: Type.Array(BoardSchema, { description: 'Those that it sells, in their usual order.' }),
  rateNames: Type.Array(RateNameSchema, {
    description: 'Of its rates on sale that the caller sees.',
  }),
  photos,
  rooms: Type.Array(namedObject('RoomOffer', { ...roomOffer.properties, photos })),
})

export const showCityEntry = (city: SearchCity) => show(CityEntrySchema, city)

export function showHotelSummary(hotel: SearchHotel): Static<typeof HotelSummarySchema> {
  return show(HotelSummarySchema, {
    ...hotel,
    rating: ratingOf(hotel),
    reviewCount: hotel.ratingCount,
  })
}

/** @param offer what it costs on the dates that were asked for, if any were */
export const showRoomOffer = (room: RoomType, offer?: RoomQuote) =>
  show(roomOffer, { ...room, ...offer })
