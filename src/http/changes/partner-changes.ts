import { AppError } from '../../domain/errors.ts'
import type { Context } from '../context.ts'
import { findKey, partnerDoor } from '../doors/partner-key.ts'
import { routes } from '../route.ts'
import { feedOperation, showChanges } from './feed.ts'

/** The durable feed: every booking revision and availability change of the key's hotel (contract §2). */
export function partnerChangeRoutes(context: Context) {
  const door = partnerDoor(context)
  const { app, route } = routes('/v1/partner/changes', door, 'Changes')

  route('GET', '', {
    id: 'listChanges',
    summary: 'What happened, in order',
    ...feedOperation,
    handle: async ({ key: { hotelId }, query, request }) =>
      await showChanges(context, request, {
        hotelId,
        query,
        // The key may be revoked while its holder waits.
        async check() {
          if (!(await findKey(context, request.headers.get('authorization'))))
            throw new AppError('unauthenticated', 'The API key is not active any more.')
        },
      }),
  })

  return app
}
