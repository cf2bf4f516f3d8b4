import { type Static, type TObject, Type } from 'typebox'
import type { RoomType } from '../../domain/catalog/catalog.ts'
import type { Party } from '../../domain/sale/party.ts'
import { REASONS } from '../../domain/sale/quote.ts'
import { ratingOf, type SearchHotel } from '../../domain/sale/search.ts'
import type { Assignments } from '../../domain/sale/search-parties.ts'
import type { SearchCity } from '../../store/sale/search-catalog.ts'
import { HotelContentSchema, NamesSchema, RoomContentSchema } from '../api/content-shape.ts'
import { DateText, namedObject, nullable, show, words } from '../api/schema.ts'
import { NightSchema } from '../bookings/booking-shape.ts'
import { TaxPartSchema } from '../bookings/detail-shape.ts'
import { HotelPageContentSchema } from '../catalog/hotel-page-shape.ts'
import {
  BoardSchema,
  CitySchema,
  HotelSchema,
  RoomSchema,
  TaxSchema,
} from '../catalog/hotel-shape.ts'
import { OfferedExtraSchema } from '../extras/extra-shape.ts'
import { PublicPhotoSchema } from '../photos/photo-shape.ts'
import { RateNameSchema, TermsSchema } from '../rates/rate-shape.ts'
import { WebBoundsSchema } from '../strangers/web-rules-shape.ts'

export const Cents = Type.Integer({ description: "Minor units of the hotel's currency." })

/** The share of an agency's user in every price. */
export const commissionBp = Type.Optional(
  Type.Integer({ description: 'For an agency’s user: its commission, in basis points.' }),
)

/** A city with the number of hotels on sale in it. */
export const CityEntrySchema = namedObject('CityEntry', {
  ...CitySchema.properties,
  hotels: Type.Integer({ description: 'Number of hotels on sale.' }),
})

/** The summary of a hotel in every list and page. */
export const HotelSummarySchema = Type.Object({
  ...Type.Pick(HotelSchema, ['slug', 'name', 'city', 'stars']).properties,
  rating: nullable(Type.Number(), 'Average of 1 to 5; null without reviews.'),
  reviewCount: Type.Integer(),
  ...Type.Pick(HotelSchema, ['currency', 'lat', 'lng', 'address']).properties,
  ...WebBoundsSchema.properties,
})

export const NoQuoteSchema = namedObject('NoQuote', {
  code: words('stay_too_large', ...REASONS),
  message: Type.String(),
  dates: Type.Array(DateText, {
    description:
      'The days concerned; empty if the reason is the party, the board or the size of the stay.',
  }),
})
export type NoQuote = Static<typeof NoQuoteSchema>

export const PartySchema = namedObject('RoomParty', {
  adults: Type.Integer(),
  childAges: Type.Array(Type.Integer()),
})

/** Prices of a stay of several parties. */
const partyPrices = {
  fromTotalCents: nullable(Type.Integer(), 'Total of the cheapest rooms at the standard rate.'),
  lowestTotalCents: nullable(Type.Integer(), 'Total of `stays`; null if the parties do not fit.'),
  stays: Type.Array(
    namedObject('PartyStay', {
      party: PartySchema,
      roomCode: Type.String(),
      rateCode: Type.String(),
      boardCode: nullable(Type.String()),
      totalPriceCents: Cents,
    }),
    {
      description:
        'With several parties: the cheapest room of each, in their order, within the rooms left; empty if there is none.',
    },
  ),
}

