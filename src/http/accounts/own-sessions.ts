import { endOtherSessions, endSession } from '../../service/accounts/sessions.ts'
import { listSessions } from '../../store/accounts/sessions.ts'
import type { Context } from '../api/context.ts'
import { routes } from '../api/route.ts'
import { pageOf, show } from '../api/schema.ts'
import { sessionDoor } from '../doors/session-door.ts'
import { OwnSessionSchema } from './account-shape.ts'

/** The caller's sessions: listing and ending them. */
export function ownSessionRoutes(context: Context) {
  const { app, route } = routes('/v1/auth/sessions', sessionDoor(context), 'Accounts')

  route('GET', '', {
    id: 'listSessions',
    summary: 'My sessions',
    description: 'All open sessions, newest first, at most 100.',
    says: 'The sessions.',
    answer: pageOf(OwnSessionSchema),
    handle: async ({ user, sessionId, set }) => {
      set.headers['cache-control'] = 'no-store'
      const sessions = await listSessions(context.store, user, context.nowMs())
      const items = sessions.map((session) =>
        show(OwnSessionSchema, { ...session, current: session.id === sessionId }),
      )
      return { items, nextCursor: null }
    },
  })

  route('DELETE', '', {
    id: 'endOtherSessions',
    summary: 'End all my other sessions',
    description: 'Their tokens are refused from the next request on; this session stays.',
    says: 'Ended.',
    handle: async ({ user, sessionId }) => await endOtherSessions(context, user, sessionId),
  })

  route('DELETE', '/:id', {
    id: 'endSession',
    summary: 'End one of my sessions',
    description: 'Its token is refused from the next request on.',
    says: 'Ended.',
    errors: ['not_found'],
    handle: async ({ user, params: { id } }) => await endSession(context, user, id),
  })

  return app
}
