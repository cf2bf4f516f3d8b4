import { type Form, PanelPatchSchema, PanelUpdateSchema } from '../../domain/days/update.ts'
import type { Actor, HistoryEntry } from '../../store/days/history.ts'
import type { Context } from '../api/context.ts'
import { routes } from '../api/route.ts'
import { hotelDoor } from '../doors/panel-hotel.ts'
import type { Pulls } from './availability-pull.ts'
import { historyOperation, listDayHistory } from './day-history.ts'
import { answerPull, pullOperation, soon } from './pull-request.ts'
import { patchOperation, pushBody, pushOperation } from './push-operation.ts'
import { type PushQuery, takePush } from './take-push.ts'

type PanelPush = { actor: Actor; hotel: { id: number }; query: PushQuery; request: Request }

const day = { roomCode: 'DBL', date: soon }

/** Days in the panel, by the rules of the partner's pull and push (contract §2, §5). */
export function panelAvailabilityRoutes(context: Context, pull: Pulls) {
  const { app, route } = routes('/v1/panel/availability', hotelDoor(context), 'Panel')

  // The hotel is known before the body is read, so that nobody sends 4 MiB to one that is not theirs.
  const take =
    (form: Form) =>
    ({ actor, hotel, query, request }: PanelPush) =>
      takePush(context, form, { hotelId: hotel.id, actor, query, request })

  route('GET', '', {
    id: 'pullPanelAvailability',
    memberRole: 'any',
    ...pullOperation,
    handle: ({ hotel, query, request, set }) =>
      answerPull(context, pull, hotel.id, { query, request, set }),
  })

  route('PUT', '', {
    id: 'pushPanelAvailability',
    memberRole: 'revenue',
    ...pushOperation(),
    description:
      'As a partner pushes, except that `available` may be left out, which keeps the rooms left as they are, and `availableBy` adds to them: nothing sold meanwhile is overwritten. An element sets at least one of `available`, `availableBy`, `priceCents` and `closed`, else it is refused as `required`. `seenThrough` is a cursor of `GET /v1/panel/changes` that the count was made at: holds of then are taken to be off it, as they are off every count that is shown, and what was sold or held after it is taken off. It takes no `Idempotency-Key`.',
    body: pushBody(PanelUpdateSchema),
    examples: {
      'Close a day': { updates: [{ ...day, closed: true }] },
      'Two rooms more': { updates: [{ ...day, availableBy: 2 }] },
    },
    handle: take('panel'),
  })

  route('PATCH', '', {
    id: 'patchPanelAvailability',
    memberRole: 'revenue',
    ...patchOperation(),
    description:
      'As `PATCH /v1/partner/availability`. Holds at `seenThrough` are taken to be off a count, and `expectedPriceCents` guards a price, as in `PUT`, that of a rate with prices of its own, too.',
    body: pushBody(PanelPatchSchema),
    handle: take('panelPatch'),
  })

  route('GET', '/history', {
    id: 'listPanelDayHistory',
    memberRole: 'any',
    ...historyOperation,
    handle: async ({ hotel, query }) =>
      listDayHistory(context, { hotelId: hotel.id, actorOf: namedActor }, query),
  })

  return app
}

/** To the hotel everybody has a name: a key its own, an account its user's, a booking its code. */
const namedActor = ({
  actor,
  userName,
}: Pick<HistoryEntry, 'actor' | 'userName'>): HistoryEntry['actor'] => ({
  ...actor,
  name: actor.type === 'booking' ? actor.id : (actor.name ?? userName),
})
