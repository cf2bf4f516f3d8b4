import { AppError } from '../../domain/kernel/errors.ts'
import { matchesWords } from '../../domain/kernel/search-text.ts'
import { NO_ASSIGNMENTS } from '../../domain/sale/search-parties.ts'
import { NO_OFFERS } from '../../domain/sale/search-rates.ts'
import { listReviews } from '../../store/bookings/reviews.ts'
import type { SearchCity } from '../../store/sale/search-catalog.ts'
import type { Context } from '../api/context.ts'
import { answerText } from '../api/packing.ts'
import { type PageQuery, page, pageParameters } from '../api/paging.ts'
import { type AddRoute, rawJson, routes } from '../api/route.ts'
import { together } from '../api/route-group.ts'
import { pageOf } from '../api/schema.ts'
import { PublicReviewSchema, showPublicReview } from '../bookings/review-shape.ts'
import { hotelAgreementRoutes } from '../catalog/hotel-agreements.ts'
import { publicDoor } from '../doors/public-limit.ts'
import { visitorDoor } from '../doors/session-door.ts'
import { agencyRefusalRoutes } from './agency-refusals.ts'
import { agencySearchRoutes } from './agency-search.ts'
import { unfoldOffers } from './folded-offers.ts'
import { hotelPageRoute } from './hotel-page-route.ts'
import { createSearch, type SearchRequest } from './hotel-search.ts'
import { priceCalendarRoute } from './price-calendar-route.ts'
import { TOO_LARGE } from './room-quotes.ts'
import {
  cityExample,
  hotelExample,
  nonRefundableCents,
  params,
  totalPriceCents,
} from './search-examples.ts'
import type { Hit } from './search-hit.ts'
import { createSearchPages } from './search-pages.ts'
import { citiesQuery, readSearch, searchQuery, wordsOf } from './search-query.ts'
import {
  CityEntrySchema,
  HotelOfferSchema,
  showCityEntry,
  showHotelSummary,
  showPartyPrices,
} from './search-shape.ts'
import type { SearchStay } from './stay-query.ts'
import { createSearchWarmUp } from './warm-search.ts'

type AddSearchRoute = AddRoute<Record<never, never>>

const lowest = { roomCode: 'DBL', rateCode: 'NONREF', boardCode: 'BB' }

/** Adds the public routes of cities, hotel search, hotel pages and reviews (specification §4.2, contract §5). */
export function searchRoutes(context: Context) {
  const { app, route } = routes('/v1', publicDoor(context), 'Search')
  const visitor = routes('/v1', visitorDoor(context), 'Search')
  const search = createSearch(context)
  context.warmUps.add(createSearchWarmUp(context, search))

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
  visitor.route('GET', '/hotels', {
    id: 'searchHotels',
    isPrompt: true,
    summary: 'Find hotels',
    description:
      'With dates: hotels with a room type available for the party on every night at a public rate. `fromTotalCents` is the cheapest such stay at the standard rate, null if there is none; `lowestTotalCents` is the cheapest at any rate (named by `lowest`) and is used for price filters and sorting. Both are the price of a booking. Several rooms are asked for as `party=2,9&party=1`: the totals are those of the cheapest rooms for all parties within the rooms left, named by `stays` (ties: fewer room types). Hotels with such a stay whose bounds for guests are smaller come last, without totals, with a `reason`: contact them. Paging with one `limit` neither repeats nor skips a hotel while stock and prices change: the order of the first page holds for at least ten minutes; each page has present prices.',
    query: searchQuery,
    says: 'A page.',
    answer: pageOf(HotelOfferSchema),
    example: {
      items: [
        {
          ...hotelExample,
          ...{ fromTotalCents: totalPriceCents, roomCode: 'DBL', boardCode: 'BB' },
          ...{ lowestTotalCents: nonRefundableCents, lowest, reason: null },
        },
      ],
      nextCursor: null,
    },
    handle: async ({ query, user, request, set }) => {
      const ask = await readSearch(context, query, { cities: await search.cities(), user })
      const { hits, nextCursor } = await pages(ask, query.limit, query.cursor)
      const items = hits.map((hit) => writeHit(ask, hit)).join(',')
      const text = `{"items":[${items}],"nextCursor":${JSON.stringify(nextCursor)}}`
      return rawJson(await answerText({ request, set }, text))
    },
  })

  addReviews(route, context)
  return together(
    app,
    visitor.app,
    hotelAgreementRoutes(context),
    hotelPageRoute(context, search),
    priceCalendarRoute(context, search),
    agencySearchRoutes(context, search, pages),
    agencyRefusalRoutes(context, search),
  )
}

function addReviews(route: AddSearchRoute, context: Context): void {
  route('GET', '/hotels/:slug/reviews', {
    id: 'listHotelReviews',
    summary: 'Reviews of a hotel',
    description: 'Newest first, with the hotel’s replies.',
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
        throw new AppError('not_found', 'There is no hotel with this slug.')
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

/** Returns the JSON of a hit, which is written once: a hit belongs to one search, and most are kept. */
function writeHit(ask: SearchRequest, hit: Hit): string {
  hit.text ??= `{${writeSummary(hit.hotel)}${writeOwn(ask, hit)}}`
  return hit.text
}

/** The members of hotels' summaries as JSON, written once each: a third of a list of twenty hotels. */
const summaries = new WeakMap<Hit['hotel'], string>()

function writeSummary(hotel: Hit['hotel']): string {
  const known = summaries.get(hotel)
  if (known !== undefined) return known
  const text = JSON.stringify(showHotelSummary(hotel)).slice(1, -1)
  summaries.set(hotel, text)
  return text
}

/** Returns the members that a hit has of its own search, each with a comma before it. */
function writeOwn({ stay }: SearchRequest, hit: Hit): string {
  const { distanceKm } = hit
  // Rounded to ten metres.
  const far = distanceKm === null ? '' : `,"distanceKm":${Math.round(distanceKm * 100) / 100}`
  return stay ? `${far},${JSON.stringify(showPrices(stay, hit)).slice(1, -1)}` : far
}

/** Shows the prices of a stay, of one party or of several. */
function showPrices({ parties }: SearchStay, { offers, assignments, isTooLarge }: Hit) {
  const reason = isTooLarge ? TOO_LARGE : null
  if (assignments) {
    const prices = showPartyPrices(isTooLarge ? NO_ASSIGNMENTS : assignments, parties)
    return { ...prices, roomCode: null, boardCode: null, lowest: null, reason }
  }
  const { from, lowest } = isTooLarge ? NO_OFFERS : unfoldOffers(offers)
  return {
    fromTotalCents: from?.totalCents ?? null,
    roomCode: from?.roomCode ?? null,
    boardCode: from?.boardCode ?? null,
    lowestTotalCents: lowest?.totalCents ?? null,
    lowest: lowest && {
      roomCode: lowest.roomCode,
      rateCode: lowest.rateCode,
      boardCode: lowest.boardCode,
    },
    reason,
  }
}

/** Returns a page of cities, sorted by folded name, then by slug, which is unique. */
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
