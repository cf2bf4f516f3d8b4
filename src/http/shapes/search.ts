import { type Static, Type } from 'typebox'
import type { RoomType } from '../../domain/catalog.ts'
import { ratingOf, type SearchHotel } from '../../domain/search.ts'
import type { SearchCity } from '../../store/catalog/search-catalog.ts'
import { NightSchema } from './booking.ts'
import { CitySchema, HotelSchema, RoomSchema } from './hotel.ts'
import { DateText, namedObject, nullable, show, words } from './schema.ts'

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
})

/** A hotel that a search found. */
export const HotelOfferSchema = namedObject('HotelOffer', {
  ...HotelSummarySchema.properties,
  distanceKm: Type.Optional(Type.Number({ description: 'From `lat` and `lng`, when given.' })),
  fromTotalCents: Type.Optional(
    nullable(
      Type.Integer(),
      'The cheapest stay, all rooms and nights; null on a later page when it is no longer to be had.',
    ),
  ),
  roomCode: Type.Optional(nullable(Type.String(), 'Its room type.')),
  boardCode: Type.Optional(nullable(Type.String(), 'Its board.')),
})

const QuoteSchema = namedObject('Quote', {
  totalPriceCents: Cents,
  nightly: Type.Array(NightSchema),
  boardCode: nullable(Type.String()),
  available: Type.Integer({ description: 'Rooms left on the scarcest night.' }),
  boards: Type.Array(Type.Object({ boardCode: Type.String(), totalPriceCents: Cents })),
})

const NoQuoteSchema = namedObject('NoQuote', {
  code: words('sold_out', 'closed_for_sale', 'party_too_large', 'unknown_board'),
  message: Type.String(),
  dates: Type.Array(DateText, { description: 'The nights that cannot be had.' }),
})

/** What a room type costs for a stay, or why it cannot be booked. */
const quoted = Type.Object({ quote: nullable(QuoteSchema), reason: nullable(NoQuoteSchema) })
export type Quoted = Static<typeof quoted>

/** A room type on sale; with dates it has its quote or a reason. */
const RoomOfferSchema = namedObject('RoomOffer', {
  ...Type.Pick(RoomSchema, [
    'roomCode',
    'name',
    'description',
    'maxAdults',
    'maxChildren',
    'maxOccupancy',
    'boards',
  ]).properties,
  ...Type.Partial(quoted).properties,
})

/** The page of a hotel on sale. */
export const HotelPageSchema = namedObject('HotelPage', {
  ...HotelSummarySchema.properties,
  ...Type.Pick(HotelSchema, ['timezone', 'checkinTime', 'checkoutTime']).properties,
  rooms: Type.Array(RoomOfferSchema),
})

export const showCityEntry = (city: SearchCity) => show(CityEntrySchema, city)

export function showHotelSummary(hotel: SearchHotel): Static<typeof HotelSummarySchema> {
  const { slug, name, city, stars, currency, lat, lng, address, ratingCount } = hotel
  const rating = ratingOf(hotel)
  return { slug, name, city, stars, rating, reviewCount: ratingCount, currency, lat, lng, address }
}

/** @param offer what it costs on the dates that were asked for, if any were */
export const showRoomOffer = (room: RoomType, offer?: Quoted) =>
  show(RoomOfferSchema, { ...room, ...offer })
