import { Type } from 'typebox'
import { refused } from '../../domain/kernel/errors.ts'
import {
  type AuditPlace,
  type Entity,
  HOTEL_ENTITIES,
  listAudit,
} from '../../store/history/audit.ts'
import { AuditEntrySchema, showAuditEntry } from '../api/audit-shape.ts'
import type { Context } from '../api/context.ts'
import { page, pageParameters } from '../api/paging.ts'
import { oneOf } from '../api/query.ts'
import { routes } from '../api/route.ts'
import { pageOf } from '../api/schema.ts'
import { InstantText, readInstant } from '../api/texts.ts'
import { sessionDoor } from '../doors/session-door.ts'

const ENTITIES = [
  ...HOTEL_ENTITIES,
  'city',
  'board',
  'user',
  'agency',
  'vendor',
] as const satisfies Entity[]

const NEWEST_FIRST: AuditPlace = { atMs: 0, seq: 0 }

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
      'Changes of the catalogue, of accounts, agencies, vendors, API keys and replies, newest first: of one thing (`entity` and `id`: a slug, code or id; of a room type or rate `<slug>/<code>`, of a member `<slug>/<user id>`), of one kind, by one account (`userId`), made from `since` on and before `until`, or all. `before` is null for what was made.',
    query: {
      ...pageParameters(),
      entity: Type.Optional(oneOf(...ENTITIES)),
      id: Type.Optional(Type.String()),
      userId: Type.Optional(Type.String()),
      since: Type.Optional(InstantText),
      until: Type.Optional(InstantText),
    },
    says: 'A page.',
    answer: pageOf(AuditEntrySchema),
    handle: async ({ query }) => {
      const { entity, id: entityId, userId, since, until } = query
      if (entityId !== undefined && entity === undefined)
        throw refused('?entity', 'required', 'An id is one of a kind of thing: say which.')
      const filter = {
        ...{ entity, entityId, userId },
        fromMs: since === undefined ? undefined : readInstant('?since', since),
        untilMs: until === undefined ? undefined : readInstant('?until', until),
      }
      return await page(query, {
        of: ['history', filter],
        by: NEWEST_FIRST,
        rows: (after, limit) => listAudit(context.store.long, filter, { after, limit }),
        show: showAuditEntry,
      })
    },
  })

  return app
}
