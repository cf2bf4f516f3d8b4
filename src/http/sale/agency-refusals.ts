import { type Static, Type } from 'typebox'
import { REASONS } from '../../domain/sale/quote.ts'
import { checkStayDates } from '../../domain/sale/stay.ts'
import type { Context } from '../api/context.ts'
import { routes } from '../api/route.ts'
import { namedObject, nullable } from '../api/schema.ts'
import { agencyDoor } from '../doors/agency.ts'
import { readAgencySearch } from './agency-sight.ts'
import { createHotelViews } from './hotel-page.ts'
import type { Search } from './hotel-search.ts'
import { hotelExample } from './search-examples.ts'
import { searchQuery } from './search-query.ts'
import { HotelSummarySchema, NoQuoteSchema, type QuotedRoom } from './search-shape.ts'
import { stayQuery } from './stay-query.ts'

type Reason = Static<typeof NoQuoteSchema> | null

/** Refusing hotels that are named; each is quoted for its reason. */
const NAMED_MAX = 10

const { city, q, currency, stars, lat, lng, radiusKm } = searchQuery

const AgencyRefusalsSchema = namedObject('AgencyRefusals', {
  count: Type.Integer({ description: 'Hotels that cannot take the parties.' }),
  hotels: Type.Array(
    Type.Object({
      ...Type.Pick(HotelSummarySchema, ['slug', 'name', 'city', 'stars']).properties,
      reason: nullable(NoQuoteSchema, 'Against the room type and rate that come closest.'),
    }),
    { description: `The best rated, at most ${NAMED_MAX}.` },
  ),
})

const example: Static<typeof AgencyRefusalsSchema> = {
  count: 8,
  hotels: [
    {
      ...{ slug: hotelExample.slug, name: hotelExample.name },
      ...{ city: hotelExample.city, stars: hotelExample.stars },
      reason: {
        code: 'closed_to_arrival',
        message: 'Arrival is not possible on this day.',
        dates: ['2027-03-02'],
      },
    },
  ],
}

/** Adds the hotels that an agency's search leaves out, each with its reason. */
export function agencyRefusalRoutes(context: Context, search: Search) {
  const { app, route } = routes('/v1/acenta', agencyDoor(context), 'Agencies')
  const viewOf = createHotelViews(context, search)
  route('GET', '/refusals', {
    id: 'listAgencyRefusals',
    summary: 'Hotels that cannot take the parties of a search',
    description:
      'By place, words, stars and currency as in `GET /v1/acenta/search`, at any price and any rate that the agency may sell.',
    query: { city, q, ...stayQuery, currency, stars, lat, lng, radiusKm },
    says: 'The hotels.',
    answer: AgencyRefusalsSchema,
    example,
    handle: async ({ query, agency, user }) => {
      const asked = { query: { ...query, limit: NAMED_MAX }, agency, user }
      const { ask } = await readAgencySearch(context, search, asked)
      const { stay } = ask
      // A stay that is over, or too far ahead, at the hotel's own date.
      const found = (await search.findRefusing(ask)).filter(
        ({ timezone }) => checkStayDates(stay, context.today(timezone)).length === 0,
      )
      const hotels: Static<typeof AgencyRefusalsSchema>['hotels'] = []
      for (const { slug, name, city, stars } of found.slice(0, NAMED_MAX)) {
        const view = await viewOf({ slug, query, user })
        const { quoted } = await view.quote(stay)
        hotels.push({ slug, name, city, stars, reason: reasonOf(quoted, stay.parties.length) })
      }
      return { count: found.length, hotels }
    },
  })
  return app
}

/** Returns the reason against the first party that no room type takes; else the parties together are too many. */
function reasonOf(rooms: readonly QuotedRoom[], parties: number): Reason {
  for (let party = 0; party < parties; party++) {
    const quotes = rooms.map((room) => ('quotes' in room ? room.quotes[party]! : room))
    const reasons = quotes.flatMap(({ rates, reason = null }) =>
      rates ? rates.map((rate) => rate.reason) : [reason],
    )
    if (reasons.every((reason) => reason !== null)) return nearestOf(reasons)
  }
  return { code: 'sold_out', message: 'Not enough rooms are left for all parties.', dates: [] }
}

/** Returns the reason that comes last in the order of reasons: whatever is asked before it is met. */
const nearestOf = (reasons: readonly Reason[]): Reason =>
  reasons.toSorted((one, other) => placeOf(other) - placeOf(one))[0] ?? null

const placeOf = (reason: Reason): number =>
  (REASONS as readonly string[]).indexOf(reason?.code ?? '')
