import { PanelUpdateSchema } from '../../domain/push.ts'
import { pushAvailability } from '../../service/availability/push-availability.ts'
import type { HistoryEntry } from '../../store/availability/history.ts'
import type { Context } from '../context.ts'
import { hotelDoor } from '../doors/panel-hotel.ts'
import { withPushJson } from '../request/body.ts'
import { routes } from '../route.ts'
import type { Pulls } from './availability-pull.ts'
import { historyOperation, listDayHistory } from './day-history.ts'
import { answerPull, pullOperation, soon } from './pull-request.ts'
import {
  answerPush,
  pushBody,
  pushOperation,
  readPushBody,
  refuseIdempotencyKey,
  refuseIfMatch,
  turnOf,
} from './push-request.ts'

const day = { roomCode: 'DBL', date: soon }

/** Days in the panel, by the rules of the partner's pull and push (contract §2, §5). */
export function panelAvailabilityRoutes(context: Context, pull: Pulls) {
  const { app, route } = routes('/v1/panel/availability', hotelDoor(context), 'Panel')

  route('GET', '', {
    id: 'pullPanelAvailability',
    ...pullOperation,
    handle: ({ hotel, query, request, set }) => answerPull(pull, hotel.id, { query, request, set }),
  })

  route('PUT', '', {
    id: 'pushPanelAvailability',
    ...pushOperation(),
    description:
      'As a partner pushes, except that `available` may be left out, which keeps the rooms left as they are, and `availableBy` adds to them: nothing sold meanwhile is overwritten. An element sets at least one of `available`, `availableBy`, `priceCents` and `closed`, else it is refused as `required`. It takes no `Idempotency-Key`.',
    body: pushBody(PanelUpdateSchema),
    examples: {
      'Close a day': { updates: [{ ...day, closed: true }] },
      'Two rooms more': { updates: [{ ...day, availableBy: 2 }] },
    },
    // The hotel is known before the body is read, so that nobody sends 4 MiB to one that is not theirs.
    handle: async ({ actor, hotel: { id }, query: { mode, dryRun, onStale }, request }) => {
      refuseIfMatch(request)
      refuseIdempotencyKey(request)
      return await withPushJson(request, turnOf(context, id), async (json, hasTurn) => {
        const body = readPushBody(json)
        // As it is after the body, which may have taken its time.
        const snapshot = await context.hotelOf(id)
        const asked = { mode, dryRun, onStale, hasTurn, isPanel: true }
        const push = { ...snapshot, actor, ...body, ...asked }
        return answerPush(await pushAvailability(context, push))
      })
    },
  })

  route('GET', '/history', {
    id: 'listPanelDayHistory',
    ...historyOperation,
    handle: async ({ hotel, query }) => listDayHistory(context, hotel.id, query, namedActor),
  })

  return app
}

/** To the hotel everybody has a name: a key its own, an account its user's, a booking its code. */
const namedActor = ({ actor, userName }: HistoryEntry): HistoryEntry['actor'] => ({
  ...actor,
  name: actor.type === 'booking' ? actor.id : (actor.name ?? userName),
})
