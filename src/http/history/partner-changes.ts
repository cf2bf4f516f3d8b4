import { beginOf } from '../../domain/accounts/vendor.ts'
import { hotelTopic } from '../../store/catalog/catalog.ts'
import type { Context } from '../api/context.ts'
import { routes } from '../api/route.ts'
import { witnessBookings } from '../api/test-mode.ts'
import { admitAgain, partnerDoor } from '../doors/partner-key.ts'
import { feedOperation, kindsOf, sandboxResetError, showChanges } from './feed.ts'

/** Adds the durable feed of the key's hotel: every booking revision and availability change (contract §2). */
export function partnerChangeRoutes(context: Context) {
  const door = partnerDoor(context)
  const { app, route } = routes('/v1/partner/changes', door, 'Changes')

  route('GET', '', {
    id: 'listChanges',
    scope: ['availability:read', 'bookings:read'],
    summary: 'Feed of changes, in order',
    ...feedOperation,
    description: `${feedOperation.description}\n\nA key gets the entries of its scopes: \`booking\` with \`bookings:read\`, \`availability\` and \`rates\` with \`availability:read\`. \`nextCursor\` skips the others; cursors belong to the hotel and are valid for all its keys.`,
    handle: async ({ key, query, request, server }) => {
      const { hotelId } = key
      const shown = await showChanges(context, request, {
        hotelId,
        query,
        kinds: kindsOf(key),
        begin: beginOf(key),
        reader: {
          // During the wait the key may be revoked, its vendor disconnected, its sandbox reset.
          check: async () => {
            const { key: now } = await admitAgain(context, { request, server })
            if (now && now.hotelId !== hotelId) throw await sandboxResetError(context, now.hotelId)
          },
          topics: [hotelTopic(hotelId)],
        },
      })
      witnessBookings(request, () =>
        shown.changes.flatMap((change) => (change.type === 'booking' ? [change.booking] : [])),
      )
      return shown
    },
  })

  return app
}
