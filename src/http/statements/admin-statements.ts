import type { Context } from '../api/context.ts'
import { routes } from '../api/route.ts'
import { sessionDoor } from '../doors/session-door.ts'
import { answerList } from './statement-file.ts'
import {
  answerStatement,
  answerStatements,
  listFileParts,
  listParts,
  ofAgency,
  ofHotel,
  oneParts,
  readOwner,
} from './statement-operations.ts'

const owners = { ...ofHotel, ...ofAgency }

/** Adds the statements of all hotels and agencies, for admins (contract-agencies, *Statement*). */
export function adminStatementRoutes(context: Context) {
  const { app, route } = routes('/v1/admin', sessionDoor(context, 'admin'), 'Administration')

  route('GET', '/statements', {
    id: 'listAllStatements',
    summary: 'Statements of all agencies',
    description: 'As `GET /v1/panel/statements`.',
    ...listParts(owners),
    handle: async ({ query }) =>
      await answerStatements(context, await readOwner(context, query), query),
  })

  route('GET', '/statements.csv', {
    id: 'exportAllStatements',
    summary: 'Statements of all agencies as a file',
    ...listFileParts(owners),
    handle: async ({ query, request }) =>
      await answerList(context, await readOwner(context, query), query, request),
  })

  route('GET', '/statements/:number', {
    id: 'getAnyStatement',
    ...oneParts(owners),
    handle: async ({ user, actor, params, query, request }) =>
      await answerStatement(context, await readOwner(context, query), {
        ...{ params, query, request, actor },
        // The file shows guests, and is no JSON from which the visit could be read.
        noteFile: async ({ hotelId }) => {
          const { hotel } = await context.freshHotelOf(hotelId)
          await context.visits.note(user.id, [hotel])
        },
      }),
  })

  return app
}
