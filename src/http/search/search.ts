import { Elysia } from 'elysia'
import type { Static } from 'typebox'
import { instantText } from '../../domain/date.ts'
import { AppError } from '../../domain/errors.ts'
import { matchesWords } from '../../domain/search-text.ts'
import { listReviews, type Review } from '../../store/bookings/reviews.ts'
import type { SearchCity } from '../../store/catalog/search-catalog.ts'
import type { Context } from '../context.ts'
import { publicLimit } from '../doors/public-limit.ts'
import { page } from '../request/paging.ts'
import { onceEach, pageSize } from '../request/query.ts'
import { createHotelPages, showHotel } from './hotel-page.ts'
import { createSearch, type Hit, type SearchAsk } from './hotel-search.ts'
import * as docs from './search-docs.ts'
import { createSearchPages } from './search-pages.ts'
import {
  CitiesQuery,
  PageQuery,
  readSearch,
  SearchQuery,
  SlugParams,
  StayQuery,
  wordsOf,
} from './search-query.ts'

/** Cities, hotel search, the page of a hotel and its reviews, for everybody (specification §4.2, contract §5). */
export function searchRoutes(context: Context) {
  const search = createSearch(context)
  const pageOf = createSearchPages(search, context)
  const hotelPage = createHotelPages(context, search)
  return new Elysia({ prefix: '/v1' })
    .use(publicLimit(context))
    .get(
      '/cities',
      async ({ query }) => await pageOfCities(await search.cities(), wordsOf(query.q), query),
      { transform: onceEach(), query: CitiesQuery, detail: docs.cities },
    )
    .get(
      '/hotels',
      async ({ query, request }) => {
        const limit = pageSize(query.limit)
        const ask = await readSearch(context, query, request, await search.cities())
        const { hits, nextCursor } = await pageOf(ask, limit, query.cursor)
        return { items: hits.map((hit) => showHit(ask, hit)), nextCursor }
      },
      { transform: onceEach('stars'), query: SearchQuery, detail: docs.search },
    )
    .get('/hotels/:slug', async ({ params: { slug }, query }) => await hotelPage(slug, query), {
      transform: onceEach(),
      params: SlugParams,
      query: StayQuery,
      detail: docs.hotel,
    })
    .get(
      '/hotels/:slug/reviews',
      async ({ params: { slug }, query }) => {
        const sheet = await context.hotelOfSlug(slug)
        if (!sheet?.hotel.active) throw new AppError('not_found', 'There is no hotel of this slug.')
        const filter = { hotelId: sheet.hotel.id }
        return await page(
          { ...query, limit: pageSize(query.limit) },
          {
            of: ['reviews', filter],
            like: [''] as [string],
            rows: (after, limit) =>
              listReviews(context.store, filter, { beforeId: after?.[0], limit }),
            keys: ({ id }) => [id],
            show: showReview,
          },
        )
      },
      {
        transform: onceEach(),
        params: SlugParams,
        query: PageQuery,
        detail: docs.reviews,
      },
    )
}

function showHit({ stay }: SearchAsk, { hotel, offer, distanceKm }: Hit) {
  return {
    ...showHotel(hotel),
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
  query: Static<typeof PageQuery>,
) {
  const isAfter = (city: SearchCity, [text, slug]: [string, string]) =>
    city.text > text || (city.text === text && city.slug > slug)
  return await page(
    { ...query, limit: pageSize(query.limit) },
    {
      of: ['cities', words],
      like: ['', ''] as [string, string],
      rows: async (after, limit) =>
        cities
          .filter((city) => isAfter(city, after ?? ['', '']) && matchesWords(city.text, words))
          .slice(0, limit),
      keys: ({ text, slug }) => [text, slug],
      show: ({ slug, name, country, hotels }) => ({ slug, name, country, hotels }),
    },
  )
}

function showReview({ id, author, rating, text, createdAtMs, reply, repliedAtMs }: Review) {
  const repliedAt = repliedAtMs === null ? null : instantText(repliedAtMs)
  return { id, author, rating, text, createdAt: instantText(createdAtMs), reply, repliedAt }
}
