import type { Agency } from '../../store/agencies/agencies.ts'
import type { Context } from '../api/context.ts'
import { routes } from '../api/route.ts'
import { agencyDoor } from '../doors/agency.ts'
import { answerList } from './statement-file.ts'
import {
  answerStatement,
  answerStatements,
  listFileParts,
  listParts,
  ofHotel,
  oneParts,
  readOwner,
} from './statement-operations.ts'

/** Adds an agency's own statements (contract-agencies, *Statement*). */
export function agencyStatementRoutes(context: Context) {
  const { app, route } = routes('/v1/acenta', agencyDoor(context, 'agency_accounts'), 'Agencies')
  const ownerOf = async ({ id: agencyId }: Agency, { hotel }: { hotel?: string | undefined }) => ({
    ...(await readOwner(context, { hotel })),
    agencyId,
  })

  route('GET', '/statements', {
    id: 'listAgencyStatements',
    summary: 'The agency’s statements',
    description: 'As `GET /v1/panel/statements`, over all hotels.',
    ...listParts(ofHotel),
    handle: async ({ agency, query }) =>
      await answerStatements(context, await ownerOf(agency, query), query),
  })

  route('GET', '/statements.csv', {
    id: 'exportAgencyStatements',
    summary: 'The agency’s statements as a file',
    ...listFileParts(ofHotel),
    handle: async ({ agency, query, request }) =>
      await answerList(context, await ownerOf(agency, query), query, request),
  })

  route('GET', '/statements/:number', {
    id: 'getAgencyStatement',
    stepUpIf: 'guest_export',
    ...oneParts(ofHotel),
    handle: async ({ agency, ...call }) =>
      await answerStatement(context, await ownerOf(agency, call.query), call),
  })

  return app
}