/** A hotel found by a search. */
export const HotelOfferSchema = namedObject('HotelOffer', {
  ...HotelSummarySchema.properties,
  distanceKm: Type.Optional(Type.Number({ description: 'From `lat` and `lng`, if given.' })),
  fromTotalCents: Type.Optional(
    nullable(
      Type.Integer(),
      'Total of the cheapest stay at the standard rate, all rooms and nights; null if there is none.',
    ),
  ),
  roomCode: Type.Optional(nullable(Type.String(), 'Its room type; null with several parties.')),
  boardCode: Type.Optional(nullable(Type.String(), 'Its board; null with several parties.')),
  lowestTotalCents: Type.Optional(
    nullable(
      Type.Integer(),
      'Total of the cheapest stay at any rate; null on a later page if it is no longer available.',
    ),
  ),
  lowest: Type.Optional(
    nullable(
      Type.Object({
        roomCode: Type.String(),
        rateCode: Type.String(),
        boardCode: nullable(Type.String()),
      }),
      'The offer of `lowestTotalCents`; null with several parties.',
    ),
  ),
  stays: Type.Optional(partyPrices.stays),
  reason: Type.Optional(
    nullable(
      NoQuoteSchema,
      'With dates: the reason why guests cannot book it (`stay_too_large`: more rooms or nights than `webMaxRooms` and `webMaxNights`), else null.',
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

/** Quote of a room type at a rate for a stay. */
const RateQuoteSchema = namedObject('RateQuote', {
  rateCode: Type.String(),
  name: Type.String(),
  ...NamesSchema.properties,
  boardCode: nullable(Type.String(), 'Board of the quote.'),
  totalPriceCents: nullable(Type.Integer(), 'null, like its parts, if not bookable.'),
  nightly: nullable(Type.Array(NightSchema)),
  taxes: nullable(Type.Array(TaxPartSchema), 'Part of the total.'),
  netCents: nullable(Type.Integer(), 'The total without taxes.'),
  cancellation: TermsSchema,
  reason: nullable(NoQuoteSchema, 'The first of `reasons` against it.'),
  reasons: Type.Array(NoQuoteSchema),
})
export type RateQuote = Static<typeof RateQuoteSchema>

/** Quote of a room type for a stay, or the reason against it. */
const roomQuote = Type.Object({
  quote: nullable(QuoteSchema, 'At the standard rate; null if not bookable or not public.'),
  reason: nullable(NoQuoteSchema, 'Reason against the standard rate.'),
  rates: Type.Optional(
    Type.Array(RateQuoteSchema, {
      description:
        'Each of its rates: the standard one, bookable ones by total, the others by code. Absent if the hotel has neither rates nor taxes.',
    }),
  ),
})
export type RoomQuote = Static<typeof roomQuote>

const partyQuotes = Type.Array(
  namedObject('PartyQuote', { party: PartySchema, ...roomQuote.properties }),
  { description: 'With several parties: the quotes of each for one room, in their order.' },
)

/** The quotes of a room type: of one party, or of each of several. */
export type QuotedRoom = RoomQuote | { quotes: Static<typeof partyQuotes> }

/** A room type on sale, with dates its quote or reason. */
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
  quotes: Type.Optional(partyQuotes),
})

const photos = Type.Array(PublicPhotoSchema, { description: 'In display order.' })

/** The page of a hotel on sale. */
export const HotelPageSchema = namedObject('HotelPage', {
  ...HotelSummarySchema.properties,
  commissionBp,
  ...Type.Pick(HotelSchema, ['timezone', 'checkinTime', 'checkoutTime']).properties,
  ...HotelContentSchema.properties,
  ...HotelPageContentSchema.properties,
  readableColour: nullable(
    Type.String(),
    '`colour`, darkened until white text on it can be read (4.5 : 1), as it can on white.',
  ),
  taxes: Type.Array(TaxSchema, { description: 'All included in every price.' }),
  boards: Type.Array(BoardSchema, { description: 'Boards that it sells, in their usual order.' }),
  rateNames: Type.Array(RateNameSchema, {
    description: 'Names of its active rates visible to the caller.',
  }),
  extras: Type.Array(OfferedExtraSchema, {
    description: 'On sale, by code; book them as `extras [{code, quantity}]`.',
  }),
  photos,
  ...Type.Partial(Type.Object(partyPrices)).properties,
  rooms: Type.Array(namedObject('RoomOffer', { ...roomOffer.properties, photos })),
})

/** A page without its room types and prices. */
export type PageContent = Omit<Static<typeof HotelPageSchema>, 'rooms' | keyof typeof partyPrices>

/** The quotes of each room type of a page, and the prices of several parties. */
export type PageQuotes = {
  quoted: readonly QuotedRoom[]
  prices: Static<TObject<typeof partyPrices>> | null
}

export const showCityEntry = (city: SearchCity) => show(CityEntrySchema, city)

/** Summaries of cached hotels, made once each: a tenth of a search of a dozen hotels. */
const summaries = new WeakMap<SearchHotel, Static<typeof HotelSummarySchema>>()

export function showHotelSummary(hotel: SearchHotel): Static<typeof HotelSummarySchema> {
  const known = summaries.get(hotel)
  if (known) return known
  const summary = show(HotelSummarySchema, {
    ...hotel,
    rating: ratingOf(hotel),
    reviewCount: hotel.ratingCount,
  })
  summaries.set(hotel, summary)
  return summary
}

/** Shows a room type without its quotes and photos. */
export const showRoomOffer = (room: RoomType) => show(roomOffer, room)

/** Shows the prices of several parties; `assignments` has none if guests cannot book them. */
export const showPartyPrices = (
  { from, lowest }: Assignments,
  parties: readonly Party[],
): Static<TObject<typeof partyPrices>> => ({
  fromTotalCents: from?.totalCents ?? null,
  lowestTotalCents: lowest?.totalCents ?? null,
  stays: (lowest?.stays ?? []).map(({ roomCode, rateCode, boardCode, totalCents }, index) => ({
    party: showParty(parties[index]!),
    ...{ roomCode, rateCode, boardCode, totalPriceCents: totalCents },
  })),
})

export const showParty = ({ adults, childAges }: Party) => ({ adults, childAges: childAges ?? [] })
