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

/** Adds the audit log of catalog and accounts, for admins (specification §4.2). */
export function adminHistoryRoutes(context: Context) {
  const { app, route } = routes(
    '/v1/admin/history',
    sessionDoor(context, 'admin'),
    'Administration',
  )

  route('GET', '', {
    id: 'listCatalogHistory',
    summary: 'Audit log',
    description:
      'Changes of the catalog, accounts, agencies, vendors, API keys and replies, newest first. Filters: one object (`entity` and `id`: a slug, code or id; for a room type or rate `<slug>/<code>`, for a member `<slug>/<user id>`), one kind (`entity`), one account (`userId`), and the time from `since` until before `until`. `before` is null for a new object.',
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
        throw refused('?entity', 'required', 'An id needs its kind (entity).')
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
