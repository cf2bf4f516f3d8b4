import { Type } from 'typebox'
import { refused } from '../../domain/errors.ts'
import { type Entity, HOTEL_ENTITIES, listAudit } from '../../store/catalog/audit.ts'
import type { Context } from '../context.ts'
import { sessionDoor } from '../doors/session-door.ts'
import { page, pageParameters } from '../request/paging.ts'
import { oneOf } from '../request/query.ts'
import { routes } from '../route.ts'
import { AuditEntrySchema, showAuditEntry } from '../shapes/audit.ts'
import { pageOf } from '../shapes/schema.ts'

const ENTITIES = [
  ...HOTEL_ENTITIES,
  'city',
  'board',
  'user',
  'agency',
  'vendor',
] as const satisfies Entity[]

/** Who changed what of the catalogue and of accounts, for admins (specification §4.2). */
export function adminHistoryRoutes(context: Context) {
  const { app, route } = routes(
    '/v1/admin/history',
    sessionDoor(context, 'admin'),
    'Administration',
  )

  route('GET', '', {
    id: 'listCatalogHistory',
    summary: 'Who changed what',
    description:
      'Changes of the catalogue, of accounts, agencies, vendors, API keys and replies, newest first: of one thing (`entity` and `id`: a slug, code or id; of a room type or rate `<slug>/<code>`, of a member `<slug>/<user id>`), of one kind, or all. `before` is null for what was made.',
    query: {
      ...pageParameters(),
      entity: Type.Optional(oneOf(...ENTITIES)),
      id: Type.Optional(Type.String()),
    },
    says: 'A page.',
    answer: pageOf(AuditEntrySchema),
    handle: async ({ query }) => {
      const { entity, id: entityId } = query
      if (entityId !== undefined && entity === undefined)
        throw refused('?entity', 'required', 'An id is one of a kind of thing: say which.')
      const filter = { entity, entityId }
      return await page(query, {
        of: ['history', filter],
        by: { seq: 0 },
        rows: (after, limit) =>
          listAudit(context.store.long, filter, { beforeSeq: after?.seq, limit }),
        show: showAuditEntry,
      })
    },
  })

  return app
}
