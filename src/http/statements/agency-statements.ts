import { Type } from 'typebox'
import { refused } from '../../domain/kernel/errors.ts'
import type { Agency } from '../../store/agencies/agencies.ts'
import type { Context } from '../api/context.ts'
import { routes } from '../api/route.ts'
import { pageOf } from '../api/schema.ts'
import { agencyDoor } from '../doors/agency.ts'
import {
  ABOUT_ONE,
  findOneStatement,
  lineParameters,
  listParameters,
  readStatement,
  readStatements,
} from './read-statements.ts'
import { answerFile, answerList, fileParameters, isFile } from './statement-file.ts'
import { StatementSchema, StatementWithLinesSchema } from './statement-shape.ts'

const hotel = { hotel: Type.Optional(Type.String({ description: 'Slug of a hotel.' })) }

/** Adds an agency's own statements (contract-agencies, *Statement*). */
export function agencyStatementRoutes(context: Context) {
  const { store } = context
  const { app, route } = routes('/v1/acenta', agencyDoor(context, 'agency_accounts'), 'Agencies')
  const ownerOf = async ({ id: agencyId }: Agency, slug: string | undefined) => ({
    agencyId,
    hotelId: slug === undefined ? undefined : await hotelIdOf(context, slug),
  })

  route('GET', '/statements', {
    id: 'listAgencyStatements',
    summary: 'The agency’s statements',
    description: 'As `GET /v1/panel/statements`, over all hotels.',
    query: { ...listParameters, ...hotel },
    says: 'A page.',
    answer: pageOf(StatementSchema),
    handle: async ({ agency, query }) => {
      const owner = await ownerOf(agency, query.hotel)
      return await store.long.snapshot((handle) => readStatements(handle, owner, query))
    },
  })

  route('GET', '/statements.csv', {
    id: 'exportAgencyStatements',
    summary: 'The agency’s statements as a file',
    query: { month: listParameters.month, ...hotel, ...fileParameters },
    says: 'The file.',
    media: 'text/csv',
    answer: Type.String(),
    headers: ['Content-Disposition'],
    handle: async ({ agency, query, request }) =>
      await answerList(context, await ownerOf(agency, query.hotel), query, request),
  })

  route('GET', '/statements/:number', {
    id: 'getAgencyStatement',
    stepUpIf: 'guest_export',
    summary: 'One statement with its lines',
    description: ABOUT_ONE,
    query: { ...lineParameters, ...hotel, ...fileParameters },
    says: 'The statement.',
    answer: StatementWithLinesSchema,
    handle: async ({ agency, params: { number: asked }, query, request, ...caller }) => {
      const owner = await ownerOf(agency, query.hotel)
      const { number, isCsv } = isFile(asked)
      if (isCsv) caller.needStepUp('guest_export')
      const of = { number, currency: query.currency }
      const read = store.long.snapshot
      if (!isCsv)
        return await read(async (handle) =>
          readStatement(handle, await findOneStatement(handle, owner, of), query),
        )
      const statement = await read((handle) => findOneStatement(handle, owner, of))
      return await answerFile(context, statement, query, request, caller.actor)
    },
  })

  return app
}

/** Returns the id of a hotel by its slug. @throws AppError `validation_failed` */
export async function hotelIdOf({ hotelOfSlug }: Context, slug: string): Promise<number> {
  const snapshot = await hotelOfSlug(slug)
  if (!snapshot) throw refused('?hotel', 'unknown_hotel', 'No hotel has this slug.')
  return snapshot.hotel.id
}
