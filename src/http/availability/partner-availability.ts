import { UpdateSchema } from '../../domain/push.ts'
import { pushAvailability } from '../../service/availability/push-availability.ts'
import { replayPush } from '../../service/availability/push-replay.ts'
import type { Context } from '../context.ts'
import { partnerDoor } from '../doors/partner-key.ts'
import { withPushJson } from '../request/body.ts'
import { readIdempotencyKey } from '../request/idempotency.ts'
import { routes } from '../route.ts'
import type { Pulls } from './availability-pull.ts'
import { historyOperation, listDayHistory } from './day-history.ts'
import { answerPull, next, pullOperation, soon } from './pull-request.ts'
import {
  answerPush,
  pushBody,
  pushOperation,
  readPushBody,
  readPushKey,
  refuseIfMatch,
  turnOf,
} from './push-request.ts'

/** Availability pull, push and history (specification §4.1, contract §2). */
export function partnerAvailabilityRoutes(context: Context, pull: Pulls) {
  const { app, route } = routes('/v1/partner/availability', partnerDoor(context), 'Availability')

  route('GET', '', {
    id: 'pullAvailability',
    ...pullOperation,
    handle: ({ key, query, request, set }) =>
      answerPull(pull, key.hotelId, { query, request, set }),
  })

  const operation = pushOperation(['Idempotency-Replayed'])
  route('PUT', '', {
    id: 'pushAvailability',
    ...operation,
    description:
      'An upsert for each (`roomCode`, `date`). `available` is absolute: rooms left to sell now. Where the room type has `totalRooms`, it is stored as at most `totalRooms + overbookingRooms` less what this service has sold of the night (holds included), and warning `sold_meanwhile` names what is left and the bookings; `oversold` says that more is sold than there is. A `priceCents` or `closed` left out keeps its stored value. In `partial` mode the good elements are applied and the others reported; in `atomic` mode one bad element leaves everything as it was; `dryRun=true` only reports. Every refused element comes back with its index, field, a stable code and a sentence; when nothing was written for them, in a 422 that carries the report. A body has at most 4 MiB and may be sent with `Content-Encoding: gzip`. Under an `Idempotency-Key` every 200 and 207 is kept and answered again for 24 hours, byte for byte, to the same JSON value, `mode` and `onStale`; what was refused as a whole and dry runs are judged anew.',
    asks: {
      'Idempotency-Key':
        'Names the push, for 24 hours: sent again it is not done again, but answered the same. Visible ASCII, such as a UUID. Each API key has its own.',
    },
    body: pushBody(UpdateSchema),
    examples: {
      'Open a day with a price': {
        updates: [{ roomCode: 'DBL', date: soon, available: 4, priceCents: 12900, closed: false }],
      },
      'Close a day': { updates: [{ roomCode: 'DBL', date: soon, available: 0, closed: true }] },
      'Only the count, price as stored': {
        updates: [{ roomCode: 'DBL', date: next, available: 3 }],
      },
    },
    errors: [...operation.errors, 'idempotency_conflict'],
    handle: async ({ key, query, request }) => {
      refuseIfMatch(request)
      const header = readIdempotencyKey(request.headers.get('idempotency-key'))
      return await withPushJson(request, turnOf(context, key.hotelId), async (json, hasTurn) => {
        const idempotency = readPushKey(key.id, header, query, json)
        const earlier = await replayPush(context.store, context, idempotency)
        if (earlier) return answerPush(earlier)
        const body = readPushBody(json)
        // After the body, which may have taken its time: the room types as they are now.
        const snapshot = await context.hotelOf(key.hotelId)
        const actor = { type: 'key' as const, id: key.id }
        const push = { ...snapshot, actor, ...body, ...query, idempotency, hasTurn }
        return answerPush(await pushAvailability(context, push))
      })
    },
  })

  route('GET', '/history', {
    id: 'listDayHistory',
    ...historyOperation,
    // To a partner the hotel's people are ids, not names.
    handle: async ({ key, query }) =>
      listDayHistory(context, key.hotelId, query, ({ actor }) => actor),
  })

  return app
}
