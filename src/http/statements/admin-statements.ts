import { Type } from 'typebox'
import type { Context } from '../api/context.ts'
import { routes } from '../api/route.ts'
import { pageOf } from '../api/schema.ts'
import { sessionDoor } from '../doors/session-door.ts'
import { hotelIdOf } from './agency-statements.ts'
import { agencyIdOf } from './panel-statements.ts'
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

const owners = { hotel: Type.Optional(Type.String()), agency: Type.Optional(Type.String()) }

/** Adds the statements of all hotels and agencies, for admins (contract-agencies, *Statement*). */
export function adminStatementRoutes(context: Context) {
  const { store } = context
  const { app, route } = routes('/v1/admin', sessionDoor(context, 'admin'), 'Administration')
  type Owners = { hotel?: string | undefined; agency?: string | undefined }
  const ownerOf = async ({ hotel, agency }: Owners) => ({
    hotelId: hotel === undefined ? undefined : await hotelIdOf(context, hotel),
    agencyId: agency === undefined ? undefined : await agencyIdOf(context, agency),
  })

  route('GET', '/statements', {
    id: 'listAllStatements',
    summary: 'Statements of all agencies',
    description: 'As `GET /v1/panel/statements`; `hotel` filters by slug, `agency` by code.',
    query: { ...listParameters, ...owners },
    says: 'A page.',
    answer: pageOf(StatementSchema),
    handle: async ({ query }) => {
      const owner = await ownerOf(query)
      return await store.long.snapshot((handle) => readStatements(handle, owner, query))
    },
  })

  route('GET', '/statements.csv', {
    id: 'exportAllStatements',
    summary: 'Statements of all agencies as a file',
    query: { month: listParameters.month, ...owners, ...fileParameters },
    says: 'The file.',
    media: 'text/csv',
    answer: Type.String(),
    headers: ['Content-Disposition'],
    handle: async ({ query, request }) =>
      await answerList(context, await ownerOf(query), query, request),
  })

  route('GET', '/statements/:number', {
    id: 'getAnyStatement',
    summary: 'One statement with its lines',
    description: ABOUT_ONE,
    query: { ...lineParameters, ...owners, ...fileParameters },
    says: 'The statement.',
    answer: StatementWithLinesSchema,
    handle: async ({ user, actor, params: { number: asked }, query, request }) => {
      const owner = await ownerOf(query)
      const { number, isCsv } = isFile(asked)
      const of = { number, currency: query.currency }
      const read = store.long.snapshot
      if (!isCsv)
        return await read(async (handle) =>
          readStatement(handle, await findOneStatement(handle, owner, of), query),
        )
      const statement = await read((handle) => findOneStatement(handle, owner, of))
      // The file shows guests, and is no JSON from which the visit could be read.
      const { hotel } = await context.freshHotelOf(statement.hotelId)
      await context.visits.note(user.id, [hotel])
      return await answerFile(context, statement, query, request, actor)
    },
  })

  return app
}
