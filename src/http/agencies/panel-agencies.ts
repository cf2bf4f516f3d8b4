import { Type } from 'typebox'
import { NO_TERMS } from '../../domain/agencies/terms.ts'
import { findTermsByCode, putTerms } from '../../service/agencies/terms.ts'
import { listTermsOf } from '../../store/agencies/terms.ts'
import { listAgencies } from '../../store/catalog/catalog-lists.ts'
import { expected } from '../api/content-shape.ts'
import type { Context } from '../api/context.ts'
import { splitExpected } from '../api/expected.ts'
import { page, pageParameters } from '../api/paging.ts'
import { SearchParameter } from '../api/query.ts'
import { routes } from '../api/route.ts'
import { named, searchPageOf } from '../api/schema.ts'
import { strictObject } from '../api/texts.ts'
import { type AddPanelRoute, hotelDoor } from '../doors/panel-hotel.ts'
import {
  AgencyAtHotelSchema,
  optionalTerms,
  requiredTerms,
  showTerms,
  TermsSchema,
  termsExample,
} from './terms-shape.ts'

const TermsPut = named(
  'AgencyTermsPut',
  strictObject({
    ...requiredTerms,
    ...Type.Partial(Type.Object({ ...optionalTerms, ...expected })).properties,
  }),
)

/** The agencies of a hotel and their terms (contract-agencies). */
export function panelAgencyRoutes(context: Context) {
  const { app, route } = routes('/v1/panel/agencies', hotelDoor(context), 'Panel')

  addList(route, context)
  addTerms(route, context)
  return app
}

function addList(route: AddPanelRoute, context: Context): void {
  route('GET', '', {
    id: 'listPanelAgencies',
    memberRole: 'revenue',
    summary: 'Agencies and their terms',
    description: 'Active agencies, also those with which nothing was agreed. `q` searches.',
    query: { ...pageParameters(), q: SearchParameter },
    says: 'A page.',
    answer: searchPageOf(AgencyAtHotelSchema),
    handle: async ({ hotel, query }) =>
      await page(query, {
        of: ['agencies of a hotel', hotel.id, query.q],
        by: { id: 0 },
        rows: async (after, limit) => {
          const filter = { active: true, q: query.q }
          const { long } = context.store
          const found = await listAgencies(long, filter, { afterId: after?.id, limit })
          const ids = found.rows.map(({ id }) => id)
          const terms = await listTermsOf(long, hotel.id, ids)
          const rows = found.rows.map((agency) => ({
            ...{ id: agency.id, agency, terms: terms.get(agency.id) ?? null },
          }))
          return { ...found, rows }
        },
        show: ({ agency, terms }) => ({
          ...{ agencyCode: agency.code, agencyName: agency.name },
          terms: terms && showTerms({ agency, terms }),
        }),
      }),
  })
}

function addTerms(route: AddPanelRoute, context: Context): void {
  route('GET', '/:agencyCode/terms', {
    id: 'getAgencyTerms',
    memberRole: 'revenue',
    summary: 'Terms of an agency',
    description: 'Where nothing was agreed they are not active.',
    says: 'The terms.',
    answer: TermsSchema,
    example: termsExample,
    handle: async ({ hotel, params: { agencyCode } }) =>
      showTerms(await findTermsByCode(context.store, hotel.id, agencyCode)),
  })

  route('PUT', '/:agencyCode/terms', {
    id: 'putAgencyTerms',
    memberRole: 'revenue',
    summary: 'Set the terms of an agency',
    description:
      'Replaces them: absent fields have their defaults (no rates of its own, no credit). Bookings keep their commission.',
    body: TermsPut,
    examples: {
      'A contract rate and credit': {
        ...{ rateCodes: ['CONTRACT'], creditLimitCents: 2_000_000 },
        ...{ stopSale: false, active: true },
      },
      'Stop sale': { stopSale: true, active: true },
    },
    says: 'The terms.',
    answer: TermsSchema,
    example: termsExample,
    errors: ['revision_conflict'],
    handle: async ({ actor, hotel: { id: hotelId }, params: { agencyCode: code }, body }) => {
      const [fields, refuseUnseen] = splitExpected(body, showTerms)
      const { owedCents: _, ...defaults } = NO_TERMS
      const agreed = { ...defaults, ...fields }
      return showTerms(await putTerms(context, actor, { hotelId, code }, agreed, refuseUnseen))
    },
  })
}
