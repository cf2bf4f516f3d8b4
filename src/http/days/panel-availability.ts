import { type Form, PanelPatchSchema, PanelUpdateSchema } from '../../domain/days/update.ts'
import type { Actor, HistoryEntry } from '../../store/days/history.ts'
import type { Context } from '../api/context.ts'
import { type Call, routes } from '../api/route.ts'
import { ANY_MEMBER, admitMemberAgain, hotelDoor } from '../doors/panel-hotel.ts'
import type { Pulls } from './availability-pull.ts'
import { historyOperation, listDayHistory } from './day-history.ts'
import { answerPull, pullOperation, soon } from './pull-request.ts'
import { patchOperation, pushBody, pushOperation } from './push-operation.ts'
import { type PushQuery, takePush } from './take-push.ts'

type PanelPush = { actor: Actor; hotel: { id: number }; query: PushQuery } & Pick<
  Call,
  'request' | 'set'
>

const day = { roomCode: 'DBL', date: soon }

/** Adds pull, push and history of days in the panel, by the partner's rules (contract §2, §5). */
export function panelAvailabilityRoutes(context: Context, pull: Pulls) {
  const { app, route } = routes('/v1/panel/availability', hotelDoor(context), 'Panel')

  // The door checks the hotel before the body is read: a stranger cannot make the service read 4 MiB.
  const take =
    (form: Form) =>
    ({ actor, hotel, query, request, set }: PanelPush) =>
      takePush(context, form, { hotelId: hotel.id, actor, query, request, set })

  route('GET', '', {
    id: 'pullPanelAvailability',
    ...ANY_MEMBER,
    ...pullOperation,
    handle: ({ user, sessionId, hotel, query, request, set }) => {
      const readmit = () => admitMemberAgain(context, { user, sessionId, hotel }, ANY_MEMBER)
      const pulled = pull(hotel.id, query, { request, readmit })
      return answerPull(context, hotel.id, pulled, { request, set })
    },
  })

  route('PUT', '', {
    id: 'pushPanelAvailability',
    memberRole: 'revenue',
    ...pushOperation(),
    description:
      'Like the partner’s push, except that `available` may be absent, which keeps the rooms left, and `availableBy` adds to them without overwriting sales. An element sets at least one of `available`, `availableBy`, `priceCents` and `closed`, or is refused as `required`. `seenThrough` is the cursor of `GET /v1/panel/changes` at which the count was made: holds of that time are already off the count, as in every count shown; later sales and holds are deducted. `Idempotency-Key` is not accepted.',
    body: pushBody(PanelUpdateSchema),
    examples: {
      'Close a day': { updates: [{ ...day, closed: true }] },
      'Two more rooms': { updates: [{ ...day, availableBy: 2 }] },
    },
    handle: take('panel'),
  })

  route('PATCH', '', {
    id: 'patchPanelAvailability',
    memberRole: 'revenue',
    ...patchOperation(),
    description:
      'Like `PATCH /v1/partner/availability`. As in `PUT`, holds at `seenThrough` are already off a count, and `expectedPriceCents` guards a price, also that of a rate with its own prices.',
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

/** Names every actor for the hotel: a key by its name, an account by its user's, a booking by its code. */
const namedActor = ({
  actor,
  userName,
}: Pick<HistoryEntry, 'actor' | 'userName'>): HistoryEntry['actor'] => ({
  ...actor,
  name: actor.type === 'booking' ? actor.id : (actor.name ?? userName),
})
