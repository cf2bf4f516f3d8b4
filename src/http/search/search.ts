import { AppError } from '../../domain/errors.ts'
import { matchesWords } from '../../domain/search-text.ts'
import { listReviews } from '../../store/bookings/reviews.ts'
import type { SearchCity } from '../../store/catalog/search-catalog.ts'
import type { Context } from '../context.ts'
import { publicDoor } from '../doors/public-limit.ts'
import { exampleDay } from '../example-day.ts'
import { type PageQuery, page, pageParameters } from '../request/paging.ts'
import { type AddRoute, routes } from '../route.ts'
import { PublicReviewSchema, showPublicReview } from '../shapes/review.ts'
import { pageOf } from '../shapes/schema.ts'
import {
  CityEntrySchema,
  HotelOfferSchema,
  HotelPageSchema,
  showCityEntry,
  showHotelSummary,
} from '../shapes/search.ts'
import { createHotelPages } from './hotel-page.ts'
import { createSearch, type Hit, type Search, type SearchAsk } from './hotel-search.ts'
import { createSearchPages } from './search-pages.ts'
import { citiesQuery, readSearch, searchQuery, stayQuery, wordsOf } from './search-query.ts'

type Add = AddRoute<Record<never, never>>

const cityExample = { slug: 'istanbul', name: 'Istanbul', country: 'TR' }
const hotelExample = {
  slug: 'alfa-grand-bosphorus',
  name: 'Alfa Grand Bosphorus',
  city: cityExample,
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
const params = { slug: { description: 'Slug of the hotel.', example: hotelExample.slug } }

/** Cities, hotel search, the page of a hotel and its reviews, for everybody (specification §4.2, contract §5). */
export function searchRoutes(context: Context) {
  const { app, route } = routes('/v1', publicDoor(context), 'Search')
  const search = createSearch(context)

  route('GET', '/cities', {
    id: 'listCities',
    summary: 'Cities',
    description: 'By name, with the number of hotels on sale in each.',
    query: citiesQuery,
    says: 'A page.',
    answer: pageOf(CityEntrySchema),
    example: { items: [{ ...cityExample, hotels: 4 }], nextCursor: null },
    handle: async ({ query }) => await pageOfCities(await search.cities(), wordsOf(query.q), query),
  })

  const pages = createSearchPages(search, context)
  route('GET', '/hotels', {
    id: 'searchHotels',
    summary: 'Find hotels',
    description:
      'With dates: hotels where one room type is open with enough rooms on every night and sleeps the party; `fromTotalCents` is the cheapest such stay and what booking it costs. A walk over the pages repeats and skips no hotel though stock and prices change: the order is that of the first page, for at least ten minutes, while each page shows the prices of its moment.',
    query: searchQuery,
    says: 'A page.',
    answer: pageOf(HotelOfferSchema),
    example: {
      items: [
        { ...hotelExample, fromTotalCents: totalPriceCents, roomCode: 'DBL', boardCode: 'BB' },
      ],
      nextCursor: null,
    },
    handle: async ({ query }) => {
      const ask = await readSearch(context, query, await search.cities())
      const { hits, nextCursor } = await pages(ask, query.limit, query.cursor)
      return { items: hits.map((hit) => showHit(ask, hit)), nextCursor }
    },
  })

  addHotelPage(route, context, search)
  addReviews(route, context)
  return app
}

function addHotelPage(route: Add, context: Context, search: Search): void {
  const hotelPage = createHotelPages(context, search)
  route('GET', '/hotels/:slug', {
    id: 'getHotelPage',
    summary: 'One hotel with its room types',
    description:
      'With dates every room type on sale has its `quote`, or the `reason` why it cannot be booked. `quote.boards` has the total for each board.',
    params,
    query: stayQuery,
    says: 'The hotel.',
    answer: HotelPageSchema,
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
            nightly: [40, 41].map((days) => ({ date: exampleDay(days), priceCents })),
            boardCode: 'BB',
            available: 3,
            boards: [{ boardCode: 'BB', totalPriceCents }],
          },
          reason: null,
        },
      ],
    },
    handle: async ({ params: { slug }, query }) => await hotelPage(slug, query),
  })
}

function addReviews(route: Add, context: Context): void {
  route('GET', '/hotels/:slug/reviews', {
    id: 'listHotelReviews',
    summary: 'What guests say of a hotel',
    description: 'Newest first, with the replies of the hotel.',
    params,
    query: pageParameters(),
    says: 'A page.',
    answer: pageOf(PublicReviewSchema),
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
    handle: async ({ params: { slug }, query }) => {
      const snapshot = await context.hotelOfSlug(slug)
      if (!snapshot?.hotel.active)
        throw new AppError('not_found', 'There is no hotel of this slug.')
      const filter = { hotelId: snapshot.hotel.id }
      return await page(query, {
        of: ['reviews', filter],
        by: { id: '' },
        rows: (after, limit) => listReviews(context.store, filter, { beforeId: after?.id, limit }),
        show: showPublicReview,
      })
    },
  })
}

function showHit({ stay }: SearchAsk, { hotel, offer, distanceKm }: Hit) {
  return {
    ...showHotelSummary(hotel),
    // Ten metres are near enough.
    ...(distanceKm !== null && { distanceKm: Math.round(distanceKm * 100) / 100 }),
    ...(stay && {
      fromTotalCents: offer?.totalCents ?? null,
      roomCode: offer?.roomCode ?? null,
      boardCode: offer?.boardCode ?? null,
    }),
  }
}

/** Cities stand by folded name, then by slug, which is unique: a page goes on after both. */
async function pageOfCities(
  cities: readonly SearchCity[],
  words: readonly string[],
  query: PageQuery,
) {
  const isAfter = (city: SearchCity, { text, slug }: Pick<SearchCity, 'text' | 'slug'>) =>
    city.text > text || (city.text === text && city.slug > slug)
  return await page(query, {
    of: ['cities', words],
    by: { text: '', slug: '' },
    rows: async (after, limit) =>
      cities
        .filter((city) => (!after || isAfter(city, after)) && matchesWords(city.text, words))
        .slice(0, limit),
    show: showCityEntry,
  })
}
