import { Type } from 'typebox'
import type { ErrorCode } from '../../domain/errors.ts'
import { describeOperation, nullable, words } from '../docs.ts'
import { exampleDay } from '../example-day.ts'

/** Dates of the examples: in every demo, and in no past. */
const checkin = exampleDay(40)
const checkout = exampleDay(42)
const DEMO_HOTEL = 'alfa-grand-bosphorus'
const DEMO_CITY = { slug: 'istanbul', name: 'Istanbul', country: 'TR' }

const Cents = Type.Integer({ description: "Minor units of the hotel's currency." })
const DateText = Type.String({ format: 'date' })
const NullableText = nullable(Type.String())
const City = Type.Object({ slug: Type.String(), name: Type.String(), country: Type.String() })
const Page = (items: ReturnType<typeof Type.Object>) =>
  Type.Object({ items: Type.Array(items), nextCursor: NullableText })

const hotelFields = {
  slug: Type.String(),
  name: Type.String(),
  city: City,
  stars: Type.Integer(),
  rating: nullable(Type.Number({ description: 'Average of 1 to 5; null without reviews.' })),
  reviewCount: Type.Integer(),
  currency: Type.String({ description: 'ISO 4217.' }),
  lat: Type.Number(),
  lng: Type.Number(),
  address: Type.String(),
}
const Item = Type.Object({
  ...hotelFields,
  distanceKm: Type.Optional(Type.Number({ description: 'From `lat` and `lng`, when given.' })),
  fromTotalCents: Type.Optional(
    nullable(
      Type.Integer({
        description:
          'The cheapest stay, all rooms and nights; null on a later page when it is no longer to be had.',
      }),
    ),
  ),
  roomCode: Type.Optional(nullable(Type.String({ description: 'Its room type.' }))),
  boardCode: Type.Optional(nullable(Type.String({ description: 'Its board.' }))),
})
const Quote = Type.Object({
  totalPriceCents: Cents,
  nightly: Type.Array(Type.Object({ date: DateText, priceCents: Cents })),
  boardCode: NullableText,
  available: Type.Integer({ description: 'Rooms left on the scarcest night.' }),
  boards: Type.Array(Type.Object({ boardCode: Type.String(), totalPriceCents: Cents })),
})
const Reason = Type.Object({
  code: words('sold_out', 'closed_for_sale', 'party_too_large', 'unknown_board'),
  message: Type.String(),
  dates: Type.Array(DateText, { description: 'The nights that cannot be had.' }),
})
const Room = Type.Object({
  roomCode: Type.String(),
  name: Type.String(),
  description: Type.String(),
  maxAdults: Type.Integer(),
  maxChildren: Type.Integer(),
  maxOccupancy: Type.Integer(),
  boards: Type.Array(Type.String()),
  quote: Type.Optional(nullable(Quote)),
  reason: Type.Optional(nullable(Reason)),
})
const Review = Type.Object({
  id: Type.String(),
  author: Type.String(),
  rating: Type.Integer(),
  text: Type.String(),
  createdAt: Type.String({ format: 'date-time' }),
  reply: NullableText,
  repliedAt: nullable(Type.String({ format: 'date-time' })),
})

const hotelExample = {
  slug: DEMO_HOTEL,
  name: 'Alfa Grand Bosphorus',
  city: DEMO_CITY,
  stars: 5,
  rating: 4.6,
  reviewCount: 38,
  currency: 'TRY',
  lat: 40.9917,
  lng: 28.9529,
  address: 'Meclis-i Mebusan Cd. 34',
}
const totalPriceCents = 1_680_000
const priceCents = totalPriceCents / 2
const ERRORS: ErrorCode[] = ['validation_failed', 'rate_limited']

