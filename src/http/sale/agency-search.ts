import { Type } from 'typebox'
import type { User } from '../../domain/accounts/user.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { SORTS } from '../../domain/sale/search.ts'
import type { Agency } from '../../store/agencies/agencies.ts'
import type { Context } from '../api/context.ts'
import { oneOf } from '../api/query.ts'
import { routes } from '../api/route.ts'
import { pageOf } from '../api/schema.ts'
import { agencyDoor } from '../doors/agency.ts'
import { createAgencyHotels, RATES_LISTED } from './agency-hotels.ts'
import { AgencyHotelSchema, agencyHotelExample } from './agency-search-shape.ts'
import { type AgencyQuery, OWN_FIRST, readAgencySearch } from './agency-sight.ts'
import type { Search } from './hotel-search.ts'
import { params } from './search-examples.ts'
import type { SearchPages } from './search-pages.ts'
import { searchQuery } from './search-query.ts'
import { stayQuery } from './stay-query.ts'

const freeCancellation = Type.Optional(
  Type.Boolean({ description: 'Only rates that are cancelled without a penalty today.' }),
)
const ownAllotment = Type.Optional(
  Type.Boolean({ description: 'Only hotels with rooms of its own allotment left on every night.' }),
)
const sort = Type.Optional({
  ...oneOf(...SORTS, OWN_FIRST),
  description:
    'Default: `price`. `allotment`: hotels with rooms of its own allotment left on every night first, then by price.',
})
const stayOfAgency = { ...stayQuery, freeCancellation }

type Seat = { agency: Agency; user: User }

/** Adds the search of an agency over the hotels that it may sell (contract-agencies). */
export function agencySearchRoutes(context: Context, search: Search, pages: SearchPages) {
  const { app, route } = routes('/v1/acenta/search', agencyDoor(context), 'Agencies')
  const hotelsOf = createAgencyHotels(context, search)
  const read = async (query: AgencyQuery, seat: Seat) =>
    await readAgencySearch(context, search, { query, ...seat })

  route('GET', '', {
    id: 'searchAgencyHotels',
    summary: 'Find hotels to sell',
    description: `As \`GET /v1/hotels\` with dates, which are required: by the gross price of the cheapest rooms for all parties, at public rates and those of its terms, each hotel with its commission and net price, and at most ${RATES_LISTED} rates of its room types, the cheapest first.`,
    query: { ...searchQuery, sort, freeCancellation, ownAllotment },
    says: 'A page.',
    answer: pageOf(AgencyHotelSchema),
    example: { items: [agencyHotelExample], nextCursor: null },
    handle: async ({ query, agency, user }) => {
      const { ask, dealAt } = await read(query, { agency, user })
      const { hits, nextCursor } = await pages(ask, query.limit, query.cursor)
      return { items: await hotelsOf(ask, hits, { dealAt, rates: RATES_LISTED }), nextCursor }
    },
  })

  route('GET', '/:slug', {
    id: 'getAgencyHotel',
    summary: 'One hotel to sell, with every rate',
    description: 'As an entry of the search, with all of its room types and rates.',
    params,
    query: stayOfAgency,
    says: 'The hotel.',
    answer: AgencyHotelSchema,
    example: agencyHotelExample,
    handle: async ({ params: { slug }, query, agency, user }) => {
      const { ask, dealAt } = await read({ ...query, limit: 1 }, { agency, user })
      const sheet = await context.hotelOfSlug(slug)
      const hits = sheet ? await search.show(ask, [sheet.hotel.id]) : []
      const [hotel] = await hotelsOf(ask, hits, { dealAt, rates: Number.MAX_SAFE_INTEGER })
      if (!hotel) throw new AppError('not_found', 'There is no hotel with this slug to sell.')
      return hotel
    },
  })
  return app
}