/** What the page fills in: calls that run as they are against the demo. */
export const parameters = {
  cityText: { description: 'Part of a name; case and accents do not matter.', example: 'istan' },
  city: { description: 'Slug of the city.', example: DEMO_CITY.slug },
  text: { description: 'Words of the name or city; case and accents do not matter.' },
  slug: { description: 'Slug of the hotel.', example: DEMO_HOTEL },
  checkin: { description: 'First night; with `checkout`.', example: checkin },
  checkout: { description: 'Departure: not a night. At most 90 nights.', example: checkout },
  adults: { description: 'Adults in all; 2 unless said otherwise, or one a room.' },
  children: { description: 'Children in all; 0 unless said otherwise.' },
  rooms: { description: 'Rooms of one type; 1 unless said otherwise.' },
  currency: { description: 'Only hotels with prices in this currency (ISO 4217).' },
  minPriceCents: {
    description:
      "Least total of the stay in minor units; needs dates, and `currency` where the hotels' currencies differ.",
  },
  maxPriceCents: {
    description:
      "Highest total of the stay in minor units; needs dates, and `currency` where the hotels' currencies differ.",
  },
  stars: { description: '0 to 5; may be repeated.' },
  board: { description: 'Only room types sold with this board, priced with it.' },
  sort: {
    description:
      '`price` when there are dates, else `distance` when there is a place, else `rating`. `price` and `-price` need dates and compare prices of one currency: where there are several, hotels stand by currency, then by price.',
  },
  lat: { description: 'Latitude in degrees; with `lng`.' },
  lng: { description: 'Longitude in degrees; with `lat`.' },
  radiusKm: { description: 'Only hotels at most so far from `lat`, `lng`.' },
}

export const cities = describeOperation({
  id: 'listCities',
  tag: 'Search',
  summary: 'Cities',
  description: 'By name, with the number of hotels on sale in each.',
  answers: {
    200: {
      description: 'A page.',
      schema: Page(Type.Object({ ...City.properties, hotels: Type.Integer() })),
      example: { items: [{ ...DEMO_CITY, hotels: 4 }], nextCursor: null },
    },
  },
  errors: ERRORS,
})

export const search = describeOperation({
  id: 'searchHotels',
  tag: 'Search',
  summary: 'Find hotels',
  description:
    'With dates: hotels where one room type is open with enough rooms on every night and sleeps the party; `fromTotalCents` is the cheapest such stay and what booking it costs. A walk over the pages repeats and skips no hotel though stock and prices change: the order is that of the first page, for at least ten minutes, while each page shows the prices of its moment.',
  answers: {
    200: {
      description: 'A page.',
      schema: Page(Item),
      example: {
        items: [
          {
            ...hotelExample,
            fromTotalCents: totalPriceCents,
            roomCode: 'DBL',
            boardCode: 'BB',
          },
        ],
        nextCursor: null,
      },
    },
  },
  errors: ERRORS,
})

export const hotel = describeOperation({
  id: 'getHotelPage',
  tag: 'Search',
  summary: 'One hotel with its room types',
  description:
    'With dates every room type on sale has its `quote`, or the `reason` why it cannot be booked. `quote.boards` has the total for each board.',
  answers: {
    200: {
      description: 'The hotel.',
      schema: Type.Object({
        ...hotelFields,
        timezone: Type.String({ description: 'IANA.' }),
        checkinTime: Type.String(),
        checkoutTime: Type.String(),
        rooms: Type.Array(Room),
      }),
      example: {
        ...hotelExample,
        timezone: 'Europe/Istanbul',
        checkinTime: '14:00',
        checkoutTime: '12:00',
        rooms: [
          {
            roomCode: 'DBL',
            name: 'Double room',
            description: 'One double bed, 22 m².',
            maxAdults: 2,
            maxChildren: 1,
            maxOccupancy: 3,
            boards: ['BB'],
            quote: {
              totalPriceCents,
              nightly: [
                { date: checkin, priceCents },
                { date: exampleDay(41), priceCents },
              ],
              boardCode: 'BB',
              available: 3,
              boards: [{ boardCode: 'BB', totalPriceCents }],
            },
            reason: null,
          },
        ],
      },
    },
  },
  errors: ['not_found', ...ERRORS],
})

export const reviews = describeOperation({
  id: 'listHotelReviews',
  tag: 'Search',
  summary: 'What guests say of a hotel',
  description: 'Newest first, with the replies of the hotel.',
  answers: {
    200: {
      description: 'A page.',
      schema: Page(Review),
      example: {
        items: [
          {
            id: '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
            author: 'Ada Y.',
            rating: 5,
            text: 'The view alone is worth it.',
            createdAt: '2027-03-10T09:00:00.000Z',
            reply: 'Thank you, Ada.',
            repliedAt: '2027-03-11T09:00:00.000Z',
          },
        ],
        nextCursor: null,
      },
    },
  },
  errors: ['not_found', ...ERRORS],
})
